"""A pen that draws vectors on a page of PDF, measured in squares of the map."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from reportlab.pdfgen.canvas import Canvas

from service.printing.fonts import Face, can_write, width_of
from service.printing.inks import Ink

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws in map coordinates: squares right of and below the field's top-left corner."""

    canvas: Canvas
    left: float
    """Left edge of the field, in points from that of the page."""
    top: float
    """Likewise from the page's lower edge."""
    square: float
    """Side of a square in points."""

    def fill(self, points: Iterable[Point], ink: Ink) -> None:
        """Fill a polygon."""
        self._ink(ink)
        self.canvas.drawPath(self._path([points], closed=True), stroke=0, fill=1)

    def fill_all(self, polygons: Iterable[Iterable[Point]], ink: Ink) -> None:
        """Fill polygons as one shape, so that no seam shows between them."""
        self._ink(ink)
        self.canvas.drawPath(self._path(polygons, closed=True), stroke=0, fill=1, fillMode=1)

    def line(self, points: Iterable[Point], ink: Ink, width: float, *, closed: bool = False) -> None:
        """Draw a line; its width is in squares."""
        self.lines([points], ink, width, closed=closed)

    def lines(
        self, drawing: Iterable[Iterable[Point]], ink: Ink, width: float, *, closed: bool = False
    ) -> None:
        """Draw several lines alike."""
        self._ink(ink)
        self.canvas.setLineWidth(round(width * self.square, 3))
        self.canvas.drawPath(self._path(drawing, closed=closed), stroke=1, fill=0)

    def disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """Fill a circle."""
        self._ink(ink)
        self.canvas.circle(*self._at((x, y)), round(radius * self.square, 3), stroke=0, fill=1)

    def ring(self, x: float, y: float, radius: float, ink: Ink, width: float) -> None:
        """Draw a circle."""
        self._ink(ink)
        self.canvas.setLineWidth(round(width * self.square, 3))
        self.canvas.circle(*self._at((x, y)), round(radius * self.square, 3), stroke=1, fill=0)

    def text(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        ink: Ink,
        *,
        face: Face = Face.PLAIN,
        align: float = 0.0,
        room: float | None = None,
    ) -> None:
        """Write one line of words on the baseline `y`; `size` is the height of the font in squares.

        The line starts at `x` (`align` 0), is centred there (0.5) or ends there (1). Words that are wider
        than `room` are written smaller, and in the plain face where another lacks their letters.
        """
        face = face if can_write(words, face) else Face.PLAIN
        long = width_of(words, face, size)
        if room is not None and long > room:
            size, long = size * room / long, room
        left, base = self._at((x - align * long, y))
        self._ink(ink)
        self.canvas.setFont(face.value, round(size * self.square, 3))
        self.canvas.drawString(left, base, words)

    def _ink(self, ink: Ink) -> None:
        red, green, blue = (round(part / 255, 4) for part in ink)
        self.canvas.setFillColorRGB(red, green, blue)
        self.canvas.setStrokeColorRGB(red, green, blue)

    def _path(self, drawing: Iterable[Iterable[Point]], *, closed: bool) -> object:
        path = self.canvas.beginPath()
        for points in drawing:
            start, *others = map(self._at, points)
            path.moveTo(*start)
            for point in others:
                path.lineTo(*point)
            if closed:
                path.close()
        return path

    def _at(self, point: Point) -> Point:
        return round(self.left + point[0] * self.square, 3), round(self.top - point[1] * self.square, 3)


def rectangle(x: float, y: float, width: float, height: float) -> list[Point]:
    """Return the corners of an upright rectangle."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def arc(
    x: float, y: float, radius: float, start: float, end: float, *, high: float | None = None
) -> list[Point]:
    """Return a bow from one angle to another, in degrees clockwise from the right; `high` makes it oval."""
    count = max(2, round(abs(end - start) / 6))
    angles = [radians(start + (end - start) * k / count) for k in range(count + 1)]
    tall = radius if high is None else high
    return [(x + radius * cos(angle), y + tall * sin(angle)) for angle in angles]


def rounded(x: float, y: float, width: float, height: float, radius: float) -> list[Point]:
    """Return the outline of a rectangle with round corners."""
    right, low = x + width - radius, y + height - radius
    left, high = x + radius, y + radius
    return [
        *arc(right, high, radius, -90, 0),
        *arc(right, low, radius, 0, 90),
        *arc(left, low, radius, 90, 180),
        *arc(left, high, radius, 180, 270),
    ]


def moved(points: Sequence[Point], x: float, y: float, scale: float = 1.0) -> list[Point]:
    """Return a drawing made round 0, at a place and size."""
    return [(x + scale * u, y + scale * v) for u, v in points]
