"""Ruins and mountains of editions that training never sees: see `datasets.draw.flat.unseen`."""

from collections.abc import Callable

import numpy as np

from datasets.draw.lines import arc, line
from datasets.draw.sheet.art import Spot
from datasets.draw.sheet.printing import mixed, rectangle
from datasets.draw.strokes import Drawing

# Ruins, in the unit square


def obelisk(rng: np.random.Generator) -> Drawing:
    """A leaning obelisk on a step, its tip broken off."""
    lean, top = float(rng.uniform(-0.15, 0.15)), float(rng.uniform(-0.5, -0.3))
    shaft = line(
        (-0.16, 0.36), (lean - 0.09, top), (lean, top - 0.02), (lean + 0.1, top + 0.12), (0.16, 0.36)
    )
    return shaft, line((-0.3, 0.36), (0.3, 0.36), (0.3, 0.48), (-0.3, 0.48), (-0.3, 0.36))


def menhirs(rng: np.random.Generator) -> Drawing:
    """Standing stones in a ring, two of them bearing a third."""
    stones = [
        arc(float(0.36 * np.cos(a)), float(0.26 * np.sin(a)), 0.07, float(rng.uniform(0.1, 0.2)), 180, 360)
        for a in np.linspace(0.4, 2.7, 4)
    ]
    posts = line((-0.2, 0.0), (-0.2, -0.34), (-0.08, -0.34), (-0.08, 0.0)), line((0.1, 0.0), (0.1, -0.34))
    return (*stones, *posts, line((-0.28, -0.34), (0.2, -0.34), (0.2, -0.45), (-0.28, -0.45), (-0.28, -0.34)))


def broken_gate(rng: np.random.Generator) -> Drawing:
    """Two gateposts with balls, bars between them, one missing."""
    bars = [line((x, -0.1), (x, 0.48)) for x in np.linspace(-0.22, 0.22, 5)]
    bars.pop(int(rng.integers(5)))
    posts = [rectangle(x, -0.3, 0.14, 0.78)[[0, 1, 2, 3, 0]] for x in (-0.46, 0.32)]
    return (*posts, *bars, arc(-0.39, -0.38, 0.07, 0.07), arc(0.39, -0.38, 0.07, 0.07))


def spiral_stairs(rng: np.random.Generator) -> Drawing:
    """Steps that lead up to nothing."""
    count = int(rng.integers(3, 6))
    points = [(-0.48, 0.45)]
    for step in range(count):
        x, y = -0.48 + 0.9 * step / count, 0.45 - 0.85 * (step + 1) / count
        points += [(x, y), (x + 0.9 / count, y)]
    return (line(*points), line((-0.48, 0.45), (0.42, 0.45), (0.42, 0.45 - 0.85)))


# Mountains


def contour_mountain(spot: Spot) -> None:
    """Height lines, one inside the other."""
    rng, ink = spot.rng, spot.print.tone(0.9, spot.print.mountain_colour)
    middle = rng.uniform(0.4, 0.6, 2)
    phase = rng.uniform(0, 6.3)
    for reach in np.linspace(0.44, 0.08, int(rng.integers(4, 7))):
        angles = np.linspace(0, 2 * np.pi, 32)
        radii = reach * (1 + 0.12 * np.sin(2 * angles + phase) + 0.08 * np.sin(3 * angles))
        ring = middle + radii[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        spot.painter.line(spot.at(*map(tuple, ring.tolist())), ink, 0.03)


def block_mountain(spot: Spot) -> None:
    """A pyramid with one face in the light, on a tinted square."""
    colour, paper = spot.print.mountain_colour, spot.print.paper_colour
    spot.painter.fill(rectangle(spot.x, spot.y, 1, 1), mixed(colour, paper, 0.7))
    top = (0.5 + float(spot.rng.uniform(-0.1, 0.1)), 0.1)
    spot.painter.fill(spot.at((0.08, 0.8), top, (0.55, 0.93)), mixed(colour, (255, 255, 255), 0.35))
    spot.painter.fill(spot.at((0.55, 0.93), top, (0.94, 0.75)), mixed(colour, (0, 0, 0), 0.35))


def toothed_mountain(spot: Spot) -> None:
    """Two rows of small carets, as on sea charts."""
    ink = spot.print.tone(0.95)
    for y, xs in ((0.42, (0.3, 0.66)), (0.78, (0.16, 0.5, 0.82))):
        for x in xs:
            spot.painter.line(spot.at((x - 0.15, y), (x, y - 0.27), (x + 0.15, y)), ink, 0.04)
            spot.painter.fill(spot.at((x, y - 0.27), (x + 0.15, y), (x + 0.03, y)), ink)


RUINS: dict[str, Callable[[np.random.Generator], Drawing]] = {
    "obelisk": obelisk,
    "menhirs": menhirs,
    "broken gate": broken_gate,
    "stairs": spiral_stairs,
}
MOUNTAINS: dict[str, Callable[[Spot], None]] = {
    "contours": contour_mountain,
    "block": block_mountain,
    "teeth": toothed_mountain,
}
