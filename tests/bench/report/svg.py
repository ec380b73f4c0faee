"""A small plot as SVG: two axes, and lines, points, bars and their intervals on them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from service.pages.art.ink import colours, document, number, words

HUES = ("#8a3b1d", "#1f5a86", "#2f6b3a", "#6b4590", "#8a6400")
"""Inks, each at least 4.5:1 on the paper."""
DASHES = ("", "8 4", "2 4", "10 3 2 3", "4 4")
LEFT, RIGHT, TOP, BOTTOM = 92.0, 30.0, 100.0, 64.0
SIZE = 15.0

Place = Callable[[float], float]
"""From a value to a share of an axis, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis: where its values lie, and which of them are named."""

    name: str
    place: Place
    ticks: Sequence[tuple[float, str]]


@dataclass(frozen=True, slots=True)
class Plot:
    """A place to draw; each method returns SVG."""

    x: Axis
    y: Axis
    width: float = 720.0
    height: float = 440.0
    right: float = RIGHT

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a pair of values lies, in pixels."""
        across, up = self.x.place(x), self.y.place(y)
        wide, high = self.width - LEFT - self.right, self.height - TOP - BOTTOM
        return LEFT + across * wide, TOP + (1 - up) * high

    def frame(self) -> list[str]:
        """Return the axes with their names."""
        shades, bottom, end = colours(), self.height - BOTTOM, self.width - self.right
        parts = []
        for value, name in self.y.ticks:
            _, y = self.at(self.x.ticks[0][0], value)
            parts.append(stroke([(LEFT, y), (end, y)], shades["line"], width=1))
            parts.append(words(name, LEFT - 10, y + 5, SIZE, anchor="end", fill="soft"))
        for value, name in self.x.ticks:
            x, _ = self.at(value, self.y.ticks[0][0])
            parts.append(words(name, x, bottom + 22, SIZE, anchor="middle", fill="soft"))
        middle = (LEFT + end) / 2
        return [
            *parts,
            stroke([(LEFT, bottom), (end, bottom)], shades["ink"], width=1.5),
            words(self.x.name, middle, self.height - 16, SIZE, anchor="middle"),
            words(self.y.name, 16, TOP - 20, SIZE),
        ]

    def line(self, pairs: Iterable[tuple[float, float]], ink: str, dash: str = "") -> str:
        """Return a line through pairs of values."""
        return stroke([self.at(*pair) for pair in pairs], ink, width=2.5, dash=dash)

    def dot(self, x: float, y: float, ink: str, radius: float = 5.0) -> str:
        """Return a point."""
        across, down = self.at(x, y)
        paper = colours()["paper"]
        return (
            f'<circle cx="{number(across)}" cy="{number(down)}" r="{number(radius)}" fill="{ink}" '
            f'stroke="{paper}" stroke-width="1.5"/>'
        )

    def whisker(self, x: float, low: float, high: float, ink: str, aside: float = 0.0) -> str:
        """Return an upright interval, so many pixels beside its place."""
        (across, top), (_, bottom) = self.at(x, high), self.at(x, low)
        across += aside
        ends = [stroke([(across - 4, y), (across + 4, y)], ink, width=1.5) for y in (top, bottom)]
        return stroke([(across, top), (across, bottom)], ink, width=1.5) + "".join(ends)

    def bar(self, x: float, y: float, ink: str, aside: float, breadth: float) -> str:
        """Return a bar from the ground up to a value."""
        (across, top), (_, ground) = self.at(x, y), self.at(x, self.y.ticks[0][0])
        left = across + aside - breadth / 2
        return (
            f'<rect x="{number(left)}" y="{number(top)}" width="{number(breadth)}" '
            f'height="{number(max(ground - top, 0))}" fill="{ink}"/>'
        )

    def label(self, text: str, x: float, y: float, ink: str, *, down: float = 0.0, aside: float = 0.0) -> str:
        """Return words right of a point, so many pixels below it and farther right."""
        across, at = self.at(x, y)
        return words(text, across + 10 + aside, at + 5 + down, SIZE, fill=ink)

    def entry(self, text: str, ink: str, dash: str, number: int) -> str:
        """Return a line of the legend right of the plot: a piece of the curve, and words."""
        left, y = self.width - self.right + 12, TOP + 27.0 * number
        piece = stroke([(left, y), (left + 30, y)], ink, width=2.5, dash=dash)
        return piece + words(text, left + 38, y + 5, SIZE, fill=ink)

    def drawn(self, title: str, subtitle: str, body: Iterable[str]) -> str:
        """Return the whole picture."""
        shades = colours()
        room = self.width - 40
        ground = f'<rect width="100%" height="100%" fill="{shades["paper"]}"/>'
        heads = [
            words(title, 16, 28, 21, bold=True, room=room, least=15),
            words(subtitle, 16, 47, 14, fill="soft", room=room, least=10),
        ]
        return document(self.width, self.height, title, [ground, *heads, *self.frame(), *body], set())


def percent(share: float) -> str:
    """Return a share as an axis names it."""
    return f"{100 * share:g} %"


def stroke(points: Sequence[tuple[float, float]], ink: str, *, width: float, dash: str = "") -> str:
    """Return a line through points in pixels."""
    along = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="M{along}" fill="none" stroke="{ink}" stroke-width="{number(width)}"{dashed}/>'


def linear(low: float, high: float) -> Place:
    """Return an even axis."""
    return lambda value: (value - low) / (high - low)
