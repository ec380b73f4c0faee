"""What a tournament's pages show: small, accessible, harmless, on a phone and on the wall."""

import re
from itertools import pairwise

import httpx
import pypdfium2
import pytest
from playwright.sync_api import Browser, expect

from engine import Season
from service.pages.languages import LANGUAGES
from tests.extent import in_test_all, or_all
from tests.service.pages.conftest import Tab
from tests.service.pages.tournament.cupserver import (
    ANN,
    DOUBTFUL,
    MARKUP,
    Cup,
    make_cup,
    photos_of,
)
from tests.service.stubs import EDICTS

HALL = """() => {
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const sizes = [];
    while (texts.nextNode()) {
        const at = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !at.checkVisibility()) continue;
        sizes.push(parseFloat(getComputedStyle(at).fontSize));
    }
    const list = document.querySelector(".list").getBoundingClientRect();
    const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect());
    const seen = rows.filter((row) => row.bottom <= list.bottom + 1 && row.top > list.top + 1);
    return [Math.min(...sizes), seen.length];
}"""
"""The smallest letters on the wall in pixels, and how many rows are seen."""
HEADINGS = """() => [...document.querySelectorAll("thead th:not(.round)")].map((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const at = words.getBoundingClientRect();
    return [at.left, at.right, new Set([...words.getClientRects()].map((line) => line.top)).size];
})"""
"""From where to where the words of each heading stand, and on how many lines."""
BROKEN = """() => [...document.querySelectorAll("tbody th a")].flatMap((name) =>
    name.textContent.split(" ").filter((word) => {
        const range = document.createRange();
        const at = name.textContent.indexOf(word);
        range.setStart(name.firstChild, at);
        range.setEnd(name.firstChild, at + word.length);
        return range.getClientRects().length > 1;
    }))"""
"""The words of names that stand on two lines."""


def as_number(shown: str) -> int:
    """Return a number as pages show it."""
    return int(shown.replace("\u2212", "-"))


@in_test_all
@pytest.mark.parametrize("viewport", ["desktop"])  # `test_weights` looks at every page on a phone
def test_pages_full_of_tables_are_accessible_and_no_wider_than_a_desktop(tab: Tab, cup: Cup) -> None:
    ann = f"{cup.at}/players/{cup.players[ANN]}"
    for path in (cup.at, ann, f"/standings/{cup.id}", f"/standings/{cup.id}?screen=hall"):
        tab.page.goto(path)
        tab.check_accessible()
        wide = tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path


