import numpy as np
import pytest

from vision.find.pyramid import Pyramid, in_white_light
from vision.image import Image


def ramp(height: int, width: int) -> Image:
    """A picture whose brightness grows to the right."""
    return Image(np.tile(np.linspace(0, 250, width).astype(np.uint8)[None, :, None], (height, 1, 3)))


@pytest.mark.parametrize(
    ("wanted", "given"), [(1.0, 1.0), (0.9, 1.0), (0.5, 0.5), (0.3, 0.5), (0.25, 0.25), (3.0, 1.0)]
)
def test_the_smallest_copy_that_suffices_is_taken(wanted: float, given: float) -> None:
    image, scale = Pyramid(ramp(400, 600)).at_least(wanted)

    assert scale == given
    assert image.shape == (400 * given, 600 * given, 3)


def test_an_odd_last_row_does_not_move_what_is_seen() -> None:
    photo = Pyramid(ramp(401, 603))

    image, scale = photo.at_least(0.25)

    x = 100.0
    there = (x + 0.5) * scale - 0.5
    assert int(image[50, round(there)][0]) == pytest.approx(int(photo.image[200, int(x)][0]), abs=2)


def test_a_picture_of_a_few_pixels_has_small_copies_too() -> None:
    image, _ = Pyramid(ramp(3, 5)).at_least(1 / 64)

    assert min(image.shape[:2]) >= 1


def test_a_coloured_light_is_made_white() -> None:
    grey = np.random.default_rng(1).integers(10, 250, (64, 96, 1), np.uint8)
    seen = Image((np.repeat(grey, 3, axis=2) * np.array([0.4, 1.0, 0.5])).astype(np.uint8))

    white = in_white_light(seen)

    assert white is not None
    assert np.abs(white.astype(int) - grey).max() <= 5


def test_light_that_is_hardly_coloured_is_left_alone() -> None:
    paper = np.full((64, 96, 3), (250, 240, 215), np.uint8)

    assert in_white_light(Image(paper)) is None
