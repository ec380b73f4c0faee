from typing import Any

import pytest

from engine import MapFormatError, MapSheet, Season, Side, Square, Terrain
from engine.audit import Evidence, audit_map, read_evidence
from engine.customsides import side_of

BLANK = MapSheet.blank(Side.A)
READING: dict[str, Any] = {
    "schema": "surveyor/reading@1",
    "sheets": [
        {
            "side": "A",
            "terrain": [[terrain.value for terrain in row] for row in BLANK.rows],
            "doubtful": [[3, 4]],
            "alternatives": {"3,4": {"empty": 0.6, "farm": 0.4}},
            "coins": 5,
            "coins_confidence": 0.7,
            "boxes": [[12, 9, 3, -2, None], None],
        }
    ],
}


def test_a_map_document_is_evidence() -> None:
    (evidence,) = read_evidence(BLANK.to_json() | {"coins": 3, "season": "fall"})

    assert evidence == Evidence.of(BLANK, coins=3, season=Season.FALL)
    assert evidence.doubts is None


def test_a_map_that_contradicts_its_side_is_read_all_the_same() -> None:
    document: dict[str, Any] = BLANK.to_json()
    document["terrain"][5][5] = "forest"
    document["terrain"][0][0] = "mountain"

    (evidence,) = read_evidence(document)

    assert evidence.sheet[Square(5, 5)] is Terrain.FOREST
    assert evidence.mountains == Evidence.of(BLANK).mountains


def test_ruins_are_those_of_the_side() -> None:
    (evidence,) = read_evidence(BLANK.to_json() | {"ruins": [[1, 3]]})

    assert evidence.sheet.ruins == BLANK.ruins


def test_a_custom_map_says_its_ruins() -> None:
    (evidence,) = read_evidence(MapSheet.blank(Side.CUSTOM).to_json() | {"ruins": [[1, 3]]})

    assert evidence.sheet.ruins == {Square(1, 3)}
    assert evidence.layout is None


HOME = side_of({"map": "^....#....r" + ("\n" + "." * 11) * 10, "replaces": "D"}, where="home")


@pytest.mark.parametrize("side", [Side.CUSTOM, Side.D])
def test_a_map_on_a_custom_side_need_not_say_what_is_printed(side: Side) -> None:
    document = MapSheet.blank(Side.CUSTOM).to_json() | {"side": side.value}

    (evidence,) = read_evidence(document, HOME)

    assert audit_map(evidence).oddities == ()
    assert evidence.sheet.squares(Terrain.MOUNTAIN, Terrain.WASTELAND) == [Square(0, 0), Square(0, 5)]
    assert evidence.sheet.ruins == {Square(0, 10)}


def test_ruins_that_a_map_on_a_custom_side_lists_are_kept() -> None:
    document = MapSheet.blank(Side.CUSTOM).to_json() | {"ruins": [[4, 4]]}

    (evidence,) = read_evidence(document, HOME)

    assert evidence.sheet.ruins == {Square(4, 4)}
    assert audit_map(evidence).oddities == ()


def test_a_reading_says_what_is_doubtful() -> None:
    (evidence,) = read_evidence(READING)

    assert evidence.doubts == {Square(3, 4): (Terrain.FARM,)}
    assert (evidence.coins, evidence.coins_are_sure) == (5, False)
    assert evidence.boxes == ([12, 9, 3, -2, None], None)


def test_more_coins_than_the_track_has_are_read_all_the_same() -> None:
    (evidence,) = read_evidence(BLANK.to_json() | {"coins": 20})

    assert evidence.coins == 20


def test_the_sheet_before_anything_was_drawn() -> None:
    drawn = BLANK.with_terrain({Square(0, 0): Terrain.FARM})

    assert Evidence.of(drawn, coins=4).blank() == Evidence.of(BLANK, coins=0)


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ([], "JSON object"),
        ({"schema": "surveyor/score@1"}, "surveyor/reading@1"),
        (BLANK.to_json() | {"side": "E"}, "side"),
        (BLANK.to_json() | {"terrain": [["empty"] * 11] * 10}, "11 rows"),
        (BLANK.to_json() | {"coins": "three"}, "coins"),
        (BLANK.to_json() | {"season": "autumn"}, "season"),
        (READING | {"sheets": 3}, "sheets"),
    ],
)
def test_what_is_no_map_is_refused(document: object, problem: str) -> None:
    with pytest.raises(MapFormatError, match=problem):
        read_evidence(document)
