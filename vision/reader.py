"""From where a sheet lies in a picture to what stands on it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine import ALL_SQUARES, LAYOUTS, ROWS, SIZE, Layout, Side, Terrain
from vision.cells import CELL_PIXELS, rectify
from vision.classifier import INITIALS, Impression, SheetClassifier
from vision.diagnosis import (
    NO_COLOURS,
    PATTERNED,
    WASHED_OUT_SHEET,
    Quality,
    has_colours,
    is_washed_out,
    judge_quality,
)
from vision.errors import GridNotFoundError, Reason
from vision.geometry import CLEAR_LINES, SheetGeometry
from vision.image import Image
from vision.ledger import read_ledger
from vision.ledgerchecks import contradiction
from vision.markers import read_code
from vision.reading import CellReading, Marks, SheetReading
from vision.sheet import MIN_MATCH, SideMatch, layouts_with, match_side

SURE_OF_SIDE = 0.99
LEAST_EVIDENCE = -12.0  # as with three printed mountains hidden or too many; bench photos have -1.1 and more
UPRIGHT_MATCH = 0.9  # below this it may lie another way up: four of side B's mountains fit when it is turned
MANY_OPEN = 0.08  # share of squares left open from which a colourless picture is taken for one of colours
MOST_ALIKE = 48  # squares of one terrain: of 150 games that bots played none left more than 38
LEAST_MATCH = 0.15  # below this the printed features fit no side at all: not a map sheet
PRINTED = (Terrain.MOUNTAIN, Terrain.WASTELAND)


def read_at(
    image: Image,
    geometry: SheetGeometry,
    classifier: SheetClassifier,
    *,
    side: Side | None = None,
    layout: Layout | None = None,
) -> SheetReading:
    """Read a sheet that is known to lie there, whichever of its four edges is taken for the upper one.

    Args:
        image: RGB photo.
        geometry: where the sheet lies, in pixels of this image.
        classifier: what tells the terrain of a square.
        side: the printed side, if known.
        layout: what is printed on sheets of side custom. The sheet is taken for one, unless `side` or its
            markers say otherwise.

    Raises:
        GridNotFoundError: what lies there is no known map sheet, or one seen in a mirror.
        ValueError: there is no such side.
    """
    side = Side(side) if side else _side_of(geometry, layout)
    layout = layout if side is Side.CUSTOM else None
    layouts = layouts_with(layout) if layout else LAYOUTS
    view = _look_upright(image, geometry, classifier, layouts)
    if side is not Side.CUSTOM and view.match.match < LEAST_MATCH:
        raise _not_a_map()
    if side is not Side.CUSTOM and _fits_mirrored(view, classifier):
        raise _mirrored()
    chosen = side or view.match.side
    ledger = read_ledger(image, view.geometry)
    cells = _read_cells(view, classifier, chosen, layouts.get(chosen))
    quality = judge_quality(view.picture, image, view.geometry, CELL_PIXELS)
    if not quality.reason:
        quality = _judge_drawings(view, cells, classifier)
    hazy = chosen is not Side.CUSTOM and is_washed_out(view.picture)
    countable = not hazy and quality.reason is not PATTERNED
    fits = countable and (layout is None or (ledger.coins or 0) <= layout.coins)
    reading = SheetReading(
        geometry=view.geometry,
        side=chosen,
        side_confidence=1.0 if side else view.match.confidence,
        cells=cells,
        model=classifier.name,
        doubt_below=1.0 if quality.nothing_sure or _is_misplaced(view, side) else classifier.doubt_below,
        reason=quality.reason or _doubt(view, side, layouts) or (WASHED_OUT_SHEET if hazy else None),
        coins=ledger.coins if fits else None,
        coins_confidence=ledger.coins_confidence if fits else 0.0,
        boxes=ledger.boxes,
        boxes_confidence=ledger.boxes_confidence,
        final=ledger.final,
        code=read_code(image, view.geometry.lattice) if view.geometry.marked else None,
        layout=layout,
        signs=view.seen.signs,
    )
    if reading.reason or chosen is Side.CUSTOM:  # sheets of other prints may have no ledger, or another
        return reading
    return replace(reading, reason=ledger.reason or _contradiction(reading))


def _contradiction(reading: SheetReading) -> Reason | None:
    """Hold the numbers below the map against one another, and against the map where all of it is sure."""
    return contradiction(
        reading.boxes,
        coins=reading.coins,
        final=reading.final,
        sheet=None if reading.doubtful else reading.to_map(),
    )


@dataclass(frozen=True)
class _View:
    """The sheet one way up, and what it shows before ruins are known."""

    geometry: SheetGeometry
    picture: Image
    seen: Impression
    match: SideMatch


def _side_of(geometry: SheetGeometry, layout: Layout | None) -> Side | None:
    """Return the side as far as it is told before anything is read: custom, or None."""
    if geometry.marked in LAYOUTS:  # its mountains will tell, too
        return None
    return Side.CUSTOM if layout or geometry.marked is Side.CUSTOM else None


def _look_upright(
    image: Image, geometry: SheetGeometry, classifier: SheetClassifier, layouts: Mapping[Side, Layout]
) -> _View:
    """Look at a sheet, and where its print does not fit well, at the other three ways up too."""
    view = _look_at(image, geometry, classifier, layouts)
    if view.match.match >= UPRIGHT_MATCH or geometry.marked:
        return view
    turned = (view.geometry.turned(quarters) for quarters in (1, 2, 3))
    turns = [_look_at(image, way, classifier, layouts) for way in turned]
    better = [turn for turn in turns if turn.match.fits_better_than(view.match)]
    return max([view, *better], key=lambda turned: turned.match.evidence)


def _look_at(
    image: Image, geometry: SheetGeometry, classifier: SheetClassifier, layouts: Mapping[Side, Layout]
) -> _View:
    picture = rectify(image, geometry)
    seen = classifier.classify(picture, np.zeros((SIZE, SIZE), np.bool_))
    return _View(geometry, picture, seen, match_side(seen.alone, classifier.labels, layouts=layouts))


def _read_cells(
    view: _View, classifier: SheetClassifier, side: Side, layout: Layout | None
) -> tuple[CellReading, ...]:
    """Look once more, now that the side and with it the ruins are known; mountains are given."""
    if layout is None:  # nothing is known of the print: mountains are read like all else
        return _cells(view.seen, classifier)
    ruins = np.array([[square in layout.ruins for square in row] for row in ROWS])
    trusted = view.match.confidence if view.match.side == side else 1.0 - view.match.confidence
    given = dict.fromkeys(layout.mountains, Terrain.MOUNTAIN) | dict.fromkeys(
        layout.wastelands, Terrain.WASTELAND
    )
    return tuple(
        CellReading(cell.square, {given[cell.square]: trusted})
        if cell.square in given
        else _without_print(cell)
        for cell in _cells(classifier.reconsider(view.seen, ruins), classifier)
    )


def _cells(seen: Impression, classifier: SheetClassifier) -> tuple[CellReading, ...]:
    return tuple(
        CellReading(
            square,
            dict(zip(classifier.labels, seen.terrain[k].tolist(), strict=True)),
            Marks(
                float(seen.attack[k]),
                dict(zip(INITIALS, seen.initial[k].tolist(), strict=True)),
                float(seen.foreign[k]),
            ),
        )
        for k, square in enumerate(ALL_SQUARES)
    )


def _without_print(cell: CellReading) -> CellReading:
    """Leave out what only a printer draws; its share stays as doubt."""
    drawn = {terrain: p for terrain, p in cell.probabilities.items() if terrain not in PRINTED}
    return replace(cell, probabilities=drawn)


def _judge_drawings(view: _View, cells: tuple[CellReading, ...], classifier: SheetClassifier) -> Quality:
    """Tell whether what was read can be what people draw."""
    held = Counter(cell.terrain for cell in cells if cell.terrain not in (*PRINTED, Terrain.EMPTY))
    if held and max(held.values()) > MOST_ALIKE:
        return Quality(PATTERNED, nothing_sure=True)
    return Quality(NO_COLOURS, nothing_sure=True) if _lacks_colours(view, cells, classifier) else Quality()


def _lacks_colours(view: _View, cells: tuple[CellReading, ...], classifier: SheetClassifier) -> bool:
    """Whether the picture has no colours, and so much is open that the drawings likely have some."""
    left_open = sum(cell.confidence < classifier.doubt_below for cell in cells)
    return left_open >= MANY_OPEN * len(cells) and not has_colours(view.picture)


def _doubt(view: _View, side: Side | None, layouts: Mapping[Side, Layout]) -> Reason | None:
    """Return why the sheet as a whole should be looked at, if it should."""
    if side in layouts and view.match.side != side and view.match.match >= MIN_MATCH:
        return Reason(
            "side_contradicted",
            f"You said side {side}, but the printed mountains are those of side {view.match.side}.",
            "Leave out the side, or check the sheet.",
        )
    if _lacks_a_row(view):
        return Reason(
            "lattice_uncertain",
            "A row or column shows none of the printed lines, so all squares may be one row off.",
            "Check on the overlay where the drawn lattice lies, and that no row is folded away.",
        )
    if view.geometry.is_faint:
        return Reason(
            "lattice_uncertain",
            "The printed lines are faint, so the squares may not be where they were read.",
            "Check on the overlay that the drawn lattice lies on the printed one.",
        )
    if side and side in layouts and (view.match.side != side or view.match.match < MIN_MATCH):
        return _not_recognised(side)
    if side is None and (view.match.confidence < SURE_OF_SIDE or view.match.match < MIN_MATCH):
        return Reason(
            "side_uncertain",
            f"The printed side is probably {view.match.side}, but not all its mountains were recognised.",
            "Check the side, or say which it is.",
        )
    if _is_misplaced(view, side):
        return _not_recognised(view.match.side)
    return None


def _is_misplaced(view: _View, side: Side | None) -> bool:
    """Whether all squares may be another row's: one row or all show no lines, or the print is elsewhere."""
    unborne = view.geometry.score <= 0.0  # as where a person said where it lies, and no line is near
    return _lacks_a_row(view) or unborne or (side is not Side.CUSTOM and view.match.evidence < LEAST_EVIDENCE)


