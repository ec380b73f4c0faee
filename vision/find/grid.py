"""Finding a printed grid in a picture: map sheets, and n x n grids of any kind."""

from itertools import chain

import numpy as np

from engine import SIZE
from engine.errors import check_kind
from engine.sentence import Sentence
from vision.errors import GridNotFoundError, Reason
from vision.find.frame import with_frame
from vision.find.geometry import SheetGeometry
from vision.find.judge import least_found
from vision.find.pyramid import Pyramid, smaller
from vision.find.search import is_sure, search_in_turn
from vision.image import Image, checked
from vision.threads import one_blas_thread

FEWEST_CELLS, MOST_CELLS = 3, 30  # squares along a side of grids that are searched for
MIN_CELL_PIXELS = 14  # below this nothing drawn in a square can be recognised


@one_blas_thread()
def find_grid(image: Image, cells: int = SIZE) -> SheetGeometry:
    """Find the printed n x n grid and follow its lines.

    Of several that are sure it is the largest in the photo. For map sheets (n = 11) the lattice comes in the
    sheet's own order, whichever way up it lies; for other grids the corner nearest the photo's top-left comes
    first. A grid of few squares may be part of a larger one, as of 3 to 6 squares a side in photos of map
    sheets: ask for what the photo shows. `evidence.probability` says how sure it is; below 0.97 a person
    should look. Meanwhile numpy's linear algebra keeps to one thread in the whole process.

    Args:
        image: upright RGB photo.
        cells: squares along one side.

    Raises:
        GridNotFoundError: reason `no_grid` or `too_small`.
        TypeError: the image is no picture of RGB pixels of 8 bits, or `cells` no whole number.
        ValueError: no such grid can be searched for.
        ModelError: the installation lacks its models.
    """
    check_kind(cells, int | np.integer, "cells is a whole number")
    if not FEWEST_CELLS <= cells <= MOST_CELLS:
        raise ValueError(f"grids of {FEWEST_CELLS} to {MOST_CELLS} squares a side are found, not of {cells}")
    height, width = checked(image).shape[:2]
    check_size(width, height, cells)
    here, picture = search_in_turn(chain([image], smaller(image)), cells)
    here = [grid for grid in here if grid.evidence.marked or grid.evidence.probability >= least_found()]
    if not here:
        raise _no_grid(cells)
    found = [grid.scaled(max(image.shape) / max(picture.shape)) for grid in here]
    grid = max(filter(is_sure, found), key=lambda grid: grid.where.cell_pixels, default=found[0])
    if grid.where.cell_pixels < MIN_CELL_PIXELS:
        raise GridNotFoundError(too_small(grid.where.cell_pixels, MIN_CELL_PIXELS))
    return grid if cells == SIZE else with_frame(Pyramid(image), _in_photo_order(grid))


def check_size(width: int, height: int, cells: int = SIZE) -> None:
    """Refuse a picture that is too small for half a grid with squares of MIN_CELL_PIXELS.

    Raises:
        GridNotFoundError: reason `too_small`.
    """
    square = min(width, height) / cells
    if square < MIN_CELL_PIXELS / 2:
        raise GridNotFoundError(too_small(square, MIN_CELL_PIXELS))


def too_small(square: float, least: int) -> Reason:
    """Return the reason of a sheet whose squares have too few pixels."""
    return Reason(
        "too_small",
        Sentence(
            "A square of the map is %(pixels)s pixels wide; %(least)s are needed.",
            pixels=round(square),
            least=least,
        ),
        "Go nearer, or send the photo at its full size.",
    )


def _in_photo_order(found: SheetGeometry) -> SheetGeometry:
    """Return the lattice with the corner nearest the photo's top left first."""
    first = int(np.argmin(found.corners.sum(axis=1)))
    return found.turned(first)


def _no_grid(cells: int) -> GridNotFoundError:
    return GridNotFoundError(
        Reason(
            "no_grid",
            Sentence("No grid of %(squares)s x %(squares)s squares was found in the photo.", squares=cells),
            "Lay the sheet flat in even light and take the whole sheet into the picture.",
        )
    )
