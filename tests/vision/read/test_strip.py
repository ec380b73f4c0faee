import numpy as np
import pytest

from vision.find.lattice import Lattice, map_nodes, transform
from vision.image import Image
from vision.read.strip import STRIP_SIZE, straighten_strip, strip_points

SQUARE = 60.0
TILT = np.array([[SQUARE, -4.0, 150.0], [3.0, SQUARE, 60.0], [2e-5, 1e-5, 1.0]])


def tilted_lattice() -> Lattice:
    return Lattice(transform(TILT, map_nodes(11)))


def white_photo(height: int = 1200) -> Image:
    return Image(np.full((height, 1000, 3), 230, np.uint8))


@pytest.mark.parametrize("place", [(0.5, 1.2), (10.6, 1.4), (5.0, 3.6), (-0.6, 2.9)])
def test_a_dot_on_the_photo_is_where_the_strip_says(place: tuple[float, float]) -> None:
    photo = white_photo()
    x, y = transform(TILT, np.array([place[0], 11 + place[1]]))
    photo[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3] = 0

    dark = straighten_strip(photo, tilted_lattice()).picture.mean(axis=2) < 120
    rows, columns = np.nonzero(dark)

    found = np.array([columns.mean(), rows.mean()]) + 0.5
    np.testing.assert_allclose(found, strip_points(np.array(place)), atol=1.0)


def test_a_mirror_shows_a_dot_as_far_from_the_other_end_of_the_field() -> None:
    photo = white_photo()
    x, y = transform(TILT, np.array([0.5, 12.2]))
    photo[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3] = 0

    dark = straighten_strip(photo, tilted_lattice()).mirrored().picture.mean(axis=2) < 120
    rows, columns = np.nonzero(dark)

    found = np.array([columns.mean(), rows.mean()]) + 0.5
    np.testing.assert_allclose(found, strip_points(np.array([10.5, 1.2])), atol=1.0)


def test_what_lies_beyond_the_photo_is_not_seen() -> None:
    strip = straighten_strip(white_photo(height=800), tilted_lattice())

    below = strip_points(np.array([[5.0, 0.5], [5.0, 4.0]]))
    assert strip.shows(below).tolist() == [True, False]


@pytest.mark.parametrize("square", [60.0, 130.0, 200.0])
@pytest.mark.parametrize("rows", [9.5, 10.0, 10.5])
def test_a_photo_that_ends_above_the_strip_shows_little_of_it(rows: float, square: float) -> None:
    tilt = np.array([[square, -4.0, 150.0], [3.0, square, 60.0], [2e-5, 1e-5, 1.0]])
    lattice = Lattice(transform(tilt, map_nodes(11)))
    left = int(transform(tilt, np.array([[0.0, rows]]))[0, 1])
    photo = Image(np.full((left, int(13 * square + 150), 3), 230, np.uint8))

    strip = straighten_strip(photo, lattice)

    assert strip.picture.shape == (STRIP_SIZE[1], STRIP_SIZE[0], 3)
    assert not strip.seen[STRIP_SIZE[1] // 2 :].any()


def test_places_outside_the_strip_are_not_seen() -> None:
    strip = straighten_strip(white_photo(), tilted_lattice())

    assert not strip.shows(np.array([[-1.0, 5.0], [5.0, STRIP_SIZE[1] + 1.0]])).any()


def test_a_lamp_leaves_no_colour_on_the_paper() -> None:
    photo = white_photo()
    photo[..., 2] = 120

    strip = straighten_strip(photo, tilted_lattice())

    assert np.ptp(strip.picture[100, 300].astype(int)) <= 1
