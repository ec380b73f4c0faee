import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    EDICTS,
    EdictChoiceError,
    MapDocument,
    MapFormatError,
    MapSheet,
    Season,
    Side,
    Square,
    UnknownEdictError,
)
from tests.engine.strategies import sheets

EDICT_LISTS = st.lists(st.sampled_from(list(EDICTS.values())), unique_by=str, max_size=4).map(tuple)


def document_with(**fields: object) -> dict[str, Any]:
    """A document of a blank map, and these fields."""
    return MapSheet.blank(Side.A).to_json() | fields


@given(
    document=st.builds(
        MapDocument,
        sheets(),
        coins=st.none() | st.integers(0, 14),
        edicts=EDICT_LISTS,
        season=st.none() | st.sampled_from(Season),
    )
)
def test_a_document_survives_json(document: MapDocument) -> None:
    assert MapDocument.from_json(json.loads(json.dumps(document.to_json()))) == document


def test_the_example_of_the_contract_is_read() -> None:
    example = MapSheet.blank(Side.B).to_json() | {
        "ruins": [[1, 6]],
        "coins": 3,
        "edicts": ["Sentinel Wood", "Canal Lake"],
        "season": "winter",
    }
    document = MapDocument.from_json(example)

    assert document.sheet.ruins == {Square(1, 6)}
    assert document.coins == 3
    assert document.edicts == (EDICTS["Sentinel Wood"], EDICTS["Canal Lake"])
    assert document.season is Season.WINTER


@pytest.mark.parametrize("fields", [{}, {"coins": None, "edicts": None, "season": None}, {"edicts": []}])
def test_what_a_document_does_not_say_is_none(fields: dict[str, object]) -> None:
    assert MapDocument.from_json(document_with(**fields)) == MapDocument(MapSheet.blank(Side.A))


def test_what_is_not_known_is_not_written() -> None:
    assert set(MapDocument(MapSheet.blank(Side.A)).to_json()) == {"schema", "side", "terrain", "ruins"}


def test_no_coins_are_written_as_zero() -> None:
    assert MapDocument(MapSheet.blank(Side.A), coins=0).to_json()["coins"] == 0


def test_edicts_are_found_by_any_spelling() -> None:
    document = MapDocument.from_json(document_with(edicts=["golden granary", "ULEMS WALLOW"]))

    assert document.to_json()["edicts"] == ["The Golden Granary", "Ulem's Wallow"]


def test_whole_numbers_may_be_written_with_a_point_as_the_schema_has_it() -> None:
    printed = MapSheet.blank(Side.A).ruins
    written = document_with(
        ruins=[[float(square.row), float(square.column)] for square in printed],
        coins=3.0,
        doubtful=[[0.0, 10]],
    )

    document = MapDocument.from_json(written)

    assert document == MapDocument(MapSheet.blank(Side.A), coins=3, doubtful=(Square(0, 10),))
    assert "." not in json.dumps(document.to_json())


@pytest.mark.parametrize("coins", [-1, 15, True, 3.5, float("inf"), 1e300, "3", []])
def test_coins_are_a_whole_number_from_0_to_14(coins: object) -> None:
    with pytest.raises(MapFormatError, match="coins: expected a whole number from 0 to 14, not"):
        MapDocument.from_json(document_with(coins=coins))


@pytest.mark.parametrize("season", ["autumn", "Winter", 4, True])
def test_an_unknown_season_is_refused_with_the_known_ones(season: object) -> None:
    with pytest.raises(MapFormatError, match='season: expected "spring", "summer", "fall" or "winter", not'):
        MapDocument.from_json(document_with(season=season))


def test_edicts_that_are_no_list_are_refused() -> None:
    with pytest.raises(MapFormatError, match='edicts: expected a list, not "Silos"'):
        MapDocument.from_json(document_with(edicts="Silos"))


def test_an_edict_that_is_no_name_is_refused() -> None:
    with pytest.raises(MapFormatError, match=r"edicts\[1\]: expected a name, not 7"):
        MapDocument.from_json(document_with(edicts=["Silos", 7]))


def test_an_unknown_edict_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(UnknownEdictError, match='"Silo"; did you mean "Silos"'):
        MapDocument.from_json(document_with(edicts=["Silo"]))


def test_the_same_edict_twice_is_refused() -> None:
    with pytest.raises(EdictChoiceError, match="the same edict is given twice: Silos"):
        MapDocument.from_json(document_with(edicts=["Silos", "silos"]))
