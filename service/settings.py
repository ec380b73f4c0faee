"""How the service is set up: from the environment, and from the command line, which goes first."""

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from vision.door import MAX_PHOTO_BYTES

FORM_BYTES = 64 * 1024  # what a form adds to the photo in it


class Settings(BaseSettings):
    """Each field is also read from the environment, as SURVEYOR_ and its name."""

    model_config = SettingsConfigDict(env_prefix="SURVEYOR_", frozen=True)

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    data: Path = Path("surveyor-data")
    """Folder of what the service keeps, unless the two below say another place."""
    database: str | None = None
    """Address of the database, as `postgresql://user@host/name`; by default SQLite in the folder."""
    blobs: str | None = None
    """Address of a bucket for the photos, as `s3://bucket/folder`; by default a folder in the folder."""
    cluster: str | None = None
    """Address of a Dask scheduler whose workers read the photos; by default processes of this machine."""
    lease_seconds: Annotated[float, Field(ge=1)] = 60.0
    """After so long without a sign of life from a server, others take up what it was reading."""
    max_batch_bytes: Annotated[int, Field(gt=0)] = 2 * 2**30
    """Likewise, for many photos at once."""
    max_upload_bytes: Annotated[int, Field(gt=0)] = MAX_PHOTO_BYTES + FORM_BYTES
    """Requests with a longer body are refused."""
    most_waiting: Annotated[int, Field(gt=0)] = 2000
    """Pages that may wait to be read; beyond it, uploads are put off."""
    progress_seconds: Annotated[float, Field(gt=0)] = 0.5
    """Time between two looks at a batch that somebody watches."""
    readers: Annotated[int, Field(gt=0)] = os.cpu_count() or 1
    """Photos read at the same time; the others wait their turn."""

    @property
    def database_address(self) -> str:
        """Where the database is."""
        return self.database or f"sqlite:///{self.data.absolute() / 'surveyor.db'}"

    @property
    def blobs_address(self) -> str:
        """Where the photos are."""
        return self.blobs or str(self.data.absolute() / "photos")


class SettingsError(Exception):
    """The environment or the command line sets something that cannot be."""


def read_settings(**given: object) -> Settings:
    """Return the settings, with what was given on the command line (None: not given).

    Raises:
        SettingsError: A value cannot be; the message names it.
    """
    told = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**told)  # type: ignore[arg-type]  # pydantic checks each
    except ValidationError as error:
        problems = [f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in error.errors()]
        raise SettingsError("; ".join(problems)) from error
