"""A field ends at its own outermost lines, not at a frame that is printed around it."""

import cv2
import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision.find.lattice import Lattice, Points, map_nodes, transform
from vision.find.mesh import refine
from vision.find.outline import at_edge, ended_evenly, on_frame
from vision.find.pyramid import Pyramid
from vision.image import Image

CELL = 58.0  # mean side of a square of the tilted grid, in pixels
CELLS = 11
PAPER = (215, 215, 215)


def framed_picture(lattice: Points, gap: float, *, edge: bool) -> Image:
    """Draw a grid with a frame so many squares off on all sides, with or without lines at its edge."""
    picture = np.array(grid_picture(lattice))
    corners = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], np.float64)
    field = np.rint(lattice[[0, 0, -1, -1], [0, -1, -1, 0]]).astype(np.int32)
    if not edge:
        cv2.polylines(picture, [field], True, PAPER, 5)
    outward = np.array([[-gap, -gap], [gap, -gap], [gap, gap], [-gap, gap]])
    frame = transform(Lattice(lattice).plane, corners + outward)
    cv2.polylines(picture, [np.rint(frame * 16).astype(np.int32)], True, (40, 40, 40), 3, cv2.LINE_AA, 4)
    return Image(picture)


@pytest.mark.parametrize("gap", [0.14, 0.18, 0.25])
@pytest.mark.parametrize("edge", [True, False])
@pytest.mark.parametrize("begun_on_frame", [True, False])
def test_a_frame_apart_is_not_taken_for_the_edge(gap: float, edge: bool, begun_on_frame: bool) -> None:
    truth = lattice_between(TILTED, CELLS)
    rough = truth.copy()
    if begun_on_frame:
        ends = map_nodes(CELLS) + np.where(at_edge(CELLS), np.sign(map_nodes(CELLS) - 5) * gap, 0.0)
        rough = transform(Lattice(truth).plane, ends)

    found = refine(Pyramid(framed_picture(truth, gap, edge=edge)), rough)

    assert np.linalg.norm(found.lattice - truth, axis=2).max() < 0.08 * CELL


def test_an_edge_is_placed_evenly_though_it_was_found_too_far_out() -> None:
    truth = lattice_between(TILTED, CELLS)
    ends = map_nodes(CELLS) + np.where(at_edge(CELLS), np.sign(map_nodes(CELLS) - 5) * 0.2, 0.0)
    too_large = transform(Lattice(truth).plane, ends)

    even = ended_evenly(Lattice(too_large))

    assert np.linalg.norm(even.nodes - truth, axis=2).max() < 0.02 * CELL


def beside(left: float, right: float, upper: float, lower: float, uneven: float = 0.0) -> Points:
    """Return edges traced so many squares outward, their distance growing from end to end by `uneven`."""
    traced = np.zeros((CELLS + 1, CELLS + 1, 2))
    along = uneven * np.linspace(-0.5, 0.5, CELLS + 1)
    traced[:, 0, 0], traced[:, -1, 0] = -left - along, right + along
    traced[0, :, 1], traced[-1, :, 1] = -upper - along, lower + along
    return traced


@pytest.mark.parametrize(
    ("traced", "clear", "sides"),
    [
        (beside(0.2, 0.2, 0.2, 0.2), 0.0, "left right upper lower"),
        (beside(0.2, 0.0, 0.2, 0.0), 0.0, "left upper"),
        (beside(0.2, 0.0, 0.0, 0.0), 0.0, ""),  # one side alone, and no line within: the paper bends there
        (beside(0.2, 0.0, 0.0, 0.0), 2.0, "left"),
        (beside(0.2, 0.2, 0.2, 0.2, uneven=0.2), 2.0, ""),  # a bend goes up and down, a frame runs evenly
        (beside(0.2, 0.2, 0.08, 0.16), 0.0, "left right lower"),
        (beside(-0.2, -0.2, -0.2, -0.2), 2.0, ""),
    ],
)
def test_which_sides_were_traced_along_a_frame(traced: Points, clear: float, sides: str) -> None:
    framed = on_frame(traced, np.zeros_like(traced), np.full_like(traced, clear))

    upright, level = framed[..., 0], framed[..., 1]
    found = {"left": upright[:, 0], "right": upright[:, -1], "upper": level[0], "lower": level[-1]}
    assert [side for side, nodes in found.items() if nodes.all()] == sides.split()
    assert framed[1:-1, 1:-1].sum() == 0
