"""The markers of our printed sheets: tags that say where the field lies, and a code that says whose it is."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import zxingcpp
from cv2.typing import MatLike
from numpy.typing import NDArray

from engine import SIZE, Side
from vision.find.lattice import Points, is_plausible, map_nodes, mean_side, scaled_points, transform
from vision.image import Image, shrink
from vision.own_sheets.markersheet import (
    CODE_QUIET,
    CODE_SIDE,
    CORNERS,
    FIRST_TAG,
    TAG_MODULES,
    TagName,
    code_corners,
    square_at,
    tag_corners,
    tag_family,
)
from vision.own_sheets.neatline import fit_plane, grow_plane
from vision.own_sheets.sheetcode import SheetCode

GLANCE_SIDE = 800  # pixels of the long side at which tags are first looked for
CLOSER_SIDE = 1600  # and at which they are looked for again where some were seen
LEAST_TAG = (
    0.012  # of the long side: a smaller tag has under 2 pixels a module, or not all of them when aslant
)
MOST_TAGS = 32  # of a photo, the largest: eight sheets have so many
SAME_SHEET = 1.0  # squares that a tag may lie from where another of its sheet expects it
CODE_PIXELS = 420  # side of the code and its quiet zone in the picture that is read
CODE_ASIDE = (
    0.6  # squares of paper read round the code: where the lattice was fitted to curled paper it is off
)


@dataclass(frozen=True, slots=True)
class MarkedSheet:
    """A sheet of ours in a photo, as its markers tell it."""

    lattice: Points
    """Photo position of every node as if the paper were flat, (12, 12, 2), in the sheet's own order."""
    side: Side
    tags: int
    """How many of its four tags were read."""
    crossings: int
    """How many of the forty crossings of its neatline were found where the tags put them."""
    error: float
    """Typical distance of tags and crossings from the lattice's plane, in squares."""


@dataclass(frozen=True, slots=True)
class _Tag:
    """One tag as seen."""

    name: TagName
    corners: Points
    """(4, 2), in pixels of the photo, clockwise on the sheet from its upper left one."""

    @property
    def pixels(self) -> float:
        return mean_side(self.corners)


def find_markers(image: Image) -> list[MarkedSheet]:
    """Find our printed sheets by their tags; any of the four will do, more are surer.

    A glance at a small copy decides whether there are any, so that other photos cost next to nothing.

    Args:
        image: the upright photo, RGB.

    Returns:
        One for each sheet in view, the surest first; none where no tag is seen.
    """
    tags = _see_tags(image, GLANCE_SIDE)
    if len(tags) % CORNERS:
        tags = _without_twins([*_see_tags(image, CLOSER_SIDE), *tags])
    if not tags:
        return []
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY).astype(np.uint8, copy=False)
    largest = sorted(tags, key=lambda tag: -tag.pixels)[:MOST_TAGS]
    waiting = sorted((_sharpened(grey, tag) for tag in largest), key=lambda tag: -tag.pixels)
    sheets = []
    while waiting:
        mates, plane, crossings, error = _gather(grey, waiting[0], waiting[1:])
        waiting = [tag for tag in waiting if all(tag is not mate for mate in mates)]
        lattice = transform(plane, map_nodes(SIZE))
        if is_plausible(lattice, image.shape):
            sheets.append(MarkedSheet(lattice, mates[0].name.side, len(mates), crossings, error))
    return sorted(sheets, key=lambda sheet: (-sheet.tags, -sheet.crossings))


def read_code(image: Image, lattice: Points) -> SheetCode | None:
    """Read the code of a sheet whose lattice is known, however it was found.

    Args:
        image: the upright photo, RGB; the more pixels the better.
        lattice: (12, 12, 2) in its pixels, in the sheet's own order.

    Returns:
        What the code says; None where none of ours can be read there.
    """
    plane = fit_plane(map_nodes(SIZE).reshape(-1, 2), np.asarray(lattice, np.float64).reshape(-1, 2))
    for aside in (CODE_QUIET, CODE_ASIDE):
        code = _decode(_straight_code(image, plane, aside))
        if code is not None:
            return code
    return None


def _see_tags(image: Image, side: int) -> list[_Tag]:
    """Return the tags of our family on a copy with at least so many pixels along its long side."""
    scale = 1 / max(1, max(image.shape) // side)  # whole pixels are averaged ten times faster
    grey = shrink(np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8), scale)
    corners, numbers, _ = _detector().detectMarkers(grey)
    if numbers is None:
        return []
    return [
        _Tag(TagName.of(FIRST_TAG + int(number)), scaled_points(_as_corners(found), 1 / scale))
        for number, found in zip(np.ravel(numbers), corners, strict=True)
    ]


