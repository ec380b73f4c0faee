"""Bits of the photo, seen upright."""

import re

import numpy as np
import pytest

from engine import SIZE, Square
from service.documents import Photo, Sheet
from service.pages.sheets.windows import around, lattice_shown, part_of, photo_size
from tests.service.stubs import stub_reading

PHOTO = Photo(name="a.jpg", width=4000, height=2000)
FIRST_BOX = -1.4
"""Where the leftmost edge of a box was seen on sheets, in squares from the map's left."""


@pytest.mark.parametrize("quarters", range(4))
def test_a_window_shows_the_sheet_upright_however_it_lies_in_the_photo(quarters: int) -> None:
    read = Sheet.from_reading(stub_reading())
    turned = np.rot90(np.asarray(read.lattice), quarters).tolist()
    sheet = read.model_copy(update={"lattice": turned})

    for window in (around(PHOTO, sheet, Square(10, 0)), part_of(PHOTO, sheet, "strip")):
        a, b, c, d, e, f = map(float, re.findall(r"-?[\d.e-]+", window.transform.removeprefix("matrix")))
        x, y = turned[10][1]
        assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx((1, 10), abs=0.01)


def test_the_lattice_is_that_of_the_photo_as_it_is_shown() -> None:
    sheet = Sheet.from_reading(stub_reading())

    assert photo_size(PHOTO) == (1600, 800)
    lattice = lattice_shown(PHOTO, sheet)
    assert lattice is not None
    assert lattice[0][0] == pytest.approx((16.0, 16.0))


def test_of_a_sheet_that_lies_nobody_knows_where_the_whole_photo_is_shown() -> None:
    sheet = Sheet.from_reading(stub_reading()).model_copy(update={"lattice": None})

    assert lattice_shown(PHOTO, sheet) is None
    assert part_of(PHOTO, sheet, "strip").view_box == "0 0 4000 2000"


def test_the_strip_shows_season_boxes_that_begin_far_left_of_the_map_whole() -> None:
    window = part_of(PHOTO, Sheet.from_reading(stub_reading()), "strip")
    left, _, width, _ = map(float, window.view_box.split())

    assert left < FIRST_BOX
    assert left + width > SIZE + 0.7  # the sign of equality behind the last one
