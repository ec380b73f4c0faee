"""Strips of paper below the map, drawn without the rest of the photo, with their truth."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.draw.hand.person import random_hand
from datasets.draw.ledger.camera import photographed, random_bend
from datasets.draw.ledger.cover import covered_shares, lay_something
from datasets.draw.ledger.handwriting import (
    Scribe,
    correct_number,
    mark_coins,
    random_pencil,
    random_scribe,
    write_number,
)
from datasets.draw.ledger.paper import CELL, ORIGIN, print_strip
from datasets.draw.ledger.written import random_ledger
from datasets.draw.pencil import Pencil, PencilLayer, paper_tooth
from datasets.draw.sheet.ledger import (
    COINS,
    MONSTERS,
    NUMBERS,
    SEASONS,
    SLOTS,
    LedgerPrint,
    coin_places,
    number_places,
    number_sizes,
    random_ledger_print,
)
from datasets.draw.sheet.paper import random_print
from datasets.draw.strokes import Split, load_strokes
from vision.image import Image
from vision.read.strip import strip_points

EMPTY, FILLED, HIDDEN, UNKNOWN = 0, 1, 2, -1
NO_DIGIT = 10
MINUS, HUNDREDS, TENS, ONES, READABLE = range(5)  # what is known of a number
CORRECTED = 0.04  # share of the numbers that the player changed
BLANK = (0, NO_DIGIT, NO_DIGIT, NO_DIGIT, 1)

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class StripSample:
    """A strip as the reader sees it, and what a perfect reader would read."""

    picture: Image
    """RGB, (256, 640, 3), in even light."""
    coins: Points
    """Centres in strip pixels, (14, 2); not a number where no track is printed."""
    slots: Points
    """Middles of the numbers' cells in strip pixels, season by season, the final score's last, (21, 2).

    Not a number where none is printed."""
    filled: NDArray[np.int64]
    """EMPTY, FILLED, HIDDEN, or UNKNOWN where half hidden, (14,)."""
    numbers: NDArray[np.int64]
    """Minus (0 or 1), hundreds, tens, ones (10 for none), readable (1, 0, or -1 if unknown), (21, 5)."""
    changed: NDArray[np.bool_]
    """Numbers that the player struck out or wrote over, (21,); `numbers` has those written first."""
    marked: NDArray[np.bool_]
    """Coins that the player filled, whether or not something lies on them, (14,)."""


def draw_strip(seed: int, index: int, *, split: Split = "train", lifelike: bool = False) -> StripSample:
    """Draw strip number `index` of the series `seed`; the same numbers give the same pixels anywhere.

    Args:
        seed: of the series.
        index: of the strip in it.
        split: whose drawings to use.
        lifelike: whether coins and numbers are those of a real game; for training any will do.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(index,)))
    book = load_strokes(split)
    edition = random_print(rng)
    room = float(rng.uniform(2.5, 5.2))
    ledger = _random_presence(random_ledger_print(rng, room=room, labels=edition.labels), rng)
    paper = print_strip(edition, ledger, room, rng)
    layer = PencilLayer.blank(paper.shape[1::-1], CELL, 0.0)
    pencil = random_pencil(random_hand(rng, book).graphite, rng)
    layer.grain = pencil.grain
    said = _lifelike(rng) if lifelike else _any_ledger(rng)
    scribe = random_scribe(pencil, book, rng)
    filled = np.full(COINS, UNKNOWN)
    if ledger.coin:
        mark_coins(
            said.filled, coin_places(ledger) + ORIGIN, ledger.coin_radius, scribe.coins, pencil, layer, rng
        )
        filled = said.filled.astype(np.int64)
    numbers, changed = _write_numbers(said, ledger, layer, random_scribe(pencil, book, rng), rng)
    _draw_map_above(layer, pencil, rng)
    scene = np.clip(layer.laid_on(paper, paper_tooth(paper.shape[:2], rng, 0.8)), 0, 255).astype(np.uint8)
    cover = lay_something(scene, CELL, ORIGIN, rng)
    filled = _hide_coins(filled, ledger, cover)
    numbers = _hide_numbers(numbers, ledger, cover)
    bend = random_bend(rng)
    picture = photographed(scene, CELL, ORIGIN, bend, rng)
    return StripSample(
        picture,
        strip_points(bend.seen(coin_places(ledger))) if ledger.coin else np.full((COINS, 2), np.nan),
        strip_points(bend.seen(number_places(ledger))),
        filled,
        numbers,
        changed,
        said.filled,
    )


def _random_presence(ledger: LedgerPrint, rng: np.random.Generator) -> LedgerPrint:
    """Leave out track or boxes now and then: home-made sheets lack them."""
    if rng.random() < 0.03:
        ledger = replace(ledger, coin=None)
    return replace(ledger, box_art="none") if rng.random() < 0.03 else ledger


# --- hand ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Said:
    """The text of a strip."""

    filled: NDArray[np.bool_]
    """(14,)."""
    numbers: tuple[tuple[int | None, ...], ...]
    """Five numbers for each season that is filled in; None is left out."""
    final: int | None


