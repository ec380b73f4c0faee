"""Ruins as invented editions draw them, as lines in a unit square."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from datasets.draw.lines import arc, line
from datasets.draw.sheet import unseen_art
from datasets.draw.sheet.printing import Print, rectangle
from datasets.draw.strokes import Drawing, Polyline, StrokeBook, floats


def ruins_art(edition: Print, book: StrokeBook) -> tuple[Drawing, tuple[Polyline, ...]]:
    """Return an edition's ruins in the unit square (-0.5..0.5): lines, and areas to fill."""
    rng = np.random.default_rng(edition.art_seed)
    makers: dict[str, Callable[[np.random.Generator], Drawing]] = {
        "columns": _columns, "colonnade": _colonnade, "column": _one_column, "arch": _arch, "wall":
        _wall, "tower": _tower,
        "stones": _stones, "corner": _corner, "dots": _dots, "temple": _temple, "glyph": _glyph, "frame":
        _dashed_frame, "broken arch": _broken_arch,
        "arches": _arches, "heap": _heap, **unseen_art.RUINS,
    }  # fmt: skip
    if edition.ruins in makers:
        drawing = makers[edition.ruins](rng)
    else:
        (drawing,) = book.pick(edition.ruins, rng)
    closed = tuple(s for s in drawing if len(s) > 3 and np.hypot(*(s[0] - s[-1])) < 0.05)
    return drawing, closed if rng.random() < 0.4 else ()


RUINS = (
    "columns", "columns", "columns", "colonnade", "colonnade", "column", "arch", "arch", "wall", "wall",
    "tower", "stones", "corner",
    "dots", "temple", "temple", "glyph", "glyph", "glyph", "glyph", "glyph", "frame", "arches", "heap",
    "castle", "bridge", "broken arch", "broken arch",
)  # fmt: skip


def _column(x: float, top: float, half: float, rng: np.random.Generator) -> list[Polyline]:
    break_left, break_right = rng.uniform(-0.06, 0.06, 2)
    shaft = line((x - half, 0.4), (x - half, top + break_left), (x, top + break_right / 2), (x + half,
    top + break_right),
                 (x + half, 0.4), (x - half, 0.4))  # fmt: skip
    parts = [
        shaft,
        line(
            (x - half * 1.6, 0.4),
            (x + half * 1.6, 0.4),
            (x + half * 1.6, 0.48),
            (x - half * 1.6, 0.48),
            (x - half * 1.6, 0.4),
        ),
    ]
    if rng.random() < 0.5:
        parts.append(line((x, 0.36), (x, top + 0.1)))
    return parts


def _columns(rng: np.random.Generator) -> Drawing:
    tall, short = _column(-0.22, -0.4, 0.1, rng), _column(0.24, rng.uniform(-0.1, 0.15), 0.09, rng)
    cap = (
        [line((-0.42, -0.48), (-0.02, -0.48), (-0.06, -0.38), (-0.38, -0.38), (-0.42, -0.48))]
        if rng.random() < 0.6
        else []
    )
    return (*tall, *short, *cap)


def _colonnade(rng: np.random.Generator) -> Drawing:
    count = int(rng.integers(3, 6))
    half = 0.3 / count
    columns = [_column(float(x), float(rng.uniform(-0.45, 0.1)), half, rng)[: int(rng.integers(1, 3))]
               for x in np.linspace(-0.38, 0.38, count)]  # fmt: skip
    return (*(part for column in columns for part in column), line((-0.5, 0.48), (0.5, 0.48)))


def _one_column(rng: np.random.Generator) -> Drawing:
    return (
        *_column(0.0, -0.4, 0.16, rng),
        line((-0.28, -0.48), (0.28, -0.48), (0.2, -0.38), (-0.2, -0.38), (-0.28, -0.48)),
    )


def _arch(rng: np.random.Generator) -> Drawing:
    end = float(rng.uniform(270, 360))
    outer, inner = arc(0, 0.0, 0.42, 0.45, 180, end), arc(0, 0.0, 0.26, 0.28, 180, end)
    legs = [
        line((-0.42, 0.0), (-0.42, 0.48), (-0.26, 0.48), (-0.26, 0.0)),
        line((0.26, 0.1), (0.26, 0.48), (0.42, 0.48), (0.42, 0.05)),
    ]
    return (outer, inner, *legs[: int(rng.integers(1, 3))]) if rng.random() < 0.6 else (outer, *legs[:1])


def _broken_arch(rng: np.random.Generator) -> Drawing:
    """A bow of single stones on a pillar, another pillar that has lost it, and the ground."""
    ends = np.linspace(180, float(rng.uniform(280, 340)), int(rng.integers(5, 8)))
    wide, thick, top = rng.uniform(0.34, 0.42), rng.uniform(0.12, 0.18), float(rng.uniform(-0.1, 0.0))
    stones = [
        np.concatenate(
            [
                outer := arc(0, top, wide, wide, start, end),
                arc(0, top, wide - thick, wide - thick, end, start),
                outer[:1],
            ]
        )
        for start, end in pairwise(ends.tolist())
    ]
    broken = float(rng.uniform(-0.05, 0.2))
    shafts = [(-wide + thick / 2, top), (wide - thick / 2, broken)]
    for x, head in shafts:
        half = thick / 2
        stones.append(
            line(
                (x - half, 0.32),
                (x - half, head),
                (x + half, head + 0.06 * (x > 0)),
                (x + half, 0.32),
                (x - half, 0.32),
            )
        )
        stones.append(rectangle(x - half * 1.6, 0.32, half * 3.2, 0.1)[[0, 1, 2, 3, 0]])
    flutes = [
        line((x + shift, 0.28), (x + shift, head + 0.08)) for x, head in shafts for shift in (-0.03, 0.03)
    ]
    return (*stones, *flutes[: int(rng.integers(0, 5))], line((-0.46, 0.42), (0.46, 0.42)))


