"""Sides from TOML files: what they say, what is wrong with them, and maps drawn on them."""

import re
from pathlib import Path
from typing import Any

import pytest

from engine import LAYOUTS, CoinsError, MapFormatError, MapSheet, Side, Square, Terrain
from engine.customsides import fields_of, load_side, parse_side, read_map_on, side_of
from engine.layouts import COIN_TRACK, Layout

GUIDE = Path(__file__).parents[2] / "docs" / "custom-sides.md"
EMPTY_LINE = "..........."
HOME = ["^.........r", *[EMPTY_LINE] * 9, "#.........."]


def side(**fields: object) -> Layout:
    return side_of({"map": "\n".join(HOME)} | fields, where="home.toml")


def corrected_side() -> Layout:
    """Side D with ruins in one square only."""
    drawn = str(LAYOUTS[Side.D]).replace("r", ".")
    return side(map="r" + drawn[1:], replaces="D", name="my D")


def document(sheet: MapSheet | None = None, **fields: object) -> dict[str, Any]:
    return (sheet or MapSheet.blank(Side.CUSTOM)).to_json() | fields


class TestFile:
    def test_the_guide_shows_a_side_that_can_be_read(self) -> None:
        (example,) = re.findall(r"```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
        harbour = parse_side(example.encode(), where="harbour.toml")

        assert (harbour.name, harbour.coins, harbour.side) == ("Harbour", 10, Side.CUSTOM)
        assert len(harbour.mountains) == len(harbour.ruins) == len(harbour.wastelands) == 4

    def test_an_editor_may_have_marked_the_text_as_utf_8(self) -> None:
        text = 'map = """' + "\n".join(HOME) + '"""'

        assert parse_side(text.encode("utf-8-sig"), where="home.toml") == side()

    def test_the_guide_tells_of_every_key(self) -> None:
        keys = re.findall(r"^\| `(\w+)` \|", GUIDE.read_text("utf-8"), re.MULTILINE)

        assert sorted(keys) == ["coins", "map", "name", "replaces"]

    def test_a_file_gives_the_side_it_describes(self, tmp_path: Path) -> None:
        file = tmp_path / "home.toml"
        file.write_text('name = "Home"\nmap = """\n' + "\n".join(HOME) + '\n"""\ncoins = 7\n')

        assert load_side(file) == side(name="Home", coins=7)

    def test_a_byte_order_mark_is_no_trouble(self) -> None:
        content = 'map = """\n' + "\n".join(HOME) + '\n"""\n'

        assert parse_side(content.encode("utf-8-sig"), where="home.toml") == side()

    def test_a_side_needs_a_map_only(self) -> None:
        home = side()

        assert (home.name, home.coins, home.replaces, home.game) == ("custom", COIN_TRACK, None, None)
        assert home.mountains == {Square(0, 0)}
        assert home.ruins == {Square(0, 10)}
        assert home.wastelands == {Square(10, 0)}

    def test_a_corrected_side_belongs_to_the_box_of_the_one_it_replaces(self) -> None:
        corrected = corrected_side()

        assert (corrected.replaces, corrected.game) == (Side.D, LAYOUTS[Side.D].game)
        assert corrected.ruins == {(0, 0)}
        assert corrected.unconfirmed == ()

    @pytest.mark.parametrize("given", [side(), side(name="Home", coins=3), corrected_side()])
    def test_the_fields_of_a_side_make_it_again(self, given: Layout) -> None:
        assert side_of(fields_of(given), where="") == given


class TestWrongFile:
    def test_a_missing_file_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(MapFormatError, match=r"none\.toml: the file cannot be read: No such file"):
            load_side(tmp_path / "none.toml")

    def test_a_folder_is_no_side(self, tmp_path: Path) -> None:
        with pytest.raises(MapFormatError, match="the file cannot be read: Is a directory"):
            load_side(tmp_path)

    def test_a_huge_file_is_not_read_to_its_end(self, tmp_path: Path) -> None:
        file = tmp_path / "huge.toml"
        file.write_bytes(b"#" * 200_000)

        with pytest.raises(MapFormatError, match="too large"):
            load_side(file)

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"\xff\xd8\xff", "home.toml: the file is no text; save it as UTF-8"),
            (b"map = \nname = 3", r"home.toml: the file is no TOML: .*line 1"),
            (b'{"map": 3}', "home.toml: the file is no TOML"),
            (b"a = " + b"[" * 100_000, "home.toml: the file is no TOML"),
            (b"", 'home.toml, map: draw the map as 11 lines of 11 letters between """'),
            (b"mapp = 3", 'home.toml: a side has no "mapp"; did you mean "map"'),
            (b"coins = " + b"1" * 5000, "home.toml: the file is no TOML that we can read"),
            (b"map = 3", "home.toml, map: draw the map"),
            (b'map = "..."', "home.toml, map: a map has 11 lines, not 1"),
        ],
    )
    def test_what_describes_no_side_is_refused_with_the_place(self, content: bytes, message: str) -> None:
        with pytest.raises(MapFormatError, match=message):
            parse_side(content, where="home.toml")

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("..........", "home.toml, map: line 2: a line has 11 letters, not 10"),
            ("..?........", 'home.toml, map: line 2, letter 3: "\\?" is no terrain letter'),
            ("..F........", 'home.toml, map: line 2, letter 3: "F" is not printed on sheets'),
            ("..m........", 'home.toml, map: line 2, letter 3: "m" is not printed on sheets'),
        ],
    )
    def test_a_wrong_line_is_named(self, line: str, message: str) -> None:
        with pytest.raises(MapFormatError, match=message):
            side(map="\n".join([HOME[0], line, *HOME[2:]]))

    @pytest.mark.parametrize(
        ("fields", "message"),
        [
            ({"coins": 15}, "home.toml, coins: expected a whole number from 0 to 14, not 15"),
            ({"coins": "many"}, "home.toml, coins: expected a whole number"),
            ({"name": 3}, "home.toml, name: a name is one line of text"),
            ({"name": "a\nb"}, "home.toml, name: a name is one line of text"),
            ({"replaces": "d"}, 'only a printed side is replaced: "A", "B", "C" or "D", in capitals'),
            ({"replaces": 3}, "home.toml, replaces: only a printed side is replaced"),
            ({"replaces": "custom"}, "home.toml, replaces: only a printed side is replaced"),
        ],
    )
    def test_a_wrong_value_is_named(self, fields: dict[str, object], message: str) -> None:
        with pytest.raises(MapFormatError, match=message):
            side(**fields)


