"""Invent an edition of the sheet and print it: paper, grid, frame, art and furniture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.maps import SIZE, DrawnMap, Shape
from datasets.draw.pencil import Colour, paper_tooth
from datasets.draw.sheet import art, furniture, unseen_art
from datasets.draw.sheet.ledger import draw_boxes, draw_track, ledger_print
from datasets.draw.sheet.printing import GridStyle, IconArt, Painter, Paper, Print, rectangle
from datasets.draw.sheet.ruins import RUINS, ruins_art
from datasets.draw.sheet.texture import texture
from datasets.draw.strokes import StrokeBook, floats
from engine import Square, Terrain

PAPER_COLOURS: dict[Paper, Colour] = {
    Paper.WHITE: (246.0, 246.0, 244.0),
    Paper.CREAM: (243.0, 234.0, 212.0),
    Paper.GREY: (219.0, 218.0, 214.0),
    Paper.PARCHMENT: (221.0, 205.0, 165.0),
}
ACCENTS: tuple[Colour, ...] = (
    (196.0, 128.0, 44.0), (110.0, 130.0, 100.0), (90.0, 60.0, 40.0), (60.0, 60.0, 62.0), (150.0, 60.0,
    45.0), (70.0, 90.0, 130.0)
)  # fmt: skip
MOUNTAIN_COLOURS: tuple[Colour, ...] = (
    (88.0, 62.0, 54.0), (60.0, 45.0, 40.0), (38.0, 33.0, 32.0), (130.0, 92.0, 56.0), (120.0, 120.0,
    118.0), (80.0, 82.0, 88.0)
)  # fmt: skip


def random_print(rng: np.random.Generator) -> Print:
    """Return an edition of the sheet that no publisher has made."""
    paper = tuple(Paper)[int(rng.choice(4, p=[0.2, 0.25, 0.15, 0.4]))]
    accent = ACCENTS[int(rng.choice(len(ACCENTS), p=[0.32, 0.22, 0.14, 0.14, 0.09, 0.09]))]
    ink_grey = float(rng.uniform(20, 75))
    left = float(rng.uniform(1.0, 1.5))
    return Print(
        width=SIZE + left + float(rng.uniform(0.95, 1.5)),
        height=float(rng.uniform(18.0, 19.8)),
        left=left,
        top=float(rng.uniform(3.5, 4.6)),
        paper=paper,
        paper_colour=_near(rng, PAPER_COLOURS[paper], 5),
        blotches=float(rng.uniform(0.2, 1.0)) if paper == Paper.PARCHMENT else float(rng.uniform(0, 0.3)),
        border=float(rng.uniform(0.15, 0.6)) if paper == Paper.PARCHMENT and rng.random() < 0.6 else 0.0,
        ink=(ink_grey + float(rng.uniform(0, 25)), ink_grey + float(rng.uniform(0, 12)), ink_grey),
        accent=_near(rng, accent, 18),
        accent_strength=float(rng.uniform(0.15, 0.9)),
        grid=tuple(GridStyle)[int(rng.choice(3, p=[0.6, 0.33, 0.07]))],
        grid_strength=float(rng.uniform(0.12, 0.95)),
        grid_width=float(rng.uniform(0.016, 0.045)),
        grid_in_accent=bool(rng.random() < 0.55),
        dashes=int(rng.integers(3, 7)),
        frame=str(rng.choice(["blocks", "blocks", "double", "line", "none"])),
        crest=bool(rng.random() < 0.5),
        header=str(rng.choice(furniture.HEADERS)),
        labels=bool(rng.random() < 0.6),
        mountain=str(
            rng.choice(
                ["hatched", "hatched", "hatched", "black", "flat", "flat", "line", "hatch only", "rocky"]
            )
        ),
        mountain_colour=_near(rng, MOUNTAIN_COLOURS[int(rng.integers(len(MOUNTAIN_COLOURS)))], 10),
        ruins=str(rng.choice(RUINS)),
        ruins_strength=float(rng.uniform(0.1, 0.95)),
        ruins_size=float(rng.uniform(0.4, 0.92)),
        ruins_place=float(rng.choice([-1.0, 0.0, 0.0, 1.0])),
        wasteland=str(rng.choice(art.WASTELANDS)),
        old_map=float(rng.choice([0.0, 0.0, rng.uniform(0.03, 0.12)])),
        art_seed=int(rng.integers(1 << 31)),
    )


def print_sheet(
    edition: Print, drawn: DrawnMap, size: tuple[int, int], cell: float, book: StrokeBook
) -> NDArray[np.float32]:
    """Return the printed, empty sheet as float RGB (0..255), shape (height, width, 3)."""
    rng = np.random.default_rng(edition.art_seed + 2)
    painter = Painter.blank(size, cell, edition.paper_colour)
    _draw_old_map(painter, edition, rng)
    _draw_tints(painter, edition)
    _draw_grid(painter, edition)
    _draw_squares(painter, edition, drawn, book)
    _draw_frame(painter, edition)
    furniture.draw_labels(painter, edition)
    furniture.draw_header(painter, edition, rng)
    for icon, (x, y) in edition.decorations:
        painter.stamp(icon, x + 1, y + 1, 1.8)
    ledger, corner = ledger_print(edition), (edition.left, edition.top + SIZE)
    draw_track(painter, edition, ledger, corner)
    draw_boxes(painter, edition, ledger, corner)
    return _on_paper(painter, edition, cell, rng)


def _near(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    r, g, b = np.clip(
        np.array(colour) + rng.normal(0, spread) + rng.normal(0, spread * 0.5, 3), 5, 252
    ).tolist()
    return r, g, b


def _draw_old_map(painter: Painter, edition: Print, rng: np.random.Generator) -> None:
    """Draw a faint old map: coasts and dots that mean nothing."""
    if edition.old_map <= 0:
        return
    ink = edition.tone(edition.old_map)
    for _ in range(int(rng.integers(6, 16))):
        at = rng.uniform((0, 0), (edition.width, edition.height))
        turns = np.cumsum(rng.normal(0, 0.4, 40)) + rng.uniform(0, 6)
        steps = 0.12 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        painter.line((at + np.cumsum(steps, axis=0)).astype(np.float32), ink, 0.03)


def _draw_tints(painter: Painter, edition: Print) -> None:
    """Print every other square, row or column on a darker ground."""
    if not edition.tinted:
        return
    ground = edition.tone(edition.tint, edition.accent)
    for row, column in np.ndindex(SIZE, SIZE):
        if {"squares": row + column, "rows": row, "columns": column}[edition.tinted] % 2:
            painter.fill(rectangle(edition.left + column, edition.top + row, 1, 1), ground)


def _draw_grid(painter: Painter, edition: Print) -> None:
    ink = edition.tone(edition.grid_strength, edition.accent if edition.grid_in_accent else edition.ink)
    skip_border = edition.frame not in ("none", "apart")
    if edition.wobble > 0:
        _rule_by_hand(painter, edition, ink)
        return
    dashes = _dashes(edition)
    for i in range(SIZE + 1):
        if skip_border and i in (0, SIZE):
            continue
        down = np.stack([np.full_like(dashes, edition.left + i), edition.top + dashes], axis=2)
        across = np.stack([edition.left + dashes, np.full_like(dashes, edition.top + i)], axis=2)
        lines = tuple(down.astype(np.float32)) + tuple(across.astype(np.float32))
        painter.strokes(lines, ink, edition.grid_width)


def _rule_by_hand(painter: Painter, edition: Print, ink: Colour) -> None:
    """Draw the lines as a hand does, straying and not all ending at the edge."""
    rng = np.random.default_rng(edition.art_seed + 3)
    for i in range(SIZE + 1):
        for upright in (True, False):
            start, end = rng.normal((0, SIZE), 0.06)
            along = np.linspace(start, end, 24)
            aside = i + edition.wobble * np.interp(along, np.linspace(start, end, 7), rng.normal(0, 1, 7))
            x, y = (aside, along) if upright else (along, aside)
            way = np.stack([edition.left + x, edition.top + y], axis=1).astype(np.float32)
            painter.line(way, ink, edition.grid_width)


def _dashes(edition: Print) -> NDArray[np.float64]:
    """Return where dashes start and end along a grid line, shape (n, 2)."""
    if edition.grid == GridStyle.SOLID:
        return np.array([[0.0, float(SIZE)]])
    if edition.grid == GridStyle.CROSSES:
        return np.asarray(np.arange(SIZE + 1)[:, None] + np.array([-0.13, 0.13]), np.float64)
    count = SIZE * edition.dashes * (3 if edition.grid == GridStyle.DOTTED else 1)
    starts = (np.arange(count) + 0.2) * SIZE / count
    length = SIZE / count * (0.15 if edition.grid == GridStyle.DOTTED else 0.55)
    return np.stack([starts, starts + length], axis=1)


def _draw_squares(painter: Painter, edition: Print, drawn: DrawnMap, book: StrokeBook) -> None:
    origin = edition.left, edition.top
    if not edition.wasteland_icon or edition.art_seed % 2:
        art.print_wasteland(painter, edition, drawn.wastelands, origin)
    _print_icons(painter, edition, edition.wasteland_icon, drawn.wastelands)
    ruins = ruins_art(edition, book)
    for square in sorted(drawn.sheet.ruins) if not edition.ruins_icon else ():
        art.print_ruins(_spot(painter, edition, square), ruins)
    _print_icons(painter, edition, edition.ruins_icon, drawn.sheet.ruins)
    mountains = frozenset(
        Square(row, column)
        for row, terrains in enumerate(drawn.sheet.rows)
        for column, terrain in enumerate(terrains)
        if terrain == Terrain.MOUNTAIN
    )
    draw_mountain = (art.MOUNTAINS | unseen_art.MOUNTAINS)[edition.mountain]
    for square in sorted(mountains) if not edition.mountain_icon else ():
        draw_mountain(_spot(painter, edition, square))
    _print_icons(painter, edition, edition.mountain_icon, mountains)


def _print_icons(painter: Painter, edition: Print, icon: IconArt | None, squares: Shape) -> None:
    """Print the same picture into each of the squares."""
    if icon is None:
        return
    for square in sorted(squares):
        x, y = edition.left + square.column, edition.top + square.row
        if icon.ground > 0:
            ground = edition.tone(icon.ground, icon.ink or edition.mountain_colour)
            painter.fill(rectangle(x, y, 1, 1), ground)
        painter.stamp(icon, x + 0.5, y + 0.5, 1.0)


def _spot(painter: Painter, edition: Print, square: Square) -> art.Spot:
    rng = np.random.default_rng(edition.art_seed)
    return art.Spot(painter, edition, edition.left + square.column, edition.top + square.row, rng)


def _draw_frame(painter: Painter, edition: Print) -> None:
    left, top, ink = edition.left, edition.top, edition.tone(0.9)
    if edition.frame == "none":
        return
    if edition.frame == "apart":
        gap = edition.frame_gap
        outer = rectangle(left - gap, top - gap, SIZE + 2 * gap, SIZE + 2 * gap)
        painter.line(outer, ink, edition.frame_width, closed=True)
        return
    painter.line(rectangle(left, top, SIZE, SIZE), ink, 0.035, closed=True)
    if edition.frame == "line":
        return
    gap = 0.19 if edition.frame == "blocks" else 0.12
    painter.line(rectangle(left - gap, top - gap, SIZE + 2 * gap, SIZE + 2 * gap), ink, 0.035, closed=True)
    if edition.frame == "blocks":
        _draw_blocks(painter, edition, gap, ink)


def _draw_blocks(painter: Painter, edition: Print, gap: float, ink: Colour) -> None:
    """Hatch every other block of the frame, one cell long, on all four sides."""
    density = 7 + edition.art_seed % 8
    for cell in range(SIZE):
        stations = cell + (np.arange(density) + 0.5) / density if cell % 2 == 0 else np.array([float(cell)])
        for low in (-gap, float(SIZE)):
            for at in stations:
                down = floats(
                    [(edition.left + at, edition.top + low), (edition.left + at, edition.top + low + gap)]
                )
                across = floats(
                    [(edition.left + low, edition.top + at), (edition.left + low + gap, edition.top + at)]
                )
                painter.strokes((down, across), ink, 0.025)


def _on_paper(painter: Painter, edition: Print, cell: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """Give the print the paper's stains and fibres, and torn edges on a dark border."""
    picture = painter.shrunk().astype(np.float32)
    height, width = picture.shape[:2]
    shade = 1.0 + 0.012 * paper_tooth((height, width), rng, 0.8)
    shade += furniture.blotches((height, width), rng, edition.blotches * 0.07)
    if rng.random() < (0.75 if edition.paper == Paper.PARCHMENT else 0.25):
        shade += _creases((height, width), cell, rng)
    if edition.texture:
        shade += edition.relief * texture(edition.texture, (height, width), cell, rng)
    picture *= shade[..., None]
    if edition.border > 0:
        furniture.tear_edges(picture, edition, cell, rng)
    return picture


