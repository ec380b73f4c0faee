from dataclasses import replace

import pytest

from engine import ALL_SQUARES, EXPLORE_CARDS, MapSheet, Season, Side, Square, Terrain
from engine.cards import find_card
from vision import CellReading, Lattice, SheetGeometry, SheetReading
from vision.context import Effect, JointReading, Known, cells_of, read_in_context
from vision.context.pairs import SAME_STROKES
from vision.find.lattice import map_nodes
from vision.read.reading import Marks

BLANK = MapSheet.blank(Side.A)
WATER_OR_FARM = {Terrain.WATER: 0.6, Terrain.FARM: 0.4}
ROW = [Square(9, column) for column in range(3)]
"""Three squares side by side: a shape of Great River, which draws water alone."""
RIVER = (find_card("Great River"),)
LAKE = dict.fromkeys(ROW, Terrain.WATER)


def reading_of(
    sheet: MapSheet, torn: dict[Square, dict[Terrain, float]], sure: float = 0.998
) -> SheetReading:
    """Return a sheet read beyond doubt but for some squares."""
    cells = tuple(
        CellReading(square, torn.get(square, {sheet[square]: sure, Terrain.HERO: 1.0 - sure}))
        for square in ALL_SQUARES
    )
    return SheetReading(SheetGeometry(Lattice(map_nodes(11))), Side.A, 1.0, cells, "stub", 0.9)


def effects(read: JointReading) -> dict[Square, Effect]:
    """Return what became of the squares on which the context has its say."""
    return {each.square: each.effect for each in read.rethought}


def test_with_nothing_known_nothing_changes() -> None:
    reading = reading_of(BLANK, {ROW[0]: WATER_OR_FARM})

    assert read_in_context(reading, Known()) == JointReading(reading, reading)


def test_what_was_drawn_before_settles_a_doubtful_square() -> None:
    before = BLANK.with_terrain({ROW[0]: Terrain.FARM})
    reading = reading_of(before, {ROW[0]: WATER_OR_FARM})

    read = read_in_context(reading, Known(cells_of(before), Side.A))

    assert read.picture.to_map()[ROW[0]] is Terrain.WATER
    assert read.joint.to_map()[ROW[0]] is Terrain.FARM
    assert read.joint.doubtful == ()
    assert effects(read) == {ROW[0]: Effect.CHANGED}
    assert "farm" in read.rethought[0].why


def test_a_sure_picture_is_never_overturned_but_asked_about() -> None:
    before = BLANK.with_terrain({ROW[0]: Terrain.FARM})
    reading = reading_of(before, {ROW[0]: {Terrain.WATER: 0.995, Terrain.FARM: 0.005}})

    read = read_in_context(reading, Known(cells_of(before), Side.A))

    assert read.joint.to_map()[ROW[0]] is Terrain.WATER
    assert read.joint.doubtful == (ROW[0],)
    assert effects(read) == {ROW[0]: Effect.ASKED}


def test_a_square_drawn_before_may_be_destroyed() -> None:
    before = BLANK.with_terrain({ROW[0]: Terrain.FARM})
    crossed = {Terrain.DESTROYED: 0.97, Terrain.FARM: 0.01, Terrain.WATER: 0.02}
    reading = reading_of(before, {ROW[0]: crossed})

    read = read_in_context(reading, Known(cells_of(before), Side.A))

    assert read.joint.to_map()[ROW[0]] is Terrain.DESTROYED


def test_a_map_before_that_was_itself_doubtful_decides_less() -> None:
    before = BLANK.with_terrain({ROW[0]: Terrain.FARM})
    reading = reading_of(before, {ROW[0]: WATER_OR_FARM})
    doubted = reading_of(before, {ROW[0]: {Terrain.FARM: 0.7, Terrain.WATER: 0.3}})

    read = read_in_context(reading, Known(doubted.cells, Side.A))

    odds = (0.28 / 0.18) ** SAME_STROKES
    (cell,) = (cell for cell in read.joint.cells if cell.square == ROW[0])
    assert cell.probabilities[Terrain.FARM] == pytest.approx(odds / (1 + odds), abs=0.005)


