"""Table tops: wood, cloth, plain and dark, with things lying about."""

import colorsys

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.pencil import Colour, Pixels
from datasets.draw.sheet.printing import rectangle
from datasets.draw.strokes import floats

TABLES = ("wood", "wood", "wood", "wood", "cloth", "plain", "dark", "speckled")
COARSE = 2  # tables are drawn at half size: they lie out of focus anyway


def draw_table(size: tuple[int, int], rng: np.random.Generator, *, clutter: bool) -> Pixels:
    """Return a table top, RGB, with other paper and game things on it if asked for."""
    width, height = size[0] // COARSE + 1, size[1] // COARSE + 1
    kind = TABLES[int(rng.integers(len(TABLES)))]
    shade = _shade(kind, (height, width), rng)
    table = np.clip(floats(_colour(kind, rng)) * shade[..., None], 0, 255).astype(np.uint8)
    if clutter:
        for _ in range(int(rng.integers(1, 4))):
            _lay_thing(table, rng)
    return np.asarray(cv2.resize(table, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _colour(kind: str, rng: np.random.Generator) -> Colour:
    hue, saturation, value = (
        float(rng.uniform(0, 1)),
        float(rng.uniform(0, 0.2)),
        float(rng.uniform(0.3, 0.9)),
    )
    if kind == "wood":
        hue, saturation, value = (
            float(rng.uniform(0.03, 0.11)),
            float(rng.uniform(0.15, 0.75)),
            float(rng.uniform(0.25, 0.9)),
        )
    if kind == "cloth":
        saturation = float(rng.uniform(0.1, 0.6))
    if kind == "dark":
        value = float(rng.uniform(0.05, 0.25))
    r, g, b = colorsys.hsv_to_rgb(hue, saturation, value)
    return 255 * r, 255 * g, 255 * b


def _shade(kind: str, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    if kind == "wood":
        return _wood(shape, rng)
    fine = rng.standard_normal(shape, dtype=np.float32)
    if kind == "cloth":
        ys, xs = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
        period = float(rng.uniform(2.5, 6))
        return np.asarray(
            1 + 0.08 * np.sin(xs * 6.28 / period) * np.sin(ys * 6.28 / period) + 0.05 * fine, np.float32
        )
    if kind == "speckled":
        return np.asarray(1 + rng.uniform(0.1, 0.35) * cv2.GaussianBlur(fine, (0, 0), 1.2), np.float32)
    return np.asarray(1 + 0.015 * fine, np.float32)


def _wood(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Stretch noise along the grain, lay boards side by side, and turn them if need be."""
    upright = rng.random() < 0.5
    long, across = (shape[0], shape[1]) if upright else (shape[1], shape[0])
    total = np.ones((long, across), np.float32)
    for step, weight in ((40, 0.05), (12, 0.04), (3, 0.03)):
        coarse = rng.standard_normal((max(4, long // (step * 12)), max(4, across // step)), dtype=np.float32)
        total += (
            weight
            * float(rng.uniform(0.5, 2))
            * cv2.resize(coarse, (across, long), interpolation=cv2.INTER_CUBIC)
        )
    if rng.random() < 0.5:
        board = int(rng.integers(60, 300))
        tones = rng.normal(1, 0.07, across // board + 2)
        total *= tones[(np.arange(across) // board)][None, :]
        total[:, ::board] *= 0.55
    return total if upright else np.ascontiguousarray(total.T)


def _lay_thing(table: Pixels, rng: np.random.Generator) -> None:
    """Lay a sheet of paper, a card, a pencil or a die somewhere."""
    height, width = table.shape[:2]
    unit, at = width / 16.0, rng.uniform((0, 0), (width, height))
    kind = rng.choice(["paper", "paper", "card", "pencil", "die"])
    if kind == "paper":
        _lay_paper(table, at, unit, rng)
    elif kind == "card":
        _lay_box(table, at, (2.6 * unit, 3.8 * unit), _bright(rng), rng)
    elif kind == "pencil":
        _lay_box(table, at, (0.5 * unit, 9 * unit), _bright(rng), rng)
    else:
        _lay_box(table, at, (unit, unit), _bright(rng), rng)


def _lay_paper(table: Pixels, at: NDArray[np.float64], unit: float, rng: np.random.Generator) -> None:
    white = float(rng.uniform(170, 250))
    corners = _lay_box(table, at, (10 * unit, 14 * unit), (white, white, white * 0.98), rng)
    if rng.random() < 0.7:
        for share in np.linspace(0.06, 0.94, int(rng.integers(8, 36))):
            ends = (
                corners[0] + (corners[3] - corners[0]) * share,
                corners[1] + (corners[2] - corners[1]) * share,
            )
            left, right = 0.08 * ends[1] + 0.92 * ends[0], rng.uniform(0.4, 0.93)
            stop = ends[0] + (ends[1] - ends[0]) * right
            cv2.line(table, _whole(left), _whole(stop), (90, 90, 95), 1, cv2.LINE_AA)


def _lay_box(
    table: Pixels,
    at: NDArray[np.float64],
    size: tuple[float, float],
    colour: Colour,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = rectangle(-size[0] / 2, -size[1] / 2, *size) @ turn + at
    shadow = np.round(corners + rng.uniform(2, 6)).astype(np.int32)
    cv2.polylines(table, [shadow], True, tuple(c * 0.3 for c in colour), 5, cv2.LINE_AA)
    cv2.fillPoly(table, [np.round(corners).astype(np.int32)], colour, cv2.LINE_AA)
    return np.asarray(corners, np.float64)


def _bright(rng: np.random.Generator) -> Colour:
    r, g, b = colorsys.hsv_to_rgb(
        float(rng.uniform(0, 1)), float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.3, 0.95))
    )
    return 255 * r, 255 * g, 255 * b


def _whole(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
