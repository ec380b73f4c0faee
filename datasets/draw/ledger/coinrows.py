"""Rows of coins alone, for training the network that counts them.

python -m datasets.draw.ledger.coinrows --count 40000 --seed 1 --out data/coins

A row takes milliseconds where a whole strip of the paper below the map (`datasets.draw.ledger.strip`) takes a
hundred, so that the network meets tens of thousands of prints instead of thousands.
"""

from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.hand.person import random_graphite
from datasets.draw.ledger.columns import load_columns, write_columns
from datasets.draw.ledger.cover import covered_shares, lay_something
from datasets.draw.ledger.handwriting import COIN_STYLES, mark_coins, random_pencil
from datasets.draw.ledger.strip import EMPTY, FILLED, HIDDEN, UNKNOWN
from datasets.draw.lines import line
from datasets.draw.orders import check_folder, drawing_parser
from datasets.draw.pencil import OVERSAMPLING, PencilLayer, Pixels, paper_tooth
from datasets.draw.sheet.coins import draw_coin, random_coin_art
from datasets.draw.sheet.furniture import blotches
from datasets.draw.sheet.ledger import COINS
from datasets.draw.sheet.paper import random_print
from datasets.draw.sheet.printing import Painter, Print, rectangle
from datasets.draw.strokes import floats
from vision.read.cells import PAPER
from vision.read.ledgercrops import COIN_PIXELS, ROW_HEIGHT

AROUND = 16  # pixels drawn around the row, so that it can be moved
PITCH = (0.46, 0.88)  # squares between two coins
COLOURED = 0.15  # share of rows marked with a coloured pencil

Points = NDArray[np.float64]


@dataclass(frozen=True)
class CoinRows:
    """Rows of coins as the reader cuts them, and what was done to each coin."""

    rows: NDArray[np.uint8]
    """RGB, (n, 40, 448, 3)."""
    filled: NDArray[np.int64]
    """EMPTY, FILLED, HIDDEN, or UNKNOWN where half hidden, (n, 14)."""


KEYS = tuple(field.name for field in fields(CoinRows))


def draw_row(index: int, *, seed: int) -> tuple[Pixels, NDArray[np.int64]]:
    """Draw a row of coins by some publisher, marked by someone, photographed and straightened again.

    Returns:
        RGB, (40, 448, 3), and the state of each coin, (14,); see `CoinRows`.
    """
    rng = np.random.default_rng([seed, index])
    edition = random_print(rng)
    pitch = float(rng.uniform(*PITCH))
    cell = COIN_PIXELS / pitch  # pixels a square
    size = COINS * COIN_PIXELS + 2 * AROUND, ROW_HEIGHT + 2 * AROUND
    places = np.full((COINS, 2), size[1] / 2 / cell)
    places[:, 0] = (np.arange(COINS) + 0.5) * pitch + AROUND / cell
    radius = min(float(rng.uniform(0.15, 0.26)), 0.46 * pitch)
    paper = _print_row(size, cell, edition, places, radius, rng)
    filled = _random_filling(rng)
    layer = _marked(size, cell, filled, places, radius, rng)
    drawn = layer.laid_on(paper, paper_tooth(paper.shape[:2], rng, 0.8))
    scene = np.clip(drawn, 0, 255).astype(np.uint8)
    cover = lay_something(scene, cell, (0, 0), rng, (size[0] / cell, size[1] / cell))
    hidden = covered_shares(cover, cell, places, np.full((COINS, 2), 2 * radius))
    state = np.where(hidden > 0.6, HIDDEN, np.where(hidden > 0.12, UNKNOWN, np.where(filled, FILLED, EMPTY)))
    return _photographed(scene, cell, float(np.mean(edition.paper_colour)), rng), state


def _draw_columns(index: int, *, seed: int) -> list[NDArray[np.generic]]:
    return [part[None] for part in draw_row(index, seed=seed)]


def load_rows(folder: Path) -> CoinRows:
    """Load the rows of a folder; pictures stay on disk until they are needed.

    Raises:
        FileNotFoundError: They are not all drawn.
    """
    return CoinRows(*load_columns(folder, KEYS))


def _marked(
    size: tuple[int, int],
    cell: float,
    filled: NDArray[np.bool_],
    places: Points,
    radius: float,
    rng: np.random.Generator,
) -> PencilLayer:
    """Return what someone's pencil left on the row."""
    pencil = random_pencil(random_graphite(rng), rng)
    if rng.random() < COLOURED:
        pencil = replace(pencil, colour=tuple(rng.uniform(0, 200, 3).tolist()))
    layer = PencilLayer.blank(size, cell, pencil.grain)
    style = COIN_STYLES[int(rng.integers(len(COIN_STYLES)))]
    mark_coins(filled, places, radius, style, pencil, layer, rng, unlike=float(rng.uniform(0.2, 1.0)))
    return layer


