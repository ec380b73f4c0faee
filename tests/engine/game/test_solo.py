"""Ambushes in solo mode: from a corner round the edge of the map, and then further in."""

import pytest

from engine import MapSheet, Square, Terrain
from engine.areas import WHOLE_MAP, squares_of
from engine.cards import AMBUSH_CARDS, Corner, Direction
from engine.game import PASS, Task, legal_moves, play
from engine.game.solo import find_lair, lairs
from tests.drawing import map_of
from tests.engine.game.situations import before, destroys, draws

FULL = map_of(rest="#")


def corner_of(area: int) -> tuple[int, int]:
    """Return the top-left corner of the box around the area."""
    squares = squares_of(area)
    return min(square.row for square in squares), min(square.column for square in squares)


@pytest.mark.parametrize(
    ("card", "first"),
    [
        ("Goblin Attack", [(8, 8), (7, 8), (6, 8)]),
        ("Bugbear Assault", [(0, 8), (1, 8), (2, 8)]),
        ("Kobold Onslaught", [(8, 0), (7, 0), (6, 0)]),
        ("Gnoll Raid", [(0, 0), (1, 0), (2, 0)]),
        ("Dragon Inferno", [(8, 0), (8, 1), (8, 2)]),
        ("Zombie Plague", [(0, 0), (1, 0), (2, 0)]),
        ("Giant Troll Ravage", [(0, 8), (1, 8), (2, 8)]),
        ("Gorgon Gaze", [(9, 8), (9, 7), (9, 6)]),
    ],
)
def test_a_monster_starts_in_its_corner_and_follows_its_arrow(
    card: str, first: list[tuple[int, int]]
) -> None:
    """Start in the corner indicated by the card, and proceed along the edges in the arrow's direction."""
    places = lairs(AMBUSH_CARDS[card])

    assert [corner_of(next(places)) for _ in first] == first


@pytest.mark.parametrize("card", AMBUSH_CARDS)
def test_every_place_is_tried_once(card: str) -> None:
    """Move one space further in each time, until it is confirmed that the shape cannot be drawn."""
    shape = AMBUSH_CARDS[card].shape
    places = list(lairs(AMBUSH_CARDS[card]))

    assert len(places) == len(set(places)) == (12 - shape.height) * (12 - shape.width)


@pytest.mark.parametrize("card", AMBUSH_CARDS)
def test_the_edge_comes_before_the_inside(card: str) -> None:
    """First all the way round the edge, then one space in from it, and so on."""
    shape = AMBUSH_CARDS[card].shape
    depths = [
        min(row, column, 11 - shape.height - row, 11 - shape.width - column)
        for row, column in map(corner_of, lairs(AMBUSH_CARDS[card]))
    ]

    assert depths == sorted(depths)


def test_the_shape_is_neither_turned_nor_flipped() -> None:
    """Draw the monster shape without flipping or rotating it."""
    assert find_lair(AMBUSH_CARDS["Goblin Attack"], map_of("..X", ".X.", "X..", rest="#").empty) == 0


def test_the_first_place_that_is_free_is_taken() -> None:
    """Attempt to legally draw the shape, place after place."""
    card = AMBUSH_CARDS["Gnoll Raid"]

    assert corner_of(find_lair(card, WHOLE_MAP & ~map_of("", "F").filled)) == (2, 0)


def test_the_corner_and_the_direction_are_two_things() -> None:
    """The grid on the card shows the corner, the arrow the direction."""
    card = AMBUSH_CARDS["Gnoll Raid"]

    assert (card.corner, card.direction) == (Corner.TOP_LEFT, Direction.COUNTERCLOCKWISE)


def test_the_monster_is_drawn_without_asking() -> None:
    """In solo mode the ambush draws itself, and the game goes on to the next card."""
    state = before("Rift Lands", then=["Gnoll Raid", "Orchard"])
    state = play(state, 0, draws(Terrain.FARM, (5, 5)))

    assert str(state.card) == "Orchard"
    assert state.cartographers[0].sheet.area(Terrain.MONSTER).bit_count() == 5


def test_a_monster_that_fits_nowhere_is_disregarded() -> None:
    """If the shape cannot be legally drawn, disregard the ambush card: no single square either."""
    sheet: MapSheet = map_of("..", rest="#")
    state = before("Rift Lands", sheet, then=["Dragon Inferno", "Orchard"])
    state = play(state, 0, legal_moves(state, 0)[0])

    assert state.cartographers[0].sheet.area(Terrain.MONSTER) == 0
    assert (state.piles.beside, [str(card) for card in state.piles.discarded]) == ((), ["Dragon Inferno"])


def test_the_player_chooses_what_the_gorgon_destroys() -> None:
    """After drawing the Gorgon, destroy an adjacent non-mountain space."""
    sheet = map_of(*["#" * 11] * 8, "#" * 8 + "...", "#" * 8 + ".^.", "#" * 8 + "...", rest="#")
    state = before("Rift Lands", sheet, then=["Gorgon Gaze", "Orchard"])
    state = play(state, 0, legal_moves(state, 0)[0])

    assert state.task is Task.GAZE
    assert destroys(9, 9) not in legal_moves(state, 0)
    assert PASS not in legal_moves(state, 0)
    assert state.cartographers[0].sheet[Square(10, 9)] is Terrain.MONSTER
