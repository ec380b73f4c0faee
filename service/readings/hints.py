"""What a person says of a photo before it is read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import Side

if TYPE_CHECKING:
    from vision.find.given import Corners


@dataclass(frozen=True, slots=True)
class Hints:
    """The side that is printed on a sheet, and where the corners of its field are; None: not said."""

    side: Side | None = None
    corners: "Corners | None" = None

    def to_json(self) -> dict[str, Any]:
        """Return what is kept."""
        corners = [list(corner) for corner in self.corners] if self.corners else None
        return {"side": self.side.value if self.side else None, "corners": corners}

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "Hints":
        """Return what was kept."""
        side, corners = kept.get("side"), kept.get("corners")
        return cls(Side(side) if side else None, tuple((x, y) for x, y in corners) if corners else None)
