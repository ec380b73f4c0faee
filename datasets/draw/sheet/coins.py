"""Printed coins: a disc or a square, rings, a device in the middle, a shine on the rim."""

from dataclasses import dataclass

import numpy as np

from datasets.draw.lines import arc, line, moved
from datasets.draw.pencil import Colour
from datasets.draw.sheet.printing import Painter, Print, mixed, rectangle
from datasets.draw.strokes import Drawing

GOLD: Colour = (222.0, 170.0, 50.0)
DARK: Colour = (60.0, 40.0, 10.0)
LIGHT: Colour = (250.0, 240.0, 200.0)


@dataclass(frozen=True, slots=True)
class CoinArt:
    """How one edition prints all its coins."""

    square: bool
    face: str
    """gold, accent or none."""
    depth: float
    """How strongly the face is printed, 0..1."""
    rim: float
    """Width of the outline in squares."""
    rim_tone: float
    rings: tuple[tuple[float, float], ...]
    """Radius, as a share of the coin's, and darkness of rings inside; below 0 lighter than the face."""
    device: Drawing
    """The drawing in the middle, within -0.5..0.5."""
    device_tone: float
    shine: float
    relief: tuple[tuple[float, float, float, float], ...]
    """Soft hollows and bumps of a struck face: x, y and size as shares of the radius, and darkness."""
    numbered: bool


def random_coin_art(rng: np.random.Generator) -> CoinArt:
    """Return a coin that no publisher prints; many are plain circles."""
    face = str(rng.choice(["gold", "gold", "accent", "none", "none"]))
    plain = face == "none" and rng.random() < 0.6
    rings = 0 if plain else int(rng.integers(0, 3))
    return CoinArt(
        square=bool(rng.random() < 0.12),
        face=face,
        depth=float(rng.uniform(0.25, 1.0)),
        rim=float(rng.choice([rng.uniform(0.015, 0.035), rng.uniform(0.03, 0.075)])),
        rim_tone=float(rng.uniform(0.4, 1.0)),
        rings=tuple((float(rng.uniform(0.4, 0.9)), float(rng.uniform(-0.6, 0.8))) for _ in range(rings)),
        device=() if plain or rng.random() < 0.35 else _random_device(rng),
        device_tone=float(rng.uniform(-0.6, 0.8)),
        shine=float(rng.choice([0.0, 0.0, rng.uniform(0.2, 0.8)])),
        relief=_random_relief(rng) if face != "none" and rng.random() < 0.6 else (),
        numbered=bool(face != "gold" and rng.random() < 0.12),
    )


def _random_relief(rng: np.random.Generator) -> tuple[tuple[float, float, float, float], ...]:
    """Return a light spot and some lines' worth of shade, the same on each coin of an edition."""
    light = (*rng.normal(0, 0.2, 2).tolist(), float(rng.uniform(0.3, 0.6)), -float(rng.uniform(0.3, 0.9)))
    spots = [
        (*rng.uniform(-0.6, 0.6, 2).tolist(), float(rng.uniform(0.08, 0.3)), float(rng.uniform(-0.6, 0.6)))
        for _ in range(int(rng.integers(2, 9)))
    ]
    return (light, *spots)


def _random_device(rng: np.random.Generator) -> Drawing:
    """Return a few lines that stand for a head, a crown or a letter."""
    kind = int(rng.integers(4))
    if kind == 0:
        return (
            line((-0.4, 0.3), (-0.45, -0.3), (-0.2, 0.0), (0.0, -0.45), (0.2, 0.0), (0.45, -0.3), (0.4, 0.3)),
        )
    if kind == 1:
        return arc(0.0, -0.1, 0.2, 0.25, 90, 400), line((-0.1, 0.15), (-0.3, 0.45), (0.3, 0.45))
    if kind == 2:
        return arc(0.05, 0.0, 0.25, 0.4, 40, 320), line((0.0, -0.5), (0.0, 0.5))
    walk = np.clip(np.cumsum(rng.normal(0, 0.3, (7, 2)), axis=0), -0.45, 0.45)
    return (walk.astype(np.float32),)


def draw_coin(
    painter: Painter, edition: Print, coin: CoinArt, at: tuple[float, float], radius: float, number: int
) -> None:
    """Print one coin, `at` its middle on the painter, in squares."""
    x, y = at
    ink, face = edition.tone(coin.rim_tone), _face(coin, edition)
    outline = rectangle(x - radius, y - radius, 2 * radius, 2 * radius)
    if coin.face != "none" and coin.square:
        painter.fill(outline, face)
    elif coin.face != "none":
        painter.disc(x, y, radius, face)
    for dx, dy, size, tone in coin.relief:
        painter.disc(x + dx * radius, y + dy * radius, size * radius, _toned(face, 0.6 * tone))
        painter.disc(x + dx * radius, y + dy * radius, 0.6 * size * radius, _toned(face, tone))
    for share, tone in coin.rings:
        painter.ring(x, y, radius * share, _toned(face, tone), 0.025)
    painter.strokes(moved(coin.device, x, y, 1.1 * radius), _toned(face, coin.device_tone), 0.03)
    if coin.shine:
        painter.line(arc(x, y, radius * 0.78, radius * 0.78, 180, 280), mixed(face, LIGHT, coin.shine), 0.04)
    if coin.numbered:
        left = radius * (0.4 + 0.3 * (number > 9))
        painter.text(f"{number}", x - left, y + radius * 0.4, radius * 0.8, edition.tone(0.4, edition.accent))
    if coin.square:
        painter.line(outline, ink, coin.rim, closed=True)
    else:
        painter.ring(x, y, radius, ink, coin.rim)


def _face(coin: CoinArt, edition: Print) -> Colour:
    if coin.face == "none":
        return edition.paper_colour
    return mixed(edition.paper_colour, GOLD if coin.face == "gold" else edition.accent, coin.depth)


def _toned(face: Colour, tone: float) -> Colour:
    return mixed(face, DARK if tone > 0 else LIGHT, abs(tone))
