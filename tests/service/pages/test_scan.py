"""The front page and the page of a scan, in a real browser: a photo in, its score and its reasons out."""

import io
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as PillowImage
from playwright.sync_api import Browser, Dialog, FilePayload, Page, Playwright, Route, expect

from service.pages.scans import front, playerphotos
from service.readings.pictures import open_page
from service.routes import photos
from tests.extent import in_test_all, or_all
from tests.service.access.conftest import World
from tests.service.clients import client_of
from tests.service.pages.conftest import Tab, open_context
from tests.service.pages.doubtful import ALMOST_SURE, NO_SHEET, NOTHING_SURE, OTHER_GRID, TEN_SQUARES, WORK
from tests.service.pages.touching import held, pinch
from tests.service.pages.weights import HeldScripts
from tests.service.serving import serve
from tests.service.stubs import (
    CLEAR_PHOTO,
    DOUBTFUL_PHOTO,
    EDICTS,
    HEIGHT,
    PHOTO_OF_TWO_SHEETS,
    PHOTO_WITHOUT_SHEET,
    WIDTH,
    photo_of_width,
)

READING = 60_000  # milliseconds in which a photo is read on a busy machine
NASTY = "<img src=x onerror=alert(1)><script>alert(2).jpg"
SHEETS = Path(__file__).parents[2] / "sheets"
ODD = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\na\r\n--x--\r\n'
ODD_TYPE = "multipart/form-data; boundary=x"
LIT = "rgba(255, 214, 64, 0.55)"
SAY = "(field, text) => { field.value = text; field.dispatchEvent(new Event('input')); }"


def file_of(photo: bytes, name: str = "ann.jpg") -> FilePayload:
    return {"name": name, "mimeType": "image/jpeg", "buffer": photo}


def scan(address: str, photo: bytes = DOUBTFUL_PHOTO, name: str = "ann.jpg") -> str:
    """Return the address of a new scan without edicts."""
    with client_of(address, headers={"origin": address}) as web:
        answer = web.post("/scans", files={"photo": (name, photo)})
        assert answer.status_code == 303, answer.text
        page = answer.headers["location"]
        for said in ({"season": "none"}, *({"clear": slot} for slot in "abcd")):  # of the photo before
            version = re.search(r'name="version" value="(\d+)"', web.get(page).text)
            if version is not None:
                web.post(f"{page}/game", data={"version": version[1], **said})
        return str(page)


def choose_card(page: Page, name: str) -> None:
    """Find a card by typing, and take it by Enter."""
    page.locator("#find").fill(name[:8])
    page.locator("#find").press("Enter")
    expect(page.locator(".places")).to_contain_text(name)


def forgive(tab: Tab) -> None:
    """Let the browser complain of an answer that is meant to be an error."""
    until = time.monotonic() + 5
    while not tab.complaints and time.monotonic() < until:
        tab.page.wait_for_timeout(20)
    tab.complaints.clear()


def fill_of(page: Page, selector: str) -> str:
    return str(page.locator(selector).first.evaluate("element => getComputedStyle(element).fill"))


def test_a_photo_is_seen_at_once_on_a_slow_network_and_then_its_score(tab: Tab) -> None:
    def slowly(route: Route) -> None:
        time.sleep(0.4)
        route.continue_()

    tab.page.goto("/")
    tab.check_accessible()
    tab.page.route("**/scans", slowly)
    tab.page.locator("#scan input[type=file]").last.set_input_files(file_of(CLEAR_PHOTO, NASTY))

    expect(tab.page.get_by_alt_text("The chosen photo")).to_have_attribute("src", re.compile("^blob:"))
    expect(tab.page.get_by_role("progressbar")).to_be_visible()
    expect(tab.page.locator(".total")).to_be_visible(timeout=READING)
    expect(tab.page.locator(".field-photo image")).to_have_attribute("href", re.compile("^blob:"))
    expect(tab.page.get_by_text(NASTY)).to_be_visible()
    expect(tab.page).to_have_url(re.compile("/scans/[\\w-]+$"))
    tab.check_accessible()

    tab.page.get_by_role("link", name="Another photo").click()
    expect(tab.page.locator(".last .name").first).to_have_text(NASTY)


@in_test_all
def test_a_photo_that_is_chosen_before_the_scripts_have_come_is_sent_once_they_have(tab: Tab) -> None:
    held = HeldScripts(tab.page)
    tab.page.goto("/", wait_until="commit")
    tab.page.locator("#scan input[type=file]").last.set_input_files(file_of(CLEAR_PHOTO, NASTY))
    expect(tab.page.get_by_role("button", name="Send the photo")).to_be_visible()

    held.release()

    expect(tab.page).to_have_url(re.compile("/scans/[\\w-]+$"))
    expect(tab.page.get_by_text(NASTY)).to_be_visible()


@in_test_all
def test_an_answer_that_is_not_the_services_is_told_and_the_form_can_be_sent_again(
    tab: Tab, pages_address: str
) -> None:
    tab.page.goto(scan(pages_address))
    tab.page.route("**/game", lambda route: route.fulfill(status=502, body="Bad Gateway"))
    tab.page.get_by_role("button", name="winter").click()
    expect(tab.page.get_by_role("alert")).to_contain_text("The server was not reached")

    forgive(tab)
    tab.page.unroute("**/game")
    tab.page.get_by_role("button", name="winter").click()

    expect(tab.page.get_by_role("button", name="winter")).to_have_attribute("aria-pressed", "true")


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


