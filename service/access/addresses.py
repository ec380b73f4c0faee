"""Addresses of a request: the client's behind proxies, and the site's own."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

Networks = Sequence[IPv4Network | IPv6Network]
IPV6_HOME = 64  # bits of an IPv6 address that one household shares


def client_address(request: HTTPConnection, proxies: Networks) -> str:
    """Return the client's address; headers of proxies count only if the proxy is one of ours.

    Each proxy adds whom it was asked by at the end of X-Forwarded-For, so it is read from there, as far as
    our proxies reach: what stands before may be anybody's invention.
    """
    address = request.client.host if request.client else ""
    forwarded = ",".join(request.headers.getlist("x-forwarded-for")).split(",")
    while forwarded and _is_among(address, proxies):
        before = forwarded.pop().strip()
        if _parsed(before) is None:
            break
        address = before
    return address


def household(address: str) -> str:
    """Return the unit that rates are counted by: an IPv4 address, or the network of an IPv6 one.

    >>> household("2001:db8::1:2:3:4"), household("10.0.0.7")
    ('2001:db8::/64', '10.0.0.7')
    """
    parsed = _parsed(address)
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, IPV6_HOME), strict=False))


def is_secure(request: HTTPConnection, proxies: Networks) -> bool:
    """Tell whether the request came by https, to us or to the first of our proxies."""
    peer = request.client.host if request.client else ""
    if _is_among(peer, proxies) and "x-forwarded-proto" in request.headers:
        return request.headers["x-forwarded-proto"].partition(",")[0].strip().lower() == "https"
    return request.url.scheme == "https"


def is_forwarded(request: HTTPConnection) -> bool:
    """Tell whether a proxy forwarded the request, by its headers."""
    return any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))


def is_own_machine(host: str) -> bool:
    """Tell whether a host, with or without its port, is a name for this machine on loopback.

    >>> [is_own_machine(host) for host in ("127.0.0.1:8000", "localhost", "[::1]:80", "evil.example", "")]
    [True, True, True, False, False]
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    parsed = _parsed(name)
    return name == "localhost" or (parsed is not None and parsed.is_loopback)


def is_own_origin(origin: str, request: HTTPConnection, public_address: str | None) -> bool:
    """Tell whether the origin is this site: the host of the request, or the public address."""
    if public_address is not None and origin == public_address:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and parts.netloc == request.headers.get("host", "")


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address)
    except ValueError:
        return None


def _is_among(address: str, networks: Networks) -> bool:
    parsed = _parsed(address)
    return parsed is not None and any(parsed in network for network in networks)
