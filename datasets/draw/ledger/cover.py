"""Fingers and cubes on the strip below the map, and what cannot be read because of them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.pencil import Pixels
from datasets.draw.sheet.furniture import blotches
from datasets.draw.strokes import floats

Points = NDArray[np.float64]


def lay_something(
    scene: Pixels,
    cell: float,
    origin: tuple[float, float],
    rng: np.random.Generator,
    area: tuple[float, float] = (11.5, 4.0),
) -> NDArray[np.float32]:
    """Lay a finger, a cube or nothing on the strip, in place; return what is covered, 0..1.

    `cell` is a square in pixels, `origin` the field's lower left corner on the scene and `area` what is
    right of and below it, in squares.
    """
    mask = np.zeros(scene.shape[:2], np.uint8)
    if rng.random() < 0.1:
        for _ in range(int(rng.integers(1, 3))):
            at = rng.uniform((0, 0), area) + origin
            size = rng.uniform(0.3, 1.4, 2)
            box = ((at * cell).tolist(), (size * cell).tolist(), float(rng.uniform(0, 180)))
            if rng.random() < 0.5:
                cv2.ellipse(mask, box, 255, -1, cv2.LINE_AA)
            else:
                cv2.fillPoly(mask, [cv2.boxPoints(box).astype(np.int32)], 255, cv2.LINE_AA)
        colour = floats([210, 160, 130]) if rng.random() < 0.4 else floats(rng.uniform(10, 245, 3))
        share = mask[..., None].astype(np.float32) / 255
        shade = 1 + blotches(scene.shape[:2], rng, 0.15)[..., None]
        scene[:] = np.clip(scene * (1 - share) + colour * shade * share, 0, 255).astype(np.uint8)
    return floats(mask / 255)


def covered_shares(cover: NDArray[np.float32], cell: float, places: Points, sizes: Points) -> Points:
    """Return how much of each box, middle and (width, height) in squares of the scene, is covered."""
    shares = []
    for (x, y), (w, h) in zip(np.nan_to_num(places), sizes, strict=True):
        rows, columns = (
            slice(int((y - h / 2) * cell), int((y + h / 2) * cell) + 1),
            slice(int((x - w / 2) * cell), int((x + w / 2) * cell) + 1),
        )
        shares.append(float(cover[rows, columns].mean()) if cover[rows, columns].size else 0.0)
    return np.array(shares)
