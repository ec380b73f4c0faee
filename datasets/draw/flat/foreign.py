"""Things on a sheet that are no drawing of the game: stains, fingers, playing pieces, words, and erasures."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.lines import moved, pixel
from datasets.draw.pencil import Pixels
from datasets.draw.photo.light import SKINS
from datasets.draw.strokes import StrokeBook, floats

Mask = NDArray[np.float32]
Thing = Callable[[Pixels, float, StrokeBook, np.random.Generator], Mask]
"""Draws on a picture, in place, with squares of so many pixels; returns how far it hides each pixel."""


def add_foreign(picture: Pixels, square: float, book: StrokeBook, rng: np.random.Generator) -> Mask:
    """Put one thing somewhere on the picture, in place; return how far it hides each pixel, 0 to 1."""
    thing = THINGS[int(rng.integers(len(THINGS)))]
    return thing(picture, square, book, rng)


def coffee_stain(picture: Pixels, square: float, book: StrokeBook, rng: np.random.Generator) -> Mask:
    """A ring or blot that lets what lies beneath show through."""
    centre, reach = _somewhere(picture, rng), float(rng.uniform(0.5, 2.2)) * square
    mask = np.zeros(picture.shape[:2], np.float32)
    width = -1 if rng.random() < 0.4 else max(2, round(float(rng.uniform(0.08, 0.35)) * square))
    cv2.circle(mask, centre, round(reach), 1.0, width, cv2.LINE_AA)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.8, 4))), np.float32)
    strength = float(rng.uniform(0.25, 0.8))
    tint = (
        floats((float(rng.uniform(120, 190)), float(rng.uniform(80, 130)), float(rng.uniform(40, 80)))) / 255
    )
    picture[:] = (picture * (1 - mask[..., None] * strength * (1 - tint))).astype(np.uint8)
    return mask * min(1.0, 1.4 * strength)


def finger(picture: Pixels, square: float, book: StrokeBook, rng: np.random.Generator) -> Mask:
    """A finger or thumb that reaches in from the edge."""
    side = len(picture)
    tip = floats(_somewhere(picture, rng))
    away = tip - side / 2 + rng.normal(0, 0.2 * side, 2)
    end = tip + away / (np.hypot(*away) + 1e-6) * 2 * side
    mask = np.zeros(picture.shape[:2], np.float32)
    thick = max(3, round(float(rng.uniform(0.9, 1.9)) * square))
    cv2.line(mask, pixel(tip), pixel(end), 1.0, thick, cv2.LINE_AA)
    skin = floats(SKINS[int(rng.integers(len(SKINS)))]) * float(rng.uniform(0.75, 1.1))
    round_shade = cv2.GaussianBlur(mask, (0, 0), thick / 4)[..., None]
    _paint(picture, mask, skin * (0.6 + 0.4 * round_shade))
    return mask


def playing_piece(picture: Pixels, square: float, book: StrokeBook, rng: np.random.Generator) -> Mask:
    """A cube, a disc or a card's corner lying on the sheet, with its shadow."""
    centre, reach = floats(_somewhere(picture, rng)), float(rng.uniform(0.3, 1.6)) * square
    sides, turn = int(rng.choice([4, 4, 6, 24])), float(rng.uniform(0, 2 * np.pi))
    angles = turn + np.arange(sides) * 2 * np.pi / sides
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach
    shadow, mask = np.zeros(picture.shape[:2], np.float32), np.zeros(picture.shape[:2], np.float32)
    cv2.fillPoly(shadow, [np.round(centre + ring + rng.normal(0, 0.15 * square, 2)).astype(np.int32)], 1.0)
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 0.08 * square + 0.5), np.float32)
    picture[:] = (picture * (1 - 0.5 * shadow[..., None])).astype(np.uint8)
    cv2.fillPoly(mask, [np.round(centre + ring).astype(np.int32)], 1.0, cv2.LINE_AA)
    _paint(picture, mask, floats(rng.uniform(15, 235, 3)) * (1 + 0.05 * rng.standard_normal()))
    return mask


def word(picture: Pixels, square: float, book: StrokeBook, rng: np.random.Generator) -> Mask:
    """A note of a few letters across the squares."""
    at, size = floats(_somewhere(picture, rng)), float(rng.uniform(0.4, 0.9)) * square
    mask = np.zeros(picture.shape[:2], np.float32)
    layer = np.full(picture.shape[:2], 255, np.uint8)
    labels = [name for name in book.drawings if name.startswith("latin:")]
    thick = max(1, round(float(rng.uniform(0.03, 0.06)) * square))
    for place in range(int(rng.integers(3, 7))):
        (letter,) = book.pick(labels[int(rng.integers(len(labels)))], rng)
        x, y = at + floats((place * size * 0.75, rng.normal(0, 0.04 * square)))
        for stroke in moved(letter, float(x), float(y), size):
            cv2.polylines(layer, [np.round(stroke * 16).astype(np.int32)], False, 0, thick, cv2.LINE_AA, 4)
        cv2.circle(mask, pixel(floats((x, y))), round(size * 0.5), 1.0, -1)
    ink = floats(rng.uniform(10, 110, 3)) if rng.random() < 0.3 else floats([float(rng.uniform(30, 100))] * 3)
    cover = ((255 - layer) / 255 * rng.uniform(0.5, 1.0))[..., None]
    picture[:] = (picture * (1 - cover) + ink * cover).astype(np.uint8)
    return mask


def struck_out(picture: Pixels, square: float, book: StrokeBook, rng: np.random.Generator) -> Mask:
    """A long line through many squares, as by one who corrects a sheet or whose pen slips."""
    middle, turn = floats(_somewhere(picture, rng)), float(rng.integers(4)) * np.pi / 4 + rng.normal(0, 0.08)
    reach = floats((np.cos(turn), np.sin(turn))) * float(rng.uniform(1.5, 6.0)) * square
    along = np.linspace(-1, 1, 12)[:, None]
    way = middle + along * reach + np.cumsum(rng.normal(0, 0.02 * square, (12, 2)), axis=0)
    thick = max(1, round(float(rng.uniform(0.03, 0.1)) * square))
    mask, cover = np.zeros(picture.shape[:2], np.float32), np.zeros(picture.shape[:2], np.uint8)
    cv2.polylines(mask, [np.round(way).astype(np.int32)], False, 1.0, max(1, round(0.5 * square)))
    cv2.polylines(cover, [np.round(way * 16).astype(np.int32)], False, 255, thick, cv2.LINE_AA, 4)
    ink = floats(rng.uniform(10, 160, 3)) if rng.random() < 0.4 else floats([float(rng.uniform(30, 110))] * 3)
    _paint(picture, np.asarray(cover / 255 * rng.uniform(0.4, 1.0), np.float32), ink)
    return mask


THINGS: tuple[Thing, ...] = (coffee_stain, finger, playing_piece, playing_piece, word, struck_out)


def _somewhere(picture: Pixels, rng: np.random.Generator) -> tuple[int, int]:
    height, width = picture.shape[:2]
    return int(rng.uniform(0, width)), int(rng.uniform(0, height))


def _paint(picture: Pixels, mask: Mask, colour: NDArray[np.float32]) -> None:
    cover = mask[..., None]
    picture[:] = np.clip(picture * (1 - cover) + colour * cover, 0, 255).astype(np.uint8)
