"""What a page costs whoever opens it: its bytes, what jumps while it loads, and what waits for scripts."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, Response, Route

MOST_BYTES = 150_000  # of a page with all that it loads, without photos
MOST_SHIFT = 0.1  # cumulative layout shift that is still called good
SETTLED = 300  # milliseconds in which a page may still jump after it has loaded
PATIENCE = 6_000  # milliseconds that a page gets to be painted on a busy machine
PHOTOS = ("image/jpeg", "image/webp", "image/png", "image/heic")
OURS = ("/assets/",)
"""Pictures that are part of the pages, and no photos."""

WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => {
  for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value;
}).observe({type: "layout-shift", buffered: true});
"""
PAINTED = """
wait => new Promise(tell => {
  new PerformanceObserver(() => tell(true)).observe({type: "paint", buffered: true});
  setTimeout(() => tell(false), wait);
})
"""


@dataclass(frozen=True, slots=True)
class Weight:
    """A page, weighed."""

    status: int
    pieces: tuple[tuple[str, int], ...]
    """What it loaded, by address, and the bytes that went over the wire; photos are left out."""
    shift: float
    """Cumulative layout shift."""

    @property
    def total(self) -> int:
        """Bytes without photos."""
        return sum(size for _, size in self.pieces)

    def __str__(self) -> str:
        """Tell the heaviest pieces."""
        heaviest = sorted(self.pieces, key=lambda piece: -piece[1])[:8]
        told = "\n".join(f"{size:8} {address}" for address, size in heaviest)
        return f"{self.total} bytes, shift {self.shift:.3f}\n{told}"


def weigh(page: Page, address: str) -> Weight:
    """Open a page in a browser that has nothing of it yet, and weigh it."""
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    page.add_init_script(WATCH_SHIFTS)
    answer = page.goto(address, wait_until="load")
    page.wait_for_timeout(SETTLED)
    shift = float(page.evaluate("window.shifted"))
    assert answer is not None
    return Weight(answer.status, tuple(_pieces(tuple(responses))), shift)


def _pieces(responses: Iterable[Response]) -> Iterable[tuple[str, int]]:
    for response in responses:
        if response.url.startswith(("blob:", "data:")) or _is_photo(response):
            continue
        if response.header_value("content-type") == "text/event-stream":
            continue  # it never ends
        sizes: Any = response.request.sizes()
        yield response.url, sizes["responseBodySize"] + sizes["responseHeadersSize"]


def _is_photo(response: Response) -> bool:
    kind = (response.header_value("content-type") or "").partition(";")[0]
    return kind in PHOTOS and not any(part in response.url for part in OURS)


def paints_before_scripts(page: Page, address: str) -> bool:
    """Tell whether a page has its heading on screen while none of its scripts has come yet."""
    waiting: list[Route] = []
    page.route(lambda url: url.endswith(".js"), lambda route: waiting.append(route))
    try:
        page.goto(address, wait_until="commit")
        page.locator("main").wait_for(state="visible")
        return bool(page.evaluate(PAINTED, PATIENCE))
    finally:
        for route in waiting:
            route.continue_()
        page.unroute_all(behavior="ignoreErrors")
