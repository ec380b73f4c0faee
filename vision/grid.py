"""Finding the map field in a photo: many roads propose lattices, one judge decides."""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.classifier import SheetClassifier, load_classifier
from vision.comb import comb_lattices
from vision.errors import GridNotFoundError, Reason
from vision.geometry import Points, SheetGeometry, is_plausible, map_nodes, transform
from vision.image import Image, shrink
from vision.lattice_net import CELLS
from vision.lines import Plane, flatten
from vision.pyramid import Pyramid
from vision.roads import Quad, find_quads
from vision.search import find_sheet

SEARCH_SIDE = 1600  # pixels of the long side at which the field is searched and the mesh fitted
MIN_CELL_PIXELS = 14  # below this nothing drawn in a square can be told
SURE_SUPPORT = 0.45  # a lattice that stands out so clearly ends the search
MIN_SUPPORT = 0.2  # below this the lines are not those of a grid
MAX_ERROR = 0.2  # squares: typical distance of lines from the lattice


def find_grid(
    image: Image, cells: int = CELLS, *, classifier: SheetClassifier | None = None
) -> SheetGeometry:
    """Find the printed n x n grid and follow its lines.

    For map sheets (n = 11) the lattice comes in the sheet's own order, whichever way up it lies; for other
    grids the corner nearest the photo's top-left comes first.

    Args:
        image: upright RGB photo.
        cells: squares along one side.
        classifier: what recognises printed mountains on map sheets; the released one by default.

    Raises:
        GridNotFoundError: reason `no_grid` or `too_small`.
    """
    scale = min(1.0, SEARCH_SIDE / max(image.shape))
    small = Image(shrink(image, scale))
    if cells == CELLS:
        found = find_sheet(small, classifier or load_classifier())
    else:
        found = _find_by_lines(small, cells)
    if found is None:
        raise _no_grid(cells)
    geometry = SheetGeometry((found.lattice + 0.5) / scale - 0.5, found.error, found.score)
    if geometry.cell_pixels < MIN_CELL_PIXELS:
        raise _too_small(geometry)
    return geometry


def _find_by_lines(image: Image, cells: int) -> SheetGeometry | None:
    """Find any printed grid by its lines alone: the best supported of all proposals."""
    pyramid = Pyramid(flatten(image))
    best = None
    for lattice in _propose(image, pyramid.flat, cells):
        if not is_plausible(lattice, image.shape):
            continue
        found = pyramid.follow(lattice)
        if not is_plausible(found.lattice, image.shape):
            continue
        if best is None or found.score > best.score:
            best = found
        if best.score > SURE_SUPPORT:
            break
    return best if best is not None and best.score >= MIN_SUPPORT and best.error <= MAX_ERROR else None


def _propose(image: Image, flat: Plane, cells: int) -> Iterator[Points]:
    """Yield lattices: first the quads themselves, then what the comb finds in their perspective."""
    quads = find_quads(image, flat)
    for quad in quads:
        yield _lattice_of(quad, cells)
    for quad in quads:
        yield from comb_lattices(flat, quad, cells)


def _lattice_of(quad: Quad, cells: int) -> Points:
    field = np.array([[0, 0], [cells, 0], [cells, cells], [0, cells]], np.float32)
    return transform(cv2.getPerspectiveTransform(field, quad).astype(np.float64), map_nodes(cells))


def _no_grid(cells: int) -> GridNotFoundError:
    what = "No map sheet" if cells == CELLS else f"No grid of {cells} x {cells} squares"
    return GridNotFoundError(
        Reason(
            "no_grid",
            f"{what} was found in the photo.",
            "Lay the sheet flat in even light and take the whole sheet into the picture.",
        )
    )


def _too_small(geometry: SheetGeometry) -> GridNotFoundError:
    return GridNotFoundError(
        Reason(
            "too_small",
            f"A square of the map is {geometry.cell_pixels:.0f} pixels wide; {MIN_CELL_PIXELS} are needed.",
            "Go nearer, or send the photo at its full size.",
        )
    )
