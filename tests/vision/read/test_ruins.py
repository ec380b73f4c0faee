"""Ruins are taken away from beneath what is drawn on them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine import LAYOUTS, SIZE, Side, Square, Terrain
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN
from vision.read.reading import CellReading
from vision.read.ruins import ink_beyond_print, weigh_ink, without_ruins

PAPER = (226, 220, 205)
RUIN = ((-10, 12), (-10, -8), (-4, -8), (-4, 2), (4, 2), (4, -10), (10, -10), (10, 12))
"""Corners of a wall, in pixels from the middle of its square."""
HOUSE = ((-9, 11), (-9, -3), (0, -12), (9, -3), (9, 11))
SIDES = (Side.A, Side.B, Side.C, Side.D)


def blank() -> NDArray[np.uint8]:
    """A straightened sheet on which nothing is printed."""
    pixels = SIZE * CELL_PIXELS + 2 * MARGIN
    return np.full((pixels, pixels, 3), PAPER, np.uint8)


def print_ruins(sheet: NDArray[np.uint8], square: Square, aside: tuple[int, int] = (0, 0)) -> None:
    """Print the wall in a square, some pixels aside, in light brown."""
    cv2.fillPoly(sheet, [corners(square, RUIN, aside)], (178, 160, 140), cv2.LINE_AA)


def draw_house(sheet: NDArray[np.uint8], square: Square) -> None:
    """Draw a house over whatever is there, as a pencil does: what lies beneath stays darker."""
    drawn = np.full_like(sheet, 255)
    cv2.polylines(
        drawn, [corners(square, HOUSE)], isClosed=True, color=(90, 90, 95), thickness=2, lineType=cv2.LINE_AA
    )
    sheet[:] = (sheet.astype(np.float32) * drawn / 255).astype(np.uint8)


def corners(
    square: Square, outline: tuple[tuple[int, int], ...], aside: tuple[int, int] = (0, 0)
) -> NDArray[np.int32]:
    """Return the pixels of an outline in a square."""
    middle = [MARGIN + CELL_PIXELS * k + CELL_PIXELS // 2 for k in (square.column, square.row)]
    return np.array(outline, np.int32) + np.array(middle, np.int32) + np.array(aside, np.int32)


@pytest.mark.parametrize("side", SIDES)
def test_drawings_on_ruins_look_as_on_bare_paper(side: Side) -> None:
    ruins = sorted(LAYOUTS[side].ruins)
    sheet, expected = blank(), blank()
    for number, square in enumerate(ruins):
        print_ruins(sheet, square, aside=(number % 3 - 1, number % 2))
    for square in ruins[: len(ruins) // 2]:
        draw_house(sheet, square)
        draw_house(expected, square)

    bare = without_ruins(Image(sheet), ruins)

    before = np.abs(sheet.astype(float) - expected).mean()
    assert np.abs(bare.astype(float) - expected).mean() < before / 5


def test_other_squares_stay_as_they_are() -> None:
    sheet = blank()
    ruins = sorted(LAYOUTS[Side.A].ruins)
    for square in ruins:
        print_ruins(sheet, square)
    others = [
        Square(row, column) for row in (0, 4, 10) for column in (0, 5, 10) if Square(row, column) not in ruins
    ]
    for square in others:
        draw_house(sheet, square)

    bare = without_ruins(Image(sheet), ruins)

    for row, column in others:
        inner = (
            slice(*(MARGIN + CELL_PIXELS * k + edge for edge in (0, CELL_PIXELS))) for k in (row, column)
        )
        rows, columns = inner
        assert np.array_equal(bare[rows, columns], sheet[rows, columns])


def test_bare_squares_of_ruins_stay_bare() -> None:
    """Where a side is taken for another, there are no ruins in its squares."""
    sheet = np.clip(blank() + np.random.default_rng(1).normal(0, 2, blank().shape), 0, 255).astype(np.uint8)

    bare = without_ruins(Image(sheet), sorted(LAYOUTS[Side.C].ruins))

    assert np.abs(bare.astype(float) - sheet).max() < 20


@pytest.mark.parametrize("side", SIDES)
def test_what_looks_like_other_ruins_is_bare_though_it_was_taken_for_a_drawing(side: Side) -> None:
    sheet, ruins = blank(), sorted(LAYOUTS[side].ruins)
    for number, square in enumerate(ruins):
        print_ruins(sheet, square, aside=(number % 3 - 1, number % 2))
    drawn, bare = ruins[:3], ruins[3:]
    for square in drawn:
        draw_house(sheet, square)
    unsure = [CellReading(square, {Terrain.EMPTY: 0.45, Terrain.VILLAGE: 0.54}) for square in ruins]

    weighed = {cell.square: cell for cell in weigh_ink(unsure, Image(sheet), ruins)}

    assert all(weighed[square].probabilities[Terrain.EMPTY] > 0.97 for square in bare)
    assert all(weighed[square].terrain is Terrain.VILLAGE for square in drawn)
    assert all(sum(cell.probabilities.values()) == pytest.approx(0.99) for cell in weighed.values())


def test_a_shadow_on_ruins_is_no_ink() -> None:
    sheet, ruins = blank(), sorted(LAYOUTS[Side.A].ruins)
    for square in ruins:
        print_ruins(sheet, square)
    shaded = sheet.copy()
    shaded[: len(sheet) // 2] = (sheet[: len(sheet) // 2] * 0.7).astype(np.uint8)

    assert ink_beyond_print(Image(shaded), ruins).max() < 3


def test_two_ruins_say_nothing_of_each_other() -> None:
    squares = [Square(1, 1), Square(2, 2)]
    cells = tuple(CellReading(square, {Terrain.EMPTY: 0.5, Terrain.WATER: 0.5}) for square in squares)

    assert weigh_ink(cells, Image(blank()), squares) == cells
