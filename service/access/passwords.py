"""The organiser's password: only its hash is kept, in the settings or in a file of the data folder."""

from pathlib import Path
from threading import Lock

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from service.setup.settings import Settings
from service.store.durable import write_whole

SHORTEST = 8  # characters
LONGEST = 1024
FILE = "password-hash"

_ONE_AT_A_TIME = Lock()  # a check takes 64 MiB for a moment


class PasswordError(ValueError):
    """The password is too short or too long."""


class UnreadablePasswordError(Exception):
    """The file of the password belongs to another user."""


def hash_password(password: str) -> str:
    """Return the argon2id hash of a password.

    Raises:
        PasswordError: It is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise PasswordError(f"a password has at least {SHORTEST} letters, and at most {LONGEST}")
    return PasswordHasher().hash(password)


def is_password(password: str, kept: str | None) -> bool:
    """Tell whether a password has this hash; without a hash there is no password."""
    if kept is None or len(password) > LONGEST:
        return False
    try:
        with _ONE_AT_A_TIME:
            return PasswordHasher().verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


def find_password_hash(settings: Settings) -> str | None:
    """Return the hash in force: that of the settings, else that of the data folder, else none.

    Raises:
        UnreadablePasswordError: It may not be read.
    """
    if settings.password_hash:
        return settings.password_hash.get_secret_value()
    try:
        return (settings.data / FILE).read_text("ascii").strip() or None
    except FileNotFoundError:
        return None
    except PermissionError as error:
        raise UnreadablePasswordError(
            f"{settings.data / FILE} cannot be read ({error.strerror}): "
            "it must belong to the user whom the service runs as"
        ) from error


def keep_password_hash(data: Path, password_hash: str) -> Path:
    """Write the hash into the data folder, for its owner alone to read; return the file."""
    data.mkdir(0o700, parents=True, exist_ok=True)
    write_whole(data / FILE, f"{password_hash}\n".encode("ascii"), mode=0o600)
    return data / FILE
