"""Corners that a person gives take the place of the search."""

import itertools
from typing import Any

import numpy as np
import pytest

from engine import ALL_SQUARES, Side
from tests.sheets import sample_sheets
from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision import CornersError, read_photo, read_sheet
from vision.find.given import check_corners, place_sheet
from vision.find.lattice import Points

SIZE = (1100, 1000)
MOST_DOUBTFUL = 12  # squares of a sheet that is read the right way up
SQUARE = float(np.linalg.norm(TILTED - np.roll(TILTED, 1, axis=0), axis=1).mean() / 11)


def worst(found: Points, true: Points) -> float:
    """Return the farthest node, in squares."""
    return float(np.linalg.norm(found - true, axis=-1).max() / SQUARE)


@pytest.mark.parametrize(("start", "way"), list(itertools.product(range(4), (1, -1))))
def test_corners_are_taken_from_any_start_and_either_way_round(start: int, way: int) -> None:
    given = np.roll(TILTED, start, axis=0)[::way]

    clockwise = check_corners([tuple(corner) for corner in given], *SIZE)

    assert sorted(clockwise.tolist()) == sorted(TILTED.tolist())
    first = TILTED.tolist().index(given[0].tolist())
    assert clockwise.tolist() == np.roll(TILTED, -first, axis=0).tolist()


@pytest.mark.parametrize(
    ("corners", "says"),
    [
        ([(0, 0), (500, 0), (500, 500)], "four"),
        ([(0, 0), (500, 0), (500, 500), (0, float("nan"))], "four"),
        ([(0, 0), (500, 0), (500, 500), (0,)], "four"),
        ([(0, 0), (500, 0), (500, 500), ("left", 500)], "four"),
        ([(0, 0), (500, 0), (500, 500), (10**400, 500)], "four"),
        ([(0, 0), (500, 0), (500, 500), (0, 5000)], "outside"),
        ([(0, 0), (500, 500), (500, 0), (0, 500)], "cross"),
        ([(0, 0), (500, 0), (200, 100), (0, 500)], "between"),
        ([(0, 0), (50, 0), (50, 50), (0, 50)], "close together"),
        ([(0, 0), (300, 0), (600, 0), (900, 0)], "between"),
        ([(-500, -500), (-100, -500), (-100, -100), (-500, -100)], "lies outside the photo"),
    ],
    ids=[
        "three",
        "no number",
        "ragged",
        "a word",
        "beyond all numbers",
        "outside",
        "crossed",
        "dented",
        "tiny",
        "in a row",
        "beside",
    ],
)
def test_corners_that_cannot_be_are_refused(corners: Any, says: str) -> None:
    with pytest.raises(CornersError) as caught:
        check_corners(corners, *SIZE)

    assert caught.value.reason.code == "bad_corners"
    assert says in caught.value.reason.message


@pytest.mark.parametrize("start", range(4))
def test_a_sheet_is_read_upright_whichever_corner_is_named_first(start: int) -> None:
    (sheet,) = (
        sheet for sheet in sample_sheets() if sheet.truth["side"] == "B"
    )  # four of its mountains fit turned

    reading = read_sheet(sheet.photo, corners=np.roll(sheet.truth["corners"], start, axis=0).tolist())

    true, read = sheet.true_map, reading.to_map()
    assert reading.side is Side.B
    assert {at for at in ALL_SQUARES if true[at] != read[at]} <= set(reading.doubtful)
    assert len(reading.doubtful) < MOST_DOUBTFUL


@pytest.mark.parametrize("start", range(4))
def test_a_sheet_is_read_the_way_up_that_a_person_says(start: int) -> None:
    (sheet,) = (sheet for sheet in sample_sheets() if sheet.truth["side"] == "B")
    said = np.roll(sheet.truth["corners"], start, axis=0)

    (reading,) = read_photo(sheet.photo, corners=said.tolist(), upright=True).sheets

    assert np.linalg.norm(reading.geometry.corners - said, axis=1).max() < reading.geometry.where.cell_pixels


def test_a_row_too_low_is_not_believed() -> None:
    (sheet,) = (sheet for sheet in sample_sheets() if sheet.truth["side"] == "C")
    upper_left, upper_right, lower_right, lower_left = np.array(sheet.truth["corners"])
    down = np.array([lower_left - upper_left, lower_right - upper_right]).mean(axis=0) / 11
    corners = np.array([upper_left, upper_right, lower_right, lower_left]) + down

    reading = read_sheet(sheet.photo, corners=corners.tolist(), side=Side.C)

    assert reading.reason is not None
    assert reading.reason.code in ("lattice_uncertain", "side_contradicted")


@pytest.mark.parametrize("curl", [0.0, 0.3])
def test_rough_corners_are_moved_onto_the_printed_lines(curl: float) -> None:
    true = lattice_between(TILTED, 11, curl=curl)
    said = TILTED + 0.2 * SQUARE * np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])

    found = place_sheet(grid_picture(true), said)

    assert worst(found.lattice, true) < 0.1
    assert found.evidence.seen is not None


def test_where_no_lines_are_the_corners_stay_as_they_were_said() -> None:
    blank = grid_picture(lattice_between(TILTED, 11), ink=215)

    found = place_sheet(blank, TILTED)

    assert worst(found.corners, TILTED) < 1e-6
    assert found.evidence.seen is None
