"""The on-screen game, drawn by finger, mouse and keys in a real browser."""

import re
import time

import pytest
from playwright.sync_api import Browser, Page, Playwright, Route, expect

from engine import Side
from engine.game import start
from service.formats.gamenames import BoxName
from service.pages.playing.address import GameAddress
from service.pages.playing.play import let_bot_play
from tests.extent import in_test_all, or_all
from tests.service.pages.conftest import VIEWPORTS, Tab, open_context

FIRST = "/play/game?cards=base&side=A&seed=7"  # Treetop Village; a mountain on B4, ruins on B6
ON_A_PHONE = pytest.mark.parametrize("viewport", ["phone"])  # where one screen shows it as well as two
ON_A_DESKTOP = pytest.mark.parametrize("viewport", ["desktop"])
WANDER = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowUp"] * 4


def square(page: Page, name: str) -> tuple[float, float]:
    """Return the middle of a square on the screen."""
    box = page.get_by_role("gridcell", name=re.compile(f"^{name} ")).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch(tab: Tab, viewport: str, name: str) -> None:
    """Tap a square with a finger, or click it."""
    place = square(tab.page, name)
    if viewport == "phone":
        tab.page.touchscreen.tap(*place)
    else:
        tab.page.mouse.click(*place)


def drag(tab: Tab, viewport: str, name: str, to: str) -> None:
    """Drag from a square to another with a finger, or with the mouse."""
    (x, y), (to_x, to_y) = square(tab.page, name), square(tab.page, to)
    if viewport == "desktop":
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
        tab.page.mouse.move(to_x, to_y, steps=4)
        tab.page.mouse.up()
        return
    finger = tab.page.context.new_cdp_session(tab.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.3, 0.6, 1):
        point = {"x": x + (to_x - x) * part, "y": y + (to_y - y) * part}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def on(page: Page) -> list[str]:
    """Return the squares on which the shape lies."""
    return [str(name) for name in page.locator(".cells .on").evaluate_all("all => all.map(one => one.value)")]


@pytest.mark.parametrize("viewport", or_all(["phone"], ["phone", "desktop"]))
def test_a_shape_is_laid_dragged_turned_and_drawn(tab: Tab, viewport: str) -> None:
    page = tab.page
    page.goto(FIRST)
    expect(page.locator(".hint .fingers")).to_be_visible(visible=viewport == "phone")
    expect(page.locator(".hint .keys")).to_be_visible(visible=viewport == "desktop")
    said, stakes = page.locator(".said output"), page.locator(".stakes dd")
    expect(page.locator(".scripted")).to_be_attached()

    touch(tab, viewport, "B4")
    expect(said).to_have_text("A mountain is in the way on B4.")
    expect(page.get_by_role("button", name="Draw it")).to_be_disabled()

    touch(tab, viewport, "E3")
    expect(said).to_have_text(re.compile("^It fits on "))
    lying = on(page)
    drag(tab, viewport, lying[0], "E9")
    assert on(page)[0] == "E9"
    page.get_by_role("button", name="Turn").click()
    assert len(on(page)) == 5
    assert on(page) != lying
    page.locator("label.chip", has_text="village").click()
    expect(stakes.last).to_have_text(re.compile(r"^[+-]?\d+$"))
    if viewport == "phone":
        tab.check_accessible()

    page.get_by_role("button", name="Draw it").click()

    expect(page).to_have_url(re.compile(r"moves=V\d\w\w$"))
    expect(page.locator("#happened")).to_contain_text("Treetop Village: village on")
    expect(page.locator("#live")).to_contain_text("Treetop Village: village on")
    page.go_back()
    expect(page.locator(".card h2")).to_have_text("Treetop Village")


