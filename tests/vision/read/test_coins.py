from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.image import Image
from vision.read.coins import (
    EMPTY,
    FILLED,
    HIDDEN,
    CoinCount,
    confirmed,
    count_borne_out,
    count_coins,
    doubt_full,
    in_even_light,
    ink_of_coins,
    likeliest_count,
    weigh_split,
    weigh_whole,
    weigh_written,
)
from vision.read.ledgercrops import COIN_PIXELS, ROW_HEIGHT
from vision.released import ReleasedModel


def surely(states: list[int], share: float = 0.999) -> NDArray[np.float64]:
    """Return probabilities of a network that is that sure of each coin."""
    shares = np.full((3, len(states)), (1 - share) / 2)
    shares[states, np.arange(len(states))] = share
    return shares


@pytest.mark.parametrize("count", [0, 1, 7, 14])
def test_coins_filled_from_the_left_are_counted(count: int) -> None:
    states = [FILLED] * count + [EMPTY] * (14 - count)

    assert likeliest_count(surely(states)).coins == count


def test_a_clear_row_is_counted_surely() -> None:
    assert likeliest_count(surely([FILLED] * 5 + [EMPTY] * 9)).confidence > 0.98


def test_a_gap_in_the_row_is_doubtful() -> None:
    gapped = [FILLED] * 3 + [EMPTY] + [FILLED] + [EMPTY] * 9

    assert likeliest_count(surely(gapped)).confidence < 0.01


def test_a_coin_covered_between_filled_ones_is_filled() -> None:
    covered = [FILLED] * 3 + [HIDDEN] + [FILLED] * 2 + [EMPTY] * 8

    count = likeliest_count(surely(covered))

    assert count.coins == 6
    assert count.confidence > 0.98


def test_a_coin_covered_where_the_filled_ones_end_may_be_either() -> None:
    covered = [FILLED] * 3 + [HIDDEN] + [EMPTY] * 10

    count = likeliest_count(surely(covered))

    assert count.odds[3:5] == pytest.approx((0.5, 0.5), abs=0.01)


def test_a_row_is_no_surer_than_its_weakest_coin() -> None:
    shares = surely([FILLED] * 5 + [EMPTY] * 9)
    shares[:, 2] = (0.2, 0.8, 0.0)

    assert likeliest_count(shares).confidence == pytest.approx(0.8)


def test_two_counts_share_the_confidence() -> None:
    shares = surely([FILLED] * 2 + [EMPTY] * 12, share=1.0)
    shares[:, 2] = (0.6, 0.4, 0.0)

    assert likeliest_count(shares).confidence == pytest.approx(0.6)


def shown(**odds: float) -> CoinCount:
    """Return a count by its odds, as n7=0.4."""
    counts = tuple(odds.get(f"n{count}", 0.0) for count in range(15))
    best = int(np.argmax(counts))
    return CoinCount(best, counts[best], counts)


