"""The page of a scan, in a real browser: its score, its edicts and season, and what they leave open."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.extent import in_test_all, or_all
from tests.service.clients import client_of
from tests.service.pages.conftest import Tab, open_context
from tests.service.pages.doubtful import ALMOST_SURE, WORK
from tests.service.pages.scanning import NASTY, choose_card, file_of, forgive, scan
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO, DOUBTFUL_PHOTO, EDICTS, PHOTO_OF_TWO_SHEETS, PHOTO_WITHOUT_SHEET

LIT = "rgba(255, 214, 64, 0.55)"


def fill_of(page: Page, selector: str) -> str:
    return str(page.locator(selector).first.evaluate("element => getComputedStyle(element).fill"))


def test_edicts_are_found_by_typing_and_every_line_lights_its_squares(tab: Tab, pages_address: str) -> None:
    page = tab.page
    page.goto(scan(pages_address))
    for name in ("Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands"):
        choose_card(page, name)
    page.get_by_role("button", name="winter").click()

    expect(page.locator(".total")).to_contain_text("stars in winter")
    expect(page.locator("tr.now")).to_contain_text("winter")
    expect(page.locator("tr.over")).to_have_count(3)
    expect(page.locator(".reasons .uncounted .what")).to_have_text(
        [re.compile(f"{name}\\s+not scored in winter") for name in EDICTS[1:3]]
    )
    page.locator(".reasons").get_by_role("radio", name=re.compile("Sentinel Wood")).check()
    assert [fill_of(page, ".map .earns-a .light"), fill_of(page, ".laid .earns-a")] == [LIT, LIT]
    page.mouse.move(0, 0)
    for _ in range(4):  # B, C, D, monsters
        page.keyboard.press("ArrowDown")
    assert [fill_of(page, ".map .earns-m .light"), fill_of(page, ".map .earns-a .light")] == [LIT, "none"]
    expect(page.locator(".reason.for-m .rule").first).to_be_visible()
    tab.check_accessible()
    page.locator("#final").get_by_role("link", name="Enter missing numbers").click()
    expect(page.locator("#numbers")).to_be_in_viewport()


@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_five_taps_lead_from_the_photo_to_its_score_without_scrolling(tab: Tab, pages_address: str) -> None:
    page = tab.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(scan(pages_address))
    for slot, name in zip("ABCD", ("Starlit Sigil", "Canal Lake", "Wildholds", "Sleepy Valley"), strict=True):
        card = page.get_by_role("button", name=name, exact=True)
        expect(page.locator(".total")).to_contain_text("Choose the season and its edicts to see the score.")
        expect(card).to_be_in_viewport(ratio=1)
        card.tap()
        expect(page.locator(".places")).to_contain_text(f"{slot} {name}")
        for kept in (".total", ".places"):
            expect(page.locator(kept)).to_be_in_viewport(ratio=1)
            assert is_uncovered(page, kept)

    expect(page.locator(".total")).to_have_text("Choose the season to see the score.")  # no number before
    page.get_by_role("button", name="winter").tap()
    expect(page.locator(".total")).to_contain_text("stars in winter")
    for seen in (".total", ".surely", ".field-photo", "#map"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".place").nth(1).tap()  # a place that is filled is changed as it was filled
    page.mouse.wheel(0, 200)
    expect(page.locator(".total")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Shoreside Expanse", exact=True).tap()
    expect(page.locator(".places")).to_contain_text("B Shoreside Expanse")
    expect(page.locator(".picker")).to_be_hidden()


def is_uncovered(page: Page, selector: str) -> bool:
    """Tell whether nothing lies over the middle of something."""
    script = """element => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""
    return bool(page.locator(selector).evaluate(script))


BROKEN = r"""() => {
    const broken = [], main = document.querySelector("main");
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        if (text.parentElement.closest(".hide")) continue;
        if (getComputedStyle(text.parentElement).writingMode !== "horizontal-tb") continue;
        for (const word of text.data.matchAll(/\p{L}+/gu)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const tops = [...range.getClientRects()].map((each) => Math.round(each.top));
            if (new Set(tops).size > 1) broken.push(word[0]);
        }
    }
    return broken;
}"""
"""Words of which not all letters stand on one line."""