LIES_BENEATH = """link => {
    const [own, above] = [link, link.previousElementSibling].map(each => each.getBoundingClientRect());
    return own.top >= above.bottom;
}"""


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


@in_test_all
@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_map_and_photo_open_large_to_be_pinched_and_panned(tab: Tab, pages_address: str) -> None:
    page = tab.page
    page.goto(scan(pages_address))
    choose_card(page, "Treetower")
    for words in ("The map, large", "The photo, large"):
        opens = page.get_by_role("link", name=words)
        assert opens.evaluate(LIES_BENEATH)  # it covers no square
        opens.click()
        large = page.get_by_role("dialog", name=words)
        expect(large).to_be_visible()
        pinch(page)
        page.wait_for_function("document.querySelector('.large-view').dataset.zoom > 1.5")
        page.keyboard.press("-")
        tab.check_accessible()
        page.keyboard.press("Escape")
        expect(large).to_have_count(0)
        expect(page.get_by_role("link", name=words)).to_be_focused()
    address = page.url
    page.get_by_role("link", name="The photo, large").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url == address


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


def test_an_address_that_only_takes_forms_leads_to_its_page(pages_address: str) -> None:
    page = scan(pages_address)
    with client_of(pages_address, headers={"accept": "text/html"}) as web:
        for address in (f"{page}/game", f"{page}/undo", f"{page}/map"):
            answer = web.get(address)
            assert (answer.status_code, answer.headers["location"]) == (303, page)


@in_test_all
def test_who_reads_again_what_was_corrected_is_told_that_the_corrections_go(
    tab: Tab, pages_address: str
) -> None:
    address = scan(pages_address)
    tab.page.goto(f"{address}/corners")
    warning = tab.page.get_by_text("What you corrected on the map is left out")
    expect(warning).to_have_count(0)
    with client_of(pages_address, headers={"origin": pages_address}) as web:
        version = re.search(r'name="version" value="(\d+)"', web.get(f"{address}/edit?sheet=1").text)
        assert version
        web.post(f"{address}/edit?sheet=1", data={"version": version[1], "say": "0,0=farm"})

    tab.page.reload()

    expect(warning).to_be_visible()


def seam_of(page: Page, selector: str) -> list[str]:
    """Return what the styles put before each."""
    script = "all => all.map(one => getComputedStyle(one, '::before').content)"
    return [str(one) for one in page.locator(selector).evaluate_all(script)]


@in_test_all
@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_the_next_photo_of_the_same_game_has_its_edicts_already(tab: Tab, pages_address: str) -> None:
    first = scan(pages_address)
    tab.page.goto(first)
    choose_card(tab.page, "Treetower")
    tab.page.goto("/")
    tab.page.locator("#scan input[type=file]").last.set_input_files(file_of(CLEAR_PHOTO))

    expect(tab.page.locator(".reasons")).to_contain_text("Treetower")
    expect(tab.page.get_by_text("Edicts as for your last photo.")).to_be_visible()
    expect(tab.page.get_by_text("The season is guessed by how much is drawn")).to_be_visible()
    tab.page.get_by_role("button", name="It is another game").click()
    expect(tab.page.locator(".total")).to_contain_text("Choose the season and its edicts")
    expect(tab.page.get_by_text("as for your last photo.")).to_have_count(0)


def test_that_the_season_is_guessed_is_said_until_somebody_states_it(tmp_path: Path) -> None:
    guessed, carried = "The season is guessed", "Edicts and season as for your last photo."
    with serve(tmp_path) as address, client_of(address, headers={"origin": address}) as web:

        def told(page: str, **said: str) -> str:
            version = re.search(r'name="version" value="(\d+)"', web.get(page).text)
            assert version
            web.post(f"{page}/game", data={"version": version[1], **said})
            return web.get(page).text

        first = web.post("/scans", files={"photo": ("a.jpg", CLEAR_PHOTO)}).headers["location"]
        shown = [web.get(first).text, told(first, card="Treetower"), told(first, season="fall")]
        second = web.post("/scans", files={"photo": ("b.jpg", CLEAR_PHOTO)}).headers["location"]
        shown += [web.get(second).text, told(second, season="fall")]

    assert [(guessed in page, carried in page) for page in shown] == [
        (True, False),
        (True, False),
        (False, False),
        (False, True),
        (False, False),
    ]


@in_test_all
def test_a_photo_that_is_read_again_as_another_side_is_no_longer_taken_for_the_same_game(
    tab: Tab, pages_address: str
) -> None:
    page = tab.page
    page.goto(scan(pages_address, CLEAR_PHOTO))
    choose_card(page, "Treetower")
    page.goto("/")
    page.locator("#scan input[type=file]").last.set_input_files(file_of(CLEAR_PHOTO))
    expect(page.locator(".places")).to_contain_text("Treetower")

    page.goto(f"{page.url}/corners")
    page.get_by_role("radio", name="side D").check()
    page.get_by_role("button", name="Read it again").click()

    expect(page.get_by_text("side D")).to_be_visible()
    expect(page.locator(".places")).not_to_contain_text("Treetower")
    page.get_by_role("button", name="Take back the last reading").click()
    expect(page.locator(".places")).to_contain_text("Treetower")