@ON_A_DESKTOP
def test_a_few_cards_are_drawn_by_keys_alone(tab: Tab) -> None:
    page = tab.page
    page.goto("/play?seed=7&side=A")
    page.get_by_role("button", name="Begin").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".scripted")).to_be_attached()
    for number in range(1, 4):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("r")
        page.keyboard.press("f")
        for step in WANDER:
            if page.locator(".said.wrong").count() == 0:
                break
            page.keyboard.press(step)
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(rf"moves=(\w{{4}}){{{number}}}(&|$)"))
        if "/season" in page.url:
            expect(page.get_by_role("link", name="Go on")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page).to_have_url(re.compile("/play/game"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    assert on(page) == []
    page.keyboard.press("u")
    expect(page).to_have_url(re.compile(r"moves=(\w{4}){2}$"))


@ON_A_PHONE
def test_shapes_and_terrains_can_be_chosen_on_a_small_phone(tab: Tab) -> None:
    page, dock = tab.page, tab.page.locator(".dock")
    page.set_viewport_size({"width": 360, "height": 560})  # what the browser leaves of 360 x 640
    page.goto("/play?seed=384&side=A")
    page.get_by_role("button", name="Begin").click()
    for card in (
        "Rift Lands",
        "Forgotten Forest",
        "Homestead",
    ):  # five terrains, ruins, two
        expect(page.locator(".card h2")).to_have_text(card)
        chips, docked = page.locator(".chips:not([hidden])").last.bounding_box(), dock.bounding_box()
        assert chips
        assert docked
        assert chips["y"] + chips["height"] < docked["y"] + 12, card
        page.get_by_role("link", name="Let it draw this card").click()


@ON_A_PHONE
def test_all_of_the_map_can_be_tapped_on_a_phone_that_lies_on_its_side(tab: Tab) -> None:
    page = tab.page
    page.set_viewport_size({"width": 740, "height": 340})
    page.goto(f"{FIRST}&moves=F0A3")
    page.mouse.wheel(0, 400)

    for name in ("A1", "K11"):
        expect(page.get_by_role("gridcell", name=re.compile(f"^{name} "))).to_be_in_viewport(ratio=1)


@ON_A_PHONE
def test_what_a_button_far_below_the_map_does_is_seen_on_the_map(tab: Tab) -> None:
    page = tab.page
    page.goto(FIRST)
    for name in ("What would it draw?", "Let it draw this card", "Take the last move back"):
        address = page.url
        page.get_by_role("link", name=name).click()
        expect(page).not_to_have_url(address)
        expect(page.locator(".board")).to_be_in_viewport(ratio=0.8)


BOTS_BUTTONS = {"phone": "Let it finish the season", "desktop": "Let it draw this card"}


@in_test_all
def test_a_whole_game_by_the_bots_button_and_the_keyboard(tab: Tab, viewport: str) -> None:
    page = tab.page
    page.goto(FIRST)
    on_and_on = page.get_by_role("link", name=re.compile(f"{BOTS_BUTTONS[viewport]}|^Go on$"))
    while on_and_on.count():
        address = page.url
        on_and_on.first.press("Enter")
        expect(page).not_to_have_url(address)

    expect(page.get_by_role("heading", name=re.compile(r"The end: \d+ stars"))).to_be_visible()
    assert let_bot_play(start(GameAddress(BoxName.BASE, Side.A, 7).setup()), until="end") in page.url
    if viewport == "desktop":
        tab.check_accessible()
    page.get_by_role("link", name="Spring").click()
    expect(page.get_by_role("heading", name=re.compile(r"Spring: \d+ stars?"))).to_be_visible()
    if viewport == "phone":
        tab.check_accessible()


@ON_A_DESKTOP
def test_an_edict_lights_its_squares(tab: Tab) -> None:
    page = tab.page
    page.goto("/play/move?cards=base&side=A&seed=7&bot=end")
    lit = page.locator(".map .earns-a .light").first
    page.locator(".scored .for-a input").check()

    assert lit.evaluate("one => getComputedStyle(one).strokeWidth") == "0.1px"


@pytest.mark.parametrize("scripts", or_all(["failing"], ["off", "failing"]))
def test_a_shape_is_drawn_without_scripts(
    playwright: Playwright, browser: Browser, pages_address: str, scripts: str
) -> None:
    page = open_context(playwright, browser, "phone", pages_address, scripts=scripts == "failing").new_page()
    page.route("**/*.js", lambda route: route.abort())
    page.goto(FIRST)
    page.locator(".ways .chip").nth(3).click()
    page.locator("label.chip", has_text="village").click()
    page.get_by_role("button", name="Show where it fits").click()
    expect(page.get_by_role("button", name="Draw it")).to_be_disabled()
    expect(page.get_by_role("gridcell", name="A1 empty")).to_be_enabled()

    page.get_by_role("gridcell", name="E3 empty").click()
    expect(page.locator(".said")).to_have_text(re.compile("^It fits on "))
    page.get_by_role("button", name="Turn").click()
    page.wait_for_url(re.compile("turn=right"))
    assert len(on(page)) == 5
    page.get_by_role("button", name="Draw it").click()

    expect(page).to_have_url(re.compile(r"moves=V\d\w\w$"))
    page.get_by_role("link", name="Take the last move back").click()
    expect(page.locator(".card h2")).to_have_text("Treetop Village")
    page.context.close()


def _late(route: Route) -> None:
    time.sleep(0.3)
    route.continue_()


@ON_A_PHONE
def test_a_slow_network_holds_nobody_up(tab: Tab, viewport: str) -> None:
    page = tab.page
    page.route("**/play/projections*", _late)
    page.goto(FIRST)
    expect(page.locator(".scripted")).to_be_attached()
    touch(tab, viewport, "E3")
    touch(tab, viewport, "E3")

    expect(page).to_have_url(re.compile("moves="))


@ON_A_PHONE
def test_what_a_busy_service_did_not_tell_is_asked_again(tab: Tab, viewport: str) -> None:
    page, stakes = tab.page, tab.page.locator(".stakes dd")
    page.route("**/play/projections*", lambda route: route.fulfill(status=503, json={}), times=1)
    with page.expect_response("**/play/projections*"):
        page.goto(FIRST)
    expect(page.locator(".scripted")).to_be_attached()
    touch(tab, viewport, "E3")
    expect(stakes.last).to_have_text("·")
    for _ in range(2):  # to the other terrain and back
        page.locator("label.chip:has([name=terrain]:not(:checked))").click()
    expect(stakes.last).to_have_text(re.compile(r"^[+-]?\d+$"))
    tab.complaints.clear()  # the browser tells of the 503


def test_a_phone_shows_map_and_buttons_at_once(
    playwright: Playwright, browser: Browser, pages_address: str
) -> None:
    page = open_context(playwright, browser, next(iter(VIEWPORTS)), pages_address).new_page()
    page.goto(FIRST)
    button, last = page.get_by_role("button", name="Draw it").bounding_box(), square(page, "K11")

    assert button
    assert button["y"] + button["height"] <= page.viewport_size["height"]  # type: ignore[index]
    assert last[1] < button["y"]
    page.context.close()