def test_what_is_missing_and_doubtful_is_reported_where_it_is_settled(tab: Tab, cup: Cup) -> None:
    tab.page.goto(cup.at)
    expect(tab.page.locator(".lack", has_text="the sheet").first).to_contain_text("Zoë")
    tab.page.set_viewport_size({"width": 320, "height": 640})
    tops = tab.page.locator(".tally dd").evaluate_all(
        "them => them.slice(0, 4).map((it) => it.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1  # also where the words beneath one take two lines
    review = tab.page.locator(".tally .review a")
    expect(review).to_have_attribute("href", f"{cup.at}/files?state=review")
    count = review.inner_text()
    review.click()
    expect(tab.page.locator(".queue li")).to_have_count(int(count))  # the photos that were counted
    tab.page.goto(f"{cup.at}/standings?round=1")
    row = tab.page.locator("tr", has_text="Zoë")
    expect(row).to_contain_text("lacks the sheet")

    tab.page.goto(f"{cup.at}/players/{cup.players[DOUBTFUL.player]}")

    expect(tab.page.get_by_text("Waits for a judge: 1 square")).to_be_visible()


def test_rounds_and_tables_have_a_tab_only_where_there_is_something_to_tell_apart(
    tab: Tab, web: httpx.Client
) -> None:
    cup = make_cup(web, "One Round", [ANN])
    tab.page.goto(cup.at)
    link = tab.page.get_by_role("navigation", name="This tournament").get_by_role("link", name="Rounds")
    expect(link).to_be_hidden()
    tab.page.get_by_text("More", exact=True).click()
    link.click()
    expect(tab.page.get_by_role("heading", level=1)).to_have_text("Rounds and tables")
    tab.page.get_by_role("button", name="Add a round").click()

    tab.page.goto(cup.at)

    expect(link).to_be_visible()


def test_a_players_page_shows_the_maps_as_they_grew(tab: Tab, cup: Cup) -> None:
    tab.page.goto(f"{cup.at}/players/{cup.players[ANN]}")

    maps = tab.page.locator(".seasons-grown li")
    expect(maps).to_have_count(4)
    expect(maps.locator("h3")).to_have_text(["Spring", "Summer", "Fall", "Winter"])
    assert [maps.nth(at).locator(".old").count() for at in range(4)] == [0, 1, 1, 1]
    sums = [as_number(each) for each in maps.locator(".boxes .sum dd").all_inner_texts()]
    assert as_number(tab.page.locator(".sum b").first.inner_text()) == sum(sums)
    expect(tab.page.get_by_text("A picture to keep:").first).to_be_visible()


def test_names_full_of_markup_are_names(tab: Tab, web: httpx.Client) -> None:
    script, image = MARKUP
    cup = make_cup(web, script, [image, "Bob"])
    tab.page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    bob = f"{cup.at}/players/{cup.players['Bob']}"
    cup.web.post(
        f"/v1{cup.at}/batches", files=[("photos", (f"{image}.jpg", b"words")), ("photos", (script, b"x"))]
    )
    cup.publish()
    for path in ("", "/players", "/standings", "/standings?round=1", "/publish", "/rounds/1", "/print"):
        tab.page.goto(cup.at + path)
        expect(tab.page.locator(".cup .name")).to_contain_text(script)
    tab.page.goto(f"/standings/{cup.id}")
    expect(tab.page.get_by_role("heading", name=script)).to_be_visible()
    expect(tab.page.locator("tbody th").first).to_have_text(image)

    tab.page.goto(f"{bob}/edit")
    tab.page.locator("input[name=name]").fill(image)
    tab.page.get_by_role("button", name="Save").click()

    expect(tab.page.get_by_role("alert")).to_contain_text(f'"{image}" plays already')
    assert tab.page.locator("main img").count() == 0
    tab.complaints.clear()  # the browser tells of the 409, as it should


def test_names_with_commas_are_told_apart_where_they_are_listed(web: httpx.Client) -> None:
    cup = make_cup(web, "Comma Cup", ["Smith, John", "Ann", "Late, Bob", "Later, Cid"])
    version = web.get(f"/v1{cup.at}").json()["version"]
    seats = {"tables": [{"name": "1", "players": [cup.players["Smith, John"], cup.players["Ann"]]}]}
    web.put(f"/v1{cup.at}/rounds/1/seats", json=seats, headers={"If-Match": f'"{version}"'})

    overview, *rounds = (web.get(cup.at + page).text for page in ("", "/rounds", "/rounds/1"))

    assert "2 players sit at no table: Late, Bob; Later, Cid" in overview
    assert all("Ann; Smith, John" in page for page in (overview, *rounds))


def test_the_projector_shows_sixty_players_page_by_page_and_nothing_moves(
    tab: Tab, web: httpx.Client
) -> None:
    cup = make_cup(web, "Large Cup", [f"Player {number:02}" for number in range(60)], rounds=3)
    cup.publish()
    page = tab.page
    page.clock.install()
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => { for (const one of list.getEntries())"
        " moved += one.value }).observe({ type: 'layout-shift', buffered: true })"
    )
    page.goto(f"/standings/{cup.id}?screen=hall")
    where = page.locator(".where")
    expect(where).to_contain_text("/ 60")
    seen = where.inner_text()
    page.clock.run_for(8_500)
    expect(where).not_to_have_text(seen)
    page.keyboard.press("Space")
    held = where.inner_text()
    page.clock.run_for(20_000)

    expect(where).to_have_text(held)
    assert page.evaluate("moved") < 0.01
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    smallest, shown = page.evaluate(HALL)
    assert smallest >= min(page.evaluate("innerHeight") * 0.03, page.evaluate("innerWidth") * 0.04)
    assert shown == 14
    page.emulate_media(media="print")
    expect(page.locator(".pager")).to_be_hidden()


def test_the_public_page_leads_from_a_player_to_the_seasons_and_the_maps(tab: Tab, cup: Cup) -> None:
    page = tab.page
    page.goto(f"/standings/{cup.id}")
    page.get_by_role("link", name=ANN).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(ANN)
    latest = cup.web.get(f"/v1/tournaments/{cup.id}/publications/latest").json()["standings"]
    result = next(one for one in latest["rounds"][0]["results"] if one["player"] == ANN)
    assert None not in result["seasons"]
    numbers = [str(stars).replace("-", "\u2212") for stars in (*result["seasons"], result["total"])]
    expect(page.locator(".grown").first.locator("td")).to_have_text(
        [*numbers, str(result["lost_to_monsters"])]
    )
    expect(page.get_by_role("img", name="Map of")).to_have_count(4)
    expect(page.get_by_text("Together")).to_have_count(4)
    page.get_by_role("link", name="Photos, and what waits").click()
    expect(page.get_by_role("heading", name="Photos", exact=True)).to_be_visible()


def test_few_players_fill_the_wall(tab: Tab, cup: Cup) -> None:
    page = tab.page
    page.goto(f"/standings/{cup.id}?screen=hall")
    last = page.locator("tbody tr").last.bounding_box()

    assert last is not None
    assert last["y"] + last["height"] >= page.evaluate("innerHeight") * 0.93
    assert page.evaluate("document.querySelector('.list').scrollHeight") <= page.evaluate(
        "document.querySelector('.list').clientHeight + 1"
    )


def test_on_a_narrow_phone_every_way_is_seen_and_names_are_whole(tab: Tab, web: httpx.Client) -> None:
    cup = make_cup(web, "Narrow Cup", ["Maximiliana Featherstone", "Bartholomew Anderson"])
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.page.goto(f"{cup.at}/players")

    assert tab.page.evaluate(BROKEN) == []
    for way in tab.page.locator(".places a").all():
        box = way.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= 360 - box["width"]


def test_before_anything_is_published_the_public_page_says_so_and_nothing_else(
    web: httpx.Client,
) -> None:
    cup = make_cup(web, "Secret Cup", ["Ann"])
    there = cup.web.get(f"/standings/{cup.id}").text
    nowhere = cup.web.get("/standings/nothing", headers={"Accept": "text/html"})

    assert "Nothing is published yet" in there
    assert "Secret Cup" not in there
    assert (nowhere.status_code, "There is nothing at this address" in nowhere.text) == (404, True)


def test_the_public_page_is_sent_only_when_it_is_another(cup: Cup) -> None:
    first = cup.web.get(f"/standings/{cup.id}")
    again = cup.web.get(f"/standings/{cup.id}", headers={"If-None-Match": first.headers["etag"]})

    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert (
        cup.web.get(f"/standings/{cup.id}", headers={"Accept-Language": "de"}).headers["etag"]
        != (first.headers["etag"])
    )


def test_a_published_player_without_a_total_is_told_what_is_known_so_far(web: httpx.Client) -> None:
    cup = make_cup(web, "Open Cup", [ANN])
    cup.send(photos_of([ANN], [Season.SPRING]))
    cup.publish()

    page = cup.web.get(f"/standings/{cup.id}/players/{cup.players[ANN]}").text

    assert page.count("so far") == 2


def test_beside_a_rank_stands_the_total_that_made_it_and_then_what_is_known_so_far(web: httpx.Client) -> None:
    cup = make_cup(web, "Two Rounds", [ANN], rounds=2)
    cup.send([*photos_of([ANN]), *photos_of([ANN], [Season.SPRING], round=2)])
    cup.publish()
    [placing] = cup.web.get(f"/v1{cup.at}/standings").json()["ranking"]["placings"]
    total, so_far = (f"{placing[key]}".replace("-", "\N{MINUS SIGN}") for key in ("total", "so_far"))
    shown = re.compile(rf'total">{total} <small class="so-far">\({so_far} so far\)<')

    assert so_far != total
    assert shown.search(cup.web.get(f"/standings/{cup.id}").text)
    assert shown.search(cup.web.get(f"{cup.at}/standings", headers={"Accept": "text/html"}).text)


def test_everybody_sees_the_maps_that_score_as_published_and_none_that_was_corrected_since(
    web: httpx.Client,
) -> None:
    cup = make_cup(web, "Open Maps", [ANN])
    cup.send(photos_of([ANN]))
    cup.publish()
    address = f"/standings/{cup.id}/players/{cup.players[ANN]}"
    published = cup.web.get(address)
    sheets = cup.web.get(f"/v1{cup.at}/sheets").json()["sheets"]
    spring = next(sheet for sheet in sheets if sheet["season"] == "spring")
    cup.web.post(
        f"/v1{cup.at}/sheets/{spring['id']}/corrections",
        json={"coins": (spring["map"]["coins"] + 1) % 14},
        headers={"If-Match": f'"{spring["version"]}"'},
    ).raise_for_status()

    corrected = cup.web.get(address)

    assert published.text.count('class="map small"') == 4
    assert corrected.text.count('class="map small"') == 3
    assert published.headers["etag"] != corrected.headers["etag"]


@pytest.mark.parametrize("language", or_all(["de"], LANGUAGES))
def test_the_headings_of_the_public_standings_stand_apart_on_a_narrow_phone(
    language: str, browser: Browser, cup: Cup
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale=language)
    page = context.new_page()
    page.goto(f"{str(cup.web.base_url).rstrip('/')}/standings/{cup.id}")

    headings: list[tuple[float, float, int]] = page.evaluate(HEADINGS)

    assert len(headings) == 4
    assert all(before[1] + 4 <= after[0] for before, after in pairwise(headings)), headings
    assert headings[-1][1] <= 360
    assert [lines for *_, lines in headings] == [1] * 4
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


@pytest.mark.parametrize(
    ("language", "shape"),
    [
        ("en-GB", r"(\d{1,2} \w+ \d{4}, )?\d\d:\d\d"),
        ("en-US", r"(\w+ \d{1,2}, \d{4}, )?\d{1,2}:\d\d.[AP]M"),
        ("de-AT", r"(\d\d\.\d\d\.\d{4}, )?\d\d:\d\d"),
    ],
)
def test_moments_are_reported_as_the_visitor_writes_them(cup: Cup, language: str, shape: str) -> None:
    for path in (f"/standings/{cup.id}", f"{cup.at}/standings", "/tournaments"):
        page = cup.web.get(path, headers={"Accept-Language": language}).text
        assert re.search(f'<time datetime="[^"]+">{shape}</time>', page), path


def test_what_is_printed(cup: Cup) -> None:
    sheets = cup.web.get(f"{cup.at}/sheets.pdf?paper=a5&per_page=1&inks=saving&each=round")

    page = pypdfium2.PdfDocument(sheets.content)[0].get_textpage().get_text_bounded()
    assert {word for edict in EDICTS for word in edict.split()} <= set(page.split())
    first, beyond = (cup.web.get(f"{cup.at}/sheets.pdf?part={part}") for part in (1, 2))
    assert (len(pypdfium2.PdfDocument(first.content)), beyond.status_code) == (2, 404)

    assert (sheets.status_code, sheets.headers["content-type"]) == (200, "application/pdf")
    assert "no-store" in sheets.headers["cache-control"]


def test_who_works_alone_is_offered_no_paper_that_leads_nowhere(cup: Cup) -> None:
    origin = {"origin": str(cup.web.base_url).rstrip("/")}
    pages = {page: cup.web.get(f"{cup.at}/{page}").text for page in ("players", "print", "keys")}
    poster = cup.web.get(f"{cup.at}/posters.pdf")
    slips = cup.web.post(f"{cup.at}/keys/players", headers=origin)

    assert not any("Links for the players" in page for page in pages.values())
    assert not any(f'href="{cup.at}/keys"' in page for page in pages.values())
    assert "posters.pdf" not in pages["print"]
    assert "surveyor serve --host 0.0.0.0" in pages["print"]
    assert "surveyor serve --host 0.0.0.0" in pages["keys"]
    assert (poster.status_code, slips.status_code) == (422, 422)
    assert "No phone can follow http://127.0.0.1" in poster.text
