"""Pictures of every page, on a phone and on a desktop, for `docs/pages.md`.

    python -m tests.service.pages.screenshots [--only NAME ...] [--data FOLDER]

A real service is started with a seeded tournament (see `showcase`), and Chromium looks at it. Pages that are
not there are left out, with a word.
"""

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.service.clients import client_of
from tests.service.pages.conftest import CHROMIUM, QUIET, VIEWPORTS, open_context
from tests.service.pages.places import PICTURES, PLACES, Place
from tests.service.pages.showcase import EITHER, Showcase
from tests.service.serving import serve

Theme = Literal["light", "dark"]
DOCS = Path(__file__).parents[3] / "docs"
FOLDER = "images/pages"
WIDTHS = {"phone": 560, "desktop": 1100}  # pixels of the files
SHOWN = {"phone": 220, "desktop": 560}  # as wide as the document shows them
TALLEST = 2.2  # times the width; what is below is cut off
QUALITY = 68
MOST_BYTES = 3_000_000  # of all pictures together
THEMES: tuple[Theme, ...] = ("light", "dark")
CALM = 400  # milliseconds in which what moves comes to rest
HEAD = """# The pages

Every page on a phone and on a desktop, made by `make screenshots` from a tournament of invented players; the
photos are drawn. How a page is put together stands in [service/pages](../service/pages/__init__.py).
"""


def main() -> None:
    """Take the pictures, and write the document that shows them."""
    asked = _arguments()
    places = [place for place in PLACES if not asked.only or place.name in asked.only]
    with TemporaryDirectory() as folder, _showcase(Path(asked.data or folder)) as showcase:
        shown = take(showcase, places, DOCS / FOLDER)
        pictures = [place for place in PICTURES if not asked.only and fetch(showcase, place, DOCS / FOLDER)]
    if not asked.only:
        (DOCS / "pages.md").write_text(_document(shown, pictures), "utf-8")
    total = sum(path.stat().st_size for path in (DOCS / FOLDER).glob("*.webp"))
    print(f"{len(shown)} pages, {total / 1e6:.2f} MB of pictures")
    if total > MOST_BYTES:
        sys.exit(f"the pictures are more than {MOST_BYTES / 1e6:.0f} MB")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Pictures of every page.")
    parser.add_argument("--only", nargs="+", choices=[place.name for place in PLACES])
    parser.add_argument("--data", help="the folder in which the service keeps its things, to look at them")
    return parser.parse_args()


@contextmanager
def _showcase(folder: Path) -> Iterator[Showcase]:
    with (
        serve(folder, work=EITHER, readers=2) as address,
        client_of(address, timeout=300) as web,
    ):
        showcase = Showcase(web)
        showcase.set_up()
        yield showcase


def take(showcase: Showcase, places: Sequence[Place], folder: Path) -> list[Place]:
    """Take the pictures of these pages; return those that are there."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for place in places:
            line = _take(playwright, browser, showcase, place, folder)
            print(f"{place.name}: {line}")
            if line == "taken":
                shown.append(place)
        browser.close()
    return shown


def fetch(showcase: Showcase, place: Place, folder: Path) -> bool:
    """Keep one of the pictures that the service draws; tell whether it is there."""
    answer = showcase.web.get(place.found_by(showcase.known) or "/nowhere")
    print(f"{place.name}: {'taken' if answer.is_success else f'left out, {answer.status_code}'}")
    if answer.is_success:
        _keep(answer.content, "desktop", folder / f"{place.name}.webp")
    return answer.is_success


def _take(playwright: Playwright, browser: Browser, showcase: Showcase, place: Place, folder: Path) -> str:
    address = place.found_by(showcase.known)
    if address is None:
        return f"left out, for what {place.address} names is not there"
    for viewport in VIEWPORTS:
        for theme in _themes(place):
            context = open_context(
                playwright, browser, viewport, str(showcase.web.base_url), color_scheme=theme
            )
            page = context.new_page()
            answer = page.goto(address)
            if answer is None or answer.status != place.status:
                context.close()
                return f"left out, for {address} answers {answer.status if answer else 'nothing'}"
            place.steps(page)
            page.wait_for_timeout(CALM)
            _keep(page.screenshot(full_page=True), viewport, folder / _file(place, viewport, theme))
            context.close()
    return "taken"


def _themes(place: Place) -> tuple[Theme, ...]:
    return THEMES if place.in_dark else THEMES[:1]


def _file(place: Place, viewport: str, theme: Theme) -> str:
    return f"{place.name}-{viewport}{'-dark' if theme == 'dark' else ''}.webp"


def _keep(png: bytes, viewport: str, path: Path) -> None:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    width = WIDTHS[viewport]
    picture = picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
    picture.crop((0, 0, width, min(picture.height, round(width * TALLEST)))).save(
        path, "WEBP", quality=QUALITY, method=6
    )


def _document(shown: Sequence[Place], pictures: Sequence[Place]) -> str:
    return "\n".join([HEAD, *map(_section, shown), "## Pictures to keep\n", *map(_picture, pictures)])


def _picture(place: Place) -> str:
    path = place.address.partition("?")[0]
    return f'{place.what} `{path}`\n\n<img src="{FOLDER}/{place.name}.webp" width="560" alt="{place.name}">\n'


def _alternative(place: Place, viewport: str, theme: Theme) -> str:
    """Return a few words in place of a picture; the line above the pictures says more."""
    words = [place.name.replace("_", " "), viewport, *(["dark"] if theme == "dark" else [])]
    return ", ".join(words)


def _section(place: Place) -> str:
    pictures = [
        f'<img src="{FOLDER}/{_file(place, viewport, theme)}" width="{SHOWN[viewport]}"'
        f' alt="{_alternative(place, viewport, theme)}">'
        for theme in _themes(place)
        for viewport in VIEWPORTS
    ]
    title = place.name.replace("_", " ").capitalize()
    return f"## {title}\n\n{place.what} `{place.address}`\n\n" + "\n".join(pictures) + "\n"


if __name__ == "__main__":
    main()
