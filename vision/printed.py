"""The judge's last word on a sheet: are the printed mountains where the lattice puts them?

A lattice one square beside the true one follows printed lines just as well. Its mountains are all in the
wrong squares, though, and no drawing looks like a printed mountain.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine import SIZE
from vision.cells import CELL_PIXELS, rectify
from vision.classifier import Probabilities, SheetClassifier
from vision.geometry import Points, SheetGeometry, map_nodes
from vision.pyramid import Pyramid
from vision.sheet import SideMatch, match_side

AROUND = 1  # squares by which a lattice may lie beside the true one


@dataclass(frozen=True)
class PrintCheck:
    """The best place for a lattice, by what is printed in its squares."""

    lattice: Points
    """(12, 12, 2): the lattice given, or moved by a square."""
    moved: bool
    match: SideMatch
    unmoved: SideMatch
    """How well the print fits where the lattice was."""
    margin: float
    """Log-likelihood by which the best place is better than the next one a square away."""


def check_print(photo: Pyramid, geometry: SheetGeometry, classifier: SheetClassifier) -> PrintCheck:
    """Compare the lattice, and those one square beside it, with the mountains of all sides.

    What lies outside the photo says nothing.
    """
    squares = SIZE + 2 * AROUND
    image, scale = photo.at_least(CELL_PIXELS / geometry.cell_pixels)
    picture = rectify(image, geometry.scaled(scale), around=AROUND)
    wide = classifier.glance(picture).reshape(squares, squares, -1)
    steps = range(-AROUND, AROUND + 1)
    shown = _shown(geometry, photo.image.shape)
    matches = {
        (down, right): _match_at(wide, shown, down, right, classifier) for down in steps for right in steps
    }
    (down, right), second = sorted(matches, key=lambda step: -matches[step].evidence)[:2]
    best = matches[down, right]
    lattice = geometry.to_photo(map_nodes(SIZE) + np.array([right, down]))
    margin = best.evidence - matches[second].evidence
    return PrintCheck(lattice, (down, right) != (0, 0), best, matches[0, 0], margin)


def _shown(geometry: SheetGeometry, size: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return which squares of the field, and round it, have their middle in the photo."""
    middles = np.arange(SIZE + 2 * AROUND) + 0.5 - AROUND
    x, y = np.moveaxis(geometry.to_photo(np.stack(np.meshgrid(middles, middles), axis=-1)), -1, 0)
    return np.asarray((x >= 0) & (y >= 0) & (x < size[1]) & (y < size[0]))


def _match_at(
    wide: Probabilities, shown: NDArray[np.bool_], down: int, right: int, classifier: SheetClassifier
) -> SideMatch:
    rows, columns = (slice(AROUND + step, AROUND + step + SIZE) for step in (down, right))
    squares = wide[rows, columns].reshape(SIZE * SIZE, -1)
    return match_side(squares, classifier.labels, shown[rows, columns].ravel())