def _lifelike(rng: np.random.Generator) -> _Said:
    ledger = random_ledger(rng)
    return _Said(np.arange(COINS) < ledger.coins, ledger.boxes, ledger.final)


def _any_ledger(rng: np.random.Generator) -> _Said:
    """Return coins and numbers that no rule binds, so that the networks learn to look."""
    filled = np.arange(COINS) < rng.integers(0, COINS + 1)
    if rng.random() < 0.12:
        flipped = rng.choice(COINS, int(rng.integers(1, 3)), replace=False)
        filled[flipped] = ~filled[flipped]
    if rng.random() < 0.04:
        filled = rng.random(COINS) < rng.random()
    seasons = int(rng.choice(SEASONS + 1, p=[0.06, 0.12, 0.2, 0.22, 0.4]))
    boxes = tuple(tuple(_any_number(k, rng) for k in range(SLOTS)) for _ in range(seasons))
    final = int(rng.integers(-20, 320) if rng.random() < 0.3 else rng.integers(20, 200))
    return _Said(filled, boxes, final if rng.random() < 0.6 else None)


def _any_number(slot: int, rng: np.random.Generator) -> int | None:
    if rng.random() < 0.04:
        return None
    usual = (26, 26, 15, 15, 70)[slot]
    highest = (usual, 100, 200)[int(rng.choice(3, p=[0.6, 0.34, 0.06]))]
    number = int(rng.integers(0, highest))
    return -number if slot == MONSTERS or rng.random() < 0.02 else number


def _write_numbers(
    said: _Said, ledger: LedgerPrint, layer: PencilLayer, scribe: Scribe, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Fill the boxes of some seasons; return the digits, and which numbers were changed."""
    truth, changed = np.full((NUMBERS, READABLE + 1), BLANK, np.int64), np.zeros(NUMBERS, np.bool_)
    if ledger.box_art == "none":
        truth[:, READABLE] = -1
        return truth, changed
    sizes, places = number_sizes(ledger), number_places(ledger) + ORIGIN
    wanted = [number for box in said.numbers for number in box]
    wanted += [None] * (NUMBERS - 1 - len(wanted)) + [said.final if ledger.final else None]
    for k, number in enumerate(wanted):
        if number is None:
            continue
        at, size = (float(places[k, 0]), float(places[k, 1])), (float(sizes[k, 0]), float(sizes[k, 1]))
        minus = number < 0 and (k % SLOTS != MONSTERS or rng.random() < scribe.minus)
        write_number(number, at, size, scribe, layer, rng, minus=minus)
        truth[k] = int(minus), *_digits(number), 1
        if rng.random() < CORRECTED:
            instead = _any_number(k % SLOTS, rng) or 0
            correct_number(instead, at, size, scribe, layer, rng)
            truth[k, READABLE], changed[k] = 0, True  # which of them counts is for a person to say
    return truth, changed


def _digits(number: int) -> tuple[int, int, int]:
    """Return hundreds, tens and ones, NO_DIGIT for those that are not written."""
    written = [int(digit) for digit in str(abs(number))]
    hundreds, tens, ones = [NO_DIGIT] * (3 - len(written)) + written
    return hundreds, tens, ones


def _draw_map_above(layer: PencilLayer, pencil: Pencil, rng: np.random.Generator) -> None:
    """Draw something into the last row of the map, and a stray line now and then below it."""
    for column in range(11):
        if rng.random() < 0.4:
            x, y = ORIGIN[0] + column, ORIGIN[1]
            colour = replace(pencil, colour=tuple(rng.uniform(20, 200, 3).tolist()), width=0.05)
            ends = rng.uniform((x, y - 1), (x + 1, y), (6, 2)).astype(np.float32)
            layer.draw((ends[:2], ends[2:4], ends[4:]), colour, rng)
    if rng.random() < 0.08:
        start = rng.uniform((0, 0), (11, 4)) + ORIGIN
        stray = start + np.cumsum(rng.normal(0, 0.3, (4, 2)), axis=0)
        layer.draw((stray.astype(np.float32),), pencil, rng)


# --- what lies on it -------------------------------------------------------------------------------------


def _hide_coins(
    filled: NDArray[np.int64], ledger: LedgerPrint, cover: NDArray[np.float32]
) -> NDArray[np.int64]:
    size = np.full((COINS, 2), 2 * ledger.coin_radius)
    hidden = covered_shares(cover, CELL, coin_places(ledger) + ORIGIN, size)
    return np.where(hidden > 0.6, HIDDEN, np.where(hidden > 0.12, UNKNOWN, filled))


def _hide_numbers(
    numbers: NDArray[np.int64], ledger: LedgerPrint, cover: NDArray[np.float32]
) -> NDArray[np.int64]:
    hidden = covered_shares(cover, CELL, number_places(ledger) + ORIGIN, number_sizes(ledger))
    numbers = numbers.copy()
    known = numbers[:, READABLE]
    numbers[:, READABLE] = np.where(hidden > 0.35, np.minimum(known, 0), np.where(hidden > 0.03, -1, known))
    return numbers
