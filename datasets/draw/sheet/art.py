"""Printed art of many invented editions: mountains, ruins and wastelands."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.lines import clipped
from datasets.draw.maps import Shape
from datasets.draw.pencil import Colour
from datasets.draw.sheet.printing import Painter, Print, mixed, rectangle
from datasets.draw.strokes import Drawing, Polyline, floats
from engine import Square

WHITE: Colour = (245.0, 240.0, 226.0)
GOLD: Colour = (214.0, 160.0, 40.0)


@dataclass(frozen=True, slots=True)
class Spot:
    """One square to print on: where it is, and what with."""

    painter: Painter
    print: Print
    x: float
    y: float
    rng: np.random.Generator
    """Seeded by the edition, so that the same art stands on every square of a sheet."""

    def at(self, *points: tuple[float, float]) -> Polyline:
        """Return points given in the unit square, as points of the sheet."""
        return floats(points) + floats((self.x, self.y))


# Mountains


def ragged_hatching(spot: Spot, colour: Colour, count: int, spill: float, *, lean: int = 0) -> None:
    """Hatch a whole square, thickly and running over its edges, or with thin lines of a given lean."""
    angle = spot.rng.uniform(0.6, 1.1) * (lean or spot.rng.choice([-1, 1]))
    along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    lines = []
    for offset in np.linspace(-0.7, 0.7, count):
        ends = np.stack([across * offset - along, across * offset + along])
        lines.append(
            clipped(ends, 0.5 + spill * spot.rng.uniform(0, 1)) + floats((spot.x + 0.5, spot.y + 0.5))
        )
    spot.painter.strokes(tuple(lines), colour, 0.02 if lean else 0.9 / count + 0.012)


def hatched_mountain(spot: Spot) -> None:
    """A dark hatched square with light peaks and a coin."""
    _dark_ground(spot)
    _light_peaks(spot, filled=False)
    _coin(spot)


def black_mountain(spot: Spot) -> None:
    """A near black square with peaks left white."""
    dark = mixed(spot.print.mountain_colour, (18, 18, 20), 0.5)
    spill = float(spot.rng.uniform(-0.06, 0.03))
    spot.painter.fill(rectangle(spot.x - spill, spot.y - spill, 1 + 2 * spill, 1 + 2 * spill), dark)
    _light_peaks(spot, filled=bool(spot.rng.random() < 0.6))
    _coin(spot)


def flat_mountain(spot: Spot) -> None:
    """One to three flat triangles on bare paper, with a coin."""
    rng, colour = spot.rng, spot.print.mountain_colour
    count = int(rng.integers(1, 4))
    for i, x in enumerate(np.linspace(0.35, 0.62, count)):
        half, top = rng.uniform(0.22, 0.36), rng.uniform(0.12, 0.35)
        shade = mixed(colour, spot.print.paper_colour, 0.28 * ((count - i) % 2))
        spot.painter.fill(spot.at((x - half, 0.82), (x, top), (x + half, 0.82)), shade)
        if rng.random() < 0.4:
            spot.painter.fill(
                spot.at((x - half * 0.3, top + 0.2), (x, top), (x + half * 0.3, top + 0.2)), WHITE
            )
        if rng.random() < 0.4:
            spot.painter.fill(spot.at((x, 0.82), (x, top), (x + half, 0.82)), mixed(shade, (0, 0, 0), 0.25))
    _coin(spot)


def line_mountain(spot: Spot) -> None:
    """Peaks in line, as on a plain home-made sheet."""
    rng, ink = spot.rng, spot.print.tone(0.9)
    width = float(rng.uniform(0.015, 0.04))
    for x in np.linspace(0.32, 0.66, int(rng.integers(1, 4))):
        half, top = rng.uniform(0.2, 0.34), rng.uniform(0.12, 0.35)
        spot.painter.line(spot.at((x - half, 0.84), (x, top), (x + half, 0.84)), ink, width)
        if rng.random() < 0.6:
            cap = spot.at(
                (x - half * 0.35, top + 0.24),
                (x - 0.03, top + 0.18),
                (x + 0.04, top + 0.26),
                (x + half * 0.35, top + 0.23),
            )
            spot.painter.line(cap, ink, width)
        for step in range(int(rng.integers(0, 4))):
            foot = x + half * (0.2 + 0.2 * step)
            spot.painter.line(spot.at((foot, 0.5 + 0.1 * step), (foot - 0.08, 0.8)), ink, width)
    if rng.random() < 0.4:
        _coin(spot)


def hatched_only(spot: Spot) -> None:
    """Nothing but dark hatching."""
    ragged_hatching(spot, spot.print.mountain_colour, int(spot.rng.integers(7, 20)), 0.06)


def rocky_mountain(spot: Spot) -> None:
    """A jagged massif with light and dark faces."""
    rng, colour = spot.rng, spot.print.mountain_colour
    tops = sorted(rng.uniform(0.15, 0.85, int(rng.integers(2, 5))))
    ridge = [(0.06, 0.86)]
    for top in tops:
        ridge += [
            (float(top), float(rng.uniform(0.1, 0.4))),
            (float(top) + 0.07, float(rng.uniform(0.45, 0.6))),
        ]
    ridge.append((0.95, 0.86))
    spot.painter.fill(spot.at(*ridge), colour)
    for x, y in ridge[1:-1:2]:
        spot.painter.fill(spot.at((x, y), (x - 0.09, 0.8), (x + 0.03, 0.82)), mixed(colour, WHITE, 0.45))
    spot.painter.line(spot.at(*ridge), mixed(colour, (0, 0, 0), 0.5), 0.02)
    _coin(spot)


def _dark_ground(spot: Spot) -> None:
    if spot.rng.random() < 0.6:
        spot.painter.fill(rectangle(spot.x + 0.03, spot.y + 0.03, 0.94, 0.94), spot.print.mountain_colour)
    ragged_hatching(
        spot, mixed(spot.print.mountain_colour, (0, 0, 0), 0.25), int(spot.rng.integers(18, 34)), 0.07
    )


def _light_peaks(spot: Spot, *, filled: bool) -> None:
    rng = spot.rng
    light = mixed(WHITE, spot.print.paper_colour, 0.5)
    for x, half, top in (
        (rng.uniform(0.3, 0.42), 0.24, rng.uniform(0.28, 0.4)),
        (rng.uniform(0.52, 0.66), 0.27, rng.uniform(0.16, 0.3)),
    ):
        peak = spot.at((x - half, 0.72), (x, top), (x + half, 0.72))
        if filled:
            spot.painter.fill(peak, light)
            spot.painter.fill(spot.at((x, 0.72), (x, top), (x + half, 0.72)), mixed(light, (60, 50, 45), 0.5))
        else:
            spot.painter.line(peak, light, 0.035)


def _coin(spot: Spot) -> None:
    rng = spot.rng
    x = float(rng.choice([0.5, 0.72, 0.78])) + float(rng.uniform(-0.04, 0.04))
    y, radius, kind = float(rng.uniform(0.62, 0.8)), float(rng.uniform(0.1, 0.17)), rng.random()
    if kind < 0.2:
        return
    face = mixed(GOLD, spot.print.paper_colour, 0.0 if kind < 0.75 else 0.9)
    spot.painter.disc(spot.x + x, spot.y + y, radius, face)
    spot.painter.ring(spot.x + x, spot.y + y, radius, mixed(face, (50, 30, 10), 0.6), 0.02)


def print_ruins(spot: Spot, art: tuple[Drawing, tuple[Polyline, ...]]) -> None:
    """Print the edition's ruins into a square."""
    edition, size = spot.print, spot.print.ruins_size
    middle = floats((spot.x + 0.5 + edition.ruins_place * (1 - size) * 0.45, spot.y + 0.5))
    ink = edition.tone(edition.ruins_strength, edition.accent)
    for area in art[1]:
        face = mixed(ink, edition.paper_colour, 0.1 + 0.85 * (edition.art_seed % 13) / 12)
        spot.painter.fill(area * floats(size) + middle, face)
    spot.painter.strokes(
        tuple(s * floats(size) + middle for s in art[0]), ink, 0.015 + 0.03 * (edition.art_seed % 7) / 6
    )


