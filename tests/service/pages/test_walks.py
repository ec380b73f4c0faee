"""How many taps and clicks people need for what they come for, counted with real photos in a real browser."""

import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from pathlib import Path

import pytest
from PIL import Image as PillowImage
from PIL import ImageDraw
from playwright.sync_api import Browser, FilePayload, Locator, Page, Playwright, expect

from tests.extent import in_test_all
from tests.service.clients import client_of
from tests.service.pages.conftest import open_context
from tests.service.pages.doubtful import SETTLED, WORK
from tests.service.pages.reviewing import make_review_cup
from tests.service.pages.touching import held
from tests.service.serving import serve

SHEET = Path(__file__).parents[2] / "sheets" / "brown_table"
EDICTS = ("Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands")
READING = 60_000  # milliseconds in which a photo is read on a busy machine
PAUSE = 400  # milliseconds between two touches; what comes sooner is taken for one gesture
NEAR = 2  # pixels of the window from a corner at which a mark lies on it
SHOWN = 0.7  # of the map's sides that its photo shows: its edge is covered, so that it is not found
WITH_NEW_EDICTS, WITH_KNOWN_EDICTS, TO_RESCUE, TO_CORRECT = 5, 2, 8, 4
OF_NOBODY, TO_GIVE_OWNERS = 20, 25  # photos, clicks


@dataclass
class Phone:
    """A page on a phone, and the taps that it took."""

    page: Page
    taps: int = 0

    def tap(self, what: Locator) -> None:
        """Tap something that is seen whole without scrolling."""
        expect(what).to_be_in_viewport(ratio=1)
        what.tap()
        self.taps += 1

    def take_photo(self, photo: bytes) -> None:
        """Tap the button of the camera, and tap once more to take the photo."""
        with self.page.expect_file_chooser() as chooser:
            self.tap(self.page.get_by_text("Take a photo"))
        chooser.value.set_files(FilePayload(name="sheet.jpg", mimeType="image/jpeg", buffer=photo))
        self.taps += 1

    def drag(self, what: Locator, across: float, down: float) -> None:
        """Drag something by as many pixels of the window."""
        expect(what).to_be_in_viewport()
        with held(self.page, what, across=across, down=down):
            pass
        self.page.wait_for_timeout(PAUSE)
        self.taps += 1

    def see_score(self) -> None:
        """Wait for the score, which is seen without scrolling."""
        expect(self.page.locator(".total")).to_contain_text("stars in summer", timeout=READING)
        for seen in (".total", ".surely"):
            expect(self.page.locator(seen)).to_be_in_viewport(ratio=1)
        assert self.page.evaluate("scrollY") == 0


@pytest.fixture
def phone(playwright: Playwright, browser: Browser, tmp_path: Path) -> Iterator[Phone]:
    with serve(tmp_path, work=None) as address:
        page = open_context(playwright, browser, "phone", address).new_page()
        page.set_viewport_size({"width": 390, "height": 844})
        yield Phone(page)
        page.context.close()


def test_a_player_gets_from_the_photo_to_the_score_in_few_taps(phone: Phone) -> None:
    page = phone.page
    page.goto("/")
    phone.take_photo((SHEET / "photo.jpg").read_bytes())
    expect(page.locator(".total")).to_contain_text("beginning with A: B, C count in summer", timeout=READING)
    for name in EDICTS[:3]:  # as much is drawn as at the end of summer
        phone.tap(page.get_by_role("button", name=name, exact=True))
        expect(page.locator(".places")).to_contain_text(name)
    phone.see_score()
    with_new_edicts, phone.taps = phone.taps, 0

    page.goto("/")
    phone.take_photo(framed_photo())
    expect(page.get_by_role("alert")).to_contain_text("No map", timeout=READING)
    expect(page.get_by_role("slider")).to_have_count(4)
    mark_corners(phone)
    read_again(phone)
    phone.see_score()
    to_rescue, phone.taps = phone.taps, 0

    page.goto("/")
    phone.take_photo((SHEET / "photo.jpg").read_bytes())
    phone.see_score()
    with_known_edicts, phone.taps = phone.taps, 0

    phone.tap(page.get_by_role("link", name="Correct the map"))
    phone.tap(page.locator(".cells label").nth(3 * 11 + 2))
    phone.tap(page.get_by_role("button", name="monster"))
    phone.tap(page.locator(".save button"))
    expect(page.get_by_role("button", name="Take back the last correction")).to_be_visible()
    phone.see_score()
    print(
        f"taps: {with_new_edicts} with new edicts, {with_known_edicts} with known ones, {to_rescue} to rescue"
        f", {phone.taps} to put a square right"
    )
    assert with_new_edicts <= WITH_NEW_EDICTS
    assert with_known_edicts <= WITH_KNOWN_EDICTS
    assert to_rescue <= TO_RESCUE
    assert phone.taps <= TO_CORRECT


