"""Spoil pictures for the terrain network, which learns to say where a square cannot be read.

Each takes a sheet as `rectify` returns it, RGB, another sheet, and chance, and returns the spoilt picture and
how much of each square is lost, (11, 11): 0 where it can be read as before, 1 where it cannot be read at all.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.pencil import Pixels
from datasets.draw.strokes import floats
from engine import SIZE
from vision.read.cells import CELL_PIXELS, MARGIN

Lost = NDArray[np.float32]
Rng = np.random.Generator
Spoil = Callable[[Pixels, Pixels, Rng], tuple[Pixels, Lost]]
NOTHING = np.zeros((SIZE, SIZE), np.float32)
SPOILT = 0.3  # share of sheets that are spoilt in training
LOST, KEPT = 0.4, 0.1  # share from which a square cannot be read, and up to which it can


def spoil(picture: Pixels, other: Pixels, rng: Rng) -> tuple[Pixels, Lost]:
    """Spoil a picture in a random way, or leave it."""
    if rng.random() >= SPOILT:
        return picture, NOTHING
    kind = KINDS[int(rng.integers(len(KINDS)))]
    if rng.random() < 0.5:
        return kind(picture, other, rng)
    seen, lost = kind(_across(picture), _across(other), rng)
    return _across(seen), lost.T


def _across(picture: Pixels) -> Pixels:
    """Return the picture with its rows as columns, so that what happens to rows happens to columns."""
    return np.ascontiguousarray(picture.swapaxes(0, 1))


def _squares(pixels: NDArray[np.float32]) -> Lost:
    """Return the mean of each square."""
    field = pixels[MARGIN:-MARGIN, MARGIN:-MARGIN]
    return np.asarray(field.reshape(SIZE, CELL_PIXELS, SIZE, CELL_PIXELS).mean(axis=(1, 3)), np.float32)


def _half(size: int, rng: Rng) -> NDArray[np.float32]:
    """Return 1 on one side of a random line, 0 on the other, softly."""
    heading, place, soft = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3) * size, rng.uniform(4, 40)
    y, x = np.mgrid[0:size, 0:size] - size / 2
    across = x * np.cos(heading) + y * np.sin(heading) - place
    return floats(1 / (1 + np.exp(-across / soft)))


def _exposed_twice(picture: Pixels, other: Pixels, rng: Rng) -> tuple[Pixels, Lost]:
    """Another sheet, or this one turned or moved, shows as strongly."""
    kind = int(rng.integers(3))
    moved = np.roll(picture, rng.integers(-40, 41, 2).tolist(), axis=(0, 1))
    second = (other, np.rot90(picture, int(rng.integers(1, 4))), moved)[kind]
    share = float(rng.uniform(0.4, 0.6))
    both = cv2.addWeighted(picture, 1 - share, np.ascontiguousarray(second), share, 0)
    drawn = _squares(floats(np.abs(picture.astype(np.int16) - second).max(axis=2) > 30))
    return np.asarray(both, np.uint8), floats(drawn > 0.03)


def _bleeding_through(picture: Pixels, other: Pixels, rng: Rng) -> tuple[Pixels, Lost]:
    second = other if rng.random() < 0.5 else np.ascontiguousarray(picture[:, ::-1])
    share = float(rng.uniform(0.1, 0.33))
    return np.asarray(cv2.addWeighted(picture, 1 - share, second, share, 0), np.uint8), NOTHING


def _overexposed(picture: Pixels, other: Pixels, rng: Rng) -> tuple[Pixels, Lost]:
    """A part of the field is as bright as the paper, or brighter."""
    gone = _half(len(picture), rng) ** float(rng.uniform(0.3, 1.0))
    paper = np.percentile(picture[::4, ::4], rng.uniform(60, 95), axis=(0, 1))
    washed = picture + (paper - picture) * gone[..., None]
    return np.asarray(np.clip(washed, 0, 255), np.uint8), floats(_squares(gone) > 0.75)


def _bands_lost(picture: Pixels, other: Pixels, rng: Rng) -> tuple[Pixels, Lost]:
    """Bands of the picture repeat the line before them, or are grey."""
    out, gone = picture.copy(), np.zeros(picture.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 5))):
        start, high = int(rng.integers(len(picture) - 10)), int(rng.integers(6, 2 * CELL_PIXELS))
        out[start : start + high] = picture[start] if rng.random() < 0.7 else rng.uniform(60, 255)
        gone[start : start + high] = 1
    return out, _squares(gone)


def _few_tones(picture: Pixels, other: Pixels, rng: Rng) -> tuple[Pixels, Lost]:
    step = 255 / float(rng.integers(2, 6))
    return np.asarray(np.clip(np.round(picture / step) * step, 0, 255), np.uint8), NOTHING


def _speckled(picture: Pixels, other: Pixels, rng: Rng) -> tuple[Pixels, Lost]:
    chance, share = rng.random(picture.shape[:2])[..., None], rng.uniform(0.01, 0.1)
    seen = np.where(chance < share, 0, np.where(chance > 1 - share, 255, picture))
    return np.asarray(cv2.blur(seen.astype(np.uint8), (2, 2)), np.uint8), NOTHING


def _scribbled(picture: Pixels, other: Pixels, rng: Rng) -> tuple[Pixels, Lost]:
    """A pen went over the map; squares that it crossed may be read, and may be asked about."""
    out, crossed = picture.copy(), np.zeros(picture.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 4))):
        way = rng.uniform(0, len(picture), 2) + np.cumsum(rng.normal(0, 14, (40, 2)), axis=0)
        line, wide = [way.round().astype(np.int32)], int(rng.integers(1, 5))
        cv2.polylines(out, line, False, rng.uniform(0, 150, 3).tolist(), wide, cv2.LINE_AA)
        cv2.polylines(crossed, line, False, 1.0, wide)
    return out, floats((_squares(crossed) > 0.02) * (LOST + KEPT) / 2)


def _other_squares(picture: Pixels, other: Pixels, rng: Rng) -> tuple[Pixels, Lost]:
    """The field has a row or column more or less than its lattice."""
    size, cut = len(picture), float(rng.uniform(0, SIZE))
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    middle = (x - MARGIN) / CELL_PIXELS
    if rng.random() < 0.5:  # spread evenly over all of them
        shift = middle / SIZE * (1 if rng.random() < 0.5 else -1)
    else:
        side = -1.0 if rng.random() < 0.5 else 1.0
        shift = np.where(middle > cut, side * rng.uniform(0.4, 0.6), 0.0)
    moved = floats(x + shift * CELL_PIXELS)
    seen = cv2.remap(picture, moved, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    away = _squares(np.abs(floats(shift)))
    lost = floats(np.where(away > 0.3, 1.0, np.where(away > 0.12, (LOST + KEPT) / 2, 0.0)))
    return np.asarray(seen, np.uint8), lost


KINDS: tuple[Spoil, ...] = (
    _exposed_twice,
    _bleeding_through,
    _overexposed,
    _bands_lost,
    _few_tones,
    _speckled,
    _scribbled,
    _other_squares,
)
