from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.find.lattice import map_nodes, transform
from vision.find.lattice_net import Field, box_view, distinct, look, look_closer, turned_view
from vision.find.pyramid import Pyramid
from vision.image import Image

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


WIDTH, HEIGHT = 600, 560


def seen_by(seer: Any, *, quarters: int = 0, sheets_only: bool = True) -> list[Field]:
    """Return the fields that a look at the whole photo, turned, and then from straight above shows."""
    photo = place_photo(WIDTH, HEIGHT)
    view = turned_view(box_view(0, 0, WIDTH, HEIGHT, SIDE), quarters, SIDE)
    fields = distinct(look(photo, view, seer, sheets_only), near=0.25)
    return [look_closer(photo, field, seer, sheets_only) for field in fields]


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("wrong", [0.0, 0.25])
def test_each_of_two_fields_is_seen_once_in_its_own_order(wrong: float, quarters: int) -> None:
    found = seen_by(Seer([UPRIGHT, TURNED], wrong=wrong), quarters=quarters)

    assert len(found) == 2
    by_place = sorted(found, key=lambda field: field.corners[:, 0].mean())
    assert worst_corner(by_place[0].corners, UPRIGHT) < 12
    assert worst_corner(by_place[1].corners, TURNED) < 12


def test_the_more_of_a_field_lies_on_a_plane_the_more_it_convinces() -> None:
    (clear,), (vague,) = seen_by(Seer([UPRIGHT])), seen_by(Seer([UPRIGHT], wrong=0.3))

    assert clear.agreement > 0.95 > vague.agreement


def test_a_field_that_runs_out_of_the_photo_is_seen_whole() -> None:
    beyond = UPRIGHT - np.array([90.0, 0.0])

    (found,) = seen_by(Seer([beyond]))

    assert worst_corner(found.corners, beyond) < 20


def test_a_part_of_the_photo_shows_the_field_that_lies_in_it() -> None:
    photo, view = place_photo(WIDTH, HEIGHT), box_view(270, 260, 260, 270, SIDE)
    seer: Any = Seer([UPRIGHT, TURNED])

    (found,) = look(photo, view, seer, sheets_only=True)

    assert worst_corner(found.corners, TURNED) < 12


@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_view_shows_the_same_part(quarters: int) -> None:
    view = box_view(0, 0, WIDTH, WIDTH, SIDE)
    corners = np.array([[0, 0], [SIDE - 1, 0], [SIDE - 1, SIDE - 1], [0, SIDE - 1]], np.float64)
    to_photo = [
        np.asarray(np.linalg.inv(matrix), np.float64) for matrix in (view, turned_view(view, quarters, SIDE))
    ]

    plain, turned = (transform(matrix, corners) for matrix in to_photo)

    assert np.abs(np.roll(turned, -quarters, axis=0) - plain).max() < 1e-6


def test_a_photo_without_a_field_has_no_proposal() -> None:
    assert seen_by(Seer([])) == []


def test_grids_of_other_games_are_seen_only_by_those_who_ask_for_them() -> None:
    class OtherGames(Seer):
        def run(self, photo: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
            """See the same fields as grids of other games."""
            out = super().run(photo)["out"]
            out[:, [0, 1]] = out[:, [1, 0]]
            return {"out": out}

    assert seen_by(OtherGames([UPRIGHT])) == []
    assert len(seen_by(OtherGames([UPRIGHT]), sheets_only=False)) == 1


def test_a_proposal_gives_the_nodes_of_any_number_of_squares() -> None:
    (found,) = seen_by(Seer([UPRIGHT]), sheets_only=False)

    lattice = found.lattice(9)

    assert lattice.shape == (10, 10, 2)
    assert worst_corner(lattice[[0, 0, -1, -1], [0, -1, -1, 0]], found.corners) < 1e-6
    assert map_nodes(9).shape == lattice.shape
