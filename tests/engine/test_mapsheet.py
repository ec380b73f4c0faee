import json
import pickle
import re
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ALL_SQUARES, LAYOUTS, MAP_SCHEMA, MapFormatError, MapSheet, Side, Square, Terrain
from engine.areas import WHOLE_MAP, area_of, squares_of
from tests.drawing import map_of
from tests.engine.strategies import custom_sheets, printed_sheets, sheets


@pytest.fixture(name="document")
def _document() -> dict[str, Any]:
    """A blank map of side B as a document."""
    return MapSheet.blank(Side.B).to_json()


def refusal(document: object) -> str:
    """The message with which a document is refused."""
    with pytest.raises(MapFormatError) as caught:
        MapSheet.from_json(document)
    return str(caught.value)


@given(sheet=custom_sheets())
def test_a_custom_sheet_survives_being_drawn_and_parsed(sheet: MapSheet) -> None:
    assert MapSheet.parse(str(sheet)) == sheet


@given(sheet=printed_sheets())
def test_a_printed_sheet_survives_being_drawn_and_parsed(sheet: MapSheet) -> None:
    assert MapSheet.parse(str(sheet), side=sheet.side) == sheet


@given(sheet=sheets())
def test_a_sheet_survives_json(sheet: MapSheet) -> None:
    assert MapSheet.from_json(json.loads(json.dumps(sheet.to_json()))) == sheet


def test_a_printed_side_drawn_without_ruins_has_those_of_the_side() -> None:
    drawing = str(MapSheet.blank(Side.A)).replace("r", ".")

    assert MapSheet.parse(drawing, side=Side.A).ruins == LAYOUTS[Side.A].ruins
    assert MapSheet.parse(drawing, side=Side.A, ruins=[]).ruins == frozenset()


def test_a_document_has_the_keys_of_the_contract() -> None:
    document = map_of("Fa").to_json()

    assert set(document) == {"schema", "side", "terrain", "ruins"}
    assert document["side"] == "custom"
    assert document["ruins"] == [[0, 1]]


def test_squares_come_in_reading_order() -> None:
    sheet = map_of(".F", "FW")

    assert sheet.squares(Terrain.FOREST) == [Square(0, 1), Square(1, 0)]
    assert sheet.squares(Terrain.WATER, Terrain.FOREST) == [Square(0, 1), Square(1, 0), Square(1, 1)]


def test_a_sheet_is_a_collection_of_its_squares() -> None:
    sheet = MapSheet.blank(Side.A)

    assert list(sheet) == list(ALL_SQUARES)
    assert Square(10, 10) in sheet
    assert Square(11, 0) not in sheet


def test_squares_can_be_looked_for_among_some() -> None:
    assert map_of("FF").squares(Terrain.FOREST, among=Square(0, 0).neighbours()) == [Square(0, 1)]


@pytest.mark.parametrize("square", [Square(-1, 0), Square(0, -1), Square(11, 0), Square(0, 11)])
def test_there_is_nothing_off_the_map(square: Square) -> None:
    with pytest.raises(IndexError):
        map_of()[square]


def test_drawing_leaves_the_old_sheet_as_it_was() -> None:
    blank = MapSheet.blank(Side.A)
    drawn = blank.with_terrain({Square(1, 5): Terrain.FARM})

    assert blank[Square(1, 5)] is Terrain.EMPTY
    assert drawn[Square(1, 5)] is Terrain.FARM
    assert drawn.ruins == blank.ruins


def test_drawing_off_the_map_is_refused() -> None:
    with pytest.raises(MapFormatError, match=r"\[11, 0\] is not on the map"):
        map_of().with_terrain({Square(11, 0): Terrain.FARM})


def test_drawing_over_a_printed_mountain_is_refused() -> None:
    with pytest.raises(MapFormatError, match=r"side A has a mountain at \[1, 3\], the map forest"):
        MapSheet.blank(Side.A).with_terrain({Square(1, 3): Terrain.FOREST})


def test_a_destroyed_wasteland_is_still_side_b() -> None:
    sheet = MapSheet.blank(Side.B).with_terrain({Square(3, 5): Terrain.DESTROYED})

    assert MapSheet.from_json(sheet.to_json()) == sheet


