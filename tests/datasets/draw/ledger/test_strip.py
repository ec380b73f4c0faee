import numpy as np
import pytest

from datasets.draw.ledger.camera import random_bend
from datasets.draw.ledger.strip import (
    EMPTY,
    FILLED,
    HUNDREDS,
    NO_DIGIT,
    ONES,
    READABLE,
    StripSample,
    draw_strip,
)
from datasets.draw.ledger.written import random_ledger
from datasets.draw.sheet.ledger import COINS, SEASONS, SLOTS, coin_places, random_ledger_print, slot_places
from vision.read.strip import STRIP_SIZE


@pytest.fixture(name="strips", scope="module")
def _strips() -> list[StripSample]:
    return [draw_strip(41, index, lifelike=True) for index in range(6)]


def test_same_seed_gives_the_same_strip() -> None:
    np.testing.assert_array_equal(draw_strip(3, 1).picture, draw_strip(3, 1).picture)


def test_a_strip_is_what_the_reader_sees(strips: list[StripSample]) -> None:
    assert {strip.picture.shape for strip in strips} == {(STRIP_SIZE[1], STRIP_SIZE[0], 3)}


def test_coins_of_a_real_game_have_no_gap(strips: list[StripSample]) -> None:
    open_coins = [strip.filled for strip in strips if np.isin(strip.filled, (EMPTY, FILLED)).all()]

    assert all((np.diff(filled) <= 0).all() for filled in open_coins)


def test_seasons_of_a_real_game_add_up(strips: list[StripSample]) -> None:
    seasons = [season for strip in strips for season in strip.numbers[:-1].reshape(-1, SLOTS, READABLE + 1)]
    complete = [s for s in seasons if (s[:, READABLE] == 1).all() and (s[:, ONES] != NO_DIGIT).all()]
    amounts = [np.where(s == NO_DIGIT, 0, s)[:, HUNDREDS : ONES + 1] @ (100, 10, 1) for s in complete]

    assert len(amounts) >= 4
    assert all(abs(a + b + coins - monsters) == total for a, b, coins, monsters, total in amounts)


def test_the_final_score_of_a_real_game_is_the_sum_of_its_seasons() -> None:
    ledgers = [random_ledger(np.random.default_rng(seed)) for seed in range(40)]
    ended = [ledger for ledger in ledgers if ledger.final is not None]

    assert {len(ledger.boxes) for ledger in ended} == {SEASONS}
    assert [ledger.final for ledger in ended] == [sum(box[-1] for box in ledger.boxes) for ledger in ended]


@pytest.mark.parametrize("seed", range(3))
def test_the_way_back_undoes_the_bend(seed: int) -> None:
    bend = random_bend(np.random.default_rng(seed))
    places = np.stack(np.meshgrid(np.linspace(-1, 12, 9), np.linspace(-0.5, 4.5, 5)), axis=-1)

    np.testing.assert_allclose(bend.seen(bend.true(places)), places, atol=0.02)


@pytest.mark.parametrize("seed", range(20))
def test_boxes_lie_below_the_coins(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ledger = random_ledger_print(rng, room=float(rng.uniform(2.5, 5.2)))

    assert len(coin_places(ledger)) == COINS
    assert slot_places(ledger)[..., 1].min() > coin_places(ledger)[:, 1].max() + ledger.coin_radius
