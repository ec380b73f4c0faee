"""Settings by a file, the environment and the command line; the later of these take precedence.

Every setting has one name: `most_waiting` in the file is SURVEYOR_MOST_WAITING in the environment and, where
the command has it, `--most-waiting`. docs/reference/settings.md lists them all.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from limits import RateLimitItem, parse
from limits.errors import ConfigurationError
from limits.storage import storage_from_string
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, SecretStr, ValidationError
from pydantic.functional_validators import AfterValidator

from service.formats.wrongvalues import in_our_words
from vision.decode import MAX_PHOTO_BYTES

IN_MEMORY = "memory://"
FORM_BYTES = 64 * 1024  # what a form adds to the photo in it
PREFIX = "SURVEYOR_"
OTHERS = frozenset({"config", "debug", "key", "server"})
"""Names after SURVEYOR_ in the environment that are not settings of the service."""


class SettingsError(Exception):
    """A setting is invalid; the message names it and its origin."""


def _check_rate(rate: str) -> str:
    try:
        parse(rate)
    except ValueError:
        raise ValueError('write it as a number and a time, such as "10/minute" or "500 per hour"') from None
    return rate


def _check_address(address: str) -> str:
    parts = urlsplit(address.rstrip("/"))
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query:
        raise ValueError("write it as https://name, without a path")
    return address.rstrip("/")


def _in_home(path: str) -> str:
    """Return a path with the folder that ~ or ~user stands for."""
    if (full := os.path.expanduser(path)).startswith("~"):
        raise ValueError(f"{path} begins with ~ and the name of no user of this machine")
    return full


def _folder(written: Path) -> Path:
    folder = Path(_in_home(str(written)))
    with suppress(OSError):  # where nobody may look, opening it says why
        for path in (folder, *folder.parents):
            if path.is_file():
                raise ValueError(f"{path} is a file; name a folder, which is made if it is not there")
    return folder


def _check_hash(password_hash: SecretStr) -> SecretStr:
    if not password_hash.get_secret_value().startswith("$argon2"):
        raise ValueError("this is no hash of a password; `surveyor password --print` makes one")
    return password_hash


def _check_rate_storage(address: SecretStr) -> SecretStr:
    written = address.get_secret_value()
    try:
        if written != IN_MEMORY:
            storage_from_string(written)
    except ConfigurationError:  # its words show the address, in which a password may stand
        raise ValueError(f"write {IN_MEMORY}, or redis://host where the package redis is installed") from None
    return address


def _read_network(network: object) -> object:
    try:
        return ip_network(network) if isinstance(network, str) else network
    except ValueError:
        raise ValueError("write addresses as 10.0.0.7 or 10.0.0.0/24") from None


def _split(words: object) -> object:
    return [word.strip() for word in words.split(",") if word.strip()] if isinstance(words, str) else words


Rate = Annotated[str, AfterValidator(_check_rate)]
Count = Annotated[int, Field(gt=0)]
Days = Annotated[int, Field(gt=0, le=36_500)]  # a hundred years: beyond, dates end
Network = Annotated[IPv4Network | IPv6Network, BeforeValidator(_read_network)]


class Settings(BaseModel):
    """All settings, with their defaults."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    host: str = "127.0.0.1"
    """The address to listen on; another than this machine's own needs a password or an organiser's key."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    public_address: Annotated[str, AfterValidator(_check_address)] | None = None
    """The address for people, as https://scores.example.org; links on printed codes start with it."""
    proxies: Annotated[tuple[Network, ...], BeforeValidator(_split)] = ()
    """Proxies whose headers X-Forwarded-For and X-Forwarded-Proto are believed."""

    data: Annotated[Path, AfterValidator(_folder)] = Path("surveyor-data")
    """Folder of what the service keeps on this machine."""
    database: SecretStr | None = None
    """As postgresql://user:password@host/name; by default SQLite in the data folder."""
    blobs: Annotated[str, AfterValidator(_in_home)] | None = None
    """The place of the photos, a folder or s3://bucket/folder; by default a folder in the data folder."""
    retention_days: Days | None = None
    """Photos older than this are deleted; by default none is."""
    scan_days: Days = 30
    """Scans that nobody has looked at for so long are deleted, with their photos."""

    sure: Annotated[float, Field(ge=0.5, le=1)] = 0.995
    """Probability from which nothing is asked about the score of a photo that is scanned by itself."""

    max_upload_bytes: Count = MAX_PHOTO_BYTES + FORM_BYTES
    """Requests with a longer body are refused."""
    max_batch_bytes: Count = 2 * 2**30
    """Likewise, for many photos at once."""
    readers: Count = len(os.sched_getaffinity(0))
    """Processes that read photos; the other photos wait their turn."""
    cluster: str | None = None
    """The address of a Dask scheduler whose workers read instead, as tcp://host:8786."""
    lease_seconds: Annotated[float, Field(ge=1, le=86_400)] = 60.0
    """After so long without a sign of life from a server, others read the pages that it had claimed."""
    most_waiting: Count = 2000
    """Pages that may wait to be read; beyond it, uploads are answered 503."""
    progress_seconds: Annotated[float, Field(gt=0, le=60)] = 0.5
    """Time between two looks at a batch that somebody watches."""

    password_hash: Annotated[SecretStr, AfterValidator(_check_hash)] | None = None
    """Of the organiser's password, from `surveyor password --print`; else the data folder's is used."""
    session_hours: Annotated[int, Field(gt=0, le=876_000)] = 12
    """How long a login lasts without any request."""
    login_rate: Rate = "10/minute"
    """Passwords tried from one address."""
    failed_key_rate: Rate = "30/minute"
    """Wrong keys shown from one address."""
    upload_rate: Rate = "60/minute"
    """Uploads of one player."""
    staff_upload_rate: Rate = "20000/minute"
    """Uploads of one organiser or judge."""
    rate_storage: Annotated[SecretStr, AfterValidator(_check_rate_storage)] = SecretStr(IN_MEMORY)
    """The counter of rates: each server's own, or redis://host (with the package redis) for many together."""

    log_format: Literal["auto", "text", "json"] = "auto"
    """Text on a terminal and JSON elsewhere, or always one of them."""

    _file: Path | None = PrivateAttr(None)

    @property
    def file(self) -> Path | None:
        """The file that says some of them, if there is one."""
        return self._file

    @property
    def database_address(self) -> str:
        """The address of the database, with the password."""
        return (
            self.database.get_secret_value()
            if self.database
            else f"sqlite:///{self.data.absolute() / 'surveyor.db'}"
        )

    @property
    def blobs_address(self) -> str:
        """The folder or bucket of the photos."""
        return self.blobs or str(self.data.absolute() / "photos")

    def rate(self, name: str) -> RateLimitItem:
        """Return one of the rates above."""
        return parse(getattr(self, name))