@in_test_all
@pytest.mark.parametrize("language", or_all(["de-DE"], ["de-DE", "es-ES", "fr-FR"]))
def test_no_word_is_broken_on_the_smallest_phone(
    language: str, playwright: Playwright, browser: Browser, pages_address: str
) -> None:
    address = scan(pages_address)
    with open_context(playwright, browser, "phone", pages_address, locale=language) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 320, "height": 640})
        for shown in (address, f"{address}/edit", f"{address}/corners", "/"):
            page.goto(shown)
            assert page.evaluate(BROKEN) == []
            assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_enter_takes_no_card_while_several_are_found_and_they_are_in_sight(
    tab: Tab, pages_address: str
) -> None:
    page = tab.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(scan(pages_address))
    choose_card(page, "Greenbough")
    page.locator("#rules").check()
    page.locator("#find").press_sequentially("lake")
    hit, field, tally = (
        page.locator(what).bounding_box() for what in (".choices li:visible", "#find", ".tally")
    )
    assert hit
    assert field
    assert tally
    assert tally["y"] + tally["height"] <= hit["y"] < field["y"] < 844

    page.locator("#find").fill("village")
    page.locator("#find").press("Enter")
    expect(page.locator(".places")).to_contain_text("Greenbough")
    expect(page.locator(".choices .taken")).to_have_count(1)


@in_test_all
@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_what_a_chosen_card_leaves_open_is_reported(tab: Tab, pages_address: str) -> None:
    page = tab.page
    page.goto(scan(pages_address))
    choose_card(page, "Greenbough")
    page.get_by_role("button", name="winter").click()

    expect(page.locator(".total")).to_have_text("Choose edict D to see the score in winter.")
    expect(page.locator(".result")).not_to_contain_text(re.compile("Between|No doubtful square|To settle it"))
    expect(page.locator("tr.now .sum")).to_have_text("?")
    expect(page.locator(".legend")).to_have_text(re.compile(r"^\s*earlier seasons"))
    assert seam_of(page, ".legend .part") == ["none"]
    page.locator("#find").fill("zzzqq")
    expect(page.locator("#unfound")).to_have_text("No card is called so.")

    page.locator(".place").nth(1).click()
    choose_card(page, "Treetower")
    clash = page.get_by_role("status").filter(has_text="Forests: A, B. A game has one card of each kind.")
    expect(clash).to_be_visible()
    page.locator(".place").first.click()
    choose_card(page, "Treetower")
    went = "Treetower went from B to A. Greenbough is in B now."
    expect(page.locator(".picker [role=status]")).to_contain_text(went)
    page.locator("#clear-b").click()
    expect(page.locator("#clear-b")).to_have_count(0)
    page.locator(".place").nth(2).click()
    choose_card(page, "Treetower")
    expect(page.locator(".picker [role=status]")).to_contain_text("A is empty now.")
    tab.check_accessible()
    page.goto("/")
    expect(page.locator(".last strong").first).to_have_text("Edicts not chosen")


@in_test_all
def test_cards_are_placed_in_the_order_of_the_letters_and_a_second_tap_moves_none(
    tab: Tab, pages_address: str
) -> None:
    page, places = tab.page, tab.page.locator(".places")
    page.goto(scan(pages_address))
    page.get_by_role("button", name="winter").click()
    expect(page.locator(".total")).to_contain_text("in winter")
    page.get_by_role("button", name="Sentinel Wood").click()
    expect(places).to_contain_text(re.compile(r"A\s+Sentinel Wood"))
    page.locator("#card-Sentinel-Wood").dispatch_event("click", {"detail": 2, "bubbles": True})
    page.get_by_role("button", name="Canal Lake").click()
    expect(places).to_contain_text(re.compile(r"A\s+Sentinel Wood\s+B\s+Canal Lake"))

    page.locator(".place").nth(3).click()
    page.get_by_role("button", name="Borderlands").click()
    expect(page.locator(".total strong")).to_be_visible()
    page.get_by_role("button", name="winter").click()
    expect(page.locator(".total")).to_contain_text("stars in winter")
    expect(page.get_by_role("button", name="winter")).to_have_attribute("aria-pressed", "true")
    told = page.locator("body > [role=status]")  # to who hears the page
    expect(told).to_have_text(re.compile(r"\d+ stars in winter"))


