"""The JSON documents of the contract as types; `python -m service.schemas DIR` writes their JSON Schemas.

Squares are [row, column], counted from 0 at the top-left; pixels are [x, y] of the upright photo.
"""

import json
import sys
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from engine import COIN_TRACK, SIZE, Edict, MapDocument, ScoreReport, Season, Side, Terrain

if TYPE_CHECKING:  # a score needs no vision
    from vision import Reason as VisionReason
    from vision import SheetReading

T = TypeVar("T")
Index = Annotated[int, Field(ge=0, lt=SIZE)]
Place = tuple[Index, Index]
Pixel = tuple[float, float]
Share = Annotated[float, Field(ge=0, le=1)]
Coins = Annotated[int, Field(ge=0, le=COIN_TRACK)]
Row = Annotated[tuple[T, ...], Field(min_length=SIZE, max_length=SIZE)]
Nodes = Annotated[tuple[T, ...], Field(min_length=SIZE + 1, max_length=SIZE + 1)]
Boxes = Annotated[tuple[T, ...], Field(min_length=5, max_length=5)]
Seasons = Annotated[tuple[T, ...], Field(max_length=len(Season))]


class Document(BaseModel):
    """What all documents have in common: they never change, and may grow by further keys."""

    model_config = ConfigDict(
        frozen=True,
        serialize_by_alias=True,
        validate_by_alias=True,
        validate_by_name=True,
        use_attribute_docstrings=True,
    )

    def to_line(self) -> str:
        """Return the document as one line of JSON, in plain ASCII so that any terminal can print it."""
        return json.dumps(self.model_dump(mode="json"))


class Map(Document):
    """A map to be scored, and what else is known of its game (surveyor/map@1)."""

    schema_name: Literal["surveyor/map@1"] = Field(validation_alias="schema", serialization_alias="schema")
    side: Side
    terrain: Row[Row[Terrain]]
    """The terrain of each square, the top row first."""
    ruins: tuple[Place, ...] | None = None
    """Squares with ruins; those of the side by default."""
    coins: Coins | None = None
    edicts: Annotated[tuple[str, ...], Field(max_length=4)] | None = None
    """Names of the scoring cards, in the order A B C D."""
    season: Season | None = None
    """The season that ends: only its two edicts count."""

    @classmethod
    def from_engine(cls, document: MapDocument) -> "Map":
        """Return the engine's map as a document."""
        return cls.model_validate(document.to_json())

    def to_engine(self) -> MapDocument:
        """Return the map for the engine.

        Raises:
            EngineError: The map contradicts itself or what is printed on its side.
        """
        return MapDocument.from_json(self.model_dump(mode="json", exclude_none=True))


class Score(Document):
    """What a map is worth (surveyor/score@1)."""

    schema_name: Literal["surveyor/score@1"] = Field(validation_alias="schema", serialization_alias="schema")
    edicts: dict[str, int]
    """Stars by the name of the edict."""
    coins: Coins
    monsters: Annotated[int, Field(le=0)]
    total: int
    squares: dict[str, tuple[Place, ...]]
    """The squares that earn the stars of each edict, and those that lose stars to `monsters`."""

    @classmethod
    def from_report(cls, report: ScoreReport) -> "Score":
        """Return the engine's report as a document."""
        return cls.model_validate(report.to_json())


class Reason(Document):
    """Why a photo was rejected or needs a person's eye."""

    code: str = Field(examples=["no_grid"])
    """A stable word for programs."""
    message: str
    """What is wrong."""
    advice: str
    """What to do about it."""

    @classmethod
    def from_vision(cls, reason: "VisionReason | None") -> "Reason | None":
        """Return the reason as a document, if there is one."""
        return cls.model_validate(reason.to_json()) if reason else None


class Status(StrEnum):
    """How a photo ended."""

    READ = "read"
    REVIEW = "review"
    REJECTED = "rejected"


class Photo(Document):
    """The file that was read."""

    name: str
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None = None
    """Hash of the file's bytes; null if they could not be had."""
    page: Annotated[int, Field(ge=0)] | None = None
    """Page of a file of several."""
    width: Annotated[int, Field(gt=0)] | None = None
    """Width of the upright photo in pixels; null if it could not be opened."""
    height: Annotated[int, Field(gt=0)] | None = None


