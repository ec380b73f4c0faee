"""The pictures over HTTP: who gets them, as what, and under which name."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, Playwright, expect

from tests.service.access.conftest import World
from tests.service.clients import client_of
from tests.service.filledcup import FilledCup
from tests.service.pages.conftest import open_context
from tests.service.serving import serve

OVERHANGING = """() => [...document.querySelectorAll("text")].filter((text) =>
    text.getBBox().x + text.getBBox().width > document.documentElement.viewBox.baseVal.width - 20
).map((text) => text.textContent)"""
"""Words that run over the rim."""
NASTY = 'Zoë <script>alert(1)</script> "; x'


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FilledCup]:
    """Serve a tournament with one sheet of Ann Smith, who is then called otherwise."""
    with _served(tmp_path_factory.mktemp("pictures")) as web:
        cup = FilledCup(web)
        cup.renew()
        yield cup


@contextmanager
def _served(folder: Path) -> Iterator[httpx.Client]:
    with serve(folder) as address, client_of(address) as web:
        yield web


def addresses(cup: FilledCup) -> dict[str, str]:
    at = f"/tournaments/{cup.known['tournament']}"
    return {
        "map": f"{at}/sheets/{cup.known['sheet']}/map",
        "strip": f"{at}/players/{cup.known['player']}/rounds/1/strip",
        "chart": f"{at}/chart",
    }


@pytest.mark.parametrize("kind", ["map", "strip", "chart"])
def test_each_picture_comes_as_svg_and_as_png(cup: FilledCup, kind: str) -> None:
    address = addresses(cup)[kind]

    svg, png = cup.web.get(f"{address}.svg"), cup.web.get(f"{address}.png?width=500&download=true")

    assert (svg.status_code, svg.headers["content-type"]) == (200, "image/svg+xml")
    assert svg.headers["content-security-policy"].startswith("default-src 'none'; ")
    assert svg.headers["content-disposition"].startswith('inline; filename="')
    assert (png.status_code, png.headers["content-type"]) == (200, "image/png")
    assert png.headers["content-disposition"].startswith('attachment; filename="')
    assert Image.open(io.BytesIO(png.content)).width == 500
    again = cup.web.get(f"{address}.svg", headers={"If-None-Match": svg.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("map.gif", 404),
        ("map.png?width=199", 422),
        ("map.png?width=100000", 422),
    ],
)
def test_what_cannot_be_drawn_is_reported(cup: FilledCup, address: str, status: int) -> None:
    assert cup.web.get(addresses(cup)["map"].removesuffix("map") + address).status_code == status


@pytest.mark.parametrize("place", ["players/nobody/rounds/1/strip.svg", "sheets/none/map.svg"])
def test_there_are_no_pictures_of_what_is_not_there(cup: FilledCup, place: str) -> None:
    assert cup.web.get(f"/tournaments/{cup.known['tournament']}/{place}").status_code == 404


def test_names_full_of_markup_make_plain_file_names(tmp_path: Path) -> None:
    with _served(tmp_path) as web:
        cup = FilledCup(web)
        cup.renew()
        player = f"/v1/tournaments/{cup.known['tournament']}/players/{cup.known['player']}"
        assert web.patch(player, json={"name": NASTY[:32]}).status_code == 200

        answer = web.get(addresses(cup)["map"] + ".svg")

    assert answer.headers["content-disposition"] == (
        'inline; filename="zoe-script-alert-1-script-round-1-spring.svg"'
    )
    assert "<script" not in answer.text
    assert "Zoë &lt;script&gt;" in answer.text


def test_a_picture_is_there_for_those_whose_it_is(world: World) -> None:
    strip = f"/tournaments/{world.cup.id}/players/{world.cup.ann}/rounds/1/strip.svg"
    chart = f"/tournaments/{world.cup.id}/chart.svg"

    answers = {}
    for person in ("judge", "ann", "bob", "other judge", None):
        with world.web(person) as web:
            answers[person] = (
                web.get(strip).json().get("detail", "") if person else web.get(strip).status_code
            )
            assert web.get(chart).status_code == 404, "nothing was published"

    assert "round" in str(answers["judge"])  # it has none yet, but who may know that is told so
    assert "round" in str(answers["ann"])
    assert "round" not in str(answers["bob"])
    assert "round" not in str(answers["other judge"])
    assert answers[None] in (303, 401)


def test_a_browser_draws_our_svg_and_complains_of_nothing(
    playwright: Playwright, browser: Browser, cup: FilledCup
) -> None:
    page = open_context(playwright, browser, "phone", str(cup.web.base_url).rstrip("/")).new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))

    for address in addresses(cup).values():
        answer = page.goto(f"{address}.svg")

        assert answer is not None
        assert answer.ok
        expect(page.locator("svg > title")).to_have_count(1)
        expect(page.locator("use").first).to_be_visible()
        letters = page.evaluate("document.fonts.ready.then((all) => [...all].map((each) => each.status))")
        assert set(letters) == {"loaded"}, "it brings the letters along that it uses"
        assert page.evaluate(OVERHANGING) == []
    page.context.close()
    assert complaints == []
