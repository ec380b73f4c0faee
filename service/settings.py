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
    """Folder of what the service keeps; it keeps nothing yet."""
    max_upload_bytes: Annotated[int, Field(gt=0)] = MAX_PHOTO_BYTES + FORM_BYTES
    """Requests with a longer body are refused."""
    readers: Annotated[int, Field(gt=0)] = os.cpu_count() or 1
    """Photos read at the same time; the others wait their turn."""


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
