"""Lines that signs are made of, and places for small signs in a square."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.draw.strokes import Drawing, Polyline, floats


@dataclass(frozen=True, slots=True)
class Traits:
    """How one person draws one sign; the same on every square."""

    count: int
    """How many trees, waves or furrows, 1..4."""
    tall: float
    lean: float
    first: float
    second: float
    """All four are free shape parameters, 0..1."""

    @classmethod
    def random(cls, rng: np.random.Generator) -> "Traits":
        """Draw a person's way of drawing a sign."""
        tall, lean, first, second = rng.random(4).tolist()
        return cls(int(rng.integers(1, 5)), tall, lean, first, second)


def pixel(point: NDArray[np.floating[Any]]) -> tuple[int, int]:
    """Return a point (x, y) as OpenCV takes it, in whole pixels."""
    return int(point[0]), int(point[1])


Sign = Callable[[Traits, np.random.Generator], Drawing]
"""Draws a sign into -0.5..0.5, y down; the generator makes each copy a little different."""


def line(*points: tuple[float, float]) -> Polyline:
    """Return a polyline through the points."""
    return np.array(points, np.float32)


def arc(x: float, y: float, rx: float, ry: float, start: float = 0.0, end: float = 360.0) -> Polyline:
    """Return an elliptic arc; angles in degrees, clockwise from the right."""
    angles = np.radians(np.linspace(start, end, max(6, int(abs(end - start) / 24))))
    return np.stack([x + rx * np.cos(angles), y + ry * np.sin(angles)], axis=1).astype(np.float32)


def spiral(x: float, y: float, radius: float, turns: float) -> Polyline:
    """Return a scribble that winds outwards."""
    angles = np.linspace(0.0, turns * 2 * np.pi, int(turns * 14))
    radii = radius * np.linspace(0.1, 1.0, len(angles))
    return np.stack([x + radii * np.cos(angles), y + radii * np.sin(angles)], axis=1).astype(np.float32)


def moved(drawing: Drawing, x: float, y: float, size: float) -> Drawing:
    """Return a drawing made smaller and put elsewhere."""
    return tuple(stroke * floats(size) + floats((x, y)) for stroke in drawing)


def places(count: int, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Return where (x, y) and how large `count` like things stand in a square."""
    spots = {
        1: [(0.0, 0.0, 0.95)],
        2: [(-0.25, 0.05, 0.6), (0.25, -0.03, 0.6)],
        3: [(-0.27, 0.2, 0.5), (0.27, 0.2, 0.5), (0.0, -0.22, 0.5)],
        4: [(-0.25, 0.24, 0.46), (0.25, 0.24, 0.46), (-0.23, -0.24, 0.46), (0.24, -0.24, 0.46)],
    }[min(count, 4)]
    return [
        (x + rng.normal(0, 0.025), y + rng.normal(0, 0.025), s * rng.uniform(0.9, 1.1)) for x, y, s in spots
    ]


def in_row(count: int, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Return places for tall things side by side."""
    step = 0.9 / count
    return [
        (-0.45 + step * (i + 0.5) + rng.normal(0, 0.02), rng.normal(0, 0.04), rng.uniform(0.85, 1.0))
        for i in range(count)
    ]


def in_column(count: int, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Return places for flat things one above the other."""
    step = float(rng.uniform(0.5, 0.85)) / count
    return [
        (rng.normal(0, 0.04), step * (i - (count - 1) / 2) + rng.normal(0, 0.02), rng.uniform(0.75, 1.0))
        for i in range(count)
    ]


def bent(drawing: Drawing, amount: float, rng: np.random.Generator) -> Drawing:
    """Bend a drawing a little, as nobody draws the same thing twice: slow waves move its points."""
    ways, phases = rng.normal(0.0, 4.0, (2, 2, 2)), rng.uniform(0.0, 2 * np.pi, (2, 2))
    return tuple(
        (
            stroke
            + amount * sum(np.sin(stroke @ way + phase) for way, phase in zip(ways, phases, strict=True))
        ).astype(np.float32)
        for stroke in drawing
    )


def clipped(ends: Polyline, half: float) -> Polyline:
    """Cut a line through the middle region to a square of the given half side."""
    start, step = ends[0], ends[1] - ends[0]
    with np.errstate(divide="ignore"):
        bounds = np.sort(np.stack([(-half - start) / step, (half - start) / step]), axis=0)
    near, far = bounds[0].max(), bounds[1].min()
    if near >= far:
        return floats([start * 0 + half, start * 0 + half])
    return floats([start + step * near, start + step * far])
