"""The page of the API: read, tried, and true to what the service answers."""

import re

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.service.pages.conftest import PATIENCE, Tab
from tests.service.pages.weights import BURSTING, OVERHANG
from tests.service.stubs import CLEAR_PHOTO

WIDEST = "all => Math.max(...all.map(one => one.getBoundingClientRect().width))"
MOST_WIDE = 800  # pixels: about a hundred letters
on_desktop = pytest.mark.parametrize("viewport", ["desktop"], indirect=True)


@on_desktop
def test_every_route_is_there_and_can_be_tried_without_internet(tab: Tab) -> None:
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url))
    tab.page.goto("/docs#readings.create")
    routes = tab.page.request.get("/openapi.json").json()["paths"]
    assert tab.page.locator(".operation").count() == sum(len(methods) for methods in routes.values())
    tab.check_accessible()

    reading = _operation(tab.page, "readings.create")
    photo = FilePayload(name="a photo.jpg", mimeType="image/jpeg", buffer=CLEAR_PHOTO)
    reading.locator("input[type=file]").set_input_files(photo)
    reading.get_by_role("button", name="Send").click()
    expect(reading.locator(".status")).to_have_text(re.compile("^200 "), timeout=PATIENCE)
    expect(reading.locator(".answer")).to_contain_text("surveyor/reading@1")
    expect(reading.locator(".line")).to_contain_text("curl -X POST -F photo=@'a photo.jpg'")

    tab.page.get_by_role("link", name="scores", exact=True).click()
    scores = _operation(tab.page, "scores.create")
    scores.locator("summary").click()
    scores.get_by_role("button", name="Send").click()
    expect(scores.locator(".answer")).to_contain_text("surveyor/score@1", timeout=PATIENCE)
    here = tab.page.url.split("/docs")[0]
    assert [url for url in asked if not url.startswith(here)] == []


@on_desktop
@pytest.mark.parametrize("width", [390, 1440])
def test_its_lines_are_as_wide_as_can_be_read_and_the_page_as_wide_as_the_screen(
    tab: Tab, width: int
) -> None:
    tab.page.set_viewport_size({"width": width, "height": 900})
    tab.page.goto("/docs")

    assert tab.page.evaluate(BURSTING) == []
    assert tab.page.evaluate(OVERHANG) <= 0
    assert tab.page.locator(".api :is(p, li, span, textarea)").evaluate_all(WIDEST) < MOST_WIDE


def _operation(page: Page, name: str) -> Locator:
    return page.locator(f'[id="{name}"]')
