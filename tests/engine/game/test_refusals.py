"""An illegal move is refused with the rule that it breaks."""

import pickle

import pytest

from engine import MapSheet, Terrain
from engine.areas import STRIDE
from engine.game import PASS, GameState, IllegalMoveError, Move, play
from tests.drawing import map_of
from tests.engine.game.situations import before, destroys, draws

FARM, WATER, VILLAGE, MONSTER, HERO = (
    Terrain.FARM,
    Terrain.WATER,
    Terrain.VILLAGE,
    Terrain.MONSTER,
    Terrain.HERO,
)
TINY = map_of("...^", rest="#")
LINE = draws(WATER, (0, 0), (0, 1), (0, 2), (0, 3))


def refusal(state: GameState, move: Move, seat: int = 0) -> str:
    with pytest.raises(IllegalMoveError) as refused:
        play(state, seat, move)
    return refused.value.rule


@pytest.mark.parametrize(
    ("sheet", "move", "rule"),
    [
        (map_of("F"), LINE, "the shape cannot overlap filled spaces: [0, 0] holds forest"),
        (
            map_of(""),
            Move(WATER, 15 << STRIDE - 3),
            "the shape cannot overlap the edge of the map: a square of it is off the map",
        ),
        (
            map_of(""),
            Move(WATER, 15 << 11 * STRIDE),
            "the shape cannot overlap the edge of the map: a square of it is off the map",
        ),
        (map_of(""), Move(WATER, 0), "a move without a square draws nothing"),
        (
            map_of(""),
            draws(WATER, (0, 0), (0, 1), (0, 2)),
            "no such shape on Fishing Village, which shows XXXX",
        ),
        (
            map_of(""),
            draws(FARM, (0, 0), (0, 1), (0, 2), (0, 3)),
            "wrong terrain: for Fishing Village it is village or water, not farm",
        ),
        (
            map_of(""),
            draws(WATER, (0, 0)),
            "a 1x1 square is drawn only when no shape of Fishing Village can be drawn",
        ),
        (
            TINY,
            draws(WATER, (0, 0), (0, 1)),
            "no shape of Fishing Village can be drawn: draw a 1x1 square instead",
        ),
        (
            TINY,
            draws(HERO, (0, 0)),
            "wrong terrain: for Fishing Village it is forest or village or farm or water or monster, "
            "not hero",
        ),
        (map_of(""), PASS, "a player passes only when there is nothing that can be drawn"),
        (map_of(rest="#"), Move(WATER, 0), "a move without a square draws nothing"),
        (map_of(""), LINE._replace(attack=1), "an attack pattern is marked for a hero only"),
    ],
)
def test_explore_cards(sheet: MapSheet, move: Move, rule: str) -> None:
    assert refusal(before("Fishing Village", sheet), move) == rule


@pytest.mark.parametrize(
    ("sheet", "move", "rule"),
    [
        (
            map_of("", "r"),
            LINE,
            "after a ruins card the shape must be drawn so that it overlaps a ruins space",
        ),
        (
            map_of("", "f"),
            LINE,
            "no shape of Fishing Village can be drawn so that it overlaps a ruins space: "
            "draw a 1x1 square instead",
        ),
        (
            map_of("", "r"),
            draws(WATER, (1, 0)),
            "a 1x1 square is drawn only when no shape of Fishing Village can be drawn "
            "so that it overlaps a ruins space",
        ),
    ],
)
def test_after_ruins(sheet: MapSheet, move: Move, rule: str) -> None:
    assert refusal(before("Fishing Village", sheet, after=["Temple Ruins"]), move) == rule


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (draws(MONSTER, (0, 0), (1, 1)), "no such shape on Goblin Attack, which shows X../.X./..X"),
        (
            draws(WATER, (0, 0), (1, 1), (2, 2)),
            "wrong terrain: for Goblin Attack it is monster, not water",
        ),
    ],
)
def test_ambushes(move: Move, rule: str) -> None:
    assert refusal(before("Goblin Attack", map_of(""), map_of("")), move) == rule


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (draws(HERO, (0, 0), (0, 1)), "a hero is a 1x1 square"),
        (draws(WATER, (0, 0)), "wrong terrain: for Freyla the True it is hero, not water"),
        (
            draws(HERO, (0, 0), attack=[(0, 1)]),
            "the marked squares are not the attack pattern of Freyla the True from there",
        ),
    ],
)
def test_heroes(move: Move, rule: str) -> None:
    assert refusal(before("Freyla the True"), move) == rule


def gazing() -> GameState:
    """Return the moment after a Gorgon was drawn below a mountain and beside a forest."""
    state = before("Gorgon Gaze", map_of(rest="#"), map_of("^", "..", "..", rest="."))
    state = play(state, 1, PASS)
    return play(state, 0, draws(MONSTER, (1, 0), (1, 2), (2, 1)))


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (
            destroys(0, 0),
            "the Gorgon destroys a space adjacent to it that is no mountain and not destroyed yet",
        ),
        (
            destroys(9, 9),
            "the Gorgon destroys a space adjacent to it that is no mountain and not destroyed yet",
        ),
        (draws(MONSTER, (1, 1)), "Gorgon Gaze: exactly one space is destroyed now, and nothing drawn"),
        (
            draws(Terrain.DESTROYED, (1, 1), (0, 2)),
            "Gorgon Gaze: exactly one space is destroyed now, and nothing drawn",
        ),
    ],
)
def test_the_gaze_of_the_gorgon(move: Move, rule: str) -> None:
    assert refusal(gazing(), move) == rule


def test_who_has_nothing_to_destroy_is_not_asked() -> None:
    assert refusal(gazing(), destroys(1, 1), seat=1) == (
        "this player has nothing to destroy for Gorgon Gaze, or has done so"
    )


def test_who_has_drawn_waits_for_the_others() -> None:
    state = play(before("Fishing Village", map_of(""), map_of("")), 0, LINE)

    assert refusal(state, LINE) == (
        "not this player's turn: Fishing Village is drawn already, and others are still to draw"
    )


def test_nobody_sits_beyond_the_last_seat() -> None:
    assert refusal(before("Orchard"), LINE, seat=1) == "there is no seat 1; the seats are 0 to 0"


def test_on_a_full_map_nothing_can_be_drawn() -> None:
    state = before("Fishing Village", map_of(rest="#"))

    assert refusal(state, draws(WATER, (0, 0))) == "the map is full: the player can only pass"


def test_a_refusal_names_the_seat_and_crosses_processes() -> None:
    error = IllegalMoveError(2, "the game is over")

    assert str(pickle.loads(pickle.dumps(error))) == "seat 2: the game is over"
