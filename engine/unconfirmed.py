"""Which facts a result rests on that nobody has seen in print, or that the print contradicts, in words."""

from collections.abc import Iterable

from engine.cards import AMBUSH_CARDS
from engine.edicts import Edict, find_edict
from engine.layouts import LAYOUTS, Feature, Layout
from engine.mapsheet import MapSheet
from engine.setup import GameSetup

GOLDEN_GRANARY = find_edict("The Golden Granary")


ONE_SOURCE = "which rest on one source: compare them with a printed sheet; a corrected side can be given"


def score_notes(sheet: MapSheet, edicts: Iterable[Edict]) -> tuple[str, ...]:
    """Return what is unconfirmed or contradicted of the print that these edicts look at, a sentence each.

    >>> from engine import Side
    >>> score_notes(MapSheet.blank(Side.A), [GOLDEN_GRANARY])
    ()
    """
    if GOLDEN_GRANARY not in edicts:
        return ()
    layout = LAYOUTS.get(sheet.side)
    if layout is None:
        none = f"{GOLDEN_GRANARY} is scored without any ruins: the map, of side {sheet.side}, lists none."
        return () if sheet.ruins else (none,)
    if sheet.ruins == layout.ruins:
        if Feature.RUINS not in layout.unconfirmed:
            return ()
        return (f"{GOLDEN_GRANARY} is scored by the ruins of side {layout.side}, {ONE_SOURCE}.",)
    return _contradicting_ruins(sheet, layout)


def setup_notes(setup: GameSetup) -> tuple[str, ...]:
    """Return what is unconfirmed of the print and of the cards that a game of this set-up uses."""
    used = setup.ruins or GOLDEN_GRANARY in setup.edicts
    doubted = used and Feature.RUINS in setup.layout.unconfirmed
    ruins = (f"The game uses the ruins of side {setup.layout.side}, {ONE_SOURCE}.",) if doubted else ()
    return ruins + _corner_notes(setup)


def _contradicting_ruins(sheet: MapSheet, layout: Layout) -> tuple[str, ...]:
    if Feature.RUINS in layout.unconfirmed:
        return ()
    differences = [
        f"{what} {', '.join(map(str, sorted(squares)))}"
        for what, squares in [
            (f"side {layout.side} has none at", sheet.ruins - layout.ruins),
            ("it leaves out", layout.ruins - sheet.ruins),
        ]
        if squares
    ]
    return (f"{GOLDEN_GRANARY} is scored by the ruins that the map lists: {'; '.join(differences)}.",)


def _corner_notes(setup: GameSetup) -> tuple[str, ...]:
    cards = [AMBUSH_CARDS[name] for name in setup.ambushes] if setup.is_solo else []
    doubted = ", ".join(card.name for card in cards if not card.corner_confidence.is_confirmed)
    if not doubted:
        return ()
    return (f"The corners where monsters begin in solo mode rest on one source for {doubted}.",)