@in_test_all
@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_a_page_loaded_again_while_a_photo_is_read_says_so_until_it_is_listed(
    tab: Tab, pages_address: str
) -> None:
    page, note = tab.page, tab.page.get_by_text("is still being read; it appears below")
    page.goto("/")
    page.evaluate(
        "sessionStorage.setItem('sent', JSON.stringify({ at: Date.now(), before:"
        " document.querySelector('.last a')?.getAttribute('href') ?? '' }))"
    )
    page.reload()
    expect(note).to_be_visible()

    address = scan(pages_address)  # it is done

    expect(page.locator(f".last a[href='/scans/{address.rsplit('/')[-1]}']")).to_be_visible()
    expect(note).to_have_count(0)


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


def test_what_is_pressed_while_an_answer_is_on_its_way_is_sent_after_it(tab: Tab, pages_address: str) -> None:
    """Another button; a second press of the same one changes nothing."""
    held = list[Route]()
    page = tab.page
    page.goto(scan(pages_address))
    page.route("**/game", lambda route: held.append(route))
    spring, summer, fall = (page.locator(f"#season-{name}") for name in ("spring", "summer", "fall"))
    for button in (spring, spring, fall, summer):
        button.click()
    expect(page.locator("main")).to_have_attribute("aria-busy", "true")
    assert len(held) == 1

    page.unroute("**/game")  # which lets go on what was held

    expect(summer).to_have_attribute("aria-pressed", "true")
    expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")
    page.get_by_role("button", name="Take back").click()
    expect(spring).to_have_attribute("aria-pressed", "true")


def test_a_script_that_saves_is_reported_where_to_go_on(pages_address: str) -> None:
    page = scan(pages_address)
    with client_of(pages_address, headers={"origin": pages_address, "prefer": "return=minimal"}) as web:
        version = re.search(r'name="version" value="(\d+)"', web.get(f"{page}/edit").text)
        assert version
        saved = web.post(f"{page}/edit?sheet=1", data={"version": version[1], "say": "0,0=farm"})

    assert (saved.status_code, saved.headers["location"], saved.content) == (204, f"{page}?sheet=1", b"")


def test_a_doubtful_square_is_settled_in_the_editor_and_taken_back(tab: Tab, pages_address: str) -> None:
    address = scan(pages_address)
    tab.page.goto(address)
    tab.page.get_by_role("link", name="Check the doubtful square").click()
    expect(tab.page.get_by_role("radio", name="C4", exact=False).first).to_be_checked()
    expect(tab.page.locator(".brush").first).to_be_in_viewport()
    expect(tab.page.locator(".on-sheet .window")).to_be_visible()
    expect(tab.page.locator("[name=coins]")).to_have_class("unread")
    framed = "getComputedStyle(document.querySelector('.crop .framed'), '::after').borderTopWidth"
    assert tab.page.evaluate(framed) == "2px"
    asked = tab.page.locator(".cells td.doubtful")
    tab.page.locator("[name=square]:checked").focus()
    tab.page.keyboard.press("m")
    expect(asked).to_have_class(re.compile("answered"))
    expect(asked.locator(".turn")).to_be_hidden()
    expect(tab.page.get_by_role("radio", name="C4, monster", exact=False)).not_to_have_accessible_name(
        re.compile("doubtful")
    )
    tab.page.keyboard.press("Control+z")
    expect(asked).not_to_have_class(re.compile("answered"))
    expect(asked.locator("input")).to_have_accessible_name(re.compile("doubtful"))
    asked.locator("input").focus()
    tab.page.keyboard.press("a")
    tab.page.get_by_role("textbox", name="Coins", exact=True).fill("4")
    tab.page.get_by_role("button", name="Save", exact=True).last.click()

    expect(tab.page.get_by_text("No square is doubtful")).to_be_visible()
    expect(tab.page.locator(".reason.for-coins .stars").first).to_have_text("4")
    tab.page.get_by_role("button", name="Take back the last correction").click()
    expect(tab.page.get_by_text("The coins could not be read")).to_be_visible()
    undone = tab.page.get_by_role("status").filter(has_text="Taken back: the last correction.")
    expect(undone).to_be_in_viewport()
    tab.page.reload()
    expect(tab.page.get_by_text("The coins could not be read")).to_be_visible()
    expect(undone).to_have_count(0)  # it was said


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


