"""Photos and the sheets that were read on them."""

from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from engine import SIZE, MapSheet, Side, Square, Terrain
from service.documents.base import (
    IF_KNOWN,
    Boxes,
    Coins,
    Document,
    Named,
    Nodes,
    Pixel,
    Row,
    Seasons,
    Share,
    SquareAt,
    T,
    WrittenBoxes,
)
from service.documents.maps import Map, SheetMap
from service.documents.photos import Photo
from service.documents.problems import Noticed, Reason

if TYPE_CHECKING:  # a score needs no vision
    from vision import SheetReading
    from vision.context import JointReading
    from vision.read.reading import Marks


LEAST_SHARE = 1e-4  # terrains less likely than this are left out
FOREIGN = 0.5  # probability of something foreign from which a square counts as covered


class Status(StrEnum):
    """How a photo ended."""

    READ = "read"
    REVIEW = "review"
    REJECTED = "rejected"


class ContextEffect(StrEnum):
    """The effect of the context on a square."""

    SETTLED = "settled"
    CHANGED = "changed"
    ASKED = "asked"


class SquareMarks(Document):
    """Marks on a square beside its terrain."""

    attack: Share
    """How likely a hero's attack mark is."""
    initial: Annotated[str, Field(pattern="^[DZTG]?$")]
    """The likeliest letter on a monster, empty for none."""
    foreign: Share
    """How likely something hides it that is no drawing of the game: a stain, a finger, a word."""


class RethoughtSquare(Document):
    """A square on which the context has an effect."""

    square: SquareAt
    effect: ContextEffect
    """`settled`: the picture was doubtful and right; `changed`: it was unsure, something else is likelier;
    `asked`: it was sure, and is contradicted."""
    picture: Terrain
    """The terrain by the picture alone."""
    picture_confidence: Share
    context: Terrain
    """The terrain with its context."""
    why: str


class SheetContext(Document):
    """The reading by the picture alone, of a sheet that was read with the map before it or the cards."""

    terrain: Row[Row[Terrain]]
    confidence: Row[Row[Share]]
    doubtful: tuple[SquareAt, ...]
    rethought: tuple[RethoughtSquare, ...]
    explained: bool | None
    """Whether the cards can have drawn the sheet as read; null if none were given, or it took too long."""


class WrittenCode(Document):
    """The code on one of our own printed sheets (docs/printing.md)."""

    side: Side
    sheet: int
    """Its number in the print run, from 1."""
    tournament: str
    player: str


class PaperCurl(Document):
    """The part of a sheet where the paper bends most."""

    where: str
    """As a person would point at it, such as "lower left"."""
    squares: float
    """How far a node there lies from where it would on flat paper."""