# Wastelands


def print_wasteland(painter: Painter, edition: Print, squares: Shape, origin: tuple[float, float]) -> None:
    """Print the barren squares the edition's way."""
    rng = np.random.default_rng(edition.art_seed + 1)
    grey = float(rng.uniform(95, 175))
    warm: Colour = (
        grey + float(rng.uniform(0, 18)),
        grey + float(rng.uniform(-4, 6)),
        grey - float(rng.uniform(0, 14)),
    )
    ground = mixed(warm, edition.paper_colour, float(rng.uniform(0, 0.3)))
    if edition.wasteland == "torn":
        _tear_holes(painter, squares, origin, ground, rng)
        return
    for square in sorted(squares):
        spot = Spot(painter, edition, origin[0] + square.column, origin[1] + square.row, rng)
        _barren_square(spot, square, squares, ground)
    if edition.wasteland in ("hole", "cracked"):
        for square in sorted(squares):
            _torn_edges(
                Spot(painter, edition, origin[0] + square.column, origin[1] + square.row, rng),
                square,
                squares,
                ground,
            )


def _barren_square(spot: Spot, square: Square, squares: Shape, ground: Colour) -> None:
    style, rng = spot.print.wasteland, spot.rng
    dark = mixed(ground, (30, 25, 22), 0.5)
    if style in ("hole", "flat", "cracked") or spot.print.art_seed % 2:
        spot.painter.fill(rectangle(spot.x, spot.y, 1, 1), ground)
    if style == "cracked":
        for x, y in rng.uniform(0.1, 0.9, (int(rng.integers(2, 6)), 2)):
            steps = np.cumsum(rng.normal(0, 0.12, (int(rng.integers(2, 4)), 2)), axis=0)
            spot.painter.line(
                np.clip(np.vstack([np.zeros((1, 2)), steps]) + np.array((x, y)), 0, 1)
                + floats((spot.x, spot.y)),
                dark,
                0.015,
            )
    if style == "crosshatch":
        ragged_hatching(spot, dark, int(rng.integers(8, 16)), 0.0, lean=1)
        ragged_hatching(spot, dark, int(rng.integers(8, 16)), 0.0, lean=-1)
    if style == "dotted":
        for x, y in rng.uniform(0.03, 0.97, (int(rng.integers(25, 70)), 2)):
            spot.painter.disc(spot.x + float(x), spot.y + float(y), float(rng.uniform(0.012, 0.035)), dark)