def test_after_the_last_doubt_it_says_save_and_who_leaves_without_is_asked_first(
    tab: Tab, pages_address: str
) -> None:
    page, asked = tab.page, list[str]()

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.goto(scan(pages_address))
    page.get_by_role("link", name="Check the doubtful square").click()
    expect(page.locator(".side .scripted")).to_be_visible()  # before, a terrain is saved at once
    page.locator(".brush.t-monster").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.locator(".brush.t-monster").click()
    status = page.locator(".save [role=status]")
    expect(page.get_by_role("button", name="Save", exact=True).last).to_be_focused()
    assert page.evaluate("scrollY") == before  # the map stays where it is
    expect(status).to_have_text("All are answered. Save them.")
    expect(status).to_be_in_viewport()

    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cells td.doubtful")).not_to_have_class(re.compile("answered"))
    expect(page.locator(".cells td.doubtful input")).to_be_checked()
    page.locator(".brush.t-monster").click()

    page.on("dialog", stay)
    for name in ("Back to the score", "Tournaments", "Surveyor"):  # wherever a link leads, in the same way
        page.get_by_role("link", name=name, exact=True).click()
        expect(status).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).last.click()
    expect(page.get_by_text("No square is doubtful")).to_be_visible()
    assert asked == ["confirm"] * 3

    page.remove_listener("dialog", stay)
    page.once("dialog", lambda dialog: dialog.accept())
    page.goto(f"{scan(pages_address)}/edit?sheet=1")
    page.get_by_role("textbox", name="Coins", exact=True).fill("4")
    page.get_by_role("link", name="Back to the score").click()
    expect(page.locator("h1.total")).to_be_visible()


@in_test_all
def test_who_comes_back_to_the_editor_answers_the_square_that_is_shown(tab: Tab, pages_address: str) -> None:
    page, address = tab.page, scan(pages_address)
    page.goto(address)
    page.get_by_role("link", name="Check the doubtful square").click()
    expect(page.locator(".crop figcaption")).to_contain_text("C4")
    page.get_by_role("radio", name="A1,", exact=False).dispatch_event("click")  # the page may still be moving
    expect(page.locator(".crop figcaption")).to_contain_text("A1")
    page.go_back()
    page.go_forward()

    expect(page.locator(".crop figcaption")).to_contain_text("C4")
    expect(page.get_by_role("radio", name="C4", exact=False).first).to_be_checked()


@in_test_all
def test_a_square_chosen_while_the_page_is_loading_stays_chosen_and_is_shown(
    tab: Tab, pages_address: str
) -> None:
    page, held = tab.page, list[Route]()
    page.route("**/editor.js", lambda route: held.append(route))
    page.goto(f"{scan(pages_address)}/edit?sheet=1", wait_until="commit")
    page.get_by_role("radio", name="A1,", exact=False).dispatch_event("click")  # wherever it lies by now
    held.pop().continue_()

    expect(page.locator(".crop figcaption")).to_contain_text("A1")
    expect(page.get_by_role("radio", name="A1,", exact=False)).to_be_checked()


@in_test_all
def test_a_side_said_against_a_sure_reading_is_warned_of_with_the_way_back(
    tab: Tab, pages_address: str
) -> None:
    page = tab.page
    page.goto(f"{scan(pages_address)}/edit?sheet=1")
    page.get_by_label("Side").select_option("custom")
    page.get_by_role("button", name="Save", exact=True).last.click()

    warned = page.get_by_role("status").filter(has_text="the side was said to be another: another print")
    expect(warned).to_be_visible()
    tab.check_accessible()
    warned.get_by_role("button", name="Take the correction back").click()
    expect(warned).to_have_count(0)


@in_test_all
def test_that_the_lines_lie_right_is_said_where_the_map_is_read_with_doubt(
    tmp_path: Path, playwright: Playwright, browser: Browser
) -> None:
    with serve(tmp_path, work=WORK) as site, open_context(playwright, browser, "phone", site) as context:
        page = context.new_page()
        page.goto(scan(site, NOTHING_SURE))
        expect(page.get_by_text("Do the lines lie on the printed grid")).to_be_visible()
        expect(page.get_by_role("link", name="No: point at the corners")).to_be_visible()
        expect(page.get_by_role("link", name="Check the 121 doubtful squares")).to_be_visible()
        expect(page.locator("#map .turn")).to_have_count(0)  # so many numbers would cover the map

        page.get_by_role("button", name="Yes, the lines are on the grid").click()

        expect(page.get_by_role("link", name="Check the 10 doubtful squares")).to_be_visible()
        expect(page.locator("#map .turn")).to_have_count(10)
        expect(page.get_by_text("Do the lines lie on the printed grid")).to_have_count(0)
        expect(page.get_by_role("button", name="Take back the last correction")).to_be_visible()


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


def test_photo_and_map_mark_the_same_squares_and_the_list_says_what_state_a_map_is_in(
    tmp_path: Path, playwright: Playwright, browser: Browser
) -> None:
    with serve(tmp_path, work=WORK) as site, open_context(playwright, browser, "phone", site) as context:
        page = context.new_page()
        page.goto(scan(site, TEN_SQUARES))
        page.locator("#season-summer").click()
        expect(page.locator(".total")).to_contain_text("in summer")
        page.locator(".place").nth(1).click()
        for name in ("Mages Valley", "Wildholds"):
            choose_card(page, name)

        expect(page.locator(".surely")).to_contain_text("Between")
        for drawing in (".field-photo", "#map"):
            expect(page.locator(f"{drawing} .doubtful:not(.rest)")).to_have_count(2)
            expect(page.locator(f"{drawing} .doubtful.rest")).to_have_count(8)
        expect(page.locator(".drawings .legend")).to_contain_text("matters less")
        page.goto("/")
        expect(page.locator(".last a").first).to_contain_text("10 squares are doubtful")

        page.goto(scan(site, NO_SHEET))
        page.get_by_role("radio", name="side B").check(force=True)
        page.get_by_role("button", name="Enter the map by hand").click()
        page.goto("/")
        expect(page.locator(".last strong").first).to_have_text("Map not entered yet")