class Sheet(Document):
    """One map sheet found in a photo."""

    side: Side
    side_confidence: Share
    corners: tuple[Pixel, Pixel, Pixel, Pixel]
    """Outer corners of the field in the sheet's own order: top-left, top-right, bottom-right, bottom-left."""
    lattice: Nodes[Nodes[Pixel]] | None = IF_KNOWN
    """Where each of the 12 x 12 crossings of grid lines lies in the photo; absent where nobody knows, as of
    a map that a person enters. Its corners are the photo's."""
    lattice_error: Annotated[float, Field(ge=0)]
    """Typical distance of the lattice from the printed lines, in squares."""
    terrain: Row[Row[Terrain]]
    ruins: tuple[SquareAt, ...] | None = IF_KNOWN
    """Squares with ruins on a sheet of side custom, if it was given what is printed on it."""
    confidence: Row[Row[Share]]
    """Probability that the terrain of each square is right."""
    doubtful: tuple[SquareAt, ...]
    """Squares that a person should look at."""
    alternatives: dict[str, dict[Terrain, Share]]
    """By "row,column": what each doubtful square may hold, and how likely."""
    possible: dict[str, dict[Terrain, Share]] = Field(default_factory=dict)
    """By "row,column": all that a square may hold, of each that is not beyond doubt; scores rest on it.
    Where it is left out, they rest on `alternatives`, and of squares without any on `confidence`."""
    marks: dict[str, SquareMarks] = Field(default_factory=dict)
    """By "row,column": squares with an attack mark, an initial, or something that hides them."""
    coins: Coins | None
    """Filled coins of the track; null if they were not read."""
    coins_confidence: Share
    coins_alternatives: dict[int, Share] | None = IF_KNOWN
    """How likely each count of filled coins is, where more than one may be right."""
    boxes: WrittenBoxes
    """Season scores, spring first: first edict, second edict, coins, monsters, total."""
    boxes_confidence: Seasons[Boxes[Share] | None]
    final: int | None = IF_KNOWN
    """The written final score, where one is read."""
    code: WrittenCode | None = IF_KNOWN
    """The code on one of our own printed sheets."""
    curl: PaperCurl | None = IF_KNOWN
    """The part where the paper bends most, if it does not lie flat."""
    lattice_confidence: Share | None = IF_KNOWN
    """Probability that every corner of the lattice is right to a quarter of a square."""
    hidden: tuple[SquareAt, ...] = ()
    """Squares that something covers."""
    print_name: Literal["known", "unknown"] = Field(
        default="known", validation_alias="print", serialization_alias="print"
    )
    """Whether the printed mountains look like those of a known edition; others are read all the same."""
    context: SheetContext | None = IF_KNOWN
    """With what is known beside the picture: the picture's own reading. All else is by both."""
    hand: str | None = IF_KNOWN
    """The writer whose handwriting, known from corrections, the reading took into account."""
    reason: Reason | None = IF_KNOWN
    """Among several sheets: why this one needs a person's eye."""

    @classmethod
    def from_reading(cls, reading: "SheetReading") -> "Sheet":
        """Return what was read: pixels to a hundredth, probabilities to four decimals."""
        fields = _place_of(reading) | _squares_of(reading) | _ledger_of(reading)
        return cls.model_validate(fields)

    @classmethod
    def from_joint(cls, read: "JointReading") -> "Sheet":
        """Return what was read by picture and context, with the picture's own reading beside it."""
        alone = cls.from_reading(read.picture)
        rethought = [
            {
                "square": each.square,
                "effect": each.effect,
                "picture": each.picture.terrain,
                "picture_confidence": share_of(each.picture.confidence),
                "context": each.context,
                "why": each.why,
            }
            for each in read.rethought
        ]
        context = SheetContext.model_validate(
            {
                "terrain": alone.terrain,
                "confidence": alone.confidence,
                "doubtful": alone.doubtful,
                "rethought": rethought,
                "explained": read.explained,
            }
        )
        return cls.from_reading(read.joint).model_copy(update={"context": context})

    def likely(self, square: SquareAt) -> dict[Terrain, float]:
        """Return what a square may hold, the likeliest first, as far as the document tells."""
        row, column = square
        shares = self.alternatives.get(f"{row},{column}")
        return shares or {self.terrain[row][column]: self.confidence[row][column]}

    @property
    def covered(self) -> frozenset[SquareAt]:
        """The squares that something hides, such as a finger, a card, a stain or a word."""
        foreign = {_square_of(name) for name, marks in self.marks.items() if marks.foreign > FOREIGN}
        return frozenset({*self.hidden, *foreign})

    @property
    def map(self) -> SheetMap:
        """The part that a person may correct."""
        return SheetMap(
            side=self.side, terrain=self.terrain, coins=self.coins, boxes=self.boxes, final=self.final
        )

    def to_engine(self) -> MapSheet:
        """Return the map as read.

        Raises:
            EngineError: What was read contradicts what is printed on its side.
        """
        return self.to_map().to_engine().sheet

    def to_map(self, coins: int | None = None) -> Map:
        """Return the map as read as a document of its own, with so many coins."""
        return Map(
            schema_name="surveyor/map@1",
            side=self.side,
            terrain=self.terrain,
            ruins=self.ruins,
            coins=coins,
            doubtful=self.doubtful,
        )


BLANK_PAGE = "blank_page"
"""The reason of a page with nothing on it, as the back of a sheet: where others were read nobody is asked."""
SHEET_UNREAD = "sheet_unread"
"""The reason of a photo that shows a sheet, beside those that were read, that could not be."""
NO_PICTURE = frozenset(
    {
        *("damaged_photo", "damaged_pdf", "locked_pdf", "no_pages", "too_complex", "too_demanding"),
        *("too_many_pages", "too_many_pixels", "unknown_pixels"),
    }
)
"""Codes of the reasons for which a file that looks like a photo could not be decoded."""


class Reading(Document):
    """The reading of one photo, or of one page of a document (surveyor/reading@1)."""

    schema_name: Named[Literal["surveyor/reading@1"]] = "surveyor/reading@1"
    photo: Photo
    status: Status
    """`read`: nothing doubtful; `review`: look at `doubtful` and `reason`; `rejected`: no sheet."""
    reason: Reason | None
    """The weightiest of `reasons`."""
    reasons: tuple[Noticed, ...] = ()
    """All that was noticed, the weightiest first."""
    seconds: Annotated[float, Field(ge=0)]
    model: str | None
    """The model that read the squares; null if it did not come to that."""
    sheets: tuple[Sheet, ...]

    @property
    def has_picture(self) -> bool:
        """Whether there is a picture to look at: the photo could be decoded."""
        return not NO_PICTURE & {reason.code for reason in (self.reason, *self.reasons) if reason}

    @property
    def is_by_hand(self) -> bool:
        """Whether nothing was read, and a person enters the map."""
        return self.model is None and bool(self.sheets)

    @property
    def needs_a_person(self) -> bool:
        """Whether it was rejected or must be reviewed."""
        return self.status is not Status.READ