def test_without_network_a_card_is_not_chosen_and_the_page_stays(tab: Tab, pages_address: str) -> None:
    page = tab.page
    page.goto(scan(pages_address))
    page.context.set_offline(True)
    page.get_by_role("button", name="winter").click()

    expect(page.get_by_role("alert")).to_contain_text("The server was not reached. Nothing is lost")
    forgive(tab)
    page.context.set_offline(False)
    page.get_by_role("button", name="winter").click()
    expect(page.locator(".total")).to_contain_text("in winter")


def test_a_form_that_is_sent_twice_at_once_is_taken_once(tab: Tab, pages_address: str) -> None:
    page, sent = tab.page, list[str]()
    page.goto(scan(pages_address, PHOTO_WITHOUT_SHEET))
    page.on("request", lambda request: sent.append(request.method) if request.method == "POST" else None)

    page.get_by_role("button", name="Read it again").dblclick()

    expect(page.locator("h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert sent == ["POST"]


def seam_of(page: Page, selector: str) -> list[str]:
    """Return what the styles put before each."""
    script = "all => all.map(one => getComputedStyle(one, '::before').content)"
    return [str(one) for one in page.locator(selector).evaluate_all(script)]


def test_the_scan_tab_is_lit_on_every_page_of_a_scan(pages_address: str) -> None:
    address = scan(pages_address)
    lit = '<a href="/" aria-current="page">'
    with client_of(pages_address) as web:
        scans = [web.get(page).text for page in ("/", "/?sent=x", address, f"{address}/edit")]
        others = [web.get(page).text for page in ("/tournaments", "/docs", "/play")]

    assert all(lit in page for page in scans)
    assert not any(lit in page for page in others)


def test_without_scripts_everything_is_done_by_forms(scriptless: Page, pages_address: str) -> None:
    page = scriptless
    page.goto("/")
    page.locator("#scan input[type=file]").last.set_input_files(file_of(PHOTO_OF_TWO_SHEETS))
    page.get_by_role("button", name="Send the photo").click()
    expect(page.get_by_role("link", name="Sheet 2")).to_be_visible()
    page.get_by_role("link", name="Sheet 2").click()
    expect(page.get_by_text("side D")).to_be_visible()

    page.goto(scan(pages_address))
    page.locator("#card-Sentinel-Wood").click()
    page.locator(".reason.for-a").first.click()
    assert fill_of(page, ".map .earns-a .light") == LIT
    page.get_by_role("button", name="fall").click()
    expect(page.locator(".total")).to_contain_text("to see the score in fall")
    page.get_by_role("button", name="Take back the choice of the season").click()
    expect(page.locator(".total")).not_to_contain_text("in fall")
    expect(page.locator(".undone")).to_have_text("Taken back: the choice of the season.")
    expect(page.locator(".undone")).to_be_in_viewport()
    page.get_by_text("Delete this photo").click()
    page.get_by_role("button", name="Yes, delete it").click()
    expect(page).to_have_url(re.compile("/(#last)?$"))


@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_the_way_back_of_a_new_tournament_is_in_line_with_it(tab: Tab) -> None:
    tab.page.goto("/tournaments/new")
    lefts = [
        tab.page.locator(each).evaluate("it => it.getBoundingClientRect().left") for each in (".crumb", "h1")
    ]

    assert lefts[0] == lefts[1]


COLOURS = "all => all.map(each => getComputedStyle(each).backgroundColor)"


@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_in_the_readers_own_colours_terrains_and_what_is_chosen_are_seen(
    tab: Tab, pages_address: str
) -> None:
    page = tab.page
    page.emulate_media(forced_colors="active")
    address = scan(pages_address, CLEAR_PHOTO)
    page.goto(f"{address}/edit")
    assert len(set(page.locator(".cells td").evaluate_all(COLOURS))) > 1
    page.goto(f"{address}/corners")
    assert len(set(page.locator(".chip").evaluate_all(COLOURS))) > 1
    page.goto(address)
    page.get_by_role("button", name="winter").click()
    expect(page.get_by_role("button", name="winter", pressed=True)).to_be_visible()
    assert len(set(page.locator(".seasons button").evaluate_all(COLOURS))) > 1


def test_a_total_is_not_called_sure_while_a_square_is_asked_about(
    tmp_path: Path, playwright: Playwright, browser: Browser
) -> None:
    with serve(tmp_path, work=WORK) as site, open_context(playwright, browser, "phone", site) as context:
        page = context.new_page()
        page.goto(scan(site, ALMOST_SURE))
        page.locator("#season-winter").click()
        expect(page.locator(".total")).to_contain_text("in winter")
        choose_card(page, "Sentinel Wood")
        page.locator(".place").nth(3).click()
        choose_card(page, "Wildholds")
        expect(page.locator(".surely")).to_contain_text("Between")
        page.get_by_role("link", name="Look at them").click()
        page.get_by_role("textbox", name="Coins", exact=True).fill("4")
        page.get_by_role("button", name="Save", exact=True).last.click()

        expect(page.locator(".score")).to_contain_text(re.compile(r"To settle it, look at\s+A4"))
        expect(page.locator(".surely .doubt")).to_contain_text("Likely, but not sure")


@in_test_all
def test_keys_go_from_the_place_of_an_edict_to_its_cards(tab: Tab, pages_address: str) -> None:
    page, address = tab.page, scan(pages_address)
    page.goto(address)
    page.locator(".places input").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    if page.locator("#again:focus").count():
        page.keyboard.press("Tab")

    expect(page.locator(".choices button").first).to_be_focused()
    name = page.locator(".choices button").first.inner_text().strip()
    page.keyboard.press("Enter")
    expect(page.locator(".place").nth(1)).to_contain_text(name)


def test_what_a_scan_gives_to_keep(pages_address: str) -> None:
    address = scan(pages_address, DOUBTFUL_PHOTO, NASTY)
    with client_of(pages_address) as web:
        score, reading = web.get(f"{address}/score.json").json(), web.get(f"{address}/reading.json").json()
        kinds = [
            web.get(f"{address}/{name}").headers["content-type"]
            for name in ("overlay", "map.svg", "map.png?width=300", "squares/2/3")
        ]
        drawn = web.get(f"{address}/map.svg").text

    assert (score["schema"], reading["schema"]) == ("surveyor/score@1", "surveyor/reading@1")
    assert kinds == ["image/jpeg", "image/svg+xml", "image/png", "image/jpeg"]
    assert "<script>" not in drawn


def test_page_document_and_api_say_the_same_of_a_score(pages_address: str) -> None:
    address = scan(pages_address)
    rules = {"edict": EDICTS, "season": "winter"}
    with client_of(pages_address, headers={"origin": pages_address}) as web:
        for said in (
            *({"card": name, "slot": slot} for name, slot in zip(EDICTS, "abcd", strict=True)),
            {"season": "winter"},
        ):
            version = re.search(r'name="version" value="(\d+)"', web.get(address).text)
            assert version is not None
            web.post(f"{address}/game", data={"version": version[1], **said})
        kept, page = web.get(f"{address}/score.json").json(), web.get(address).text
        answer = web.post("/v1/scores", params=rules, json=web.get(f"{address}/reading.json").json()).json()

    sure = ("exact", "interval", "settle")
    assert [kept[key] for key in sure] == [answer[key] for key in sure]
    assert kept["interval"][0] < kept["interval"][1]
    between = "Between {} and {}: see below what settles it.".format(*kept["interval"])
    assert between.replace("-", "\N{MINUS SIGN}") in page
