"""Art in the squares of printed sheets: mountains, ruins and wastelands in our own drawing."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import cos, sin

from engine import Square
from service.printing.inks import Inks
from service.printing.pen import Pen, Point, arc, moved, rectangle

PEAKS = (((0.08, 0.8), (0.36, 0.3), (0.62, 0.8)), ((0.36, 0.8), (0.66, 0.14), (0.93, 0.8)))
"""Left foot, top and right foot of each peak, in the unit square, the farther one first."""
COIN = (0.24, 0.24, 0.15)  # place and radius of a mountain's coin
CLIFF = 0.09  # how far a peak's dark face reaches to the left of its top
TORN = 0.055  # squares by which a wasteland's edge wavers
EDGE_STEPS = 9


def draw_mountain(pen: Pen, x: float, y: float, inks: Inks) -> None:
    """Draw two peaks, on dark ground where ink is no object, and the coin that surrounding them earns."""
    if inks.solid:
        pen.fill(rectangle(x + 0.02, y + 0.02, 0.96, 0.96), inks.rock)
    for peak in PEAKS:
        _draw_peak(pen, moved(peak, x, y), inks)
    draw_coin(pen, x + COIN[0], y + COIN[1], COIN[2], inks)


def _draw_peak(pen: Pen, peak: list[Point], inks: Inks) -> None:
    """Draw a peak with a light and a dark face; without ground round it, it is dark below its snow."""
    (left, foot), (x, top), (right, _) = peak
    pen.fill(peak, inks.peak if inks.solid else inks.rock)
    ridge = [(x, top), (x + CLIFF * 0.4, top + 0.22), (x - CLIFF * 0.6, top + 0.36), (x + CLIFF * 0.3, foot)]
    pen.fill([*ridge, (right, foot)], inks.shade)
    if not inks.solid:
        pen.fill(_snow(left, x, right, top, foot), inks.peak)
    pen.line(peak, inks.line, 0.028, closed=True)
    for share in (0.45, 0.7) if inks.solid else ():
        start = (x + (left - x) * share, top + (foot - top) * share)
        pen.line([start, (start[0] + 0.05, foot - 0.03)], inks.line, 0.014)


def _snow(left: float, x: float, right: float, top: float, foot: float) -> list[Point]:
    """Return the jagged cap of a peak."""
    share, low = 0.32, top + 0.32 * (foot - top)
    start, end = x + share * (left - x), x + share * (right - x)
    return [(x, top), (end, low), (x + 0.04, low - 0.05), (x - 0.01, low + 0.06), (x - 0.05, low - 0.04),
            (start, low)]  # fmt: skip


def draw_coin(pen: Pen, x: float, y: float, radius: float, inks: Inks) -> None:
    """Draw a coin: a disc with a rim and an inner ring."""
    pen.disc(x, y, radius, inks.gold)
    pen.ring(x, y, radius, inks.line, 0.028)
    pen.ring(x, y, radius * 0.68, inks.line, 0.014)


def draw_ruins(pen: Pen, x: float, y: float, inks: Inks) -> None:
    """Draw a broken arch beside a broken column, pale enough to be drawn over."""
    for stone in _stones():
        placed = moved(stone, x + 0.5, y + 0.5)
        pen.fill(placed, inks.stone)
        pen.line(placed, inks.ruins, 0.02, closed=True)
    ground = moved([(-0.44, 0.4), (0.44, 0.4)], x + 0.5, y + 0.5)
    pen.line(ground, inks.ruins, 0.024)
    flutes = [[(x, 0.28), (x, top)] for x, top in ((-0.325, -0.02), (-0.255, -0.02), (0.31, 0.12))]
    pen.lines([moved(flute, x + 0.5, y + 0.5) for flute in flutes], inks.ruins, 0.014)


def _stones() -> Iterator[list[Point]]:
    """Yield the outlines of the ruin's stones round the square's middle."""
    joints = (180, 207, 234, 261, 288, 315)
    for start, end in pairwise(joints):
        outer, inner = (
            arc(0.0, -0.06, 0.39, start, end, high=0.38),
            arc(0.0, -0.06, 0.23, end, start, high=0.22),
        )
        yield [*outer, *inner]
    yield [(-0.36, 0.3), (-0.36, -0.06), (-0.22, -0.06), (-0.22, 0.3)]
    yield [(-0.41, 0.4), (-0.41, 0.3), (-0.17, 0.3), (-0.17, 0.4)]
    yield [(0.23, 0.3), (0.23, 0.02), (0.28, 0.08), (0.32, -0.04), (0.39, 0.03), (0.39, 0.3)]
    yield [(0.18, 0.4), (0.18, 0.3), (0.44, 0.3), (0.44, 0.4)]
    yield [(-0.06, 0.4), (-0.09, 0.3), (0.02, 0.24), (0.1, 0.31), (0.09, 0.4)]


def draw_wastelands(pen: Pen, squares: frozenset[Square], inks: Inks) -> None:
    """Draw cracked ground with a torn edge over all barren squares."""
    placed = sorted(squares)
    if inks.solid:
        pen.fill_all((rectangle(s.column, s.row, 1, 1) for s in placed), inks.barren)
        for square in placed:
            pen.fill_all((_torn(edge) for edge in _open_edges(square, squares)), inks.barren)
    else:
        for square in placed:
            pen.lines(_crosshatch(square), inks.crack, 0.014)
    for square in placed:
        pen.lines(_cracks(square), inks.crack, 0.022)
        pen.lines((_torn(edge) for edge in _open_edges(square, squares)), inks.crack, 0.045)


def _open_edges(square: Square, squares: frozenset[Square]) -> Iterator[tuple[Point, Point]]:
    """Yield the edges towards squares that are not barren, clockwise, from start to end."""
    x, y = square.column, square.row
    around = ((-1, 0, (x, y), (x + 1, y)), (0, 1, (x + 1, y), (x + 1, y + 1)),
              (1, 0, (x + 1, y + 1), (x, y + 1)), (0, -1, (x, y + 1), (x, y)))  # fmt: skip
    for down, right, start, end in around:
        if Square(square.row + down, square.column + right) not in squares:
            yield start, end


def _torn(edge: tuple[Point, Point]) -> list[Point]:
    """Return an edge that wavers between its ends, always the same way at the same place."""
    (x, y), (u, v) = edge
    points = []
    for k in range(EDGE_STEPS + 1):
        share = k / EDGE_STEPS
        off = TORN * _waver(7 * (x + u) + 13 * (y + v), k) if 0 < k < EDGE_STEPS else 0.0
        points.append((x + (u - x) * share + (v - y) * off, y + (v - y) * share - (u - x) * off))
    return points


def _cracks(square: Square) -> Iterable[list[Point]]:
    """Return three cracks that wander across a barren square."""
    for crack in range(3):
        seed = 31 * square.row + 17 * square.column + 5 * crack
        x, y = 0.5 + 0.36 * _waver(seed, 1), 0.2 + 0.3 * crack
        points = [(square.column + x, square.row + y)]
        for step in range(1, 4):
            angle = 3 * _waver(seed, step + 1)
            x = min(0.92, max(0.08, x + 0.17 * cos(angle)))
            y = min(0.92, max(0.08, y + 0.17 * sin(angle)))
            points.append((square.column + x, square.row + y))
        yield points


def _crosshatch(square: Square) -> list[list[Point]]:
    """Return fine lines in both leans over a square, clipped to it."""
    x, y, count = square.column, square.row, 15
    offsets = [2 * (k + 0.5) / count for k in range(count)]
    rising = [((max(0.0, o - 1), min(1.0, o)), (min(1.0, o), max(0.0, o - 1))) for o in offsets]
    there = [moved(line, x, y) for line in rising]
    return [*there, *([(2 * x + 1 - u, v) for u, v in line] for line in there)]


def _waver(seed: float, step: int) -> float:
    """Return a number between -1 and 1 that looks like chance and is always the same."""
    return (sin(12.9898 * seed + 78.233 * step) * 43758.5453) % 2.0 - 1.0
