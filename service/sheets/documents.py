"""A person's correction of a sheet that was read."""

from collections.abc import Iterable
from itertools import zip_longest
from typing import Annotated

from pydantic import Field, StrictBool, model_validator

from engine import Side, Square, Terrain
from service.documents import Coins, RequestBody, SheetMap, SquareAt, Written, WrittenBoxes
from service.store.events import Event


class CorrectedSquare(RequestBody):
    """The terrain of a square; the same as was read, if that is confirmed."""

    square: SquareAt
    terrain: Terrain


class SheetCorrection(RequestBody):
    """A correction of a sheet; all that is left out stays as it is."""

    squares: Annotated[tuple[CorrectedSquare, ...], Field(max_length=121)] = ()
    coins: Coins | None = None
    side: Side | None = None
    boxes: WrittenBoxes | None = None
    """Season by season, spring first; those that are null or left out stay. A null in one is an empty box."""
    final: Written | None = None
    without_final: StrictBool = False
    """Whether the written final score is left out, as one that does not fit the others."""
    confirm: StrictBool = False
    """Whether this person has looked at the whole sheet: what is not corrected is then as it was read."""
    whole: StrictBool = False
    """Whether what was doubtful about the sheet as a whole, its side or its lines, is settled by this;
    doubtful squares are not by that."""

    @model_validator(mode="after")
    def _says_something(self) -> "SheetCorrection":
        if self == SheetCorrection.model_construct():
            raise ValueError("nothing is corrected or confirmed")
        squares = [each.square for each in self.squares]
        if len(set(squares)) < len(squares):
            raise ValueError("a square is corrected twice")
        return self

    def apply(self, map: SheetMap) -> SheetMap:
        """Return the map with this correction."""
        squares = {Square(*each.square): each.terrain for each in self.squares}
        numbers = self.model_dump(include={"coins", "side", "final"}, exclude_none=True)
        boxes = {} if self.boxes is None else {"boxes": merged(map.boxes, self.boxes)}
        left_out = {"final": None} if self.without_final else {}
        return map.with_squares(squares).model_copy(update=numbers | boxes | left_out)


def said_in(events: Iterable[Event]) -> list[SheetCorrection]:
    """Return the corrections that are recorded in events."""
    return [SheetCorrection.model_validate(event.body["correction"]) for event in events]


def merged(before: WrittenBoxes, said: WrittenBoxes) -> WrittenBoxes:
    """Return the boxes of the seasons: the corrected ones, else those from before."""
    return tuple(was if after is None else after for was, after in zip_longest(before, said))