@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_what_was_changed_in_another_window_is_not_overwritten(tab: Tab, pages_address: str) -> None:
    address = scan(pages_address)
    tab.page.goto(address)
    with client_of(pages_address, headers={"origin": pages_address}) as web:
        web.post(f"{address}/game", data={"version": version_of(tab.page), "season": "summer"})
    tab.page.get_by_role("button", name="fall").click()

    expect(tab.page.get_by_role("alert")).to_contain_text("changed meanwhile")
    expect(tab.page.locator("#season-summer")).to_have_attribute("aria-pressed", "true")
    forgive(tab)


def version_of(page: Page) -> str:
    return str(page.locator("[name=version]").first.input_value())


@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_what_cannot_be_read_is_reported_beside_the_form(tab: Tab) -> None:
    tab.page.goto("/")
    tab.page.locator("#scan input[type=file]").last.set_input_files(file_of(b"<html>"))

    expect(tab.page.get_by_role("alert")).to_contain_text("not a picture")
    expect(tab.page).to_have_url("/")
    forgive(tab)


@in_test_all
@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_too_large_files_and_a_lost_network_are_reported_and_tried_again(tab: Tab) -> None:
    page = tab.page
    page.goto("/")
    page.locator("#scan").evaluate("form => { form.dataset.most = 1000 }")
    page.locator("#scan input[type=file]").last.set_input_files(file_of(CLEAR_PHOTO + bytes(2000)))
    expect(page.get_by_role("alert")).to_contain_text("too large")

    page.locator("#scan").evaluate("form => { form.dataset.most = 1000000 }")
    page.route("**/scans", lambda route: route.abort())
    page.get_by_role("button", name="Send it again").click()
    expect(page.get_by_role("alert")).to_contain_text("did not arrive")
    page.unroute("**/scans")
    page.get_by_role("button", name="Send it again").click()
    expect(page.locator(".total")).to_be_visible()
    forgive(tab)


def test_a_photo_whose_answer_was_lost_is_one_scan_when_it_is_sent_again(tab: Tab) -> None:
    page, answers = tab.page, list[str]()
    page.goto("/")

    def lose(route: Route) -> None:
        answers.append(route.fetch(max_redirects=0).headers["location"])
        route.abort()

    page.route("**/scans", lose, times=1)
    page.locator("#scan input[type=file]").last.set_input_files(file_of(CLEAR_PHOTO))
    expect(page.get_by_role("alert")).to_contain_text("did not arrive")
    page.get_by_role("button", name="Send it again").click()
    expect(page.locator(".total")).to_be_visible()

    assert page.url.endswith(answers[0])
    forgive(tab)


def corners_of(page: Page) -> list[tuple[int, int]]:
    """Return the corners as the form would send them."""
    pairs = [field.input_value().split(",") for field in page.locator("[name=corner]").all()]
    return [(int(x), int(y)) for x, y in pairs]


def test_a_photo_without_a_map_asks_for_its_corners(tab: Tab) -> None:
    page = tab.page
    page.goto("/")
    page.locator("#scan input[type=file]").last.set_input_files(file_of(PHOTO_WITHOUT_SHEET))
    expect(page.get_by_role("alert")).to_contain_text("Take the photo from above.")
    expect(page.locator("main")).to_be_focused()
    expect(page.locator(".top")).to_be_in_viewport(ratio=1)  # it is another page, shown from its top
    tab.check_accessible()
    first, second = page.get_by_role("slider").nth(0), page.get_by_role("slider").nth(1)
    before = corners_of(page)
    box = first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 30, box["y"] + box["height"] / 2 + 20, steps=4)
    page.mouse.up()
    second.focus()
    page.keyboard.press("Shift+ArrowLeft")

    moved = corners_of(page)
    assert moved[0][0] > before[0][0] + 5
    assert moved[1][0] <= before[1][0] - 10
    page.get_by_role("button", name="Read it again").click()
    expect(page.get_by_role("alert")).to_contain_text("No map field was found")
    expect(page.locator("[name=corner]").first).to_have_value(f"{moved[0][0]},{moved[0][1]}")


@in_test_all
def test_where_a_photo_shows_no_map_another_photo_comes_first_and_corners_second(
    tmp_path: Path, playwright: Playwright, browser: Browser
) -> None:
    with serve(tmp_path, work=WORK) as site, open_context(playwright, browser, "phone", site) as context:
        page = context.new_page()
        for photo, main, second in (
            (OTHER_GRID, "Another photo", "Read it again"),
            (NO_SHEET, "Read it again", "Another photo"),
        ):
            page.goto(scan(site, photo))
            expect(page.locator(".main")).to_have_text(main)
            expect(page.locator(".main")).to_be_in_viewport()
            expect(page.locator("a, button").filter(has_text=second)).to_have_count(1)
            expect(page.get_by_role("radio", name="side A")).to_have_count(1)  # one choice of it, not two


