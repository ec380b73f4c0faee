"""Spoil a photo of a map sheet step by step: tilt, blur, shadow, thumbs, until it is no longer found.

Lengths are in squares of the sheet, so that a rung means the same on every photo.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.pencil import Pixels
from datasets.draw.photo.light import SKINS, developed
from datasets.draw.photo.sample import render_sample
from datasets.draw.recipe import Recipe
from datasets.measure.spoiling.stress import motion_kernel
from engine import SIZE
from vision.find.lattice import Points, corners_of, map_nodes, mean_side, scaled_points, transform

WORK_SIDE = 1600  # pixels of the long side of the photos that are spoilt
FOCAL = 1.3  # of the long side, for the camera that sees a tilted photo
CARD = (236, 230, 214)  # RGB
GRAIN = 4.0  # grey levels of a sensor's noise in the dark


@dataclass(frozen=True, slots=True)
class Scene:
    """A photo of one sheet."""

    name: str
    photo: Pixels
    nodes: Points
    """(12, 12, 2) in photo pixels, row by row as the sheet is read."""

    @property
    def square(self) -> float:
        """Mean side of a square, in pixels."""
        return mean_side(corners_of(self.nodes)) / SIZE

    def on_sheet(self, points: Any) -> Points:
        """Carry (column, row) in squares, shape (..., 2), to the photo, as if the sheet were flat."""
        plane, _ = cv2.findHomography(map_nodes(SIZE).reshape(-1, 2), self.nodes.reshape(-1, 2))
        return transform(np.asarray(plane, np.float64), np.asarray(points, np.float64))


@dataclass(frozen=True, slots=True)
class Ladder:
    """One way to spoil a photo, ever worse."""

    name: str
    unit: str
    rungs: tuple[float, ...]
    spoil: Callable[[Scene, float], Scene]


def tilted(scene: Scene, degrees: float) -> Scene:
    """Look at the photo slantingly, as if it lay on the table; all of it stays in the frame."""
    height, width = scene.photo.shape[:2]
    focal, angle = FOCAL * max(width, height), math.radians(degrees)
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    turned = np.array(
        [[1, 0, 0], [0, math.cos(angle), 0], [0, -math.sin(angle) / focal, 1]]
    )  # a plane turned about the x axis, seen from a focal length away
    return _moved(scene, turned @ centred)


def turned(scene: Scene, degrees: float) -> Scene:
    """Turn the photo in its plane; all of it stays in the frame."""
    angle = math.radians(degrees)
    way = [[math.cos(angle), math.sin(angle), 0], [-math.sin(angle), math.cos(angle), 0], [0, 0, 1]]
    return _moved(scene, np.array(way))


def defocused(scene: Scene, squares: float) -> Scene:
    """Blur by a Gauss bell of so many squares."""
    return _with(scene, cv2.GaussianBlur(scene.photo, (0, 0), squares * scene.square))


def shaken(scene: Scene, squares: float) -> Scene:
    """Blur along a slanting line of so many squares."""
    kernel = motion_kernel(max(3, round(squares * scene.square) | 1), math.radians(35))
    return _with(scene, cv2.filter2D(scene.photo, -1, kernel))


def shaded(scene: Scene, light: float) -> Scene:
    """Leave so much light beyond a hard edge that runs across the field."""
    edge = scene.on_sheet([[4, -20], [7, 31], [-60, 31], [-60, -20]])
    mask = cv2.fillPoly(np.ones(scene.photo.shape[:2], np.float32), [_pixels(edge)], light)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.04 * scene.square)
    return _with(scene, scene.photo * np.asarray(soft)[..., None])


def compressed(scene: Scene, quality: float) -> Scene:
    """Compress as a JPEG of this quality."""
    picture = cv2.cvtColor(scene.photo, cv2.COLOR_RGB2BGR)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    return _with(scene, developed(data.tobytes()))


def shrunk(scene: Scene, pixels: float) -> Scene:
    """Shrink until a square has so many pixels."""
    scale = min(1.0, pixels / scene.square)
    small = cv2.resize(scene.photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return Scene(scene.name, np.asarray(small, np.uint8), scaled_points(scene.nodes, scale))


def thumbed(scene: Scene, squares: float) -> Scene:
    """Lay a thumb of that radius, in squares, over the sheet's upper right corner."""
    photo = scene.photo.copy()
    tip, root = scene.on_sheet([[SIZE - 0.7 * squares, 0.7 * squares], [SIZE + 6, -6]])
    thickness = max(1, round(2 * squares * scene.square))
    ends = [(int(x), int(y)) for x, y in (tip, root)]
    cv2.line(photo, ends[0], ends[1], SKINS[0], thickness, cv2.LINE_AA)
    return _with(scene, photo)


