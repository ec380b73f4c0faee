from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.measure.baselines import BASELINES, hulls, page_crop, tutorial
from vision.find.lattice import Points

CORNERS = np.array([[90, 60], [430, 75], [455, 390], [70, 380]], np.float64)
PAPER = np.array([[40, 20], [480, 30], [500, 440], [30, 430]], np.int32)


def drawn_grid(cells: int = 9, table: int = 70) -> NDArray[np.uint8]:
    """A page with a printed grid on a table of some grey, in perspective, RGB."""
    picture = np.full((480, 540, 3), table, np.uint8)
    cv2.fillPoly(picture, [PAPER], (235, 235, 230), cv2.LINE_AA)
    side = np.array([[0, 0], [cells, 0], [cells, cells], [0, cells]], np.float32)
    plane = cv2.getPerspectiveTransform(side, CORNERS.astype(np.float32))
    for at in range(cells + 1):
        for ends in ([[at, 0], [at, cells]], [[0, at], [cells, at]]):
            line = cv2.perspectiveTransform(np.array([ends], np.float32), plane)[0]
            cv2.polylines(picture, [np.round(line).astype(np.int32)], False, (30, 30, 30), 2, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("find", [tutorial, hulls])
def test_a_plain_method_finds_a_perfect_grid(
    find: Callable[[NDArray[np.uint8], int], Points | None],
) -> None:
    found = find(drawn_grid(table=235), 9)

    assert found is not None
    np.testing.assert_allclose(found, CORNERS, atol=4)


@pytest.mark.parametrize("find", [tutorial, page_crop])
def test_the_simplest_methods_take_the_paper_for_the_grid(
    find: Callable[[NDArray[np.uint8], int], Points | None],
) -> None:
    found = find(drawn_grid(), 9)

    assert found is not None
    np.testing.assert_allclose(found, PAPER, atol=8)


@pytest.mark.parametrize("name", BASELINES)
def test_no_plain_method_finds_a_grid_on_an_empty_table(name: str) -> None:
    assert BASELINES[name](np.full((480, 540, 3), 70, np.uint8), 9) is None


def test_a_covered_corner_leaves_the_largest_contour_with_another_corner() -> None:
    picture = drawn_grid(table=235)
    cv2.circle(picture, (90, 60), 50, (205, 150, 120), -1)
    found = tutorial(picture, 9)

    assert found is None or np.abs(found - CORNERS).max() > 10
