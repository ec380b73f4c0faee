"""Handwriting below the map: filled coins and the seasons' numbers."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.draw.hand.figures import scribble
from datasets.draw.lines import Traits, arc, line, moved, spiral
from datasets.draw.pencil import Pencil, PencilLayer, smoothed, wobbled
from datasets.draw.strokes import Drawing, Polyline, StrokeBook, floats

COIN_STYLES = (
    "scribble", "scribble", "scrawl", "scrawl", "cross", "cross", "cross", "shade", "shade",
    "ring", "ring", "rim", "rim", "rim", "slash", "dot", "tick", "full",
)  # fmt: skip
OWN_DIGITS = 0.3  # share of digits drawn from our own shapes instead of a real person's


@dataclass(frozen=True, slots=True)
class Scribe:
    """How one person writes below the map."""

    pencil: Pencil
    digits: tuple[tuple[Drawing, ...], ...]
    """The forms this person gives to each digit, 0 to 9."""
    size: float
    """Height of a digit as a share of its cell's height, or of a square where the cell is large."""
    narrow: float
    """Width of a digit over its height."""
    lean: float
    spacing: float
    unsteady: float
    minus: float
    """How often a minus is put before a season's monsters."""
    coins: str


INKS = ((35.0, 50.0, 130.0), (25.0, 25.0, 30.0), (160.0, 40.0, 45.0), (40.0, 110.0, 60.0))


def random_pencil(graphite: Pencil, rng: np.random.Generator) -> Pencil:
    """Return the hand's graphite or, for one sheet in four, a ballpoint."""
    if rng.random() < 0.75:
        return graphite
    ink = INKS[int(rng.integers(len(INKS)))]
    return Pencil(ink, float(rng.uniform(0.7, 1.0)), graphite.width, float(rng.uniform(0.0, 0.2)))


def random_scribe(pencil: Pencil, book: StrokeBook, rng: np.random.Generator) -> Scribe:
    """Return a person who holds this pencil."""
    return Scribe(
        pencil=Pencil(
            pencil.colour, float(np.clip(pencil.pressure * rng.uniform(0.75, 1.25), 0.35, 1.0)),
            float(rng.uniform(0.022, 0.055)), pencil.grain,
        ),
        digits=tuple(
            tuple(_digit(d, book, rng) for _ in range(int(rng.integers(1, 4)))) for d in range(10)
        ),
        size=float(rng.uniform(0.42, 0.85)),
        narrow=float(rng.uniform(0.45, 0.95)),
        lean=float(rng.normal(0.0, 0.12)),
        spacing=float(rng.uniform(0.95, 1.35)),
        unsteady=float(rng.uniform(0.0, 0.012)),
        minus=float(rng.choice([0.0, 0.5, 0.9, 1.0])),
        coins=COIN_STYLES[int(rng.integers(len(COIN_STYLES)))],
    )  # fmt: skip


def _digit(digit: int, book: StrokeBook, rng: np.random.Generator) -> Drawing:
    if rng.random() < OWN_DIGITS:
        return tuple(smoothed(stroke, 1) for stroke in OWN_FORMS[digit](rng))
    rounds = int(rng.integers(0, 3))  # real pens are sampled coarsely; hands are smooth
    return tuple(smoothed(stroke, rounds) for stroke in book.pick(f"digit:{digit}", rng)[0])


