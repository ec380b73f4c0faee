"""What a person says of a sheet that was read."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import zip_longest
from typing import Annotated, Any

from pydantic import ConfigDict, Field, model_validator

from engine import Side, Terrain
from service.documents import Coins, Document, Place, WrittenBoxes
from service.store.events import Event


class Said(Document):
    """What a person says; a field that is none is refused, for it would be lost without a word."""

    model_config = ConfigDict(extra="forbid")


class CorrectedSquare(Said):
    """What stands on a square; the same as was read, if that is confirmed."""

    square: Place
    terrain: Terrain


class SheetCorrection(Said):
    """What a person says of a sheet; all that is left out stays as it is."""

    squares: Annotated[tuple[CorrectedSquare, ...], Field(max_length=121)] = ()
    coins: Coins | None = None
    side: Side | None = None
    boxes: WrittenBoxes | None = None
    """Season by season, spring first; those that are null or left out stay."""
    final: Annotated[int, Field(ge=-200, le=999)] | None = None
    confirm: bool = False
    """Whether this person has looked at the whole sheet: what is not corrected is then as it was read."""
    whole: bool = False
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

    def apply(self, map: Mapping[str, Any]) -> dict[str, Any]:
        """Return the map with what this person says."""
        corrected = deepcopy(dict(map))
        for each in self.squares:
            row, column = each.square
            corrected["terrain"][row][column] = each.terrain.value
        told = self.model_dump(mode="json", include={"coins", "side", "final"}, exclude_none=True)
        boxes = _merged(corrected.get("boxes") or (), self.boxes) if self.boxes is not None else None
        return corrected | told | ({} if boxes is None else {"boxes": boxes})


def said_in(events: Iterable[Event]) -> list[SheetCorrection]:
    """Return what was said, by the events that keep it."""
    return [SheetCorrection.model_validate(event.body["correction"]) for event in events]


def _merged(before: Sequence[Any], said: WrittenBoxes) -> list[Any]:
    """Return the boxes of the seasons: those that were said, else those from before."""
    pairs = zip_longest(before, said)
    return [list(after) if after is not None else was for was, after in pairs]
