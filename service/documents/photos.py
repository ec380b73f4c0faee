"""The photo of a reading."""

from typing import Annotated

from pydantic import Field

from service.documents.base import Document


class Photo(Document):
    """The file that was read."""

    name: str
    r"""Its path; bytes of it that are no text are written out, as in `caf\xe9.jpg`."""
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None = None
    """Hash of the file's bytes; null if they could not be had."""
    page: Annotated[int, Field(ge=1)] | None = None
    """Page of a document, from 1; null for a photo."""
    width: Annotated[int, Field(gt=0)] | None = None
    """Width of the upright photo in pixels; null if it could not be opened."""
    height: Annotated[int, Field(gt=0)] | None = None
