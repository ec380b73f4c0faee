"""The map of a scan is corrected, in a real browser: square by square, large, and in two windows."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, Playwright, Route, expect

from tests.extent import in_test_all
from tests.service.clients import client_of
from tests.service.pages.conftest import Tab, open_context
from tests.service.pages.doubtful import NO_SHEET, NOTHING_SURE, TEN_SQUARES, WORK
from tests.service.pages.scanning import choose_card, forgive, scan
from tests.service.pages.touching import pinch
from tests.service.serving import serve

LIES_BENEATH = """link => {
    const [own, above] = [link, link.previousElementSibling].map(each => each.getBoundingClientRect());
    return own.top >= above.bottom;
}"""


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
