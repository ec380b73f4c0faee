import numpy as np
import pytest
from numpy.typing import NDArray

from vision.read.numbers import (
    FINAL,
    LARGEST,
    MONSTERS,
    TOTAL,
    UNSEEN,
    VALUES,
    NumberOdds,
    expect_no_final,
    odds_of,
    weigh_final,
    weigh_seasons,
)

NONE = 10
FIRST_EDICT = 0


def logits(
    tens: int, ones: int, *, hundreds: int = NONE, minus: float = -20.0, legible: float = 20.0
) -> NDArray[np.float32]:
    row = np.zeros(35, np.float32)
    row[hundreds], row[11 + tens], row[22 + ones], row[33], row[34] = 20, 20, 20, minus, legible
    return row


def read(row: NDArray[np.float32], place: int, temperature: float = 1.0) -> NumberOdds:
    return odds_of(row[None], [place], temperature)[0]


def odds(shares: dict[int, float], blank: float = 0.0) -> NumberOdds:
    values = np.zeros(len(VALUES))
    for value, share in shares.items():
        values[value + LARGEST] = share
    return NumberOdds(values, blank)


@pytest.mark.parametrize(
    ("tens", "ones", "minus", "place", "value"),
    [
        (1, 7, -20.0, FIRST_EDICT, 17),
        (NONE, 7, -20.0, FIRST_EDICT, 7),
        (0, 7, -20.0, FIRST_EDICT, 7),
        (NONE, 0, -20.0, MONSTERS, 0),
        (NONE, 3, -20.0, MONSTERS, -3),
        (1, 2, 20.0, MONSTERS, -12),
        (NONE, 4, 20.0, TOTAL, -4),
        (NONE, 4, 20.0, FIRST_EDICT, 4),
        (NONE, NONE, -20.0, FIRST_EDICT, None),
    ],
)
def test_digits_make_the_number_of_their_place(
    tens: int, ones: int, minus: float, place: int, value: int | None
) -> None:
    assert read(logits(tens, ones, minus=minus), place).value == value


@pytest.mark.parametrize(
    ("hundreds", "tens", "value"), [(1, 0, 107), (2, 4, 247), (0, 4, 47), (1, NONE, None)]
)
def test_a_total_may_have_three_digits(hundreds: int, tens: int, value: int | None) -> None:
    final = read(logits(tens, 7, hundreds=hundreds), FINAL)

    assert (final.value if final.confidence > 0.5 else None) == value


def test_the_sum_of_the_seasons_settles_the_final_score() -> None:
    totals = [odds({31: 0.99}), odds({40: 0.98}), odds({22: 0.99}), odds({14: 0.97})]

    assert weigh_final(odds({101: 0.5, 107: 0.45}), totals).value == 107


def test_what_is_illegible_has_no_confidence() -> None:
    assert read(logits(1, 7, legible=-20.0), FIRST_EDICT).confidence < 0.001


def test_a_temperature_lowers_confidence() -> None:
    sure, calm = (read(logits(1, 7) / np.float32(5), FIRST_EDICT, temperature) for temperature in (1.0, 2.0))

    assert calm.confidence < sure.confidence


def test_the_sum_settles_which_of_two_numbers_it_is() -> None:
    season = [odds({5: 0.98}), odds({9: 0.4, 4: 0.58}), odds({11: 0.97}), odds({-10: 0.99}), odds({15: 0.98})]

    assert [cell.value for cell in weigh_seasons([season])[0]] == [5, 9, 11, -10, 15]


def test_a_sum_that_fits_makes_sure() -> None:
    season = [odds({5: 0.9}), odds({9: 0.9}), odds({11: 0.9}), odds({-10: 0.9}), odds({15: 0.9})]

    assert min(cell.confidence for cell in weigh_seasons([season])[0]) > 0.98


def test_a_player_who_adds_wrong_is_believed() -> None:
    season = [
        odds({5: 0.9999}),
        odds({9: 0.9999}),
        odds({11: 0.9999}),
        odds({-10: 0.9999}),
        odds({19: 0.9999}),
    ]

    assert [cell.value for cell in weigh_seasons([season])[0]] == [5, 9, 11, -10, 19]


def test_a_number_left_out_adds_nothing() -> None:
    season = [
        odds({5: 0.9, 8: 0.1}),
        odds({9: 1.0}),
        odds({}, blank=1.0),
        odds({}, blank=1.0),
        odds({14: 1.0}),
    ]

    assert [cell.value for cell in weigh_seasons([season])[0]] == [5, 9, None, None, 14]


def test_a_sum_does_not_make_an_unseen_number_sure() -> None:
    season = [UNSEEN, odds({9: 1.0}), odds({0: 1.0}), odds({0: 1.0}), odds({14: 1.0})]

    assert weigh_seasons([season])[0][0].confidence < 0.001


def test_a_season_left_out_stays_blank() -> None:
    season = [odds({}, blank=0.99)] * 5

    assert min(cell.blank for cell in weigh_seasons([season])[0]) > 0.99


def test_a_printed_letter_is_no_number_where_the_rest_of_the_season_is_blank() -> None:
    season = [odds({4: 0.9}, blank=0.1), *[odds({}, blank=0.97)] * 4]

    assert min(cell.blank for cell in weigh_seasons([season])[0]) > 0.9


def test_a_season_after_one_that_is_left_out_is_left_out() -> None:
    printed = [odds({4: 0.9}, blank=0.1), odds({1: 0.9}, blank=0.1), *[odds({}, blank=0.9)] * 3]
    empty = [odds({}, blank=0.97)] * 5

    first, later = ([min(cell.blank for cell in season) for season in weigh_seasons(seasons)]
                    for seasons in ([printed, empty], [empty, printed]))  # fmt: skip

    assert later[1] > 0.9 > first[0]


def test_a_final_score_is_not_expected_before_the_last_season() -> None:
    assert expect_no_final(odds({9: 0.6}, blank=0.4)).blank > 0.9
    assert expect_no_final(odds({87: 0.999}, blank=0.0001)).value == 87


def test_a_season_of_which_only_the_total_is_written_is_not_surely_left_out() -> None:
    blank, total = odds({}, blank=0.999), odds({27: 0.999}, blank=0.001)

    weighed = weigh_seasons([[blank] * 4 + [total], [blank] * 5])

    assert weighed[0][4].blank < 0.95
    assert min(cell.blank for cell in weighed[1]) > 0.99
