"""The organiser's password: only its hash is kept, in the settings or in a file of the data folder."""

import os
from pathlib import Path
from threading import Lock

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from service.setup.settings import Settings

SHORTEST = 8  # characters
LONGEST = 1024
FILE = "password-hash"

_ONE_AT_A_TIME = Lock()  # a check takes 64 MiB for a moment


class PasswordError(ValueError):
    """The password cannot be one."""


def hash_password(password: str) -> str:
    """Return what may be kept of a password (argon2id).

    Raises:
        PasswordError: It is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise PasswordError(f"a password has at least {SHORTEST} letters, and at most {LONGEST}")
    return PasswordHasher().hash(password)


def is_password(password: str, kept: str | None) -> bool:
    """Tell whether this is the password of which a hash is kept, if one is."""
    if kept is None or len(password) > LONGEST:
        return False
    try:
        with _ONE_AT_A_TIME:
            return PasswordHasher().verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


def find_password_hash(settings: Settings) -> str | None:
    """Return the hash in force: that of the settings, else that of the data folder, else none."""
    if settings.password_hash:
        return settings.password_hash.get_secret_value()
    try:
        return (settings.data / FILE).read_text("ascii").strip() or None
    except FileNotFoundError:
        return None


def keep_password_hash(data: Path, password_hash: str) -> Path:
    """Write the hash into the data folder, for its owner alone to read; return the file."""
    data.mkdir(0o700, parents=True, exist_ok=True)
    new = data / f".{FILE}.new"
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(password_hash + "\n")
    os.replace(new, data / FILE)
    return data / FILE
