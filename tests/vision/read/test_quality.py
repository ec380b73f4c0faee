"""Darkness and blur, measured on edges of known width."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.measure.spoiling.stress import motion_kernel
from tests.vision.files import encoded
from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision import decode_photo
from vision.find.lattice import Lattice
from vision.image import Image
from vision.read.quality import edge_width, grain, level_at, paper_level, tones
from vision.read.rules import FEW_TONES


@pytest.fixture(name="grid", scope="module")
def _grid() -> Image:
    return grid_picture(lattice_between(TILTED, 11))


def checks(softness: float) -> Image:
    """Return a board of black and white squares, blurred by so many pixels."""
    board = (((np.indices((600, 600)) // 60).sum(axis=0) % 2) * 200 + 20).astype(np.uint8)
    soft = cv2.GaussianBlur(board, (0, 0), softness) if softness else board
    return Image(np.repeat(np.asarray(soft, np.uint8)[..., None], 3, axis=2))


@pytest.mark.parametrize("softness", [1.5, 3.0, 5.0])
def test_the_width_of_an_edge_is_that_of_its_blur(softness: float) -> None:
    expected = 2.5 * np.hypot(softness, 0.8)  # the measure smooths by 0.8 itself

    assert edge_width(checks(softness)) == pytest.approx(expected, rel=0.25)


def test_a_sharp_picture_has_narrow_edges(grid: Image) -> None:
    assert edge_width(grid) < 4.5


@pytest.mark.parametrize("angle", [0, 45, 90, 135])
def test_a_shake_in_any_direction_is_seen(angle: int) -> None:
    board = checks(1.0)
    shake = np.zeros((31, 31), np.float32)
    way = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * 15
    start, end = (tuple(np.rint(15 + sign * way).astype(int).tolist()) for sign in (-1, 1))
    cv2.line(shake, start, end, (1.0,))
    shaken = Image(np.asarray(cv2.filter2D(board, -1, shake / shake.sum()), np.uint8))

    assert edge_width(shaken) > 3 * edge_width(board)


@pytest.mark.parametrize("angle", [20, 35, 60, 125])
def test_thin_lines_doubled_by_a_slanting_shake_are_seen_along_the_diagonals(angle: int) -> None:
    still = grid_picture(lattice_between(TILTED, 11))
    for x, y in np.random.default_rng(6).integers(200, 850, (160, 2)).tolist():
        cv2.circle(still, (x, y), 9, (70, 70, 70), 2, cv2.LINE_AA)
    shaken = Image(np.asarray(cv2.filter2D(still, -1, motion_kernel(21, np.radians(angle))), np.uint8))

    assert edge_width(shaken, aslant=True) > 1.5 * edge_width(still, aslant=True)


def test_nothing_has_no_edges() -> None:
    assert edge_width(Image(np.full((300, 400, 3), 90, np.uint8))) == 0.0


@pytest.mark.parametrize("share", [1.0, 0.2])
def test_the_level_of_paper_falls_with_the_light(grid: Image, share: float) -> None:
    darker = Image((grid * share).astype(np.uint8))

    assert paper_level(darker) == pytest.approx(218 * share, abs=4)


def test_noise_and_speckles_are_grain_and_drawings_are_not(grid: Image) -> None:
    sheet = Lattice(lattice_between(TILTED, 11))
    rng = np.random.default_rng(3)
    noisy = Image(np.clip(grid + rng.normal(0.0, 40.0, grid.shape), 0, 255).astype(np.uint8))
    speckled = Image(np.where(rng.random(grid.shape[:2])[..., None] < 0.1, np.uint8(0), grid))

    assert grain(grid, sheet) < 0.03
    assert grain(noisy, sheet) > 0.07
    assert grain(speckled, sheet) > 0.07


def test_a_picture_of_few_tones_is_told_from_others(grid: Image) -> None:
    sheet = Lattice(lattice_between(TILTED, 11))
    few = Image(np.asarray(grid // 85 * 85, np.uint8))

    assert tones(few, sheet) < FEW_TONES <= tones(grid, sheet)
    assert tones(Image((grid * 0.2 + 190).astype(np.uint8)), sheet) >= FEW_TONES, "pale, not of few tones"


def test_black_and_white_has_few_tones_whatever_jpeg_adds_about_its_edges(grid: Image) -> None:
    sheet = Lattice(lattice_between(TILTED, 11))
    black = Image(np.where(grid.mean(axis=2, keepdims=True) < 190, 0, 255).repeat(3, axis=2).astype(np.uint8))

    assert tones(decode_photo(encoded(black, "JPEG")), sheet) < FEW_TONES <= tones(grid, sheet)


@given(st.lists(st.integers(0, 255), min_size=1, max_size=60), st.floats(0.0, 1.0))
def test_a_level_is_the_quantile_of_the_pixels(levels: list[int], share: float) -> None:
    grey = np.array([levels], np.uint8)

    assert level_at(grey, share) == pytest.approx(float(np.quantile(grey, share)), abs=1e-9)