def _torn_edges(spot: Spot, square: Square, squares: Shape, ground: Colour) -> None:
    """Scorch and ruffle the edges towards squares that are not barren."""
    rng = spot.rng
    scorched = mixed(ground, (45, 28, 15), 0.7)
    for row, column, start, end in (
        (-1, 0, (0, 0), (1, 0)),
        (1, 0, (0, 1), (1, 1)),
        (0, -1, (0, 0), (0, 1)),
        (0, 1, (1, 0), (1, 1)),
    ):
        if Square(square.row + row, square.column + column) in squares:
            continue
        stations = np.linspace(floats(start), floats(end), 9)
        ragged = (stations + rng.normal(0, 0.035, stations.shape) + floats((spot.x, spot.y))).astype(
            np.float32
        )
        spot.painter.fill(
            np.vstack([ragged, ragged[::-1] - floats((column, row)) * 0.08]).astype(np.float32), ground
        )
        spot.painter.line(ragged, scorched, 0.035)
        if spot.print.wasteland == "hole":
            for x, y in ragged[1:-1]:
                length = rng.uniform(0.05, 0.3)
                inner = (x - column * length + rng.normal(0, 0.02), y - row * length + rng.normal(0, 0.02))
                spot.painter.line(floats([(x, y), inner]), mixed(ground, scorched, 0.6), 0.03)


