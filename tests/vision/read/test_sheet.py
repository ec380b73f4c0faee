"""Which side a sheet is, and which way up it lies, by where its print stands."""

from dataclasses import replace

import numpy as np
import pytest

from engine import LAYOUTS, SIZE, Layout, Side, Square
from tests.vision.judged import as_found, judged_as, print_layers
from vision.find.judgement import MIRRORED, Judgement
from vision.read.sheet import layouts_with, match_side

WAYS = range(2 * MIRRORED)


def without_a_way(judged: Judgement) -> Judgement:
    """The same of a judge who does not know which way up a sheet lies."""
    return replace(judged, ways=np.full(2 * MIRRORED, 1 / (2 * MIRRORED)))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("side", sorted(LAYOUTS))
def test_a_side_is_known_whichever_way_up_it_lies(side: Side, way: int) -> None:
    match = match_side(judged_as(side, way=way))

    assert (match.side, match.way) == (side, way)
    assert match.is_mirrored == (way >= MIRRORED)
    assert min(match.confidence, match.upright) > 0.99
    assert match.match > 0.9


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("side", [Side.B, Side.C, Side.D])
def test_where_pictures_stand_tells_side_and_way_alone(side: Side, way: int) -> None:
    match = match_side(without_a_way(judged_as(side, way=way)))

    assert (match.side, match.way) == (side, way)
    assert min(match.confidence, match.upright) > 0.99


@pytest.mark.parametrize("way", WAYS)
def test_half_a_turn_of_side_a_is_left_open_by_its_print(way: int) -> None:
    """Its mountains and ruins stand the same then."""
    match = match_side(without_a_way(judged_as(Side.A, way=way)))

    assert match.side is Side.A
    assert match.way in (way, way ^ 2)
    assert match.confidence > 0.99
    assert match.upright == pytest.approx(0.5)


@pytest.mark.parametrize("way", WAYS)
def test_drawings_tell_the_way_up_where_the_print_leaves_it_open(way: int) -> None:
    """What is seen in a mirror is recognised as well, but after as many turns the other way round."""
    recognised = np.full(4, -30.0)
    recognised[way if way < MIRRORED else -way % MIRRORED] = -10.0
    judged = without_a_way(judged_as(Side.A, way=way))

    match = match_side(judged, recognised=recognised)

    assert match.way == way
    assert match.upright > 0.99


@pytest.mark.parametrize("way", WAYS)
def test_season_boxes_tell_the_way_up_against_the_judge_and_the_drawings(way: int) -> None:
    boxes = np.full(2 * MIRRORED, 0.2)
    boxes[way] = 1.0
    recognised = np.full(4, -16.0)
    recognised[way if way < MIRRORED else -way % MIRRORED] = -18.0
    judged = judged_as(Side.A, way=way)
    elsewhere = replace(judged, ways=np.roll(judged.ways.reshape(2, MIRRORED), 2, axis=1).ravel())

    match = match_side(elsewhere, boxes=boxes, recognised=recognised)

    assert match.way == way


def test_a_sheet_without_season_boxes_keeps_its_way_up() -> None:
    judged = without_a_way(judged_as(Side.B, way=3))

    match = match_side(judged, boxes=np.array([0.3, 0.2, 0.3, 0.0, 0.2, 0.3, 0.1, 0.2]))

    assert match.way == 3
    assert match.upright > 0.99


def test_without_a_print_the_side_is_open() -> None:
    match = match_side(judged_as(None))

    assert match.confidence < 0.9
    assert match.match < 0.1


@pytest.mark.parametrize("side", sorted(LAYOUTS))
def test_what_lies_on_a_third_of_the_sheet_says_nothing_of_its_side(side: Side) -> None:
    judged = judged_as(side)
    shown = np.ones((SIZE, SIZE), np.bool_)
    shown[:, 7:] = False
    card = judged.printed.copy()
    card[~shown] = print_layers(LAYOUTS[Side.A if side is Side.C else Side.C])[~shown]

    match = match_side(replace(judged, printed=card), shown=shown)

    assert (match.side, match.way) == (side, 0)
    assert match.confidence > 0.99


def test_only_the_ways_that_are_asked_for_are_tried() -> None:
    match = match_side(judged_as(Side.B, way=2), ways=(0,))

    assert match.way == 0


def test_ruins_tell_two_sides_apart_that_have_the_same_mountains() -> None:
    own = replace(
        LAYOUTS[Side.A], side=Side.CUSTOM, ruins=frozenset({Square(0, 0), Square(10, 10), Square(5, 1)})
    )
    sides = {Side.A: LAYOUTS[Side.A], Side.CUSTOM: own}

    assert match_side(judged_as(Side.A), sides).side is Side.A
    assert match_side(judged_as(own), sides).side is Side.CUSTOM


def test_a_side_of_ones_own_takes_the_place_of_the_printed_one_that_looks_like_it() -> None:
    corrected = replace(LAYOUTS[Side.D], side=Side.CUSTOM, ruins=frozenset())
    another = Layout.parse(Side.CUSTOM, "\n".join(["^" + "." * 10, *["." * 11] * 10]))

    assert set(layouts_with(corrected)) == {*LAYOUTS, Side.CUSTOM} - {Side.D}
    assert set(layouts_with(another)) == {*LAYOUTS, Side.CUSTOM}


@pytest.mark.parametrize("way", WAYS)
def test_the_stand_in_lays_a_sheet_as_it_says(way: int) -> None:
    found = as_found(print_layers(LAYOUTS[Side.B]), way)
    flipped = found[:, ::-1] if way >= MIRRORED else found

    assert np.array_equal(np.rot90(flipped, way % MIRRORED), print_layers(LAYOUTS[Side.B]))
