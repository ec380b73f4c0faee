"""A sheet of paper: printed, then drawn and written on."""

from collections.abc import Callable

import numpy as np

from datasets.draw.hand.drawing import Desk, DrawnKinds, draw_map
from datasets.draw.hand.person import Hand
from datasets.draw.ledger.written import Ledger, write_ledger
from datasets.draw.maps import DrawnMap
from datasets.draw.pencil import PencilLayer, Pixels, paper_tooth
from datasets.draw.sheet.paper import print_sheet
from datasets.draw.sheet.printing import Print
from datasets.draw.strokes import StrokeBook


def draw_sheet(
    drawn: DrawnMap,
    hand: Hand,
    edition: Print,
    cell: float,
    book: StrokeBook,
    rng: np.random.Generator,
    *,
    height: float | None = None,
    ledger: Ledger | None = None,
    draw: Callable[[DrawnMap, Desk], DrawnKinds] = draw_map,
) -> tuple[Pixels, DrawnKinds]:
    """Return the printed and drawn sheet as RGB, and which drawing stands in each square.

    Args:
        drawn: the map.
        hand: who draws it.
        edition: the print.
        cell: pixels a square.
        book: strokes of people.
        rng: for how lines are drawn.
        height: squares of the sheet that are drawn, from its top; all of it by default.
        ledger: what is written below the map, if anything.
        draw: draws the map.
    """
    size = round(edition.width * cell), round((edition.height if height is None else height) * cell)
    paper = print_sheet(edition, drawn, size, cell, book)
    fills = PencilLayer.blank(size, cell, max((p.grain for p in hand.colours.values()), default=0.2))
    signs = PencilLayer.blank(size, cell, hand.graphite.grain)
    kinds = draw(drawn, Desk(hand, fills, signs, (edition.left, edition.top), book, rng))
    if ledger is not None:
        write_ledger(ledger, signs, hand.graphite, edition, book, rng)
    tooth = paper_tooth(paper.shape[:2], rng, float(rng.uniform(0.3, 0.9)) * cell / 56)
    shaded = signs.laid_on(fills.laid_on(paper, tooth), tooth)
    return np.clip(shaded, 0, 255).astype(np.uint8), kinds
