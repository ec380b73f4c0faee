import pytest

from engine import ALL_SQUARES, COLUMNS, ROWS, Square


@pytest.mark.parametrize(("square", "count"), [(Square(0, 0), 2), (Square(0, 5), 3), (Square(5, 5), 4)])
def test_squares_at_the_edge_have_fewer_neighbours(square: Square, count: int) -> None:
    assert len(square.neighbours()) == count


def test_neighbours_share_a_side() -> None:
    assert Square(2, 2).neighbours() == (Square(1, 2), Square(2, 1), Square(2, 3), Square(3, 2))


def test_neighbours_are_mutual() -> None:
    assert all(square in other.neighbours() for square in ALL_SQUARES for other in square.neighbours())


def test_forty_squares_are_on_the_edge() -> None:
    assert sum(square.is_on_edge for square in ALL_SQUARES) == 40


@pytest.mark.parametrize("square", [Square(-1, 0), Square(0, 11), Square(11, 0)])
def test_a_square_may_lie_off_the_map(square: Square) -> None:
    assert not square.is_on_map


def test_rows_and_columns_cross_in_one_square() -> None:
    assert set(ROWS[3]) & set(COLUMNS[7]) == {Square(3, 7)}
