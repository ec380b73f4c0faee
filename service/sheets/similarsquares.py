"""Corrections of some squares improve the reading of the others at once, since one hand drew them.

Only squares of which nobody has said anything follow. A doubtful one may become sure, and no question any
more; a sure one that the hand speaks against keeps its terrain, and becomes a question. All of it follows
from what was read and what is in force of what was said, so taking that back takes this back too.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine import Square, Terrain
from service.documents import SheetMap, SquareAt
from service.documents.readings import share_of
from service.sheets.documents import CorrectedSquare, SheetCorrection
from service.sheets.doubts import PlaceDoubt, SquareDoubt
from service.sheets.rows import MapInForce
from service.store.events import Event
from vision import CellReading, SheetReading
from vision.context.adaptation import KnownHand, sharpen


@dataclass(frozen=True, slots=True)
class Followed(MapInForce):
    """A sheet whose uncorrected squares have followed the corrected ones."""

    settled: tuple[Square, ...] = ()
    """No question any more."""
    asked: tuple[Square, ...] = ()
    """A question now, and none before."""

    def to_json(self) -> dict[str, object]:
        """Return what the log says of it."""
        lists = {"settled": self.settled, "asked": self.asked}
        return {"followed": {what: list(squares) for what, squares in lists.items() if squares}}


def followed_by(event: Event) -> tuple[int, int]:
    """Return how many squares followed a correction in the log: no questions any more, and new questions."""
    followed = event.body.get("followed", {})
    return len(followed.get("settled", ())), len(followed.get("asked", ()))


def follow_hand(
    seen: SheetReading | None,
    standing: MapInForce,
    said: Sequence[SheetCorrection],
    others: KnownHand | None,
    covered: Collection[SquareAt] = (),
) -> Followed:
    """Return a sheet whose uncorrected squares follow the corrected ones that look alike.

    `seen` is the sheet with all probabilities, None if they are not stored; `others` is how the player draws
    on other sheets. Of the covered squares nobody sees what they look like: they stay as they are.
    """
    map, doubts, named = standing.map, standing.doubts, squares_in(said)
    if seen is None or map.side != seen.side or any(each.confirm for each in said):
        return Followed(map, list(doubts))
    sharp = sharpen(seen, named, others)
    free = {
        cell.square: cell
        for cell in sharp.cells
        if not (cell.square in named or cell.square in covered or cell.terrain.is_printed)
    }
    asked = {square for square in sharp.doubtful if square in free}
    before = {Square(*each.square): each for each in doubts if isinstance(each, SquareDoubt)}
    after = {square: each for square, each in before.items() if square not in free}
    as_read = {cell.square: cell for cell in seen.cells}
    after |= {square: _doubt(free[square], as_read[square], before.get(square)) for square in asked}
    return Followed(
        map.with_squares({square: cell.terrain for square, cell in free.items()}),
        [
            *(each for each in doubts if not isinstance(each, SquareDoubt | PlaceDoubt)),
            *(after[square] for square in sorted(after)),
            *(each for each in doubts if isinstance(each, PlaceDoubt)),
        ],
        settled=tuple(sorted(before.keys() - after.keys())),
        asked=tuple(sorted(after.keys() - before.keys())),
    )


def squares_in(said: Sequence[SheetCorrection]) -> dict[Square, Terrain]:
    """Return the last correction of each square."""
    return {Square(*each.square): each.terrain for answer in said for each in answer.squares}


def as_seen(
    correction: SheetCorrection,
    stands: SheetMap,
    read: Sequence[Sequence[Terrain]],
    said: Sequence[SheetCorrection],
) -> SheetCorrection:
    """Return a correction with the squares that the person confirms because they followed others.

    Who confirms a sheet has seen it as it stands; what is not corrected counts as it was read.
    """
    if not correction.confirm:
        return correction
    named = squares_in([*said, correction])
    followed = tuple(
        CorrectedSquare(square=(row, column), terrain=name)
        for row, names in enumerate(stands.terrain)
        for column, name in enumerate(names)
        if name != read[row][column] and Square(row, column) not in named
    )
    return correction.model_copy(update={"squares": (*correction.squares, *followed)})


def _doubt(cell: CellReading, as_read: CellReading, before: SquareDoubt | None) -> SquareDoubt:
    """Return the doubt about a square; it names what it may hold where the reading says otherwise."""
    now, then = _shares(cell), _shares(as_read)
    idle = before is not None and before.idle
    return SquareDoubt(square=cell.square, alternatives=None if now == then else now, idle=idle)


def _shares(cell: CellReading) -> dict[Terrain, float]:
    return {terrain: share_of(share) for terrain, share in cell.alternatives.items()}
