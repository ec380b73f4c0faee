"""A real browser, Chromium without its windows, before a real service on loopback."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.extent import ALL_TESTS, or_all
from tests.service.access.conftest import password_hash, settings, world
from tests.service.serving import serve

__all__ = ["password_hash", "settings", "world"]  # fixtures of there that tests here take too

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Debian's; where there is none, playwright takes its own."""
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-features=SpareRendererForSitePerProcess,site-per-process",  # half as many processes
    "--disable-site-isolation-trials",
    "--process-per-site",
    "--renderer-process-limit=1",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # nothing from elsewhere
]
AXE = Path(__file__).parent / "axe.min.js"
ALONE = "resultTypes: ['violations']"  # what passes need not be gathered, which takes twice as long
SERIOUS = {"serious", "critical"}
PATIENCE = 15_000  # milliseconds that a page gets on a busy machine
expect.set_options(timeout=PATIENCE)


@dataclass
class Tab:
    """A page in a browser, and all that went wrong on it."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def check_accessible(self, *, in_the_dark: bool = ALL_TESTS) -> None:
        """Let axe look at the page as it is now, and at its dark colours; nothing serious may be found."""
        self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate(f"axe.run({{ {ALONE} }})")["violations"]
        if in_the_dark:
            self.page.emulate_media(color_scheme="dark", reduced_motion="reduce")  # nothing fades meanwhile
            found += self.page.evaluate(f"axe.run({{ runOnly: ['color-contrast'], {ALONE} }})")["violations"]
            self.page.emulate_media(color_scheme="light", reduced_motion="no-preference")
        serious = [
            f"{fault['id']}: {fault['help']}: {[node['html'][:120] for node in fault['nodes']][:4]}"
            for fault in found
            if fault["impact"] in SERIOUS
        ]
        assert serious == []

    def hear(self, message: ConsoleMessage) -> None:
        """Keep what the browser complains of."""
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)


@pytest.fixture(scope="package")  # no longer: other tests want an event loop of their own
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
    yield browser
    browser.close()


VIEWPORTS = {"phone": "Pixel 7", "desktop": "Desktop Chrome"}


def open_context(
    playwright: Playwright,
    browser: Browser,
    viewport: str,
    address: str,
    *,
    scripts: bool = True,
    locale: str = "en-GB",
    color_scheme: Literal["light", "dark"] = "light",
) -> BrowserContext:
    """Return a browser of somebody else each time, with a phone's or a desktop's screen."""
    device = playwright.devices[VIEWPORTS[viewport]]
    context = browser.new_context(
        **device, base_url=address, java_script_enabled=scripts, locale=locale, color_scheme=color_scheme
    )
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture(params=or_all(["phone"], VIEWPORTS))
def viewport(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="package")
def pages_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve somebody who works alone, with a stub for vision."""
    with serve(tmp_path_factory.mktemp("pages")) as address:
        yield address


@pytest.fixture
def tab(playwright: Playwright, browser: Browser, viewport: str, pages_address: str) -> Iterator[Tab]:
    """Open a tab; when the test is over, the browser must not have complained of anything."""
    context = open_context(playwright, browser, viewport, pages_address)
    page = context.new_page()
    tab = Tab(page)
    page.on("console", tab.hear)
    page.on("pageerror", lambda error: tab.complaints.append(str(error)))
    yield tab
    context.close()
    assert tab.complaints == []


@pytest.fixture
def scriptless(playwright: Playwright, browser: Browser, viewport: str, pages_address: str) -> Iterator[Page]:
    """Open a tab in which no script runs."""
    context = open_context(playwright, browser, viewport, pages_address, scripts=False)
    yield context.new_page()
    context.close()