class Sheet(Document):
    """One map sheet found in a photo."""

    side: Side
    side_confidence: Share
    corners: tuple[Pixel, Pixel, Pixel, Pixel]
    """Outer corners of the field in the sheet's own order: top-left, top-right, bottom-right, bottom-left."""
    lattice: Nodes[Nodes[Pixel]]
    """Where each of the 12 x 12 crossings of grid lines lies in the photo."""
    lattice_error: Annotated[float, Field(ge=0)]
    """Typical distance of the lattice from the printed lines, in squares."""
    terrain: Row[Row[Terrain]]
    confidence: Row[Row[Share]]
    """Probability that the terrain of each square is right."""
    doubtful: tuple[Place, ...]
    """Squares that a person should look at."""
    alternatives: dict[str, dict[Terrain, Share]]
    """By "row,column": what each doubtful square may hold, and how likely."""
    coins: Coins | None
    """Filled coins of the track; null if they were not read."""
    coins_confidence: Share
    boxes: Seasons[Boxes[int | None] | None]
    """Season scores, spring first: first edict, second edict, coins, monsters, total."""
    boxes_confidence: Seasons[Boxes[Share] | None]

    @classmethod
    def from_reading(cls, reading: "SheetReading") -> "Sheet":
        """Return what was read: pixels to a hundredth, probabilities to four decimals."""
        doubtful = set(reading.doubtful)
        fields = {
            "side": reading.side,
            "side_confidence": _share(reading.side_confidence),
            "corners": reading.geometry.corners.round(2).tolist(),
            "lattice": reading.geometry.lattice.round(2).tolist(),
            "lattice_error": round(max(0.0, reading.geometry.error), 4),
            "terrain": _in_rows([cell.terrain for cell in reading.cells]),
            "confidence": _in_rows([_share(cell.confidence) for cell in reading.cells]),
            "doubtful": reading.doubtful,
            "alternatives": {
                f"{cell.square.row},{cell.square.column}": _shares(cell.alternatives)
                for cell in reading.cells
                if cell.square in doubtful
            },
            "coins": reading.coins,
            "coins_confidence": _share(reading.coins_confidence),
            "boxes": reading.boxes,
            "boxes_confidence": reading.boxes_confidence,
        }
        return cls.model_validate(fields)

    def to_engine(
        self, *, coins: int | None, edicts: tuple[Edict, ...], season: Season | None
    ) -> MapDocument:
        """Return the map as read, with what is known of its game.

        Raises:
            EngineError: What was read contradicts what is printed on its side.
        """
        read = Map(schema_name="surveyor/map@1", side=self.side, terrain=self.terrain)
        return MapDocument(read.to_engine().sheet, coins, edicts, season)


class Reading(Document):
    """What became of one photo, or of one page of a file (surveyor/reading@1)."""

    schema_name: Literal["surveyor/reading@1"] = Field(
        default="surveyor/reading@1", validation_alias="schema", serialization_alias="schema"
    )
    photo: Photo
    status: Status
    """`read`: nothing doubtful; `review`: look at `doubtful` and `reason`; `rejected`: no sheet."""
    reason: Reason | None
    seconds: Annotated[float, Field(ge=0)]
    model: str | None
    """The model that read the squares; null if it did not come to that."""
    sheets: tuple[Sheet, ...]

    @property
    def needs_a_person(self) -> bool:
        """Whether it was rejected or must be reviewed."""
        return self.status is not Status.READ


class ScannedSheet(Document):
    """A sheet as a map, and its score."""

    map: Map
    score: Score


class Scan(Document):
    """A reading, and for each of its sheets the map and its score (surveyor/scan@1)."""

    schema_name: Literal["surveyor/scan@1"] = Field(
        default="surveyor/scan@1", validation_alias="schema", serialization_alias="schema"
    )
    reading: Reading
    sheets: tuple[ScannedSheet, ...]


class InvalidField(Document):
    """A part of a request that is not what it should be."""

    where: str
    message: str


class Problem(Document):
    """Why a request failed (RFC 9457, application/problem+json)."""

    type: str = Field(examples=["urn:surveyor:problem:no_grid"])
    """A stable name of the kind of problem."""
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    reason: Reason | None = None
    """Why a photo could not be read."""
    errors: tuple[InvalidField, ...] = ()
    """The parts of the request that are wrong."""


def _share(share: float) -> float:
    return round(min(max(float(share), 0.0), 1.0), 4)


def _shares(shares: Mapping[Terrain, float]) -> dict[Terrain, float]:
    return {terrain: _share(share) for terrain, share in shares.items()}


def _in_rows(values: list[T]) -> list[list[T]]:
    return [values[start : start + SIZE] for start in range(0, len(values), SIZE)]


PUBLISHED: Mapping[str, tuple[type[Document], JsonSchemaMode]] = {
    "map@1": (Map, "validation"),
    "score@1": (Score, "serialization"),
    "reading@1": (Reading, "serialization"),
    "scan@1": (Scan, "serialization"),
    "problem@1": (Problem, "serialization"),
}


def json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a document, such as `reading@1`."""
    document, mode = PUBLISHED[name]
    names = {"$schema": GenerateJsonSchema.schema_dialect, "$id": f"urn:surveyor:{name}"}
    return names | document.model_json_schema(mode=mode) | {"title": f"surveyor/{name}"}


def schema_text(name: str) -> str:
    """Return the JSON Schema of a document as it stands in its file."""
    return json.dumps(json_schema(name), indent=2) + "\n"


def write_schemas(folder: Path) -> None:
    """Write the JSON Schemas of all documents into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PUBLISHED:
        (folder / f"{name}.json").write_text(schema_text(name), "utf-8")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
