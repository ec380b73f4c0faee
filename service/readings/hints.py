"""Hints that a person gives on a photo before it is read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import Layout, Side

if TYPE_CHECKING:
    from vision.find.given import Corners


@dataclass(frozen=True, slots=True)
class Hints:
    """The printed side, and the corners of its field in the photo; None where not stated."""

    side: Side | None = None
    corners: "Corners | None" = None
    layout: Layout | None = None
    """What is printed on sheets of side custom; it is not stored."""
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
