"""Fingers on a phone, as a browser feels them."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page


@contextmanager
def held(page: Page, what: Locator, *, across: float, down: float) -> Iterator[None]:
    """Put a finger on something, move it as a person does, and lift it in the end."""
    box = what.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        points_of = [{"x": right, "y": low} for right, low in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points_of})

    touch("touchStart", (x, y))
    for step in range(1, 9):
        touch("touchMove", (x + across * step / 8, y + down * step / 8))
    yield
    touch("touchEnd")


def pinch(page: Page) -> None:
    """Spread two fingers in the middle of the window."""
    session = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 90), ("touchMove", 120)):
        points = [{"x": 200 + side * apart, "y": 400, "id": side + 1} for side in (-1, 1)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