def write_number(
    number: int,
    at: tuple[float, float],
    cell: tuple[float, float],
    scribe: Scribe,
    layer: PencilLayer,
    rng: np.random.Generator,
    *,
    minus: bool = False,
) -> None:
    """Write a number into a cell, middle and (width, height) given in squares, seldom quite in its middle."""
    glyphs = [scribe.digits[int(d)] for d in str(abs(number))]
    forms = [forms[int(rng.integers(len(forms)))] for forms in glyphs]
    height = min(scribe.size * min(cell[1], 0.75), 0.5) * float(rng.uniform(0.88, 1.12))
    step = height * scribe.narrow * scribe.spacing * 0.95
    count = len(forms) + 0.8 * minus
    fit = min(1.0, 1.15 * cell[0] / max(step * count, 1e-6))
    height, step = height * max(fit, 0.7), step * fit
    slack = np.array([max(cell[0] - step * count, 0.05), max(cell[1] - height, 0.05)])
    middle = floats(at) + floats(np.clip(rng.normal(0, 0.2, 2), -0.45, 0.45) * slack)
    start = middle[0] - step * (count - 1) / 2
    if minus:
        half = step * float(rng.uniform(0.25, 0.45))
        layer.draw((_dash(start, float(middle[1]), half, rng),), scribe.pencil, rng)
    for place, form in enumerate(forms):
        x = start + step * (place + 0.8 * minus)
        y = float(middle[1] + rng.normal(0, 0.02))
        layer.draw(_written(form, x, y, height, scribe, rng), scribe.pencil, rng)


def _dash(x: float, y: float, half: float, rng: np.random.Generator) -> Polyline:
    rise = rng.normal(0, 0.15, 2) * half
    return line((x - half, y + rise[0]), (x + half, y + rise[1]))


def _written(
    form: Drawing, x: float, y: float, height: float, scribe: Scribe, rng: np.random.Generator
) -> Drawing:
    """Return one digit as this person writes it this time."""
    wide = height * scribe.narrow * float(rng.uniform(0.9, 1.1))
    lean = scribe.lean + float(rng.normal(0, 0.04))
    turn = floats([[wide, 0.0], [-lean * height, height * rng.uniform(0.94, 1.06)]])
    return tuple(wobbled(stroke @ turn, rng, scribe.unsteady) + floats((x, y)) for stroke in form)


def correct_number(
    number: int,
    at: tuple[float, float],
    cell: tuple[float, float],
    scribe: Scribe,
    layer: PencilLayer,
    rng: np.random.Generator,
) -> None:
    """Change what stands in a cell: scribble or strike it out, write another number over it, or beside it.

    Args:
        number: what is written in place of the one that stands there; it may be the same.
        at: the cell's middle, in squares.
        cell: its width and height, in squares.
        scribe: whose hand it is.
        layer: what is drawn on.
        rng: for the hand.
    """
    x, y = at
    width, height = cell
    if rng.random() < 0.25:
        firmer = replace(
            scribe.pencil, pressure=min(1.0, scribe.pencil.pressure * float(rng.uniform(1, 1.6)))
        )
        write_number(number, at, cell, replace(scribe, pencil=firmer), layer, rng)
        return
    layer.draw(_struck(at, cell, rng), scribe.pencil, rng)
    if rng.random() < 0.3:  # nothing takes its place
        return
    beside = ((0.62 * width, 0.0), (-0.62 * width, 0.0), (0.0, -0.55 * height), (0.0, 0.55 * height))
    dx, dy = beside[int(rng.choice(4, p=(0.35, 0.15, 0.3, 0.2)))]
    share = float(rng.uniform(0.5, 0.85))
    size = (width * share, height * share)
    write_number(
        number, (x + dx * rng.uniform(0.5, 0.85), y + dy * rng.uniform(0.5, 0.85)), size, scribe, layer, rng
    )


