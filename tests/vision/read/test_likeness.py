"""How alike squares look, and what that says of the side."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine import LAYOUTS, SIZE, Side
from tests.vision.judged import as_found, judged_as
from vision.find.judgement import MIRRORED, PRINTS
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN
from vision.read.likeness import likeness
from vision.read.sheet import match_side

WAYS = range(2 * MIRRORED)
PRINTED_PIXELS = 20  # of a square, that a picture takes


def drawn_anew(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A picture that nobody has seen: 5 x 5 patches, light and dark, that blend."""
    patches = rng.choice([40, 110, 230], (5, 5)).astype(np.uint8)
    large = cv2.resize(patches, (PRINTED_PIXELS, PRINTED_PIXELS), interpolation=cv2.INTER_CUBIC)
    return np.dstack([large] * 3)


def printed(side: Side, rng: np.random.Generator) -> Image:
    """A straightened sheet: each kind its own picture, something else drawn in every third other square."""
    pixels = SIZE * CELL_PIXELS + 2 * MARGIN
    sheet = rng.normal(215, 2, (pixels, pixels, 3)).clip(0, 255).astype(np.uint8)
    layout = LAYOUTS[side]
    kinds = [layout.mountains, layout.wastelands, layout.ruins]
    pictures = [drawn_anew(rng) for _ in kinds]
    for row in range(SIZE):
        for column in range(SIZE):
            here = [picture for kind, picture in zip(kinds, pictures, strict=True) if (row, column) in kind]
            if here or rng.random() < 1 / 3:
                put(sheet, row, column, here[0] if here else drawn_anew(rng), aside=rng.integers(-1, 2, 2))
    return Image(sheet)


def put(
    sheet: NDArray[np.uint8], row: int, column: int, picture: NDArray[np.uint8], aside: NDArray[np.int64]
) -> None:
    """Print a picture in the middle of a square, some pixels aside."""
    edge = MARGIN + (CELL_PIXELS - PRINTED_PIXELS) // 2
    top, left = np.array([row, column]) * CELL_PIXELS + edge + aside
    sheet[top : top + PRINTED_PIXELS, left : left + PRINTED_PIXELS] = picture


def test_a_picture_is_like_itself_a_little_aside_and_unlike_another() -> None:
    rng = np.random.default_rng(1)
    alike = likeness(printed(Side.B, rng))
    mountains = sorted(11 * square.row + square.column for square in LAYOUTS[Side.B].mountains)
    others = sorted(set(range(SIZE * SIZE)) - set(mountains))

    assert np.nanmin(alike[np.ix_(mountains, mountains)]) > 0.8
    assert np.nanmean(alike[np.ix_(mountains, others)]) < 0.3
    assert np.isnan(np.diagonal(alike)).all()
    assert np.array_equal(alike, alike.T, equal_nan=True)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("side", sorted(LAYOUTS))
def test_like_squares_tell_the_side_where_the_judge_cannot_say_what_is_printed(side: Side, way: int) -> None:
    undecided = replace(judged_as(None, way=way), printed=np.full((SIZE, SIZE, len(PRINTS)), 1 / len(PRINTS)))
    alike = likeness(Image(as_found(printed(side, np.random.default_rng(2)), way)))

    match = match_side(undecided, alike=alike)

    assert (match.side, match.way) == (side, way)
    assert match.confidence > 0.99


def test_hidden_squares_are_like_no_others() -> None:
    alike = likeness(printed(Side.C, np.random.default_rng(3)))
    nothing_shown = np.zeros((SIZE, SIZE), np.bool_)

    with_likeness = match_side(judged_as(None), alike=alike, shown=nothing_shown)
    without = match_side(judged_as(None), shown=nothing_shown)

    assert with_likeness == without
