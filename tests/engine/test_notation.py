import pytest
from hypothesis import given

from engine import MapFormatError, MapSheet, Square, Terrain
from engine.notation import draw_notation, parse_notation
from tests.drawing import map_of
from tests.engine.strategies import custom_sheets

EMPTY_LINE = "." * 11


def test_small_letters_are_terrain_on_ruins() -> None:
    sheet = map_of("Ff.r", "vawmhx")

    assert list(sheet.rows[0][:4]) == [Terrain.FOREST, Terrain.FOREST, Terrain.EMPTY, Terrain.EMPTY]
    assert sheet.ruins == {Square(0, 1), Square(0, 3), *(Square(1, column) for column in range(6))}


def test_indentation_and_blank_lines_do_not_matter() -> None:
    indented = "\n\n".join(f"    {EMPTY_LINE}  " for _ in range(11))

    assert MapSheet.parse(indented) == map_of()


@given(sheet=custom_sheets())
def test_what_is_drawn_parses_to_the_same(sheet: MapSheet) -> None:
    assert parse_notation(draw_notation(sheet.rows, sheet.ruins)) == (sheet.rows, sheet.ruins)


def test_a_missing_line_is_refused() -> None:
    with pytest.raises(MapFormatError, match="a map has 11 lines, not 10"):
        parse_notation("\n".join([EMPTY_LINE] * 10))


def test_a_short_line_is_refused_with_its_number() -> None:
    with pytest.raises(MapFormatError, match="line 3: a line has 11 letters, not 10") as caught:
        parse_notation("\n".join([EMPTY_LINE] * 2 + ["." * 10] + [EMPTY_LINE] * 8))

    assert caught.value.where == "line 3"


@pytest.mark.parametrize("letter", ["Q", "q", "R", "0", "\u00df"])
def test_an_unknown_letter_is_refused_with_its_place(letter: str) -> None:
    with pytest.raises(MapFormatError, match=r"line 1, letter 3: .* is no terrain letter") as caught:
        map_of(f"..{letter}")

    assert caught.value.where == "line 1, letter 3"
