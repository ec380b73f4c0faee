"""Bits of the photo, seen upright."""

import re
from math import cos, radians, sin
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine import SIZE, Square
from service.documents import Photo, Sheet
from service.pages.sheets.photocrops import AROUND, around, field_of, lattice_shown, part_of, photo_size
from tests.service.stubs import stub_reading

PHOTO = Photo(name="a.jpg", width=4000, height=2000)
SIDE = 1100.0  # pixels of the field in the photo
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


def turned_sheet(turned: float) -> Any:
    """Return a sheet whose field is turned clockwise about (1000, 2000), by so many degrees."""
    turn = radians(turned)
    nodes = [
        [
            (1000 + cos(turn) * right - sin(turn) * down, 2000 + sin(turn) * right + cos(turn) * down)
            for right in (column * 100 - SIDE / 2 for column in range(12))
        ]
        for down in (row * 100 - SIDE / 2 for row in range(12))
    ]
    return SimpleNamespace(lattice=nodes)


@pytest.mark.parametrize("turned", [0, 10, 90, 170, -90, -135])
def test_a_sheet_photographed_from_any_side_is_shown_upright_and_fills_its_frame(turned: float) -> None:
    window = field_of(PHOTO, turned_sheet(turned))

    turn, *middle = window.transform.removeprefix("rotate(").removesuffix(")").split()
    assert float(turn) == pytest.approx(-turned)
    assert middle == ["1000", "2000"]
    around = AROUND * SIDE
    frame = [1000 - SIDE / 2 - around, 2000 - SIDE / 2 - around, SIDE + 2 * around, SIDE + 2 * around]
    assert [float(number) for number in window.view_box.split()] == pytest.approx(frame, abs=1)
