from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine import ALL_SQUARES, Side, Square, Terrain
from vision import CellReading, Lattice, SheetGeometry, SheetReading
from vision.context.adaptation import KnownHand, adapt, sharpen
from vision.find.lattice import map_nodes

TORN = {Terrain.WATER: 0.55, Terrain.FARM: 0.42, Terrain.EMPTY: 0.01}  # the rest is a mountain's
FURROW, WAVE = Square(2, 2), Square(7, 7)


@pytest.fixture(name="reading")
def _reading() -> SheetReading:
    """A sheet of squares torn between water and farm: upper half drawn one way, lower half another."""
    signs = np.array([[1.0, 0.1] if square.row < 5 else [-0.2, 2.0] for square in ALL_SQUARES])
    cells = tuple(CellReading(square, TORN) for square in ALL_SQUARES)
    geometry = SheetGeometry(Lattice(map_nodes(11)))
    return SheetReading(geometry, Side.CUSTOM, 1.0, cells, "stub", 0.9, signs=signs)


def test_squares_that_look_like_a_confirmed_one_follow_it(reading: SheetReading) -> None:
    said = {FURROW: Terrain.FARM}

    adapted = adapt(reading, KnownHand.learn(reading, said), said)

    assert {cell.terrain for cell in adapted.cells if cell.square.row < 5} == {Terrain.FARM}


def test_squares_that_look_different_stay_as_they_were(reading: SheetReading) -> None:
    said = {FURROW: Terrain.FARM}

    adapted = adapt(reading, KnownHand.learn(reading, said), said)

    (far,) = (cell for cell in adapted.cells if cell.square == WAVE)
    assert far.confidence == pytest.approx(0.55, abs=0.06)


def test_a_confirmed_square_is_certain(reading: SheetReading) -> None:
    said = {FURROW: Terrain.HERO}

    adapted = adapt(reading, KnownHand.learn(reading, said), said)

    assert adapted.to_map()[FURROW] is Terrain.HERO
    assert FURROW not in adapted.doubtful


def test_what_printing_took_of_the_probability_stays_as_doubt(reading: SheetReading) -> None:
    said = {FURROW: Terrain.FARM}

    adapted = adapt(reading, KnownHand.learn(reading, said))

    assert [sum(cell.probabilities.values()) for cell in adapted.cells] == pytest.approx([0.98] * 121)


def test_an_earlier_sheet_of_the_player_helps_too(reading: SheetReading) -> None:
    earlier = KnownHand.learn(reading, {FURROW: Terrain.FARM})

    adapted = adapt(reading, earlier + KnownHand.learn(reading, {WAVE: Terrain.WATER}))

    assert [adapted.to_map()[square] for square in (FURROW, WAVE)] == [Terrain.FARM, Terrain.WATER]


def test_a_hand_of_which_nothing_is_known_changes_nothing(reading: SheetReading) -> None:
    assert adapt(reading, KnownHand.learn(reading, {})).cells == reading.cells


def test_what_the_network_had_right_teaches_next_to_nothing(reading: SheetReading) -> None:
    sure = replace(
        reading,
        cells=tuple(
            CellReading(square, {Terrain.WATER: 0.999, Terrain.FARM: 0.001}) for square in ALL_SQUARES
        ),
    )

    adapted = adapt(reading, KnownHand.learn(sure, {FURROW: Terrain.WATER}))

    assert [cell.confidence for cell in adapted.cells] == pytest.approx([0.55] * 121, abs=0.01)


def test_a_mistake_made_twice_weighs_more_than_one_made_once(reading: SheetReading) -> None:
    once = adapt(reading, KnownHand.learn(reading, {FURROW: Terrain.FARM}))
    twice = adapt(reading, KnownHand.learn(reading, {FURROW: Terrain.FARM, Square(3, 3): Terrain.FARM}))

    (other,) = (k for k, square in enumerate(ALL_SQUARES) if square == Square(4, 4))
    assert twice.cells[other].probabilities[Terrain.FARM] > once.cells[other].probabilities[Terrain.FARM]


def test_a_question_is_dropped_only_by_what_was_said_of_the_same_sheet(reading: SheetReading) -> None:
    lessons = {Square(row, 2): Terrain.FARM for row in range(4)}
    hand = KnownHand.learn(reading, lessons)

    by_other = sharpen(reading, {}, hand)
    by_own = sharpen(reading, lessons)

    upper = {square for square in ALL_SQUARES if square.row < 5}
    assert by_other.to_map()[FURROW] is Terrain.FARM
    assert set(by_other.doubtful) == set(ALL_SQUARES)
    assert not upper & set(by_own.doubtful)


def test_a_sure_square_keeps_its_terrain_and_is_asked_about(reading: SheetReading) -> None:
    sure = {Terrain.WATER: 0.93, Terrain.FARM: 0.07}
    odd = Square(1, 1)
    cells = tuple(replace(cell, probabilities=sure) if cell.square == odd else cell for cell in reading.cells)
    changed = replace(reading, cells=cells)

    sharp = sharpen(changed, {Square(row, 2): Terrain.FARM for row in range(4)})

    assert odd not in changed.doubtful
    assert odd in sharp.doubtful
    assert sharp.to_map()[odd] is Terrain.WATER


def test_nothing_said_changes_nothing(reading: SheetReading) -> None:
    assert sharpen(reading, {}).cells == reading.cells


def test_where_two_sheets_speak_against_each_other_the_question_stays(reading: SheetReading) -> None:
    furrows = {Square(row, 2): Terrain.FARM for row in range(4)}
    waves = {Square(row, column): Terrain.WATER for row in range(5) for column in range(11)}

    sharp = sharpen(reading, furrows, KnownHand.learn(reading, waves))

    left = {square for square in ALL_SQUARES if square.row < 5} - set(furrows)
    assert left <= set(sharp.doubtful)


@pytest.mark.parametrize(
    ("said", "error", "problem"),
    [
        ({Square(11, 0): Terrain.FARM}, ValueError, "is not on the map"),
        ({Square(2, 3): "farm"}, TypeError, "'farm' is no terrain"),
    ],
)
def test_what_nobody_can_say_of_a_sheet_is_refused(
    reading: SheetReading, said: Any, error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        sharpen(reading, said)