def _struck(at: tuple[float, float], cell: tuple[float, float], rng: np.random.Generator) -> Drawing:
    """Return what crosses out a number: a scribble, a cross, or one to three lines through it."""
    x, y = at
    half, high = cell[0] * float(rng.uniform(0.25, 0.5)), min(cell) * float(rng.uniform(0.15, 0.4))
    way = rng.random()
    if way < 0.3:
        wild = scribble(Traits(3, 0.5, float(rng.random()), 0.2, 0.5), rng)
        return moved(wild, x, y, min(cell) * 0.9)
    if way < 0.5:
        ends = [(-half, -high, half, high), (-half, high, half, -high)]
    else:
        slope = float(rng.choice([0.0, 0.0, high, -high])) + float(rng.normal(0, 0.03))
        count, apart = int(rng.choice([1, 2, 3], p=(0.6, 0.3, 0.1))), float(rng.uniform(0.06, 0.14))
        raised = (np.arange(count) - (count - 1) / 2) * apart + float(rng.normal(0, 0.06)) * cell[1]
        ends = [(-half, up + slope, half, up - slope) for up in raised.tolist()]
    shaken = rng.normal(0, 0.02, (len(ends), 4))
    return tuple(
        line((x + a + da, y + b + db), (x + c + dc, y + d + dd))
        for (a, b, c, d), (da, db, dc, dd) in zip(ends, shaken.tolist(), strict=True)
    )


def mark_coins(
    filled: NDArray[np.bool_],
    places: NDArray[np.float64],
    radius: float,
    style: str,
    pencil: Pencil,
    layer: PencilLayer,
    rng: np.random.Generator,
    *,
    unlike: float = 1.0,
) -> None:
    """Fill coins the way this person does; now and then one that was filled by mistake is rubbed out.

    Args:
        filled: which coins are filled, (14,).
        places: their middles in squares of the layer, (14, 2).
        radius: of a coin, in squares.
        style: one of COIN_STYLES; some change it on the way.
        pencil: it is held blunt, and not always pressed alike.
        layer: what is drawn on.
        rng: for the hand.
        unlike: how much this hand's marks differ from coin to coin: 1 as most do, 0 not at all.
    """
    blunt = replace(pencil, width=float(rng.uniform(0.02, 0.06)), pressure=max(pencil.pressure, 0.4))
    firm = float(rng.uniform(0.45, 1.0))  # how evenly this hand presses
    later = str(rng.choice(COIN_STYLES)) if rng.random() < 0.08 else style
    for coin, (x, y) in enumerate(places.tolist()):
        now = style if coin < len(places) // 2 else later
        pressed = replace(blunt, pressure=blunt.pressure * float(rng.uniform(firm, 1.0)))
        if filled[coin]:
            mark_coin(now, (x, y), radius, pressed, layer, rng, unlike=unlike)
        elif rng.random() < 0.01:
            faint = replace(blunt, pressure=blunt.pressure * 0.2)
            mark_coin(now, (x, y), radius, faint, layer, rng)


def mark_coin(
    style: str,
    at: tuple[float, float],
    radius: float,
    pencil: Pencil,
    layer: PencilLayer,
    rng: np.random.Generator,
    *,
    unlike: float = 1.0,
) -> None:
    """Fill a coin the way this person does."""
    x, y = (floats(at) + rng.normal(0, 0.14 * radius * unlike, 2).astype(np.float32)).tolist()
    if style == "full":
        layer.wash(
            arc(x, y, radius * rng.uniform(0.7, 1.05), radius * rng.uniform(0.7, 1.05)), pencil, pressure=0.9
        )
        layer.draw((spiral(x, y, radius * 0.8, 3),), pencil, rng)
        return
    layer.draw(_coin_mark(style, x, y, radius, rng, unlike), pencil, rng)


