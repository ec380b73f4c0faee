"""Finding the map field in a photo: many roads propose lattices, one judge decides."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.classical import classical_lattices
from vision.classifier import SheetClassifier, load_classifier
from vision.diagnosis import explain
from vision.errors import GridNotFoundError, Reason
from vision.frame import with_frame
from vision.geometry import Points, SheetGeometry, distortion, is_plausible
from vision.growth import grown_lattices
from vision.image import Image, shrink
from vision.lattice_net import find_fields
from vision.mesh import refine
from vision.nearby import NARROW, nearby_lattices
from vision.pyramid import SEARCH_SIDE, Pyramid
from vision.search import CELLS, lattice_model, search_sheets

FEWEST_CELLS, MOST_CELLS = 3, 30  # squares along a side of grids that are searched for
MIN_CELL_PIXELS = 14  # below this nothing drawn in a square can be told
SEEN_TOO = 0.2  # what it is worth that the network sees a field in the same place
STRETCHED = 0.25  # distortion that a cropped picture or bent paper may show
MIN_TRUST = 0.35  # below this what was found is not a grid
MISSING = 0.1  # what each inner line speaks against it that does not show
OPEN = 0.03  # and each side where it does not end with the field
EMPTY = 0.1  # and a row or column across which no lines show: the edge of the page is no line
LARGE = 0.1  # what it is worth that it fills the photo: small grids hide in the squares of large ones
SURE_TRUST = 0.62  # a lattice that stands out so clearly ends the search
MAX_ERROR = 0.2  # squares: typical distance of lines from the lattice
SAME_LATTICE = 0.3  # squares within which two lattices are the same


def find_grid(
    image: Image, cells: int = CELLS, *, classifier: SheetClassifier | None = None
) -> SheetGeometry:
    """Find the printed n x n grid and follow its lines.

    For map sheets (n = 11) the lattice comes in the sheet's own order, whichever way up it lies, and of
    several sheets the surest; for other grids the corner nearest the photo's top-left comes first.

    Args:
        image: upright RGB photo.
        cells: squares along one side.
        classifier: what recognises printed mountains on map sheets; the released one by default.

    Raises:
        GridNotFoundError: reason `no_grid` or `too_small`; of map sheets all that `diagnosis.explain` knows.
        ValueError: no such grid can be searched for.
    """
    if not FEWEST_CELLS <= cells <= MOST_CELLS:
        raise ValueError(f"grids of {FEWEST_CELLS} to {MOST_CELLS} squares a side are found, not of {cells}")
    if cells == CELLS:
        return find_sheets(image, classifier or load_classifier())[0]
    found = find_printed_grid(Pyramid(image), cells)
    if found is None:
        raise _no_grid(cells)
    if found.cell_pixels < MIN_CELL_PIXELS:
        raise _too_small(found)
    return found


def find_sheets(image: Image, classifier: SheetClassifier) -> tuple[SheetGeometry, ...]:
    """Find every map sheet in a photo, each once and in its own order, the surest first.

    Sheets whose squares are too small to be read are left out where others are large enough.

    Args:
        image: upright RGB photo.
        classifier: what recognises printed mountains.

    Raises:
        GridNotFoundError: with the reason that `diagnosis.explain` finds.
    """
    found = search_sheets(Pyramid(image), classifier)
    if not found:
        scale = min(1.0, SEARCH_SIDE / max(image.shape))
        raise GridNotFoundError(explain(Image(shrink(image, scale)), scale, MIN_CELL_PIXELS))
    large = tuple(sheet for sheet in found if sheet.cell_pixels >= MIN_CELL_PIXELS)
    if not large:
        raise _too_small(found[0])
    return large


def find_printed_grid(photo: Pyramid, cells: int) -> SheetGeometry | None:
    """Find any printed grid: clear lines count, and that the network sees a field there."""
    seen = [field.lattice(cells) for field in find_fields(photo, lattice_model(), sheets_only=False)]
    found = [one for lattice in seen for one in _judged(photo, _near(photo, lattice), seen)]
    if not any(_is_sure(one) for one in found):
        found += _judged(photo, classical_lattices(photo, cells), seen)
    found.sort(key=_by_trust)
    if not found or found[0].trust < MIN_TRUST or found[0].geometry.error > MAX_ERROR:
        return None
    best = replace(found[0].geometry, margin=_margin(found))
    return with_frame(photo, _in_photo_order(best))


@dataclass(frozen=True)
class _Candidate:
    """A lattice that follows printed lines."""

    geometry: SheetGeometry
    trust: float
    """Its support by lines, and how near the network sees a field."""


def _near(photo: Pyramid, lattice: Points) -> Iterator[Points]:
    """Yield what the network sees, what grows from it, and the combs near it."""
    if is_plausible(lattice, photo.image.shape):
        yield from nearby_lattices(photo, lattice, NARROW, most=1)
        yield lattice
        yield from grown_lattices(photo, lattice)
        yield from nearby_lattices(photo, lattice)


def _judged(photo: Pyramid, lattices: Iterable[Points], seen: list[Points]) -> list[_Candidate]:
    """Follow the lines from each lattice until one is sure."""
    found = []
    for lattice in lattices:
        if not is_plausible(lattice, photo.image.shape):
            continue
        one = refine(photo, lattice)
        if is_plausible(one.lattice, photo.image.shape):
            found.append(_Candidate(one, _trust(one, photo, seen)))
            if _is_sure(found[-1]):
                break
    return found


def _trust(one: SheetGeometry, photo: Pyramid, seen: list[Points]) -> float:
    """Weigh what speaks for a lattice: its lines, the network, its size, and that cameras see squares so."""
    size = one.cell_pixels * one.cells / float(min(photo.image.shape[:2]))
    gaps = MISSING * one.missing + OPEN * one.open_sides + EMPTY * one.is_bare
    return one.score + SEEN_TOO * _agreement(one, seen) + LARGE * min(size, 1.0) - _stretch(one, photo) - gaps


def _stretch(one: SheetGeometry, photo: Pyramid) -> float:
    """Return what speaks against a lattice whose squares no camera would see so."""
    return max(0.0, distortion(one.lattice, photo.image.shape) - STRETCHED)


def _is_sure(one: _Candidate) -> bool:
    return one.trust > SURE_TRUST and one.geometry.cell_pixels >= MIN_CELL_PIXELS


def _agreement(one: SheetGeometry, seen: list[Points]) -> float:
    """Return how near the network sees a field: 1 where it sees the largest, 0 from a square away.

    Of several grids on a page, the largest is the one that the photo was taken of.
    """
    fields = [SheetGeometry(lattice, 0.0, 0.0) for lattice in seen]
    largest = max((field.cell_pixels for field in fields), default=1.0)
    near = [field.cell_pixels / largest * (1.0 - _distance(one, field) / one.cell_pixels) for field in fields]
    return max(0.0, *near, 0.0)


def _margin(found: list[_Candidate]) -> float | None:
    """Return how much more the first lattice is trusted than the next one that lies elsewhere."""
    best = found[0]
    near = SAME_LATTICE * best.geometry.cell_pixels
    others = [one for one in found if _distance(one.geometry, best.geometry) > near]
    return best.trust - others[0].trust if others else None


def _distance(one: SheetGeometry, other: SheetGeometry) -> float:
    """Return how far the corners of two lattices lie apart, whichever way up they are taken."""
    return min(float(np.abs(one.turned(quarters).corners - other.corners).max()) for quarters in range(4))


def _in_photo_order(found: SheetGeometry) -> SheetGeometry:
    """Return the lattice with the corner nearest the photo's top left first."""
    first = int(found.corners.sum(axis=1).argmin())
    return found.turned(first)


def _by_trust(found: _Candidate) -> float:
    too_small = found.geometry.cell_pixels < MIN_CELL_PIXELS  # found in noise more often than on paper
    return -found.trust + too_small


def _no_grid(cells: int) -> GridNotFoundError:
    return GridNotFoundError(
        Reason(
            "no_grid",
            f"No grid of {cells} x {cells} squares was found in the photo.",
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
