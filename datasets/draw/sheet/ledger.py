"""The print below the map: a track of 14 coins and four season boxes, laid out in many ways."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from datasets.draw.lines import arc, line, moved
from datasets.draw.sheet.coins import GOLD, CoinArt, draw_coin, random_coin_art
from datasets.draw.sheet.final_score import FinalPrint, draw_final, random_final
from datasets.draw.sheet.letters import LetterFace, draw_letter, random_letter_face
from datasets.draw.sheet.printing import Painter, Print, mixed, rectangle
from datasets.draw.strokes import Drawing

COINS = 14
SEASONS = 4
SLOTS = 5  # a season's numbers: first edict, second edict, coins, monsters, total
MONSTERS, TOTAL = 3, 4  # places in a season
NUMBERS = SEASONS * SLOTS + 1  # all of a sheet, the final score last

BOX_HEIGHTS = {"grid": (0.95, 1.35), "row": (0.5, 0.8), "below": (1.5, 1.8), "table": (2.1, 2.35)}

Point = tuple[float, float]
Slot = tuple[float, float, float, float]
"""x, y, width and height of a number's cell."""


@dataclass(frozen=True, slots=True)
class LedgerPrint:
    """How track and boxes are printed; measures in squares from the field's lower left corner, y down."""

    first_coin: Point
    last_coin: Point
    coin_radius: float
    coin: CoinArt | None
    """None where no track is printed."""
    band: str
    """none, plain or bracketed."""
    mark: bool
    """Whether a mountain on a cross stands before the track, a reminder that mountains give coins."""
    box_art: str
    """grid (two by two and a tall total), below (the total under the four), row, table, or none."""
    box_at: Point
    """Upper left corner of the first season."""
    box_step: float
    box_size: Point
    share: float
    """Share of a box's width that each of the small cells has, where the total stands beside them."""
    rounded: bool
    signs: bool
    """Whether plus and equal signs join the boxes and the final score."""
    final: FinalPrint | None
    """None where no place for the final score is printed."""
    letters: float
    """Strength of the pale letters and icons in the boxes, 0 for none."""
    face: LetterFace
    bold: bool
    golden: bool
    """Whether the coin in each box is gold (the track's own if that is too), not of the accent's colour."""
    names: bool
    """Whether each season's name stands over its box."""


class _Boxes(NamedTuple):
    """How the season boxes are laid out."""

    art: str
    at: Point
    step: float
    size: Point
    signs: bool


def random_ledger_print(rng: np.random.Generator, *, room: float, labels: bool = False) -> LedgerPrint:
    """Lay out track and boxes within `room` squares of height below the field."""
    spare = max(room - 2.5, 0.0)
    y = (1.05 if labels else 0.6) + float(rng.uniform(0.0, 0.55)) * min(spare + 0.25, 1.6)
    boxes = _random_boxes(
        rng, y + float(rng.uniform(0.55, 0.75)) + float(rng.uniform(0.0, 0.35)) * min(spare, 1.2), room
    )
    y = min(y, boxes.at[1] - 0.42)
    start = float(rng.choice([rng.uniform(0.1, 0.7), rng.uniform(0.9, 1.6)]))
    return LedgerPrint(
        first_coin=(start, y),
        last_coin=(float(rng.uniform(9.6, 11.3)), y + float(rng.normal(0, 0.01))),
        coin_radius=float(rng.uniform(0.15, 0.26)),
        coin=random_coin_art(rng),
        band=str(rng.choice(["none", "none", "plain", "bracketed"])),
        mark=bool(start > 0.85 and rng.random() < 0.55),
        box_art=boxes.art,
        box_at=boxes.at,
        box_step=boxes.step,
        box_size=boxes.size,
        share=float(rng.choice([rng.uniform(0.3, 0.345), rng.uniform(0.333, 0.38)])),
        rounded=bool(rng.random() < 0.5),
        signs=boxes.signs,
        final=_random_final(boxes, rng),
        letters=float(rng.choice([0.0, rng.uniform(0.1, 0.8), rng.uniform(0.1, 0.5)])),
        face=random_letter_face(rng),
        bold=bool(rng.random() < 0.5),
        golden=bool(rng.random() < 0.5),
        names=bool(rng.random() < 0.12),
    )


def _random_boxes(rng: np.random.Generator, y: float, room: float) -> _Boxes:
    """Lay out boxes whose upper edge is at `y`, or higher where there is too little room."""
    tall = room - y > 2.2
    art = str(rng.choice(["grid"] * 7 + ["row"] + (["below", "table"] if tall else ["grid", "grid"])))
    lowest, highest = BOX_HEIGHTS[art]
    height = float(rng.uniform(lowest, highest))
    width = float(rng.uniform(2.1, 2.5) if art == "row" else rng.uniform(1.9, 2.35))
    signs = bool(art == "grid" and rng.random() < 0.6)
    step = min(width + float(rng.uniform(0.25, 0.6) if signs else rng.uniform(0.0, 0.5)), 2.85)
    if art in ("below", "table"):
        width = float(rng.uniform(1.2, 1.6))
    spare = 11.6 - 3 * step - width - (1.2 if signs else 0.0)
    left = float(rng.uniform(-0.85, max(-0.8, min(0.5, spare))))
    return _Boxes(art, (left, min(y, room - height - 0.12)), step, (width, height), signs)