@in_test_all
@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_by_touch_a_corner_follows_the_finger_and_the_page_stays(tab: Tab, pages_address: str) -> None:
    page = tab.page
    page.goto(f"{scan(pages_address, PHOTO_WITHOUT_SHEET)}/corners")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    photo = page.locator(".pointing img").bounding_box()
    assert photo is not None
    scale = (WIDTH + 1) / photo["width"]
    before, shown = corners_of(page), page.evaluate("scrollY")

    with held(page, page.get_by_role("slider").nth(0), across=40, down=90):
        expect(page.locator(".lens")).to_be_visible()
        wanted = [before[0][0] + 40 * scale, before[0][1] + 90 * scale]
        page.wait_for_function(
            """wanted => document.querySelector("[name=corner]").value.split(",")
                .every((number, axis) => Math.abs(number - wanted[axis]) < 3)""",
            arg=wanted,
        )
        ring = page.locator(".pointing circle").first.bounding_box()
    assert ring is not None
    grip = page.get_by_role("slider").nth(0).bounding_box()
    assert grip is not None

    assert corners_of(page)[1:] == before[1:]
    assert page.evaluate("scrollY") == shown
    expect(page.locator(".lens")).to_be_hidden()
    assert ring["x"] > grip["x"] + grip["width"] - 2 or ring["y"] > grip["y"] + grip["height"] - 2


def test_the_photo_that_is_pointed_at_has_its_place_before_it_has_come(tab: Tab, pages_address: str) -> None:
    page, asked = tab.page, list[Route]()
    page.route("**/photo?size=*", lambda route: asked.append(route))
    page.goto(f"{scan(pages_address, PHOTO_WITHOUT_SHEET)}/corners", wait_until="domcontentloaded")
    expect(page.get_by_role("slider")).to_have_count(4)
    photo = page.locator(".pointing img")
    before = photo.bounding_box()

    for route in asked:
        route.continue_()
    page.wait_for_function("() => document.querySelector('.pointing img').naturalWidth > 0")

    assert before is not None
    assert photo.bounding_box() == pytest.approx(before, abs=1)


@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_the_lines_between_the_marks_are_those_of_the_field_in_perspective(
    tab: Tab, pages_address: str
) -> None:
    marked = np.array([[40, 20], [220, 35], [260, 180], [10, 150]])
    tab.page.goto(f"{scan(pages_address, PHOTO_WITHOUT_SHEET)}/corners")

    for field, (x, y) in zip(tab.page.locator("[name=corner]").all(), marked.tolist(), strict=True):
        field.evaluate(SAY, f"{x},{y}")

    drawn = re.findall(r"[ML]([\d.]+),([\d.]+)", tab.page.locator(".squares").get_attribute("d") or "")
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_photo = cv2.getPerspectiveTransform(unit, marked.astype(np.float32))
    shares = np.arange(1, 11) / 11
    ends = np.array([[[s, 0], [s, 1], [0, s], [1, s]] for s in shares]).reshape(-1, 1, 2)
    expected = cv2.perspectiveTransform(ends, to_photo).reshape(-1, 2)
    assert np.abs(np.array(drawn, float) - expected).max() < 0.01

    tab.page.locator("[name=corner]").first.evaluate(SAY, "250,170")  # no field has such corners

    expect(tab.page.locator(".squares")).to_have_attribute("d", "")


@pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
def test_corners_give_another_reading_of_the_photo(tab: Tab, pages_address: str) -> None:
    address = scan(pages_address)
    tab.page.goto(f"{address}/corners")
    tab.page.get_by_role("radio", name="side D").check()
    tab.page.get_by_role("button", name="Read it again").click()

    expect(tab.page.get_by_text("side D")).to_be_visible()
    expect(tab.page.get_by_role("button", name="Take back the last reading")).to_be_visible()
    tab.page.goto(f"{address}/corners")  # as the advice says of other prints
    tab.page.get_by_role("radio", name="another print").check()
    tab.page.get_by_role("button", name="Read it again").click()
    expect(tab.page.get_by_text("another print")).to_be_visible()


@in_test_all
def test_who_leaves_moved_corners_is_asked_first(tab: Tab, pages_address: str) -> None:
    page, asked = tab.page, list[str]()

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.goto(f"{scan(pages_address)}/corners")
    page.get_by_role("slider").first.focus()
    page.keyboard.press("ArrowLeft")
    page.on("dialog", stay)
    page.get_by_role("link", name="Back", exact=True).click()

    expect(page.get_by_role("button", name="Read it again")).to_be_visible()
    assert asked == ["confirm"]
    page.get_by_role("button", name="Read it again").click()
    expect(page.get_by_role("button", name="Take back the last reading")).to_be_visible()
    assert asked == ["confirm"]


def corners_as_read(address: str, scan: str) -> list[list[float]]:
    """Return the corners of the map on a photo, from its top left on."""
    with client_of(address) as web:
        return [list(each) for each in web.get(f"{scan}/reading.json").json()["sheets"][0]["corners"]]


