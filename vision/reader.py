"""The whole way from photo bytes to a reading."""

from dataclasses import dataclass

import numpy as np

from engine import ALL_SQUARES, LAYOUTS, Side, Square, Terrain
from vision.cells import cut_cells, rectify
from vision.classifier import CellClassifier, Probabilities, load_classifier
from vision.errors import GridNotFoundError, Reason
from vision.geometry import SheetGeometry
from vision.grid import find_grid
from vision.image import Image, decode_photo
from vision.reading import CellReading, SheetReading
from vision.sheet import MIN_MATCH, SideMatch, match_side

SURE_OF_SIDE = 0.99
CLEAR_LINES = 0.2  # support below which a lattice may lie beside the printed one
LEAST_MATCH = 0.15  # below this the printed features fit no side at all: not a map sheet
PRINTED = (Terrain.MOUNTAIN, Terrain.WASTELAND)


def read_sheet(
    photo: bytes, classifier: CellClassifier | None = None, *, side: Side | None = None
) -> SheetReading:
    """Read a photo of a map sheet.

    Args:
        photo: bytes of a JPEG, PNG or WebP file.
        classifier: the released one by default; load it once and pass it on when reading many.
        side: the printed side, if known; found out otherwise.

    Raises:
        PhotoDecodeError: the bytes are no photo.
        GridNotFoundError: no map sheet in it.
        ModelError: the installation lacks its models.
    """
    return read_image(decode_photo(photo), classifier or load_classifier(), side=side)


def read_image(image: Image, classifier: CellClassifier, *, side: Side | None = None) -> SheetReading:
    """Read a decoded photo; see `read_sheet`."""
    view = _look_at(image, find_grid(image, classifier=classifier), classifier)
    if view.match.match < MIN_MATCH:  # perhaps it lies the other way up
        turns = [_look_at(image, view.geometry.turned(quarters), classifier) for quarters in (1, 2, 3)]
        view = max([view, *turns], key=lambda turned: turned.match.match)
    if side is not Side.CUSTOM and view.match.match < LEAST_MATCH:
        raise _not_a_map()
    chosen = side or view.match.side
    return SheetReading(
        geometry=view.geometry,
        side=chosen,
        side_confidence=1.0 if side else view.match.confidence,
        cells=_read_cells(view, classifier, chosen),
        model=classifier.name,
        doubt_below=classifier.doubt_below,
        reason=_doubt(view, side),
    )


@dataclass(frozen=True)
class _View:
    """The sheet one way up: its cells and what they show before ruins are known."""

    geometry: SheetGeometry
    cells: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
    probabilities: Probabilities
    match: SideMatch


def _look_at(image: Image, geometry: SheetGeometry, classifier: CellClassifier) -> _View:
    cells = cut_cells(rectify(image, geometry))
    probabilities = classifier.classify(cells, np.zeros(len(cells), np.bool_))
    return _View(geometry, cells, probabilities, match_side(probabilities, classifier.labels))


def _read_cells(view: _View, classifier: CellClassifier, side: Side) -> tuple[CellReading, ...]:
    """Classify once more the cells with printed ruins, now that the side is known; mountains are given."""
    if side is Side.CUSTOM:  # nothing is known of the print: mountains are read like all else
        return tuple(
            _cell(square, classifier, row)
            for square, row in zip(ALL_SQUARES, view.probabilities, strict=True)
        )
    layout = LAYOUTS[side]
    ruins = np.array([square in layout.ruins for square in ALL_SQUARES])
    probabilities = view.probabilities.copy()
    probabilities[ruins] = classifier.classify(view.cells[ruins], np.ones(int(ruins.sum()), np.bool_))
    trusted = view.match.confidence if view.match.side == side else 1.0 - view.match.confidence
    given = dict.fromkeys(layout.mountains, Terrain.MOUNTAIN) | dict.fromkeys(
        layout.wastelands, Terrain.WASTELAND
    )
    return tuple(
        CellReading(square, {given[square]: trusted})
        if square in given
        else _without_print(_cell(square, classifier, row))
        for square, row in zip(ALL_SQUARES, probabilities, strict=True)
    )


def _cell(square: Square, classifier: CellClassifier, probabilities: Probabilities) -> CellReading:
    return CellReading(square, dict(zip(classifier.labels, probabilities.tolist(), strict=True)))


def _without_print(cell: CellReading) -> CellReading:
    """Leave out what only a printer draws; its share stays as doubt."""
    return CellReading(
        cell.square, {terrain: p for terrain, p in cell.probabilities.items() if terrain not in PRINTED}
    )


def _doubt(view: _View, side: Side | None) -> Reason | None:
    """Return why the sheet as a whole should be looked at, if it should."""
    if view.geometry.score < CLEAR_LINES:
        return Reason(
            "lattice_uncertain",
            "The printed lines are faint, so the squares may not be where they were read.",
            "Check on the overlay that the drawn lattice lies on the printed one.",
        )
    if side in LAYOUTS and view.match.side != side and view.match.match >= MIN_MATCH:
        return Reason(
            "side_contradicted",
            f"You said side {side}, but the printed mountains are those of side {view.match.side}.",
            "Leave out the side, or check the sheet.",
        )
    if side is None and (view.match.confidence < SURE_OF_SIDE or view.match.match < MIN_MATCH):
        return Reason(
            "side_uncertain",
            f"The printed side is probably {view.match.side}, but not all its mountains were recognised.",
            "Check the side, or say which it is.",
        )
    return None


def _not_a_map() -> GridNotFoundError:
    return GridNotFoundError(
        Reason(
            "unknown_sheet",
            "There is a grid of 11 x 11 squares, but not one of the known map sheets (sides A, B, C, D).",
            "Check that it is a map sheet; one of another print can be read as side custom.",
        )
    )
