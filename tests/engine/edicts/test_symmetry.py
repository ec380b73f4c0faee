"""Which turns and mirrorings of the map leave each card's stars as they are, and which do not."""

from collections.abc import Callable

import pytest
from hypothesis import given

from engine import EDICTS, ROWS, SIZE, MapSheet, Square, monster_losses
from tests.drawing import map_of
from tests.engine.strategies import custom_sheets

LAST = SIZE - 1
Symmetry = Callable[[Square], Square]

SYMMETRIES: dict[str, Symmetry] = {
    "left to right": lambda square: Square(square.row, LAST - square.column),
    "top to bottom": lambda square: Square(LAST - square.row, square.column),
    "half turn": lambda square: Square(LAST - square.row, LAST - square.column),
    "quarter turn": lambda square: Square(square.column, LAST - square.row),
    "quarter turn back": lambda square: Square(LAST - square.column, square.row),
    "rows for columns": lambda square: Square(square.column, square.row),
    "over the other diagonal": lambda square: Square(LAST - square.column, LAST - square.row),
}
KEEPING_ROWS = frozenset({"left to right", "top to bottom", "half turn"})
ALLOWED = dict.fromkeys(EDICTS, frozenset(SYMMETRIES)) | {
    "Sleepy Valley": KEEPING_ROWS,
    "Banded Hills": KEEPING_ROWS,
    "Faunlost Thicket": KEEPING_ROWS,
    "Jorekburg": KEEPING_ROWS,
    "Silos": KEEPING_ROWS,
    "The Broken Road": frozenset({"over the other diagonal"}),
}
"""The symmetries that leave the stars of a card as they are."""
ONE_SIDED = {
    "Sleepy Valley": (map_of("FFF"), 4),
    "Banded Hills": (map_of("FVAWM"), 4),
    "Faunlost Thicket": (map_of("F", "F", "F"), 6),
    "Jorekburg": (map_of("A", "W"), 4),
    "Silos": (map_of(*["F"] * SIZE), 10),
    "The Broken Road": (map_of(*[".", ".", "."], *["." * row + "F" for row in range(SIZE - 3)]), 3),
}
"""For each card that does not allow all symmetries, a map whose stars every other symmetry changes."""


def turned(sheet: MapSheet, symmetry: Symmetry) -> MapSheet:
    """The sheet with each square moved to where the symmetry takes it."""
    moved = {symmetry(square): sheet[square] for row in ROWS for square in row}
    rows = tuple(tuple(moved[square] for square in row) for row in ROWS)
    return MapSheet(rows, frozenset(map(symmetry, sheet.ruins)))


@pytest.mark.parametrize("name", SYMMETRIES)
@given(sheet=custom_sheets())
def test_the_stars_are_the_same_under_the_symmetries_that_the_card_allows(name: str, sheet: MapSheet) -> None:
    other = turned(sheet, SYMMETRIES[name])
    edicts = [edict for edict in EDICTS.values() if name in ALLOWED[edict.name]]

    assert {edict.name: edict.earns(other).total for edict in edicts} == {
        edict.name: edict.earns(sheet).total for edict in edicts
    }


@pytest.mark.parametrize("name", SYMMETRIES)
@given(sheet=custom_sheets())
def test_the_monsters_take_the_same_under_every_symmetry(name: str, sheet: MapSheet) -> None:
    assert monster_losses(turned(sheet, SYMMETRIES[name])).total == monster_losses(sheet).total


@pytest.mark.parametrize(
    ("card", "name"), [(card, name) for card in EDICTS for name in SYMMETRIES if name not in ALLOWED[card]]
)
def test_the_stars_are_others_under_the_symmetries_that_the_card_does_not_allow(card: str, name: str) -> None:
    sheet, stars = ONE_SIDED[card]

    assert EDICTS[card].earns(sheet).total == stars
    assert EDICTS[card].earns(turned(sheet, SYMMETRIES[name])).total != stars
