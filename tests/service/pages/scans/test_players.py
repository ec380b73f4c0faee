"""A player's photo goes into a tournament, in a real browser; scans are their owner's alone."""

import re
import time

import pytest
from playwright.sync_api import Browser, Playwright, expect

from service.pages.scans import playerphotos
from tests.extent import in_test_all
from tests.service.access.conftest import World
from tests.service.pages.conftest import open_context
from tests.service.pages.scanning import file_of
from tests.service.stubs import CLEAR_PHOTO, PHOTO_WITHOUT_SHEET
from tests.vision.files import pdf_of


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
def test_of_a_document_that_was_read_it_is_said_that_a_page_was_not(world: World) -> None:
    with world.web("ann") as web:
        pages = pdf_of(CLEAR_PHOTO, PHOTO_WITHOUT_SHEET, size=(480, 360))
        sent = web.post("/scans", files={"photo": ("a.pdf", pages)}).headers["location"]
        shown = web.get(sent, headers={"accept": "text/html"}).text

    assert "Your photo was read." in shown
    assert "One of its pages could not be read: No map field was found." in shown


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


def test_a_player_hears_what_became_of_a_photo_that_was_not_read_at_once(
    world: World, playwright: Playwright, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playerphotos, "PATIENCE", -1.0)
    page = open_context(playwright, browser, "phone", world.address).new_page()
    page.goto(f"/join#{world.keys['ann']}")
    page.wait_for_url(f"{world.address}/")
    page.locator("#scan input[type=file]").last.set_input_files(file_of(PHOTO_WITHOUT_SHEET))
    page.wait_for_url("**/players/*?sent=*")

    expect(page.get_by_role("alert")).to_contain_text("Your photo could not be read.")
    page.context.close()


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
    page.get_by_role("button", name="Another photo").click()
    expect(page.get_by_text("the photo is sent as soon as you do")).to_be_hidden()
    page.locator("#scan input[type=file]").last.set_input_files(file_of(CLEAR_PHOTO))
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
