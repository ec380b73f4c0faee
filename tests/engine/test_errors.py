import pickle
from collections.abc import Callable
from typing import Any

import pytest

from engine import (
    CoinsError,
    EdictChoiceError,
    EngineError,
    MapFormatError,
    MapSheet,
    PrintError,
    SeasonError,
    Side,
    Square,
    Terrain,
    UnknownEdictError,
    find_card,
    find_edict,
    project_score,
    rank_players,
    score_game,
    score_map,
)
from engine.errors import SetupError, UnknownCardError, any_of, find_nearest


@pytest.mark.parametrize(
    "error", [CoinsError, EdictChoiceError, MapFormatError, SeasonError, UnknownEdictError]
)
def test_every_error_is_an_engine_error_and_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, EngineError)
    assert issubclass(error, ValueError)


def test_a_map_format_error_starts_with_the_place() -> None:
    assert str(MapFormatError("too long", where="line 2")) == "line 2: too long"
    assert str(MapFormatError("too long")) == "too long"


@pytest.mark.parametrize(
    "error",
    [
        MapFormatError("too long", where="line 2"),
        PrintError("B", (1, 8), "mountain", "farm"),
        UnknownEdictError("Silo", ["Silos"]),
        EdictChoiceError("twice", ["Silos", "Silos"]),
        SeasonError("winter", "DA", 3),
        CoinsError(15, 14),
        UnknownCardError("Gnoll Rade", ["Gnoll Raid"]),
        SetupError("the ruins cards are always included"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_back_whole_from_a_worker(error: EngineError) -> None:
    returned = pickle.loads(pickle.dumps(error))

    assert str(returned) == str(error)
    assert vars(returned) == vars(error)


def test_names_are_quoted_as_a_choice() -> None:
    assert any_of(["a"]) == '"a"'
    assert any_of(["a", "b", "c"]) == '"a", "b" or "c"'


def test_there_is_always_a_nearest_name() -> None:
    assert find_nearest("forrest", ["forest", "water"]) == ["forest"]
    assert find_nearest("FOREST", ["forest", "water"]) == ["forest"]
    assert find_nearest("xyz", ["forest", "water"])


BLANK = MapSheet.blank(Side.A)


@pytest.mark.parametrize(
    ("call", "given", "words"),
    [
        (lambda given: score_map(given, []), "map.json", "a map is a MapSheet, .* not str"),
        (lambda given: project_score(given, []), None, "a map is a MapSheet, .* not NoneType"),
        (lambda given: score_map(BLANK, given), None, "edicts are a list of .* not NoneType"),
        (lambda given: score_map(BLANK, [], season=given), "may", '"may" is no season; say "spring"'),
        (lambda given: score_game(given, []), [BLANK] * 4, "a Snapshot, not MapSheet"),
        (rank_players, [("Ann", 80)], "a Result, not tuple"),
        (find_edict, None, "name of a card is text"),
        (find_card, 3, "name of a card is text"),
        (lambda given: BLANK[given], "Z99", "a Square, its row and column counted from 0, not str"),
        (BLANK.with_terrain, {(0, 0): Terrain.FARM}, "a Square, .* not tuple"),
        (BLANK.with_terrain, {Square(0, 0): "mud"}, '"mud" is no terrain; say'),
        (MapSheet.blank, "Z", '"Z" is no side; say "A", "B"'),
    ],
)
def test_a_wrong_argument_is_told_what_it_should_be(
    call: Callable[[Any], object], given: object, words: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        call(given)
