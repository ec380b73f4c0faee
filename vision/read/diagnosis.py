"""Diagnoses a photo in which no sheet was found."""

import numpy as np

from engine import SIZE
from engine.sentence import Sentence, later
from vision.errors import Reason
from vision.find.align import aligned, is_seen
from vision.find.grid import too_small
from vision.find.judge import judge, least_sure
from vision.find.lattice import Lattice, is_plausible
from vision.find.lattice_net import Field
from vision.find.mesh import finish
from vision.find.propose import first_look
from vision.find.pyramid import Pyramid
from vision.image import Image
from vision.read.quality import edge_width, paper_level
from vision.read.unseen import cut_off

DARK = 60.0  # brightness of the photo's bright end, of 255, below which it is too dark
BLURRED = 6.0  # pixels of the searched photo over which edges rise: sharp photos have 4, shaken ones 7
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
    of_the_picture = [reason for reason in (_too_dark(image), _too_blurred(image)) if reason]
    of_a_field = _field_in(photo, scale, least) or _other_grid(photo)
    if of_a_field:
        return [*of_the_picture, of_a_field]
    return of_the_picture or [NO_GRID]


TOO_DARK = Reason(
    "too_dark",
    "The photo is too dark.",
    "Take it again in more light; a lamp beside the sheet is enough.",
)
TOO_BLURRED = Reason(
    "too_blurred",
    "The photo is blurred.",
    "Hold the camera still, tap on the sheet to focus, and take it again.",
)
NO_GRID = Reason(
    "no_grid",
    "No map sheet was found in the photo.",
    "Take all of the sheet from straight above, in even light, with nothing on it; "
    "or point at the corners of its map.",
)


def _too_dark(image: Image) -> Reason | None:
    return TOO_DARK if paper_level(image) < DARK else None


def _too_blurred(image: Image) -> Reason | None:
    return TOO_BLURRED if edge_width(image) > BLURRED else None


def _field_in(photo: Pyramid, scale: float, least: int) -> Reason | None:
    """Return what is wrong with a field that the network surely sees, though the judge sees no lattice."""
    seen = first_look(photo, sheets_only=True)
    if not seen or seen[0].agreement < CERTAIN_FIELD:
        return None
    lattice = Lattice(seen[0].lattice(SIZE))
    height, width = photo.image.shape[:2]
    if _reaches_edge(lattice, width, height):
        return cut_off(later("What looks like the map reaches the edge of the photo."))
    square = lattice.cell_pixels / scale
    return _looks_small(square, least) if square < least else None


def _looks_small(pixels: float, least: int) -> Reason:
    """Return the reason of a field that the judge does not believe, which may be small, or no map."""
    known = too_small(pixels, least)
    message = Sentence(
        "What looks like the map has squares of %(pixels)s pixels; %(least)s are needed.",
        **known.params,
    )
    return Reason(known.code, message, known.advice)


def _reaches_edge(lattice: Lattice, width: int, height: int) -> bool:
    """Whether a side of the field lies along an edge of the photo, with no room for the sheet's margin."""
    x, y = lattice.corners.T
    distances = np.stack([x, y, width - 1 - x, height - 1 - y])
    sides = np.maximum(distances, np.roll(distances, -1, axis=1))  # of each side's farther corner
    return bool((sides < MARGIN * lattice.cell_pixels).any())


def _other_grid(photo: Pyramid) -> Reason | None:
    """Return what grid of another number of squares there is, if any: a sudoku, a chess board."""
    for field in first_look(photo, sheets_only=False)[:MOST_FIELDS]:
        for cells in OTHER_SIZES:
            if _is_grid(photo, field, cells):
                return Reason(
                    "wrong_squares",
                    Sentence(
                        "The grid in the photo has %(squares)s x %(squares)s squares; a map has 11 x 11.",
                        squares=cells,
                    ),
                    "Photograph a map sheet.",
                )
    return None


def _is_grid(photo: Pyramid, field: Field, cells: int) -> bool:
    lattice = field.lattice(cells)
    if not is_plausible(lattice, photo.image.shape):
        return False
    near = aligned(photo, lattice)
    if not is_seen(near) or not is_plausible(near.lattice, photo.image.shape):
        return False
    found = finish(photo, near.where)
    plausible = is_plausible(found.lattice, photo.image.shape)
    return plausible and judge(photo, found.where).probability >= least_sure()
