from dataclasses import replace
from itertools import product
from math import prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ALL_SQUARES, EngineError, MapSheet, Season, Side, Square, Terrain, find_edict, score_map
from engine.certainty import LeftOpen, weigh_score

EDGE = [find_edict("Sentinel Wood")]
FOUR = [find_edict(name) for name in ("Treetower", "Mages Valley", "Great City", "The Cauldrons")]
BLANK = MapSheet.blank(Side.A)
DRAWN = [Terrain.EMPTY, Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER]


def forests(*squares: Square) -> MapSheet:
    return BLANK.with_terrain(dict.fromkeys(squares, Terrain.FOREST))


def torn(*shares: float) -> LeftOpen:
    """Return forests along the upper edge, each of which may be water."""
    return LeftOpen({Square(0, 3 + k): {Terrain.WATER: share} for k, share in enumerate(shares)})


def busy(seed: int, squares: int, doubt: float) -> tuple[MapSheet, LeftOpen]:
    """Return a map with much on it, and so many squares in doubt."""
    rng = Random(seed)
    free = [square for square in ALL_SQUARES if BLANK[square] is Terrain.EMPTY]
    sheet = BLANK.with_terrain({square: rng.choice(DRAWN) for square in free})
    doubted = rng.sample(free, squares)
    others = {at: rng.choice([each for each in DRAWN if each is not sheet[at]]) for at in doubted}
    return sheet, LeftOpen({at: {other: doubt} for at, other in others.items()})


def test_where_nothing_is_open_a_score_is_certain() -> None:
    found = weigh_score(forests(Square(0, 3)), EDGE, LeftOpen(), coins=2)

    assert (found.exact, found.low, found.high, found.questions) == (1.0, 3, 3, 0)


def test_a_doubt_that_changes_nothing_is_not_asked_about() -> None:
    inland = LeftOpen({Square(4, 4): {Terrain.WATER: 0.4}})

    found = weigh_score(forests(Square(4, 4)), EDGE, inland)

    assert (found.exact, found.questions) == (1.0, 0)


def test_the_weightiest_comes_first_and_what_is_sure_enough_is_left_out() -> None:
    found = weigh_score(forests(*(Square(0, 3 + k) for k in range(3))), EDGE, torn(0.001, 0.2, 0.4))

    assert found.exact == pytest.approx(0.999 * 0.8 * 0.6)
    assert found.settle == (Square(0, 5), Square(0, 4))
    assert (found.low, found.high) == (1, 3)


def test_a_little_doubt_is_asked_about_where_that_alone_makes_the_total_known() -> None:
    three, five = (forests(*(Square(0, 3 + k) for k in range(many))) for many in (3, 5))

    assert weigh_score(three, EDGE, torn(0.002, 0.0025, 0.002)).settle == (Square(0, 4),)
    assert weigh_score(five, EDGE, torn(0.002, 0.002, 0.002, 0.002, 0.002)).settle == ()


def test_errors_that_cancel_out_leave_the_total_right() -> None:
    sheet = forests(Square(0, 3))
    swapped = LeftOpen({Square(0, 3): {Terrain.WATER: 0.5}, Square(0, 7): {Terrain.FOREST: 0.5}})

    assert weigh_score(sheet, EDGE, swapped).exact == pytest.approx(0.5)


def test_coins_and_side_weigh_in_and_are_asked_about() -> None:
    left = LeftOpen(coins={2: 0.8, 3: 0.2}, side=0.9)

    found = weigh_score(BLANK, EDGE, left, coins=2)

    assert found.exact == pytest.approx(0.72)
    assert (found.low, found.high, found.coins, found.side) == (2, 3, True, True)
    assert weigh_score(BLANK, EDGE, LeftOpen(coins={2: 0.998}), coins=2).questions == 0


def test_coins_of_which_nothing_is_known_may_be_any() -> None:
    found = weigh_score(BLANK, EDGE, LeftOpen(coins={}))

    assert (found.low, found.high, found.coins) == (0, 14, True)
    assert found.exact == pytest.approx(1 / 15)


@pytest.mark.parametrize("seed", range(4))
def test_a_sample_says_what_trying_every_way_does(seed: int) -> None:
    sheet, left = busy(seed, 11, 0.12)  # 2,048 ways: more than are tried one by one
    total = score_map(sheet, FOUR).total
    exact = 0.0
    for ways in range(2 ** len(left.squares)):
        share, other = 1.0, {}
        for k, (square, others) in enumerate(left.squares.items()):
            ((terrain, doubt),) = others.items()
            share *= doubt if ways >> k & 1 else 1.0 - doubt
            if ways >> k & 1:
                other[square] = terrain
        exact += share * (score_map(sheet.with_terrain(other), FOUR).total == total)

    assert weigh_score(sheet, FOUR, left).exact == pytest.approx(exact, abs=0.04)


def test_settling_what_is_asked_about_makes_the_total_known() -> None:
    sheet, left = busy(7, 40, 0.02)

    found = weigh_score(sheet, FOUR, left)
    rest = {square: others for square, others in left.squares.items() if square not in found.settle}

    assert found.settle
    assert weigh_score(sheet, FOUR, LeftOpen(rest)).exact > 0.98
    assert weigh_score(sheet, FOUR, left) == found


