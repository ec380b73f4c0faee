"""Shapes, against squares that are turned, flipped and laid down one by one."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ALL_SQUARES, SIZE, MapFormatError, Square
from engine.areas import WHOLE_MAP, Area, area_of, squares_of
from engine.cards import AMBUSH_CARDS, EXPLORE_CARDS
from engine.shapes import Offsets, Shape

PRINTED = sorted(
    {str(shape) for card in EXPLORE_CARDS.values() for shape in card.shapes}
    | {str(card.shape) for card in AMBUSH_CARDS.values()}
)


def shapes() -> st.SearchStrategy[Shape]:
    """Shapes of the cards, and any others of up to four rows and columns."""
    squares = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6)
    return st.sampled_from(PRINTED).map(Shape.parse) | squares.map(shape_of)


def areas() -> st.SearchStrategy[Area]:
    """Areas that are crowded, sparse, or all of the map."""
    few = st.sets(st.sampled_from(ALL_SQUARES)).map(area_of)
    return few | few.map(lambda area: WHOLE_MAP & ~area) | st.integers(0, WHOLE_MAP).map(WHOLE_MAP.__and__)


def shape_of(squares: set[tuple[int, int]]) -> Shape:
    top, left = min(row for row, _ in squares), min(column for _, column in squares)
    return Shape(tuple(sorted((row - top, column - left) for row, column in squares)))


def turned(offsets: Offsets) -> set[tuple[int, int]]:
    return {(column, -row) for row, column in offsets}


def flipped(offsets: Offsets) -> set[tuple[int, int]]:
    return {(row, -column) for row, column in offsets}


def placed_one_by_one(shape: Shape, free: Area) -> set[Area]:
    """Return the areas of all orientations, at all places, of which every square is free."""
    open_squares = set(squares_of(free))
    laid = (
        {Square(row + down, column + right) for down, right in orientation.offsets}
        for orientation in shape.orientations
        for row, column in product(range(SIZE), repeat=2)
    )
    return {area_of(squares) for squares in laid if squares <= open_squares}


class TestNotation:
    @given(shapes())
    def test_a_shape_that_is_drawn_is_parsed_again(self, shape: Shape) -> None:
        assert Shape.parse(str(shape)) == shape

    def test_a_shape_is_drawn_as_on_the_card(self) -> None:
        shape = Shape.parse(".XX/X..", has_coin=True)

        assert shape.offsets == ((0, 1), (0, 2), (1, 0))
        assert (len(shape), shape.height, shape.width, shape.has_coin) == (3, 2, 3, True)

    @pytest.mark.parametrize("drawing", ["XO", "XX/X", "x", "XX//XX", "X X"])
    def test_what_is_no_drawing_is_refused_with_an_example(self, drawing: str) -> None:
        with pytest.raises(MapFormatError, match=r'is no shape; .* such as "XX\./\.XX"'):
            Shape.parse(drawing)

    @pytest.mark.parametrize("drawing", ["", "...", ".X/.X", "../X."])
    def test_a_drawing_without_squares_or_with_empty_lines_before_them_is_refused(self, drawing: str) -> None:
        with pytest.raises(MapFormatError, match="from row and column 0"):
            Shape.parse(drawing)

    @pytest.mark.parametrize("offsets", [((0, 0), (0, 0)), ((0, 1), (0, 0))])
    def test_squares_twice_or_out_of_order_are_refused(self, offsets: Offsets) -> None:
        with pytest.raises(MapFormatError, match="given once, in reading order"):
            Shape(offsets)

    def test_a_shape_longer_than_the_map_is_refused(self) -> None:
        with pytest.raises(MapFormatError, match="1 x 12 squares fits on no map"):
            Shape.parse("X" * 12)


class TestOrientations:
    @pytest.mark.parametrize(
        ("drawing", "ways"),
        [("X", 1), ("XX/XX", 1), (".X./XXX/.X.", 1), ("XXXX", 2), ("X.X", 2), ("X./.X", 2), ("XX/X.", 4),
         ("XXX/.X.", 4), (".XX/XX.", 4), ("XXX/X..", 8), ("..XX/XXX.", 8)],
    )  # fmt: skip
    def test_a_shape_has_as_many_orientations_as_its_symmetry_leaves(self, drawing: str, ways: int) -> None:
        assert len(Shape.parse(drawing).orientations) == ways

    @given(shapes())
    def test_orientations_differ_and_the_printed_one_is_first(self, shape: Shape) -> None:
        orientations = shape.orientations

        assert orientations[0] == shape
        assert len({str(orientation) for orientation in orientations}) == len(orientations) in (1, 2, 4, 8)

    @given(shapes())
    def test_turning_and_flipping_an_orientation_gives_another(self, shape: Shape) -> None:
        orientations = set(shape.orientations)

        assert {shape_of(turned(each.offsets)) for each in orientations} == orientations
        assert {shape_of(flipped(each.offsets)) for each in orientations} == orientations

    def test_every_orientation_has_the_coin(self) -> None:
        assert all(each.has_coin for each in Shape.parse("XX/X.", has_coin=True).orientations)


class TestPlaces:
    @given(shapes(), areas())
    def test_placements_are_those_found_one_by_one(self, shape: Shape, free: Area) -> None:
        placements = list(shape.placements(free))

        assert set(placements) == placed_one_by_one(shape, free)
        assert len(set(placements)) == len(placements)

    @given(shapes(), areas())
    def test_a_shape_fits_where_it_has_a_placement(self, shape: Shape, free: Area) -> None:
        assert shape.fits(free) is bool(list(shape.placements(free)))

    def test_a_gap_may_lie_over_filled_squares(self) -> None:
        free = area_of([Square(5, 0), Square(5, 2)])

        assert list(Shape.parse("X.X").placements(free)) == [free]

    def test_a_gap_does_not_reach_over_the_edge_into_the_next_row(self) -> None:
        free = area_of([Square(5, 10), Square(6, 0)])

        assert not Shape.parse("X.X").fits(free)

    def test_placements_come_by_orientation_and_then_in_reading_order(self) -> None:
        free = area_of([Square(0, 0), Square(0, 1), Square(0, 2), Square(1, 0)])

        assert [squares_of(area) for area in Shape.parse("XX").placements(free)] == [
            (Square(0, 0), Square(0, 1)),
            (Square(0, 1), Square(0, 2)),
            (Square(0, 0), Square(1, 0)),
        ]

    def test_a_shape_lies_as_printed_where_its_corner_is_put(self) -> None:
        assert squares_of(Shape.parse(".X/X.").at(9, 9)) == (Square(9, 10), Square(10, 9))

    @pytest.mark.parametrize(("row", "column"), [(10, 0), (0, 10), (-1, 0), (0, -1)])
    def test_a_shape_cannot_be_put_over_the_edge(self, row: int, column: int) -> None:
        with pytest.raises(MapFormatError, match=r"\.X/X\. does not lie on the map at row"):
            Shape.parse(".X/X.").at(row, column)
