"""What lies over a drawing lies in register: each square over its square, each frame over its photo."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.extent import or_all
from tests.service.clients import client_of
from tests.service.pages.conftest import Tab, open_context
from tests.service.pages.reviewing import ReviewCup
from tests.service.pages.sheets.conftest import ANN
from tests.service.stubs import DOUBTFUL_PHOTO, PHOTO_WITHOUT_SHEET

GAME = "/play/game?cards=base&side=A&seed=1835&edicts=sentinel-wood.wildholds.canal-lake.lost-barony"
WINDOWS = [(390, 844), (390, 600), (820, 380), (1280, 900)]
"""A phone, a low one, one that lies, and a desktop: the map has another width in each."""
OFF = 1.0  # pixels that browsers round away

BOXES = """all => all.map(one => {
    const box = one.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom];
})"""

Box = Sequence[float]
"""Left, top, right and bottom on the screen."""


def boxes(page: Page, selector: str) -> list[Box]:
    """Return where elements lie."""
    found: list[Box] = page.locator(selector).evaluate_all(BOXES)
    return found


def check_register(page: Page, over: str, under: str, count: int) -> None:
    """Check that as many elements lie over as many others, each over its own."""
    upper, lower = boxes(page, over), boxes(page, under)
    assert (len(upper), len(lower)) == (count, count)
    for number, (high, low) in enumerate(zip(upper, lower, strict=True)):
        off = max(abs(upper - other) for upper, other in zip(high, low, strict=True))
        assert off <= OFF, f"{over}, number {number}, lies at {high} and not at {low}"


@pytest.mark.parametrize("window", or_all(WINDOWS[:1], WINDOWS), ids=str)
@pytest.mark.parametrize("viewport", ["phone"], indirect=True)
def test_the_squares_of_a_game_lie_over_those_of_its_map(tab: Tab, window: tuple[int, int]) -> None:
    page = tab.page
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.goto(GAME)
    check_register(page, ".cells button", ".board .map .fill", 121)

    page.get_by_role("gridcell", name=re.compile("^D4 ")).click()
    expect(page.locator(".said")).to_have_text("It fits on D3, D4, D5, D6.")
    named = ", ".join(f".board .map [data-square='3,{column}'] .fill" for column in (2, 3, 4, 5))
    check_register(page, ".cells .on", named, 4)
    page.get_by_role("button", name="Draw it").click()
    expect(page).to_have_url(re.compile("moves="))
    check_register(page, ".cells .fresh", named, 4)


def test_the_squares_of_the_editor_are_touched_where_they_are_drawn(tab: Tab, cup: ReviewCup) -> None:
    page = tab.page
    page.goto(cup.page_of(ANN))
    check_register(page, ".editor .cells input", ".editor .cells td", 121)
    check_register(page, ".editor .cells .sign", ".editor .cells label", 121)


def test_the_squares_of_the_editor_are_square_beside_a_taller_palette(tab: Tab, cup: ReviewCup) -> None:
    page = tab.page
    page.set_viewport_size({"width": 900, "height": 700})
    page.goto(cup.page_of(ANN))
    for left, top, right, bottom in boxes(page, ".editor .cells td"):
        assert abs((right - left) - (bottom - top)) <= OFF


def test_what_was_read_lies_over_the_photo(tab: Tab, cup: ReviewCup) -> None:
    page = tab.page
    page.goto(cup.page_of(ANN))
    check_register(page, ".photo .laid", ".photo img", 1)


def test_marks_and_squares_of_the_pages_of_a_scan_lie_over_its_photo(tab: Tab, pages_address: str) -> None:
    page = tab.page
    address = scan(pages_address, DOUBTFUL_PHOTO)
    page.goto(f"{address}/edit")
    check_register(page, ".editor .cells input", ".editor .cells td", 121)
    page.goto(f"{address}/corners")
    expect(page.locator(".grip")).to_have_count(4)
    check_register(page, ".pointing > svg:not(.lens)", ".pointing img", 1)


def test_without_scripts_the_corners_that_were_tapped_lie_over_the_photo(
    playwright: Playwright, browser: Browser, pages_address: str
) -> None:
    with open_context(playwright, browser, "phone", pages_address, scripts=False) as context:
        page = context.new_page()
        page.goto(f"{scan(pages_address, PHOTO_WITHOUT_SHEET)}/corners")
        check_register(page, ".tapped svg", ".tapped input", 1)


def scan(address: str, photo: bytes) -> str:
    """Return the address of a new scan."""
    with client_of(address, headers={"origin": address}) as web:
        return str(web.post("/scans", files={"photo": ("ann.jpg", photo)}).headers["location"])