def test_squares_that_cost_a_star_each_are_all_asked_about_and_those_beside_are_not() -> None:
    edge = [Square(row, column) for row in (0, 10) for column in range(3, 8)]
    inland = [Square(6, column) for column in range(3, 6)]
    left = LeftOpen({square: {Terrain.WATER: 0.4} for square in [*edge, *inland]})

    found = weigh_score(forests(*edge, *inland), EDGE, left)

    assert sorted(found.settle) == edge


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_answers_are_they_leave_the_total_as_sure_as_promised(seed: int) -> None:
    sheet, left = busy(seed, 5, 0.3)
    asked = set(weigh_score(sheet, FOUR, left).settle)

    right = 0.0
    for wrong in product((False, True), repeat=len(left.squares)):
        asked_or_not = zip(left.squares.items(), wrong, strict=True)
        changed = {at: next(iter(held)) for (at, held), is_wrong in asked_or_not if is_wrong}
        truth = sheet.with_terrain(changed)
        answered = sheet.with_terrain({at: held for at, held in changed.items() if at in asked})
        share = prod(0.3 if is_wrong else 0.7 for is_wrong in wrong)
        right += share * (score_map(truth, FOUR).total == score_map(answered, FOUR).total)

    assert right >= 0.995


def test_what_no_game_can_have_is_refused() -> None:
    with pytest.raises(EngineError):
        weigh_score(BLANK, EDGE * 2, LeftOpen())


TABLE = [find_edict(name) for name in ("Sentinel Wood", "Mages Valley", "Great City", "The Cauldrons")]
"""In spring the first two count: a forest at the edge earns a star."""


@pytest.mark.parametrize("written", [(1, 0, None, 0, None), (1, None, 4, None, 5)])
def test_numbers_that_fit_make_a_total_surer(written: tuple[int | None, ...]) -> None:
    edge = forests(Square(0, 3))

    alone = weigh_score(edge, TABLE, torn(0.05), season=Season.SPRING)
    together = weigh_score(edge, TABLE, replace(torn(0.05), written=written), season=Season.SPRING)

    assert alone.exact == pytest.approx(0.95)
    assert together.exact > 0.995
    assert together.questions == 0
    assert (alone.written_fits, together.written_fits) == (None, True)


def test_numbers_that_fit_another_map_make_its_squares_doubtful() -> None:
    edge = forests(Square(0, 3), Square(0, 4))

    found = weigh_score(edge, TABLE, replace(torn(0.05, 0.0), written=(1, 2, 0, 0, 3)), season=Season.SPRING)

    assert found.exact < 0.5
    assert found.settle == (Square(0, 3),)
    assert (found.low, found.high) == (3, 3)
    assert found.written_fits is False


def test_numbers_that_fit_no_likely_map_leave_a_sure_total_sure() -> None:
    edge = forests(Square(0, 3))

    found = weigh_score(edge, TABLE, replace(torn(1e-5), written=(19, 7, 0, -4, 22)), season=Season.SPRING)

    assert found.exact > 0.9999


@pytest.mark.parametrize("lost", [-5, -9, -12, -40])
def test_numbers_that_fit_no_map_make_no_total_surer(lost: int) -> None:
    haunted = BLANK.with_terrain({Square(4, 4): Terrain.MONSTER, Square(8, 8): Terrain.MONSTER})
    left_open = LeftOpen({Square(4, 4): {Terrain.DESTROYED: 0.03}})

    found = weigh_score(
        haunted, TABLE, replace(left_open, written=(0, 0, 0, lost, None)), season=Season.SPRING
    )

    assert found.exact <= 0.97 + 1e-9
    assert found.settle == (Square(4, 4),)
    assert found.written_fits is False


def test_lost_stars_may_be_written_without_a_minus() -> None:
    haunted = BLANK.with_terrain({Square(0, 3): Terrain.FOREST, Square(4, 4): Terrain.MONSTER})
    left_open = LeftOpen({Square(4, 4): {Terrain.FOREST: 0.05}})

    plain, signed = (
        weigh_score(
            haunted, TABLE, replace(left_open, written=(1, None, 0, lost, None)), season=Season.SPRING
        )
        for lost in (4, -4)
    )

    assert plain == signed
    assert plain.written_fits is True


def test_numbers_say_nothing_where_the_season_is_not_known() -> None:
    edge = forests(Square(0, 3))

    found = weigh_score(edge, TABLE, replace(torn(0.05), written=(1, 0, 0, 0, 1)))

    assert found == weigh_score(edge, TABLE, torn(0.05))


@given(
    seed=st.integers(0, 50),
    written=st.lists(st.none() | st.integers(-20, 60), min_size=5, max_size=5),
    season=st.sampled_from(Season),
)
def test_whatever_is_written_the_probability_stays_one(
    seed: int, written: list[int | None], season: Season
) -> None:
    sheet, left_open = busy(seed, 3, 0.2)

    found = weigh_score(sheet, FOUR, replace(left_open, written=written), season=season)

    assert 0.0 <= found.exact <= 1.0
    assert found.low <= found.high
