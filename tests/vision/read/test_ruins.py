"""Ruins are taken away from beneath what is drawn on them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine import LAYOUTS, SIZE, Side, Square, Terrain
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN
from vision.read.reading import CellReading
from vision.read.ruins import BareOdds, ink_beyond_print, weigh_ink, without_ruins

PAPER = (226, 220, 205)
RUIN = ((-10, 12), (-10, -8), (-4, -8), (-4, 2), (4, 2), (4, -10), (10, -10), (10, 12))
"""Corners of a wall, in pixels from the middle of its square."""
HOUSE = ((-9, 11), (-9, -3), (0, -12), (9, -3), (9, 11))
FITTED = BareOdds(always=-0.9, seen=0.3, marked=3.0, faint=5.0, surely=0.6)
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


def test_a_black_sheet_has_no_ruins_to_take_away() -> None:
    black = Image(np.zeros_like(blank()))

    assert without_ruins(black, sorted(LAYOUTS[Side.A].ruins)).max() <= 1


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

    weighed = {cell.square: cell for cell in weigh_ink(unsure, Image(sheet), ruins, FITTED)}

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


def test_a_colour_that_is_no_darker_than_the_print_is_ink() -> None:
    """Purple over an orange wall absorbs green where orange lets it through, and nowhere else more."""
    sheet, ruins = blank(), sorted(LAYOUTS[Side.A].ruins)
    for square in ruins:
        cv2.fillPoly(sheet, [corners(square, RUIN)], (220, 160, 80), cv2.LINE_AA)
    top, left = (MARGIN + CELL_PIXELS * k + 6 for k in ruins[0])
    shaded = sheet[top : top + 20, left : left + 20]
    shaded[:] = (shaded * np.array([0.9, 0.75, 0.95])).astype(np.uint8)

    coloured, *bare = ink_beyond_print(Image(sheet), ruins)

    assert coloured > 3 * max(bare)


def test_two_ruins_say_nothing_of_each_other() -> None:
    squares = [Square(1, 1), Square(2, 2)]
    cells = tuple(CellReading(square, {Terrain.EMPTY: 0.5, Terrain.WATER: 0.5}) for square in squares)

    assert weigh_ink(cells, Image(blank()), squares, FITTED) == cells


def test_the_more_ink_there_is_the_more_counts_what_was_seen() -> None:
    chances = [
        [FITTED.weigh(seen, ink, marked=0.0) for ink in (5.0, 30.0, 150.0)] for seen in (0.01, 0.5, 0.99)
    ]

    assert all(row[0] > 0.97 for row in chances)
    assert [row[2] for row in chances] == sorted(row[2] for row in chances)
    assert chances[0][2] < 0.02
    assert chances[2][2] > 0.98


def test_an_attack_mark_is_ink_that_speaks_for_no_drawing() -> None:
    assert FITTED.weigh(0.5, 60.0, marked=1.0) > 0.8 > 0.5 > FITTED.weigh(0.5, 60.0, marked=0.0)


def test_without_fitted_odds_cells_stay_as_they_are() -> None:
    ruins = sorted(LAYOUTS[Side.A].ruins)
    cells = tuple(CellReading(square, {Terrain.EMPTY: 0.5, Terrain.WATER: 0.5}) for square in ruins)

    assert weigh_ink(cells, Image(blank()), ruins, None) == cells
