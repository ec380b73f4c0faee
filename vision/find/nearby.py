"""From a lattice that is off by up to two squares to the printed one: combs of slanting lines.

Each family of lines is described by four numbers: where its middle lies, how far apart its lines are,
how much they slant, and how much they fan out. A table holds the line evidence along every straight line
(a Radon transform over small slants), so that a hundred thousand combs are tried by looking up.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.geometry import Points, SheetGeometry
from vision.find.lines import Plane, find_lines
from vision.find.pyramid import Pyramid
from vision.find.straight import look_straight

SQUARE = 20  # pixels a square
BORDER = 3.0  # squares seen beyond the field on each side
FINALISTS = 400
BEYOND = 0.15  # what a line one square beyond the last costs


Chosen = tuple[NDArray[np.int_], NDArray[np.int_]]
"""Which slopes and which spacings, or where they are in the table."""


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
    size = (upright.shape[1], last - first)
    table = []
    for slant in slants:
        aside = slant * SQUARE / (last - first)  # pixels from one row to the next
        lean = np.array([[1.0, aside, 0.5 * (aside - slant * SQUARE)], [0.0, 1.0, first]])
        leant = cv2.warpAffine(upright, lean, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        table.append(leant.mean(axis=0))
    return np.asarray(cv2.dilate(np.stack(table), np.ones((1, 3), np.uint8)), np.float32)


@dataclass(frozen=True)
class _Tried:
    """All combs of one family that are tried: each of the slopes with each of the spacings."""

    table: NDArray[np.float32]
    """Mean evidence along lines, [slant, place halfway]."""
    slants: NDArray[np.float64]
    """Of the table, in even steps."""
    cells: int
    shift: NDArray[np.float64]
    """Of each spacing."""
    pitch: NDArray[np.float64]
    slant: NDArray[np.float64]
    """Of each slope."""
    fan: NDArray[np.float64]

    @classmethod
    def of(cls, upright: Plane, cells: int, reach: Reach) -> "_Tried":
        shifts, stretches, slants, fans = reach.steps()
        shift, pitch = (axis.ravel() for axis in np.meshgrid(shifts, 1.0 + stretches, indexing="ij"))
        slant, fan = (axis.ravel() for axis in np.meshgrid(slants, fans, indexing="ij"))
        return cls(_slant_table(upright, cells, slants), slants, cells, shift, pitch, slant, fan)

    def places(self, line: float) -> NDArray[np.float64]:
        """Return where that line lies halfway, in squares, for each spacing."""
        return self.shift + self.cells / 2 + (line - self.cells / 2) * self.pitch

    def tilts(self, line: float) -> NDArray[np.float64]:
        """Return how much that line slants, for each slope."""
        return self.slant + (line - self.cells / 2) * self.fan

    def mean_seen(self, lines: Sequence[float]) -> NDArray[np.float32]:
        """Return the mean evidence of these lines, (slopes, spacings)."""
        total = np.zeros((len(self.slant), len(self.shift)), np.float32)
        for line in lines:
            rows, columns = self._look_up(line)
            total += self.table[rows].take(columns, axis=1)
        return total / np.float32(len(lines))

    def seen(self, line: float, at: Chosen) -> NDArray[np.float32]:
        """Return the evidence of that line of some combs, (k,)."""
        rows, columns = self._look_up(line)
        return np.asarray(self.table[rows[at[0]], columns[at[1]]], np.float32)

    def _look_up(self, line: float) -> Chosen:
        """Return the rows of the table for each slope, and its columns for each spacing."""
        first, second = self.slants[:2]
        rows = np.rint((self.tilts(line) - first) / (second - first)).astype(int)
        columns = np.rint((self.places(line) + BORDER) * SQUARE - 0.5).astype(int)
        height, width = self.table.shape
        return rows.clip(0, height - 1), columns.clip(0, width - 1)


def _best_combs(upright: Plane, cells: int, reach: Reach, most: int) -> list[_Comb]:
    """Return the best combs that differ by more than half a square."""
    tried, lines = _Tried.of(upright, cells, reach), range(cells + 1)
    empty = tried.mean_seen([line + 0.5 for line in lines[:-1:2]])
    rough = tried.mean_seen(lines) - empty
    best = np.argpartition(-rough, min(FINALISTS, rough.size - 1), axis=None)[:FINALISTS]
    slopes, spacings = at = np.divmod(best, rough.shape[1])
    weak = np.sort([tried.seen(line, at) for line in lines], axis=0)[: (cells + 1) // 2].mean(axis=0)
    beyond = tried.seen(-1.0, at) + tried.seen(cells + 1.0, at)
    scores = 0.5 * rough[at] + 0.5 * (weak - empty[at]) - BEYOND * beyond
    places, tilts = (np.stack([way(line) for line in lines]) for way in (tried.places, tried.tilts))
    kept: list[_Comb] = []
    for index in np.argsort(-scores, kind="stable"):
        comb = _Comb(float(scores[index]), places[:, spacings[index]], tilts[:, slopes[index]])
        if all(np.abs(comb.places - other.places).max() > 0.5 for other in kept):
            kept.append(comb)
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
