"""The reading of a photo: probabilities first, the decision apart from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine import ALL_SQUARES, LAYOUTS, SIZE, Layout, MapSheet, Side, Square, Terrain
from engine.errors import check_kind
from vision.errors import Reason
from vision.find.geometry import SheetGeometry
from vision.own_sheets.sheetcode import SheetCode
from vision.read.curl import Curl, find_curl

WORTH_NAMING = 0.01  # alternatives less likely than this are left out
SOMETHING_ELSE = 0.5  # probability from which a square is asked about, however sure its terrain


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks beside the terrain that a cell may show, each with its probability."""

    attack: float = 0.0
    """A hero's attack mark."""
    initial: Mapping[str, float] = field(default_factory=dict)
    """The monster's letter, D Z T G, or "" for none."""
    foreign: float = 0.0
    """Something that is no drawing of the game: a stain, a finger, a word."""

    @property
    def is_any(self) -> bool:
        """Whether there likely is one."""
        return bool(self.letter) or max(self.attack, self.foreign) > SOMETHING_ELSE

    @property
    def letter(self) -> str:
        """The likeliest initial, "" for none."""
        return max(self.initial, key=self.initial.__getitem__, default="")


@dataclass(frozen=True, slots=True)
class CellReading:
    """The reading of a cell."""

    square: Square
    probabilities: Mapping[Terrain, float]
    """Calibrated; what is missing has probability 0."""
    marks: Marks = Marks()

    @property
    def terrain(self) -> Terrain:
        """The likeliest terrain."""
        return max(self.probabilities, key=self.probabilities.__getitem__)

    @property
    def confidence(self) -> float:
        """Probability that `terrain` is right."""
        return self.probabilities[self.terrain]

    @property
    def shows_something_else(self) -> bool:
        """Whether something likely lies on the square that is no drawing."""
        return not self.terrain.is_printed and self.marks.foreign > SOMETHING_ELSE

    def is_doubtful(self, doubt_below: float) -> bool:
        """Whether a person should look."""
        return self.confidence < doubt_below or self.shows_something_else

    @property
    def alternatives(self) -> dict[Terrain, float]:
        """The likeliest terrain and all others worth naming, likeliest first."""
        likely = sorted(self.probabilities.items(), key=lambda item: -item[1])
        return {terrain: share for terrain, share in likely if share >= min(WORTH_NAMING, likely[0][1])}


@dataclass(frozen=True)
class SheetReading:
    """One sheet as read, with all that is needed to check it."""

    geometry: SheetGeometry = field(repr=False)
    side: Side
    side_confidence: float
    cells: tuple[CellReading, ...] = field(repr=False)
    """121 cells, row by row."""
    model: str
    doubt_below: float
    """Squares read with less confidence are doubtful."""
    reasons: tuple[Reason, ...] = ()
    """Why the sheet as a whole needs a person's eye, the weightiest first."""
    print_known: bool = True
    """Whether the printed mountains look like those that the terrain network knows."""
    coins: int | None = None
    """Filled coins of the track; None: not read."""
    coins_confidence: float = 0.0
    coins_odds: tuple[float, ...] = field(default=(), repr=False)
    """Probability of each count from 0, also where none is sure; empty: they were not looked at."""
    boxes: tuple[tuple[int | None, ...] | None, ...] = ()
    """Season scores, spring first: first edict, second edict, coins, monsters, total; None: not filled in,
    or a number that cannot be read; empty: no boxes were seen."""
    boxes_confidence: tuple[tuple[float, ...] | None, ...] = field(default=(), repr=False)
    final: int | None = None
    """The final score that is written at the end of the boxes; None: not written, or not surely read."""
    code: SheetCode | None = None
    """The contents of the code on one of our own printed sheets."""
    layout: Layout | None = None
    """The print of a sheet of side custom; None for other sides, and where nobody gave it."""
    signs: NDArray[np.float64] = field(
        default_factory=lambda: np.zeros((SIZE * SIZE, 1)), repr=False, compare=False
    )
    """The network's features of each square, (121, features): like drawings are close."""

    def scaled(self, scale: float) -> "SheetReading":
        """Return the same reading with its lattice in the pixels of the photo at another scale."""
        return replace(self, geometry=self.geometry.scaled(scale))

    def noticing(self, *more: Reason) -> "SheetReading":
        """Return the same with more reasons, weightier than all others."""
        return replace(self, reasons=(*more, *(known for known in self.reasons if known not in more)))

    @property
    def knows_its_print(self) -> bool:
        """Whether what is printed on the sheet is known, and not read."""
        return self.side in LAYOUTS or self.layout is not None

    @property
    def reason(self) -> Reason | None:
        """The weightiest reason, if there is any."""
        return next(iter(self.reasons), None)

    @property
    def hidden(self) -> tuple[Square, ...]:
        """Squares that something covers, in reading order."""
        covered = self.geometry.hidden
        return tuple(cell.square for cell in self.cells if covered[cell.square])

    @property
    def curl(self) -> Curl | None:
        """The part where the paper bends most, or None where it lies as good as flat."""
        return find_curl(self.geometry.where)

    @property
    def doubtful(self) -> tuple[Square, ...]:
        """Squares that a person should look at, in reading order."""
        return tuple(cell.square for cell in self.cells if cell.is_doubtful(self.doubt_below))

    def to_map(self, corrections: Mapping[Square, Terrain] | None = None) -> MapSheet:
        """Decide on a map: the likeliest terrain of each square, or what a person said.

        Raises:
            ValueError: A correction names no square of the map, or no terrain.
            TypeError: The corrections are no mapping.
        """
        check_kind(corrections, Mapping | None, "corrections are a terrain by its square")
        said = {square: Terrain(held) for square, held in (corrections or {}).items()}
        strangers = [square for square in said if square not in ALL_SQUARES]
        if strangers:
            raise ValueError(f"{strangers[0]!r} is no square: squares are engine.Square(row, column), from 0")
        terrain = [said.get(cell.square, cell.terrain) for cell in self.cells]
        rows = tuple(tuple(terrain[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE))
        layout = LAYOUTS.get(self.side, self.layout)
        return MapSheet(rows, layout.ruins if layout else frozenset(), self.side)
