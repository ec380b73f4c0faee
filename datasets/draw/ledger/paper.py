"""The printed lower end of a sheet, lying on a table: the paper on which a ledger is written."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.lines import line
from datasets.draw.pencil import paper_tooth
from datasets.draw.sheet.furniture import blotches
from datasets.draw.sheet.ledger import LedgerPrint, draw_boxes, draw_track
from datasets.draw.sheet.printing import Painter, Print, rectangle
from datasets.draw.strokes import floats

CELL = 56  # pixels per square in which a strip is drawn
ORIGIN = (2.3, 1.7)  # where on the drawing the field's lower left corner lies, in squares
SIZE = (15.6, 7.6)  # of the drawing, in squares


def print_strip(
    edition: Print, ledger: LedgerPrint, room: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Return the printed lower end of a sheet on a table, float RGB, (height, width, 3)."""
    size = round(SIZE[0] * CELL), round(SIZE[1] * CELL)
    painter = Painter.blank(size, CELL, edition.paper_colour)
    _print_field(painter, edition, rng)
    if edition.labels:
        ink = edition.tone(edition.accent_strength * 0.8, edition.accent)
        for number in range(11):
            painter.text(str(number + 1), ORIGIN[0] + number + 0.4, ORIGIN[1] + 0.55, 0.22, ink)
    draw_track(painter, edition, ledger, ORIGIN)
    draw_boxes(painter, edition, ledger, ORIGIN)
    _print_words(painter, edition, ledger, rng)
    picture = painter.shrunk().astype(np.float32)
    shade = 1.0 + 0.012 * paper_tooth(picture.shape[:2], rng, 0.8)
    picture *= (shade + blotches(picture.shape[:2], rng, edition.blotches * 0.07))[..., None]
    if rng.random() < 0.4:
        picture *= _creases(picture.shape[:2], rng)[..., None]
    return _on_table(picture, edition, room, rng)


def _creases(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return the shade of paper that was crumpled: each fold bright on one side and dark on the other."""
    height, width = shape
    shade = np.zeros((height // 2, width // 2), np.float32)
    deep = float(rng.uniform(0.03, 0.16))
    for _ in range(int(rng.integers(3, 22))):
        start = rng.uniform((0, 0), (width / 2, height / 2))
        fold = start + np.cumsum(rng.normal(0, rng.uniform(5, 40), 2) + rng.normal(0, 6, (6, 2)), axis=0)
        aside = rng.normal(0, 2.5, 2)
        for side in (-1, 1):
            points = np.round(fold + side * aside).astype(np.int32)
            bright = side * deep * float(rng.uniform(0.3, 1.0))
            cv2.polylines(shade, [points], False, bright, int(rng.integers(1, 4)), cv2.LINE_8)
    soft = cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(0.8, 3.0)))
    return floats(1 + cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR))


def _print_field(painter: Painter, edition: Print, rng: np.random.Generator) -> None:
    """Print the last rows of the map's grid and its frame."""
    x, y = ORIGIN
    grid = edition.tone(edition.grid_strength, edition.accent if edition.grid_in_accent else edition.ink)
    dashed = [
        line((x + column, y - 1.7 + k / 4), (x + column, y - 1.57 + k / 4))
        for column in range(12)
        for k in range(7)
    ]
    dashed += [line((x + k / 4, y - 1), (x + k / 4 + 0.13, y - 1)) for k in range(44)]
    painter.strokes(tuple(dashed), grid, edition.grid_width)
    if edition.frame == "none":
        return
    ink = edition.tone(0.9)
    painter.line(rectangle(x, y - 3, 11, 3), ink, 0.035, closed=True)
    if edition.frame != "line":
        gap = 0.19 if edition.frame == "blocks" else 0.12
        painter.line(rectangle(x - gap, y - 3, 11 + 2 * gap, 3 + gap), ink, 0.035, closed=True)
        blocks = [
            line((x + c + k / 9, y), (x + c + k / 9, y + gap)) for c in range(0, 11, 2) for k in range(10)
        ]
        painter.strokes(tuple(blocks) if edition.frame == "blocks" else (), ink, 0.025)


def _print_words(painter: Painter, edition: Print, ledger: LedgerPrint, rng: np.random.Generator) -> None:
    """Print a line of small print, or a rule, below the boxes."""
    bottom = ORIGIN[1] + ledger.box_at[1] + ledger.box_size[1]
    ink = edition.tone(float(rng.uniform(0.3, 0.9)))
    if rng.random() < 0.3:
        rule = bottom + float(rng.uniform(0.2, 0.9))
        painter.line(line((ORIGIN[0] - 1, rule), (ORIGIN[0] + 12, rule)), ink, 0.03)
    if rng.random() < 0.15:
        words = str(
            rng.choice(["(c) a publisher  2 - 1 0 8", "spring summer fall winter", "coins", "final score"])
        )
        painter.text(
            words, ORIGIN[0] + float(rng.uniform(0, 7)), bottom + float(rng.uniform(0.35, 0.8)), 0.16, ink
        )


def _on_table(
    picture: NDArray[np.float32], edition: Print, room: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Cut the sheet out and lay it on something else."""
    height, width = picture.shape[:2]
    xs = np.arange(width, dtype=np.float32)[None, :] / CELL - ORIGIN[0]
    ys = np.arange(height, dtype=np.float32)[:, None] / CELL - ORIGIN[1]
    depth = np.minimum(np.minimum(xs + edition.left, edition.width - edition.left - xs), room - ys)
    torn = edition.border > 0
    if torn:
        depth = depth - edition.border * 0.5 + blotches((height, width), rng, 0.06)
        picture = floats(picture * (np.clip(depth / 0.5, 0, 1)[..., None] * 0.35 + 0.65))
    inside = np.clip(depth * CELL + 0.5, 0, 1)[..., None]
    table = np.full_like(picture, 0) + floats(rng.uniform(20, 190, 3) * [1.0, 0.9, 0.8])
    table *= 1 + blotches((height, width), rng, 0.3)[..., None]
    shadow = cv2.GaussianBlur(inside[..., 0], (0, 0), float(rng.uniform(2, 12)))[..., None]
    table = table * (1 - 0.5 * shadow * rng.random())
    return np.asarray(picture * inside + np.clip(table, 5, 250) * (1 - inside), np.float32)