@pytest.mark.parametrize("letter", ["^", "#"])
def test_ruins_on_a_mountain_or_wasteland_are_refused(letter: str) -> None:
    with pytest.raises(MapFormatError, match=r"ruins: \[0, 0\] is a .*, not ruins"):
        map_of(letter, ruins=[Square(0, 0)])


def test_ruins_off_the_map_are_refused() -> None:
    with pytest.raises(MapFormatError, match=r"ruins: \[0, 11\] is not on the map"):
        map_of(ruins=[Square(0, 11)])


@given(sheet=sheets())
def test_the_areas_of_the_terrains_are_their_squares(sheet: MapSheet) -> None:
    assert {terrain: squares_of(sheet.area(terrain)) for terrain in Terrain} == {
        terrain: tuple(sheet.squares(terrain)) for terrain in Terrain
    }


@given(sheet=sheets())
def test_every_square_is_empty_or_filled(sheet: MapSheet) -> None:
    assert squares_of(sheet.filled) == tuple(square for square in ALL_SQUARES if sheet[square].is_filled)
    assert sheet.empty == WHOLE_MAP & ~sheet.filled


@given(sheet=sheets())
def test_ruins_are_known_as_squares_and_as_an_area(sheet: MapSheet) -> None:
    assert sheet.ruins_area == area_of(sheet.ruins)


@given(sheet=sheets())
def test_the_rows_hold_what_the_squares_hold(sheet: MapSheet) -> None:
    assert [terrain for row in sheet.rows for terrain in row] == [sheet[square] for square in ALL_SQUARES]


@given(sheet=custom_sheets(), squares=st.frozensets(st.sampled_from(ALL_SQUARES)))
def test_drawing_an_area_replaces_what_it_held(sheet: MapSheet, squares: frozenset[Square]) -> None:
    drawn = sheet.drawn(area_of(squares), Terrain.HERO)

    assert drawn == sheet.with_terrain(dict.fromkeys(squares, Terrain.HERO))


def test_maps_that_show_the_same_are_equal() -> None:
    there_and_back = map_of("F").with_terrain({Square(0, 0): Terrain.EMPTY})

    assert there_and_back == map_of()
    assert hash(there_and_back) == hash(map_of())


@pytest.mark.parametrize(
    "other", [map_of("W"), map_of("f"), MapSheet.blank(Side.A).with_terrain({Square(0, 0): Terrain.FOREST})]
)
def test_maps_differ_by_terrain_ruins_and_side(other: MapSheet) -> None:
    assert map_of("F") != other


def test_a_map_cannot_be_changed() -> None:
    sheet = map_of()

    with pytest.raises(FrozenInstanceError):
        sheet.side = Side.A  # type: ignore[misc]


@given(sheet=sheets())
def test_a_map_can_be_sent_to_another_process(sheet: MapSheet) -> None:
    assert pickle.loads(pickle.dumps(sheet)) == sheet


@given(sheet=sheets())
def test_a_map_is_shown_as_the_call_that_makes_it(sheet: MapSheet) -> None:
    assert eval(repr(sheet)) == sheet


