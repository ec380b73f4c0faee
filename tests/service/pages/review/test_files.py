"""Files that were rejected or given up, in a real browser: set aside, read again, page by page."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from service.files.documents import FileState, FileStatus
from service.pages.review import doubts
from service.pages.tournament import files
from service.routes.scope import own_file
from tests.extent import in_test_all
from tests.service.pages.conftest import Tab
from tests.service.pages.doubtful import (
    CONTRADICTED,
    DEADLY,
    NO_SHEET,
    SETTLED,
    TEN,
    TEN_SQUARES,
    WHICH_LINES,
)
from tests.service.pages.review.pressing import ANN, MARKUP, on_desktop, on_phone
from tests.service.pages.reviewing import ReviewCup
from tests.vision.files import pdf_of


@in_test_all
@on_desktop
def test_a_photo_whose_sheet_was_set_aside_is_not_called_rejected(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED, "b.jpg": NO_SHEET})
    tab.page.goto(cup.page_of(ANN))
    tab.page.get_by_role("button", name="Set it aside").click()

    tab.page.goto(f"{cup.page}/files?state=rejected")
    expect(tab.page.locator(".queue b")).to_have_text(["b.jpg"])
    tab.page.get_by_role("link", name="set aside 1").click()
    expect(tab.page.locator(".queue b")).to_have_text([ANN])
    expect(tab.page.locator(".queue .tag")).to_have_text(["set aside"])
    tab.page.goto(cup.page)
    expect(tab.page.locator(".tally .rejected dd")).to_have_text("1")
    expect(tab.page.locator(".tally .set_aside dd")).to_have_text("1")


@on_desktop
def test_a_sheet_of_which_little_is_sure_is_corrected_as_a_whole_or_set_aside(
    tab: Tab, cup: ReviewCup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doubts, "MANY", 9)
    cup.send({ANN: TEN_SQUARES, "Bob winter.jpg": WHICH_LINES})
    page = tab.page
    page.goto(f"{cup.page_of(ANN)}/doubts")
    tab.check_accessible()
    page.get_by_role("link", name="The whole map").click()
    expect(page.get_by_role("heading", name="The map, to be corrected")).to_be_in_viewport()

    page.goto(f"{cup.page_of('Bob winter.jpg')}/doubts")
    page.keyboard.press("s")

    page.wait_for_url(re.compile("/doubts/A4"))
    assert cup.sheet("Bob winter.jpg")["state"] == "dismissed"
    page.keyboard.press("1")
    expect(page.locator(".notice")).to_have_count(0)  # nine are few enough


SEEN = "all => Promise.all(all.map(each => each.decode().then(() => each.naturalWidth > 0)))"


@in_test_all
@on_desktop
def test_a_rejected_file_that_needs_nobody_is_set_aside_and_taken_back(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED, "lunch.jpg": NO_SHEET})
    page, file = tab.page, cup.file("lunch.jpg")
    page.goto(f"{cup.page}/review")
    expect(page.get_by_role("link", name="1 file could not be read")).to_be_visible()
    page.goto(cup.page)
    expect(page.locator(".steps")).to_contain_text("Look at the files that could not be read")
    expect(page.locator("#arrivals li img")).to_have_count(2)
    assert page.locator("#arrivals li img").evaluate_all(SEEN) == [True, True]
    page.get_by_role("link", name="Look at the files").click()
    expect(page.locator(".queue img")).to_have_count(1)
    assert page.locator(".queue img").evaluate_all(SEEN) == [True]
    page.get_by_role("link", name="lunch.jpg").click()
    page.get_by_label("Reason").fill("our lunch")

    page.get_by_role("button", name="Set it aside").click()

    expect(page.get_by_role("heading", name="Set aside")).to_be_visible()
    expect(page.locator(".history")).to_contain_text("set aside: our lunch")
    expect(page.locator(".history")).to_contain_text("rejected: No map field was found.")
    expect(page.locator(".history")).not_to_contain_text("no_grid")
    page.goto(f"{cup.page}/files?state=rejected")
    expect(page.locator(".queue b")).to_have_count(0)
    page.goto(cup.page)
    expect(page.locator(".steps")).not_to_contain_text("Rescue")
    page.goto(f"{cup.page}/files/{file['id']}")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("button", name="Set it aside")).to_be_visible()
    assert cup.file("lunch.jpg")["dismissed_at"] is None
    scored = cup.web.post(f"{cup.api}/files/{cup.file(ANN)['id']}/dismissal", json={})
    assert (scored.status_code, "was rejected" in scored.json()["detail"]) == (409, True)


def test_a_file_that_was_refused_at_the_door_says_what_to_do(cup: ReviewCup) -> None:
    cup.send({ANN: SETTLED, "words.txt": b"What a pity."})

    page = cup.web.get(f"{cup.page}/files/{cup.file('words.txt')['id']}").text

    assert "Nothing of this file was kept." in page
    assert f'href="{cup.page}#send"' in page


@in_test_all
@on_desktop
def test_a_photo_whose_reading_was_given_up_is_seen_and_can_be_read_again(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: DEADLY})
    page = tab.page
    page.goto(f"{cup.page}/files/{cup.file(ANN)['id']}")
    photo = page.get_by_role("img", name="The photo that was sent")
    assert photo.evaluate("photo => photo.decode().then(() => photo.naturalWidth)") > 0
    page.get_by_role("button", name="Read it again").click()
    expect(page.get_by_role("list").last).to_contain_text("to be read again, as a person said")


def test_corners_are_dragged_or_moved_by_keys_and_the_photo_is_read_again(tab: Tab, cup: ReviewCup) -> None:
    name = f'{MARKUP} "><img src=x onerror=alert(2)>.jpg'
    cup.send({name.replace('"', "'"): NO_SHEET}, player=cup.players["Ann Smith"])
    tab.page.goto(f"{cup.page}/files?state=rejected")
    tab.check_accessible()
    tab.page.get_by_role("link", name=MARKUP).click()
    expect(tab.page.get_by_text("No map field was found.", exact=True)).to_be_visible()
    tab.check_accessible()

    handle = tab.page.get_by_role("slider", name="Corner top left")
    field = tab.page.locator("[name=corner]").first
    before = field.input_value()
    box = handle.bounding_box()
    assert box is not None
    tab.page.mouse.move(box["x"] + 20, box["y"] + 20)
    tab.page.mouse.down()
    tab.page.mouse.move(box["x"] + 40, box["y"] + 50)
    tab.page.mouse.up()
    dragged = field.input_value()
    handle.press("ArrowLeft")
    moved = field.input_value()
    tab.page.get_by_role("button", name="Read it again").click()

    assert len({before, dragged, moved}) == 3
    expect(tab.page.get_by_text("to be read again, as a person said")).to_be_visible()
    _wait_until_read(cup)
    assert cup.sheets()[0]["player"] == cup.players["Ann Smith"]


@in_test_all
@on_phone
def test_what_is_found_when_a_photo_is_read_again_comes_up_by_itself(
    tab: Tab, cup: ReviewCup, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup.send({"grass.jpg": NO_SHEET})
    reading = [FileState.READING]

    def own_file_under_way(*asked: Any) -> FileStatus:
        row = own_file(*asked)
        return row.model_copy(update={"state": reading[0]}) if reading else row

    monkeypatch.setattr(files, "own_file", own_file_under_way)
    tab.page.goto(f"{cup.page}/files/{cup.file('grass.jpg')['id']}")
    expect(tab.page.get_by_text("What is found comes up here.")).to_be_visible()
    expect(tab.page.get_by_role("slider")).to_have_count(0)
    tab.check_accessible()

    reading.clear()

    expect(tab.page.get_by_role("slider")).to_have_count(4)
    expect(tab.page.get_by_text("No map field was found.", exact=True)).to_be_visible()


def _wait_until_read(cup: ReviewCup) -> None:
    until = time.monotonic() + 20
    while not cup.sheets():
        assert time.monotonic() < until
        time.sleep(0.05)


@on_phone
def test_corners_that_cannot_be_are_reported_and_kept_without_scripts(
    scriptless: Page, cup: ReviewCup
) -> None:
    cup.send({"grass.jpg": NO_SHEET})
    scriptless.goto(f"{cup.page}/files/{cup.file('grass.jpg')['id']}")
    scriptless.get_by_label("top right").fill("somewhere")

    scriptless.get_by_role("button", name="Read it again").click()

    expect(scriptless.get_by_role("alert")).to_contain_text("Each of the four corners takes two numbers")


def test_what_was_taken_back_is_not_said_of_a_newer_reading(pages_address: str, cup: ReviewCup) -> None:
    cup.send({ANN: TEN_SQUARES})
    cup.correct(ANN, squares=[{"square": TEN[0], "terrain": "village"}])
    cup.correct(ANN, squares=[{"square": TEN[1], "terrain": "hero"}])
    form = {"version": cup.sheet(ANN)["version"]}
    undone = cup.web.post(f"{cup.page_of(ANN)}/undo", data=form, headers={"Origin": pages_address})

    pages = f"{cup.api}/files/{cup.file(ANN)['id']}/pages/1/rereadings"
    new = cup.web.post(pages).json()["id"]
    accepted = cup.web.put(f"{pages}/{new}")

    assert (undone.status_code, accepted.status_code) == (303, 200)
    sheet = cup.sheet(ANN)
    assert sheet["map"]["terrain"][0][3:5] == ["village", "forest"]
    assert len(sheet["doubts"]) == 9


@in_test_all
@on_desktop
def test_where_the_print_contradicts_a_person_its_side_is_offered_first(tab: Tab, cup: ReviewCup) -> None:
    cup.send({ANN: CONTRADICTED})
    page = tab.page

    page.goto(f"{cup.page_of(ANN)}/doubts")

    expect(page.locator(".notice")).to_contain_text("the printed mountains are those of side C")
    expect(page.locator("button.main.side")).to_have_text(re.compile("side C"))
    expect(page.locator(":focus")).to_have_text(re.compile("side C"))
    tab.check_accessible()


def test_each_page_of_a_document_is_read_again_by_itself(cup: ReviewCup) -> None:
    cup.send({"all.pdf": pdf_of(SETTLED, NO_SHEET, NO_SHEET)})
    address = f"{cup.page}/files/{cup.file('all.pdf')['id']}"

    shown = {page: cup.web.get(address, params=page).text for page in (None, "page=1", "page=3")}

    assert [field in shown[None] for field in ('name="page" value="2"', "<b>No map field")] == [True, True]
    assert [field in shown["page=1"] for field in ('name="page" value="1"', "<b>No map field")] == [
        True,
        False,
    ]
    assert [field in shown["page=3"] for field in ('name="page" value="3"', "photo?page=3")] == [True, True]


@in_test_all
@on_desktop
def test_blank_pages_of_a_document_are_named_and_set_aside_and_its_sheets_count_on(
    tab: Tab, cup: ReviewCup
) -> None:
    cup.send({"Ann Smith winter.pdf": pdf_of(SETTLED, NO_SHEET)})
    page = tab.page
    page.goto(cup.page)
    page.get_by_role("link", name="Look at the files").click()
    page.get_by_role("link", name="Ann Smith winter.pdf").click()
    page.get_by_role("button", name="Set these pages aside").click()

    expect(page.get_by_role("heading", name="Set aside")).to_be_visible()
    file = cup.file("Ann Smith winter.pdf")
    assert (file["state"], cup.sheets()[0]["state"]) == ("scored", "scored")
    page.goto(cup.page)
    expect(page.locator(".steps")).not_to_contain_text("Rescue")
    page.goto(f"{cup.page}/files/{file['id']}")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("button", name="Set these pages aside")).to_be_visible()
    assert cup.file("Ann Smith winter.pdf")["state"] == "review"
