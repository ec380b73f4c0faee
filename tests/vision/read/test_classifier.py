import numpy as np
import pytest

from engine import Square
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN
from vision.read.classifier import gathered, slots_for


@pytest.mark.parametrize("count", [1, 3, 4, 9, 25])
def test_gathered_squares_stand_two_apart_with_half_a_square_around_each(count: int) -> None:
    rng = np.random.default_rng(5)
    side = 11 * CELL_PIXELS + 2 * MARGIN
    sheet = Image(rng.integers(0, 256, (side, side, 3), np.uint8))
    squares = [Square(int(at) // 11, int(at) % 11) for at in rng.permutation(121)[:count]]

    small = gathered(sheet, squares)

    slots = slots_for(squares)
    assert small.shape == ((2 * slots - 1) * CELL_PIXELS + 2 * MARGIN,) * 2 + (3,)
    for number, square in enumerate(squares):
        row, column = divmod(number, slots)
        seen = small[2 * CELL_PIXELS * row :, 2 * CELL_PIXELS * column :]
        there = sheet[CELL_PIXELS * square.row :, CELL_PIXELS * square.column :]
        around = CELL_PIXELS + 2 * MARGIN
        assert np.array_equal(seen[:around, :around], there[:around, :around])
