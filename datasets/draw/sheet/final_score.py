"""The printed place of the final score: a shield, a box or a ring at the end of the season boxes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.draw.lines import arc, line
from datasets.draw.pencil import Colour
from datasets.draw.sheet.printing import Painter, Print, rectangle

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FinalPrint:
    """How the place of the final score is printed; measures in squares from the field's lower left corner."""

    shape: str
    """shield, curved (a shield with a round foot), box or ring."""
    middle: Point
    size: Point
    laurel: str
    """none, line, or leaves."""
    flags: bool
    word: str
    """Small print above it, if any."""


def random_final(rng: np.random.Generator, left: float, top: float, height: float) -> FinalPrint:
    """Put a final score's place right of boxes that end at `left` and stand `height` high."""
    width = float(rng.uniform(0.7, 1.05))
    high = float(rng.uniform(0.75, 1.05)) * min(max(height, 0.7), 1.3)
    gap = float(rng.uniform(0.3, 0.75))
    return FinalPrint(
        shape=str(rng.choice(["shield", "shield", "curved", "curved", "box", "ring"])),
        middle=(left + gap + width / 2, top + height / 2 + float(rng.normal(0, 0.08))),
        size=(width, high),
        laurel=str(rng.choice(["none", "line", "leaves"])),
        flags=bool(rng.random() < 0.4),
        word=str(rng.choice(["", "", "", "Total", "Sum"])),
    )


def draw_final(painter: Painter, edition: Print, final: FinalPrint, origin: Point) -> None:
    """Print it; `origin` is the field's lower left corner on the painter."""
    x, y = final.middle[0] + origin[0], final.middle[1] + origin[1]
    half, high = final.size[0] / 2, final.size[1] / 2
    accent = edition.tone(edition.accent_strength, edition.accent)
    if final.laurel == "line":
        painter.line(arc(x, y, 1.45 * half, 1.15 * high, 20, 160), accent, 0.08)
    elif final.laurel == "leaves":
        _draw_leaves(painter, edition, accent, (x, y), (half, high))
    if final.flags:
        for side in (-1, 1):
            flag = rectangle(x + side * (half + 0.12) - 0.12, y - high, 0.24, 0.28)
            painter.fill(flag, accent)
            painter.line(flag, edition.tone(0.85), 0.03, closed=True)
    painter.line(_outline(final, x, y), edition.tone(0.85), 0.04, closed=True)
    if final.word:
        painter.text(final.word, x - half, y - high - 0.06, 0.15, edition.tone(0.6, edition.accent))


def _draw_leaves(painter: Painter, edition: Print, accent: Colour, at: Point, halves: Point) -> None:
    """Print two twigs of outlined leaves below and beside the shield."""
    for degrees in (*range(-20, 80, 14), *range(200, 100, -14)):
        along, out = np.radians(degrees), 1 if degrees % 28 < 14 else -1
        middle = np.array(at) + np.array([1.4 * halves[0] * np.cos(along), 1.15 * halves[1] * np.sin(along)])
        x, y = (middle + 0.05 * out * np.array([np.cos(along), np.sin(along)])).tolist()
        leaf = arc(0, 0, 0.1, 0.05)
        turn = along + 1.57 + 0.5 * out
        bend = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]], np.float32)
        leaf = (leaf @ bend + np.array([x, y], np.float32)).astype(np.float32)
        painter.fill(leaf, accent)
        painter.line(leaf, edition.tone(0.8), 0.02, closed=True)


def _outline(final: FinalPrint, x: float, y: float) -> NDArray[np.float32]:
    half, high = final.size[0] / 2, final.size[1] / 2
    if final.shape == "box":
        return rectangle(x - half, y - high, 2 * half, 2 * high)
    if final.shape == "ring":
        return arc(x, y, half, high)
    if final.shape == "curved":
        foot = arc(x, y + 0.1 * high, half, 0.9 * high, 0, 180)
        return np.concatenate([line((x - half, y - high), (x + half, y - high)), foot])
    return line(
        (x - half, y - high), (x + half, y - high), (x + half, y + 0.3 * high),
        (x + 0.6 * half, y + 0.7 * high), (x, y + high), (x - 0.6 * half, y + 0.7 * high),
        (x - half, y + 0.3 * high),
    )  # fmt: skip
