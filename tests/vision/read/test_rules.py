"""The table of what may be wrong with a sheet that was found."""

import string
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine import LAYOUTS, Side
from service.documents.readings import BLANK_PAGE
from vision.find.judge import least_sure
from vision.find.judgement import MIRRORED
from vision.read.consistency import Consistency
from vision.read.facts import Seen, Unfound
from vision.read.ledger import LedgerReading
from vision.read.refusals import BLANK, REFUSALS, refusals
from vision.read.rules import (
    BLURRED,
    BLURRED_AWAY,
    MANY_COVERED,
    MOST_OUTSIDE,
    RULES,
    SOME_IN_DOUBT,
    SURE_IN_POOR,
    Consequence,
    applying,
    doubt_below,
    leaves_nothing_sure,
)
from vision.read.sheet import SideMatch
from vision.read.unseen import Lost

MATCH = SideMatch(Side.A, 0, 1.0, 1.0, 1.0)
NONE = np.zeros((11, 11), np.bool_)
SHOWN = Lost(torn=NONE, unlined=NONE, bleached=NONE, covered=NONE, shares=np.ones((11, 11)))
LEDGER = LedgerReading(coins=3, coins_guess=3)
AGREES = Consistency(
    goes_on=0.1,
    turned=0.2,
    mirrored=0.2,
    repeated=0.1,
    twins=0.4,
    unlined=NONE,
    bleached=NONE,
    one_edge=0.1,
    torn=NONE,
)
SEEN = Seen(
    probability=1.0,
    match=MATCH,
    said=None,
    sides=frozenset(LAYOUTS),
    brightness=200.0,
    edge_width=0.09,
    haze=0.3,
    fineness=0.2,
    colour=12.0,
    most_alike=20,
    left_open=0.0,
    in_doubt=0.0,
    agreement=AGREES,
    tones=200,
    grain=0.01,
    lost=SHOWN,
    ledger=LEDGER,
)
"""A sheet that nothing is wrong with."""


def squares(count: int) -> NDArray[np.bool_]:
    """Return the first so many squares."""
    return np.asarray((np.arange(121) < count).reshape(11, 11), np.bool_)


def outside(count: int) -> Lost:
    return replace(SHOWN, shares=np.where(squares(count), 0.0, 1.0))


def codes(seen: Seen) -> list[str]:
    return [rule.code for rule in applying(seen)]


def test_no_rule_applies_to_a_sheet_that_nothing_is_wrong_with() -> None:
    assert applying(SEEN) == ()


def test_print_that_the_said_side_has_not_is_told_of_that_side() -> None:
    seen = replace(SEEN, said=Side.CUSTOM, elsewhere=0.99)

    assert [rule.reason(seen).params for rule in applying(seen)] == [{"side": "custom"}]