class TestMapsOnIt:
    def test_a_map_need_not_say_what_is_printed(self) -> None:
        read = read_map_on(side(), document())

        assert str(read.sheet).split() == HOME
        assert read.sheet.side is Side.CUSTOM

    def test_a_map_may_say_what_is_printed(self) -> None:
        said = MapSheet.parse("\n".join(HOME))

        assert read_map_on(side(), document(said)).sheet == said

    def test_what_is_drawn_stays_also_on_ruins(self) -> None:
        drawn = MapSheet.blank(Side.CUSTOM).with_terrain(
            {Square(0, 10): Terrain.FARM, Square(5, 5): Terrain.HERO}
        )
        read = read_map_on(side(), document(drawn)).sheet

        assert (read[Square(0, 10)], read[Square(5, 5)]) == (Terrain.FARM, Terrain.HERO)
        assert read.ruins == {(0, 10)}

    def test_a_wasteland_square_may_be_destroyed(self) -> None:
        drawn = MapSheet.blank(Side.CUSTOM).with_terrain({Square(10, 0): Terrain.DESTROYED})

        assert read_map_on(side(), document(drawn)).sheet[Square(10, 0)] is Terrain.DESTROYED

    def test_ruins_that_the_sheet_has_not_are_refused(self) -> None:
        with pytest.raises(MapFormatError, match=r'ruins: the side "custom" has ruins at \[0, 10\]'):
            read_map_on(side(), document(ruins=[[4, 4]]))

    @pytest.mark.parametrize(
        ("drawn", "message"),
        [
            (
                {Square(0, 0): Terrain.FARM},
                r'terrain\[0\]\[0\]: the side "Home" has a mountain, the map shows farm',
            ),
            ({Square(0, 0): Terrain.DESTROYED}, "has a mountain, the map shows destroyed"),
            ({Square(10, 0): Terrain.MOUNTAIN}, "has a wasteland, the map shows mountain"),
            ({Square(4, 4): Terrain.MOUNTAIN}, r"has nothing printed at \[4, 4\], the map shows mountain"),
            ({Square(4, 4): Terrain.WASTELAND}, "has nothing printed at"),
        ],
    )
    def test_a_map_that_contradicts_the_side_is_refused(
        self, drawn: dict[Square, Terrain], message: str
    ) -> None:
        sheet = MapSheet.blank(Side.CUSTOM).with_terrain(drawn)

        with pytest.raises(MapFormatError, match=message):
            read_map_on(side(name="Home"), document(sheet))

    def test_coins_end_with_its_track(self) -> None:
        assert read_map_on(side(coins=5), document(coins=5)).coins == 5
        with pytest.raises(CoinsError, match="0 to 5, not 6"):
            read_map_on(side(coins=5), document(coins=6))

    def test_a_map_of_another_side_is_read_as_ever(self) -> None:
        sheet = MapSheet.blank(Side.A)

        assert read_map_on(side(), document(sheet)).sheet == sheet

    def test_a_map_without_a_side_is_refused_as_ever(self) -> None:
        with pytest.raises(MapFormatError, match="side: expected"):
            read_map_on(side(), document(side=None))


class TestCorrectedSide:
    def test_maps_of_the_printed_side_are_taken_as_drawn_on_it(self) -> None:
        read = read_map_on(corrected_side(), document(MapSheet.blank(Side.D))).sheet

        assert read.side is Side.CUSTOM
        assert read.ruins == {Square(0, 0)}
        assert read.squares(Terrain.MOUNTAIN) == sorted(LAYOUTS[Side.D].mountains)

    def test_maps_need_not_list_ruins(self) -> None:
        unsaid = document(MapSheet.blank(Side.D))
        del unsaid["ruins"]

        assert read_map_on(corrected_side(), unsaid).sheet.ruins == {(0, 0)}

    def test_ruins_that_are_not_ours_are_kept(self) -> None:
        listed = document(MapSheet.blank(Side.D), ruins=[[0, 5]])

        assert read_map_on(corrected_side(), listed).sheet.ruins == {(0, 5)}
