"""A map as the pages show it: what is on each square, what it earns, where it lies in the photo."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine import ALL_SQUARES, Edict, MapSheet, ScoreReport, Square, Terrain
from service.formats.squarenames import label

SLOTS = "abcd"
"""The edicts by their places, as classes in the drawings; monsters are m."""


@dataclass(frozen=True, slots=True)
class SquareView:
    """One square."""

    square: Square
    terrain: Terrain
    ruins: bool = False
    doubtful: bool = False
    earns: tuple[str, ...] = ()
    """The slots whose stars it earns (a to d), or loses (m)."""
    outline: str = ""
    """Its corners in the photo, as SVG has them; empty where there is no photo."""

    @property
    def row(self) -> int:
        """Its row, from 0."""
        return self.square.row

    @property
    def column(self) -> int:
        """Its column, from 0."""
        return self.square.column

    @property
    def name(self) -> str:
        """Its name, as C4."""
        return label(self.square)

    @property
    def marks(self) -> Mapping[str, bool]:
        """CSS classes beside those of its terrain and of what it earns."""
        return {"doubtful": self.doubtful}

    @property
    def classes(self) -> str:
        """Its CSS classes."""
        earned, marks = (f"earns-{slot}" for slot in self.earns), self.marks
        return " ".join([f"t-{self.terrain}", *earned, *(mark for mark in marks if marks[mark])])


def view_map(
    sheet: MapSheet,
    *,
    report: ScoreReport | None = None,
    edicts: Sequence[Edict] = (),
    doubtful: Collection[Square] = (),
    lattice: Sequence[Sequence[tuple[float, float]]] | None = None,
) -> list[SquareView]:
    """Return the squares of a map to be shown, row by row.

    Those that a report scores are lit when somebody asks why; the edicts of the game, in the order A B C D,
    tell the slots of its lines. The lattice is in pixels of the photo that is shown, where there is one.
    """
    earned = _earned(report, edicts) if report else {}
    marked, ruins = frozenset(doubtful), frozenset(sheet.ruins)
    return [
        SquareView(
            square,
            sheet[square],
            square in ruins,
            square in marked,
            tuple(slot for slot, squares in earned.items() if square in squares),
            _outline(lattice, square) if lattice else "",
        )
        for square in ALL_SQUARES
    ]


def _earned(report: ScoreReport, edicts: Sequence[Edict]) -> Mapping[str, Collection[Square]]:
    """Return the squares of each slot."""
    slots = {edict: slot for edict, slot in zip(edicts, SLOTS, strict=False)}
    earned = {slots[line.edict]: line.stars.squares for line in report.lines if line.edict in slots}
    return earned | {"m": report.monsters.squares}


def _outline(lattice: Sequence[Sequence[tuple[float, float]]], square: Square) -> str:
    row, column = square
    nodes = (
        lattice[row][column],
        lattice[row][column + 1],
        lattice[row + 1][column + 1],
        lattice[row + 1][column],
    )
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in nodes)
