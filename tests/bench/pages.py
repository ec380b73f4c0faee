"""From photo chosen to score shown in a browser, beside the HTTP interface: `python -m tests.bench.pages`.

The same photo, in turns, as another file each time, through a running service: chosen on the front page until
its score stands there (the edicts are those of the photo before), and sent to POST /v1/readings until the
answer is there. Then what the page weighs without the photo.
"""

import os
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from playwright.sync_api import FilePayload, Page, Response, sync_playwright

from datasets.measure.figures import Better, Figure, Row
from datasets.measure.tables import tables
from tests.bench.photos import PHOTOS, new_photos
from tests.service.pages.conftest import CHROMIUM, QUIET
from tests.service.serving import serve

ROUNDS = 5
BAR = 1.5  # times what the interface takes
HEAVIEST = 150.0  # kB of each page without photos; here of both together
GROUP = "The pages in a browser, beside the HTTP interface"
SHOWN = "photo chosen to score shown, over POST /v1/readings"
WEIGHT = "front page and result page at a first visit, without photos"
SOURCE = "python -m tests.bench.pages"
PICTURES = ("/photo", "blob:")
MAP, SCORE = ".total", ".total strong"
GAME = (
    {"slot": "a", "card": "Sentinel Wood"},
    {"slot": "b", "card": "Canal Lake"},
    {"slot": "c", "card": "Wildholds"},
    {"slot": "d", "card": "Borderlands"},
)
"""What is told of the first photo, and carried to those of the same game that follow."""


def main() -> None:
    """Measure, and print the tables and what weighs most."""
    print(f"load average {os.getloadavg()[0]:.1f}; {ROUNDS} rounds in turns, each another file\n")
    figures, weighed = measure_pages(ROUNDS)
    print(tables(figures) + "\n")
    for path, size in sorted(weighed.items(), key=lambda item: -item[1]):
        print(f"  {size:7} {path}")


def page_figures(rounds: int = ROUNDS) -> list[Figure]:
    """Return how long a photo takes through the page over the interface alone, and what the page weighs."""
    return measure_pages(rounds)[0]


def measure_pages(rounds: int) -> tuple[list[Figure], Mapping[str, int]]:
    """Return the figures, and the bytes that came over the network by paths."""
    with TemporaryDirectory(prefix="surveyor-bench-") as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        with serve(Path(folder), work=None) as address:
            page = browser.new_context(**playwright.devices["Pixel 7"], base_url=address).new_page()
            weighed = _weigh(page)
            _choose_game(page, address)
            for photo in _again(2):  # so that the reader and the browser are warm
                _through_page(page, photo)
                _through_interface(address, photo)
            turns = [
                (_through_page(page, photo), _through_interface(address, photo)) for photo in _again(rounds)
            ]
        browser.close()
    row, ratios = Row(GROUP, source=SOURCE), [shown / read for shown, read in turns]
    weight = sum(weighed.values()) / 1000
    return [
        row.timed(SHOWN, ratios, "rounds", bar=BAR),
        row.figure(WEIGHT, weight, unit="kB", n=len(weighed), of="files", better=Better.LESS, bar=HEAVIEST),
    ], weighed


WATCH = """
const shown = () => document.querySelector(".total strong");
document.addEventListener("change", () => { window.chosenAt = performance.now(); }, true);
new MutationObserver(() => {
  if (shown() && !window.shownAt) requestAnimationFrame(() => { window.shownAt = performance.now(); });
}).observe(document, { childList: true, subtree: true });
"""
"""Notes when the browser tells that a file was chosen, and when the score is about to be painted."""


def _again(times: int) -> list[bytes]:
    """Return one sample photo as so many other files: of one game, so that its edicts are carried on."""
    return new_photos(times * len(PHOTOS))[:: len(PHOTOS)]


def _choose_game(page: Page, address: str) -> None:
    """Tell the edicts of the scan that is shown."""
    scan = page.url.partition("?")[0]
    for step in GAME:
        version = page.locator("input[name=version]").first.input_value()
        form: dict[str, str | float | bool] = {**step, "version": version, "sheet": "1"}
        answer = page.request.post(f"{scan}/game", form=form, headers={"origin": address})
        assert answer.ok, answer.text()
        page.goto(scan)
    page.wait_for_selector(SCORE)


def _through_page(page: Page, photo: bytes, shown: str = SCORE) -> float:
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH)
    sent: FilePayload = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photo}
    page.locator("#scan input[type=file]").last.set_input_files(sent)
    page.wait_for_selector(shown)
    page.evaluate("new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); })")
    return float(page.evaluate("(window.shownAt - window.chosenAt) / 1000"))


def _through_interface(address: str, photo: bytes) -> float:
    with httpx.Client(base_url=address, timeout=60, trust_env=False) as web:
        began = time.perf_counter()
        answer = web.post("/v1/readings", files={"photo": ("a.jpg", photo)})
        assert answer.status_code == 200, answer.text
        return time.perf_counter() - began


def _weigh(page: Page) -> dict[str, int]:
    """Return the bytes that came over the network for a first scan, by paths, without the photos."""
    found: dict[str, int] = {}

    def count(answer: Response) -> None:
        path = answer.url.partition("//")[2].partition("/")[2].rpartition("/")[2] or "the front page"
        if not any(mark in answer.url for mark in PICTURES):
            sizes = answer.request.sizes()
            found[path] = max(found.get(path, 0), sizes["responseBodySize"])

    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    page.on("response", keep)
    _through_page(page, PHOTOS[0], MAP)
    page.wait_for_load_state("networkidle")
    page.remove_listener("response", keep)
    for answer in answers:
        count(answer)
    return found


if __name__ == "__main__":
    main()