def _tear_holes(
    painter: Painter, squares: Shape, origin: tuple[float, float], ground: Colour, rng: np.random.Generator
) -> None:
    """Tear the barren squares out of the paper: ragged rims, scorched inside, on a streaked board."""
    if not squares:
        return
    scale = painter.scale
    corners = floats([(square.column, square.row) for square in sorted(squares)]) + floats(origin)
    low = np.floor((corners.min(0) - 1) * scale).astype(int).clip(0)
    high = np.ceil((corners.max(0) + 2) * scale).astype(int)
    view = painter.image[low[1] : high[1], low[0] : high[0]]
    hole = np.zeros(view.shape[:2], np.uint8)
    for corner in corners:
        x, y = np.round(corner * scale).astype(int) - low
        hole[y : y + round(scale), x : x + round(scale)] = 255
    shaken = _shaken(hole.shape, scale, float(rng.uniform(0.03, 0.14)), rng)
    torn = np.asarray(cv2.remap(hole, *shaken, cv2.INTER_LINEAR), np.uint8)
    uneven = floats(cv2.resize(rng.uniform(0.3, 1.7, (16, 16)).astype(np.float32), torn.shape[::-1]))
    burnt = floats((float(rng.uniform(60, 120)), float(rng.uniform(40, 75)), float(rng.uniform(20, 50))))
    inside = _scorched_board(torn, scale, ground, burnt, uneven, rng)
    beyond = _distance(torn <= 127, scale)
    rim = np.exp(-beyond / (uneven * float(rng.uniform(0.02, 0.12)))) * float(rng.uniform(0, 0.5))
    rim_colour = floats((250, 240, 220)) if rng.random() < 0.5 else burnt
    paper = view + (rim_colour - view) * rim[..., None]
    cover = torn.astype(np.float32)[..., None] / 255
    view[:] = np.clip(paper * (1 - cover) + inside * cover, 0, 255).astype(np.uint8)
    rims, _ = cv2.findContours((torn > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    dark = (70.0, 52.0, 40.0)
    cv2.drawContours(view, rims, -1, dark, max(1, round(0.03 * scale)), cv2.LINE_AA)


def _scorched_board(
    torn: NDArray[np.uint8],
    scale: float,
    ground: Colour,
    burnt: Polyline,
    uneven: NDArray[np.float32],
    rng: np.random.Generator,
) -> NDArray[np.float32]:
    """Return what is seen through the hole: a streaked board, scorched towards the rim."""
    height, width = torn.shape
    streaks = rng.standard_normal((height // 24 + 1, width // 3 + 1), dtype=np.float32)
    shade = cv2.resize(streaks, (width, height)) * float(rng.uniform(0.02, 0.09))
    depth = _distance(torn > 127, scale)
    scorch = np.exp(-depth / (uneven * float(rng.uniform(0.05, 0.25)))) * float(rng.uniform(0.2, 0.95))
    board = floats(ground) * (1 + shade[..., None])
    return floats(board + (burnt - board) * scorch[..., None])


def _distance(inside: NDArray[np.bool_], scale: float) -> NDArray[np.float32]:
    """Return how many squares each pixel lies inside the area, 0 outside."""
    return floats(cv2.distanceTransform(inside.astype(np.uint8), cv2.DIST_L2, 3) / scale)


def _shaken(
    shape: tuple[int, ...], scale: float, amount: float, rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return where each pixel comes from when edges wobble by about `amount` squares: x and y."""
    height, width = shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    for axis in (xs, ys):
        for wave, weight in ((0.55, 0.8), (0.16, 0.5)):
            coarse = (int(height / scale / wave) + 2, int(width / scale / wave) + 2)
            bumps = rng.standard_normal(coarse, dtype=np.float32) * (weight * amount * scale)
            axis += cv2.resize(bumps, (width, height), interpolation=cv2.INTER_CUBIC)
    return xs, ys


MOUNTAINS: dict[str, Callable[[Spot], None]] = {
    "hatched": hatched_mountain,
    "black": black_mountain,
    "flat": flat_mountain,
    "line": line_mountain,
    "hatch only": hatched_only,
    "rocky": rocky_mountain,
}
WASTELANDS = ("torn", "torn", "hole", "flat", "cracked", "crosshatch", "dotted")