def _creases(shape: tuple[int, int], cell: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return the light and shade of folds, cracks and fibres in old paper, around 0.

    Some run nearly straight over many squares, as where a sheet was folded or a corner bent.
    """
    height, width = shape
    half = (height // 2 + 1, width // 2 + 1)
    marks = np.zeros(half, np.float32)
    for _ in range(int(rng.integers(4, 40))):
        bend = 0.25 if rng.random() < 0.6 else float(rng.uniform(0.01, 0.1))
        turns = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, bend, 24))
        steps = np.stack([np.cos(turns), np.sin(turns)], axis=1) * float(rng.uniform(0.05, 0.35)) * cell / 2
        way = rng.uniform((0, 0), half[::-1]) + np.cumsum(steps, axis=0)
        tone = float(rng.normal(0, 1))
        cv2.polylines(
            marks, [np.round(way).astype(np.int32)], False, tone, int(rng.integers(1, 4)), cv2.LINE_AA
        )
    soft = cv2.GaussianBlur(marks, (0, 0), float(rng.uniform(0.4, 2.5)))
    raised = (
        np.roll(soft, 1, axis=0) - soft if rng.random() < 0.5 else soft
    )  # folds have a lit and a dark side
    fibres = cv2.resize(
        rng.standard_normal((half[0] // 2, half[1] // 12 + 1), dtype=np.float32), half[::-1]
    ) * float(rng.uniform(0, 0.012))
    strength = float(rng.uniform(0.02, 0.12)) / (float(raised.std()) * 6 + 1e-3)
    texture = np.clip(raised * strength, -0.2, 0.2) + fibres
    return np.asarray(cv2.resize(texture, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
