"""Finding the map field in a photo: many roads propose lattices, one judge decides."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from vision.classical import classical_lattices
from vision.classifier import SheetClassifier, load_classifier
from vision.errors import GridNotFoundError, Reason
from vision.frame import with_frame
from vision.geometry import Points, SheetGeometry, is_plausible
from vision.image import Image
from vision.lattice_net import find_fields
from vision.mesh import refine
from vision.nearby import nearby_lattices
from vision.pyramid import Pyramid
from vision.search import CELLS, lattice_model, search_sheets

MIN_CELL_PIXELS = 14  # below this nothing drawn in a square can be told
SURE_SUPPORT = 0.45  # a lattice that stands out so clearly ends the search
MIN_SUPPORT = 0.2  # below this the lines are not those of a grid
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
        GridNotFoundError: reason `no_grid` or `too_small`.
    """
    if cells == CELLS:
        return find_sheets(image, classifier or load_classifier())[0]
    found = _find_by_lines(Pyramid(image), cells)
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
        GridNotFoundError: reason `no_grid` or `too_small`.
    """
    found = search_sheets(Pyramid(image), classifier)
    if not found:
        raise _no_grid(CELLS)
    large = tuple(sheet for sheet in found if sheet.cell_pixels >= MIN_CELL_PIXELS)
    if not large:
        raise _too_small(found[0])
    return large


def _find_by_lines(photo: Pyramid, cells: int) -> SheetGeometry | None:
    """Find any printed grid by its lines alone: the best supported of all proposals."""
    found = _followed(photo, _learned_lattices(photo, cells))
    if not found or found[0].score <= SURE_SUPPORT:
        found = sorted([*found, *_followed(photo, classical_lattices(photo, cells))], key=_by_score)
    if not found or found[0].score < MIN_SUPPORT or found[0].error > MAX_ERROR:
        return None
    return with_frame(photo, _in_photo_order(replace(found[0], margin=_margin(found))))


def _learned_lattices(photo: Pyramid, cells: int) -> Iterator[Points]:
    """Yield what the network proposes, and the combs near it."""
    for field in find_fields(photo, lattice_model(), sheets_only=False):
        lattice = field.lattice(cells)
        yield lattice
        if is_plausible(lattice, photo.image.shape):
            yield from nearby_lattices(photo, lattice)


def _followed(photo: Pyramid, lattices: Iterable[Points]) -> list[SheetGeometry]:
    """Follow the lines from each lattice until one is sure; the best supported first."""
    found = []
    for lattice in lattices:
        if not is_plausible(lattice, photo.image.shape):
            continue
        one = refine(photo, lattice)
        if is_plausible(one.lattice, photo.image.shape):
            found.append(one)
            if one.score > SURE_SUPPORT:
                break
    return sorted(found, key=_by_score)


def _margin(found: list[SheetGeometry]) -> float | None:
    """Return how much better the first lattice is supported than the next one that lies elsewhere."""
    best, near = found[0], SAME_LATTICE * found[0].cell_pixels
    others = [one for one in found if _distance(one, best) > near]
    return best.score - others[0].score if others else None


def _distance(one: SheetGeometry, other: SheetGeometry) -> float:
    """Return how far the corners of two lattices lie apart, whichever way up they are taken."""
    return min(float(np.abs(one.turned(quarters).corners - other.corners).max()) for quarters in range(4))


def _in_photo_order(found: SheetGeometry) -> SheetGeometry:
    """Return the lattice with the corner nearest the photo's top left first."""
    first = int(found.corners.sum(axis=1).argmin())
    return found.turned(first)


def _by_score(found: SheetGeometry) -> float:
    return -found.score


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