def test_a_square_that_nobody_settled_before_stays_in_doubt() -> None:
    before = BLANK.with_terrain({ROW[0]: Terrain.WATER})
    reading = reading_of(before, {ROW[0]: WATER_OR_FARM})

    settled = read_in_context(reading, Known(cells_of(before), Side.A))
    unsettled = read_in_context(reading, Known(cells_of(before, (ROW[0],)), Side.A))

    assert settled.joint.doubtful == ()
    assert unsettled.joint.doubtful == (ROW[0],)
    assert unsettled.joint.to_map()[ROW[0]] is Terrain.WATER


def test_the_cards_of_spring_settle_what_was_drawn() -> None:
    reading = reading_of(BLANK.with_terrain(LAKE), {ROW[1]: {Terrain.FARM: 0.6, Terrain.WATER: 0.4}})

    read = read_in_context(reading, Known(cards=RIVER))

    assert read.explained is True
    assert read.joint.to_map()[ROW[1]] is Terrain.WATER
    assert read.joint.doubtful == ()
    assert "Great River" in read.rethought[0].why


def test_the_cards_ask_about_a_sure_square_without_which_nothing_fits() -> None:
    hole = {Terrain.EMPTY: 0.9949, Terrain.WATER: 0.005, Terrain.HERO: 0.0001}
    reading = reading_of(BLANK.with_terrain(LAKE), {ROW[1]: hole})

    read = read_in_context(reading, Known(cards=RIVER))

    assert read.joint.to_map()[ROW[1]] is Terrain.EMPTY
    assert ROW[1] in read.joint.doubtful
    assert effects(read)[ROW[1]] is Effect.ASKED


def test_a_shape_of_squares_that_touch_at_a_corner_is_one() -> None:
    corners = [Square(9, 0), Square(10, 1)]
    drawn = BLANK.with_terrain(dict.fromkeys(corners, Terrain.FOREST))
    reading = reading_of(drawn, {corners[0]: {Terrain.MONSTER: 0.6, Terrain.FOREST: 0.4}})

    read = read_in_context(reading, Known(cards=(find_card("Forgotten Forest"),)))

    assert read.explained is True
    assert read.joint.to_map() == drawn


def test_squares_that_one_hand_drew_alike_are_misread_alike() -> None:
    drawn = BLANK.with_terrain(LAKE)
    farms = {square: {Terrain.FARM: 0.97, Terrain.WATER: 0.03} for square in ROW}

    read = read_in_context(reading_of(drawn, farms), Known(cards=RIVER))

    assert read.joint.to_map() == drawn
    assert {each.effect for each in read.rethought} == {Effect.CHANGED}


def test_cards_that_explain_nothing_are_reported_and_change_no_square() -> None:
    drawn = BLANK.with_terrain(dict.fromkeys(ROW, Terrain.FOREST))
    reading = reading_of(drawn, {}, sure=1.0)

    read = read_in_context(reading, Known(cards=RIVER))

    assert read.explained is False
    assert read.joint.reason is not None
    assert read.joint.reason.code == "season_unexplained"
    assert read.joint.to_map() == drawn


@pytest.mark.parametrize(
    ("known", "code"),
    [
        (Known(cells_of(MapSheet.blank(Side.B)), Side.B), "before_other_side"),
        (Known(cards=RIVER, season=Season.FALL), "before_missing"),
    ],
    ids=["another side", "no map before"],
)
def test_what_cannot_have_come_before_is_reported(known: Known, code: str) -> None:
    reading = reading_of(BLANK, {})

    read = read_in_context(reading, known)

    assert read.joint.reason is not None
    assert read.joint.reason.code == code
    assert read.joint.cells == reading.cells


def test_something_that_hides_a_square_stays_doubtful() -> None:
    before = BLANK.with_terrain({ROW[0]: Terrain.FARM})
    reading = reading_of(before, {})
    cells = tuple(
        replace(cell, marks=Marks(foreign=0.9)) if cell.square == ROW[0] else cell for cell in reading.cells
    )

    read = read_in_context(replace(reading, cells=cells), Known(cells_of(before), Side.A))

    assert read.joint.doubtful == (ROW[0],)


def test_the_river_card_is_what_these_tests_take_it_for() -> None:
    assert EXPLORE_CARDS["Great River"].terrains == (Terrain.WATER,)
