import cv2
import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision.find.frame import with_frame
from vision.find.geometry import SheetGeometry
from vision.find.lattice import Lattice, Points, transform
from vision.find.pyramid import Pyramid

CELLS = 9
UNIT = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], np.float32)


def outside(squares: float) -> Points:
    """Corners that lie so many squares outside of the tilted field's."""
    view = cv2.getPerspectiveTransform(UNIT, TILTED.astype(np.float32)).astype(np.float64)
    return transform(view, UNIT + squares * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]))


@pytest.mark.parametrize("thick", [0.0, 0.08, 0.16])
def test_the_outer_edge_of_a_thick_frame_is_found(thick: float) -> None:
    lattice = lattice_between(TILTED, CELLS)
    picture = grid_picture(lattice)
    for step in np.linspace(0, thick, 12):
        corners = np.rint(outside(step) * 16).astype(np.int32)
        cv2.polylines(picture, [corners], True, (60, 60, 60), 2, cv2.LINE_AA, 4)

    found = with_frame(Pyramid(picture), SheetGeometry(Lattice(lattice)))

    square = found.where.cell_pixels
    assert np.linalg.norm(found.corners - outside(thick), axis=1).max() < 0.05 * square


def test_a_thumb_on_a_corner_does_not_widen_the_frame() -> None:
    lattice = lattice_between(TILTED, CELLS)
    picture = grid_picture(lattice)
    cv2.circle(picture, (260, 180), 120, (70, 60, 50), -1)

    found = with_frame(Pyramid(picture), SheetGeometry(Lattice(lattice)))

    assert np.linalg.norm(found.corners - TILTED, axis=1).max() < 0.05 * found.where.cell_pixels
