"""Documents of scans: corrections of readings, and readings with their scores."""

from typing import Annotated, Literal

from pydantic import Field

from engine import Side, Terrain
from service.documents.base import Digest, Document, Named, Share, SquareAt
from service.documents.maps import Map, Score
from service.documents.readings import Reading


class Correction(Document):
    """The correction of one square (surveyor/correction@1)."""

    schema_name: Named[Literal["surveyor/correction@1"]]
    photo: Digest
    """Hash of the photo's bytes."""
    page: Annotated[int, Field(ge=0)] | None
    sheet: Annotated[int, Field(ge=0)]
    """Number of the sheet in the photo, from 0."""
    side: Side
    square: SquareAt
    read: Terrain
    """The terrain that was read."""
    probabilities: dict[Terrain, Share]
    """Terrains that the reader held possible, as far as the reading has them."""
    said: Terrain
    """The person's answer; it may be what was read."""
    model: str
    model_sha256: Digest | None
    """Hash of the network; null if that model was not installed where the correction was made."""
    crop: Digest
    """Hash of the PNG of the square and a quarter square around it, seen straight in even light."""
    picture: Digest
    """Hash of the PNG of the whole sheet, likewise."""
    when: str
    """Moment in ISO 8601."""
    writer: str | None
    """Whose pencil it is."""
    by: str | None
    """The person who answered."""


class ScannedSheet(Document):
    """A sheet as a map, and its score."""

    map: Map
    score: Score


class Scan(Document):
    """A reading, and for each of its sheets the map and its score (surveyor/scan@1)."""

    schema_name: Named[Literal["surveyor/scan@1"]] = "surveyor/scan@1"
    reading: Reading
    sheets: tuple[ScannedSheet, ...]
