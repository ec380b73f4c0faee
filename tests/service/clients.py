"""Clients of a service on loopback."""

from collections.abc import Mapping

import httpx


def client_of(
    address: str,
    *,
    headers: Mapping[str, str] | None = None,
    timeout: float = 30,
    follow_redirects: bool = False,
) -> httpx.Client:
    """Return a client that reads no certificates, which would take longer than many a test."""
    return httpx.Client(
        base_url=address,
        headers=headers,
        timeout=timeout,
        follow_redirects=follow_redirects,
        trust_env=False,
        verify=False,
    )
