"""A bit of the photo, seen upright as the sheet lies: cut out by the browser of the one photo that it has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, sin
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import SIZE, Square
from service.documents import Photo, Sheet

PHOTO_SIDE = 1600
"""Pixels of the longer side of the photo that pages show."""
ALL = slice(0, SIZE + 1)
Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in squares of the map."""
PARTS: Mapping[str, tuple[Rectangle, slice]] = {
    "strip": ((-1.6, SIZE - 0.3, SIZE + 2.4, 4.6), slice(SIZE - 4, SIZE + 1)),
    "header": ((-0.8, -4.6, SIZE + 1.6, 4.4), slice(0, 5)),
    "upright": ((-1.0, -4.8, SIZE + 2.0, SIZE + 9.6), ALL),
}
"""Parts of a sheet, each with the rows of the lattice that tell where it lies.

On the strip below the map are coins and season boxes, of which the first begins up to 1.4 squares left of the
map; on the header above it the name is written; upright is the whole sheet.
"""
AROUND = 0.04
"""How much of the photo is shown beyond the field of a scan, as a share of its side."""


@dataclass(frozen=True, slots=True)
class Window:
    """The place of the photo behind an SVG that shows a part of it."""

    view_box: str
    """In squares of the map, or in pixels of the upright photo."""
    transform: str
    """From pixels of the upright photo."""
    width: int
    height: int
    """Of the upright photo, in its own pixels."""


def photo_size(photo: Photo) -> tuple[int, int]:
    """Return width and height of the photo as pages show it."""
    width, height = photo.width or 1, photo.height or 1
    scale = min(1.0, PHOTO_SIDE / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))


def lattice_shown(photo: Photo, sheet: Sheet) -> Sequence[Sequence[tuple[float, float]]] | None:
    """Return the nodes of the lattice in pixels of the photo as pages show it; None where none is known."""
    if sheet.lattice is None:
        return None
    scale = photo_size(photo)[0] / (photo.width or 1)
    return [[(x * scale, y * scale) for x, y in row] for row in sheet.lattice]


def around(photo: Photo, sheet: Sheet, square: Square) -> Window:
    """Return the window onto a square and its neighbours."""
    rows = slice(max(0, square.row - 2), square.row + 4)
    columns = slice(max(0, square.column - 2), square.column + 4)
    return _window(photo, sheet, (square.column - 2, square.row - 2, 5, 5), rows, columns)


def part_of(photo: Photo, sheet: Sheet, name: str) -> Window:
    """Return the window onto one of the `PARTS` of a sheet."""
    box, rows = PARTS[name]
    return _window(photo, sheet, box, rows, ALL)


def field_of(photo: Photo, sheet: Sheet) -> Window:
    """Return the window onto the field and a little around it, turned upright, in pixels of the photo."""
    nodes = np.asarray(sheet.lattice or _corner_rows(sheet), np.float64)
    middle = (nodes[0, 0] + nodes[0, -1] + nodes[-1, 0] + nodes[-1, -1]) / 4
    right, down = nodes[0, -1] - nodes[0, 0]
    slant = atan2(down, right)
    turned = (nodes - middle) @ [[cos(slant), -sin(slant)], [sin(slant), cos(slant)]] + middle
    least, most = turned.min(axis=(0, 1)), turned.max(axis=(0, 1))
    side = (1 + 2 * AROUND) * max(most - least)
    left, top = (least + most - side) / 2
    return Window(
        view_box=f"{left:.0f} {top:.0f} {side:.0f} {side:.0f}",
        transform=f"rotate({-degrees(slant):.1f} {middle[0]:.0f} {middle[1]:.0f})",
        width=photo.width or 1,
        height=photo.height or 1,
    )


def _corner_rows(sheet: Sheet) -> Sequence[Sequence[tuple[float, float]]]:
    """Return the corners of the field as the upper and the lower row of a lattice."""
    left, right, right_below, left_below = sheet.corners
    return (left, right), (left_below, right_below)


def _window(photo: Photo, sheet: Sheet, box: Rectangle, rows: slice, columns: slice) -> Window:
    width, height = photo.width or 1, photo.height or 1
    if sheet.lattice is None:
        return Window(f"0 0 {width} {height}", "", width, height)
    a, b, c, d, e, f = _to_map(np.asarray(sheet.lattice, np.float64), rows, columns)
    return Window(
        view_box=" ".join(f"{number:g}" for number in box),
        transform=f"matrix({a:.7g} {b:.7g} {c:.7g} {d:.7g} {e:.7g} {f:.7g})",
        width=width,
        height=height,
    )


def _to_map(lattice: NDArray[np.float64], rows: slice, columns: slice) -> tuple[float, ...]:
    """Return the affine map from the photo to squares that fits these nodes best."""
    places = lattice[rows, columns].reshape(-1, 2)
    down, across = np.mgrid[0 : SIZE + 1, 0 : SIZE + 1].astype(np.float64)
    squares = np.stack([across[rows, columns].ravel(), down[rows, columns].ravel()], axis=1)
    known = np.column_stack([places, np.ones(len(places))])
    (a, b), (c, d), (e, f) = np.linalg.lstsq(known, squares, rcond=None)[0]
    return tuple(map(float, (a, b, c, d, e, f)))
