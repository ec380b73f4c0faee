"""The final score from the sheet alone: the season scores written on it, and the last map.

What follows is computed; what contradicts is named; nothing is repaired.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.contradictions import Contradiction, find_contradictions
from engine.edicts import Edict
from engine.errors import GameScoreError
from engine.layouts import COIN_TRACK
from engine.mapsheet import MapSheet
from engine.scoreboxes import PARTS, Box, LastSheet, Number, Numbers, Origin, Place, WrittenSeason
from engine.scoring import Season, check_edicts

FINAL_SCHEMA = "surveyor/final@1"


@dataclass(frozen=True, slots=True)
class Final:
    """The numbers on a sheet for the whole game."""

    numbers: Mapping[Place, Number]
    """Every number that is written or follows."""
    contradictions: tuple[Contradiction, ...]
    missing: tuple[Place, ...]
    """The boxes without which the total of their season does not follow."""

    @property
    def total(self) -> int | None:
        """The final score, if it follows and nothing contradicts it."""
        if self.contradictions or self.missing:
            return None
        return sum(self.numbers[season, Box.TOTAL].value for season in Season)

    @property
    def lost_to_monsters(self) -> int | None:
        """The stars lost to monsters in all seasons, if they follow and nothing is contradicted."""
        losses = [self.numbers.get((season, Box.MONSTERS)) for season in Season]
        if self.contradictions or None in losses:
            return None
        return -sum(number.value for number in losses if number)

    def to_json(self) -> dict[str, object]:
        """Return it as a surveyor/final@1 document."""
        return {
            "schema": FINAL_SCHEMA,
            "total": self.total,
            "lost_to_monsters": self.lost_to_monsters,
            "seasons": [self._season_to_json(season) for season in Season],
            "contradictions": [contradiction.to_json() for contradiction in self.contradictions],
            "missing": [{"season": season.value, "box": box.value} for season, box in self.missing],
        }

    def _season_to_json(self, season: Season) -> dict[str, object]:
        known = {box: self.numbers.get((season, box)) for box in Box}
        return {"season": season.value} | {
            box.value: number and {"value": number.value, "origin": number.origin.value}
            for box, number in known.items()
        }


def find_final(
    boxes: Sequence[WrittenSeason],
    *,
    sheet: MapSheet | None = None,
    coins: int | None = None,
    edicts: Sequence[Edict] = (),
    written_final: int | None = None,
) -> Final:
    """Work out the final score of a game from what the sheet shows at its end.

    >>> boxes = [[12, 9, 3, -2, 22], [4, 6, 3, 0, 13], [6, 8, 5, 0, None], [1, 2, 6, -1, 8]]
    >>> find_final(boxes).total
    62

    Args:
        boxes: The written season scores, spring first, as in a reading; later seasons may be left out.
        sheet: The last map, as winter scores it.
        coins: The filled symbols of the coin track.
        edicts: The edicts in the order A B C D, as far as they are known.
        written_final: The final score that is written on the sheet.

    Raises:
        GameScoreError: There are more than four seasons, or one has not five boxes.
        EdictChoiceError: The edicts cannot lie on one table.
    """
    check_edicts(edicts)
    last = LastSheet(sheet, coins, tuple(edicts), written_final)
    numbers = _written(boxes)
    for box, value in last.winter().items():
        numbers.setdefault((Season.WINTER, box), Number(value, Origin.MAP))
    _complete(numbers, last)
    return Final(numbers, tuple(find_contradictions(numbers, last)), tuple(_missing(numbers)))


def _written(boxes: Sequence[WrittenSeason]) -> Numbers:
    if len(boxes) > len(Season):
        raise GameScoreError(f"a sheet has the boxes of {len(Season)} seasons, not of {len(boxes)}")
    numbers = {}
    for season, row in zip(Season, boxes, strict=False):
        if row is not None and len(row) != len(Box):
            raise GameScoreError(f"{season} has {len(Box)} boxes, not {len(row)}: {', '.join(Box)}")
        for box, value in zip(Box, row or (), strict=False):
            if value is not None:
                numbers[season, box] = Number(value, Origin.WRITTEN)
    return numbers


def _complete(numbers: Numbers, sheet: LastSheet) -> None:
    """Add every number that follows from the others, until no more does."""
    while found := {place: value for place, value in _follows(numbers, sheet) if place not in numbers}:
        numbers |= {place: Number(value, Origin.OTHERS) for place, value in found.items()}


def _follows(numbers: Numbers, sheet: LastSheet) -> Iterator[tuple[Place, int]]:
    for season in Season:
        yield from _follows_in_row([(season, box) for box in PARTS], (season, Box.TOTAL), numbers)
    yield from _follows_between_coins(numbers)
    if sheet.final is not None:
        totals = [(season, Box.TOTAL) for season in Season]
        yield from _follows_in_sum(totals, sheet.final, numbers)


def _follows_in_row(parts: Sequence[Place], total: Place, numbers: Numbers) -> Iterator[tuple[Place, int]]:
    if all(part in numbers for part in parts):
        yield total, sum(numbers[part].value for part in parts)
    if total in numbers:
        yield from _follows_in_sum(parts, numbers[total].value, numbers)


def _follows_in_sum(parts: Sequence[Place], total: int, numbers: Numbers) -> Iterator[tuple[Place, int]]:
    unknown = [part for part in parts if part not in numbers]
    if len(unknown) == 1:
        yield unknown[0], total - sum(numbers[part].value for part in parts if part in numbers)


def _follows_between_coins(numbers: Numbers) -> Iterator[tuple[Place, int]]:
    """Coins never fall: between two equal numbers there is no other, nor before 0 or after a full track."""
    coins = [numbers.get((season, Box.COINS)) for season in Season]
    for place, season in enumerate(Season):
        least = max([number.value for number in coins[:place] if number], default=0)
        most = min([number.value for number in coins[place + 1 :] if number], default=COIN_TRACK)
        if least == most:
            yield (season, Box.COINS), least


def _missing(numbers: Numbers) -> Iterator[Place]:
    for season in Season:
        if (season, Box.TOTAL) not in numbers:
            yield from ((season, box) for box in PARTS if (season, box) not in numbers)
