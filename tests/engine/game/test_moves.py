import pytest

from engine import MapFormatError, Square, Terrain
from engine.game import PASS, Move, Moves, legal_moves
from tests.drawing import map_of
from tests.engine.game.situations import before, draws


def moves_for(card: str, *rows: str) -> Moves:
    moves = legal_moves(before(card, map_of(*rows, rest="#")), 0)
    assert isinstance(moves, Moves)
    return moves


def test_moves_are_listed_without_being_made() -> None:
    assert len(moves_for("Fishing Village", ".....", ".....", ".....", ".....")) == 2 * (4 * 2 + 5)


def test_a_move_is_found_by_its_index() -> None:
    moves = moves_for("Fishing Village", ".....", ".....")

    assert [moves[index] for index in range(len(moves))] == list(moves)
    assert moves[-1] == list(moves)[-1]
    assert moves[1:3] == tuple(moves)[1:3]


def test_an_index_beyond_the_last_move_is_refused() -> None:
    with pytest.raises(IndexError, match="there are 4 moves"):
        moves_for("Fishing Village", ".....")[4]


def test_what_is_no_move_is_not_among_them() -> None:
    assert not moves_for("Fishing Village", ".....").__contains__("pass")


def test_a_move_off_the_map_cannot_be_told() -> None:
    with pytest.raises(MapFormatError, match=r"\[0, 11\] is off the map"):
        Move.drawing(Terrain.FARM, [Square(0, 10), Square(0, 11)])


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (PASS, "pass"),
        (draws(Terrain.FARM, (0, 1), (1, 1)), "farm at [0, 1] [1, 1]"),
        (draws(Terrain.HERO, (0, 0), attack=[(0, 1)]), "hero at [0, 0], attacking [0, 1]"),
    ],
)
def test_a_move_tells_itself_in_a_line(move: Move, line: str) -> None:
    assert str(move) == line