def carded(scene: Scene, share: float) -> Scene:
    """Lay a blank card across the field, from its left edge on, over this share of its width."""
    photo, low, high = scene.photo.copy(), -0.6, share * SIZE
    card = _pixels(scene.on_sheet([[low, 1.5], [high, 0.7], [high + 0.4, 9.2], [low + 0.4, 10]]))
    cv2.fillPoly(photo, [card], CARD, cv2.LINE_AA)
    cv2.polylines(photo, [card], True, (90, 84, 74), max(1, round(scene.square / 20)), cv2.LINE_AA)
    return _with(scene, photo)


def darkened(scene: Scene, light: float) -> Scene:
    """Leave so much light, and what grain a sensor adds."""
    return _with(scene, scene.photo * light + _grain(scene.photo.shape, GRAIN))


def noisy(scene: Scene, levels: float) -> Scene:
    """Add grain of so many grey levels."""
    return _with(scene, scene.photo + _grain(scene.photo.shape, levels))


LADDERS = (
    Ladder("tilt", "degrees more", (10, 20, 30, 40, 50, 60, 68, 75), tilted),
    Ladder("turn", "degrees", (15, 30, 45, 60, 75, 90, 135, 180, 225, 270, 315), turned),
    Ladder("defocus", "squares", (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6), defocused),
    Ladder("motion", "squares", (0.15, 0.3, 0.45, 0.6, 0.8, 1.0, 1.5), shaken),
    Ladder("hard shadow", "of the light", (0.6, 0.4, 0.25, 0.15, 0.1, 0.06, 0.03), shaded),
    Ladder("JPEG", "quality", (50, 30, 20, 12, 8, 5, 2), compressed),
    Ladder("scale", "pixels a square", (30, 24, 20, 17, 14, 12, 10, 8, 6), shrunk),
    Ladder("thumb on a corner", "squares of radius", (0.5, 1, 1.5, 2, 2.5, 3, 4, 5), thumbed),
    Ladder("card across", "of the width", (0.15, 0.3, 0.45, 0.6, 0.75, 0.9), carded),
    Ladder("dark", "of the light", (0.5, 0.25, 0.12, 0.06, 0.03, 0.015), darkened),
    Ladder("noise", "grey levels", (10, 20, 40, 60, 90, 130), noisy),
)


def drawn_scenes(seed: int, count: int) -> Iterator[Scene]:
    """Yield so many drawn photos, always the same of a seed."""
    recipe = Recipe.load("easy")
    for index in range(count):
        sample = render_sample(recipe, seed, index, split="test")
        yield Scene(f"drawn{index}", sample.photo, sample.truth.lattice)


def at_work_size(scene: Scene) -> Scene:
    """Return the scene with a long side of at most `WORK_SIDE` pixels, as the finder looks at it."""
    return shrunk(scene, scene.square * WORK_SIDE / max(scene.photo.shape))


def _moved(scene: Scene, plane: NDArray[np.float64]) -> Scene:
    """Apply a homography, then shift and scale so that the whole photo fills a frame of as many pixels."""
    height, width = scene.photo.shape[:2]
    outline = transform(plane, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64))
    low, high = outline.min(0), outline.max(0)
    scale = math.sqrt(width * height / np.prod(high - low))
    fitted = np.array([[scale, 0, -scale * low[0]], [0, scale, -scale * low[1]], [0, 0, 1]]) @ plane
    size = tuple(np.ceil((high - low) * scale).astype(int).tolist())
    photo = cv2.warpPerspective(scene.photo, fitted, size, flags=cv2.INTER_LINEAR, borderValue=(96, 92, 88))
    return Scene(scene.name, np.asarray(photo, np.uint8), transform(fitted, scene.nodes))


def _grain(shape: tuple[int, ...], levels: float) -> NDArray[np.float32]:
    return np.random.default_rng(1).standard_normal(shape, np.float32) * np.float32(levels)


def _with(scene: Scene, photo: NDArray[Any] | Any) -> Scene:
    return Scene(scene.name, np.clip(np.round(photo), 0, 255).astype(np.uint8), scene.nodes)


def _pixels(points: Points) -> NDArray[np.int32]:
    return np.round(points).astype(np.int32)
