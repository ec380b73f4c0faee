"""The boxes at the foot of a sheet, into which players write what their seasons scored."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.edicts import Edict
from engine.fields import read_list, read_written
from engine.mapsheet import MapSheet
from engine.scoring import EDICT_LETTERS, Season, monster_losses, season_edicts
from engine.sentence import later

WrittenSeason: TypeAlias = Sequence[int | None] | None
"""One season as a reading tells it: first edict, second edict, coins, monsters, total; None where nothing is
written or it cannot be read."""


class Box(StrEnum):
    """The boxes of a season on the sheet, in the order of a reading."""

    FIRST_EDICT = "first_edict"
    SECOND_EDICT = "second_edict"
    COINS = "coins"
    MONSTERS = "monsters"
    TOTAL = "total"

    @property
    def words(self) -> str:
        """The label of the box, as a word of the translations."""
        return BOX_WORDS[self]


BOX_WORDS = {
    Box.FIRST_EDICT: later("first edict"),
    Box.SECOND_EDICT: later("second edict"),
    Box.COINS: later("coins"),
    Box.MONSTERS: later("monsters"),
    Box.TOTAL: later("total"),
}
PARTS = (Box.FIRST_EDICT, Box.SECOND_EDICT, Box.COINS, Box.MONSTERS)
"""The boxes that add up to the total."""

_BLANK = (None,) * len(Box)

Place: TypeAlias = tuple[Season, Box]


def whole_boxes(boxes: Sequence[WrittenSeason]) -> list[tuple[int | None, ...]]:
    """Return the boxes of all four seasons, None where nothing is written.

    >>> whole_boxes([(3, 0, 1, 0, 4)])[1]
    (None, None, None, None, None)
    """
    rows = [(*(row or ()), *_BLANK)[: len(_BLANK)] for row in boxes]
    return rows + [_BLANK] * (len(Season) - len(rows))


def last_written(boxes: Sequence[WrittenSeason]) -> Season | None:
    """Return the last season of which numbers are written; a single one may be a misread stroke.

    >>> last_written([(3, 0, 1, 0, 4), None, (None, None, 1, None, None)])
    <Season.SPRING: 'spring'>
    """
    rows = zip(Season, boxes, strict=False)
    written = [season for season, row in rows if sum(number is not None for number in row or ()) > 1]
    return written[-1] if written else None


def written_for(boxes: Sequence[WrittenSeason], season: Season | None) -> WrittenSeason:
    """Return what is written of a season; None where a later one is written, after which more was drawn."""
    if season is None or last_written(boxes) is not season:
        return None
    return boxes[list(Season).index(season)]


class Origin(StrEnum):
    """The origin of a number."""

    WRITTEN = "written"
    MAP = "map"
    """Counted on the last map, which winter scores."""
    OTHERS = "others"
    """It follows from the other numbers."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a box that is known, and how."""

    value: int
    origin: Origin


Numbers: TypeAlias = dict[Place, Number]


@dataclass(frozen=True, slots=True)
class LastSheet:
    """The coins and numbers on a player's last sheet, beside the boxes of the seasons."""

    map: MapSheet | None
    """The last map, as winter scores it."""
    coins: int | None
    """The filled symbols of the coin track."""
    edicts: tuple[Edict, ...]
    """In the order A B C D, as far as they are known."""
    final: int | None
    """The final score that is written."""

    def edict(self, season: Season, box: Box) -> Edict | None:
        """Return the edict of a box, if that is known."""
        if box not in PARTS[:2]:
            return None
        number = EDICT_LETTERS.index(season.letters[PARTS.index(box)])
        return self.edicts[number] if number < len(self.edicts) else None

    def winter(self) -> dict[Box, int]:
        """Return what winter's boxes hold by the last map and its coin track."""
        counted: dict[Box, int] = {}
        if self.coins is not None:
            counted[Box.COINS] = self.coins
        if self.map is not None:
            counted[Box.MONSTERS] = monster_losses(self.map).total
        if self.map is not None and len(self.edicts) == len(EDICT_LETTERS):
            first, second = season_edicts(Season.WINTER, self.edicts)
            counted[Box.FIRST_EDICT] = first.earns(self.map).total
            counted[Box.SECOND_EDICT] = second.earns(self.map).total
        return counted


def read_boxes(value: object) -> tuple[WrittenSeason, ...]:
    """Return the boxes of a reading, or none for null.

    >>> read_boxes([[12, 9, 3, -2, 22], None, [4, None, 3, 0, None]])
    ([12, 9, 3, -2, 22], None, [4, None, 3, 0, None])

    Raises:
        MapFormatError: They are no lists of whole numbers.
    """
    rows = read_list(value or [], where="boxes")
    return tuple(_read_season(row, f"boxes[{number}]") for number, row in enumerate(rows))


def _read_season(row: object, where: str) -> WrittenSeason:
    if row is None:
        return None
    return [read_written(box, where=where) for box in read_list(row, where=where)]
