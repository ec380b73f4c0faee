from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.draw.photo.camera import Camera, random_camera
from datasets.draw.recipe import Recipe
from datasets.draw.sheet.paper import random_print
from datasets.draw.sheet.printing import Print


def draw_dots(
    edition: Print, camera: Camera, cell: int = 60
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Photograph a black sheet with a white dot on every grid node."""
    sheet = np.zeros((round(edition.height * cell), round(edition.width * cell)), np.uint8)
    for row in range(12):
        for column in range(12):
            x, y = (edition.left + column) * cell - 0.5, (edition.top + row) * cell - 0.5
            cv2.circle(sheet, (round(x * 16), round(y * 16)), 6 * 16, 255, cv2.FILLED, cv2.LINE_AA, 4)
    xs, ys, _ = camera.sheet_map()
    return np.asarray(cv2.remap(sheet, xs * cell - 0.5, ys * cell - 0.5, cv2.INTER_LINEAR), np.uint8)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("bent", [0.0, 1.0])
def test_lattice_moves_with_the_pixels(seed: int, bent: float) -> None:
    rng = np.random.default_rng(seed)
    edition = random_print(rng)
    camera = random_camera(replace(Recipe.load("hard"), bent=bent), edition, rng)

    photo = draw_dots(edition, camera).astype(float)

    for x, y in camera.lattice(edition).reshape(-1, 2):
        left, top = max(round(x) - 8, 0), max(round(y) - 8, 0)
        window = photo[top : top + 17, left : left + 17]
        ys, xs = np.mgrid[top : top + window.shape[0], left : left + window.shape[1]]
        assert window.sum() > 0
        found = np.array([(window * xs).sum(), (window * ys).sum()]) / window.sum()
        assert np.hypot(*(found - (x, y))) < 1.0


@pytest.mark.parametrize("seed", range(4))
def test_the_way_back_undoes_the_way_there(seed: int) -> None:
    rng = np.random.default_rng(seed)
    edition = random_print(rng)
    camera = random_camera(Recipe.load("hard"), edition, rng)
    xs, ys, _ = camera.sheet_map()

    points = camera.lattice(edition)[[2, 5, 9], [3, 6, 8]].round().astype(int)  # all on the sheet
    sheet = np.array([(xs[y, x], ys[y, x]) for x, y in points])

    np.testing.assert_allclose(camera.seen(sheet), points, atol=0.15)