@pytest.mark.parametrize(
    ("wrong", "code", "consequence"),
    [
        ({"match": replace(MATCH, way=MIRRORED + 1)}, "mirrored", Consequence.REJECT),
        ({"brightness": 8.0}, "too_dark", Consequence.ASK),
        ({"edge_width": 0.2}, "too_blurred", Consequence.NOTHING_SURE),
        ({"edge_width": 0.12}, "blurred", Consequence.ASK),
        ({"said": Side.C}, "side_contradicted", Consequence.ASK),
        ({"probability": 0.6}, "lattice_uncertain", Consequence.NOTHING_SURE),
        ({"agreement": replace(AGREES, goes_on=0.5)}, "lines_go_on", Consequence.NOTHING_SURE),
        ({"agreement": replace(AGREES, turned=0.95)}, "seen_twice", Consequence.NOTHING_SURE),
        ({"agreement": replace(AGREES, repeated=0.6)}, "seen_twice", Consequence.NOTHING_SURE),
        ({"agreement": replace(AGREES, twins=0.9)}, "twin_rows", Consequence.NOTHING_SURE),
        ({"agreement": replace(AGREES, mirrored=0.7)}, "shows_through", Consequence.NOTHING_SURE),
        ({"agreement": replace(AGREES, one_edge=0.8)}, "edge_missing", Consequence.NOTHING_SURE),
        ({"grain": 0.1}, "grainy", Consequence.NOTHING_SURE),
        ({"tones": 4}, "few_tones", Consequence.NOTHING_SURE),
        ({"most_alike": 60}, "patterned", Consequence.NOTHING_SURE),
        ({"most_alike": 0}, "nothing_drawn", Consequence.ASK),
        (
            {"most_alike": 0, "agreement": replace(AGREES, turned=0.95, twins=0.9, mirrored=0.7)},
            "nothing_drawn",  # bare lines are like one another
            Consequence.ASK,
        ),
        ({"in_doubt": 0.4}, "many_in_doubt", Consequence.NOTHING_SURE),
        ({"left_open": 0.25, "in_doubt": 0.25}, "many_in_doubt", Consequence.NOTHING_SURE),
        ({"left_open": 0.15, "colour": 0.1}, "no_colours", Consequence.NOTHING_SURE),
        ({"match": replace(MATCH, confidence=0.9)}, "side_uncertain", Consequence.ASK),
        ({"match": replace(MATCH, upright=0.96)}, "upright_uncertain", Consequence.ASK),
        ({"match": replace(MATCH, upright=0.9)}, "upright_unknown", Consequence.NOTHING_SURE),
        ({"haze": 0.9}, "washed_out", Consequence.NOTHING_SURE),
        ({"fineness": 0.03}, "lines_swallowed", Consequence.NOTHING_SURE),
        ({"elsewhere": 0.99}, "print_elsewhere", Consequence.NOTHING_SURE),
        ({"is_sound": False}, "damaged_in_places", Consequence.ASK),
        ({"lost": outside(1)}, "cut_off", Consequence.ASK),
        ({"lost": outside(MOST_OUTSIDE)}, "cut_off", Consequence.ASK),
        ({"lost": outside(MOST_OUTSIDE + 1)}, "cut_off", Consequence.REJECT),
        ({"lost": replace(SHOWN, torn=squares(11))}, "rows_repeated", Consequence.ASK),
        ({"lost": replace(SHOWN, covered=squares(1))}, "covered", Consequence.ASK),
        ({"lost": replace(SHOWN, unlined=squares(MANY_COVERED))}, "covered", Consequence.ASK),
        ({"lost": replace(SHOWN, bleached=squares(5))}, "bleached", Consequence.ASK),
        ({"ledger": LedgerReading()}, "coins_unseen", Consequence.ASK),
        ({"ledger": LedgerReading(coins_guess=4)}, "coins_uncertain", Consequence.ASK),
        ({"ledger": replace(LEDGER, boxes_unread=(("fall", 2),))}, "boxes_uncertain", Consequence.ASK),
        ({"contradictions": ("Coins are never lost.",)}, "boxes_contradict", Consequence.ASK),
    ],
)
def test_each_rule_applies_to_what_it_is_for(
    wrong: dict[str, Any], code: str, consequence: Consequence
) -> None:
    assert [(rule.code, rule.consequence) for rule in applying(replace(SEEN, **wrong))] == [
        (code, consequence)
    ]


@pytest.mark.parametrize(
    "fine",
    [
        {"probability": least_sure()},
        {"left_open": 0.15, "in_doubt": 0.3},  # in colour
        {"colour": 0.1},  # nothing is left open
        {"elsewhere": 0.83},  # of a side that is sure, which a player may have drawn a mountain on
        {"said": Side.A},
        {"said": Side.C, "match": replace(MATCH, confidence=0.9)},  # the print is not sure enough
        {"said": Side.C, "match": replace(MATCH, match=0.2)},  # hardly a print to be seen
        {"said": Side.CUSTOM},  # of which nothing is known
        {"said": Side.A, "match": replace(MATCH, confidence=0.5)},  # a person knows
        {"said": Side.CUSTOM, "haze": 0.9},  # nor has it coins
        {"said": Side.CUSTOM, "fineness": 0.03},
        {"ledger": None},  # another print, which may have none
    ],
)
def test_no_rule_applies_without_need(fine: dict[str, Any]) -> None:
    assert codes(replace(SEEN, **fine)) == []


def test_all_that_applies_is_reported_the_weightiest_first() -> None:
    spoilt = replace(SEEN, brightness=8.0, edge_width=0.2, probability=0.3, haze=0.9, said=Side.C)

    assert codes(spoilt) == [
        "too_dark",
        "too_blurred",
        "side_contradicted",
        "lattice_uncertain",
        "washed_out",
    ]


def test_a_mountain_elsewhere_counts_sooner_where_no_side_fits() -> None:
    open_side = replace(SEEN, match=replace(MATCH, confidence=0.9), elsewhere=0.8)

    assert codes(open_side) == ["print_elsewhere", "side_uncertain"]


