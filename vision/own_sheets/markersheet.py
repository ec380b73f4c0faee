"""Positions of the markers on our printed sheets: for the printer and for the finder.

Places are map coordinates (column, row) in squares from the field's top-left corner, y down.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import SIZE, Side
from vision.find.lattice import Points

TAG_SIDE = 1.0
TAG_MODULES = 8  # small squares along a tag: six of data in a black border
QUIET = TAG_SIDE / TAG_MODULES  # bare paper that a tag needs round it
TAG_PLACES = ((-0.95, -1.5), (10.95, -1.5), (10.95, 11.5), (-0.95, 11.5))
"""Upper left corner of each tag: beside the field's top-left, top-right, bottom-right, bottom-left corner."""

CODE_PLACE = (9.7, -4.1)
CODE_SIDE = 2.25
CODE_QUIET = 0.35  # bare paper round the code

NEATLINE = 0.14  # width of each of the two rows of blocks round the field
STATIONS = np.arange(1, SIZE)  # along an edge of the field: where four blocks of the neatline meet

CORNERS = 4
SIDES = tuple(Side)
VARIANTS = 4  # neighbouring sheets of a print run have tags of their own
FIRST_TAG = 300
TAGS = VARIANTS * len(SIDES) * CORNERS


@dataclass(frozen=True, slots=True, order=True)
class TagName:
    """The meaning of a tag's number."""

    variant: int
    side: Side
    corner: int
    """0 to 3: top-left, top-right, bottom-right, bottom-left."""

    @property
    def number(self) -> int:
        """Its number in the family 36h11."""
        return FIRST_TAG + (self.variant * len(SIDES) + SIDES.index(self.side)) * CORNERS + self.corner

    @classmethod
    def of(cls, number: int) -> "TagName":
        """Return what the tag of this number, from FIRST_TAG on, says."""
        sheet, corner = divmod(number - FIRST_TAG, CORNERS)
        variant, side = divmod(sheet, len(SIDES))
        return cls(variant, SIDES[side], corner)


def tag_names(sheet: int, side: Side) -> tuple[TagName, ...]:
    """Return the four tags of a sheet by its number in the print run."""
    return tuple(TagName(sheet % VARIANTS, side, corner) for corner in range(CORNERS))


def tag_corners(corner: int) -> Points:
    """Return the corners of a tag's black border, (4, 2), clockwise from its upper left one."""
    return square_at(TAG_PLACES[corner], TAG_SIDE)


def code_corners() -> Points:
    """Return the corners of the code, (4, 2), clockwise from its upper left one."""
    return square_at(CODE_PLACE, CODE_SIDE)


def square_at(place: tuple[float, float], side: float) -> Points:
    """Return the corners of an upright square, (4, 2), clockwise from its upper left one."""
    return np.array(place) + side * np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@cache
def tag_family() -> cv2.aruco.Dictionary:
    """Return the part of the family 36h11 that our sheets use; its first tag is number FIRST_TAG."""
    whole = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    ours = np.ascontiguousarray(whole.bytesList[FIRST_TAG : FIRST_TAG + TAGS])
    return cv2.aruco.Dictionary(ours, whole.markerSize, whole.maxCorrectionBits)


def tag_modules(name: TagName) -> NDArray[np.bool_]:
    """Return which small squares of a tag are black, (8, 8)."""
    drawn = cv2.aruco.generateImageMarker(tag_family(), name.number - FIRST_TAG, TAG_MODULES)
    return np.asarray(drawn == 0)


@dataclass(frozen=True, slots=True)
class Crossing:
    """A place of the neatline where four blocks meet, two dark and two light."""

    place: tuple[float, float]
    dark: Points
    """Places within the two dark blocks, (2, 2)."""


@cache
def crossings() -> tuple[Crossing, ...]:
    """Return the forty crossings of the neatline: top, bottom, left and right edge."""
    return tuple(_crossings())


def is_dark(block: int, row: int) -> bool:
    """Whether a block of the neatline is dark; row 0 lies along the field, row 1 outside it."""
    return (block + row) % 2 == 1


def _crossings() -> Iterator[Crossing]:
    for out, outward in ((-NEATLINE, -1), (SIZE + NEATLINE, 1)):
        for station in STATIONS.tolist():
            dark = np.array(
                [
                    (block + 0.75 - 0.5 * (block == station), out + outward * NEATLINE * (row - 0.5))
                    for block in (station - 1, station)
                    for row in (0, 1)
                    if is_dark(block, row)
                ]
            )
            yield Crossing((float(station), out), dark)
            yield Crossing((out, float(station)), dark[:, ::-1])
