"""The flattened photo at several scales: every lattice is fitted at the scale that shows lines best."""

import numpy as np

from vision.geometry import Points, SheetGeometry
from vision.image import shrink
from vision.lines import Plane
from vision.mesh import SQUARE, refine


class Pyramid:
    """A flattened photo; smaller copies are made when first needed."""

    def __init__(self, flat: Plane) -> None:
        """Start from the plane that `flatten` gives."""
        self.flat = flat
        self._planes = {1.0: flat}

    def follow(self, lattice: Points) -> SheetGeometry:
        """Move a lattice, in pixels of the full plane, onto the printed lines."""
        scale = self._scale_for(SheetGeometry(lattice, 0.0, 0.0).cell_pixels)
        if scale not in self._planes:
            self._planes[scale] = shrink(self.flat, scale)
        found = refine(self._planes[scale], (lattice + 0.5) * scale - 0.5)
        return SheetGeometry((found.lattice + 0.5) / scale - 0.5, found.error, found.score)

    @staticmethod
    def _scale_for(cell_pixels: float) -> float:
        """Return the smallest scale in which a square still has the pixels that lines are looked for at."""
        scale = 1.0
        while cell_pixels * scale / np.sqrt(2) >= SQUARE:
            scale /= np.sqrt(2)
        return scale
