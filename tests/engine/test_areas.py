import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ALL_SQUARES, SIZE, Square
from engine.areas import STRIDE, WHOLE_MAP, Area, area_of, beside, bit, bits, parts, spread, squares_of

AREAS = st.frozensets(st.sampled_from(ALL_SQUARES)).map(area_of)


def neighbours_of(area: Area) -> set[Square]:
    """The squares beside the area, found square by square."""
    return {neighbour for square in squares_of(area) for neighbour in square.neighbours()}


def test_a_row_of_bits_is_one_longer_than_a_row_of_squares() -> None:
    assert STRIDE == SIZE + 1


@pytest.mark.parametrize(
    ("square", "place"), [(Square(0, 0), 0), (Square(0, 10), 10), (Square(1, 0), 12), (Square(10, 10), 130)]
)
def test_a_square_has_its_bit(square: Square, place: int) -> None:
    assert bit(square) == 1 << place


def test_the_whole_map_has_every_square() -> None:
    assert squares_of(WHOLE_MAP) == ALL_SQUARES
    assert WHOLE_MAP.bit_count() == 121


@given(squares=st.lists(st.sampled_from(ALL_SQUARES)))
def test_squares_survive_being_an_area_in_reading_order_and_once(squares: list[Square]) -> None:
    assert squares_of(area_of(squares)) == tuple(sorted(set(squares)))


@given(area=AREAS)
def test_an_area_is_its_bits(area: Area) -> None:
    assert [squares_of(bit) for bit in bits(area)] == [(square,) for square in squares_of(area)]


@pytest.mark.parametrize("square", ALL_SQUARES)
def test_beside_a_square_are_its_neighbours(square: Square) -> None:
    assert squares_of(beside(bit(square))) == square.neighbours()


@given(area=AREAS)
def test_beside_an_area_is_what_its_squares_have_beside_them(area: Area) -> None:
    assert set(squares_of(beside(area))) == neighbours_of(area)


@given(start=AREAS, within=AREAS)
def test_what_is_reached_lies_within_and_has_no_further_neighbour(start: Area, within: Area) -> None:
    reached = spread(start, within)

    assert reached & ~within == 0
    assert start & within & ~reached == 0
    assert beside(reached) & within & ~reached == 0


@given(start=AREAS, within=AREAS)
def test_what_is_reached_is_the_parts_with_a_start(start: Area, within: Area) -> None:
    assert spread(start, within) == sum(part for part in parts(within) if part & start)


def test_nothing_is_reached_over_a_corner_or_from_row_to_row() -> None:
    apart = area_of([Square(0, 10), Square(1, 0), Square(2, 1)])

    assert spread(bit(Square(1, 0)), apart) == bit(Square(1, 0))


@given(area=AREAS)
def test_parts_are_connected_apart_and_all_of_the_area(area: Area) -> None:
    found = list(parts(area))

    assert sum(found) == area
    assert all(part == spread(part & -part, part) for part in found)
    assert not any(beside(part) & area & ~part for part in found)


@given(area=AREAS)
def test_parts_come_by_their_first_squares(area: Area) -> None:
    firsts = [squares_of(part)[0] for part in parts(area)]

    assert firsts == sorted(firsts)
