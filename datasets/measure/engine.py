"""Measure the speed of the rules beside a plain Python program of the same rules.

`python -m datasets.measure engine` measures all in turn in one run, so that the ratios also hold on a
busy machine.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from datasets.measure.figures import Better, Figure, Row
from datasets.measure.plain_rules import PLAIN_EDICTS, PlainMap, monster_losses
from datasets.measure.tables import tables
from engine import EDICTS, GameSetup, MapSheet, Side, Square, Terrain, find_edict, score_map
from engine.bots import Bot, play_game

FILL_LEVELS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)  # share of the open squares that is drawn on
LAND = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)
LAND_ODDS = (6, 6, 6, 6, 1)
MAPS_OF_A_KIND = 4  # of each side and fill level
ROUNDS = 15
SOURCE = "python -m datasets.measure engine"
BESIDE_PLAIN = Row("Engine: how many times as long a plain Python program takes", source=SOURCE)
BESIDE_SCORE = Row("Engine: how many times as long as one score of a map", source=SOURCE)
FOUR = [find_edict(name) for name in ("Greenbough", "Mages Valley", "Greengold Plains", "The Cauldrons")]


@dataclass(frozen=True, slots=True)
class Measurement:
    """Something the engine does several times over, and a plain program of the same rules too."""

    name: str
    times: int
    """How often it is done."""
    work: Callable[[], object]
    plain: Callable[[], object] | None = None


def bench_engine() -> None:
    """Print how many times as long the plain program takes, and how long other things beside one score."""
    print(tables(engine_figures()))


def engine_figures() -> list[Figure]:
    """Measure everything in turn; return ratios."""
    every = measurements()
    rounds = [[measured(program) for program in every] for _ in range(ROUNDS)]
    score = [row[0][0] for row in rounds]
    figures = []
    for measurement, times in zip(every, zip(*rounds, strict=True), strict=True):
        ours = [own for own, _ in times]
        if measurement.plain:
            ratios = [theirs / own for own, theirs in times]
            figures.append(BESIDE_PLAIN.timed(measurement.name, ratios, "rounds", better=Better.MORE))
        else:
            ratios = [own / theirs for own, theirs in zip(ours, score, strict=True)]
            figures.append(BESIDE_SCORE.timed(measurement.name, ratios, "rounds"))
    return figures


def measurements() -> list[Measurement]:
    """Return all that is measured."""
    sheets = random_sheets(random.Random(7))
    plain = [PlainMap(str(sheet)) for sheet in sheets]
    return [
        Measurement(
            "stars of four edicts, coins and monsters of one map",
            len(sheets),
            lambda: [score_map(sheet, FOUR, coins=3).total for sheet in sheets],
            lambda: [_plain_score(sheet) for sheet in plain],
        ),
        Measurement(
            "stars of one edict of one map, over all 32",
            len(sheets) * len(EDICTS),
            lambda: [edict.earns(sheet).total for sheet in sheets for edict in EDICTS.values()],
            lambda: [PLAIN_EDICTS[name](sheet) for sheet in plain for name in EDICTS],
        ),
        Measurement(
            "the squares that earn them as well",
            len(sheets) * len(EDICTS),
            lambda: [edict.earns(sheet).awards for sheet in sheets for edict in EDICTS.values()],
        ),
        Measurement("a whole game of two players who draw at random", 5, lambda: _played(Bot.RANDOM, 5)),
        Measurement("a whole game of two greedy players", 1, lambda: _played(Bot.GREEDY, 1)),
    ]


def measured(measurement: Measurement) -> tuple[float, float]:
    """Return the seconds that it takes once, here and in the plain program; 0 where there is none."""
    ours, plain = _seconds(measurement.work), _seconds(measurement.plain)
    return ours / measurement.times, plain / measurement.times


def random_sheets(rng: random.Random) -> list[MapSheet]:
    """Return maps of all printed sides, from blank to full."""
    return [
        _random_sheet(rng, side, share)
        for side in (Side.A, Side.B, Side.C, Side.D)
        for share in FILL_LEVELS
        for _ in range(MAPS_OF_A_KIND)
    ]


def _random_sheet(rng: random.Random, side: Side, share: float) -> MapSheet:
    blank = MapSheet.blank(side)
    free = blank.squares(Terrain.EMPTY)
    left = round((1 - share) * len(free))
    drawn: dict[Square, Terrain] = {}
    while len(free) > left:
        shape = _random_shape(rng, free)
        drawn |= dict.fromkeys(shape, rng.choices(LAND, LAND_ODDS)[0])
        free = [square for square in free if square not in shape]
    return blank.with_terrain(drawn)


def _random_shape(rng: random.Random, free: Sequence[Square]) -> list[Square]:
    """Grow a shape of up to five squares from a free one."""
    shape = [rng.choice(free)]
    for _ in range(rng.randrange(5)):
        around = {square for member in shape for square in member.neighbours()}
        fresh = sorted(around.intersection(free).difference(shape))
        shape += rng.sample(fresh, k=min(1, len(fresh)))
    return shape


def _played(bot: Bot, games: int) -> int:
    games_played = (play_game(GameSetup.base(players=2, seed=seed), [bot]) for seed in range(games))
    return sum(len(transcript.turns) for transcript in games_played)


def _plain_score(sheet: PlainMap) -> int:
    return sum(PLAIN_EDICTS[edict.name](sheet) for edict in FOUR) + 3 + monster_losses(sheet)


def _seconds(work: Callable[[], object] | None) -> float:
    began = time.perf_counter()
    if work:
        work()
    return time.perf_counter() - began