@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_a_map_that_was_read_upside_down_is_turned_and_stays_so(tab: Tab, pages_address: str) -> None:
    page, address = tab.page, scan(pages_address)
    top_left, top_right, bottom_right, bottom_left = corners_as_read(pages_address, address)
    page.goto(address)
    page.get_by_role("link", name="It lies another way up").click()
    upper = page.locator(".pointing .upper")
    expect(upper).to_have_attribute("y1", str(round(top_left[1])))

    for _ in range(2):
        page.get_by_role("button", name="Turn it by a quarter").click()
    expect(upper).to_have_attribute("y1", str(round(bottom_right[1])))
    tab.check_accessible()
    page.get_by_role("button", name="Read it again").click()

    expect(page).to_have_url(address)
    assert corners_as_read(pages_address, address) == [bottom_right, bottom_left, top_left, top_right]
    page.goto(f"{address}/corners")
    page.get_by_role("button", name="Read it again").click()
    expect(page).to_have_url(address)
    assert corners_as_read(pages_address, address) == [bottom_right, bottom_left, top_left, top_right]


def test_a_photo_without_a_map_has_nothing_to_turn(tab: Tab, pages_address: str) -> None:
    tab.page.goto(f"{scan(pages_address, PHOTO_WITHOUT_SHEET)}/corners")

    expect(tab.page.get_by_role("slider")).to_have_count(4)
    expect(tab.page.get_by_role("button", name="Turn it by a quarter")).to_have_count(0)


@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_without_scripts_corners_are_tapped_on_the_photo(scriptless: Page, pages_address: str) -> None:
    address = scan(pages_address, PHOTO_WITHOUT_SHEET)
    scriptless.set_viewport_size({"width": 320, "height": 700})
    scriptless.goto(f"{address}/corners")
    picture, card = (scriptless.locator(one).bounding_box() for one in (".tapped input", ".sheet"))
    assert picture
    assert card
    assert picture["x"] + picture["width"] <= card["x"] + card["width"]
    for said, (x, y) in enumerate(((33, 41), (240, 40), (235, 160), (40, 165)), start=1):
        scriptless.locator("input[type=image]").click(position={"x": x, "y": y})
        expect(scriptless.locator(".tapped circle")).to_have_count(said)
    expect(scriptless.locator("[name=corner]")).to_have_count(4)

    assert abs(corners_of(scriptless)[0][0] - 33 * (WIDTH + 1) / 264) < 3
    scriptless.get_by_role("button", name="Read it again").click()
    expect(scriptless.get_by_role("alert")).to_contain_text("No map field was found")


def test_a_busy_service_says_so_beside_the_form(pages_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "MOST_IN_LINE", 0)
    with client_of(pages_address, headers={"origin": pages_address}) as web:
        answer = web.post("/scans", files={"photo": ("a.jpg", CLEAR_PHOTO)}, data={"side": "C"})
        nothing = web.post("/scans", data={"side": "C"})
        odd = web.post("/scans", content=ODD, headers={"content-type": f"{ODD_TYPE}; charset=undefined"})

    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    assert "send the photo again" in answer.text
    assert 'value="C" checked>' in answer.text
    assert odd.status_code == 400
    assert (nothing.status_code, "No photo was chosen" in nothing.text) == (422, True)


