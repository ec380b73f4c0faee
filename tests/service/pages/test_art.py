"""The pictures to keep: whole, safe, the same each time, and readable."""

import io
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

from engine import ALL_SQUARES, MapSheet, Season, Side, Square, Terrain
from service.pages.art.chart import Line, draw_chart_svg
from service.pages.art.ink import colours, symbols
from service.pages.art.maps import draw_map_svg
from service.pages.art.png import png_of
from service.pages.art.strip import Panel, draw_strip_svg, fresh_squares
from service.pages.assets import FOLDER
from tests.service.seeded import game_of

NASTY = '"><img src=x onerror=alert(1)><script>alert(1)</script>&\x00\x1b'
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = MapSheet.blank(Side.CUSTOM).with_terrain(
    {Square(0, at): terrain for at, terrain in enumerate(Terrain) if terrain is not Terrain.EMPTY}
)
MOST_SYMBOLS = 25_000  # bytes


def draw_all(name: str) -> dict[str, str]:
    """Return one of each picture, of somebody of this name."""
    maps = game_of("Babo", 1)
    panels = [Panel(name, ended.sheet, 12) for ended in maps.values()]
    lines = [Line(f"{name}{at}", at + 1, (30 - at, None, 20)) for at in range(14)]
    return {
        "map": draw_map_svg(DRAWN, title=name, subtitle=name, total=87, coins=3),
        "strip": draw_strip_svg([*panels[:3], Panel(name)], title=name, subtitle=name, nothing=name),
        "chart": draw_chart_svg(lines, title=name, subtitle=name, round_names=[name] * 3),
    }


@pytest.mark.parametrize("kind", ["map", "strip", "chart"])
def test_names_are_text_whatever_they_hold(kind: str) -> None:
    svg = ElementTree.fromstring(draw_all(NASTY)[kind])

    known = {"svg", "title", "defs", "symbol", "g", "path", "rect", "circle", "use", "text"}
    known |= {"radialGradient", "stop"}
    assert {element.tag.removeprefix(SVG) for element in svg.iter()} <= known
    assert not [name for element in svg.iter() for name in element.attrib if name.startswith("on")]
    assert any("<script>" in (text.text or "") for text in svg.iter(f"{SVG}title"))


@pytest.mark.parametrize("kind", ["map", "strip", "chart"])
def test_a_picture_needs_nothing_beside_it_and_is_the_same_each_time(kind: str) -> None:
    first, again = draw_all("Ann")[kind], draw_all("Ann")[kind]

    assert first == again
    ids = set(re.findall(r'id="(\w+)"', first))
    assert set(re.findall(r'href="#(\w+)"', first)) <= ids
    assert not re.findall(r'(?:href="(?!#)|url\((?!#)|@import|<style| style=)', first)


@pytest.mark.parametrize("kind", ["map", "strip", "chart"])
def test_png_has_the_width_that_was_asked_for(kind: str) -> None:
    png = png_of(draw_all("Ann 日本")[kind], 400)

    picture = Image.open(io.BytesIO(png))
    assert (picture.format, picture.width) == ("PNG", 400)
    assert len(set(picture.convert("RGB").resize((40, 40)).tobytes())) > 20, "nothing is drawn on it"


@pytest.mark.parametrize("width", [0, 199, 2401])
def test_no_picture_is_too_wide_to_be_drawn(width: int) -> None:
    with pytest.raises(ValueError, match="200 to 2400"):
        png_of("<svg/>", width)


def test_every_terrain_has_its_sign_and_all_are_small() -> None:
    assert set(Terrain) - {Terrain.EMPTY} | {"ruins", "star", "coin", "rose"} == set(symbols())
    assert (FOLDER / "terrain.svg").stat().st_size < MOST_SYMBOLS


@pytest.mark.parametrize("terrain", [terrain for terrain in Terrain if terrain is not Terrain.EMPTY])
def test_signs_stand_out_from_their_grounds(terrain: Terrain) -> None:
    sign = colours()["on-destroyed" if terrain is Terrain.DESTROYED else "on-terrain"]

    assert _contrast(sign, colours()[terrain]) >= 4.5


def test_the_squares_of_a_season_are_those_that_the_one_before_did_not_have() -> None:
    maps = game_of("Babo", 1)
    spring, summer = maps[Season.SPRING].sheet, maps[Season.SUMMER].sheet

    assert fresh_squares(spring, None) | fresh_squares(summer, spring) == fresh_squares(summer, None)
    assert not fresh_squares(spring, None) & fresh_squares(summer, spring)
    assert not [at for at in fresh_squares(summer, spring) if summer[at] is Terrain.MOUNTAIN]


def test_squares_that_are_drawn_on_ruins_still_show_them() -> None:
    ruins = min(MapSheet.blank(Side.A).ruins)
    sheet = MapSheet.blank(Side.A).with_terrain({ruins: Terrain.FARM})

    assert draw_map_svg(sheet, title="x").count('href="#ruins"') == len(sheet.ruins)
    assert len([at for at in ALL_SQUARES if at in sheet.ruins]) == 6


@pytest.mark.parametrize(("players", "rounds"), [(0, 1), (1, 1), (3, 1), (12, 4), (60, 9)])
def test_no_two_names_on_the_chart_stand_on_one_another(players: int, rounds: int) -> None:
    totals = [tuple((37 * at + 11 * number) % 60 for number in range(rounds)) for at in range(players)]
    totals.sort(key=lambda stars: -sum(stars))
    lines = [Line(f"Player {at}", 1 + at // 2, stars) for at, stars in enumerate(totals)]

    svg = ElementTree.fromstring(draw_chart_svg(lines, title="Cup"))

    named = [text for text in svg.iter(f"{SVG}text") if "Player" in (text.text or "")]
    heights = sorted(float(text.attrib["y"]) for text in named)
    assert len(named) == min(players, 20)
    assert all(low - high > 30 for high, low in pairwise(heights))


def _contrast(first: str, other: str) -> float:
    dark, light = sorted((_luminance(first), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
