"""Sends photos to the front page and chooses cards on the page of a scan."""

import re
import time

from playwright.sync_api import FilePayload, Page, expect

from tests.service.clients import client_of
from tests.service.pages.conftest import Tab
from tests.service.stubs import DOUBTFUL_PHOTO

NASTY = "<img src=x onerror=alert(1)><script>alert(2).jpg"


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