def _as_corners(found: MatLike) -> Points:
    """Return a detector's corners, whatever axes it wraps them in, (4, 2)."""
    return np.asarray(found, np.float64).reshape(4, 2)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    """Return a detector of our tags that spends little on what is none."""
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 15
    settings.minMarkerPerimeterRate = 4 * LEAST_TAG
    settings.maxErroneousBitsInBorderRate = 0.2
    return cv2.aruco.ArucoDetector(tag_family(), settings)


def _without_twins(tags: list[_Tag]) -> list[_Tag]:
    """Drop tags seen before at the same place."""
    kept: list[_Tag] = []
    for tag in tags:
        middle = tag.corners.mean(axis=0)
        twins = (twin for twin in kept if twin.name == tag.name)
        if all(np.linalg.norm(twin.corners.mean(axis=0) - middle) > tag.pixels / 2 for twin in twins):
            kept.append(tag)
    return kept


def _sharpened(grey: NDArray[np.uint8], tag: _Tag) -> _Tag:
    """Return the tag with its corners put to a fraction of a pixel."""
    window = max(2, round(tag.pixels / TAG_MODULES * 0.8))
    height, width = grey.shape
    x, y = tag.corners.T
    if min(x.min(), y.min()) < window + 2 or x.max() > width - window - 3 or y.max() > height - window - 3:
        return tag
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    start = tag.corners.astype(np.float32).reshape(-1, 1, 2)
    found = _as_corners(cv2.cornerSubPix(grey, start, (window, window), (-1, -1), stop))
    moved = np.linalg.norm(found - tag.corners, axis=1).max()
    return _Tag(tag.name, found) if moved < 1.5 * window else tag


def _gather(
    grey: NDArray[np.uint8], first: _Tag, others: list[_Tag]
) -> tuple[list[_Tag], NDArray[np.float64], int, float]:
    """Return the tags of the first one's sheet, and what `grow_plane` says from them.

    The neatline leads from one tag to the next, so that those of a like sheet beside it are told apart.
    """
    mates = [first]
    while True:
        squares = np.concatenate([tag_corners(tag.name.corner) for tag in mates])
        plane, crossings, error = grow_plane(grey, squares, np.concatenate([tag.corners for tag in mates]))
        more = [first, *_mates(plane, first, others)]
        if len(more) <= len(mates):
            return mates, plane, crossings, error
        mates = more


def _mates(plane: NDArray[np.float64], first: _Tag, others: list[_Tag]) -> Iterator[_Tag]:
    """Yield the tags that lie where the first one's sheet must have them."""
    for corner in set(range(CORNERS)) - {first.name.corner}:
        wanted = TagName(first.name.variant, first.name.side, corner)
        expected = transform(plane, tag_corners(corner))
        near = [
            (float(np.linalg.norm(tag.corners - expected, axis=1).max()), place)
            for place, tag in enumerate(others)
            if tag.name == wanted
        ]
        if near and min(near)[0] < SAME_SHEET * first.pixels:
            yield others[min(near)[1]]


def _straight_code(image: Image, plane: NDArray[np.float64], aside: float) -> NDArray[np.uint8]:
    """Return the code and so many squares round it as seen from above, grey."""
    start = code_corners()[0] - aside
    around = transform(plane, square_at((float(start[0]), float(start[1])), CODE_SIDE + 2 * aside))
    low = np.floor(around.min(axis=0)).astype(int) - 2
    high = np.ceil(around.max(axis=0)).astype(int) + 3
    height, width = image.shape[:2]
    low, high = np.clip(low, 0, (width, height)), np.clip(high, 0, (width, height))
    part = image[low[1] : high[1], low[0] : high[0]]
    if min(part.shape[:2]) < 2:
        return np.full((CODE_PIXELS, CODE_PIXELS), 255, np.uint8)
    scale = min(1.0, CODE_PIXELS / max(float(np.ptp(around, axis=0).max()), 1.0))
    grey = cv2.cvtColor(shrink(part, scale), cv2.COLOR_RGB2GRAY)
    corners = (around - low + 0.5) * scale
    target = square_at((0.0, 0.0), CODE_PIXELS)
    view = cv2.getPerspectiveTransform(corners.astype(np.float32), target.astype(np.float32))
    seen = cv2.warpPerspective(grey, view, (CODE_PIXELS, CODE_PIXELS), flags=cv2.INTER_CUBIC, borderValue=255)
    return np.asarray(seen, np.uint8)


def _decode(picture: NDArray[np.uint8]) -> SheetCode | None:
    found = zxingcpp.read_barcodes(
        picture,
        formats=zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode]),
        try_invert=False,
        try_downscale=True,
    )
    for barcode in found:
        try:
            code = SheetCode.parse(barcode.bytes.decode("utf-8"))
        except UnicodeDecodeError:
            continue
        if code is not None:
            return code
    return None
