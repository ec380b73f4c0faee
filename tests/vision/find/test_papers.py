"""Outlines of what may be papers."""

import cv2
import numpy as np
import pytest

from vision.find.papers import MOST, find_papers
from vision.find.pyramid import Pyramid
from vision.image import Image

TABLE, PAPER = (120, 85, 60), (235, 232, 224)
LARGE = np.array([[150, 120], [760, 160], [720, 880], [110, 800]], np.float32)
SMALL = np.array([[900, 200], [1240, 240], [1200, 620], [880, 590]], np.float32)


def table_with(*papers: np.ndarray) -> Pyramid:
    """Return a photo of papers on a table."""
    picture = np.full((960, 1400, 3), TABLE, np.uint8)
    for paper in papers:
        cv2.fillPoly(picture, [paper.astype(np.int32)], PAPER)
    noise = np.random.default_rng(3).normal(0, 3, picture.shape)
    return Pyramid(Image(np.clip(picture + noise, 0, 255).astype(np.uint8)))


def apart(quad: np.ndarray, paper: np.ndarray) -> float:
    return float(np.abs(quad - paper).max())


@pytest.mark.parametrize("paper", [LARGE, SMALL], ids=["large", "small"])
def test_a_paper_on_a_table_is_outlined_clockwise_from_its_upper_left(paper: np.ndarray) -> None:
    quads = find_papers(table_with(paper))

    assert min(apart(quad, paper) for quad in quads) < 24


def test_of_several_papers_each_is_outlined_the_largest_first() -> None:
    quads = find_papers(table_with(LARGE, SMALL))
    areas = [cv2.contourArea(quad) for quad in quads]

    assert min(apart(quad, LARGE) for quad in quads) < 24
    assert min(apart(quad, SMALL) for quad in quads) < 24
    assert areas == sorted(areas, reverse=True)


def test_an_empty_table_has_next_to_none() -> None:
    assert all(cv2.contourArea(quad) > 0.5 * 960 * 1400 for quad in find_papers(table_with()))


def test_a_pattern_all_over_a_picture_has_no_more_than_a_few() -> None:
    y, x = np.mgrid[:1632, :1224]
    screen = 120 * (1 + 0.35 * np.sin(x / 1.7 + y * 0.02)) * (1 + 0.25 * np.sin(y / 2.1))
    photo = Pyramid(Image(np.repeat(screen.astype(np.uint8)[..., None], 3, axis=2)))

    assert len(find_papers(photo)) <= MOST