def _coin_mark(
    style: str, x: float, y: float, radius: float, rng: np.random.Generator, unlike: float
) -> Drawing:
    if style == "scribble":
        winding = spiral(0, 0, radius * float(rng.uniform(0.65, 1.1)), float(rng.uniform(2.5, 5)))
        return (wobbled(winding, rng, 0.1 * radius) + floats((x, y)),)
    if style == "scrawl":
        return (_scrawl(x, y, radius * float(rng.uniform(0.55, 0.95)), rng),)
    if style == "shade":
        return _shading(x, y, radius * float(rng.uniform(0.8, 1.2)), rng)
    if style == "ring":
        return _rings(x, y, radius * float(rng.uniform(0.85, 1.25)), rng)
    if style == "rim":
        return _rings(x, y, radius * float(rng.uniform(0.95, 1.12)), rng, turns=float(rng.uniform(1.5, 5.0)))
    if style == "dot":
        return (spiral(x, y, radius * float(rng.uniform(0.25, 0.5)), 2.5),)
    if style == "tick":
        r = radius * float(rng.uniform(0.9, 1.4))
        return (line((x - 0.6 * r, y - 0.1 * r), (x - 0.1 * r, y + 0.6 * r), (x + 0.9 * r, y - 0.9 * r)),)
    r = radius * (0.95 + unlike * float(rng.uniform(-0.3, 0.3)))
    ends = rng.normal(0, 0.1 * r * unlike, (4, 2)).astype(np.float32)
    falling = line((-r, -r), (r, r)) + ends[:2]
    rising = line((r, -r), (-r, r)) + ends[2:]
    chosen = (falling, rising) if style == "cross" else (rising,)
    return tuple((stroke + floats((x, y))).astype(np.float32) for stroke in chosen)


def _scrawl(x: float, y: float, radius: float, rng: np.random.Generator) -> Polyline:
    """Return a pencil going to and fro within a circle, without any plan."""
    turns = int(rng.integers(8, 26))
    angles, reach = np.cumsum(rng.uniform(1.8, 4.0, turns)), np.sqrt(rng.uniform(0.1, 1.0, turns)) * radius
    knees = np.stack([x + reach * np.cos(angles), y + reach * np.sin(angles)], axis=1)
    return smoothed(knees.astype(np.float32), 1)


def _shading(x: float, y: float, radius: float, rng: np.random.Generator) -> Drawing:
    """Return a zigzag within a circle."""
    turns = int(rng.integers(4, 9))
    across = np.linspace(-0.9, 0.9, turns)
    half = np.sqrt(1 - across**2) * rng.uniform(0.8, 1.1, turns)
    zigzag = np.stack([across, half * np.where(np.arange(turns) % 2 == 0, 1, -1)], axis=1) * radius
    angle = rng.uniform(0.4, 1.2) * rng.choice([-1, 1])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return ((zigzag @ turn + (x, y)).astype(np.float32),)


def _rings(
    x: float, y: float, size: float, rng: np.random.Generator, *, turns: float | None = None
) -> Drawing:
    """Return a circle gone round up to four times, or so many, each time a little elsewhere."""
    if turns is None:
        turns = float(rng.choice([1.0, 2.0, 2.5, 3.0, 4.0])) + float(rng.uniform(0.0, 0.15))
    angles = np.linspace(0, turns * 2 * np.pi, int(turns * 18)) + rng.uniform(0, 6)
    along = np.linspace(0, 6, len(angles))
    r = size * (1 + 0.1 * np.sin(along * rng.uniform(0.5, 2) + rng.uniform(0, 6)))
    drift = rng.normal(0, 0.05, 2)[:, None] * size * np.sin(along)
    ring = np.stack(
        [x + r * np.cos(angles) + drift[0], y + r * np.sin(angles) * rng.uniform(0.85, 1.1) + drift[1]]
    )
    return (ring.T.astype(np.float32),)


def _zero(rng: np.random.Generator) -> Drawing:
    start = float(rng.uniform(-130, -60))
    oval = arc(0, 0, float(rng.uniform(0.3, 0.5)), 0.5, start, start + float(rng.uniform(350, 385)))
    return (oval, line((0.3, -0.4), (-0.3, 0.4))) if rng.random() < 0.05 else (oval,)


def _one(rng: np.random.Generator) -> Drawing:
    if rng.random() < 0.4:
        return (line((rng.normal(0, 0.06), -0.5), (rng.normal(0, 0.06), 0.5)),)
    flag = line((-float(rng.uniform(0.15, 0.45)), -float(rng.uniform(-0.1, 0.35))), (0.1, -0.5), (0.08, 0.5))
    return (flag, line((-0.25, 0.5), (0.35, 0.5))) if rng.random() < 0.2 else (flag,)