def read_settings(
    config: Path | None = None, environment: Mapping[str, str] | None = None, **given: object
) -> Settings:
    """Return the settings of a file, the environment and the command line, in the order of their precedence.

    The file is `config`, or else the one that SURVEYOR_CONFIG names. Empty variables and arguments that are
    None count as not set.

    Raises:
        SettingsError: A value cannot be, or there is no such setting; the message names it, and who says it.
    """
    environment = os.environ if environment is None else environment
    named = environment.get(f"{PREFIX}CONFIG", "")
    file = config or (Path(named) if named else None)
    given_values = [
        *_from_file(file),
        *_from_environment(environment),
        *_given(given),
    ]
    values = {name: value for name, value, _ in given_values}
    origins = {name: origin for name, _, origin in given_values}
    problems = [_unknown(name, origins[name]) for name in values if name not in Settings.model_fields]
    if problems:
        raise SettingsError("; ".join(problems))
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        said = [f"{origins[str(each['loc'][0])]}: {in_our_words(each)}" for each in error.errors()]
        raise SettingsError("; ".join(said)) from None  # its own text shows the values, secrets too
    settings._file = file
    return settings


Given = Iterator[tuple[str, object, str]]
"""Settings as name, value, and who says so."""


def _from_file(path: Path | None) -> Given:
    if path is None:
        return
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is no TOML: {error}") from error
    for name, value in document.items():
        yield name, value, f"{name} in {path}"


def _from_environment(environment: Mapping[str, str]) -> Given:
    for variable, value in environment.items():
        name = variable.removeprefix(PREFIX).lower()
        if variable.startswith(PREFIX) and name not in OTHERS and value:
            yield name, value, variable


def _given(given: Mapping[str, object]) -> Given:
    for name, value in given.items():
        if value is not None:
            yield name, value, "--" + name.replace("_", "-")


def _unknown(name: str, origin: str) -> str:
    near = get_close_matches(name, Settings.model_fields, 1)
    return f"{origin}: there is no such setting" + (f"; did you mean {near[0]}" if near else "")