def drawn_row(filled: int, ring: int) -> Image:
    """Draw a row of printed rings, of which the first ones are filled by a faint circle of this radius."""
    row = np.full((ROW_HEIGHT, 14 * COIN_PIXELS, 3), 220, np.uint8)
    for coin in range(14):
        middle = (COIN_PIXELS * coin + COIN_PIXELS // 2, ROW_HEIGHT // 2)
        if coin < filled:
            cv2.circle(row, middle, ring, (150, 150, 155), 3, cv2.LINE_AA)
        cv2.circle(row, middle, 8, (90, 110, 120), 2, cv2.LINE_AA)
    return Image(row)


@pytest.mark.parametrize("filled", [1, 6, 13])
@pytest.mark.parametrize("ring", [5, 11])
def test_a_row_is_divided_where_its_coins_begin_to_look_otherwise(filled: int, ring: int) -> None:
    unsure = shown(n0=0.2, n1=0.15, n6=0.15, n13=0.15, n14=0.2)

    count = weigh_split(unsure, ink_of_coins(drawn_row(filled, ring)))

    assert count.coins == filled
    assert count.confidence > 0.7
    assert sum(count.odds) == pytest.approx(1.0)


def test_a_shadow_that_divides_the_row_elsewhere_than_the_coins_leaves_it_open() -> None:
    row = drawn_row(1, 11)
    row[:, 7 * COIN_PIXELS :] //= 2

    count = weigh_split(shown(n1=0.95, n7=0.02), ink_of_coins(row))

    assert count.odds[7] > 0.4
    assert count.confidence < 0.6


@pytest.mark.parametrize("filled", [0, 14])
def test_a_row_that_is_even_all_along_is_empty_or_full(filled: int) -> None:
    unsure = shown(n0=0.3, n7=0.4, n14=0.3)

    count = weigh_split(unsure, ink_of_coins(drawn_row(filled, 11)))

    assert count.odds[0] == pytest.approx(count.odds[14])
    assert count.odds[0] > 0.35


def test_the_light_on_a_row_is_no_ink() -> None:
    row = drawn_row(5, 11)

    dim = ink_of_coins(Image((row * 0.6).astype(np.uint8)))

    assert np.abs(dim - ink_of_coins(row)).max() < 0.05


@dataclass(frozen=True)
class Network:
    """Sees the coins of any row so."""

    shares: NDArray[np.float64]
    config: Mapping[str, float] = field(default_factory=lambda: {"temperature": 1.0})

    def run(self, row: NDArray[np.float32]) -> dict[str, NDArray[np.float64]]:
        return {"out": np.log(self.shares)[None]}


@pytest.mark.parametrize(
    "states",
    [[EMPTY] * 7 + [FILLED] * 7, [FILLED] * 3 + [EMPTY] + [FILLED] + [EMPTY] * 9],
    ids=["filled from the right", "with a gap"],
)
def test_where_a_row_divides_makes_no_count_sure_that_its_coins_contradict(states: list[int]) -> None:
    network = cast(ReleasedModel, Network(surely(states)))

    count = count_coins(drawn_row(7, 11), network, network)

    assert count.confidence < 0.01


def wrote(count: int, share: float = 0.98) -> NDArray[np.float64]:
    return np.asarray(np.where(np.arange(15) == count, share, 0.0))


def test_what_was_written_settles_what_the_row_leaves_open() -> None:
    unsure = shown(n6=0.3, n7=0.4, n8=0.3)

    assert weigh_written(unsure, wrote(7), is_over=True).confidence > 0.97
    assert weigh_written(unsure, wrote(8), is_over=True).coins == 8


def test_more_coins_may_have_been_earned_since_the_last_season_but_none_lost() -> None:
    unsure = shown(n6=0.5, n9=0.5)

    count = weigh_written(unsure, wrote(7), is_over=False)

    assert count.coins == 9
    assert count.confidence > 0.9


def test_a_clear_row_outweighs_what_a_player_wrote_but_is_less_sure() -> None:
    clear = shown(n9=0.9999)

    count = weigh_written(clear, wrote(5), is_over=True)

    assert count.coins == 9
    assert 0.5 < count.confidence < 0.9999


def test_a_number_that_cannot_be_read_changes_nothing() -> None:
    count = shown(n6=0.2, n7=0.8)

    assert weigh_written(count, np.zeros(15), is_over=False).odds == pytest.approx(count.odds)


@pytest.mark.parametrize("is_over", [False, True])
def test_odds_stay_a_distribution(is_over: bool) -> None:
    weighed = weigh_written(shown(n3=0.5, n4=0.2), wrote(4, 0.6), is_over=is_over)

    assert sum(weighed.odds) == pytest.approx(1.0)
    assert weighed.confidence == pytest.approx(max(weighed.odds))


def test_a_slope_makes_a_count_surer_if_it_is_likelier_right_than_not() -> None:
    likely, unlikely = CoinCount(1, 0.8, (0.1, 0.8, 0.05)), CoinCount(1, 0.3, (0.1, 0.3, 0.1))

    assert count_borne_out(likely, 1.0).odds == pytest.approx(likely.odds)
    surer = count_borne_out(likely, 2.0)
    assert surer.confidence == surer.odds[1] == pytest.approx(16 / 17)
    assert surer.odds[0] == pytest.approx(2 * surer.odds[2])
    assert sum(surer.odds) < 1.0
    assert count_borne_out(unlikely, 2.0).confidence < 0.3


@pytest.mark.parametrize("count", [CoinCount(0, 0.0), CoinCount(1, 1.0, (0.0, 1.0))])
def test_a_slope_changes_nothing_where_nothing_or_all_is_sure(count: CoinCount) -> None:
    assert count_borne_out(count, 2.0) == count


def test_a_row_of_which_nearly_all_is_filled_may_be_full() -> None:
    def counted(coins: int, sure: float) -> CoinCount:
        odds = [sure if n == coins else (1.0 - sure) / 14 for n in range(15)]
        return doubt_full(CoinCount(coins, sure, tuple(odds)))

    doubted = counted(12, 0.98)
    assert doubted.confidence == pytest.approx(0.94)
    assert doubted.odds[14] > 0.04
    assert sum(doubted.odds) == pytest.approx(1.0)
    assert counted(12, 0.7).confidence == pytest.approx(0.5)
    assert counted(9, 0.98).confidence == 0.98


NONE, SOME, ALL = np.eye(3) * 0.97 + 0.01


@pytest.mark.parametrize(
    ("seen", "looks", "counted"),
    [
        ({"n0": 0.9, "n1": 0.1}, ALL, 14),
        ({"n0": 0.9, "n1": 0.1}, NONE, 0),
        ({"n9": 0.3, "n10": 0.3, "n14": 0.3}, ALL, 14),
        ({"n13": 0.6, "n14": 0.4}, SOME, 13),
        ({"n9": 0.999}, ALL, 9),
        ({"n14": 0.999}, NONE, 14),
    ],
)
def test_a_row_that_looks_filled_all_along_is_full_unless_it_is_divided(
    seen: Mapping[str, float], looks: NDArray[np.float64], counted: int
) -> None:
    weighed = weigh_whole(shown(**seen), looks)

    assert weighed.coins == counted
    assert sum(weighed.odds) == pytest.approx(1.0)


def test_a_full_row_that_was_taken_for_an_empty_one_is_left_open_by_what_is_written() -> None:
    seen = weigh_whole(shown(n0=0.9999), NONE)

    assert seen.confidence > 0.98
    assert confirmed(seen, weigh_written(seen, wrote(14), is_over=True)).confidence < 0.8


def test_what_is_written_settles_no_row_that_shows_something_else() -> None:
    def counted(**odds: float) -> CoinCount:
        known = tuple(odds.get(f"n{n}", 0.0) for n in range(15))
        best = max(range(15), key=known.__getitem__)
        return CoinCount(best, known[best], known)

    written = np.eye(15)[5]
    shown, hidden, agreeing = (
        counted(n9=0.9, n5=0.1),
        counted(n5=0.2, n6=0.2, n7=0.2, n8=0.2, n4=0.2),
        counted(n5=0.9, n6=0.1),
    )

    assert confirmed(shown, weigh_written(shown, written, is_over=True)).confidence < 0.6
    assert confirmed(hidden, weigh_written(hidden, written, is_over=True)).confidence < 0.7
    assert confirmed(agreeing, weigh_written(agreeing, written, is_over=True)).confidence > 0.99


def test_a_shadow_that_lies_across_the_row_is_lifted() -> None:
    row = np.full((ROW_HEIGHT, 14 * COIN_PIXELS, 3), (210, 200, 180), np.uint8)
    for coin in range(14):
        middle = (round((coin + 0.5) * COIN_PIXELS), ROW_HEIGHT // 2)
        cv2.circle(row, middle, 12, (60, 60, 70) if coin < 5 else (220, 180, 60), cv2.FILLED)
    shade = np.zeros(row.shape[:2], np.float32)
    shade[:, 5 * COIN_PIXELS : 9 * COIN_PIXELS] = 0.5
    shaded = Image((row * (1 - cv2.GaussianBlur(shade, (0, 0), 5))[..., None]).astype(np.uint8))

    lit = in_even_light(shaded).astype(int)

    assert np.abs(in_even_light(Image(row)).astype(int) - row).max() <= 1
    assert np.abs(lit - row).mean() < np.abs(shaded.astype(int) - row).mean() / 8
