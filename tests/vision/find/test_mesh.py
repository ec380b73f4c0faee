from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_photo, grid_picture, lattice_between
from vision.find.lattice import Points, map_nodes
from vision.find.mesh import refine
from vision.find.pyramid import Pyramid
from vision.image import Image

CELL = 58.0  # mean side of a square of the tilted grid, in pixels


@pytest.mark.parametrize("curl", [0.0, 0.25, -0.35])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_rough_lattice_is_moved_onto_the_lines(curl: float, seed: int) -> None:
    truth = lattice_between(TILTED, 11, curl=curl)
    rough_corners = TILTED + np.random.default_rng(seed).uniform(-0.2, 0.2, (4, 2)) * CELL

    found = refine(grid_photo(truth), lattice_between(rough_corners, 11))

    assert np.linalg.norm(found.lattice - truth, axis=2).max() < 0.1 * CELL


def dotted_picture(lattice: Points) -> Image:
    """Draw a lattice as faint dots, with strokes of a pencil in its squares."""
    picture = np.full((1000, 1100, 3), 215, np.uint8)
    chance = np.random.default_rng(5)
    for line in [*lattice, *lattice.transpose(1, 0, 2)]:
        for near, far in pairwise(line):
            for place in np.linspace(near, far, 12):
                cv2.circle(
                    picture, np.rint(place * 16).astype(int).tolist(), 12, (150, 150, 150), -1, cv2.LINE_AA, 4
                )
    for middle in (lattice[:-1, :-1] + lattice[1:, 1:]).reshape(-1, 2) / 2:
        ends = np.rint(middle + chance.uniform(-20, 20, (6, 2))).astype(np.int32)
        cv2.polylines(picture, [ends], False, (70, 70, 70), 2, cv2.LINE_AA)
    return Image(picture)


def test_dotted_lines_among_drawings_are_followed() -> None:
    truth = lattice_between(TILTED, 11)
    rough = lattice_between(TILTED + np.array([[9.0, 6], [-8, 4], [6, -9], [5, 8]]), 11)

    found = refine(Pyramid(dotted_picture(truth)), rough)

    assert np.linalg.norm(found.lattice - truth, axis=2).max() < 0.15 * CELL


def test_nodes_under_a_thumb_are_inferred_and_said_to_be_unseen() -> None:
    truth = lattice_between(TILTED, 11, curl=0.2)
    picture = grid_picture(truth)
    corner = truth[0, 0].round().astype(int).tolist()
    cv2.ellipse(picture, corner, (80, 120), 30, 0, 360, (205, 150, 120), -1)

    found = refine(Pyramid(picture), truth + 5.0)

    assert np.linalg.norm(found.lattice - truth, axis=2).max() < 0.15 * CELL
    seen = found.evidence.seen
    assert seen is not None
    assert not seen[0, 0]
    assert seen[4:, 4:].all()
    assert found.evidence.error < 0.1


def test_flat_paper_is_not_bent_to_fit_the_pencil_on_it() -> None:
    truth = lattice_between(TILTED, 11)
    picture = grid_picture(truth)
    rng = np.random.default_rng(5)
    for _ in range(250):
        stroke = rng.uniform(200, 850, 2) + np.cumsum(rng.normal(0, 14, (9, 2)), axis=0)
        cv2.polylines(picture, [stroke.astype(np.int32)], False, (60, 60, 60), 2)

    found = refine(Pyramid(Image(picture)), truth + 4.0)

    assert np.linalg.norm(found.lattice - truth, axis=2).max() < 0.1 * CELL


def test_a_corner_that_curls_alone_is_followed() -> None:
    flat = lattice_between(TILTED, 11)
    away = np.abs(map_nodes(11) - 11).max(axis=-1)  # from the lower right corner, in squares
    lifted = 0.45 * np.maximum(1 - away / 4, 0.0) ** 1.5
    truth = flat + lifted[..., None] * CELL * np.array([1.0, -0.8])

    found = refine(grid_photo(truth), flat)

    assert np.linalg.norm(found.lattice - truth, axis=2).max() < 0.12 * CELL
