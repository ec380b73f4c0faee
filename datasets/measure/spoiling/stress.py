"""Spoil real photos of grids: a hard shadow, a thumb, more tilt, motion blur.

Each is drawn from the photo's name, so that any machine, and any other program of the same rules, measures
the very same pictures.
"""

import math
import random
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.pencil import Pixels

Corners = NDArray[np.float32]
"""Top-left, top-right, bottom-right and bottom-left corner of a grid in photo pixels, shape (4, 2)."""

SKIN = (205, 150, 120)  # RGB
SHADE = 0.4  # of the light that is left in the shadow
MOST_SHIFT = 0.14  # of the picture's sides that its corners move inwards when it is tilted
BLUR = 15  # pixels of motion on a picture with a long side of 1600
GRID_CELLS = 9


def stressed(photo: Pixels, corners: Corners, kind: str, name: str) -> tuple[Pixels, Corners]:
    """Return an RGB photo under one stress, and where its corners are now.

    Args:
        photo: upright RGB picture.
        corners: shape (4, 2), in pixels.
        kind: one of `STRESSES`.
        name: the photo's file name, from which the stress is drawn.
    """
    rng = random.Random(sha256((name + kind).encode()).hexdigest())
    return STRESSES[kind](photo, corners, rng)


def _untouched(photo: Pixels, corners: Corners, _: random.Random) -> tuple[Pixels, Corners]:
    return photo, corners


def _half_in_shadow(photo: Pixels, corners: Corners, rng: random.Random) -> tuple[Pixels, Corners]:
    height, width = photo.shape[:2]
    top, bottom = rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.8) * width
    light = np.ones((height, width), np.float32)
    shadow = np.array([[0, 0], [top, 0], [bottom, height], [0, height]], np.int32)
    cv2.fillPoly(light, [shadow], SHADE)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), max(1, width / 200)), np.float32)
    return np.clip(photo * light[..., None], 0, 255).astype(np.uint8), corners


def _thumb_on_a_corner(photo: Pixels, corners: Corners, rng: random.Random) -> tuple[Pixels, Corners]:
    covered = rng.randrange(4)
    square = float(np.linalg.norm(corners[0] - corners[1])) / GRID_CELLS
    tip = int(corners[covered][0]), int(corners[covered][1])
    size = int(square * 1.1), int(square * 1.7)
    hidden = photo.copy()
    cv2.ellipse(hidden, tip, size, rng.uniform(0, 180), 0, 360, SKIN, -1, cv2.LINE_AA)
    return hidden, corners


def _more_tilt(photo: Pixels, corners: Corners, rng: random.Random) -> tuple[Pixels, Corners]:
    height, width = photo.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    shift = [[rng.uniform(0, MOST_SHIFT) * width, rng.uniform(0, MOST_SHIFT) * height] for _ in range(4)]
    inwards = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], np.float32)
    plane = cv2.getPerspectiveTransform(frame, frame + np.array(shift, np.float32) * inwards)
    tilted = cv2.warpPerspective(
        photo, plane, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    moved = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), plane).reshape(4, 2)
    return np.asarray(tilted, np.uint8), np.asarray(moved, np.float32)


def _moved_while_taken(photo: Pixels, corners: Corners, rng: random.Random) -> tuple[Pixels, Corners]:
    length = max(3, int(BLUR * max(photo.shape[:2]) / 1600) | 1)
    path = motion_kernel(length, rng.uniform(0, math.pi))
    return np.asarray(cv2.filter2D(photo, -1, path), np.uint8), corners


def motion_kernel(length: int, angle: float) -> NDArray[np.float32]:
    """Return the filter, shape (length, length), of a straight shake: an odd length, an angle in radians."""
    kernel, middle = np.zeros((length, length), np.float32), length // 2
    across, down = middle * math.cos(angle), middle * math.sin(angle)
    start = int(middle - across), int(middle - down)
    end = int(middle + across), int(middle + down)
    cv2.line(kernel, start, end, 1.0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


STRESSES: dict[str, Callable[[Pixels, Corners, random.Random], tuple[Any, Corners]]] = {
    "clean": _untouched,
    "shadow": _half_in_shadow,
    "thumb": _thumb_on_a_corner,
    "tilt": _more_tilt,
    "blur": _moved_while_taken,
}
