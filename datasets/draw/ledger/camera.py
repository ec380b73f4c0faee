"""Photograph the strip below the map and straighten it again: bent, lit, blurred and compressed."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.pencil import Pixels
from datasets.draw.strokes import floats
from vision.image import Image
from vision.read.strip import OUTSIDE, STRIP_PIXELS, STRIP_SIZE, STRIP_START, even_strip

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Bend:
    """How a strip is seen askew: the found lattice is carried on past the field, and errs there."""

    shift: Points
    slope: NDArray[np.float64]
    curve: NDArray[np.float64]
    wave: tuple[float, float, float]

    def seen(self, squares: Points) -> Points:
        """Carry true places, in squares, to where they appear."""
        return np.asarray(squares + self._moved(squares))

    def true(self, seen: Points) -> Points:
        """Carry apparent places back: the inverse of `seen`, near enough for pixels."""
        squares = seen
        for _ in range(4):
            squares = seen - self._moved(squares)
        return np.asarray(squares)

    def _moved(self, squares: Points) -> Points:
        across, down = squares[..., :1] / 5.5 - 1.0, squares[..., 1:] / 4.0
        high, length, phase = self.wave
        wave = np.concatenate([0 * across, high * down * np.sin(across * length + phase)], axis=-1)
        return np.asarray(
            self.shift
            + np.concatenate([across, down], axis=-1) @ self.slope
            + across * down * self.curve[0]
            + across**2 * down * self.curve[1]
            + down**2 * self.curve[2]
            + wave
        )


def random_bend(rng: np.random.Generator) -> Bend:
    """Return a bend as a lattice that was carried on past the field leaves it."""
    big = float(rng.choice([0.3, 1.0, 1.0, 1.8]))
    return Bend(
        shift=rng.normal(0, 0.04, 2),
        slope=rng.normal(0, 0.06 * big, (2, 2)),
        curve=rng.normal(0, 0.07 * big, (3, 2)),
        wave=(float(rng.normal(0, 0.06)), float(rng.uniform(1, 5)), float(rng.uniform(0, 6))),
    )


def photographed(
    scene: Pixels, cell: float, origin: tuple[float, float], bend: Bend, rng: np.random.Generator
) -> Image:
    """Photograph a drawing with a small camera, and straighten it again.

    Args:
        scene: the drawing, RGB.
        cell: pixels of the drawing per square.
        origin: where on it, in squares, the field's lower left corner lies.
        bend: how the strip is seen askew.
        rng: for light, blur and grain.
    """
    square = float(np.exp(rng.uniform(np.log(26), np.log(120))))
    squares_high = square * float(rng.uniform(0.65, 1.0))
    width, height = (side / STRIP_PIXELS for side in STRIP_SIZE)
    columns, rows = round(width * square), round(height * squares_high)
    scale = min(1.0, 1.2 * square / cell)
    drawn = cv2.resize(scene, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else scene
    at = _drawn_places((columns, rows), bend, origin)
    at = at * np.float32(cell * scale) - np.float32(0.5)
    photo = cv2.remap(drawn, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    photo = _exposed(photo.astype(np.float32), square, rng)
    packed = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 97))])[1]
    photo = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    if square > 1.5 * STRIP_PIXELS:
        photo = cv2.resize(
            photo,
            None,
            fx=1.5 * STRIP_PIXELS / square,
            fy=1.5 * STRIP_PIXELS / square,
            interpolation=cv2.INTER_AREA,
        )
    flat = cv2.resize(photo, STRIP_SIZE, interpolation=cv2.INTER_LINEAR)
    return _framed(Image(even_strip(Image(np.asarray(flat, np.uint8)))), rng)


def _drawn_places(size: tuple[int, int], bend: Bend, origin: tuple[float, float]) -> NDArray[np.float32]:
    """Return where on the drawing, in squares, each pixel of a photo of `size` (width, height) looks."""
    (columns, rows), step = size, 10
    across, down = np.arange(columns // step + 2), np.arange(rows // step + 2)
    width, height = (side / STRIP_PIXELS for side in STRIP_SIZE)
    x, y = np.meshgrid((across * step + 0.5) * width / columns, (down * step + 0.5) * height / rows)
    coarse = (bend.true(np.stack([x, y], axis=-1) + STRIP_START) + origin).astype(np.float32)
    fine = np.meshgrid(np.arange(columns, dtype=np.float32) / step, np.arange(rows, dtype=np.float32) / step)
    return np.asarray(cv2.remap(coarse, *fine, cv2.INTER_LINEAR), np.float32)


def _exposed(photo: NDArray[np.float32], square: float, rng: np.random.Generator) -> Pixels:
    """Blur, light and grain."""
    sigma = float(rng.uniform(0, 0.2) ** 2) * square
    if sigma > 0.3:
        photo = floats(cv2.GaussianBlur(photo, (0, 0), sigma))
    height, width = photo.shape[:2]
    x, y = np.linspace(-1, 1, width)[None, :], np.linspace(-1, 1, height)[:, None]
    turn, bend = rng.uniform(0, 6), rng.uniform(0, 0.35)
    lit = 1 + bend * (np.cos(turn) * x + np.sin(turn) * y)
    if rng.random() < 0.35:
        turn, at, soft = rng.uniform(0, 6), rng.uniform(-0.8, 0.8), rng.uniform(0.02, 0.4)
        edge = np.clip((np.cos(turn) * x + np.sin(turn) * y * 0.5 - at) / soft, 0, 1)
        lit = lit * (1 - rng.uniform(0.2, 0.55) * edge)
    colour = np.exp(rng.normal(0, 0.08, 3)) * float(rng.uniform(0.6, 1.05))
    photo = photo * floats(lit[..., None] * colour)
    noise = rng.standard_normal(photo.shape, np.float32) * floats(rng.uniform(0, 7))
    if rng.random() < 0.1:  # nearly colourless
        photo = photo.mean(axis=2, keepdims=True) + 0 * photo
    return np.asarray(np.clip(photo + noise, 0, 255).astype(np.uint8))


def _framed(strip: Image, rng: np.random.Generator) -> Image:
    """Cut the strip off by the photo's edge now and then; what lies there is recognised by the reader."""
    if rng.random() < 0.03:
        strip[round(rng.uniform(0.75, 1.0) * len(strip)) :] = OUTSIDE
    return strip
