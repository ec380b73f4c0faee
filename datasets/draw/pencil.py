"""Pencil on paper: lines and shading laid on two sheets of light, grained like paper tooth."""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.strokes import Drawing, Polyline, floats

Pixels = NDArray[np.uint8]
Colour = tuple[float, float, float]
"""RGB, 0..255."""

OVERSAMPLING = 2  # lines are drawn at twice the size so that their width can be a fraction of a pixel
FRACTION_BITS = 4


@dataclass(frozen=True, slots=True)
class Pencil:
    """A pencil: its colour, how dark and how wide it marks, and how much the paper's grain shows."""

    colour: Colour
    pressure: float
    """0 faint .. 1 opaque."""
    width: float
    """Line width in cells."""
    grain: float
    """0 ink .. 1 soft crayon on rough paper."""

    def light(self, pressure: float = 1.0) -> Colour:
        """Return the colour that white paper shows under this pencil."""
        kept = min(self.pressure * pressure, 1.0)
        r, g, b = (255.0 - kept * (255.0 - channel) for channel in self.colour)
        return r, g, b


@dataclass(slots=True)
class PencilLayer:
    """Marks of pencils over a sheet, as the light that comes through: white where nothing is drawn."""

    light: Pixels
    scale: float
    """Pixels of the drawing per cell."""
    grain: float = 0.0
    """The grain of all marks on this layer."""

    @classmethod
    def blank(cls, size: tuple[int, int], cell: float, grain: float) -> Self:
        """Return an empty layer for a picture of `size` (width, height) with `cell` pixels per cell."""
        width, height = size
        light = np.full((height * OVERSAMPLING, width * OVERSAMPLING, 3), 255, np.uint8)
        return cls(light, cell * OVERSAMPLING, grain)

    def stroke(self, line: Polyline, pencil: Pencil, *, pressure: float = 1.0) -> None:
        """Draw one line; points in cells from the sheet's top left."""
        thickness = max(1, round(pencil.width * self.scale))
        points = self._fixed(line)
        cv2.polylines(
            self.light, [points], False, pencil.light(pressure), thickness, cv2.LINE_AA, FRACTION_BITS
        )

    def draw(self, drawing: Drawing, pencil: Pencil, rng: np.random.Generator) -> None:
        """Draw the strokes of a drawing, each pressed a little differently."""
        for line in drawing:
            self.stroke(line, pencil, pressure=float(rng.uniform(0.8, 1.1)))

    def wash(self, corners: Polyline, pencil: Pencil, *, pressure: float) -> None:
        """Shade a polygon evenly, darkening what is already there."""
        low = np.floor(corners.min(0) * self.scale).astype(int).clip(0) - 1
        x, y = max(int(low[0]), 0), max(int(low[1]), 0)
        high = np.ceil(corners.max(0) * self.scale).astype(int) + 2
        here = self.light[y : int(high[1]), x : int(high[0])]
        cover = np.full_like(here, 255)
        points = self._fixed(corners) - (np.array([x, y], np.int32) << FRACTION_BITS)
        cv2.fillPoly(cover, [points], pencil.light(pressure), cv2.LINE_AA, FRACTION_BITS)
        np.minimum(here, cover, out=here)

    def laid_on(self, paper: NDArray[np.float32], tooth: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the paper (float, 0..255) seen under this layer."""
        height, width = paper.shape[:2]
        light = cv2.resize(self.light, (width, height), interpolation=cv2.INTER_AREA)
        rows = np.flatnonzero(light.reshape(height, -1).min(axis=1) < 255)
        if len(rows) == 0:
            return paper
        here = slice(rows[0], rows[-1] + 1)
        cover = 1.0 - light[here].astype(np.float32) / 255.0
        bite = np.clip(1.0 - self.grain * (0.25 + tooth[here]), 0.1, 1.25)
        result = paper.copy()
        result[here] *= 1.0 - np.minimum(cover * bite[..., None], 0.97)
        return result

    def _fixed(self, line: Polyline) -> NDArray[np.int32]:
        points = (line * self.scale - 0.5) * (1 << FRACTION_BITS)
        return np.round(points).astype(np.int32).reshape(-1, 1, 2)


def paper_tooth(shape: tuple[int, int], rng: np.random.Generator, coarseness: float) -> NDArray[np.float32]:
    """Return noise of mean 0 and deviation 1 whose grains are `coarseness` pixels wide."""
    noise = rng.standard_normal(shape, dtype=np.float32)
    if coarseness > 0.3:
        noise = floats(cv2.GaussianBlur(noise, (0, 0), coarseness))
    return np.asarray(noise / (float(noise[::4, ::4].std()) + 1e-6), np.float32)


def smoothed(line: Polyline, rounds: int) -> Polyline:
    """Cut the corners off a line (Chaikin), keeping its ends."""
    for _ in range(rounds):
        if len(line) < 3:
            return line
        near, far = 0.75 * line[:-1] + 0.25 * line[1:], 0.25 * line[:-1] + 0.75 * line[1:]
        middle = np.stack([near, far], axis=1).reshape(-1, 2)
        line = np.concatenate([line[:1], middle[1:-1], line[-1:]]).astype(np.float32)
    return line


def wobbled(line: Polyline, rng: np.random.Generator, amount: float) -> Polyline:
    """Shake a line as an unsteady hand does: a slow random drift and a little tremor."""
    if amount <= 0.0 or len(line) < 2:
        return line
    drift = np.cumsum(rng.normal(0.0, amount * 0.5, line.shape), axis=0)
    drift -= drift.mean(0)
    limit = 3.0 * amount
    return (line + np.clip(drift, -limit, limit) + rng.normal(0.0, amount * 0.3, line.shape)).astype(
        np.float32
    )


def dense(line: Polyline, step: float) -> Polyline:
    """Return the line with points at most `step` apart, so that it can be shaken or bent."""
    if len(line) < 2:
        return line
    lengths = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    if along[-1] <= step:
        return line
    stations = np.linspace(0.0, along[-1], int(along[-1] / step) + 2)
    xs, ys = np.interp(stations, along, line[:, 0]), np.interp(stations, along, line[:, 1])
    return np.stack([xs, ys], axis=1).astype(np.float32)
