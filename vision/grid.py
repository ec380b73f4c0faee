"""Finding the map field in a photo: many roads propose lattices, one judge decides."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.classifier import CellClassifier, load_classifier
from vision.comb import comb_lattices
from vision.errors import GridNotFoundError, Reason
from vision.geometry import Points, SheetGeometry, map_nodes, transform
from vision.image import Image, shrink
from vision.lattice_net import CELLS, find_by_net
from vision.lines import Plane, flatten
from vision.mesh import SQUARE, refine
from vision.nearby import nearby_lattices
from vision.printed import check_print
from vision.released import ReleasedModel, load_model
from vision.roads import Quad, find_quads
from vision.sheet import SideMatch

SEARCH_SIDE = 1600  # pixels of the long side at which the field is searched and the mesh fitted
MIN_CELL_PIXELS = 14  # below this nothing drawn in a square can be told
SURE_SUPPORT = 0.45  # a lattice that stands out so clearly ends the search
MIN_SUPPORT = 0.2  # below this the lines are not those of a grid
LEAST_MATCH = 0.3  # share of a side's mountains that must show for a lattice to be considered
SURE_MATCH = 0.8  # a lattice that has so many in place ends the search
MOST_JUDGED = 4  # of the lattices near the network's, those with the best lines
MAX_ERROR = 0.2  # squares: typical distance of lines from the lattice


def find_grid(image: Image, cells: int = CELLS, *, classifier: CellClassifier | None = None) -> SheetGeometry:
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
        found = _find_sheet(small, classifier or load_classifier())
    else:
        found = _find_by_lines(small, cells)
    if found is None:
        raise _no_grid(cells)
    geometry = SheetGeometry((found.lattice + 0.5) / scale - 0.5, found.error, found.score)
    if geometry.cell_pixels < MIN_CELL_PIXELS:
        raise _too_small(geometry)
    return geometry


def _find_sheet(image: Image, classifier: CellClassifier) -> SheetGeometry | None:
    """Find a map sheet: a network proposes, the lines say where exactly, the printed mountains judge."""
    proposal = find_by_net(image, lattice_model())
    if proposal is None:
        return None
    flat = flatten(image)
    pyramid = _Pyramid(flat)
    best = _judge(image, _follow_lines(pyramid, proposal.lattice), pyramid, classifier)
    if best.match.match < SURE_MATCH:
        near = [_follow_lines(pyramid, lattice) for lattice in nearby_lattices(flat, proposal.lattice)]
        near.sort(key=lambda found: -found.score)
        judged = [_judge(image, found, pyramid, classifier) for found in near[:MOST_JUDGED]]
        best = max([best, *judged], key=lambda verdict: verdict.match.evidence)
    return best.geometry if best.is_sheet else None


@dataclass(frozen=True)
class _Verdict:
    """A lattice, and how well the printed mountains fit it."""

    geometry: SheetGeometry
    match: SideMatch

    @property
    def is_sheet(self) -> bool:
        """Whether this is a map sheet: enough mountains in place, on lines that are there."""
        return self.match.match >= LEAST_MATCH and self.geometry.error <= MAX_ERROR


def _judge(image: Image, found: SheetGeometry, pyramid: "_Pyramid", classifier: CellClassifier) -> _Verdict:
    """Hold a lattice against the printed mountains, moving it by a square where they say so."""
    check = check_print(image, found, classifier)
    return _Verdict(_follow_lines(pyramid, check.lattice) if check.moved else found, check.match)


@cache
def lattice_model() -> ReleasedModel:
    """Return the released lattice network, loaded once."""
    return load_model("lattice_v1")


def _find_by_lines(image: Image, cells: int) -> SheetGeometry | None:
    """Find any printed grid by its lines alone: the best supported of all proposals."""
    flat = flatten(image)
    pyramid = _Pyramid(flat)
    best = None
    for lattice in _propose(image, flat, cells):
        found = _follow_lines(pyramid, lattice)
        if found.cell_pixels < MIN_CELL_PIXELS / 2:
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


class _Pyramid:
    """The flattened picture at the scales that the mesh wants, each made once."""

    def __init__(self, flat: Plane) -> None:
        self._planes = {1.0: flat}

    def at(self, cell_pixels: float) -> tuple[Plane, float]:
        """Return the smallest plane in which a square still has the pixels that lines are looked for at."""
        scale = 1.0
        while cell_pixels * scale / np.sqrt(2) >= SQUARE:
            scale /= np.sqrt(2)
        if scale not in self._planes:
            self._planes[scale] = shrink(self._planes[1.0], scale)
        return self._planes[scale], scale


def _follow_lines(pyramid: _Pyramid, lattice: Points) -> SheetGeometry:
    plane, scale = pyramid.at(SheetGeometry(lattice, 0.0, 0.0).cell_pixels)
    found = refine(plane, (lattice + 0.5) * scale - 0.5)
    return SheetGeometry((found.lattice + 0.5) / scale - 0.5, found.error, found.score)


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