def _two(rng: np.random.Generator) -> Drawing:
    top = arc(0, -0.2, 0.4, 0.3, 190, 375)
    if rng.random() < 0.3:
        return (
            np.concatenate(
                [top, line((-0.3, 0.42)), arc(-0.25, 0.4, 0.13, 0.1, 180, 400), line((0.45, 0.5))]
            ),
        )
    return (np.concatenate([top, line((-0.42, 0.5), (0.45, 0.5 - float(rng.uniform(0, 0.1))))]),)


def _three(rng: np.random.Generator) -> Drawing:
    if rng.random() < 0.2:
        return (
            np.concatenate(
                [line((-0.35, -0.5), (0.35, -0.5), (0.0, -0.1)), arc(0, 0.2, 0.38, 0.3, -70, 150)]
            ),
        )
    return (np.concatenate([arc(0, -0.25, 0.34, 0.25, 200, 430), arc(0, 0.22, 0.4, 0.28, -70, 150)]),)


def _four(rng: np.random.Generator) -> Drawing:
    if rng.random() < 0.35:
        return (line((0.25, 0.5), (0.25, -0.5), (-0.42, 0.2), (0.45, 0.2)),)
    bar = float(rng.uniform(0.0, 0.2))
    lean = float(rng.uniform(-0.35, -0.1))
    return (
        line((lean, -0.5), (-0.4, bar), (0.45, bar)),
        line((0.2, -float(rng.uniform(0.1, 0.45))), (float(rng.uniform(0.05, 0.2)), 0.5)),
    )


def _five(rng: np.random.Generator) -> Drawing:
    body = np.concatenate([line((-0.25, -0.45), (-0.3, -0.05)), arc(-0.02, 0.2, 0.38, 0.3, 225, 510)])
    bar = line((-0.25, -0.47), (0.4, -0.5 + float(rng.normal(0, 0.04))))
    return (np.concatenate([bar[::-1], body]),) if rng.random() < 0.4 else (body, bar)


def _six(rng: np.random.Generator) -> Drawing:
    stem = line((float(rng.uniform(0.0, 0.35)), -0.5), (-0.2, -0.2), (-0.36, 0.15))
    return (np.concatenate([stem, arc(0.0, 0.22, 0.36, 0.28, 190, -150)]),)


def _seven(rng: np.random.Generator) -> Drawing:
    body = line(
        (-0.4, -0.5 + float(rng.uniform(0, 0.08))), (0.4, -0.5), (float(rng.uniform(-0.25, 0.1)), 0.5)
    )
    if rng.random() < 0.2:
        body = np.concatenate([line((-0.4, -0.3)), body]).astype(np.float32)
    return (body, line((-0.22, 0.0), (0.32, -0.04))) if rng.random() < 0.5 else (body,)


def _eight(rng: np.random.Generator) -> Drawing:
    if rng.random() < 0.5:
        return (arc(0, -0.26, 0.28, 0.24, -60, 300), arc(0, 0.24, 0.36, 0.27, -90, 270))
    t = np.linspace(0, 2 * np.pi, 26) + 0.9
    return (np.stack([0.36 * np.sin(2 * t), -0.5 * np.cos(t)], axis=1).astype(np.float32),)


def _nine(rng: np.random.Generator) -> Drawing:
    head = arc(0, -0.22, 0.33, 0.27, 0, -360)
    foot = line((0.33, -0.22), (0.3, 0.15), (float(rng.uniform(-0.25, 0.3)), 0.5))
    return (np.concatenate([head, foot]),)


OWN_FORMS: tuple[Callable[[np.random.Generator], Drawing], ...] = (
    _zero, _one, _two, _three, _four, _five, _six, _seven, _eight, _nine,
)  # fmt: skip
