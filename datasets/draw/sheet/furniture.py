"""Labels, header, stains and torn edges round the map on a sheet."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.lines import arc, line
from datasets.draw.maps import SIZE
from datasets.draw.sheet.printing import Painter, Print, rectangle
from datasets.draw.strokes import floats

HEADERS = ("full", "full", "lines", "panel", "none")


def draw_labels(painter: Painter, edition: Print) -> None:
    """Print A to K on the left and 1 to 11 below."""
    if not edition.labels:
        return
    ink = edition.tone(edition.accent_strength * 0.8, edition.accent)
    for i in range(SIZE):
        painter.text("ABCDEFGHIJK"[i], edition.left - 0.65, edition.top + i + 0.6, 0.22, ink)
        painter.text(str(i + 1), edition.left + i + 0.4, edition.top + SIZE + 0.5, 0.22, ink)


def draw_header(painter: Painter, edition: Print, rng: np.random.Generator) -> None:
    """Print what stands above the map: name lines, banner, compass, crest."""
    if edition.header in ("full", "lines"):
        _draw_name_lines(painter, edition, rng)
    if edition.header == "panel":
        ink = edition.tone(0.8)
        painter.line(rectangle(edition.width * 0.28, 0.8, edition.width * 0.45, 1.0), ink, 0.04, closed=True)
        painter.text(
            str(rng.choice(["map", "cartographer", "realm", "NAME"])),
            edition.width * 0.3,
            2.3,
            0.25,
            ink,
            serif=False,
        )
    if edition.header in ("full", "panel"):
        _draw_compass(painter, edition, rng)
    if edition.header == "full":
        _draw_banner(painter, edition, rng)
    if edition.crest:
        _draw_crest(painter, edition, rng)


def blotches(shape: tuple[int, int], rng: np.random.Generator, strength: float) -> NDArray[np.float32]:
    """Return slow stains of mean 0, at the given deviation."""
    total = np.zeros(shape, np.float32)
    for cells, weight in ((5, 0.6), (14, 0.5), (40, 0.35)):
        coarse = rng.standard_normal((cells, cells), dtype=np.float32) * weight
        total += cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(total * strength, np.float32)


def tear_edges(picture: NDArray[np.float32], edition: Print, cell: float, rng: np.random.Generator) -> None:
    """Darken the sheet towards torn edges and lay it on a printed board, in place."""
    height, width = picture.shape[:2]
    board = np.empty((height, width, 3), np.float32)
    grain = cv2.resize(
        rng.standard_normal((6, width // 3), dtype=np.float32),
        (width, height),
        interpolation=cv2.INTER_LINEAR,
    )
    board[:] = floats((52, 36, 26)) * (1.0 + 0.25 * grain[..., None])
    ys, xs = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)[None, :]
    inside = (
        np.minimum(np.minimum(xs, width - 1 - xs), np.minimum(ys, height - 1 - ys)) / cell - edition.border
    )
    inside = inside + blotches((height, width), rng, 0.06)
    paper = np.clip(inside * cell + 0.5, 0, 1)[..., None]
    scorch = np.clip(inside / 0.5, 0.0, 1.0)[..., None] * 0.35 + 0.65
    picture *= scorch
    picture *= paper
    picture += board * (1 - paper)


def _draw_name_lines(painter: Painter, edition: Print, rng: np.random.Generator) -> None:
    ink, pale = edition.tone(0.85), edition.tone(edition.accent_strength, edition.accent)
    words = [("NAME:", "TITLE:"), ("Cartographer", "Title"), ("EXPLORER", "REALM")][int(rng.integers(3))]
    for word, y in zip(words, (edition.top - 2.8, edition.top - 1.5), strict=True):
        painter.text(word, edition.left - 0.1, y, 0.22, ink)
        painter.line(line((edition.left - 0.1, y + 0.7), (edition.left + 2.6, y + 0.7)), pale, 0.03)


def _draw_compass(painter: Painter, edition: Print, rng: np.random.Generator) -> None:
    x, y, ink = edition.width - 2.2, edition.top - 2.0, edition.tone(edition.accent_strength, edition.accent)
    for i in range(8):
        reach, angle = (1.0 if i % 2 == 0 else 0.6), np.pi * i / 4
        tip = (x + reach * np.cos(angle), y + reach * np.sin(angle))
        side = (x + 0.15 * np.cos(angle + 0.6), y + 0.15 * np.sin(angle + 0.6))
        painter.fill(line((x, y), tip, side), ink)
    painter.ring(x, y, 0.7, ink, 0.03)


def _draw_banner(painter: Painter, edition: Print, rng: np.random.Generator) -> None:
    x, y, ink = edition.left + SIZE / 2, edition.top - 2.6, edition.tone(0.85)
    ribbon = np.concatenate([arc(x, y + 0.5, 1.9, 0.5, 200, 340), arc(x, y + 1.0, 1.9, 0.5, 340, 200)])
    painter.line(ribbon, ink, 0.04, closed=True)
    for side in (-1, 1):
        painter.line(arc(x + side * 1.7, y + 1.5, 0.4, 0.2, 0, 270), ink, 0.03)


def _draw_crest(painter: Painter, edition: Print, rng: np.random.Generator) -> None:
    """Draw a shield whose tip, and two swords whose points, reach into the top row."""
    x, y, ink = edition.left + SIZE / 2, edition.top, edition.tone(0.9)
    dip = float(rng.uniform(0.15, 0.4))
    for side in (-1, 1):
        blade = line((x - side * 0.9, y - 1.7), (x + side * 0.85, y + 0.1), (x + side * 0.72, y - 0.12))
        painter.line(blade, ink, 0.05)
    half = float(rng.uniform(0.5, 0.7))
    shield = line((x - half, y - 1.2), (x + half, y - 1.2), (x + half, y - 0.25), (x + half * 0.55, y +
    dip * 0.5), (x, y + dip),
                  (x - half * 0.55, y + dip * 0.5), (x - half, y - 0.25))  # fmt: skip
    painter.fill(shield, edition.paper_colour)
    painter.line(shield, ink, 0.045, closed=True)
