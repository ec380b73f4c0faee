"""What surrounds the map on a sheet (labels, header, coins, boxes, edges) and what is written there."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.figures import scribble
from datasets.lines import Traits, arc, line, moved, spiral
from datasets.maps import SIZE
from datasets.pencil import Colour, Pencil, PencilLayer
from datasets.printing import Painter, Print, mixed, rectangle
from datasets.strokes import Drawing, Polyline, StrokeBook, floats

HEADERS = ("full", "full", "lines", "panel", "none")
COINS = 14
SEASONS = 4
GOLD: Colour = (222.0, 170.0, 50.0)
BOX_WIDTH, BOX_HEIGHT = 2.2, 1.15
COIN_STYLES = ("scribble", "cross", "shade", "ring", "slash")
MINUS: Drawing = (line((-0.3, 0.0), (0.3, 0.02)),)


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is written below the map."""

    coins: int
    boxes: tuple[tuple[int, int, int, int, int], ...]
    """Played seasons: first edict, second edict, coins, monsters (0 or negative), total."""


def random_ledger(rng: np.random.Generator) -> Ledger:
    """Return scores as they come out of real games, for none to four seasons."""
    boxes = []
    for _ in range(int(rng.integers(0, SEASONS + 1))):
        first, second = int(rng.integers(0, 25)), int(rng.integers(0, 21))
        coins, monsters = int(rng.integers(0, 13)), -int(rng.choice([0, 0, *range(1, 13)]))
        boxes.append((first, second, coins, monsters, first + second + coins + monsters))
    return Ledger(int(rng.integers(0, COINS + 1)), tuple(boxes))


def coin_places(edition: Print) -> list[tuple[float, float]]:
    """Return the centres of the 14 coins, in cells."""
    start, y = edition.left + (1.4 if edition.banded_track else 0.8), _track_row(edition)
    step = (edition.width - 1.5 - start) / (COINS - 1)
    return [(start + i * step, y) for i in range(COINS)]


def box_places(edition: Print) -> list[tuple[float, float]]:
    """Return the top left corners of the four season boxes, in cells."""
    step = BOX_WIDTH + (0.42 if edition.boxes == "rounded" else 0.3)
    return [(edition.left - 0.6 + i * step, _track_row(edition) + 0.95) for i in range(SEASONS)]


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


def draw_track(painter: Painter, edition: Print) -> None:
    """Print the track of 14 coins."""
    places = coin_places(edition)
    ink = edition.tone(0.85)
    if edition.banded_track:
        x, y = places[0]
        band = rectangle(x - 0.5, y - 0.32, places[-1][0] - x + 1.0, 0.64)
        painter.fill(band, edition.tone(edition.accent_strength * 0.6, edition.accent))
        painter.line(band, ink, 0.03, closed=True)
    for x, y in places:
        if edition.coins == "square":
            painter.line(rectangle(x - 0.2, y - 0.2, 0.4, 0.4), ink, 0.03, closed=True)
            continue
        if edition.coins == "coin":
            painter.disc(x, y, 0.2, mixed(GOLD, edition.paper_colour, 0.15))
            painter.ring(x, y, 0.1, mixed(GOLD, (60, 40, 10), 0.4), 0.03)
        painter.ring(x, y, 0.2, ink, 0.03)


def draw_boxes(painter: Painter, edition: Print) -> None:
    """Print the four season boxes: two edicts above coins and monsters, and a tall cell for the total."""
    ink, pale = edition.tone(0.85), edition.tone(edition.letters, edition.accent)
    for season, (x, y) in enumerate(box_places(edition)):
        painter.line(rectangle(x, y, BOX_WIDTH, BOX_HEIGHT), ink, 0.035, closed=True)
        middle = y + BOX_HEIGHT / 2
        lines = (
            line((x, middle), (x + 1.5, middle)),
            line((x + 0.75, y), (x + 0.75, y + BOX_HEIGHT)),
            line((x + 1.5, y), (x + 1.5, y + BOX_HEIGHT)),
        )
        painter.strokes(lines, ink, 0.03)
        if edition.letters > 0:
            painter.text("ABCD"[season], x + 0.24, middle - 0.15, 0.28, pale)
            painter.text("BCDA"[season], x + 0.99, middle - 0.15, 0.28, pale)
            painter.disc(x + 0.37, middle + 0.29, 0.16, pale)
            painter.strokes(moved(_head(), x + 1.12, middle + 0.29, 0.4), pale, 0.03)
        if edition.boxes == "rounded" and season < SEASONS - 1:
            painter.text("+", x + BOX_WIDTH + 0.1, middle + 0.12, 0.25, ink, serif=False)
    if edition.boxes == "rounded":
        _draw_total_shield(painter, edition, ink)


