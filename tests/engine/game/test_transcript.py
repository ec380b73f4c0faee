"""Any game is a transcript that replays to the same state; a damaged one is refused."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import EngineError
from engine.game import Transcript, TranscriptError, play, start
from engine.setup import GameSetup
from tests.engine.game.situations import AnyMoves

SETUP = GameSetup.of_heroes(players=2, seed=11)
RECORDED = Transcript.record(SETUP, AnyMoves(11, 2))


def damaged(number: int = 1, **changed: object) -> dict[str, Any]:
    """Return the document with something else in one of its moves."""
    document: dict[str, Any] = deepcopy(RECORDED.to_json())
    document["moves"][number - 1] |= changed
    return document


def refusal(document: object) -> TranscriptError:
    with pytest.raises(TranscriptError) as refused:
        Transcript.from_json(document).replay()
    return refused.value


@settings(max_examples=20)
@given(seed=st.integers(0, 2**40), players=st.integers(1, 4))
def test_a_transcript_replays_to_the_same_state(seed: int, players: int) -> None:
    setup = GameSetup.drawn(seed, players=players)
    choose, state = AnyMoves(seed, players), start(setup)
    while not state.is_over:
        seat = min(state.due)
        state = play(state, seat, choose(state, seat))
    transcript = Transcript.record(setup, AnyMoves(seed, players))
    document = json.loads(json.dumps(transcript.to_json()))

    assert Transcript.from_json(document) == transcript
    assert Transcript.from_json(document).replay() == state


def test_a_transcript_tells_every_state() -> None:
    states = list(RECORDED.states())

    assert states[0] == start(SETUP)
    assert len(states) == len(RECORDED.turns) + 1
    assert states[-1].is_over


def test_a_transcript_may_end_before_the_game() -> None:
    assert not Transcript(SETUP, RECORDED.turns[:5]).replay().is_over


def test_the_moves_name_season_card_and_seat() -> None:
    first = json.loads(json.dumps(RECORDED.to_json()))["moves"][0]

    assert set(first) == {"season", "card", "seat", "does", "terrain", "squares"}
    assert (first["season"], first["seat"], first["does"]) == ("spring", 0, "draw")


def test_heroes_passes_and_destroyed_spaces_are_reported() -> None:
    deeds = {(move["does"], "attack" in move) for move in RECORDED.to_json()["moves"]}  # type: ignore[attr-defined]

    assert deeds >= {("draw", False), ("draw", True)}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"season": "autumn"}, 'season: expected "spring", "summer", "fall" or "winter", not "autumn"'),
        ({"card": 3}, "card: expected a name, not 3"),
        ({"seat": -1}, "seat: expected a whole number from 0 to 99, not -1"),
        ({"does": "erase"}, 'does: expected "draw", "destroy" or "pass", not "erase"'),
        ({"terrain": "swamp"}, 'terrain: "swamp" is no terrain'),
        ({"squares": [[0, 11]]}, "squares[0]: expected a whole number from 0 to 10, not 11"),
        ({"squares": "all"}, 'squares: expected a list, not "all"'),
        ({"squares": [[0, 0], [0, 0]]}, "squares[1]: [0, 0] is given twice"),
        ({"square": [[0, 0]]}, 'a move has no "square"; did you mean "squares"'),
        ({"squares": []}, "seat 0: a move without a square draws nothing"),
        ({"does": "pass"}, "seat 0: a player passes only when there is nothing that can be drawn"),
        ({"seat": 2}, "seat 2: there is no seat 2; the seats are 0 to 1"),
        ({"card": "Orchard"}, "from this seed the card is "),
    ],
)
def test_a_damaged_move_is_refused_with_its_number(changed: dict[str, object], message: str) -> None:
    error = refusal(damaged(3, **changed))

    assert str(error).startswith(f"move 3: {message}")
    assert error.number == 3


def test_an_illegal_move_is_refused_with_the_rule() -> None:
    third = RECORDED.to_json()["moves"][2]  # type: ignore[index]

    assert str(refusal(damaged(5, squares=third["squares"]))).startswith("move 5: seat 0: ")


def test_moves_after_the_end_are_refused() -> None:
    last = RECORDED.turns[-1]
    error = refusal(Transcript(SETUP, (*RECORDED.turns, last)).to_json())

    assert str(error) == f"move {len(RECORDED.turns) + 1}: the game is over after the move before"


@pytest.mark.parametrize(
    "document", [None, [], {}, {"schema": "surveyor/map@1"}, {"schema": "surveyor/transcript@1", "moves": 3}]
)
def test_what_is_no_transcript_is_refused(document: object) -> None:
    with pytest.raises(EngineError):
        Transcript.from_json(document)


@pytest.mark.parametrize("move", [None, 7, [], "draw"])
def test_what_is_no_move_is_refused(move: object) -> None:
    document = RECORDED.to_json() | {"moves": [move]}

    assert str(refusal(document)) == "move 1: a move is a JSON object"


def test_a_setup_against_the_rules_is_refused() -> None:
    document: dict[str, Any] = deepcopy(RECORDED.to_json())
    document["setup"]["players"] = 0

    with pytest.raises(EngineError, match="players"):
        Transcript.from_json(document)


@pytest.mark.parametrize(
    ("path", "key", "nearest"),
    [
        ([], "move", "moves"),
        (["setup"], "player", "players"),
        (["setup", "rules"], "foo", "rotate_hero_pattern"),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest(path: list[str], key: str, nearest: str) -> None:
    document: dict[str, Any] = deepcopy(RECORDED.to_json())
    part = document
    for step in path:
        part = part[step]
    part[key] = True

    assert f'has no "{key}"; did you mean "{nearest}"' in str(refusal(document))


def test_more_moves_than_any_game_has_are_not_read() -> None:
    document: dict[str, Any] = deepcopy(RECORDED.to_json())
    document["moves"] = ["no move"] * 321

    assert str(refusal(document)) == "moves: no game of 2 has more than 320 moves, and these are 321"


def test_a_lost_move_is_noticed() -> None:
    turns = (*RECORDED.turns[:4], *RECORDED.turns[5:])

    assert refusal(Transcript(SETUP, turns).to_json()).number == 6
