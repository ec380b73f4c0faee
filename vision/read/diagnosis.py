"""Diagnoses a photo in which no sheet was found."""

from dataclasses import replace

import numpy as np

from engine import SIZE
from vision.errors import Reason
from vision.find.align import aligned
from vision.find.judge import judge, least_sure
from vision.find.lattice import Lattice, is_plausible
from vision.find.lattice_net import Field
from vision.find.mesh import finish
from vision.find.propose import first_look
from vision.find.pyramid import Pyramid
from vision.image import Image
from vision.read.facts import Unfound
from vision.read.quality import edge_width, ink_share, paper_level
from vision.read.refusals import BLANK, refusals

OTHER_SIZES = (9, 10, 12, 8)  # squares a side of grids that people photograph by mistake, sudokus first
MOST_FIELDS = 3  # looked at for such grids
MARGIN = 0.6  # squares that every sheet has beside its field
CERTAIN_FIELD = 0.9  # share of the network's points on one plane from which it surely sees a field


def explain(image: Image, scale: float, least: int) -> list[Reason]:
    """Return why no sheet was found in a photo, the weightiest reason first; at least one.

    Args:
        image: the photo as it was searched.
        scale: of that image, 1 for the full photo.
        least: pixels that a square of the map needs in the full photo.
    """
    photo = Pyramid(image)
    known = Unfound(paper_level(image), edge_width(image), least=least, ink=ink_share(image))
    field = _field_in(photo)
    if field is not None:
        at_edge = _reaches_edge(field, photo.image.shape[1], photo.image.shape[0])
        known = replace(known, is_at_edge=at_edge, square=field.cell_pixels / scale)
    if not known.is_at_edge and (known.square is None or known.square >= least):
        known = replace(known, other_squares=_other_grid(photo))
    return refusals(known)


def blank_reason(image: Image) -> list[Reason]:
    """Return the reason of a page with hardly anything on it, if it is one, as the back of a sheet."""
    seen = Unfound(paper_level(image), edge_width(image), ink=ink_share(image))
    return [BLANK.reason(seen)] if BLANK.applies(seen) else []


def _field_in(photo: Pyramid) -> Lattice | None:
    """Return a field that the network surely sees, though the judge sees no lattice."""
    seen = first_look(photo, sheets_only=True)
    return Lattice(seen[0].lattice(SIZE)) if seen and seen[0].agreement >= CERTAIN_FIELD else None


def _reaches_edge(lattice: Lattice, width: int, height: int) -> bool:
    """Whether a side of the field lies along an edge of the photo, with no room for the sheet's margin."""
    x, y = lattice.corners.T
    distances = np.stack([x, y, width - 1 - x, height - 1 - y])
    sides = np.maximum(distances, np.roll(distances, -1, axis=1))  # of each side's farther corner
    return bool((sides < MARGIN * lattice.cell_pixels).any())


def _other_grid(photo: Pyramid) -> int | None:
    """Return the squares along a side of a grid that is no map, if any: a sudoku, a chess board."""
    fields = first_look(photo, sheets_only=False)[:MOST_FIELDS]
    sizes = (cells for field in fields for cells in OTHER_SIZES if _is_grid(photo, field, cells))
    return next(sizes, None)


def _is_grid(photo: Pyramid, field: Field, cells: int) -> bool:
    lattice = field.lattice(cells)
    if not is_plausible(lattice, photo.image.shape):
        return False
    near = aligned(photo, lattice)
    if not near.is_seen or not is_plausible(near.where.nodes, photo.image.shape):
        return False
    found = finish(photo, near.where)
    plausible = is_plausible(found.lattice, photo.image.shape)
    return plausible and judge(photo, found.where).probability >= least_sure()
