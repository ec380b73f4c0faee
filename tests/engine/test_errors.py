import pickle

import pytest

from engine import (
    CoinsError,
    EdictChoiceError,
    EngineError,
    MapFormatError,
    PrintError,
    SeasonError,
    UnknownEdictError,
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
