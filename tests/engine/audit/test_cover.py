from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Terrain
from engine.audit.cover import Drawing, GaveUpError, StepCounter, covers

AREAS = st.integers(1, 0b111111)


def drawings_of(*choices: list[int]) -> list[Drawing]:
    return [Drawing(card, area, Terrain.FARM) for card, areas in enumerate(choices) for area in areas]


def found(area: int, *choices: list[int]) -> set[tuple[int, ...]]:
    ways = covers(area, range(len(choices)), drawings_of(*choices), StepCounter())
    return {tuple(drawing.area for drawing in sorted(way)) for way in ways}


def test_each_card_fills_its_part() -> None:
    assert found(0b111, [0b001, 0b011], [0b110, 0b100]) == {(0b001, 0b110), (0b011, 0b100)}


def test_no_square_is_filled_twice() -> None:
    assert found(0b111, [0b011], [0b110]) == set()


def test_no_square_is_left_over() -> None:
    assert found(0b111, [0b001], [0b010]) == set()


def test_every_card_is_used() -> None:
    assert found(0b11, [0b11], [0b01]) == set()


def test_a_card_may_draw_nothing_when_it_has_to_pass() -> None:
    assert found(0b11, [0b11], [0]) == {(0b11, 0)}


def test_nothing_is_covered_by_no_cards() -> None:
    assert found(0) == {()}
    assert found(1) == set()


def test_a_long_search_is_given_up() -> None:
    with pytest.raises(GaveUpError):
        list(covers(0b11, [0, 1], drawings_of([1, 2], [1, 2]), StepCounter(2)))


@given(area=AREAS, choices=st.lists(st.lists(AREAS, unique=True, max_size=6), max_size=4))
def test_exactly_the_covers_are_found(area: int, choices: list[list[int]]) -> None:
    """Against all combinations, tried one by one."""
    exact = {
        way
        for way in product(*choices)
        if sum(way) == area and sum(part.bit_count() for part in way) == area.bit_count()
    }

    assert found(area, *choices) == exact