def _random_filling(rng: np.random.Generator) -> NDArray[np.bool_]:
    """Return which coins are filled; all and none twice as often as any other count, seldom with gaps."""
    filled = np.arange(COINS) < rng.choice([0, *range(COINS + 1), COINS])
    if rng.random() < 0.06:
        flipped = rng.choice(COINS, int(rng.integers(1, 3)), replace=False)
        filled[flipped] = ~filled[flipped]
    return np.asarray(filled, np.bool_)


def _print_row(
    size: tuple[int, int],
    cell: float,
    edition: Print,
    places: Points,
    radius: float,
    rng: np.random.Generator,
) -> NDArray[np.float32]:
    """Return coins, the band they stand on and what is printed around it, float RGB."""
    painter = Painter.blank(size, cell, edition.paper_colour)
    (x, y), last = places[0], places[-1]
    ink = edition.tone(float(rng.uniform(0.5, 1.0)))
    for side in (-1, 1):
        for _ in range(int(rng.integers(0, 3))):
            away = y + side * float(rng.uniform(radius + 0.1, radius + 0.5))
            painter.line(line((x - 1, away), (last[0] + 1, away)), ink, float(rng.uniform(0.01, 0.06)))
    if rng.random() < 0.55:
        half, ends = radius + float(rng.uniform(0.0, 0.25)), rng.uniform(0.3, 1.5, 2)
        band = rectangle(x - ends[0], y - half, last[0] - x + ends.sum(), 2 * half)
        strange = tuple(rng.uniform(40, 250, 3).tolist())
        shade = edition.tone(float(rng.uniform(0.1, 1.0)), strange if rng.random() < 0.6 else None)
        painter.fill(band, shade)
        if rng.random() < 0.4:
            painter.line(band, ink, 0.03, closed=True)
    if rng.random() < 0.45:
        _paint(painter.image, OVERSAMPLING * COIN_PIXELS, rng)
    coin = random_coin_art(rng)
    for number, (x, y) in enumerate(places.tolist()):
        draw_coin(painter, edition, coin, (x, y), radius, number + 1)
    picture = painter.shrunk().astype(np.float32)
    if rng.random() < 0.6:
        _strike(picture, places * cell, radius * cell, rng)
    if rng.random() < 0.4:
        _vary(picture, places * cell, radius * cell, rng)
    picture *= 1.0 + 0.015 * paper_tooth(picture.shape[:2], rng, 0.8)[..., None]
    picture *= 1.0 + blotches(picture.shape[:2], rng, float(rng.uniform(0, 0.1)))[..., None]
    return picture


