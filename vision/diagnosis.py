"""Why no sheet was found, or why one that was found is not to be trusted; asked for once that is known."""

from dataclasses import dataclass

import numpy as np

from engine import SIZE
from vision.errors import Reason
from vision.follow import follow
from vision.geometry import SheetGeometry, is_plausible, map_nodes
from vision.image import Image, shrink
from vision.lattice_net import find_fields
from vision.mesh import support
from vision.pyramid import Pyramid
from vision.quality import edge_width, paper_level
from vision.search import lattice_model
from vision.unseen import cut_off

DARK = 60.0  # brightness of the photo's bright end, of 255, below which it is too dark
DARK_SHEET = 16.0  # likewise of a sheet that was found
WASHED_OUT = 0.7  # of the paper's brightness, that the darkest print has in a picture without contrast
BLURRED = 12.0  # pixels of the searched photo over which edges rise that are too blurred
BLURRED_SHEET = 0.115  # likewise of a sheet that was found, in squares; sharp ones have 0.075 to 0.105
BLURRED_AWAY = 0.13  # and from which no square of it is sure
COLOURLESS = 0.6  # grey levels between red, green and blue, on average, below which a photo has no colours
OTHER_SIZES = (9, 10, 8)  # squares a side of grids that people photograph by mistake, sudokus first
MOST_FIELDS = 3  # looked at for such grids
OTHER_SIDE = 640  # pixels of the long side at which those are looked for
CLEAR_GRID = 0.45  # support of lines from which such a grid is told
GOES_ON = 0.95  # of its support that a grid keeps if it is really a part of a larger one
MARGIN = 0.6  # squares that every sheet has beside its field
CERTAIN_FIELD = 0.9  # share of the network's points on one plane from which it surely sees a field


def explain(image: Image, scale: float, least: int) -> Reason:
    """Return why no sheet was found in a photo.

    Args:
        image: the photo as it was searched.
        scale: of that image, 1 for the full photo.
        least: pixels that a square of the map needs in the full photo.
    """
    return (
        _too_dark(image)
        or _too_blurred(image)
        or _field_in(image, scale, least)
        or _other_grid(image)
        or NO_GRID
    )


def explain_unknown(image: Image, reason: Reason, *, placed: bool) -> Reason:
    """Return a better reason than that a lattice shows no known map sheet, where there is one.

    Args:
        image: the photo as it was searched.
        reason: why what was found could not be read.
        placed: whether a person said where the sheet lies.
    """
    if reason.code != "unknown_sheet":
        return reason
    if placed:
        return NOT_THERE
    return _too_dark(image) or _too_blurred(image) or _other_grid(image) or reason


@dataclass(frozen=True)
class Quality:
    """Why what was read of a sheet is not to be trusted, if so."""

    reason: Reason | None = None
    nothing_sure: bool = False
    """Whether no square of it is."""


def judge_quality(sheet: Image, image: Image, geometry: SheetGeometry, square: int) -> Quality:
    """Tell whether a sheet that was found is too dark or too blurred to trust what was read.

    Args:
        sheet: the sheet in even light, seen from above.
        image: the photo.
        geometry: where the sheet lies in the photo.
        square: pixels of a square in `sheet`.
    """
    if _sheet_level(image, geometry) < DARK_SHEET:
        return Quality(TOO_DARK)
    width = edge_width(sheet, aslant=True) / square
    return Quality(TOO_BLURRED, width > BLURRED_AWAY) if width > BLURRED_SHEET else Quality()


def is_washed_out(sheet: Image) -> bool:
    """Whether even the darkest print of a sheet is hardly darker than its paper, as in haze or glare."""
    dark, paper = np.percentile(sheet[::2, ::2].mean(axis=2), [1, 90])
    return bool(dark > WASHED_OUT * paper)


def has_colours(sheet: Image) -> bool:
    """Whether a sheet's picture has colours at all; a scanner set to grey leaves none."""
    return float(np.ptp(sheet[::2, ::2].astype(np.int16), axis=2).mean()) >= COLOURLESS