def _random_final(boxes: _Boxes, rng: np.random.Generator) -> FinalPrint | None:
    if not boxes.signs and rng.random() < 0.8:
        return None
    return random_final(rng, boxes.at[0] + 3 * boxes.step + boxes.size[0], boxes.at[1], boxes.size[1])


def ledger_print(edition: Print) -> LedgerPrint:
    """Return how an edition prints track and boxes; the same edition always in the same way."""
    rng = np.random.default_rng([edition.art_seed, 3])
    return random_ledger_print(rng, room=edition.height - edition.top - 11, labels=edition.labels)


def coin_places(ledger: LedgerPrint) -> NDArray[np.float64]:
    """Return the centres of the 14 coins, shape (14, 2), in squares from the field's lower left corner."""
    return np.linspace(ledger.first_coin, ledger.last_coin, COINS)


def slot_places(ledger: LedgerPrint) -> NDArray[np.float64]:
    """Return the middles of the numbers' cells, shape (4 seasons, 5, 2), measured likewise."""
    boxes = np.array([_slot_boxes(ledger, season) for season in range(SEASONS)])
    return np.asarray(boxes[..., :2] + boxes[..., 2:] / 2)


def slot_sizes(ledger: LedgerPrint) -> NDArray[np.float64]:
    """Return width and height of a season's five cells, shape (5, 2), in squares."""
    return np.array([(width, height) for _, _, width, height in _slot_boxes(ledger, 0)])


def number_places(ledger: LedgerPrint) -> NDArray[np.float64]:
    """Return the middles of all cells, season by season, and of the final score's place, shape (21, 2).

    What is not printed is not a number.
    """
    nowhere = np.full((NUMBERS, 2), np.nan)
    if ledger.box_art == "none":
        return nowhere
    final = ledger.final.middle if ledger.final else nowhere[-1]
    return np.concatenate([slot_places(ledger).reshape(-1, 2), [final]])


def number_sizes(ledger: LedgerPrint) -> NDArray[np.float64]:
    """Return width and height of all cells, shape (21, 2), in squares."""
    final = ledger.final.size if ledger.final else (0.5, 0.5)
    return np.concatenate([np.tile(slot_sizes(ledger), (SEASONS, 1)), [final]])


def _slot_boxes(ledger: LedgerPrint, season: int) -> list[Slot]:
    """Return x, y, width and height of the five cells of a season."""
    x, y = ledger.box_at[0] + season * ledger.box_step, ledger.box_at[1]
    width, height = ledger.box_size
    if ledger.box_art == "row":
        return [(x + i * width / SLOTS, y, width / SLOTS, height) for i in range(SLOTS)]
    if ledger.box_art == "table":
        return [(x, y + i * height / SLOTS, width, height / SLOTS) for i in range(SLOTS)]
    below = ledger.box_art == "below"
    w, h = (width / 2, height / 3) if below else (width * ledger.share, height / 2)
    small = [(x + column * w, y + row * h, w, h) for row in (0, 1) for column in (0, 1)]
    return [*small, (x, y + 2 * h, width, h) if below else (x + 2 * w, y, width - 2 * w, height)]


def draw_track(painter: Painter, edition: Print, ledger: LedgerPrint, origin: Point) -> None:
    """Print the track of 14 coins; `origin` is the field's lower left corner on the painter."""
    if ledger.coin is None:
        return
    places, ink = coin_places(ledger) + origin, edition.tone(0.85)
    (x, y), last = places[0], places[-1]
    if ledger.band != "none":
        half = ledger.coin_radius + 0.1
        band = rectangle(x - 0.45, y - half, last[0] - x + 0.9, 2 * half)
        painter.fill(band, edition.tone(edition.accent_strength * 0.8, edition.accent))
        if ledger.band == "plain":
            painter.line(band, ink, 0.03, closed=True)
        else:
            for at, out in ((x - 0.47, -1), (last[0] + 0.47, 1)):
                painter.strokes((_bracket(at, y, half, out),), ink, 0.04)
    if ledger.mark:
        _draw_mark(painter, edition, x - 1.05, y)
    for number, (x, y) in enumerate(places):
        draw_coin(painter, edition, ledger.coin, (x, y), ledger.coin_radius, number + 1)


def _bracket(x: float, y: float, half: float, out: int) -> NDArray[np.float32]:
    return line((x - 0.08 * out, y - half - 0.08), (x, y - half), (x + 0.05 * out, y), (x, y + half),
                (x - 0.08 * out, y + half + 0.08))  # fmt: skip