def _paint(picture: Pixels, pitch: int, rng: np.random.Generator) -> None:
    """Vary the ground as a painter does, in place: streaks, steps, and other tones towards the ends.

    `pitch` is how far the coins stand apart, in pixels.
    """
    height, width = picture.shape[:2]
    noise = rng.standard_normal((height // 2, width // 2, 3), np.float32)
    noise += 2 * noise.mean(axis=2, keepdims=True)  # more light and dark than colour
    streaks = cv2.GaussianBlur(noise, (0, 0), float(rng.uniform(1, 4)), sigmaY=float(rng.uniform(1, 12)))
    streaks = floats(streaks * (rng.uniform(0, 0.12) / (streaks.std() + 1e-6)))
    slant = np.array([[1, rng.uniform(-0.8, 0.8), 0], [0, 1, 0]], np.float32)
    tone = cv2.warpAffine(streaks, slant, (width // 2, height // 2), borderMode=cv2.BORDER_REFLECT)
    along = np.arange(width // 2, dtype=np.float32)[:, None]
    for _ in range(int(rng.integers(0, 5))):  # a fold, another sweep of the brush
        tone = tone + np.where(along > rng.uniform(0, width / 2), 1, -1) * rng.normal(0, 0.05, 3)
    for end in (0, width // 2):
        if rng.random() < 0.5:
            reach = float(rng.uniform(0.2, 2.0)) * pitch / 2
            tone = tone + np.exp(-np.abs(along - end) / reach) * rng.normal(0, 0.35, 3)
    shade = cv2.resize(floats(np.exp(tone)), (width, height), interpolation=cv2.INTER_LINEAR)
    picture[:] = np.clip(picture * shade, 0, 255).astype(np.uint8)


def _vary(picture: NDArray[np.float32], places: Points, radius: float, rng: np.random.Generator) -> None:
    """Give each coin a tone and a shine of its own, as a painter does, those at the ends most."""
    away = np.abs(np.arange(COINS)[:, None] - [0, COINS - 1]).min(axis=1)
    reach = float(rng.uniform(0.4, 2.0))
    spread = rng.uniform(0, 0.06) + rng.uniform(0, 0.2) * np.exp(-away / reach)
    side = 2 * int(np.ceil(1.15 * radius)) + 1
    far = np.hypot(*np.meshgrid(*[np.arange(side) - side // 2] * 2)) / radius
    shown = np.clip((1.15 - far) * radius, 0, 1)[..., None]
    for (x, y), much in zip(np.round(places - 0.5).astype(int).tolist(), spread.tolist(), strict=True):
        shine = cv2.GaussianBlur(rng.standard_normal((side, side, 1), np.float32), (0, 0), 0.3 * radius)
        tone = (
            rng.normal(0, much)
            + rng.normal(0, much / 2, 3)
            + much * (shine / (shine.std() + 1e-6))[..., None]
        )
        top, left = y - side // 2, x - side // 2
        picture[top : top + side, left : left + side] *= floats(1 + (np.exp(tone) - 1) * shown)
    np.clip(picture, 0, 255, out=picture)


def _strike(picture: NDArray[np.float32], places: Points, radius: float, rng: np.random.Generator) -> None:
    """Give all faces the same hollows, bumps and shine, as if a photo of a struck coin were printed."""
    side = 2 * int(np.ceil(radius)) + 1
    fine, coarse = (cv2.GaussianBlur(rng.standard_normal((side, side, 3), np.float32), (0, 0), share * radius)
                    for share in (0.12, 0.4))  # fmt: skip
    fine, coarse = (part / (part.std() + 1e-6) for part in (fine, coarse))
    face = rng.uniform(0, 0.3) * fine + rng.uniform(0, 0.4) * coarse
    grey = float(rng.uniform(0.5, 1.0))  # how far the relief is the same in all colours
    face = np.exp(grey * face.mean(axis=2, keepdims=True) * 1.5 + (1 - grey) * face)
    away = np.hypot(*np.meshgrid(*[np.arange(side) - side // 2] * 2)) / radius
    shown = np.clip((1.0 - away) * radius, 0, 1)[..., None]
    change = floats(1 + (face - 1) * shown)
    for x, y in np.round(places - 0.5).astype(int):
        top, left = y - side // 2, x - side // 2
        picture[top : top + side, left : left + side] *= change
    np.clip(picture, 0, 255, out=picture)


def _photographed(scene: Pixels, cell: float, paper: float, rng: np.random.Generator) -> Pixels:
    """Blur, light, grain and pack the drawing, and cut the row out, not quite straight."""
    square = float(np.exp(rng.uniform(np.log(26), np.log(100))))  # pixels of the photo
    scale = min(1.0, square / cell)
    flat = scale * float(rng.uniform(0.75, 1.0))
    photo = floats(cv2.resize(scene, None, fx=scale, fy=flat, interpolation=cv2.INTER_AREA))
    sigma = float(rng.uniform(0, 0.2) ** 2) * cell * scale
    photo = floats(cv2.GaussianBlur(photo, (0, 0), sigma)) if sigma > 0.3 else photo
    photo = photo * _light(photo.shape[:2], rng) * floats(255 * PAPER / paper)
    grain = float(rng.uniform(0, 7)) * min(1.0, 48 / square)
    photo += rng.standard_normal(photo.shape, np.float32) * floats(grain)
    if rng.random() < 0.08:
        photo = photo.mean(axis=2, keepdims=True) + 0 * photo
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 97))]
    packed = cv2.imencode(".jpg", np.clip(photo, 0, 255).astype(np.uint8), quality)[1]
    seen = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    whole = cv2.resize(seen, scene.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return _cut_row(np.asarray(whole, np.uint8), rng)


def _light(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return what evening out leaves of the light: a tint, a slope and now and then a shadow's edge."""
    along = np.linspace(-1, 1, shape[1])[None, :, None]
    lit = np.exp(rng.normal(0, 0.05, 3)) * (1 + along * rng.normal(0, 0.06, 3))
    if rng.random() < 0.3:
        tilted = along + np.linspace(-1, 1, shape[0])[:, None, None] * rng.normal(0, 0.15)
        edge = np.clip((tilted - rng.uniform(-0.9, 0.9)) / rng.uniform(0.02, 0.6), 0, 1)
        lit = lit * (1 - rng.uniform(0.0, 0.35) * (edge if rng.random() < 0.5 else 1 - edge))
    return floats(np.broadcast_to(lit, (*shape, 3)))


def _cut_row(seen: Pixels, rng: np.random.Generator) -> Pixels:
    """Cut the row out along coins whose places err a little, alike for neighbours and each alone."""
    ends = rng.normal(0, 1.3, (2, 2))
    knots = np.linspace(ends[0], ends[1], COINS) + rng.normal(0, 0.6, (COINS, 2))
    x, y = np.meshgrid(np.arange(COINS * COIN_PIXELS), np.arange(ROW_HEIGHT))
    at = (x[0] + 0.5) / COIN_PIXELS - 0.5
    moved = [np.interp(at, np.arange(COINS), knots[:, axis]) for axis in (0, 1)]
    lean = float(rng.normal(0, 0.05)) * (y - ROW_HEIGHT / 2)
    columns, rows = x + AROUND + moved[0] + lean, y + AROUND + moved[1]
    return np.asarray(
        cv2.remap(seen, floats(columns), floats(rows), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def main() -> None:
    """Draw the rows that the command line asks for."""
    parser = drawing_parser(__doc__, count=40_000, seed=1)
    args = parser.parse_args()
    check_folder(args)
    draw = partial(_draw_columns, seed=args.seed)
    write_columns(args.out, KEYS, draw, count=args.count, workers=args.workers)


if __name__ == "__main__":
    main()
