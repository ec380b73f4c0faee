import pytest

from engine import SIZE, Square, squares
from engine.areas import area_of, bit, squares_of
from engine.lines import COLUMNS, DIAGONALS, EDGE, LINES, ROWS, block, cut


def test_rows_and_columns_are_those_of_the_map() -> None:
    assert [squares_of(row) for row in ROWS] == [*squares.ROWS]
    assert [squares_of(column) for column in COLUMNS] == [*squares.COLUMNS]
    assert LINES == ROWS + COLUMNS


def test_the_diagonals_run_down_and_right_from_the_left_edge_to_the_bottom() -> None:
    ends = [(squares_of(line)[0], squares_of(line)[-1], line.bit_count()) for line in DIAGONALS]

    assert ends == [(Square(row, 0), Square(10, 10 - row), SIZE - row) for row in range(SIZE)]


def test_the_edge_has_forty_squares() -> None:
    assert EDGE.bit_count() == 40
    assert all(square.is_on_edge for square in squares_of(EDGE))


def test_an_area_is_cut_by_lines_without_those_it_does_not_cross() -> None:
    bend = area_of([Square(0, 0), Square(0, 1), Square(2, 1)])

    assert cut(bend, ROWS) == [area_of([Square(0, 0), Square(0, 1)]), bit(Square(2, 1))]


@pytest.mark.parametrize(
    ("corner", "height", "width"), [(Square(0, 0), 1, 1), (Square(2, 3), 4, 2), (Square(0, 0), 11, 11)]
)
def test_a_block_has_its_height_and_width(corner: Square, height: int, width: int) -> None:
    wanted = [corner.moved(row, column) for row in range(height) for column in range(width)]

    assert block(bit(corner), height, width) == area_of(wanted)
