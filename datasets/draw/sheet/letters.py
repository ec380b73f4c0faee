"""The pale letters in the season boxes, over which players write."""

from dataclasses import dataclass

import numpy as np

from datasets.draw.lines import arc, line, moved
from datasets.draw.pencil import Colour
from datasets.draw.sheet.printing import Painter
from datasets.draw.strokes import Drawing, Polyline, floats

EDICTS = 4


@dataclass(frozen=True, slots=True)
class LetterFace:
    """How one edition prints its four letters."""

    cut: tuple[Drawing, ...]
    """The letters' lines within -0.5..0.5; empty where they are typeset."""
    size: float
    """Height of a capital as a share of its cell's height."""
    stem: float
    """Width of a line as a share of the letter's height."""
    hollow: bool


def random_letter_face(rng: np.random.Generator) -> LetterFace:
    """Return letters that no publisher prints: typeset, cut by hand, or signs that nobody knows."""
    kind = str(rng.choice(["typeset", "cut", "old", "signs"], p=[0.35, 0.25, 0.3, 0.1]))
    narrow = floats([rng.uniform(0.55, 1.0), 1.0])
    letters = [_sign(rng) for _ in range(EDICTS)] if kind == "signs" else [form(rng) for form in LETTERS]
    if kind == "old":
        letters = [_broken(letter, rng) for letter in letters]
    return LetterFace(
        cut=() if kind == "typeset" else tuple(tuple(part * narrow for part in letter) for letter in letters),
        size=float(rng.uniform(0.42, 0.75)),
        stem=float(rng.uniform(0.05, 0.13) if kind == "old" else rng.uniform(0.05, 0.22)),
        hollow=bool(rng.random() < 0.2),
    )


def draw_letter(
    painter: Painter,
    face: LetterFace,
    edict: int,
    at: tuple[float, float],
    height: float,
    inks: tuple[Colour, Colour],
) -> None:
    """Print the letter of an edict, 0 to 3, around `at`; `inks` are those of the letter and of its inside."""
    size = min(face.size * height, 0.45)
    if not face.cut:
        for aside in (0.0, face.stem / 4) if face.stem > 0.1 else (0.0,):
            painter.text("ABCD"[edict], at[0] - (0.4 - aside) * size, at[1] + size / 2, size, inks[0])
        return
    letter = moved(face.cut[edict], *at, size)
    painter.strokes(letter, inks[0], face.stem * size)
    if face.hollow:
        painter.strokes(letter, inks[1], 0.45 * face.stem * size)


def _broken(letter: Drawing, rng: np.random.Generator) -> Drawing:
    """Give a letter second stems and spurs, as old scripts have them."""
    spurs = []
    for _ in range(int(rng.integers(2, 6))):
        part = letter[int(rng.integers(len(letter)))]
        start = part[int(rng.integers(len(part)))]
        spurs.append(np.stack([start, start + rng.normal(0, 0.14, 2)]).astype(np.float32))
    aside = floats([rng.uniform(0.1, 0.2), rng.normal(0, 0.04)])
    second = tuple(part + aside for part in letter[: int(rng.integers(0, 2))])
    return (*letter, *second, *spurs)


def _sign(rng: np.random.Generator) -> Drawing:
    return tuple(rng.uniform(-0.45, 0.45, (int(rng.integers(2, 5)), 2)).astype(np.float32) for _ in range(3))


def _a(rng: np.random.Generator) -> Drawing:
    top, bar = float(rng.uniform(0.0, 0.3)), float(rng.uniform(0.0, 0.2))
    legs = line((-0.4, 0.5), (-top, -0.45), (top, -0.45), (0.4, 0.5))
    return legs, line((-0.3, bar), (0.3, bar + float(rng.normal(0, 0.05))))


def _b(rng: np.random.Generator) -> Drawing:
    waist = float(rng.uniform(-0.1, 0.05))
    upper = arc(-0.3, (waist - 0.5) / 2, float(rng.uniform(0.45, 0.6)), (waist + 0.5) / 2, -90, 90)
    lower = arc(-0.3, (waist + 0.5) / 2, float(rng.uniform(0.55, 0.75)), (0.5 - waist) / 2, -90, 90)
    return line((-0.3, -0.5), (-0.3, 0.5)), _joined(upper, lower)


def _c(rng: np.random.Generator) -> Drawing:
    gap = float(rng.uniform(30, 65))
    bow = arc(0.05, 0.0, 0.42, 0.5, gap, 360 - gap)
    return (bow, line((0.1, -0.48), (0.1, 0.48))) if rng.random() < 0.15 else (bow,)


def _d(rng: np.random.Generator) -> Drawing:
    return line((-0.35, -0.5), (-0.35, 0.5)), arc(-0.35, 0.0, float(rng.uniform(0.6, 0.8)), 0.5, -90, 90)


def _joined(*parts: Polyline) -> Polyline:
    return np.concatenate(parts).astype(np.float32)


LETTERS = (_a, _b, _c, _d)
