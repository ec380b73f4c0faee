"""Doubts of a sheet, which a person settles before its score counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from engine import EngineError, Season, Square, Terrain, find_edict
from engine.certainty import LeftOpen, weigh_score
from engine.scoreboxes import written_for
from engine.scoring import EDICT_LETTERS
from engine.sentence import FINAL_BOX
from service.documents import Document, Reason, Sheet, SheetMap, SquareAt
from service.documents.base import IF_KNOWN, Share
from service.scores.certainty import TOGETHER, Subject

BOXES = "boxes_uncertain"
"""The reason of a sheet of whose season boxes some could not be read."""
SAME_MAP = "same_map"
"""The reason of a sheet with the map of another player's."""
OF_ANOTHER = Reason(
    code=SAME_MAP,
    message="This is square by square the map of another player.",
    advice="The organiser makes sure whose it is.",
)


class SquareDoubt(Document):
    """A square that the picture does not settle."""

    kind: Literal["square"] = "square"
    square: SquareAt
    alternatives: dict[Terrain, Share] | None = IF_KNOWN
    """Its possible terrains after corrections of other squares; else those of the reading apply."""
    idle: bool = Field(default=False, exclude_if=lambda idle: not idle)
    """Whether it is shown but not asked about, since the total hardly depends on it."""

    def shares(self, read: Sheet) -> dict[Terrain, float]:
        """Return what the square likely holds, likeliest first, as far as it is known."""
        row, column = self.square
        possible = read.possible.get(f"{row},{column}")
        if possible and self.square in read.covered:
            return dict(sorted(possible.items(), key=lambda each: -each[1]))
        return self.alternatives or read.alternatives.get(f"{row},{column}", {})

    def chances(self, read: Sheet) -> dict[Terrain, float]:
        """Return all that the square may hold; unlikely terrains, too, where only one is worth naming."""
        row, column = self.square
        if self.alternatives and len(self.alternatives) > 1:
            return self.alternatives
        return read.possible.get(f"{row},{column}") or self.shares(read)


class CoinsDoubt(Document):
    """The coin track, where it could not be read."""

    kind: Literal["coins"] = "coins"


class SheetDoubt(Document):
    """Something about the sheet as a whole, found while it was read."""

    kind: Literal["sheet"] = "sheet"
    reason: Reason


class PlaceDoubt(Document):
    """A doubt about the player, the round or the season of the sheet."""

    kind: Literal["place"] = "place"
    reason: Reason


Doubt = Annotated[SquareDoubt | CoinsDoubt | SheetDoubt | PlaceDoubt, Field(discriminator="kind")]


def without_others(doubt: Doubt) -> Doubt:
    """Return a doubt as the player of the sheet sees it: that of an equal map names its other player."""
    is_named = isinstance(doubt, PlaceDoubt) and doubt.reason.code == SAME_MAP
    return PlaceDoubt(reason=OF_ANOTHER) if is_named else doubt


def doubts_of(sheet: Sheet, reason: Reason | None) -> list[Doubt]:
    """Return the doubts of a reading: the sheet as a whole first, then the squares in reading order."""
    found: list[Doubt] = []
    if reason is not None and reason.code != TOGETHER:
        found.append(SheetDoubt(reason=reason))
    if sheet.coins is None:
        found.append(CoinsDoubt())
    return found + [SquareDoubt(square=square) for square in sheet.doubtful]


def is_asked(doubt: Doubt) -> bool:
    """Tell whether a doubt is asked about."""
    match doubt:
        case SquareDoubt(idle=idle):
            return not idle
        case SheetDoubt(reason=reason):
            return Subject.of(reason) is not Subject.SQUARES  # which have doubts of their own
        case _:
            return True


@dataclass(frozen=True, slots=True)
class Settled:
    """The doubts that a person has settled on a sheet."""

    squares: frozenset[SquareAt] = frozenset()
    coins: bool = False
    boxes: bool = False
    """Whether no season box is left open."""
    sheet: bool = False
    """Whether the person has looked at the sheet as a whole, and all else on it is as read."""
    whole: bool = False
    """Whether only the doubts about the sheet as a whole are settled."""

    def left_of(self, doubts: Sequence[Doubt]) -> list[Doubt]:
        """Return the doubts that remain."""
        return [doubt for doubt in doubts if not self._settles(doubt)]

    def _settles(self, doubt: Doubt) -> bool:
        match doubt:
            case SquareDoubt(square=square):
                return self.sheet or square in self.squares
            case CoinsDoubt():
                return self.coins
            case SheetDoubt(reason=reason):
                of_coins = self.coins and Subject.of(reason) is Subject.COINS
                unread = reason.params.get("boxes", {FINAL_BOX: 1})  # older releases' reasons name none
                boxes = self.boxes and reason.code == BOXES and FINAL_BOX not in unread
                return self.sheet or self.whole or of_coins or boxes
            case PlaceDoubt():
                return False


def of_place(doubts: Sequence[Doubt]) -> tuple[PlaceDoubt, ...]:
    """Return those of the doubts about a sheet that are about its place."""
    return tuple(doubt for doubt in doubts if isinstance(doubt, PlaceDoubt))


def weighed(
    map: SheetMap,
    read: Sheet,
    doubts: Sequence[Doubt],
    edicts: Sequence[str],
    season: Season | None,
) -> list[Doubt]:
    """Return the doubts, with those squares marked as idle that need not be settled.

    They need not if the total is right all the same with a probability of 0.995
    (`engine.certainty.weigh_score`). Where edicts or season are not known, or the map is impossible, no
    square is idle.
    """
    squares = [doubt for doubt in doubts if isinstance(doubt, SquareDoubt)]
    asked = _asked(map, read, squares, edicts, season)
    return [
        doubt.model_copy(update={"idle": Square(*doubt.square) not in asked})
        if isinstance(doubt, SquareDoubt)
        else doubt
        for doubt in doubts
    ]


def _asked(
    map: SheetMap,
    read: Sheet,
    doubts: Sequence[SquareDoubt],
    edicts: Sequence[str],
    season: Season | None,
) -> set[Square]:
    """Return the squares that have to be settled."""
    every = {Square(*doubt.square) for doubt in doubts}
    if not doubts or season is None or len(edicts) != len(EDICT_LETTERS):
        return every
    try:
        sheet = map.to_engine()
        open = dict(_open_squares(map, read, doubts))
        left_open = LeftOpen(open, written=written_for(map.boxes, season))
        if len(left_open.squares) < len(every):
            return every
        return set(weigh_score(sheet, [find_edict(name) for name in edicts], left_open, season=season).settle)
    except EngineError:  # what cannot be, such as a hero on a mountain
        return every


def _open_squares(
    map: SheetMap, read: Sheet, doubts: Iterable[SquareDoubt]
) -> Iterable[tuple[Square, dict[Terrain, float]]]:
    """Yield the other terrains that each square may hold; squares without any are left out."""
    for doubt in doubts:
        stands = map.at(doubt.square)
        others = {terrain: share for terrain, share in doubt.chances(read).items() if terrain is not stands}
        if others:
            yield Square(*doubt.square), others
