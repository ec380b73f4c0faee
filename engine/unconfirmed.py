"""Facts behind a result that nobody has seen in print, or that the print contradicts, in words."""

from collections.abc import Iterable

from engine.cards import AMBUSH_CARDS
from engine.edicts import Edict, find_edict
from engine.layouts import LAYOUTS, Feature, Layout
from engine.mapsheet import MapSheet
from engine.sentence import Sentence, later
from engine.setup import GameSetup

GOLDEN_GRANARY = find_edict("The Golden Granary")


ONE_SOURCE = later(
    "which rest on one source: compare them with a printed sheet; a corrected side can be given"
)


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
        none = Sentence(
            "%(edict)s is scored without any ruins: the map, of side %(side)s, lists none.",
            edict=GOLDEN_GRANARY.name,
            side=sheet.side,
        )
        return () if sheet.ruins else (none,)
    if sheet.ruins == layout.ruins:
        if Feature.RUINS not in layout.unconfirmed:
            return ()
        by_side = Sentence(
            "%(edict)s is scored by the ruins of side %(side)s, %(note)s.",
            edict=GOLDEN_GRANARY.name,
            side=layout.side,
            note=ONE_SOURCE,
        )
        return (by_side,)
    return _contradicting_ruins(sheet, layout)


def setup_notes(setup: GameSetup) -> tuple[str, ...]:
    """Return what is unconfirmed of the print and of the cards that a game of this set-up uses."""
    used = setup.ruins or GOLDEN_GRANARY in setup.edicts
    doubted = used and Feature.RUINS in setup.layout.unconfirmed
    ruins = Sentence(
        "The game uses the ruins of side %(side)s, %(note)s.", side=setup.layout.side, note=ONE_SOURCE
    )
    return ((ruins,) if doubted else ()) + _corner_notes(setup)


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
    by_map = Sentence(
        "%(edict)s is scored by the ruins that the map lists: %(differences)s.",
        edict=GOLDEN_GRANARY.name,
        differences="; ".join(differences),
    )
    return (by_map,)


def _corner_notes(setup: GameSetup) -> tuple[str, ...]:
    cards = [AMBUSH_CARDS[name] for name in setup.ambushes] if setup.is_solo else []
    doubted = [card.name for card in cards if not card.corner_confidence.is_confirmed]
    if not doubted:
        return ()
    corners = Sentence(
        "The corners where monsters begin in solo mode rest on one source for %(cards)s.", cards=doubted
    )
    return (corners,)
