"""A sheet turned upright: by its print, the boxes below it and its drawings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from engine import ROWS, SIZE, Layout, Side, Terrain
from vision.find.geometry import SheetGeometry
from vision.find.judge import judge
from vision.find.judgement import COVERED, MIRRORED, PRINTS
from vision.find.pyramid import Pyramid
from vision.image import Image
from vision.logits import softmax
from vision.read.cells import rectify
from vision.read.classifier import Impression, SheetClassifier
from vision.read.ledger import load_ledger
from vision.read.ledgerplaces import PointedStrip, point_at_places, share_of_boxes
from vision.read.likeness import likeness
from vision.read.rules import SURE_OF_SIDE
from vision.read.sheet import SUREST, SideMatch, brought_upright, log_ways, match_side
from vision.read.strip import Strip, straighten_strip

ALL_BOXES = 0.97  # share of the season boxes that shows at no other edge of a field, nor in a mirror


@dataclass(frozen=True)
class View:
    """The sheet one way up, and what it shows."""

    geometry: SheetGeometry
    picture: Image
    seen: Impression
    layout: Layout | None
    """That whose ruins were taken for printed as the squares were looked at; None: no ruins were."""
    match: SideMatch
    below: PointedStrip
    """The paper below the map."""


@dataclass(frozen=True)
class _Look:
    """A sheet after some quarter turns, and what it shows if the ruins of a layout are printed, or none."""

    geometry: SheetGeometry
    picture: Image
    seen: Impression
    layout: Layout | None

    @property
    def recognised(self) -> float:
        """Log probability of all that is read: drawings are recognised best upright."""
        return float(np.log(self.seen.terrain.max(axis=1)).sum())


def _look(
    geometry: SheetGeometry, picture: Image, classifier: SheetClassifier, layout: Layout | None
) -> _Look:
    return _Look(geometry, picture, classifier.classify(picture, printed_ruins(layout)), layout)


def printed_ruins(layout: Layout | None) -> NDArray[np.bool_]:
    """Return in which squares a layout has ruins, (n, n)."""
    return np.array([[layout is not None and square in layout.ruins for square in row] for row in ROWS])


def look_upright(
    image: Image,
    geometry: SheetGeometry,
    classifier: SheetClassifier,
    layouts: Mapping[Side, Layout],
    side: Side | None,
) -> View:
    """Turn a sheet upright by its print, the boxes below it and its drawings; look at its squares."""
    evidence = geometry.evidence
    judged = evidence.judged or judge(Pyramid(image), geometry.where)
    ways = (0,) if evidence.marked or evidence.upright else tuple(range(2 * MIRRORED))
    shown = judged.covered <= COVERED
    geometry = geometry.as_judged(judged)
    picture = cache(lambda quarters: rectify(image, geometry.where.turned(quarters)))
    look = cache(
        lambda quarters, layout: _look(geometry.turned(quarters), picture(quarters), classifier, layout)
    )
    alike = likeness(picture(0))
    matched = partial(match_side, judged, ways=ways, shown=shown, alike=alike)
    strip = cache(lambda quarters: straighten_strip(image, geometry.where.turned(quarters)))
    below = cache(lambda way: point_at_places(_below(strip, way), load_ledger().places))
    match = matched(layouts)
    boxes = recognised = None
    if len(ways) > 1:
        boxes = _boxes_below(below, match.way)
        match = matched(layouts, boxes=boxes)
    is_print_unknown = side is Side.CUSTOM and side not in layouts
    if len(ways) > 1 and (match.upright < SURE_OF_SIDE or is_print_unknown):
        recognised = np.array([look(quarters, None).recognised for quarters in range(MIRRORED)])
        match = matched(layouts, boxes=boxes, recognised=recognised)
    if is_print_unknown:
        match = _of_unknown_print(match, ways, log_ways(judged, ways, boxes, recognised))
    elif side is not None and match.side is not side:
        known = matched({side: layouts[side]}, boxes=boxes, recognised=recognised)
        match = _of_said_side(match, known)
    way = match.way % MIRRORED
    upright = look(way, layouts.get(match.side) if recognised is None else None)  # that was looked at before
    view = View(upright.geometry, upright.picture, upright.seen, upright.layout, match, below(way))
    if match.is_mirrored or match.side not in layouts:
        return view
    printed = as_both_see(upright.geometry, upright.seen, classifier)
    both = replace(upright.geometry.evidence.judged or judged, printed=printed)
    upright_alike = brought_upright(alike, match.way)
    again = match_side(both, layouts, ways=(0,), shown=both.covered <= COVERED, alike=upright_alike)
    return replace(view, match=replace(again, way=match.way, upright=match.upright))


def _of_unknown_print(match: SideMatch, ways: tuple[int, ...], logs: NDArray[np.float64]) -> SideMatch:
    """Return the match of a side of one's own, of whose print nothing is known: all else tells the way up."""
    shares = softmax(logs)
    likeliest = int(shares.argmax())
    upright = min(float(shares[likeliest]), SUREST)
    return replace(match, side=Side.CUSTOM, way=ways[likeliest], upright=upright)


def _of_said_side(match: SideMatch, known: SideMatch) -> SideMatch:
    """Return the match of a sheet that a person says is of another side; `known` is that of this side."""
    upright = known.upright if known.way != match.way else max(known.upright, match.upright)
    return replace(match, way=known.way, upright=upright)


def _below(strip: Callable[[int], Strip], way: int) -> Strip:
    """Return the paper below the map if that is the way up, of eight, the last four in a mirror."""
    return strip(way) if way < MIRRORED else strip(-way % MIRRORED).mirrored()


def _boxes_below(below: Callable[[int], PointedStrip], likeliest: int) -> NDArray[np.float64]:
    """Return the share of the season boxes below the map, for all ways up, (8,).

    Only the likeliest way up is looked at where it shows them all.
    """
    boxes = np.zeros(2 * MIRRORED)
    for way in (likeliest, *range(2 * MIRRORED)):
        boxes[way] = share_of_boxes(below(way))
        if boxes[likeliest] >= ALL_BOXES:
            break
    return boxes


def as_both_see(
    geometry: SheetGeometry, seen: Impression, classifier: SheetClassifier
) -> NDArray[np.float64]:
    """Return what is printed in each square by the judge and the terrain network, their mean, (n, n, 4).

    The judge knows any print, the terrain network known ones better.
    """
    said = geometry.evidence.judged
    judged = said.printed if said else np.zeros((SIZE, SIZE, len(PRINTS)))
    alone = seen.alone.reshape(SIZE, SIZE, -1)
    mountain, wasteland = (
        alone[..., classifier.labels.index(t)] for t in (Terrain.MOUNTAIN, Terrain.WASTELAND)
    )
    nothing, ruins = (judged[..., PRINTS.index(kind)] for kind in ("nothing", "ruins"))
    bare = nothing + ruins + 1e-9
    rest = (1.0 - mountain - wasteland) / bare
    known = np.stack([rest * nothing, mountain, wasteland, rest * ruins], axis=-1)
    return np.asarray((judged + known) / 2, np.float64)