def mark_corners(phone: Phone) -> None:
    """Drag the marks onto the corners of the map; one that a busy browser lets go of, again, uncounted."""
    taps = phone.taps + 4
    for _ in range(3):
        for corner, way in enumerate(ways_to_corners(*phone.page.evaluate(f"() => {{{MARKED}}}"))):
            if hypot(*way) > NEAR:
                phone.drag(phone.page.get_by_role("slider").nth(corner), *way)
    phone.taps = taps


def read_again(phone: Phone) -> None:
    """Tap the button below the corners; twice, in whole runs on a busy machine, one tap changed nothing."""
    button = phone.page.get_by_role("button", name="Read it again")
    phone.tap(button)
    try:
        expect(phone.page.locator(".total")).to_be_visible(timeout=READING / 2)
    except AssertionError:
        button.tap()


def framed_photo() -> bytes:
    """Return a photo of which grey card covers all but the map's middle."""
    photo = PillowImage.open(SHEET / "photo.jpg").convert("RGB")
    corners = json.loads((SHEET / "expected.json").read_text("utf-8"))["corners"]
    middle = [sum(axis) / 4 for axis in zip(*corners, strict=True)]
    hole = [tuple(m + SHOWN * (at - m) for m, at in zip(middle, corner, strict=True)) for corner in corners]
    seen = PillowImage.new("L", photo.size)
    ImageDraw.Draw(seen).polygon(hole, fill=255)
    file = io.BytesIO()
    card = PillowImage.new("RGB", photo.size, (120, 120, 110))
    PillowImage.composite(photo, card, seen).save(file, "JPEG", quality=95)
    return file.getvalue()


MARKED = """
const photo = document.querySelector(".pointing img");
const fields = [...document.querySelectorAll("[name=corner]")];
const scale = photo.getBoundingClientRect().width / Number(photo.getAttribute("width"));
return [scale, fields.map(field => field.value.split(",").map(Number))];
"""
"""Asks a page for pixels of the window a pixel of the photo, and for the corners that are marked."""


def ways_to_corners(scale: float, marked: list[list[int]]) -> list[tuple[float, float]]:
    """Return how far each mark is from the corner of the map, in pixels of the window."""
    return ways_to(json.loads((SHEET / "expected.json").read_text("utf-8"))["corners"], scale, marked)


def ways_to(corners: list[list[float]], scale: float, marked: list[list[int]]) -> list[tuple[float, float]]:
    """Return how far each mark is from its corner, in pixels of the window, so many for one of the photo."""
    return [
        ((x - left) * scale, (y - top) * scale) for (x, y), (left, top) in zip(corners, marked, strict=True)
    ]


@in_test_all
def test_an_organiser_says_of_twenty_photos_whose_they_are_in_few_clicks(
    playwright: Playwright, browser: Browser, tmp_path: Path
) -> None:
    names = tuple(f"Player {number}" for number in range(1, OF_NOBODY + 1))
    with (
        serve(tmp_path, work=WORK) as address,
        client_of(address) as web,
    ):
        cup = make_review_cup(web, names)
        cup.send({f"IMG_{number}.jpg": SETTLED + bytes([number]) for number in range(OF_NOBODY)})
        page = open_context(playwright, browser, "desktop", address).new_page()
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(cup.page)
        clicks = 0
        for name in ("Review", "Start"):
            page.get_by_role("main").get_by_role("link", name=name, exact=True).click()
            clicks += 1
        for name in names:
            expect(page.get_by_role("heading", level=1)).to_have_text("Whose sheet is it?")
            expect(page.get_by_role("img", name="What is written above the map")).to_be_in_viewport(ratio=1)
            before = page.url
            player = page.get_by_role("button", name=re.compile(f"\\b{name}$"))
            expect(player).to_be_in_viewport(ratio=1)  # a scroll would count
            player.click()
            clicks += 1
            page.wait_for_url(lambda url, asked=before: url != asked)  # type: ignore[misc]
        owners = {sheet["player"] for sheet in cup.sheets()}
        page.context.close()

    print(f"{clicks} clicks to say whose {OF_NOBODY} photos are")
    assert owners == set(cup.players.values())
    assert clicks <= TO_GIVE_OWNERS
