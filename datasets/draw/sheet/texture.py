"""The texture of papers: woven, laid, felted, flecked or crumpled."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.strokes import floats

Relief = NDArray[np.float32]
"""How the brightness of each pixel differs from that of even paper, (height, width), around 0."""
Size = tuple[int, int]
"""Height and width in pixels."""


def texture(kind: str, size: Size, cell: float, rng: np.random.Generator) -> Relief:
    """Return the relief of a paper in some light, with a standard deviation of 1.

    Args:
        kind: of `TEXTURES`.
        size: height and width in pixels.
        cell: pixels of a square of the map.
        rng: draws how coarse it is.
    """
    relief = TEXTURES[kind](size, cell, rng)
    relief -= relief.mean()
    return relief / np.float32(relief.std() + 1e-6)


def _noise(size: Size, fine: tuple[float, float], rng: np.random.Generator) -> Relief:
    """Return noise without details finer than so many pixels down and across."""
    return floats(
        cv2.GaussianBlur(
            rng.standard_normal(size, np.float32), (0, 0), sigmaX=max(fine[1], 0.3), sigmaY=max(fine[0], 0.3)
        )
    )


def _canvas(size: Size, cell: float, rng: np.random.Generator) -> Relief:
    """Threads over and under each other, unevenly spun."""
    period = cell * float(rng.uniform(0.07, 0.22))
    y, x = np.mgrid[: size[0], : size[1]].astype(np.float32)
    stray = 0.25 * period * _noise(size, (period, period), rng) * np.float32(period)
    over = np.sin(2 * np.pi * (x + stray) / period) * np.sin(2 * np.pi * (y + stray) / period)
    threads = _noise(size, (0.5, 2 * period), rng) + _noise(size, (2 * period, 0.5), rng)
    return floats(over + float(rng.uniform(0.5, 2.0)) * threads / threads.std())


def _laid(size: Size, cell: float, rng: np.random.Generator) -> Relief:
    """Fine parallel lines as a mould leaves them, and coarse ones across them."""
    fine, coarse = cell * float(rng.uniform(0.05, 0.14)), cell * float(rng.uniform(0.7, 1.6))
    y, x = np.mgrid[: size[0], : size[1]].astype(np.float32)
    stray = 0.3 * fine * _noise(size, (fine, 3 * fine), rng) * np.float32(fine)
    chains = np.exp(-(((x / coarse) % 1.0 - 0.5) ** 2) / 0.002)
    relief = floats(np.sin(2 * np.pi * (y + stray) / fine) - float(rng.uniform(0, 2)) * chains)
    relief += floats(rng.uniform(0.2, 1.0)) * _noise(size, (0.6, 0.6), rng)
    return np.ascontiguousarray(relief)


def _felt(size: Size, cell: float, rng: np.random.Generator) -> Relief:
    """Soft bumps, as of paper for water colours."""
    bump = cell * float(rng.uniform(0.02, 0.09))
    bumps = _noise(size, (bump, bump), rng) - _noise(size, (2.5 * bump, 2.5 * bump), rng)
    lit = bumps - np.roll(bumps, (1, 1), axis=(0, 1)) if rng.random() < 0.6 else bumps
    return floats(lit)


def _flecks(size: Size, cell: float, rng: np.random.Generator) -> Relief:
    """Dark specks and short fibres, as of paper made from waste."""
    specks = _noise(size, (0.5, 0.5), rng)
    for _ in range(int(rng.uniform(1, 8) * size[0] * size[1] / cell**2)):
        start = rng.uniform((0, 0), (size[1], size[0]))
        way = rng.normal(0, cell * 0.06, 2) * float(rng.random() < 0.6)
        ends = np.round([start, start + way]).astype(int).tolist()
        cv2.line(specks, ends[0], ends[1], -float(rng.uniform(1, 4)), 1, cv2.LINE_AA)
    return specks


def _crumpled(size: Size, cell: float, rng: np.random.Generator) -> Relief:
    """Stains and wrinkles of all sizes, as of old parchment."""
    relief = np.zeros(size, np.float32)
    for octave in range(5):
        wide = cell * 0.6 / 2**octave
        layer = _noise(size, (wide, wide * float(rng.uniform(1, 2))), rng)
        layer /= layer.std() + np.float32(1e-6)
        relief += (np.abs(layer) if rng.random() < 0.5 else layer) * np.float32(0.75**octave)
    return relief


TEXTURES: dict[str, Callable[[Size, float, np.random.Generator], Relief]] = {
    "canvas": _canvas,
    "laid": _laid,
    "felt": _felt,
    "flecks": _flecks,
    "crumpled": _crumpled,
}
"""The kinds of texture by their names."""