def test_pictures_that_wait_to_be_drawn_are_no_photos_in_line(
    pages_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, drawn, begun = scan(pages_address), Event(), Event()

    def draw(*given: Any) -> Any:
        begun.set()
        assert drawn.wait(60)
        return open_page(*given)

    monkeypatch.setattr(photos, "open_page", draw)
    monkeypatch.setattr(front, "MOST_IN_LINE", 1)
    with client_of(pages_address) as web, ThreadPoolExecutor(6) as visitors:
        asked = [visitors.submit(web.get, f"{address}/photo?size={size}") for size in range(161, 167)]
        assert begun.wait(60)

        scan(pages_address)

        drawn.set()
        assert [answer.result().status_code for answer in asked] == [200] * 6


@in_test_all
def test_of_a_document_the_first_page_is_read(pages_address: str) -> None:
    file = io.BytesIO()
    page = PillowImage.new("RGB", (WIDTH, HEIGHT), "grey")
    page.save(file, "TIFF", save_all=True, append_images=[page, page])
    address = scan(pages_address, file.getvalue(), "scans.tif")
    with client_of(pages_address) as web:
        shown, photo = web.get(address).text, web.get(f"{address}/photo?size=200")

    assert "This document has 3 pages, and the first was read." in shown
    assert photo.headers["content-type"] == "image/jpeg"


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


def test_a_scan_is_there_for_its_owner_alone(world: World) -> None:
    with world.web("organiser") as web:
        page = web.post("/scans", files={"photo": ("a.jpg", CLEAR_PHOTO)}).headers["location"]
        assert web.get(page).status_code == 200
    for person in ("judge of all", "judge", "ann"):
        with world.web(person) as web:
            parts = ("", "/photo", "/reading.json", "/score.json", "/overlay", "/edit", "/corners")
            seen = {web.get(f"{page}{part}").status_code for part in parts}
            changed = {
                web.post(f"{page}/{deed}", data={"version": 1}).status_code for deed in ("game", "delete")
            }
        assert (seen, changed) == ({404}, {404})


@pytest.fixture(name="patient")
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player's browser waits for the reading, however busy the machine is."""
    monkeypatch.setattr(playerphotos, "PATIENCE", 60.0)


@pytest.mark.usefixtures("patient")
def test_a_players_photo_goes_into_the_tournament(world: World) -> None:
    own = f"/tournaments/{world.cup.id}/players/{world.cup.ann}"
    with world.web("ann") as web:
        assert "Spring Cup" in web.get("/").text
        read = web.post("/scans", files={"photo": ("a.jpg", CLEAR_PHOTO)}, data={"season": "spring"})
        rejected = web.post("/scans", files={"photo": ("b.jpg", PHOTO_WITHOUT_SHEET)})
        text = web.get(rejected.headers["location"]).text
        [sheet] = web.get(f"/v1/tournaments/{world.cup.id}/sheets").json()["sheets"]

    assert (read.status_code, read.headers["location"].partition("?")[0]) == (303, own)
    assert (sheet["player"], sheet["season"]) == (world.cup.ann, "spring")
    assert rejected.headers["location"].startswith("/?sent=")
    assert "Take the photo from above." in text


@in_test_all
@pytest.mark.usefixtures("patient")
def test_a_players_rejected_photo_is_reported_beside_the_form(
    world: World, playwright: Playwright, browser: Browser
) -> None:
    page = open_context(playwright, browser, "phone", world.address).new_page()
    page.goto(f"/join#{world.keys['ann']}")
    page.wait_for_url(f"{world.address}/")
    page.locator("#scan input[type=file]").last.set_input_files(file_of(PHOTO_WITHOUT_SHEET))

    expect(page.get_by_role("alert")).to_contain_text("Take the photo from above.")
    expect(page).to_have_url(re.compile(r"\?sent=[\w-]+$"))
    page.context.close()


def test_a_photo_that_is_sent_again_leads_to_what_was_said_of_it(pages_address: str) -> None:
    photo = photo_of_width(WIDTH + 40)  # no other test sends it
    first = scan(pages_address, photo)
    with client_of(pages_address) as web:
        assert "You sent this photo before" not in web.get(first).text
        assert f'href="{first}">You sent this photo before' in web.get(scan(pages_address, photo)).text


@pytest.mark.usefixtures("patient")
def test_a_player_whose_photo_was_sent_for_another_does_not_hear_that_it_counts(world: World) -> None:
    cup = f"/v1/tournaments/{world.cup.id}"
    with world.web("organiser") as web:
        web.post(f"{cup}/rounds", json={}).raise_for_status()
        form = {"player": world.cup.bob, "round": "1", "season": "winter"}
        files = [("photos", ("Bob.jpg", CLEAR_PHOTO))]
        batch = web.post(f"{cup}/batches", data=form, files=files).json()["id"]
        until = time.monotonic() + 60
        while not web.get(f"{cup}/batches/{batch}").json()["done"] and time.monotonic() < until:
            time.sleep(0.02)
    with world.web("ann") as web:
        headers = {"origin": world.address}
        sent = web.post("/scans", files={"photo": ("mine.jpg", CLEAR_PHOTO)}, headers=headers)
        own = web.get(sent.headers["location"]).text

    assert "A judge decides whose it is" in own
    assert "not counted for you" in own
    assert "Your photo was read." not in own


@in_test_all
@pytest.mark.usefixtures("patient")
def test_a_player_of_several_rounds_chooses_the_round_before_a_photo_is_sent(
    world: World, playwright: Playwright, browser: Browser
) -> None:
    with world.web("organiser") as web:
        rounds = f"/v1/tournaments/{world.cup.id}/rounds"
        _first, second = (web.post(rounds, json={}).json()["id"] for _ in range(2))
    page = open_context(playwright, browser, "phone", world.address).new_page()
    sent = list[str]()
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.goto(f"/join#{world.keys['ann']}")
    page.wait_for_url(f"{world.address}/")
    del sent[:]
    page.locator("#scan input[type=file]").last.set_input_files(file_of(CLEAR_PHOTO))
    expect(page.get_by_label("Round")).to_be_focused()
    expect(page.get_by_role("img", name="The chosen photo")).to_be_visible()
    expect(page.get_by_text("the photo is sent as soon as you do")).to_be_visible()
    assert sent == []

    page.get_by_label("Round").select_option("2")
    expect(page).to_have_url(re.compile(rf"/players/{world.cup.ann}\?sent="))
    own = page.locator("#send").get_by_label("Round")
    expect(own).to_be_visible()
    assert own.evaluate("choice => choice.required && !choice.value")
    with world.web("ann") as web:
        [sheet] = web.get(f"/v1/tournaments/{world.cup.id}/sheets").json()["sheets"]
    assert sheet["round"] == second
    page.context.close()


def test_the_public_is_asked_to_log_in(world: World, playwright: Playwright, browser: Browser) -> None:
    page = open_context(playwright, browser, "phone", world.address).new_page()
    page.goto("/")

    expect(page.get_by_role("link", name="Enter with a password or key")).to_be_visible()
    expect(page.locator("input[type=file]")).to_have_count(0)
    page.context.close()


def test_a_real_photo_is_read_from_the_file_to_the_score(
    playwright: Playwright, browser: Browser, tmp_path: Path
) -> None:
    with serve(tmp_path, work=None) as address:
        page = open_context(playwright, browser, "phone", address).new_page()
        page.goto("/")
        photo = SHEETS / "brown_table" / "photo.jpg"
        page.locator("#scan input[type=file]").last.set_input_files(photo)
        expect(page.locator(".total")).to_contain_text("Choose", timeout=60_000)
        weight = len(page.content().encode())
        page.context.close()

    assert weight < 75_000  # with letters, styles and drawings under 150 kB