class TestDocuments:
    def test_unknown_keys_are_let_be(self, document: dict[str, Any]) -> None:
        assert MapSheet.from_json(document | {"player": "Ann", "photo": None}) == MapSheet.blank(Side.B)

    def test_ruins_default_to_those_of_the_side(self, document: dict[str, Any]) -> None:
        del document["ruins"]

        assert MapSheet.from_json(document).ruins == LAYOUTS[Side.B].ruins

    def test_given_ruins_replace_those_of_the_side(self, document: dict[str, Any]) -> None:
        assert MapSheet.from_json(document | {"ruins": [[1, 6]]}).ruins == {Square(1, 6)}

    def test_a_custom_side_without_ruins_has_none(self, document: dict[str, Any]) -> None:
        del document["ruins"]

        assert MapSheet.from_json(document | {"side": "custom"}).ruins == frozenset()

    def test_a_custom_side_takes_its_mountains_from_the_document(self, document: dict[str, Any]) -> None:
        sheet = MapSheet.from_json(document | {"side": "custom"})

        assert sheet.squares(Terrain.MOUNTAIN) == sorted(LAYOUTS[Side.B].mountains)

    @pytest.mark.parametrize("value", [None, [], "map", 3])
    def test_anything_but_an_object_is_refused(self, value: object) -> None:
        assert "a map document is a JSON object" in refusal(value)

    @pytest.mark.parametrize("schema", [None, "surveyor/map@2", 1])
    def test_another_schema_is_refused(self, document: dict[str, Any], schema: object) -> None:
        assert (
            refusal(document | {"schema": schema})
            == f'schema: expected "{MAP_SCHEMA}", not {json.dumps(schema)}'
        )

    def test_all_fields_that_are_missing_are_named(self, document: dict[str, Any]) -> None:
        del document["side"], document["terrain"]

        assert refusal(document) == (
            'side, terrain: missing; write "side", "terrain", which a surveyor/map@1 document needs'
        )
        assert refusal({}) == (
            'schema, side, terrain: missing; write "schema": "surveyor/map@1", "side", "terrain", '
            "which a surveyor/map@1 document needs"
        )

    @pytest.mark.parametrize("side", [None, "E", "a", 1, ["A"]])
    def test_an_unknown_side_is_refused(self, document: dict[str, Any], side: object) -> None:
        assert 'side: expected "A", "B", "C", "D" or "custom"' in refusal(document | {"side": side})

    def test_a_missing_row_is_refused(self, document: dict[str, Any]) -> None:
        document["terrain"].pop()

        assert refusal(document) == "terrain: a map has 11 rows, not 10"

    def test_a_short_row_is_refused(self, document: dict[str, Any]) -> None:
        document["terrain"][4].pop()

        assert refusal(document) == "terrain[4]: a row has 11 squares, not 10"

    @pytest.mark.parametrize("terrain", [None, "F" * 121, {"0": []}])
    def test_terrain_that_is_no_list_is_refused(self, document: dict[str, Any], terrain: object) -> None:
        assert "terrain: expected a list" in refusal(document | {"terrain": terrain})

    def test_a_row_that_is_no_list_is_refused(self, document: dict[str, Any]) -> None:
        document["terrain"][2] = "..........."

        assert "terrain[2]: expected a list" in refusal(document)

    def test_an_unknown_terrain_is_refused_with_the_nearest_names(self, document: dict[str, Any]) -> None:
        document["terrain"][2][3] = "florest"

        assert 'terrain[2][3]: "florest" is no terrain; did you mean "forest"' in refusal(document)

    @pytest.mark.parametrize("value", [None, 1, ["forest"]])
    def test_a_terrain_that_is_no_name_is_refused(self, document: dict[str, Any], value: object) -> None:
        document["terrain"][0][0] = value

        assert "terrain[0][0]: expected a name" in refusal(document)

    def test_a_missing_mountain_is_refused(self, document: dict[str, Any]) -> None:
        document["terrain"][1][8] = "forest"

        assert "terrain[1][8]: side B has a mountain at [1, 8], the map forest" in refusal(document)

    def test_a_missing_wasteland_is_refused(self, document: dict[str, Any]) -> None:
        document["terrain"][3][5] = "empty"

        assert "terrain[3][5]: side B has a wasteland at [3, 5], the map empty" in refusal(document)

    @pytest.mark.parametrize("terrain", ["mountain", "wasteland"])
    def test_a_mountain_where_the_side_has_none_is_refused(
        self, document: dict[str, Any], terrain: str
    ) -> None:
        document["terrain"][0][7] = terrain

        assert f"terrain[0][7]: side B has no {terrain} at [0, 7], the map has" in refusal(document)

    def test_a_map_of_another_side_is_refused_with_advice(self, document: dict[str, Any]) -> None:
        assert 'is it another side, or "custom"?' in refusal(document | {"side": "A"})

    @pytest.mark.parametrize("ruins", [3, "none", {}])
    def test_ruins_that_are_no_list_are_refused(self, document: dict[str, Any], ruins: object) -> None:
        assert "ruins: expected a list" in refusal(document | {"ruins": ruins})

    @pytest.mark.parametrize(
        "place", [[0, 11], [-1, 0], [True, 0], [1.5, 2], ["1", 2], [1], [1, 2, 3], 5, None]
    )
    def test_ruins_that_are_no_square_are_refused(self, document: dict[str, Any], place: object) -> None:
        assert re.match(
            r"ruins\[1\]: expected (a list|a whole|\[row)", refusal(document | {"ruins": [[0, 0], place]})
        )

    def test_ruins_on_a_mountain_are_refused(self, document: dict[str, Any]) -> None:
        assert refusal(document | {"ruins": [[1, 8]]}) == "ruins: [1, 8] is a mountain, not ruins"
