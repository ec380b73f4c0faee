"""Single-user mode: one person alone on this machine, without logins."""

import shlex
import shutil
import socket
import sys
from pathlib import Path

from sqlalchemy import or_, select

from service.access.actors import Role
from service.access.addresses import is_own_machine
from service.access.passwords import find_password_hash
from service.setup.settings import Settings
from service.store.database import Database
from service.store.events import now
from service.store.tables import keys

EVERYWHERE = "0.0.0.0"  # what settings call all IPv4 addresses of this machine
ELSEWHERE = "192.0.2.1"
"""An address of no machine (RFC 5737), to find by which of its own addresses this machine would reach it."""


class OpenToAllError(Exception):
    """Others could reach the service, which has neither a password nor a key."""


def is_single_user(settings: Settings, database: Database) -> bool:
    """Tell whether everybody on this machine is the organiser, without a login.

    Raises:
        OpenToAllError: Everybody elsewhere would be, too.
    """
    if find_password_hash(settings) or _has_key(database):
        return False
    if settings.public_address or settings.proxies or not is_own_machine(_bracketed(settings.host)):
        raise OpenToAllError(
            f"others can reach {settings.public_address or settings.host}, and there is no password: set one "
            f"with `{command_of(settings, 'password')}`, or make an organiser's key with "
            f"`{command_of(settings, 'key make')}`"
        )
    return True


def command_of(settings: Settings, words: str) -> str:
    """Return a surveyor command as it can be typed here, with the same file of settings and data folder."""
    program = "surveyor" if shutil.which("surveyor") else _program_here()
    default = Settings.model_fields["data"].default
    data = "" if settings.data == default else f" --data {shlex.quote(str(settings.data))}"
    config = f" --config {shlex.quote(str(settings.file))}" if settings.file else ""
    return f"{program} {words}{config}{data}"


def ways_in_for_phones(settings: Settings) -> tuple[str, str]:
    """Return the commands that set a password and start the service for the whole network."""
    default = Settings.model_fields["port"].default
    port = "" if settings.port == default else f" --port {settings.port}"
    return command_of(settings, "password"), command_of(settings, f"serve --host 0.0.0.0{port}")


def _program_here() -> str:
    """Return how this program was called."""
    called = Path(sys.argv[0])
    return shlex.quote(str(called)) if called.name == "surveyor" else "surveyor"


def startup_message(single_user: bool, settings: Settings) -> str:
    """Return the message at the start: the address, who may use it, and how to let others in."""
    port = settings.port
    network = address_in_network()
    if single_user:
        there = f"http://{network or 'ADDRESS-OF-THIS-MACHINE'}:{port}"
        password, serve = ways_in_for_phones(settings)
        return (
            f"Surveyor is at http://{_bracketed(settings.host)}:{port}, for browsers on this machine, "
            "without a login. Ctrl+C ends it.\n"
            f"To let phones in, end it, run `{password}`, then `{serve}`, and open {there} on them."
        )
    host = network if settings.host == EVERYWHERE and network else _bracketed(settings.host)
    address = settings.public_address or f"http://{host}:{port}"
    return f"Surveyor is at {address}, and asks for a password or a key. Ctrl+C ends it."


def address_in_network() -> str | None:
    """Return this machine's address in its network, if it has one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((ELSEWHERE, 9))
            return str(asked.getsockname()[0])
        except OSError:
            return None


def _has_key(database: Database) -> bool:
    """Tell whether there is a valid key of an organiser."""
    lasts = or_(keys.c.expires_at.is_(None), keys.c.expires_at > now())
    wanted = select(keys.c.id).where(keys.c.role == Role.ORGANISER, keys.c.revoked_at.is_(None), lasts)
    with database.read() as db:
        return db.execute(wanted.limit(1)).one_or_none() is not None


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