def test_a_sheet_in_a_mirror_is_refused_before_all_else() -> None:
    spoilt = replace(
        SEEN,
        match=replace(MATCH, way=MIRRORED, confidence=0.4),
        brightness=3.0,
        probability=0.1,
        is_sound=False,
        lost=outside(2),
    )

    assert codes(spoilt)[0] == "mirrored"


def test_a_refusal_says_nothing_of_squares_that_are_asked_about() -> None:
    refused = replace(SEEN, match=replace(MATCH, way=MIRRORED), edge_width=0.12, elsewhere=0.99, grain=0.1)

    assert [rule.code for rule in applying(refused) if rule.holds_unread] == ["mirrored"]


def test_no_code_says_of_one_sheet_that_nothing_is_sure_and_less_of_another() -> None:
    sure = {rule.code for rule in RULES if rule.consequence is not Consequence.NOTHING_SURE}

    assert not any(leaves_nothing_sure(code) for code in sure)


@pytest.mark.parametrize(
    ("covered", "expected"), [(3, ["seen_twice", "covered"]), (8, ["covered", "seen_twice"])]
)
def test_what_covers_many_squares_comes_before_what_is_seen_on_it(covered: int, expected: list[str]) -> None:
    lost = replace(SHOWN, covered=squares(covered))

    assert codes(replace(SEEN, lost=lost, agreement=replace(AGREES, turned=0.95))) == expected


def test_a_square_outside_is_counted_in_words() -> None:
    one, more = (replace(SEEN, lost=outside(count)) for count in (1, 5))

    assert applying(one)[0].reason(one).message == "1 square lies outside the photo."
    assert applying(more)[0].reason(more).message == "5 squares lie outside the photo."


def test_programs_rely_on_the_code_of_a_blank_page() -> None:
    assert BLANK.code == BLANK_PAGE


NOTHING_KNOWN = Unfound(brightness=200.0, edge_width=4.0, least=14)


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({}, ["no_grid"]),
        ({"square": 30.0}, ["no_grid"]),  # something like a map, whose lines do not show
        ({"brightness": 30.0}, ["too_dark"]),
        ({"ink": 0.0}, ["blank_page"]),
        ({"ink": 0.0, "brightness": 30.0}, ["too_dark"]),  # nothing is seen on it
        ({"edge_width": 7.0}, ["too_blurred"]),
        ({"is_at_edge": True, "square": 30.0}, ["cut_off"]),
        ({"square": 9.0}, ["too_small"]),
        ({"other_squares": 9}, ["wrong_squares"]),
        ({"brightness": 30.0, "other_squares": 9}, ["too_dark", "wrong_squares"]),
    ],
)
def test_a_photo_without_a_sheet_is_refused_for_all_that_is_known(
    known: dict[str, Any], expected: list[str]
) -> None:
    assert [reason.code for reason in refusals(replace(NOTHING_KNOWN, **known))] == expected


@pytest.mark.parametrize("rule", REFUSALS, ids=lambda rule: rule.code)
def test_refusals_name_only_parameters_that_they_give(rule: Any) -> None:
    assert "%(" not in rule.reason(replace(NOTHING_KNOWN, square=9.0, other_squares=9)).message


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.code} {rule.consequence}")
def test_sentences_name_only_parameters_that_the_rule_gives(rule: Any) -> None:
    reason = rule.reason(replace(SEEN, said=Side.C))
    named = {name for _, name, _, _ in string.Formatter().parse(rule.message) if name}

    assert named <= set(reason.params)
    assert "{" not in reason.message + reason.advice
    assert reason.code == rule.code


def test_a_contradiction_names_both_sides() -> None:
    (rule,) = applying(replace(SEEN, said=Side.C))

    assert rule.reason(replace(SEEN, said=Side.C)).params == {"said": "C", "side": "A"}


def test_the_more_is_doubtful_the_surer_a_square_has_to_be() -> None:
    usual = 0.99

    asked = [doubt_below(replace(SEEN, in_doubt=share), usual) for share in (0.0, SOME_IN_DOUBT, 0.5)]

    assert asked == [usual, SURE_IN_POOR, 1.0]


def test_of_a_blurred_picture_a_square_must_be_very_sure() -> None:
    blurred = replace(SEEN, edge_width=(BLURRED + BLURRED_AWAY) / 2)

    assert doubt_below(blurred, 0.98) == SURE_IN_POOR
