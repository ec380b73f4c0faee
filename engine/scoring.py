"""The score of a map: the edicts, the coins and the monsters."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.areas import beside
from engine.edicts import Edict
from engine.errors import Choice, CoinsError, EdictChoiceError, SeasonError, check_kind
from engine.layouts import COIN_TRACK
from engine.mapsheet import MapSheet
from engine.sentence import later
from engine.stars import Stars
from engine.terrain import MONSTER

SCORE_SCHEMA = "surveyor/score@1"
EDICT_LETTERS = "ABCD"


class Season(Choice):
    """A season of the game, which scores two of the four edicts.

    >>> Season.WINTER.letters
    'DA'
    """

    SPRING = "spring"
    SUMMER = "summer"
    FALL = "fall"
    WINTER = "winter"

    @property
    def letters(self) -> str:
        """The letters of the two edicts, in the order of the boxes on the sheet."""
        return _SEASON_LETTERS[self]


_SEASON_LETTERS = {Season.SPRING: "AB", Season.SUMMER: "BC", Season.FALL: "CD", Season.WINTER: "DA"}


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The stars of a map by one edict."""

    edict: Edict
    stars: Stars


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """The score of a map, line by line."""

    lines: tuple[ScoreLine, ...]
    """One line an edict; with a season in the order of its boxes on the sheet."""
    coins: int
    monsters: Stars
    """The stars lost to monsters, as negative awards."""

    @property
    def total(self) -> int:
        """The number in the large box: edicts and coins, less the monsters."""
        return sum(line.stars.total for line in self.lines) + self.coins + self.monsters.total

    def to_json(self) -> dict[str, object]:
        """Return the score as a surveyor/score@1 document."""
        earned = {line.edict.name: line.stars for line in self.lines}
        squares = earned | {"monsters": self.monsters}
        return {
            "schema": SCORE_SCHEMA,
            "edicts": {name: stars.total for name, stars in earned.items()},
            "coins": self.coins,
            "monsters": self.monsters.total,
            "total": self.total,
            "squares": {name: [list(square) for square in stars.squares] for name, stars in squares.items()},
        }


def score_map(
    sheet: MapSheet, edicts: Sequence[Edict], *, coins: int = 0, season: Season | None = None
) -> ScoreReport:
    """Score a map by all the edicts, or by the two that the season scores.

    >>> from engine import Side, Square, Terrain, find_edict
    >>> sheet = MapSheet.blank(Side.A).with_terrain({Square(0, 0): Terrain.FOREST})
    >>> score_map(sheet, [find_edict("Sentinel Wood")], coins=2).total
    3

    Args:
        sheet: The map.
        edicts: At most four, in the order A B C D.
        coins: How many symbols of the coin track are filled in.
        season: The season that ends, or nothing to score by every edict.

    Raises:
        EdictChoiceError: There are more than four edicts, or one of them twice.
        SeasonError: An edict that the season scores is missing.
        CoinsError: The coin track cannot hold that many coins.
    """
    check_sheet(sheet)
    check_edicts(edicts)
    check_coins(coins)
    scored = edicts if season is None else season_edicts(season, edicts)
    return ScoreReport(
        lines=tuple(ScoreLine(edict, edict.earns(sheet)) for edict in scored),
        coins=coins,
        monsters=monster_losses(sheet),
    )


def monster_losses(sheet: MapSheet) -> Stars:
    """Lose one reputation star for each empty space adjacent to a monster space.

    An empty space adjacent to several monster spaces loses one star; destroyed monsters lose none.
    """
    return Stars.per_square(sheet.empty & beside(sheet.area(MONSTER)), -1)


def season_edicts(season: Season, edicts: Sequence[Edict]) -> tuple[Edict, Edict]:
    """Return the two edicts that the season scores, in the order of its boxes on the sheet.

    Raises:
        SeasonError: One of them is missing.
    """
    season = Season(season)
    first, second = (EDICT_LETTERS.index(letter) for letter in season.letters)
    if max(first, second) >= len(edicts):
        raise SeasonError(season.value, season.letters, len(edicts))
    return edicts[first], edicts[second]


def check_sheet(sheet: object) -> None:
    """Refuse what is no map, before anything is counted on it.

    Raises:
        TypeError: It is something else.
    """
    check_kind(sheet, MapSheet, "a map is a MapSheet, as MapSheet.from_json() and reading.to_map() return it")


def check_edicts(edicts: Sequence[Edict]) -> None:
    """Refuse edicts that cannot lie on one table.

    Raises:
        EdictChoiceError: There are more than four edicts, or one of them twice, or something else among them.
    """
    check_kind(edicts, Sequence, "edicts are a list of what find_edict() returns")
    strange = [each for each in edicts if not isinstance(each, Edict)]
    if strange:
        raise EdictChoiceError(
            later("edicts are what find_edict returns of a name"), [str(each) for each in strange]
        )
    names = [edict.name for edict in edicts]
    if len(names) > len(EDICT_LETTERS):
        raise EdictChoiceError(f"a game has at most {len(EDICT_LETTERS)} edicts, {len(names)} given", names)
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise EdictChoiceError(later("the same edict is given twice"), twice)


def check_coins(coins: int) -> None:
    """Refuse a number of coins that the coin track cannot hold.

    Raises:
        CoinsError: It is no whole number from 0 to 14.
    """
    if type(coins) is not int or not 0 <= coins <= COIN_TRACK:
        raise CoinsError(coins, COIN_TRACK)