def share_of(share: float) -> float:
    """Return a probability as documents have it: four decimals, from 0 to 1."""
    return round(min(max(float(share), 0.0), 1.0), 4)


def _place_of(reading: "SheetReading") -> dict[str, object]:
    """Return where the sheet lies in the photo, and which one it is."""
    geometry = reading.geometry
    return {
        "side": reading.side,
        "side_confidence": share_of(reading.side_confidence),
        "corners": geometry.corners.round(2).tolist(),
        "lattice": geometry.lattice.round(2).tolist(),
        "lattice_error": round(max(0.0, geometry.evidence.error), 4),
        "lattice_confidence": share_of(geometry.evidence.probability) if geometry.evidence.judged else None,
        "curl": asdict(reading.curl) if reading.curl else None,
        "code": asdict(reading.code) if reading.code else None,
        "print": "known" if reading.print_known else "unknown",
        "hidden": reading.hidden,
    }


def _squares_of(reading: "SheetReading") -> dict[str, object]:
    """Return the readings of the squares."""
    asked, named = set(reading.doubtful), [(_name_of(cell.square), cell) for cell in reading.cells]
    return {
        "terrain": _in_rows([cell.terrain for cell in reading.cells]),
        "ruins": sorted(reading.layout.ruins) if reading.layout else None,
        "confidence": _in_rows([share_of(cell.confidence) for cell in reading.cells]),
        "doubtful": reading.doubtful,
        "alternatives": {name: _shares(cell.alternatives) for name, cell in named if cell.square in asked},
        "possible": _possible(reading),
        "marks": {name: _marks_of(cell.marks) for name, cell in named if cell.marks.is_any},
    }


def _marks_of(marks: "Marks") -> dict[str, object]:
    return {
        "attack": share_of(marks.attack),
        "initial": marks.letter,
        "foreign": share_of(marks.foreign),
    }


def _ledger_of(reading: "SheetReading") -> dict[str, object]:
    """Return the readings below the map: coins, boxes, final score."""
    odds = {count: share_of(share) for count, share in enumerate(reading.coins_odds) if share >= LEAST_SHARE}
    return {
        "coins": reading.coins,
        "coins_confidence": share_of(reading.coins_confidence),
        "coins_alternatives": odds or None,
        "boxes": reading.boxes,
        "boxes_confidence": reading.boxes_confidence,
        "final": reading.final,
    }


def _name_of(square: Square) -> str:
    """Return the name of a square in documents: row and column from 0."""
    return f"{square.row},{square.column}"


def _square_of(name: str) -> SquareAt:
    row, column = name.split(",")
    return int(row), int(column)


def _possible(reading: "SheetReading") -> dict[str, dict[Terrain, float]]:
    """Return the possible terrains of the squares that are not certain, calibrated on photos.

    A covered square may hold what it looks like, or anything else. If it looks sure, its appearance counts
    for one half; else for as much as it looks like a drawing at all.
    """
    from vision.read.calibration import doubt_below, shares_on_photos  # a score needs no vision

    sure, by_square = doubt_below(reading.model), {}
    for cell in reading.cells:
        if reading.knows_its_print and cell.terrain.is_printed:
            continue  # as sure as the side
        shares = shares_on_photos(reading.model, cell.probabilities)
        if cell.shows_something_else:
            believed = 0.5 if cell.confidence >= sure else sum(cell.probabilities.values())
            drawn = [terrain for terrain in Terrain if not terrain.is_printed]
            even = (1.0 - believed) / len(drawn)
            shares = {terrain: believed * shares.get(terrain, 0.0) + even for terrain in drawn}
        if shares.get(cell.terrain, 0.0) <= 1.0 - LEAST_SHARE:
            by_square[_name_of(cell.square)] = {
                terrain: round(share, 5)
                for terrain, share in shares.items()
                if share >= LEAST_SHARE or terrain is cell.terrain
            }
    return by_square


def _shares(shares: Mapping[Terrain, float]) -> dict[Terrain, float]:
    return {terrain: share_of(share) for terrain, share in shares.items()}


def _in_rows(values: list[T]) -> list[list[T]]:
    return [values[start : start + SIZE] for start in range(0, len(values), SIZE)]
