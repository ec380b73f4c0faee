"""From where a sheet lies in a picture to what stands on it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine import ALL_SQUARES, COIN_TRACK, LAYOUTS, ROWS, SIZE, Layout, Side, Terrain
from engine.errors import check_kind
from vision.errors import GridNotFoundError
from vision.find.geometry import SheetGeometry
from vision.find.judgement import PRINTS
from vision.image import Image
from vision.own_sheets.markers import read_code
from vision.read.calibration import bare_odds, borne_out
from vision.read.cells import CELL_PIXELS
from vision.read.classifier import INITIALS, Impression, Probabilities, SheetClassifier, both_say
from vision.read.consistency import MOST_COVERED, consistency
from vision.read.facts import Seen
from vision.read.games import weigh_games
from vision.read.ledger import LedgerReading, left_open, load_ledger, read_pointed, uncounted
from vision.read.ledgerchecks import contradictions
from vision.read.ledgerplaces import PointedStrip
from vision.read.quality import colour, edge_width, fineness, grain, haze, sheet_level, tones
from vision.read.reading import CellReading, Marks, SheetReading
from vision.read.ruins import FEWEST, weigh_ink, without_ruins
from vision.read.rules import MIN_MATCH, SURE_OF_SIDE, Consequence, applying, doubt_below
from vision.read.samehand import as_inked, as_those_alike, ink_of, of_one_hand
from vision.read.sheet import SUREST, SideMatch, layouts_with
from vision.read.unseen import Lost, seen_shares, spread_lost
from vision.read.upright import View, as_both_see, look_upright, printed_ruins

SURE_AT_ONCE = 0.999  # probability from which a square of ruins is not looked at once more


def read_at(
    image: Image,
    geometry: SheetGeometry,
    classifier: SheetClassifier,
    *,
    side: Side | None = None,
    layout: Layout | None = None,
    is_sound: bool = True,
) -> SheetReading:
    """Read a sheet that is known to lie there, whichever edge is taken for the upper one if nobody has said.

    Args:
        image: RGB photo.
        geometry: where the sheet lies, in pixels of this image.
        classifier: what tells the terrain of a square.
        side: the printed side, if known.
        layout: what is printed on sheets of side custom. The sheet is taken for one, unless `side` or its
            markers say otherwise.
        is_sound: whether the photo's file is undamaged.

    Raises:
        GridNotFoundError: what lies there is a map sheet seen in a mirror, or mostly outside the photo.
        ValueError: there is no such side.
        TypeError: the layout is none.
    """
    check_kind(layout, Layout | None, "a layout is what load_side() returns")
    side = Side(side) if side else _side_of(geometry, layout)
    layout = layout if side is Side.CUSTOM else None
    layouts = layouts_with(layout) if layout else LAYOUTS
    view = look_upright(image, geometry, classifier, layouts, side)
    code = read_code(image, view.geometry.lattice)
    if code is not None and not view.geometry.evidence.upright:
        view = replace(view, match=replace(view.match, upright=SUREST))
        if code.side is Side.CUSTOM and side is None:
            upright = replace(view.geometry, evidence=replace(view.geometry.evidence, upright=True))
            return read_at(image, upright, classifier, side=code.side, is_sound=is_sound)
    chosen = side or view.match.side
    cells = _read_cells(view, classifier, chosen, layouts.get(chosen))
    seen = replace(_seen(view, image, cells, classifier, side, layouts), is_sound=is_sound)
    rules = applying(seen)
    if any(rule.consequence is Consequence.REJECT for rule in rules):
        raise GridNotFoundError(*(rule.reason(seen) for rule in rules if rule.holds_unread))
    track = layout.coins if layout else COIN_TRACK
    ledger = _read_ledger(view.below, track, is_hidden=any(rule.hides_ledger for rule in rules))
    found = SheetReading(
        geometry=view.geometry,
        side=chosen,
        side_confidence=_sure_of_side(view.match, is_said=side is not None),
        cells=cells,
        model=classifier.name,
        doubt_below=doubt_below(seen, classifier.doubt_below),
        print_known=_knows_print(view, classifier, layouts.get(chosen)),
        code=code,
        layout=layout,
        signs=view.seen.signs,
    )
    reading = spread_lost(_with_ledger(found, ledger), seen.lost)
    if chosen is not Side.CUSTOM or (layout and layout.coins):  # other prints may have no track of coins
        seen = replace(seen, ledger=ledger, track=track, contradictions=_contradictions(reading))
    return reading.noticing(*(rule.reason(seen) for rule in applying(seen)))


def _read_ledger(below: PointedStrip, track: int, *, is_hidden: bool) -> LedgerReading:
    """Read what stands below the map: nothing that the photo hides, no coins of a track of another length."""
    ledger = read_pointed(below, load_ledger())
    if is_hidden:
        ledger = left_open(ledger)
    return ledger if track == COIN_TRACK else uncounted(ledger, track)


def _with_ledger(reading: SheetReading, ledger: LedgerReading) -> SheetReading:
    """Return the reading with what stands below the map."""
    return replace(
        reading,
        coins=ledger.coins,
        coins_confidence=ledger.coins_confidence,
        coins_odds=ledger.coins_odds,
        boxes=ledger.boxes,
        boxes_confidence=ledger.boxes_confidence,
        final=ledger.final,
    )


def _sure_of_side(match: SideMatch, *, is_said: bool) -> float:
    """Return how sure the side and the way up are; a side that a person has said is sure."""
    if is_said and match.upright >= SUREST:
        return 1.0
    return min(1.0 if is_said else match.confidence, match.upright)


def _contradictions(reading: SheetReading) -> tuple[str, ...]:
    """Hold the numbers below the map against one another, and against the map where all of it is sure."""
    return contradictions(
        reading.boxes,
        coins=reading.coins,
        final=reading.final,
        sheet=None if reading.doubtful else reading.to_map(),
    )


def _side_of(geometry: SheetGeometry, layout: Layout | None) -> Side | None:
    """Return the side as far as it is known before anything is read: custom, or None."""
    if geometry.evidence.marked in LAYOUTS:  # its mountains will tell, too
        return None
    return Side.CUSTOM if layout or geometry.evidence.marked is Side.CUSTOM else None


def _knows_print(view: View, classifier: SheetClassifier, layout: Layout | None) -> bool:
    """Whether the terrain network recognises the mountains and wastelands that are printed."""
    given = {Terrain.MOUNTAIN: layout.mountains, Terrain.WASTELAND: layout.wastelands} if layout else {}
    chances = [
        view.seen.alone[ALL_SQUARES.index(square), classifier.labels.index(terrain)]
        for terrain, squares in given.items()
        for square in squares
    ]
    return not chances or float(np.mean(chances)) >= MIN_MATCH


def _print_elsewhere(view: View, classifier: SheetClassifier, layout: Layout | None) -> float:
    """Return how surely a mountain or wasteland is printed where the side has none, 0 to 1.

    What something covers does not count, and of a side whose print is not known nothing is said.
    """
    if layout is None or view.geometry.evidence.judged is None:
        return 0.0
    bare = [
        square not in layout.mountains
        and square not in layout.wastelands
        and not view.geometry.hidden[square]
        for square in ALL_SQUARES
    ]
    printed = as_both_see(view.geometry, view.seen, classifier).reshape(len(ALL_SQUARES), -1)
    raised = sum(printed[:, PRINTS.index(terrain.value)] for terrain in Terrain if terrain.is_printed)
    return float(np.max(raised, where=bare, initial=0.0))


def _read_cells(
    view: View, classifier: SheetClassifier, side: Side, layout: Layout | None
) -> tuple[CellReading, ...]:
    """Look once more, now that the side and with it the ruins are known; mountains are given."""
    shown = ~view.geometry.hidden.ravel()
    if layout is None:  # nothing is known of the print: mountains are read like all else
        everywhere = np.ones(len(ALL_SQUARES), np.bool_)
        found = cells_of(_of_one_hand(view.seen, everywhere), classifier.labels)
        alike = _as_those_alike(found, view.seen, view.picture, shown, classifier)
        return borne_out(classifier.name, alike)
    trusted = view.match.confidence if view.match.side == side else 1.0 - view.match.confidence
    given = dict.fromkeys(layout.mountains, Terrain.MOUNTAIN) | dict.fromkeys(
        layout.wastelands, Terrain.WASTELAND
    )
    # a side that is open is asked about as such, not square by square
    sure = trusted if view.match.confidence >= SURE_OF_SIDE else SUREST
    bare = without_ruins(view.picture, sorted(layout.ruins))
    seen = view.seen if layout == view.layout else classifier.reconsider(view.seen, printed_ruins(layout))
    seen = _looked_beneath(bare, seen, classifier, layout)
    drawn = np.array([square not in given for square in ALL_SQUARES])
    seen = _of_one_hand(seen, drawn)
    cells = [
        CellReading(cell.square, {given[cell.square]: sure}) if cell.square in given else without_print(cell)
        for cell in cells_of(seen, classifier.labels)
    ]
    unhidden = [square for square in sorted(layout.ruins) if not view.geometry.hidden[square]]
    alike = _as_those_alike(weigh_games(cells, layout, trusted), seen, bare, drawn & shown, classifier)
    borne = borne_out(classifier.name, alike)
    return weigh_ink(borne, view.picture, unhidden, bare_odds(classifier.name))


def _looked_beneath(bare: Image, seen: Impression, classifier: SheetClassifier, layout: Layout) -> Impression:
    """Look once more, without ruins, at those squares of ruins that are not sure; both looks count alike."""
    if len(layout.ruins) < FEWEST:
        return seen
    surest = seen.terrain.max(axis=1)
    beneath = [ALL_SQUARES.index(square) for square in sorted(layout.ruins)]
    rows = [row for row in beneath if surest[row] < SURE_AT_ONCE]
    if not rows:
        return seen
    again = classifier.look_again(seen, bare, [ALL_SQUARES[row] for row in rows])
    kinds = seen.kinds
    if kinds is not None and again.kinds is not None:
        kinds = replace(kinds, chances=_with_both(kinds.chances, again.kinds.chances, rows))
    return replace(seen, terrain=_with_both(seen.terrain, again.terrain, rows), kinds=kinds)


def _with_both(seen: Probabilities, again: Probabilities, rows: Sequence[int]) -> Probabilities:
    """Return what was seen, in these rows together with what was seen again."""
    together = seen.copy()
    together[rows] = both_say(seen[rows], again[rows])
    return together


def _of_one_hand(seen: Impression, drawn: NDArray[np.bool_]) -> Impression:
    return replace(seen, terrain=of_one_hand(seen.terrain, seen.kinds, drawn))


def _as_those_alike(
    cells: Sequence[CellReading],
    seen: Impression,
    bare: Image,
    drawn: NDArray[np.bool_],
    classifier: SheetClassifier,
) -> tuple[CellReading, ...]:
    """Return the cells in the light of those like them in look or ink; what a cell lacks of 1 stays doubt."""
    labels = classifier.labels
    shares = np.array([[cell.probabilities.get(label, 0.0) for label in labels] for cell in cells])
    whole = shares.sum(axis=1, keepdims=True)
    alike = as_those_alike(shares / whole, seen, drawn, labels.index(Terrain.DESTROYED))
    heard = (whole * as_inked(alike, ink_of(bare), drawn, labels.index(Terrain.EMPTY))).tolist()
    shares_of = [dict(zip(labels, row, strict=True)) for row in heard]
    return tuple(
        replace(cell, probabilities={label: shares[label] for label in cell.probabilities})
        for cell, shares in zip(cells, shares_of, strict=True)
    )


def cells_of(seen: Impression, labels: Sequence[Terrain]) -> tuple[CellReading, ...]:
    """Return the squares as a classifier with these labels saw them."""
    return tuple(
        CellReading(
            square,
            dict(zip(labels, seen.terrain[k].tolist(), strict=True)),
            Marks(
                float(seen.attack[k]),
                dict(zip(INITIALS, seen.initial[k].tolist(), strict=True)),
                float(seen.foreign[k]),
            ),
        )
        for k, square in enumerate(ALL_SQUARES)
    )


def without_print(cell: CellReading) -> CellReading:
    """Leave out what only a printer draws, and has not drawn here, as the side says.

    Its share stays as doubt where something else seems to lie on the square.
    """
    drawn = {terrain: p for terrain, p in cell.probabilities.items() if not terrain.is_printed}
    bare = replace(cell, probabilities=drawn)
    if bare.shows_something_else:
        return bare
    whole = sum(drawn.values()) or 1.0
    return replace(cell, probabilities={terrain: p / whole for terrain, p in drawn.items()})


def _seen(
    view: View,
    image: Image,
    cells: tuple[CellReading, ...],
    classifier: SheetClassifier,
    side: Side | None,
    layouts: Mapping[Side, Layout],
) -> Seen:
    """Gather what the rules ask for."""
    held = Counter(cell.terrain for cell in cells if cell.terrain.is_drawn)
    foreign = np.array([cell.shows_something_else for cell in cells]).reshape(SIZE, SIZE)
    agreement = consistency(image, view.geometry.where, view.geometry.hidden | foreign)
    shares = seen_shares(view.geometry.where, image.shape[1], image.shape[0])
    layout = layouts.get(side or view.match.side)
    unknown = np.array([[layout is None or not layout[square].is_printed for square in row] for row in ROWS])
    lost = Lost.among(cells, agreement, view.geometry.hidden & unknown, shares)
    is_open = np.array([cell.confidence < classifier.doubt_below for cell in cells])
    is_doubtful = np.array([cell.is_doubtful(classifier.doubt_below) for cell in cells])
    covered = view.geometry.hidden.ravel()
    counted = ~covered if covered.mean() <= MOST_COVERED else np.ones_like(covered)
    return Seen(
        probability=1.0 if view.geometry.evidence.marked else view.geometry.evidence.probability,
        match=view.match,
        said=side,
        sides=frozenset(layouts),
        brightness=sheet_level(image, view.geometry.where),
        edge_width=edge_width(view.picture, aslant=True) / CELL_PIXELS,
        haze=haze(view.picture),
        fineness=fineness(view.picture),
        colour=colour(view.picture),
        most_alike=max(held.values(), default=0),
        left_open=float(is_open[counted].mean()),
        in_doubt=float((is_doubtful | lost.bleached.ravel())[counted].mean()),
        agreement=agreement,
        tones=tones(image, view.geometry.where),
        grain=grain(image, view.geometry.where),
        lost=lost,
        elsewhere=_print_elsewhere(view, classifier, layouts.get(view.match.side)),
    )
