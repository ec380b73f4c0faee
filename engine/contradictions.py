"""Contradictions between the numbers written on a sheet."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from engine.layouts import COIN_TRACK
from engine.scoreboxes import PARTS, Box, LastSheet, Number, Numbers, Origin
from engine.scoring import Season
from engine.sentence import Sentence, later
from engine.terrain import Terrain
from engine.worth import worth_of


class Rule(StrEnum):
    """The rules that written numbers can contradict."""

    SUM = "sum"
    """The total is the sum of the other four boxes."""
    COINS_FALL = "coins_fall"
    """Coins are never lost from season to season."""
    COIN_LIMIT = "coin_limit"
    """There are no fewer than 0 coins, and no more than the track has."""
    COIN_TRACK = "coin_track"
    """Winter's coins are those of the coin track."""
    LAST_MAP = "last_map"
    """Winter scores the last map."""
    EDICT_WORTH = "edict_worth"
    """Every edict gives certain numbers only."""
    MONSTERS_LOSE = "monsters_lose"
    """Monsters lose stars and never earn any."""
    FINAL_SUM = "final_sum"
    """The final score is the sum of the four seasons."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A number that cannot stand beside the others."""

    rule: Rule
    season: Season | None
    """None where it is about the final score."""
    box: Box
    number: int
    """The number in the box: as written, or as it follows where nothing is written."""
    expected: int | None
    """The right number, if there is only one."""
    message: str

    def to_json(self) -> dict[str, object]:
        """Return the contradiction for a surveyor/final@1 document."""
        return {
            "rule": self.rule.value,
            "season": self.season and self.season.value,
            "box": self.box.value,
            "number": self.number,
            "expected": self.expected,
            "message": self.message,
        }


def find_contradictions(numbers: Numbers, sheet: LastSheet) -> Iterator[Contradiction]:
    """Go through all that cannot be right in the numbers of a sheet."""
    for season in Season:
        yield from _wrong_sum(season, numbers)
    yield from _wrong_coins(numbers)
    yield from _wrong_monsters(numbers)
    yield from _wrong_worth(numbers, sheet)
    yield from _wrong_by_last_map(numbers, sheet)
    yield from _wrong_final(numbers, sheet)


def _wrong_sum(season: Season, numbers: Numbers) -> Iterator[Contradiction]:
    if any((season, box) not in numbers for box in Box):
        return
    values = [numbers[season, box].value for box in PARTS]
    total = numbers[season, Box.TOTAL].value
    if total != sum(values):
        message = Sentence(
            "%(season)s: %(numbers)s and %(last)s add up to %(sum)s, not to %(total)s",
            season=season,
            numbers=values[:-1],
            last=values[-1],
            sum=sum(values),
            total=total,
        )
        yield Contradiction(Rule.SUM, season, Box.TOTAL, total, sum(values), message)


def _wrong_coins(numbers: Numbers) -> Iterator[Contradiction]:
    coins = [(season, numbers[season, Box.COINS]) for season in Season if (season, Box.COINS) in numbers]
    for season, number in coins:
        if not 0 <= number.value <= COIN_TRACK:
            message = Sentence(
                "%(entry)s; the track has %(track)s",
                entry=_entry(season, Box.COINS, number),
                track=COIN_TRACK,
            )
            yield Contradiction(Rule.COIN_LIMIT, season, Box.COINS, number.value, None, message)
    for (before, earlier), (season, number) in pairwise(coins):
        if number.value < earlier.value:
            message = Sentence(
                "%(entry)s, after %(earlier)s in %(before)s; coins are never lost",
                entry=_entry(season, Box.COINS, number),
                earlier=earlier.value,
                before=before,
            )
            yield Contradiction(Rule.COINS_FALL, season, Box.COINS, number.value, None, message)


def _wrong_monsters(numbers: Numbers) -> Iterator[Contradiction]:
    for season in Season:
        number = numbers.get((season, Box.MONSTERS))
        if number and number.value > 0:
            message = Sentence(
                "%(entry)s; monsters only lose stars", entry=_entry(season, Box.MONSTERS, number)
            )
            yield Contradiction(Rule.MONSTERS_LOSE, season, Box.MONSTERS, number.value, None, message)


def _wrong_worth(numbers: Numbers, sheet: LastSheet) -> Iterator[Contradiction]:
    mountains = None if sheet.map is None else sheet.map.area(Terrain.MOUNTAIN).bit_count()
    ruins = None if sheet.map is None else sheet.map.ruins_area.bit_count()
    for (season, box), number in numbers.items():
        edict = sheet.edict(season, box)
        if edict is None or worth_of(edict).allows(number.value, mountains=mountains, ruins=ruins):
            continue
        gives = worth_of(edict).gives_instead(number.value, mountains=mountains, ruins=ruins)
        message = Sentence(
            "%(entry)s; %(edict)s gives %(stars)s",
            entry=_entry(season, box, number),
            edict=edict.name,
            stars=gives,
        )
        yield Contradiction(Rule.EDICT_WORTH, season, box, number.value, None, message)


def _wrong_by_last_map(numbers: Numbers, sheet: LastSheet) -> Iterator[Contradiction]:
    season = Season.WINTER
    for box, counted in sheet.winter().items():
        number = numbers[season, box]
        if number.value == counted:
            continue
        rule = Rule.COIN_TRACK if box is Box.COINS else Rule.LAST_MAP
        entry = _entry(season, box, number)
        if box is Box.COINS:
            message = Sentence(
                "%(entry)s, but the coin track shows %(counted)s", entry=entry, counted=counted
            )
        else:
            message = Sentence("%(entry)s, but the last map gives %(counted)s", entry=entry, counted=counted)
        yield Contradiction(rule, season, box, number.value, counted, message)


def _wrong_final(numbers: Numbers, sheet: LastSheet) -> Iterator[Contradiction]:
    totals = [numbers.get((season, Box.TOTAL)) for season in Season]
    values = [number.value for number in totals if number]
    if sheet.final is None or len(values) < len(totals) or sum(values) == sheet.final:
        return
    message = Sentence(
        "the seasons add up to %(sum)s, but %(final)s is written as the final score",
        sum=sum(values),
        final=sheet.final,
    )
    yield Contradiction(Rule.FINAL_SUM, None, Box.TOTAL, sheet.final, sum(values), message)


def _entry(season: Season, box: Box, number: Number) -> Sentence:
    how = {
        Origin.WRITTEN: later("is written"),
        Origin.MAP: later("is counted"),
        Origin.OTHERS: later("follows from the others"),
    }
    return Sentence(
        "%(season)s, %(box)s: %(number)s %(how)s",
        season=season,
        number=number.value,
        how=how[number.origin],
        box=box.words,
    )
