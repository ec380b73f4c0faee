"""Whether one person works alone on this machine, or others come too."""

from sqlalchemy import or_, select

from service.access.actors import Role
from service.access.addresses import is_own_machine
from service.access.passwords import find_password_hash
from service.settings import Settings
from service.store.database import Database
from service.store.events import now
from service.store.tables import keys


class OpenToAllError(Exception):
    """Others could come in, and nothing would tell them from the organiser."""


def is_single_user(settings: Settings, database: Database) -> bool:
    """Tell whether everybody on this machine is the organiser, without a login.

    Raises:
        OpenToAllError: Everybody elsewhere would be, too.
    """
    if find_password_hash(settings) or _has_key(database):
        return False
    if not _is_private(settings):
        raise OpenToAllError(
            f"others can reach {settings.public_address or settings.host}, and there is no password: set one "
            "with `surveyor password`, or make an organiser's key with `surveyor key make`"
        )
    return True


def say_who_comes(single_user: bool, settings: Settings) -> str:
    """Return what the start tells of it."""
    address = f"http://{_bracketed(settings.host)}:{settings.port}"
    if single_user:
        return f"{address}: single-user mode: whoever is at this machine is the organiser, without a login"
    return f"{settings.public_address or address}: a password or a key is asked for"


def _is_private(settings: Settings) -> bool:
    """Tell whether only this machine can come, as far as the settings say."""
    return is_own_machine(_bracketed(settings.host)) and not settings.public_address and not settings.proxies


def _has_key(database: Database) -> bool:
    """Tell whether there is a valid key that an organiser can come in with."""
    lasts = or_(keys.c.expires_at.is_(None), keys.c.expires_at > now())
    wanted = select(keys.c.id).where(keys.c.role == Role.ORGANISER, keys.c.revoked_at.is_(None), lasts)
    with database.read() as db:
        return db.execute(wanted.limit(1)).one_or_none() is not None


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