def write_ledger(
    ledger: Ledger,
    layer: PencilLayer,
    pencil: Pencil,
    edition: Print,
    book: StrokeBook,
    rng: np.random.Generator,
) -> None:
    """Fill coins and write the seasons' numbers by hand."""
    style = COIN_STYLES[int(rng.integers(len(COIN_STYLES)))]
    for x, y in coin_places(edition)[: ledger.coins]:
        layer.draw(_coin_mark(style, x, y, rng), pencil, rng)
    fine = Pencil(pencil.colour, pencil.pressure, min(pencil.width, 0.04), pencil.grain)
    size = float(rng.uniform(0.3, 0.44))
    for box, (x, y) in zip(ledger.boxes, box_places(edition), strict=False):
        spots = ((0.37, 0.29), (1.12, 0.29), (0.37, 0.87), (1.12, 0.87), (1.85, 0.58))
        for number, (dx, dy) in zip(box, spots, strict=True):
            layer.draw(_number(number, x + dx, y + dy, size, book, rng), fine, rng)


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


def _track_row(edition: Print) -> float:
    return edition.top + SIZE + (edition.height - edition.top - SIZE - 2.6) * 0.45 + 0.25


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


def _draw_total_shield(painter: Painter, edition: Print, ink: Colour) -> None:
    x, y = box_places(edition)[-1]
    x += BOX_WIDTH + 0.9
    painter.text("=", x - 0.78, y + 0.65, 0.25, ink, serif=False)
    painter.line(
        line((x - 0.4, y), (x + 0.4, y), (x + 0.4, y + 0.7), (x, y + 1.0), (x - 0.4, y + 0.7)),
        ink,
        0.04,
        closed=True,
    )
    painter.line(
        arc(x, y + 0.5, 0.6, 0.65, 20, 160), edition.tone(edition.accent_strength, edition.accent), 0.08
    )


def _head() -> Drawing:
    return (
        line(
            (-0.4, -0.4),
            (-0.3, 0.1),
            (0, 0.4),
            (0.3, 0.1),
            (0.4, -0.4),
            (0.2, -0.15),
            (-0.2, -0.15),
            (-0.4, -0.4),
        ),
    )


def _coin_mark(style: str, x: float, y: float, rng: np.random.Generator) -> Drawing:
    at = floats((x, y)) + rng.normal(0, 0.03, 2).astype(np.float32)
    if style == "scribble":
        return (spiral(float(at[0]), float(at[1]), 0.17, 4),)
    if style == "shade":
        return moved(scribble(Traits(1, 0.3, 0.5, 0.1, 0.5), rng), float(at[0]), float(at[1]), 0.36)
    if style == "ring":
        return tuple(
            arc(float(at[0]), float(at[1]), r, r * 0.95, -90, 290)
            for r in rng.uniform(0.2, 0.27, int(rng.integers(1, 4)))
        )
    cross: list[Polyline] = [line((-0.18, -0.18), (0.18, 0.18)), line((0.18, -0.18), (-0.18, 0.18))]
    return tuple((stroke + at).astype(np.float32) for stroke in (cross if style == "cross" else cross[1:]))


def _number(
    number: int, x: float, y: float, size: float, book: StrokeBook, rng: np.random.Generator
) -> Drawing:
    """Return a handwritten number centred on a point; digits stand side by side."""
    glyphs = ([MINUS] if number < 0 else []) + [book.pick(f"digit:{d}", rng)[0] for d in str(abs(number))]
    step = size * 0.62
    start = x - step * (len(glyphs) - 1) / 2
    placed = [
        moved(glyph, start + i * step, y + rng.normal(0, 0.02), size * (0.6 if glyph is MINUS else 1.0))
        for i, glyph in enumerate(glyphs)
    ]
    return tuple(stroke for glyph in placed for stroke in glyph)
