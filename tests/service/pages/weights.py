"""What a page costs whoever opens it: its bytes, what jumps while it loads, and what waits for scripts."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, Response, Route

MOST_BYTES = 150_000  # of a page with all that it loads, without photos
MOST_SHIFT = 0.1  # cumulative layout shift that is still called good
SETTLED = 200  # milliseconds in which a page may still jump after it has loaded
UNHEEDED = 600  # milliseconds after a page is opened in which Chromium counts no shift
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
BURSTING = r"""() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    const bursting = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, range = document.createRange();
        if (!text.data.trim() || text.parentElement.closest(".hide, .skip, svg, option, script")) continue;
        range.selectNodeContents(text);
        const {left, right, width} = range.getBoundingClientRect();
        for (let box = text.parentElement; width && box; box = box.parentElement) {
            const style = getComputedStyle(box), edges = box.getBoundingClientRect();
            if (style.overflowX !== "visible" || style.display === "contents") break;
            const over = Math.max(edges.left - left, right - edges.right);
            if (style.display !== "inline" && over > 1) {
                bursting.push(`${text.data.trim()}: ${over} px beyond ${box.cloneNode().outerHTML}`);
                break;
            }
            if (style.position === "absolute" || style.position === "fixed") break;
        }
    }
    return bursting;
}"""
"""Unfolds the whole page, and returns the words that cross the edge of a box, where they do not scroll."""
UNBROKEN = "() => { document.body.style.overflowWrap = 'normal'; }"
"""Lets words that are too long cross the edge, in place of breaking them."""
TWICE_AS_LARGE = "() => { document.documentElement.style.fontSize = '200%'; }"
COVERED = r"""() => [...document.querySelectorAll("button, .button, summary")].filter((pressed) => {
    if (!pressed.checkVisibility() || pressed.closest(".hide, .skip, .tools .ways, [inert]")) return false;
    pressed.scrollIntoView({block: "center"});
    const {left, top, width, height} = pressed.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return met && met !== pressed && !pressed.contains(met);
}).map((pressed) => `covered: ${pressed.outerHTML}`)"""
"""Returns what cannot be pressed, as something else lies over it."""
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass(frozen=True, slots=True)
class Weight:
    """A page, weighed."""

    status: int
    pieces: tuple[tuple[str, int], ...]
    """What it loaded, by address, and the bytes that went over the wire; photos are left out."""
    shift: float
    """Cumulative layout shift."""
    overhang: int
    """Pixels by which the page is wider than the screen."""
    painted: bool
    """Whether there was something to be seen before any script had come."""

    @property
    def total(self) -> int:
        """Bytes without photos."""
        return sum(size for _, size in self.pieces)

    def __str__(self) -> str:
        """Tell the heaviest pieces."""
        heaviest = sorted(self.pieces, key=lambda piece: -piece[1])[:8]
        lines = "\n".join(f"{size:8} {address}" for address, size in heaviest)
        return f"{self.total} bytes, shift {self.shift:.3f}, {self.overhang} px too wide\n{lines}"


def weigh(page: Page, address: str) -> Weight:
    """Open a page in a browser that has nothing of it yet, its scripts held back at first, and weigh it."""
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    page.add_init_script(WATCH_SHIFTS)
    held = HeldScripts(page)
    answer = page.goto(address, wait_until="commit")
    page.locator("main").wait_for(state="visible")
    painted = bool(page.evaluate(PAINTED, PATIENCE))
    page.wait_for_timeout(UNHEEDED)
    held.release()
    page.wait_for_load_state("load")
    page.wait_for_timeout(SETTLED)
    shift, overhang = page.evaluate(f"[window.shifted, {OVERHANG}]")
    assert answer is not None
    return Weight(answer.status, tuple(_pieces(tuple(responses))), shift, overhang, painted)


class HeldScripts:
    """The scripts of a page, on their way until they are released."""

    def __init__(self, page: Page) -> None:
        self._waiting: list[Route] = []
        self._released = False
        page.route(re.compile(r"\.js$"), self._hold)

    def _hold(self, route: Route) -> None:
        if self._released:
            route.continue_()
        else:
            self._waiting.append(route)

    def release(self) -> None:
        """Let them come, and all that follow them."""
        self._released = True
        for route in self._waiting:
            route.continue_()


def _pieces(responses: Iterable[Response]) -> Iterator[tuple[str, int]]:
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