def too_small(square: float, least: int) -> Reason:
    """Return the reason of a sheet whose squares have too few pixels."""
    return Reason(
        "too_small",
        f"A square of the map is {square:.0f} pixels wide; {least} are needed.",
        "Go nearer, or send the photo at its full size.",
    )


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
NO_COLOURS = Reason(
    "no_colours",
    "The photo has no colours, and what was drawn in colour cannot be told apart without them.",
    "Photograph the sheet, or scan it in colour.",
)
PATTERNED = Reason(
    "patterned",
    "More squares look alike than games leave, as where the shadow of a blind or a mesh lies on the sheet.",
    "Take the photo again in even light.",
)
WASHED_OUT_SHEET = Reason(
    "washed_out",
    "The photo has hardly any contrast, so faint marks and coins cannot be told.",
    "Wipe the lens, keep lamps out of the picture, and take it again.",
)
NOT_THERE = Reason(
    "unknown_sheet",
    "What lies between these corners is not one of the known map sheets (sides A, B, C, D).",
    "Check the corners; a sheet of another print can be read as side custom.",
)
NO_GRID = Reason(
    "no_grid",
    "No map sheet was found in the photo.",
    "Lay the sheet flat in even light and take the whole sheet into the picture.",
)


def _too_dark(image: Image) -> Reason | None:
    return TOO_DARK if paper_level(image) < DARK else None


def _too_blurred(image: Image) -> Reason | None:
    return TOO_BLURRED if edge_width(image) > BLURRED else None


def _field_in(image: Image, scale: float, least: int) -> Reason | None:
    """Return what is wrong with a field that the network surely sees, though no lines bear it out."""
    seen = find_fields(Pyramid(image), lattice_model(), sheets_only=True)
    if not seen or seen[0].agreement < CERTAIN_FIELD:
        return None
    geometry = SheetGeometry(seen[0].lattice(SIZE), 0.0, 0.0)
    height, width = image.shape[:2]
    if _reaches_edge(geometry, width, height):
        return cut_off("What looks like the map reaches the edge of the photo.")
    square = geometry.cell_pixels / scale
    return too_small(square, least) if square < least else None


def _reaches_edge(geometry: SheetGeometry, width: int, height: int) -> bool:
    """Whether a side of the field lies along an edge of the photo, with no room for the sheet's margin."""
    x, y = geometry.corners.T
    distances = np.stack([x, y, width - 1 - x, height - 1 - y])
    sides = np.maximum(distances, np.roll(distances, -1, axis=1))  # of each side's farther corner
    return bool((sides < MARGIN * geometry.cell_pixels).any())


def _other_grid(image: Image) -> Reason | None:
    """Return what clear grid of other squares there is, if any: a sudoku, a chess board.

    Only what the network sees is tried, so that a photo of anything else is soon refused.
    """
    photo = Pyramid(Image(shrink(image, OTHER_SIDE / max(image.shape))))
    fields = find_fields(photo, lattice_model(), sheets_only=False)[:MOST_FIELDS]
    lattices = [field.lattice(cells) for field in fields for cells in (*OTHER_SIZES, SIZE)]
    found = [follow(photo, lattice) for lattice in lattices if is_plausible(lattice, photo.image.shape)]
    clear = [one for one in found if one.score >= CLEAR_GRID and is_plausible(one.lattice, photo.image.shape)]
    clearest = max(clear, key=lambda one: one.score, default=None)
    if clearest is None or clearest.cells == SIZE or not _ends(clearest, photo):
        return None
    return Reason(
        "wrong_squares",
        f"The grid in the photo has {clearest.cells} x {clearest.cells} squares; a map has 11 x 11.",
        "Photograph a map sheet.",
    )


def _ends(found: SheetGeometry, photo: Pyramid) -> bool:
    """Whether a grid ends where it was found to end: one square more on any side has no lines to stand on."""
    nodes = map_nodes(found.cells + 1)
    wider = [found.to_photo(nodes - np.array([left, up])) for left in (0, 1) for up in (0, 1)]
    return all(support(photo, SheetGeometry(lattice, 0.0, 0.0)) < GOES_ON * found.score for lattice in wider)


def _sheet_level(image: Image, geometry: SheetGeometry) -> float:
    """Return the brightness of the paper within the sheet's field."""
    along = np.arange(0.25, geometry.cells, 0.5)
    places = np.rint(geometry.to_photo(np.stack(np.meshgrid(along, along), axis=-1))).astype(int)
    height, width = image.shape[:2]
    x, y = places[..., 0].clip(0, width - 1), places[..., 1].clip(0, height - 1)
    return paper_level(Image(image[y, x]))