def _arches(rng: np.random.Generator) -> Drawing:
    bows = [arc(x, -0.05, 0.15, 0.2, 180, 360) for x in (-0.3, 0.0, 0.3)][: int(rng.integers(2, 4))]
    piers = [line((x, -0.05), (x, 0.45)) for x in (-0.45, -0.15, 0.15, 0.45)]
    return (*bows, *piers, line((-0.5, -0.38), (0.3, -0.38)))


def _wall(rng: np.random.Generator) -> Drawing:
    rows, bricks = int(rng.integers(2, 5)), []
    for row in range(rows):
        y, height = 0.45 - 0.8 * (row + 1) / rows, 0.8 / rows
        length = float(rng.uniform(0.4, 0.9)) if row else 0.95
        bricks.append(
            line(
                (-0.48, y), (-0.48 + length, y), (-0.48 + length, y + height), (-0.48, y + height), (-0.48, y)
            )
        )
        bricks += [
            line((x, y), (x, y + height))
            for x in np.arange(-0.48 + 0.2 + 0.1 * (row % 2), -0.48 + length, 0.27)
        ]
    return tuple(bricks)


def _tower(rng: np.random.Generator) -> Drawing:
    half, top = rng.uniform(0.2, 0.35), rng.uniform(-0.4, -0.1)
    teeth = [(-half, 0.48), (-half, top)]
    for i, x in enumerate(np.linspace(-half, half, 6)[1:]):
        y = top + (0.12 if i % 2 == 0 else 0.0)
        teeth += [(float(x) - 0.4 * half, y), (float(x), y)]
    return line(*teeth, (half, 0.48), (-half, 0.48)), arc(0, 0.3, 0.08, 0.16, 180, 360)


def _stones(rng: np.random.Generator) -> Drawing:
    parts = []
    for x, y in rng.uniform(-0.32, 0.32, (int(rng.integers(2, 5)), 2)):
        w, h, turn = *rng.uniform(0.12, 0.3, 2), rng.choice([-1, 1])
        parts.append(line((x, y), (x + turn * w, y), (x + turn * w, y + h / 2), (x + turn * w / 2, y + h / 2),
                          (x + turn * w / 2, y + h), (x, y + h), (x, y)))  # fmt: skip
    return tuple(parts)


def _corner(rng: np.random.Generator) -> Drawing:
    thick = float(rng.uniform(0.1, 0.25))
    outer = line((-0.45, -0.45), (-0.45, 0.45), (0.45, 0.45), (0.45, 0.45 - thick), (-0.45 + thick, 0.45
    - thick), (-0.45 + thick, -0.45),
                 (-0.45, -0.45))  # fmt: skip
    return (outer * floats((rng.choice([-1, 1]), 1)),)


def _dots(rng: np.random.Generator) -> Drawing:
    return tuple(
        arc(float(x), float(y), 0.035, 0.035)
        for x, y in rng.uniform(-0.45, 0.45, (int(rng.integers(3, 8)), 2))
    )


def _temple(rng: np.random.Generator) -> Drawing:
    count = int(rng.integers(2, 5))
    roof = line((-0.46, -0.16), (0, -0.48), (0.46, -0.16), (-0.46, -0.16))
    columns = [line((x, -0.16), (x, 0.4)) for x in np.linspace(-0.36, 0.36, count)]
    return roof, *columns, line((-0.46, 0.42), (0.46, 0.42))


def _dashed_frame(rng: np.random.Generator) -> Drawing:
    count, reach = int(rng.integers(3, 6)), 0.5
    stations = np.linspace(-reach, reach, 2 * count)
    dashes = [line((stations[i], reach), (stations[i + 1], reach)) for i in range(0, 2 * count, 2)]
    level = [side * dash for dash in dashes for side in (1.0, -1.0)]
    upright = [np.ascontiguousarray(dash[:, ::-1]) for dash in level]
    return tuple(floats(dash) for dash in (*level, *upright))


def _heap(rng: np.random.Generator) -> Drawing:
    spots = ((-0.3, 0.32), (0.02, 0.33), (0.33, 0.32), (-0.14, 0.1), (0.18, 0.1), (0.0, -0.12))
    return tuple(
        arc(x, y, rng.uniform(0.11, 0.18), rng.uniform(0.08, 0.13))
        for x, y in spots[: int(rng.integers(3, 7))]
    )


def _glyph(rng: np.random.Generator) -> Drawing:
    """A sign of straight parts and bows that nobody has printed yet; often symmetric."""
    parts: list[Polyline] = []
    for _ in range(int(rng.integers(2, 6))):
        x, y = rng.choice(np.linspace(-0.4, 0.4, 5), 2)
        u, v = rng.choice(np.linspace(-0.45, 0.45, 5), 2)
        kind = rng.random()
        if kind < 0.45:
            parts.append(line((x, y), (u, y), (u, v))[: int(rng.integers(2, 4))])
        elif kind < 0.7:
            parts.append(rectangle(x, y, (u - x) * 0.6 + 0.1, (v - y) * 0.6 + 0.1)[[0, 1, 2, 3, 0]])
        else:
            start = float(rng.choice([0, 90, 180]))
            parts.append(
                arc(
                    x,
                    y,
                    rng.uniform(0.08, 0.3),
                    rng.uniform(0.08, 0.3),
                    start,
                    start + float(rng.choice([90, 180, 360])),
                )
            )
    if rng.random() < 0.5:
        parts += [part * floats((-1, 1)) for part in parts]
    return tuple(np.clip(part, -0.5, 0.5).astype(np.float32) for part in parts)
