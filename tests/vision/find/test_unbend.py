"""What the lattice network sees of a bent sheet brings a flat proposal to where the sheet lies."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.pictures import TILTED, lattice_between
from vision.find.geometry import Points, SheetGeometry, map_nodes
from vision.find.pyramid import Pyramid
from vision.find.unbend import unbent
from vision.image import Image

SIDE, STRIDE = 192, 4


class Seer:
    """Stands in for the network: reads where in the field a point lies off the photo's red and green."""

    def __init__(self) -> None:
        """Say the sizes of its pictures."""
        self.config = {"side": SIDE, "stride": STRIDE}

    def run(self, photo: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """Answer as the network does; what is not blue lies in no field."""
        seen = photo[0, :, STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
        out = np.full((4, *seen.shape[1:]), -9.0, np.float32)
        out[0, seen[2] > 128] = 9.0
        out[2:] = (seen[:2] - 20) / 200
        return {"out": out[None]}


def field_photo(truth: Points) -> Pyramid:
    """Paint a field whose red and green say how far right and down a point lies in it."""
    picture = np.zeros((1000, 1100, 3), np.uint8)
    fine = np.linspace(0, 11, 900)
    places = SheetGeometry(truth, 0.0, 0.0).to_photo(np.stack(np.meshgrid(fine, fine), axis=-1))
    x, y = np.rint(np.moveaxis(places, -1, 0)).astype(int)
    right, down = np.meshgrid(fine / 11, fine / 11)
    picture[y, x] = np.stack([20 + 200 * right, 20 + 200 * down, np.full_like(right, 255)], axis=-1)
    return Pyramid(Image(picture))


def farthest(lattice: Points, truth: Points) -> float:
    return float(np.linalg.norm(lattice - truth, axis=-1).max() / SheetGeometry(truth, 0.0, 0.0).cell_pixels)


@pytest.mark.parametrize("curl", [-0.9, 0.0, 0.9])
def test_a_flat_proposal_is_bent_as_the_sheet_is(curl: float) -> None:
    truth, flat = lattice_between(TILTED, 11, curl=curl), lattice_between(TILTED, 11)
    seer: Any = Seer()

    found = unbent(field_photo(truth), flat, seer, sheets_only=True)

    assert farthest(found, truth) < 0.15


def test_where_the_network_sees_no_field_the_proposal_stays() -> None:
    flat = lattice_between(TILTED, 11)
    seer: Any = Seer()

    found = unbent(Pyramid(Image(np.zeros((1000, 1100, 3), np.uint8))), flat, seer, sheets_only=True)

    assert np.abs(found - flat).max() == 0
    assert found.shape == map_nodes(11).shape