def _draw_mark(painter: Painter, edition: Print, x: float, y: float) -> None:
    ink, accent = edition.tone(0.85), edition.tone(edition.accent_strength, edition.accent)
    for dx, dy in ((0, 0), (0.3, 0), (-0.3, 0), (0, 0.3), (0, -0.3)):
        square = rectangle(x + dx - 0.15, y + dy - 0.15, 0.3, 0.3)
        painter.fill(square, ink if dx == dy == 0 else accent)
        painter.line(square, ink, 0.025, closed=True)


def draw_boxes(painter: Painter, edition: Print, ledger: LedgerPrint, origin: Point) -> None:
    """Print the four season boxes; `origin` is the field's lower left corner on the painter."""
    if ledger.box_art == "none":
        return
    ink = edition.tone(0.85)
    for season in range(SEASONS):
        x, y = ledger.box_at[0] + origin[0] + season * ledger.box_step, ledger.box_at[1] + origin[1]
        _draw_box(painter, edition, ledger, season, origin)
        if ledger.names:
            name = ("Spring", "Summer", "Fall", "Winter")[season]
            painter.text(name, x + 0.1, y - 0.07, 0.16, edition.tone(0.6, edition.accent))
        if ledger.signs and season < SEASONS - 1:
            gap = x + (ledger.box_size[0] + ledger.box_step) / 2
            painter.text("+", gap - 0.1, y + ledger.box_size[1] / 2 + 0.1, 0.22, ink, serif=False)
    if ledger.final is not None:
        draw_final(painter, edition, ledger.final, origin)
        if ledger.signs:
            x = ledger.final.middle[0] - ledger.final.size[0] / 2 - 0.3
            painter.text("=", x + origin[0], ledger.final.middle[1] + origin[1] + 0.1, 0.22, ink, serif=False)


def _draw_box(painter: Painter, edition: Print, ledger: LedgerPrint, season: int, origin: Point) -> None:
    ink = edition.tone(0.85)
    x, y = ledger.box_at[0] + origin[0] + season * ledger.box_step, ledger.box_at[1] + origin[1]
    outline = _rounded(x, y, *ledger.box_size) if ledger.rounded else rectangle(x, y, *ledger.box_size)
    painter.line(outline, ink, 0.035, closed=True)
    slots = [(sx + origin[0], sy + origin[1], w, h) for sx, sy, w, h in _slot_boxes(ledger, season)]
    for sx, sy, w, h in slots:
        inner = [
            ends
            for ends in (
                line((sx + w, sy), (sx + w, sy + h)) if sx + w < x + ledger.box_size[0] - 0.05 else None,
                line((sx, sy + h), (sx + w, sy + h)) if sy + h < y + ledger.box_size[1] - 0.05 else None,
            )
            if ends is not None
        ]
        painter.strokes(tuple(inner), ink, 0.03)
    if ledger.letters > 0:
        _draw_icons(painter, edition, ledger, (season, (season + 1) % SEASONS), slots)


def _draw_icons(
    painter: Painter, edition: Print, ledger: LedgerPrint, edicts: tuple[int, int], slots: list[Slot]
) -> None:
    """Print two letters, a coin and a monster's head, for numbers to be written over; most are pale."""
    pale = edition.tone(ledger.letters, edition.accent)
    for edict, (x, y, w, h) in zip(edicts, slots, strict=False):
        draw_letter(painter, ledger.face, edict, (x + w / 2, y + h / 2), h, (pale, edition.paper_colour))
    (cx, cy, cw, ch), (mx, my, mw, mh) = slots[2], slots[3]
    at, radius = (cx + cw / 2, cy + ch / 2), min(0.3 * ch, 0.18)
    if ledger.golden and ledger.coin and ledger.coin.face == "gold":
        draw_coin(painter, edition, ledger.coin, at, radius, 1)
    else:
        face = mixed(edition.paper_colour, GOLD, min(1.5 * ledger.letters, 0.9)) if ledger.golden else pale
        painter.disc(*at, radius, face)
        painter.ring(*at, radius * 0.6, mixed(face, (255, 255, 255), 0.3), 0.02)
    head = moved(_head(), mx + mw / 2, my + mh / 2, min(0.7 * mh, 0.42))
    painter.strokes(head, pale, 0.05 if ledger.bold else 0.03)


def _rounded(x: float, y: float, width: float, height: float, radius: float = 0.16) -> NDArray[np.float32]:
    corners = ((x + width, y, 270), (x + width, y + height, 0), (x, y + height, 90), (x, y, 180))
    middle = x + width / 2, y + height / 2
    parts = [
        arc(cx + inward[0], cy + inward[1], radius, radius, start, start + 90)
        for cx, cy, start in corners
        for inward in [radius * np.sign([middle[0] - cx, middle[1] - cy])]
    ]
    return np.concatenate(parts).astype(np.float32)


def _head() -> Drawing:
    return (
        line((-0.4, -0.4), (-0.3, 0.1), (0, 0.4), (0.3, 0.1), (0.4, -0.4), (0.2, -0.15), (-0.2, -0.15),
             (-0.4, -0.4)),
        line((-0.15, 0.0), (-0.05, 0.05)),
        line((0.15, 0.0), (0.05, 0.05)),
    )  # fmt: skip
