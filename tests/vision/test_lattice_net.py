from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry import map_nodes, transform
from vision.image import Image
from vision.lattice_net import find_fields
from vision.pyramid import Pyramid

SIDE, STRIDE = 192, 4
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
UPRIGHT = np.array([[40, 60], [240, 50], [250, 260], [30, 250]], np.float64)
TURNED = np.array([[500, 320], [480, 520], [290, 500], [310, 300]], np.float64)


class Seer:
    """Stands in for the network: knows where fields lie in a photo whose colours are its coordinates."""

    def __init__(self, fields: Sequence[NDArray[np.float64]], *, wrong: float = 0.0) -> None:
        """Know the corners of fields in the photo; some points are said to lie anywhere."""
        self.config = {"side": SIDE, "stride": STRIDE}
        self._fields, self._wrong = fields, wrong

    def run(self, photo: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """Answer as the network does, for a picture made by `place_photo`."""
        seen = photo[0, :, STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
        places = np.stack([seen[0], seen[1]], axis=-1).astype(np.float64) * 2.5
        out = np.full((4, *seen.shape[1:]), -9.0, np.float32)
        rng = np.random.default_rng(1)
        for corners in self._fields:
            to_field = cv2.getPerspectiveTransform(corners.astype(np.float32), UNIT).astype(np.float64)
            there = transform(to_field, places)
            inside = ((there > 0.02) & (there < 0.98)).all(axis=-1) & (seen[2] > 128)
            out[0, inside] = 9.0
            guessed = rng.random(inside.shape) < self._wrong
            there[guessed] = rng.random((int(guessed.sum()), 2))
            out[2:, inside] = there[inside].T
        return {"out": out[None]}


def place_photo(width: int = 600, height: int = 560) -> Pyramid:
    """A photo whose red and green say where each pixel lies."""
    y, x = np.mgrid[0:height, 0:width]
    return Pyramid(Image(np.stack([x / 2.5, y / 2.5, np.full_like(x, 255)], axis=-1).astype(np.uint8)))


def worst_corner(found: NDArray[np.float64], truth: NDArray[np.float64]) -> float:
    return float(np.abs(found - truth).max())


@pytest.mark.parametrize("wrong", [0.0, 0.25])
def test_each_of_two_fields_is_proposed_once_in_its_own_order(wrong: float) -> None:
    seer = Seer([UPRIGHT, TURNED], wrong=wrong)

    found = find_fields(place_photo(), seer, sheets_only=True)  # type: ignore[arg-type]

    assert len(found) == 2
    by_place = sorted(found, key=lambda field: field.corners[:, 0].mean())
    assert worst_corner(by_place[0].corners, UPRIGHT) < 12
    assert worst_corner(by_place[1].corners, TURNED) < 12


def test_a_field_that_runs_out_of_the_photo_is_proposed_whole() -> None:
    beyond = UPRIGHT - np.array([90.0, 0.0])

    (found,) = find_fields(place_photo(), Seer([beyond]), sheets_only=True)  # type: ignore[arg-type]

    assert worst_corner(found.corners, beyond) < 20


def test_a_photo_without_a_field_has_no_proposal() -> None:
    assert find_fields(place_photo(), Seer([]), sheets_only=True) == []  # type: ignore[arg-type]


def test_a_proposal_gives_the_nodes_of_any_number_of_squares() -> None:
    (found,) = find_fields(place_photo(), Seer([UPRIGHT]), sheets_only=False)  # type: ignore[arg-type]

    lattice = found.lattice(9)

    assert lattice.shape == (10, 10, 2)
    assert worst_corner(lattice[[0, 0, -1, -1], [0, -1, -1, 0]], found.corners) < 1e-6
    assert map_nodes(9).shape == lattice.shape