def _lacks_a_row(view: _View) -> bool:
    """Whether a row or column shows none of the lines, where they are clear elsewhere."""
    return view.geometry.is_bare and view.geometry.score >= CLEAR_LINES


def _not_recognised(side: Side) -> Reason:
    return Reason(
        "lattice_uncertain",
        f"The mountains of side {side} were not recognised: squares may not be where they were read.",
        "Check on the overlay that the drawn lattice lies on the printed one, and the side.",
    )


def _fits_mirrored(view: _View, classifier: SheetClassifier) -> bool:
    """Whether the print fits a side better in a mirror, whichever way up."""
    flipped = view.seen.alone.reshape(SIZE, SIZE, -1)[:, ::-1]
    ways = (np.rot90(flipped, quarters).reshape(SIZE * SIZE, -1) for quarters in range(4))
    fits = (match_side(way, classifier.labels) for way in ways)
    return any(fit.match >= UPRIGHT_MATCH and fit.fits_better_than(view.match) for fit in fits)


def _mirrored() -> GridNotFoundError:
    return GridNotFoundError(
        Reason(
            "mirrored",
            "The printed mountains are those of a sheet seen in a mirror.",
            "Photograph the sheet itself, or turn off mirroring in the camera app.",
        )
    )


def _not_a_map() -> GridNotFoundError:
    return GridNotFoundError(
        Reason(
            "unknown_sheet",
            "There is a grid of 11 x 11 squares, but not one of the known map sheets (sides A, B, C, D).",
            "Check that it is a map sheet; one of another print can be read as side custom.",
        )
    )
