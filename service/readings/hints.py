"""Hints that a person gives on a photo before it is read; corners are written "x,y x,y x,y x,y"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import Layout, Side
from engine.sentence import Sentence
from service.documents import Reason
from service.documents.errors import UnreadablePhotoError

if TYPE_CHECKING:
    from vision.find.given import Corners

NUMBER = r"[-+]?\d+(?:\.\d+)?"
WRITTEN = re.compile(rf"\s*({NUMBER})\s*,\s*({NUMBER})\s*(?:[\s;]|$)")
LIKE_THIS = '"10,20 810,25 800,830 5,820"'


@dataclass(frozen=True, slots=True)
class Hints:
    """The printed side, and the corners of its field in the photo; None where not stated."""

    side: Side | None = None
    corners: "Corners | None" = None
    layout: Layout | None = None
    """The print of sheets of side custom; it is not stored."""
    upright: bool = False
    """Whether the first of the corners is the map's top left, whatever the print tells."""

    def to_json(self) -> dict[str, object]:
        """Return what is stored."""
        corners = [list(corner) for corner in self.corners] if self.corners else None
        return {"side": self.side.value if self.side else None, "corners": corners, "upright": self.upright}

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "Hints":
        """Return what was stored."""
        side, corners = kept.get("side"), kept.get("corners")
        placed = tuple((x, y) for x, y in corners) if corners else None
        return cls(Side(side) if side else None, placed, upright=kept.get("upright", False))


NO_HINTS = Hints()


UPRIGHT_OF_NOTHING = Reason(
    code="bad_corners",
    message="It is said that the first corner is the map's top left, but no corners are named.",
    advice="Name the four corners, too, or leave upright out.",
)


class WrittenCornersError(ValueError):
    """The text names no four corners."""


def hints_asked(side: Side | None, corners: str | None, *, upright: bool) -> Hints:
    """Return the hints of a request, which may name the corners.

    Raises:
        UnreadablePhotoError: It names what are no four corners, or says of none that they are upright.
    """
    if corners is None or not corners.strip():
        if upright:
            raise UnreadablePhotoError(UPRIGHT_OF_NOTHING)
        return Hints(side)
    try:
        return Hints(side, parse_corners(corners), upright=upright)
    except WrittenCornersError as error:
        raise UnreadablePhotoError(
            Reason(
                code="bad_corners",
                message=Sentence("The corners cannot be understood: %(problem)s.", problem=str(error)),
                advice="Leave the corners out, or give four pairs x,y in pixels, separated by spaces.",
            )
        ) from error


def parse_corners(text: str) -> "Corners":
    """Return the four corners that a person wrote, in pixels of the upright photo.

    >>> parse_corners("10,20 810,25.5 800,830 5,820")
    ((10.0, 20.0), (810.0, 25.5), (800.0, 830.0), (5.0, 820.0))

    Raises:
        WrittenCornersError: there are not four, or something else stands there.
    """
    found, place = [], 0
    while match := WRITTEN.match(text, place):
        found.append((float(match[1]), float(match[2])))
        place = match.end()
    if len(found) != 4 or text[place:].strip():
        raise WrittenCornersError(
            f"four corners are wanted, each an x and a y in pixels of the upright photo, like {LIKE_THIS}"
        )
    return tuple(found)
