"""The neatline of our printed sheets: from one tag along its blocks to the whole field."""

from functools import cache

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.find.lattice import Points, transform
from vision.own_sheets.markersheet import NEATLINE, STATIONS, crossings

REACHES = (
    1.7,
    2.7,
    3.7,
    20.0,
)  # squares: crossings are looked for so near to what is known, farther if none are
TRIES = 6  # for one crossing, as the plane grows better
PATCH_PIXELS = 28  # of a square where crossings are looked for
HALF = (0.45, 0.2)  # squares of a crossing's picture on each side of it, along the neatline and across
SEARCH = 0.2  # squares that a crossing may lie from where it is looked for
LIKENESS = 0.7  # correlation from which what is seen is a crossing
PLANE_SPAN = 4.0  # squares over which points spread before they tell the perspective
WORST = 0.1  # squares beyond which a point does not count for the plane

_PLACES = np.array([crossing.place for crossing in crossings()])


def grow_plane(
    grey: NDArray[np.uint8], squares: Points, pixels: Points
) -> tuple[NDArray[np.float64], int, float]:
    """Follow the neatline from known points all round the field.

    Args:
        grey: the photo, (height, width).
        squares: map coordinates of the known points, (k, 2), k at least 4.
        pixels: where they lie in the photo, (k, 2).

    Returns:
        The homography (3, 3) from map coordinates to the photo, the number of crossings that it rests on, of
        40, and the median distance of points from it in squares.
    """
    known, seen = squares, pixels
    tries = np.zeros(len(_PLACES), int)
    waits = 0
    while waits < len(REACHES):
        distance = np.linalg.norm(_PLACES[:, None] - known[None], axis=2).min(axis=1)
        wanted = np.flatnonzero((distance < REACHES[waits]) & (tries < TRIES))
        tries[wanted] += 1
        found = _find_crossings(grey, fit_plane(known, seen), wanted, known, seen)
        places = found[:, 0].astype(int)
        tries[places] = TRIES
        known = np.concatenate([known, _PLACES[places]])
        seen = np.concatenate([seen, found[:, 1:]])
        waits = 0 if len(found) else waits + 1
    plane = fit_plane(known, seen)
    error = float(np.median(_squares_off(plane, known, seen)))
    return plane, len(known) - len(squares), error


def fit_plane(squares: Points, pixels: Points) -> NDArray[np.float64]:
    """Return the homography (3, 3) that carries squares to pixels, most of which it fits; (k, 2) each.

    Points that lie all in one place tell no perspective: those are fitted by an affine map.
    """
    if np.ptp(squares, axis=0).min() < PLANE_SPAN:
        return _affine(squares, pixels)
    plane = _homography(squares, pixels)
    off = _squares_off(plane, squares, pixels)
    good = off < max(WORST, 2.5 * float(np.median(off)))
    return plane if good.all() or good.sum() < 4 else _homography(squares[good], pixels[good])


def square_pixels(plane: NDArray[np.float64], places: Points) -> NDArray[np.float64]:
    """Return the side of a square in the photo round each place, (k,)."""
    right, down = (transform(plane, places + step) for step in ((0.5, 0.0), (0.0, 0.5)))
    left, up = (transform(plane, places - step) for step in ((0.5, 0.0), (0.0, 0.5)))
    across, along = right - left, down - up
    return np.sqrt(np.abs(across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0]))


def _find_crossings(
    grey: NDArray[np.uint8],
    plane: NDArray[np.float64],
    wanted: NDArray[np.intp],
    known: Points,
    seen: Points,
) -> NDArray[np.float64]:
    """Return number and place (x, y) of the wanted crossings that are there, (k, 3)."""
    if not len(wanted):
        return np.empty((0, 3))
    nearest = np.linalg.norm(_PLACES[wanted][:, None] - known[None], axis=2).argmin(axis=1)
    bend = (seen - transform(plane, known))[nearest]  # what curls there curls here
    found = []
    for number, offset in zip(wanted.tolist(), bend, strict=True):
        moved = _find_crossing(grey, plane, offset, number)
        if moved is not None:
            found.append((number, *(transform(plane, moved) + offset)))
    return np.array(found, np.float64).reshape(-1, 3)


def _find_crossing(
    grey: NDArray[np.uint8], plane: NDArray[np.float64], bend: Points, number: int
) -> Points | None:
    """Return the map coordinates where a crossing seems to lie, (2,); None where none is seen."""
    template = _template(number)
    border = round(SEARCH * PATCH_PIXELS)
    height, width = (side + 2 * border for side in template.shape)
    x, y = (np.arange(side) - (side - 1) / 2 for side in (width, height))
    around = _PLACES[number] + np.stack(np.meshgrid(x, y), axis=-1) / PATCH_PIXELS
    at = (transform(plane, around) + bend).astype(np.float32)
    if at.min() < 0 or (at.max(axis=(0, 1)) > (grey.shape[1] - 1, grey.shape[0] - 1)).any():
        return None
    patch = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    likeness = cv2.matchTemplate(patch, template, cv2.TM_CCOEFF_NORMED)
    row, column = np.unravel_index(int(likeness.argmax()), likeness.shape)
    if likeness[row, column] < LIKENESS:
        return None
    down, right = _peak(likeness[:, column], int(row)), _peak(likeness[row], int(column))
    return np.asarray(_PLACES[number] + (np.array([right, down]) - border) / PATCH_PIXELS)


def _peak(values: MatLike, best: int) -> float:
    """Return the place of a peak between its neighbours."""
    if not 0 < best < len(values) - 1:
        return float(best)
    left, top, right = (float(value) for value in values[best - 1 : best + 2])
    return best + (right - left) / (2 * max(2 * top - left - right, 1e-6))


@cache
def _template(number: int) -> NDArray[np.uint8]:
    """Return how a crossing looks: four blocks with light beyond them, a little blurred."""
    crossing = crossings()[number]
    level = crossing.place[0] in STATIONS  # of the upper or lower edge
    across, along = (2 * round(half * PATCH_PIXELS) + 1 for half in reversed(HALF))
    u, v = (np.arange(count) - count // 2 for count in (along, across))
    first = crossing.dark[0] - np.array(crossing.place)
    dark = np.sign(u[None]) * np.sign(v[:, None]) == np.sign(first.prod())
    dark &= np.abs(v[:, None]) < NEATLINE * PATCH_PIXELS
    drawn = np.where(dark, 30, 220).astype(np.uint8)
    drawn[:, along // 2] = drawn[across // 2] = 125
    soft = cv2.GaussianBlur(drawn, (0, 0), 1.2)
    return np.ascontiguousarray(soft if level else soft.T)


def _affine(squares: Points, pixels: Points) -> NDArray[np.float64]:
    rows = np.column_stack([squares, np.ones(len(squares))])
    solved = np.linalg.lstsq(rows, pixels, rcond=None)[0]
    return np.vstack([solved.T, [0.0, 0.0, 1.0]])


def _homography(squares: Points, pixels: Points) -> NDArray[np.float64]:
    found, _ = cv2.findHomography(squares, pixels, 0)
    return _affine(squares, pixels) if found is None else np.asarray(found, np.float64)


def _squares_off(plane: NDArray[np.float64], squares: Points, pixels: Points) -> NDArray[np.float64]:
    """Return how far each point lies from where the plane has it, in squares, (k,)."""
    away = np.linalg.norm(transform(plane, squares) - pixels, axis=1)
    return np.asarray(away / np.maximum(square_pixels(plane, squares), 1e-9))
