"""The geometry of a sheet: where its lattice lies in a photo, and why that is believed."""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine import Side
from vision.equality import ComparesArrays
from vision.find.judgement import COVERED, Judgement
from vision.find.lattice import Lattice, Points, scaled_points

MOST_HIDDEN = 0.2  # of the nodes: where more show no lines, these are faint, not covered


@dataclass(frozen=True, eq=False)
class Evidence(ComparesArrays):
    """Why a lattice of n x n squares is believed to be the printed one, and what was noticed along it."""

    error: float = 0.0
    """Typical distance of the lattice from the lines it was fitted to, in squares; 0 where it was not."""
    seen: NDArray[np.bool_] | None = None
    """Nodes near which both printed lines show, (n + 1, n + 1); None where nobody looked."""
    judged: Judgement | None = None
    """The judge's answer; None where it was not asked."""
    marked: Side | None = None
    """The side that the markers of our own printed sheets say it is; None where they were not seen."""
    upright: bool = False
    """Whether a person, or the code of our own sheets, says that the lattice lies upright; otherwise its
    print tells."""

    @property
    def probability(self) -> float:
        """That every corner is right to a quarter of a square, by the judge; 0 where it was not asked."""
        return self.judged.probability if self.judged else 0.0

    def hidden(self, cells: int) -> NDArray[np.bool_]:
        """Return which of n x n squares something covers, by the judge or as no line about them shows."""
        seen = self.judged.covered > COVERED if self.judged else np.zeros((cells, cells), np.bool_)
        return np.asarray(seen | self._without_lines(cells), np.bool_)

    def _without_lines(self, cells: int) -> NDArray[np.bool_]:
        """Return about which squares none of the printed lines shows; none where many lines are faint."""
        unseen = np.zeros((cells + 1, cells + 1), np.bool_) if self.seen is None else ~self.seen
        lost = unseen[:-1, :-1] & unseen[1:, :-1] & unseen[:-1, 1:] & unseen[1:, 1:]
        if not lost.any() or unseen.mean() > MOST_HIDDEN:
            return np.zeros_like(lost)
        ends = np.pad(lost, 1)  # nodes of a lost square, and from them all squares that touch one
        nodes = ends[1:, 1:] | ends[:-1, 1:] | ends[1:, :-1] | ends[:-1, :-1]
        return np.asarray(nodes[:-1, :-1] | nodes[1:, :-1] | nodes[:-1, 1:] | nodes[1:, 1:], np.bool_)

    def turned(self, quarters: int) -> "Evidence":
        """Return the same of the lattice read after so many quarter turns counter-clockwise."""
        return replace(
            self,
            seen=None if self.seen is None else np.rot90(self.seen, quarters).copy(),
            judged=self.judged.turned(quarters) if self.judged else None,
        )


@dataclass(frozen=True, eq=False)
class SheetGeometry(ComparesArrays):
    """A printed lattice as found in a photo: where it lies, and why that is believed."""

    where: Lattice
    evidence: Evidence = field(default_factory=Evidence)
    frame: Points | None = None
    """Outer corners of the printed frame, (4, 2), where it is thicker than a line."""

    @property
    def lattice(self) -> Points:
        """Photo position of every node, shape (n + 1, n + 1, 2): [row line, column line]."""
        return self.where.nodes

    @property
    def corners(self) -> Points:
        """Outer corners of the field, shape (4, 2): top-left, top-right, bottom-right, bottom-left."""
        return self.frame if self.frame is not None else self.where.corners

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """Squares that something covers, (n, n)."""
        return self.evidence.hidden(self.where.cells)

    def as_judged(self, judged: Judgement) -> "SheetGeometry":
        """Return the same with what the judge says of it."""
        return replace(self, evidence=replace(self.evidence, judged=judged))

    def scaled(self, scale: float) -> "SheetGeometry":
        """Return the same sheet in the pixels of the photo at another scale."""
        frame = None if self.frame is None else scaled_points(self.frame, scale)
        return replace(self, where=self.where.scaled(scale), frame=frame)

    def moved(self, x: float, y: float) -> "SheetGeometry":
        """Return the same sheet so many pixels to the right and down."""
        frame = None if self.frame is None else self.frame + np.array([x, y])
        return replace(self, where=self.where.moved(x, y), frame=frame)

    def turned(self, quarters: int) -> "SheetGeometry":
        """Return the same field read after turning it by so many quarter turns counter-clockwise."""
        frame = None if self.frame is None else np.roll(self.frame, -quarters, axis=0)
        return SheetGeometry(self.where.turned(quarters), self.evidence.turned(quarters), frame)
