"""What tests of the review share: marks, names and keys."""

import pytest
from playwright.sync_api import Page

MARKUP = "<script>alert(1)</script>"
on_phone = pytest.mark.parametrize("viewport", ["phone"], indirect=True)
on_desktop = pytest.mark.parametrize("viewport", ["desktop"], indirect=True)
ANN = "Ann Smith winter.jpg"


def press(page: Page, key: str) -> None:
    if key == "Enter":
        page.locator(":focus").wait_for()  # a page has loaded a moment before its first answer has the focus
    page.keyboard.press(key)
