"""From a lattice that is off by up to two squares to the printed one: combs of slanting lines.

Each family of lines is described by four numbers: where its middle lies, how far apart its lines are,
how much they slant, and how much they fan out. A table holds the line evidence along every straight line
(a Radon transform over small slants), so that a hundred thousand combs are tried by looking up.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points, SheetGeometry
from vision.lines import Plane, find_lines
from vision.pyramid import Pyramid
from vision.straight import look_straight

SQUARE = 20  # pixels a square
BORDER = 3.0  # squares seen beyond the field on each side
FINALISTS = 400
BEYOND = 0.15  # what a line one square beyond the last costs


@dataclass(frozen=True)
class Reach:
    """How far from a rough lattice the combs are tried; each a half width and a step, in squares."""

    shift: tuple[float, float]
    """By which the first line may lie off."""
    stretch: tuple[float, float]
    """By which the lines may lie further apart."""
    slant: tuple[float, float]
    """By which a line's lower end may lie aside of its upper end."""
    fan: tuple[float, float]
    """By which each line may slant more than the one before."""

    def steps(self) -> tuple[NDArray[np.float64], ...]:
        """Return the values tried of each."""
        return tuple(
            np.asarray(step * np.arange(-round(wide / step), round(wide / step) + 1), np.float64)
            for wide, step in (self.shift, self.stretch, self.slant, self.fan)
        )


WIDE = Reach(shift=(2.4, 0.05), stretch=(0.165, 0.03), slant=(1.8, 0.12), fan=(0.12, 0.06))
NARROW = Reach(shift=(0.6, 0.05), stretch=(0.06, 0.015), slant=(0.6, 0.12), fan=(0.06, 0.06))


@dataclass(frozen=True)
class _Comb:
    """One family of lines: places of the lines halfway along, and their slants, in squares."""

    score: float
    places: NDArray[np.float64]
    slants: NDArray[np.float64]


def nearby_lattices(photo: Pyramid, lattice: Points, reach: Reach = WIDE, most: int = 3) -> list[Points]:
    """Return the best lattices near a rough one, at most `most` squared, best first; pixels of the photo."""
    rough = SheetGeometry(lattice, 0.0, 0.0)
    lines = find_lines(look_straight(photo, rough, square=SQUARE, border=BORDER), run=9)
    families = (lines.upright, lines.level.T)
    upright, level = (_best_combs(plane, rough.cells, reach, most) for plane in families)
    pairs = sorted(((a, b) for a in upright for b in level), key=lambda pair: -pair[0].score - pair[1].score)
    return [rough.to_photo(_crossings(a, b, rough.cells)) for a, b in pairs]


def _slant_table(upright: Plane, cells: int, slants: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the mean evidence along lines, [slant, place halfway], over the rows of the rough field."""
    first, last = round(BORDER * SQUARE), round((BORDER + cells) * SQUARE)
    rows = np.arange(first, last)
    share = (rows + 0.5 - first) / (last - first) - 0.5
    places = np.arange(upright.shape[1], dtype=np.float32)
    table = []
    for slant in slants:
        x = places[None, :] + np.float32(slant * SQUARE) * share[:, None].astype(np.float32)
        y = np.broadcast_to(rows[:, None], x.shape).astype(np.float32)
        table.append(cv2.remap(upright, x, y, cv2.INTER_LINEAR).mean(axis=0))
    return np.asarray(cv2.dilate(np.stack(table), np.ones((1, 3), np.uint8)), np.float32)


def _best_combs(upright: Plane, cells: int, reach: Reach, most: int) -> list[_Comb]:
    """Return the best combs that differ by more than half a square."""
    shifts, stretches, slants, fans = reach.steps()
    table = _slant_table(upright, cells, slants)
    axes = np.meshgrid(shifts, 1.0 + stretches, slants, fans, indexing="ij")
    shift, pitch, slant, fan = (axis.ravel() for axis in axes)
    middle, step = cells / 2, reach.slant[1]

    def seen(line: float, chosen: NDArray[np.int_] | slice) -> NDArray[np.float32]:
        places = shift[chosen] + middle + (line - middle) * pitch[chosen]
        tilts = slant[chosen] + (line - middle) * fan[chosen]
        column = np.rint((places + BORDER) * SQUARE - 0.5).astype(int).clip(0, table.shape[1] - 1)
        row = np.rint((tilts - slants[0]) / step).astype(int).clip(0, len(slants) - 1)
        return np.asarray(table[row, column], np.float32)

    everything = slice(None)
    on = np.stack([seen(line, everything) for line in range(cells + 1)])
    between = np.stack([seen(line + 0.5, everything) for line in range(0, cells, 2)])
    rough = on.mean(axis=0) - between.mean(axis=0)
    best = np.argpartition(-rough, min(FINALISTS, len(rough) - 1))[:FINALISTS]
    weak = np.sort(on[:, best], axis=0)[: (cells + 1) // 2].mean(axis=0)
    beyond = seen(-1.0, best) + seen(cells + 1.0, best)
    scores = 0.5 * rough[best] + 0.5 * (weak - between[:, best].mean(axis=0)) - BEYOND * beyond
    kept: list[_Comb] = []
    for index in best[np.argsort(-scores)]:
        lines = np.arange(cells + 1) - middle
        places = shift[index] + middle + lines * pitch[index]
        if all(np.abs(places - other.places).max() > 0.5 for other in kept):
            score = float(scores[best.tolist().index(index)])
            kept.append(_Comb(score, places, slant[index] + lines * fan[index]))
        if len(kept) == most:
            break
    return kept


def _crossings(upright: _Comb, level: _Comb, cells: int) -> Points:
    """Return where the lines of both families cross, in squares of the rough lattice, (n + 1, n + 1, 2)."""
    # x = place + slant * (y / n - 1/2) and y = place' + slant' * (x / n - 1/2), solved for x and y
    a, s = upright.places[None, :], upright.slants[None, :] / cells
    b, t = level.places[:, None], level.slants[:, None] / cells
    half = cells / 2
    x = (a + s * (b - half - t * half)) / (1 - s * t)
    y = b + t * (x - half)
    return np.stack([x, y], axis=-1)
