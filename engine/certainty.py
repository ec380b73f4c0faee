"""The certainty of a score: the open questions of a reading, carried through the rules."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from math import prod
from random import Random

from engine.areas import bit
from engine.edicts import Edict
from engine.layouts import COIN_TRACK
from engine.mapsheet import MapSheet
from engine.scoreboxes import Box, WrittenSeason
from engine.scoring import ScoreReport, Season, score_map
from engine.squares import Square
from engine.terrain import Terrain

SURE = 0.995
"""Probability from which what is wanted counts as known."""
SURELY = 0.98  # probability with which a score lies in its interval
MOST_MAPS = 512  # so many maps are scored one by one; where more are possible, maps are drawn
DRAWN = 400  # maps drawn among those that differ from the reading in two squares or more
NEGLIGIBLE = 1e-4  # probability for which no map is drawn
WORTH_ASKING = 0.005  # probability that a doubt spoils the total from which it is asked about in any case
WRITTEN_OF_THIS = 0.8  # share of the numbers below a map that were written when the map stood as it does
MISCOUNTED = 0.1  # share of the numbers that a player counts wrongly
BY_LITTLE = 0.7  # share of these that are off by a few stars; the others may be any number
NUMBERS = 30  # a number of another map is about any of so many

Others = Mapping[Terrain, float]
Changed = frozenset[tuple[Square, Terrain]]
"""Squares that hold another terrain than was read, and that terrain."""
Difference = Callable[[Changed], int]
"""By how much the total changes if squares hold something else than was read."""


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """The doubts of a reading; squares, coins and side are taken as independent."""

    squares: Mapping[Square, Others] = field(default_factory=dict)
    """Terrains that each square may hold instead, and their probabilities; the rest is for what was read."""
    coins: Mapping[int, float] | None = None
    """How likely each count of coins is, where what lacks to 1 may be any; None: the count is known."""
    side: float = 1.0
    """Probability that the side and the way up are right; of another side's map nothing is known."""
    written: WrittenSeason = None
    """The player's numbers of the season that ends: whoever counted the map itself saw what is in doubt."""

    @property
    def as_read(self) -> float:
        """Probability that all squares and the side are as read."""
        return self.side * prod(1.0 - sum(others.values()) for others in self.squares.values())


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure a total is."""

    exact: float
    """Probability that it is right."""
    low: int
    high: int
    """If the side is right, the total lies from `low` to `high` with a probability of 0.98."""
    settle: tuple[Square, ...] = ()
    """The squares to ask about, the weightiest first: until the total is known, or little is left to ask."""
    coins: bool = False
    """Whether to ask for the coins, too."""
    side: bool = False
    """Whether to ask for the side, too."""
    written_fits: bool | None = None
    """Whether the player wrote those stars of edicts and monsters that the map as read scores; None where
    none of them is known."""

    @property
    def questions(self) -> int:
        """How many answers are asked for."""
        return len(self.settle) + self.coins + self.side

    def to_json(self) -> dict[str, object]:
        """Return what a surveyor/score@1 document says of it."""
        asked = {"coins": self.coins, "side": self.side}
        also = [name for name, is_asked in asked.items() if is_asked]
        return {
            "exact": round(self.exact, 4),
            "interval": [self.low, self.high],
            "settle": [list(square) for square in self.settle],
            **({"settle_also": also} if also else {}),
            **({} if self.written_fits is None else {"written_fits": self.written_fits}),
        }


@dataclass(frozen=True, slots=True)
class _Possible:
    """A map that may be the right one."""

    share: float
    changed: Mapping[Square, Terrain]
    """The squares that it does not hold as read, and what it holds there."""
    difference: int
    """Its total less that of the map as read."""


def weigh_score(
    sheet: MapSheet,
    edicts: Sequence[Edict],
    left_open: LeftOpen,
    *,
    coins: int = 0,
    season: Season | None = None,
    sure: float = SURE,
    seed: int = 0,
) -> Certainty:
    """Return how sure the total of `score_map` is.

    Few open squares are tried in every way. Of many, the map as read and all that differ in one square are
    scored; of those that differ in more, a seeded sample. Where the player has written down what the season
    scored, each map is as likely as its squares and these numbers make it (Bayes' rule).

    >>> from engine import Side, find_edict
    >>> sheet = MapSheet.blank(Side.A).with_terrain({Square(0, 3): Terrain.FOREST})
    >>> torn = LeftOpen({Square(0, 3): {Terrain.WATER: 0.25}, Square(4, 4): {Terrain.WATER: 0.25}})
    >>> weigh_score(sheet, [find_edict("Sentinel Wood")], torn).settle
    (Square(row=0, column=3),)

    Args:
        sheet: the map as read.
        edicts: at most four, in the order A B C D.
        left_open: what may be otherwise.
        coins: the count of coins that the total holds.
        season: the season that ends; None: every edict counts.
        sure: the probability from which nothing is asked.
        seed: the same seed gives the same answer.

    Raises:
        EngineError: the edicts, the coins or the season do not fit together.
    """

    @cache
    def scored(changed: Changed) -> ScoreReport:
        other = sheet
        for square, terrain in changed:
            other = other.drawn(bit(square), terrain)
        return score_map(other, edicts, coins=coins, season=season)

    total = scored(frozenset()).total

    def difference(changed: Changed) -> int:
        return scored(changed).total - total

    maps = [
        _Possible(share, changed, difference(frozenset(changed.items())))
        for share, changed in _possible_maps(left_open.squares, Random(seed))
    ]
    fits = None
    if left_open.written and season is not None:
        pairs = _pairs(left_open.written, scored(frozenset()))
        fits = all(seen == stars for seen, stars in pairs) if pairs else None
        weighed = _as_written(maps, left_open.written, scored)
        if fits or _share_right(weighed) < _share_right(maps):  # what does not fit makes nothing surer
            maps = weighed
    counts = _coin_counts(left_open.coins, coins)
    shares: dict[int, float] = defaultdict(float)
    for possible in maps:
        for count, share in counts.items():
            shares[total + possible.difference + count - coins] += possible.share * share
    low, high = _interval(shares)
    exact = min(1.0, left_open.side * shares[total])
    found = Certainty(exact, low, high, written_fits=fits)
    if exact >= sure:
        return found
    return _with_questions(found, maps, difference, counts[coins], left_open.side, sure)


def _as_written(
    maps: Sequence[_Possible], written: Sequence[int | None], scored: Callable[[Changed], ScoreReport]
) -> list[_Possible]:
    """Return the maps with shares that follow from what the player wrote, too."""
    shares = [
        possible.share * _chance_of_writing(written, scored(frozenset(possible.changed.items())))
        for possible in maps
    ]
    whole = sum(shares)
    return [replace(possible, share=share / whole) for possible, share in zip(maps, shares, strict=True)]


def _share_right(maps: Sequence[_Possible]) -> float:
    """Return how likely the total is that of the map as read."""
    return sum(possible.share for possible in maps if not possible.difference)


def _chance_of_writing(written: Sequence[int | None], report: ScoreReport) -> float:
    """Return how likely a player writes these numbers below a map that scores so."""
    chances = [_chance_of_number(seen, stars) for seen, stars in _pairs(written, report)]
    return WRITTEN_OF_THIS * prod(chances) + (1.0 - WRITTEN_OF_THIS) * (1.0 / NUMBERS) ** len(chances)


def _pairs(written: Sequence[int | None], report: ScoreReport) -> list[tuple[int, int]]:
    """Return what is written of edicts and monsters, each beside what is counted.

    Coins and the sum say nothing more of the map. Monsters cost stars, whether or not a minus was written.
    """
    named = dict(zip(Box, written, strict=False))
    first, second, lost = (named.get(box) for box in (Box.FIRST_EDICT, Box.SECOND_EDICT, Box.MONSTERS))
    seen = (first, second, None if lost is None else -abs(lost))
    counted = (*(line.stars.total for line in report.lines), report.monsters.total)
    return [(number, stars) for number, stars in zip(seen, counted, strict=True) if number is not None]


def _chance_of_number(written: int, counted: int) -> float:
    """Return how likely a player writes a number of a map that scores so many stars.

    Of miscounts by little, one that is off by a star more is half as likely.
    """
    if written == counted:
        return 1.0 - MISCOUNTED
    return MISCOUNTED * (BY_LITTLE * 0.5 ** (abs(written - counted) + 1) + (1.0 - BY_LITTLE) / NUMBERS)


def _with_questions(
    found: Certainty,
    maps: Sequence[_Possible],
    difference: Difference,
    coins: float,
    side: float,
    sure: float,
) -> Certainty:
    """Ask about what is weightiest, again and again, until the total would be known or little is left.

    Of little things only that is asked which alone would make the total known. What nobody would find by
    asking, for it is spread thinly over the whole map, stays as doubt.
    """
    settled: list[Square] = []
    ask_coins = ask_side = False
    while True:
        wrong = [possible for possible in maps if possible.difference != difference(_part(possible, settled))]
        squares = sum(possible.share for possible in wrong)
        known = (1.0 - squares) * (1.0 if ask_coins else coins) * (1.0 if ask_side else side)
        if known >= sure:
            break
        weights = _weights(wrong, settled, difference)
        heaviest, weight = max(weights.items(), key=lambda item: item[1], default=(None, 0.0))
        of_coins, of_side = 0.0 if ask_coins else 1.0 - coins, 0.0 if ask_side else 1.0 - side
        most = max(weight, of_coins, of_side)
        if most < WORTH_ASKING and known + most < sure:
            break
        if of_side >= max(of_coins, weight):
            ask_side = True
        elif of_coins >= weight:
            ask_coins = True
        elif heaviest:
            settled.append(heaviest)
    return replace(found, settle=tuple(settled), coins=ask_coins, side=ask_side)


def _part(possible: _Possible, squares: Collection[Square]) -> Changed:
    """Return what a map holds otherwise on some squares."""
    return frozenset(each for each in possible.changed.items() if each[0] in squares)


def _weights(
    wrong: Sequence[_Possible], settled: Collection[Square], difference: Difference
) -> Mapping[Square, float]:
    """Return for each open square how likely it spoils the total.

    Of a map whose total is wrong, those squares spoil it that alone would change the total; if none would,
    all of them together do.
    """
    weights: dict[Square, float] = defaultdict(float)
    for possible in wrong:
        left = {square: held for square, held in possible.changed.items() if square not in settled}
        alone = [square for square, held in left.items() if difference(frozenset({(square, held)}))]
        for square in alone or left:
            weights[square] += possible.share
    return weights


def _possible_maps(
    squares: Mapping[Square, Others], rng: Random
) -> Iterator[tuple[float, dict[Square, Terrain]]]:
    """Yield maps by what they hold otherwise, each with its share of all; the shares add up to 1."""
    torn = {square: others for square, others in squares.items() if sum(others.values()) > 0.0}
    ways = prod(len(others) + 1 for others in torn.values())
    yield from _all_maps(torn) if ways <= MOST_MAPS else _likely_maps(torn, rng)


def _all_maps(torn: Mapping[Square, Others]) -> Iterator[tuple[float, dict[Square, Terrain]]]:
    choices = [
        [(1.0 - sum(others.values()), square, None), *((p, square, held) for held, p in others.items())]
        for square, others in torn.items()
    ]
    for chosen in product(*choices):
        yield prod(p for p, _, _ in chosen), {square: held for _, square, held in chosen if held}


def _likely_maps(torn: Mapping[Square, Others], rng: Random) -> Iterator[tuple[float, dict[Square, Terrain]]]:
    doubts = {square: min(sum(others.values()), 1.0 - 1e-9) for square, others in torn.items()}
    as_read = prod(1.0 - doubt for doubt in doubts.values())
    yield as_read, {}
    rest = 1.0 - as_read
    for square, others in torn.items():
        for held, p in others.items():
            share = as_read * p / (1.0 - doubts[square])
            rest -= share
            yield share, {square: held}
    if rest < NEGLIGIBLE:
        return
    for changed in _draw_several(torn, doubts, rng):
        yield rest / DRAWN, changed


def _draw_several(
    torn: Mapping[Square, Others], doubts: Mapping[Square, float], rng: Random
) -> Iterator[dict[Square, Terrain]]:
    """Draw maps that differ from the reading in two squares or more, as likely as they are."""
    squares = list(torn)
    tails = [(1.0, 0.0, 0.0)]  # of the squares from here on: that at least none, one, two differ
    for square in reversed(squares):
        doubt, (_, at_least_one, two) = doubts[square], tails[-1]
        tails.append((1.0, doubt + (1.0 - doubt) * at_least_one, doubt * at_least_one + (1.0 - doubt) * two))
    tails.reverse()
    for _ in range(DRAWN):
        changed: dict[Square, Terrain] = {}
        for at, square in enumerate(squares):
            lacking = max(0, 2 - len(changed))
            chance = doubts[square] * tails[at + 1][max(0, lacking - 1)] / tails[at][lacking]
            if rng.random() < chance:
                others = torn[square]
                changed[square] = rng.choices(list(others), list(others.values()))[0]
        yield changed


def _coin_counts(odds: Mapping[int, float] | None, coins: int) -> dict[int, float]:
    """Return how likely each count is; what the odds leave open is shared out among all."""
    if odds is None:
        return {coins: 1.0}
    left = max(0.0, 1.0 - sum(odds.values())) / (COIN_TRACK + 1)
    return {count: odds.get(count, 0.0) + left for count in range(COIN_TRACK + 1)}


def _interval(shares: Mapping[int, float]) -> tuple[int, int]:
    """Return the lowest and the highest total beyond which hardly anything lies."""
    beyond, totals = (1.0 - SURELY) / 2, sorted(shares)
    return _first(totals, shares, beyond), _first(totals[::-1], shares, beyond)


def _first(totals: Sequence[int], shares: Mapping[int, float], beyond: float) -> int:
    gone = 0.0
    for total in totals:
        gone += shares[total]
        if gone > beyond:
            return total
    return totals[-1]
