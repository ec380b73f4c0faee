"""The table of what may be wrong with a sheet that was found."""

import string
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine import LAYOUTS, Side
from vision.find.judge import least_sure
from vision.find.judgement import MIRRORED
from vision.read.consistency import Consistency
from vision.read.rules import (
    BLURRED,
    BLURRED_AWAY,
    RULES,
    SOME_IN_DOUBT,
    SURE_IN_POOR,
    Consequence,
    Seen,
    applying,
    doubt_below,
)
from vision.read.sheet import SideMatch

MATCH = SideMatch(Side.A, 0, 1.0, 1.0, 1.0)
AGREES = Consistency(
    goes_on=0.1,
    turned=0.2,
    mirrored=0.2,
    repeated=0.1,
    twins=0.4,
    unlined=np.zeros((11, 11), np.bool_),
    bleached=np.zeros((11, 11), np.bool_),
    one_edge=0.1,
    torn=np.zeros((11, 11), np.bool_),
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
)
"""A sheet that nothing is wrong with."""


def codes(seen: Seen) -> list[str]:
    return [rule.code for rule in applying(seen)]


def test_no_rule_applies_to_a_sheet_that_nothing_is_wrong_with() -> None:
    assert applying(SEEN) == ()


@pytest.mark.parametrize(
    ("wrong", "code", "consequence"),
    [
        ({"match": replace(MATCH, way=MIRRORED + 1)}, "mirrored", Consequence.REJECT),
        ({"brightness": 8.0}, "too_dark", Consequence.ASK),
        ({"edge_width": 0.2}, "too_blurred", Consequence.NOTHING_SURE),
        ({"edge_width": 0.12}, "too_blurred", Consequence.ASK),
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
        ({"in_doubt": 0.4}, "many_in_doubt", Consequence.NOTHING_SURE),
        ({"left_open": 0.25, "in_doubt": 0.25}, "many_in_doubt", Consequence.NOTHING_SURE),
        ({"left_open": 0.15, "colour": 0.1}, "no_colours", Consequence.NOTHING_SURE),
        ({"match": replace(MATCH, confidence=0.9)}, "side_uncertain", Consequence.ASK),
        ({"match": replace(MATCH, upright=0.9)}, "upright_uncertain", Consequence.ASK),
        ({"haze": 0.9}, "washed_out", Consequence.NOTHING_SURE),
        ({"fineness": 0.03}, "lines_swallowed", Consequence.NOTHING_SURE),
        ({"elsewhere": 0.99}, "print_elsewhere", Consequence.NOTHING_SURE),
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
        {"said": Side.A, "match": replace(MATCH, upright=0.5, confidence=0.5)},  # a person knows
        {"said": Side.CUSTOM, "haze": 0.9},  # nor has it coins
        {"said": Side.CUSTOM, "fineness": 0.03},
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
        SEEN, match=replace(MATCH, way=MIRRORED, confidence=0.4), brightness=3.0, probability=0.1
    )

    assert codes(spoilt)[0] == "mirrored"


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
