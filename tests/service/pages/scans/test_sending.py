"""The front page, in a real browser: a photo is sent, read, sent again, or refused."""

import io
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PIL import Image as PillowImage
from playwright.sync_api import Browser, Playwright, Route, expect

from service.pages.scans import front
from service.readings.pictures import open_page
from service.routes import photos
from tests.extent import in_test_all
from tests.service.clients import client_of
from tests.service.pages.conftest import Tab, open_context
from tests.service.pages.doubtful import NOTHING_SURE, WORK
from tests.service.pages.scanning import NASTY, choose_card, file_of, forgive, scan
from tests.service.pages.weights import HeldScripts
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO, EDICTS, HEIGHT, WIDTH, photo_of_width

READING = 60_000  # milliseconds in which a photo is read on a busy machine
SHEETS = Path(__file__).parents[3] / "sheets"
ODD = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\na\r\n--x--\r\n'
ODD_TYPE = "multipart/form-data; boundary=x"


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


def test_an_address_that_only_takes_forms_leads_to_its_page(pages_address: str) -> None:
    page = scan(pages_address)
    with client_of(pages_address, headers={"accept": "text/html"}) as web:
        for address in (f"{page}/game", f"{page}/undo", f"{page}/map"):
            answer = web.get(address)
            assert (answer.status_code, answer.headers["location"]) == (303, page)


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


def test_of_a_photo_on_which_nothing_is_sure_no_stars_are_listed(tmp_path: Path) -> None:
    with serve(tmp_path, work=WORK) as address, client_of(address, headers={"origin": address}) as web:
        scan = web.post("/scans", files={"photo": ("dark.jpg", NOTHING_SURE)}).headers["location"]
        for version, name in enumerate(EDICTS, start=1):
            web.post(f"{scan}/game", data={"version": version, "card": name})
        web.post(f"{scan}/game", data={"version": len(EDICTS) + 1, "season": "winter"})
        web.post(f"{scan}/edit", data={"version": len(EDICTS) + 2, "coins": 3})
        guess, listed = web.get(scan).text, web.get("/").text

    assert "this number is a guess" in guess
    assert "in winter" not in listed
    assert "To be corrected" in listed


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


def test_a_busy_service_says_so_beside_the_form(pages_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "MOST_IN_LINE", 0)
    with client_of(pages_address, headers={"origin": pages_address}) as web:
        answer = web.post("/scans", files={"photo": ("a.jpg", CLEAR_PHOTO)}, data={"side": "C"})
        nothing = web.post("/scans", data={"side": "C"})
        kind = {"content-type": f"{ODD_TYPE}; charset=undefined"}
        odd = web.post("/scans", content=ODD, headers=kind | {"accept": "text/html", "accept-language": "de"})

    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    assert "send the photo again" in answer.text
    assert 'value="C" checked>' in answer.text
    assert (odd.status_code, "Der Zeichensatz des Formulars" in odd.text) == (400, True)
    assert "<h1>Die Anfrage ist nicht so, wie sie sein sollte</h1>" in odd.text
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


def test_a_photo_that_is_sent_again_leads_to_what_was_said_of_it(pages_address: str) -> None:
    photo = photo_of_width(WIDTH + 40)  # no other test sends it
    first = scan(pages_address, photo)
    with client_of(pages_address) as web:
        assert "You sent this photo before" not in web.get(first).text
        assert f'href="{first}">You sent this photo before' in web.get(scan(pages_address, photo)).text


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
