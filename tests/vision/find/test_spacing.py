import cv2
import numpy as np
import pytest

from vision.find.lattice import Lattice, map_nodes
from vision.find.pyramid import Pyramid
from vision.find.spacing import respaced
from vision.image import Image

CELLS = 11
SQUARE = 40
START = np.array([160.0, 120.0])
TRUE = START + SQUARE * map_nodes(CELLS)
AS_SEEN = [
    pytest.param((12 / 11, 1.0), (0.0, 0.0), id="a column too wide"),
    pytest.param((1.0, 12 / 11), (0.0, 0.0), id="a row too high"),
    pytest.param((12 / 11, 1.0), (-1.0, 0.0), id="a column too wide to the left"),
    pytest.param((1.0, 12 / 11), (0.0, -1.0), id="a row too high above"),
]


@pytest.fixture(name="photo", scope="module")
def _photo() -> Pyramid:
    """A sheet whose paper ends a square beside its field on the right and on the left."""
    page = np.full((800, 800, 3), 250, np.uint8)
    left, right = round(START[0] - SQUARE), round(START[0] + (CELLS + 1) * SQUARE)
    page[40:760, left:right] = (240, 225, 220)
    for edge in (left, right):
        cv2.line(page, (edge, 40), (edge, 760), (190, 180, 180), 1)
    for k in range(CELLS + 1):
        x, y = (START + k * SQUARE).round().astype(int).tolist()
        (left, top), (right, bottom) = TRUE[0, 0].astype(int).tolist(), TRUE[-1, -1].astype(int).tolist()
        cv2.line(page, (x, top), (x, bottom), (110, 110, 120), 1)
        cv2.line(page, (left, y), (right, y), (110, 110, 120), 1)
    return Pyramid(Image(page))


@pytest.mark.parametrize(("wide", "off"), AS_SEEN)
def test_a_lattice_that_ends_at_the_papers_edge_is_laid_on_its_lines(
    photo: Pyramid, wide: tuple[float, float], off: tuple[float, float]
) -> None:
    seen = Lattice(START + SQUARE * (map_nodes(CELLS) * wide + off))

    found = respaced(photo, seen)

    assert found is not None
    assert np.abs(found.nodes - TRUE).max() < 0.1 * SQUARE


def test_a_lattice_on_its_lines_stays(photo: Pyramid) -> None:
    assert respaced(photo, Lattice(TRUE)) is None


@pytest.mark.parametrize("cells", [3, CELLS, 30])
def test_where_no_lines_are_there_is_nothing_to_lie_on(cells: int) -> None:
    blank = Pyramid(Image(np.full((800, 800, 3), 230, np.uint8)))

    assert respaced(blank, Lattice(START + 16 * map_nodes(cells))) is None
