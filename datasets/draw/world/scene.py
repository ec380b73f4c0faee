"""The things beneath a sheet, beside it and on it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.lines import pixel
from datasets.draw.pencil import Pixels
from datasets.draw.photo.light import SKINS
from datasets.draw.photo.table import draw_table
from datasets.draw.pictures import PAPERS, TABLES, THINGS, Pictures
from datasets.draw.strokes import floats
from datasets.draw.world.decoys import draw_paper
from datasets.draw.world.othergrids import draw_grid_page
from vision.find.lattice import Points, mean_side

Mask = NDArray[np.float32]

REAL_TABLE, REAL_PAPER = 0.75, 0.7  # shares of tables and papers that are real where there are any
PAPER_SIDE = 420  # pixels of the long side of drawn papers


def lay_table(size: tuple[int, int], pictures: Pictures, rng: np.random.Generator) -> Pixels:
    """Return what everything lies on, RGB, of this width and height."""
    real = pictures.background(TABLES, rng) if rng.random() < REAL_TABLE else None
    if real is None:
        return draw_table(size, rng, clutter=bool(rng.random() < 0.3))
    turned = np.rot90(real, int(rng.integers(4)))
    if rng.random() < 0.5:
        turned = turned[:, ::-1]
    share = float(rng.uniform(0.5, 1.0))  # of the picture that is seen
    high, wide = turned.shape[:2]
    scale = share * min(wide / size[0], high / size[1])
    width, height = max(8, int(size[0] * scale)), max(8, int(size[1] * scale))
    x, y = int(rng.integers(wide - width + 1)), int(rng.integers(high - height + 1))
    cut = np.ascontiguousarray(turned[y : y + height, x : x + width])
    return np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def lay_papers(
    scene: Pixels, field: Points, count: int, pictures: Pictures, rng: np.random.Generator
) -> None:
    """Lay papers beneath and beside where a sheet will lie, in place.

    Args:
        scene: RGB.
        field: corners of the sheet's field, (4, 2), by which the papers' size is chosen.
        count: of papers.
        pictures: what real papers there are.
        rng: where chance comes from.
    """
    middle, side = field.mean(axis=0), mean_side(field)
    for _ in range(count):
        paper = _paper(pictures, rng)
        reach, heading = side * rng.uniform(0.2, 1.6), rng.uniform(0, 2 * np.pi)
        place = middle + reach * np.array([np.cos(heading), np.sin(heading)])
        put(scene, paper, place, side * float(rng.uniform(0.7, 2.2)), rng)


def lay_things(
    scene: Pixels, field: Points, count: int, pictures: Pictures, rng: np.random.Generator
) -> Mask:
    """Lay cards, pencils, pieces and fingers on a sheet, in place; return how far they hide each pixel."""
    hidden = np.zeros(scene.shape[:2], np.float32)
    for _ in range(count):
        thing = (_card, _card, _pencil, _piece, _piece, _finger, _fold)[int(rng.integers(7))]
        hidden = np.maximum(hidden, thing(scene, field, pictures, rng))
    return hidden


def put(
    scene: Pixels,
    paper: Pixels,
    place: Points,
    long_side: float,
    rng: np.random.Generator,
    tilt: float = 0.06,
) -> tuple[NDArray[np.float64], Mask]:
    """Lay a paper down turned and a little foreshortened, in place; return its homography and its mask."""
    height, width = paper.shape[:2]
    corners = floats([(0, 0), (width, 0), (width, height), (0, height)])
    turn, scale = rng.uniform(-np.pi, np.pi), long_side / max(height, width)
    spin = scale * floats([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    there = (corners - corners.mean(axis=0)) @ spin.T + place + rng.normal(0, tilt * long_side, (4, 2))
    view = cv2.getPerspectiveTransform(corners, there.astype(np.float32)).astype(np.float64)
    size = scene.shape[1::-1]
    smaller = paper
    if scale < 0.6:  # so that thin lines are averaged, not skipped
        smaller = np.asarray(
            cv2.resize(paper, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    shrunk = view @ np.diag([width / smaller.shape[1], height / smaller.shape[0], 1.0])
    laid = cv2.warpPerspective(smaller, shrunk, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = np.zeros(scene.shape[:2], np.uint8)
    cv2.fillPoly(cover, [np.round(there * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    _shade_round(scene, cover, long_side, rng)
    return view, cover_with(scene, np.asarray(laid, np.uint8), cover)


def cover_with(scene: Pixels, laid: Pixels, cover: NDArray[np.uint8]) -> Mask:
    """Show another picture where it covers the scene, in place; return how far it does, 0 to 1."""
    mask = (cover / np.float32(255)).astype(np.float32)
    scene[:] = cv2.blendLinear(laid, scene, mask, 1 - mask)
    return mask


def _paper(pictures: Pictures, rng: np.random.Generator) -> Pixels:
    real = pictures.background(PAPERS, rng) if rng.random() < REAL_PAPER else None
    if real is not None:
        return real
    kind = rng.random()
    if kind < 0.4:
        return draw_grid_page(rng).picture
    return draw_paper(rng, PAPER_SIDE) if kind < 0.8 else _squared_pad(rng)


def _squared_pad(rng: np.random.Generator) -> Pixels:
    """Return a page of squared paper, whose squares are any number."""
    height, width = rng.integers(PAPER_SIDE // 2, PAPER_SIDE, 2).tolist()
    pad = np.full((height, width, 3), rng.uniform(190, 252, 3).mean() + rng.uniform(-8, 8, 3), np.float32)
    ink, pitch = floats(rng.uniform(60, 200, 3)), float(rng.uniform(8, 30))
    for at in np.arange(rng.uniform(0, pitch), width, pitch):
        pad[:, int(at)] = ink
    for at in np.arange(rng.uniform(0, pitch), height, pitch):
        pad[int(at)] = ink
    return np.clip(pad, 0, 255).astype(np.uint8)


def _card(scene: Pixels, field: Points, pictures: Pictures, rng: np.random.Generator) -> Mask:
    card = pictures.background(THINGS, rng)
    if card is None or rng.random() < 0.2:
        card = np.full((88, 63, 3), rng.uniform(30, 240, 3), np.uint8)
        cv2.rectangle(card, (4, 4), (58, 83), rng.uniform(0, 255, 3).tolist(), int(rng.integers(1, 5)))
    high, wide = card.shape[:2]
    if not 0.55 < wide / high < 1.8:  # a strip is no card: a part of it
        side = min(high, wide)
        card = np.ascontiguousarray(card[:side, :side])
    return put(
        scene, card, _place(field, rng, 0.75), mean_side(field) * float(rng.uniform(0.15, 0.5)), rng, 0.01
    )[1]


def _pencil(scene: Pixels, field: Points, pictures: Pictures, rng: np.random.Generator) -> Mask:
    start, heading = _place(field, rng, 0.6), rng.uniform(0, 2 * np.pi)
    end = start + np.array([np.cos(heading), np.sin(heading)]) * mean_side(field) * rng.uniform(0.4, 1.3)
    mask = np.zeros(scene.shape[:2], np.uint8)
    thick = max(2, round(mean_side(field) * float(rng.uniform(0.015, 0.04))))
    cv2.line(mask, pixel(start), pixel(end), 255, thick, cv2.LINE_AA)
    return _painted(scene, mask, rng.uniform(20, 240, 3), thick, rng)


def _piece(scene: Pixels, field: Points, pictures: Pictures, rng: np.random.Generator) -> Mask:
    middle, reach = _place(field, rng, 0.5), mean_side(field) * float(rng.uniform(0.03, 0.09))
    sides, turn = int(rng.choice([4, 4, 5, 6, 24])), rng.uniform(0, 2 * np.pi)
    angles = turn + np.arange(sides) * 2 * np.pi / sides
    ring = middle + reach * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    mask = np.zeros(scene.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(ring * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return _painted(scene, mask, rng.uniform(10, 245, 3), reach, rng)


def _finger(scene: Pixels, field: Points, pictures: Pictures, rng: np.random.Generator) -> Mask:
    tip = _place(field, rng, 0.6)
    away = tip - field.mean(axis=0) + rng.normal(0, 0.2 * mean_side(field), 2)
    end = tip + away / (np.hypot(*away) + 1e-6) * 2 * max(scene.shape)
    mask = np.zeros(scene.shape[:2], np.uint8)
    thick = max(3, round(mean_side(field) * float(rng.uniform(0.06, 0.16))))
    cv2.line(mask, pixel(tip), pixel(end), 255, thick, cv2.LINE_AA)
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.7, 1.1)
    return _painted(scene, mask, skin, thick, rng)


def _fold(scene: Pixels, field: Points, pictures: Pictures, rng: np.random.Generator) -> Mask:
    """A corner that is folded over, or a slip of paper laid over it."""
    at = int(rng.integers(4))
    corner, before, after = field[at], field[at - 1], field[(at + 1) % 4]
    out = corner + (corner - field.mean(axis=0)) * 0.5
    inward = rng.uniform(0.05, 0.35, 2)
    crease = [before + (corner - before) * (1 - inward[0]), after + (corner - after) * (1 - inward[1])]
    away = [crease[0] * 2.5 - field.mean(axis=0) * 1.5, crease[1] * 2.5 - field.mean(axis=0) * 1.5]
    shape = np.array([crease[0], crease[1], away[1], out, away[0]])
    mask = np.zeros(scene.shape[:2], np.uint8)
    cv2.fillPoly(mask, [cv2.convexHull(np.round(shape * 16).astype(np.int32))], 255, cv2.LINE_AA, 4)
    return _painted(scene, mask, np.full(3, rng.uniform(150, 245)), 0.05 * mean_side(field), rng)


def _painted(
    scene: Pixels, mask: NDArray[np.uint8], colour: Points, size: float, rng: np.random.Generator
) -> Mask:
    """Paint a thing with a rounded shade and its shadow, in place."""
    _shade_round(scene, mask, 6 * size, rng)
    cover = (mask / np.float32(255)).astype(np.float32)
    soft = cv2.GaussianBlur(cover, (0, 0), max(1.0, size / 4))[..., None]
    tone = np.clip(floats(colour) * (0.65 + 0.4 * soft), 0, 255)
    scene[:] = (scene * (1 - cover[..., None]) + tone * cover[..., None]).astype(np.uint8)
    return cover


def _shade_round(scene: Pixels, mask: NDArray[np.uint8], size: float, rng: np.random.Generator) -> None:
    """Darken what lies in a thing's shadow, in place."""
    shift = floats([[1, 0, rng.normal(0, 0.015 * size)], [0, 1, rng.normal(0, 0.015 * size)]])
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    shift[:, 2] /= 4
    soft = cv2.GaussianBlur(cv2.warpAffine(small, shift, small.shape[::-1]), (0, 0), max(0.6, 0.004 * size))
    shade = 1 - float(rng.uniform(0.15, 0.5)) * cv2.resize(soft, mask.shape[::-1]).astype(np.float32) / 255
    scene[:] = (scene * shade[..., None]).astype(np.uint8)


def _place(field: Points, rng: np.random.Generator, reach: float) -> Points:
    """Return a place on the sheet or a little beside it, up to so far from the middle of its field."""
    middle = field.mean(axis=0)
    across, down = rng.uniform(-reach, reach, 2)
    return np.asarray(middle + across * (field[1] - field[0]) + down * (field[3] - field[0]))
