"""Corners are pointed at on a photo, in a real browser, and a map is turned."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Dialog, Page, Playwright, Route, expect

from tests.extent import in_test_all
from tests.service.clients import client_of
from tests.service.pages.conftest import Tab, open_context
from tests.service.pages.doubtful import NO_SHEET, OTHER_GRID, WORK
from tests.service.pages.scanning import file_of, scan
from tests.service.pages.touching import held
from tests.service.serving import serve
from tests.service.stubs import PHOTO_WITHOUT_SHEET, WIDTH, photo_of_width

SAY = "(field, text) => { field.value = text; field.dispatchEvent(new Event('input')); }"


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


@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_marks_take_no_tap_from_the_button_below_the_photo(tab: Tab, pages_address: str) -> None:
    tab.page.set_viewport_size({"width": 360, "height": 560})
    portrait = photo_of_width(WIDTH + 1, 640)
    tab.page.goto(f"{scan(pages_address, portrait)}/corners")
    expect(tab.page.get_by_role("slider")).to_have_count(4)

    button = tab.page.get_by_role("button", name="Read it again")
    button.click(trial=True, timeout=3000, position={"x": 90, "y": 8})


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
