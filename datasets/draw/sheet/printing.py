"""Ink on paper: flat colours drawn at twice the size, and the choices a publisher makes for a sheet."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.pencil import FRACTION_BITS, OVERSAMPLING, Colour, Pixels
from datasets.draw.pictures import draw_icon
from datasets.draw.strokes import Drawing, Polyline, floats


class Paper(StrEnum):
    """The paper of a sheet."""

    WHITE = "white"
    CREAM = "cream"
    GREY = "grey"
    PARCHMENT = "parchment"


class GridStyle(StrEnum):
    """How the lines between the squares are printed."""

    DASHED = "dashed"
    SOLID = "solid"
    DOTTED = "dotted"
    CROSSES = "crosses"
    """Only where lines would cross."""


@dataclass(frozen=True, slots=True)
class IconArt:
    """A picture printed into squares in place of drawn art."""

    path: Path
    """An SVG file."""
    size: float
    """Of the square, that its longer side takes."""
    strength: float
    """How much of it shows, 0..1."""
    ink: Colour | None
    """The ink of a silhouette; None for the picture's own colours."""
    ground: float
    """How strongly the square beneath is tinted in that ink, 0..1."""
    mirrored: bool


@dataclass(frozen=True, slots=True)
class Print:
    """One edition of the sheet: its measures (in cells) and its look."""

    width: float
    height: float
    left: float
    top: float
    paper: Paper
    paper_colour: Colour
    blotches: float
    """Strength of the paper's stains, 0..1."""
    border: float
    """Width of a printed dark border outside torn edges, in cells; 0 for none."""
    ink: Colour
    accent: Colour
    accent_strength: float
    """How much darker than paper the accent colour prints, 0..1."""
    grid: GridStyle
    grid_strength: float
    grid_width: float
    grid_in_accent: bool
    dashes: int
    frame: str
    """blocks, double, line, apart or none."""
    crest: bool
    header: str
    labels: bool
    mountain: str
    mountain_colour: Colour
    ruins: str
    ruins_strength: float
    ruins_size: float
    ruins_place: float
    """The place of the ruins in their square, -1 left .. 1 right."""
    wasteland: str
    old_map: float
    """Strength of a faint drawn map under the grid."""
    art_seed: int
    mountain_icon: IconArt | None = None
    ruins_icon: IconArt | None = None
    wasteland_icon: IconArt | None = None
    decorations: tuple[tuple[IconArt, tuple[float, float]], ...] = ()
    """Pictures above the map, each with where its upper left corner lies, in cells."""
    wobble: float = 0.0
    """How far the lines of a sheet that is ruled by hand stray, in cells."""
    frame_gap: float = 0.0
    """How far the middle of a frame that stands apart lies from the field, in cells."""
    frame_width: float = 0.035
    """Of a frame that stands apart, in cells."""
    tinted: str = ""
    """Squares, rows or columns, every other of which has a darker ground; empty for none."""
    tint: float = 0.0
    """How much darker, 0..1."""
    texture: str = ""
    """The paper's, one of `texture.TEXTURES`; empty for none."""
    relief: float = 0.0
    """Standard deviation of the brightness by its texture, of the paper's."""

    def tone(self, strength: float, ink: Colour | None = None) -> Colour:
        """Return an ink printed thinner: the paper's colour moved towards it."""
        target = ink or self.ink
        r, g, b = (p + (i - p) * strength for p, i in zip(self.paper_colour, target, strict=True))
        return r, g, b


@dataclass(slots=True)
class Painter:
    """Draws opaque shapes, in cells from the sheet's top left, at twice the final size."""

    image: Pixels
    scale: float

    @classmethod
    def blank(cls, size: tuple[int, int], cell: float, colour: Colour) -> Self:
        """Return a sheet of one colour; `size` is (width, height) in final pixels."""
        image = np.empty((size[1] * OVERSAMPLING, size[0] * OVERSAMPLING, 3), np.uint8)
        image[:] = np.round(colour).astype(np.uint8)
        return cls(image, cell * OVERSAMPLING)

    def line(self, points: Polyline, colour: Colour, width: float, *, closed: bool = False) -> None:
        """Draw a line of a width in cells."""
        thickness = max(1, round(width * self.scale))
        cv2.polylines(
            self.image, [self._fixed(points)], closed, colour, thickness, cv2.LINE_AA, FRACTION_BITS
        )

    def strokes(self, drawing: Drawing, colour: Colour, width: float) -> None:
        """Draw several lines alike."""
        thickness = max(1, round(width * self.scale))
        fixed = [self._fixed(points) for points in drawing]
        cv2.polylines(self.image, fixed, False, colour, thickness, cv2.LINE_AA, FRACTION_BITS)

    def fill(self, points: Polyline, colour: Colour) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.image, [self._fixed(points)], colour, cv2.LINE_AA, FRACTION_BITS)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        self._circle(x, y, radius, colour, cv2.FILLED)

    def ring(self, x: float, y: float, radius: float, colour: Colour, width: float) -> None:
        """Draw a circle."""
        self._circle(x, y, radius, colour, max(1, round(width * self.scale)))

    def stamp(self, icon: IconArt, x: float, y: float, room: float) -> None:
        """Print a picture into the middle of a square of `room` cells."""
        picture = draw_icon(icon.path)
        if icon.mirrored:
            picture = picture[:, ::-1]
        share = room * icon.size * self.scale / max(picture.shape[:2])
        size = [max(1, round(side * share)) for side in picture.shape[1::-1]]
        seen = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        left, top = round(x * self.scale - size[0] / 2), round(y * self.scale - size[1] / 2)
        under = self.image[max(0, top) : top + size[1], max(0, left) : left + size[0]]
        seen = seen[max(0, -top) :, max(0, -left) :][: under.shape[0], : under.shape[1]]
        cover, colours = seen[..., 3:] / 255 * icon.strength, seen[..., :3]
        if icon.ink:  # a silhouette: what is light in the picture stays paper
            cover, colours = cover * (1 - colours.mean(2, keepdims=True) / 320), floats(icon.ink)
        under[:] = np.round(under * (1 - cover) + colours * cover).astype(np.uint8)

    def text(
        self, words: str, x: float, y: float, size: float, colour: Colour, *, serif: bool = True
    ) -> None:
        """Write words with a plotter's letters; `size` is the height of a capital in cells."""
        font = cv2.FONT_HERSHEY_COMPLEX if serif else cv2.FONT_HERSHEY_SIMPLEX
        at = round(x * self.scale), round(y * self.scale)
        thickness = max(1, round(0.06 * size * self.scale))
        cv2.putText(self.image, words, at, font, size * self.scale / 21, colour, thickness, cv2.LINE_AA)

    def shrunk(self) -> Pixels:
        """Return the picture at its final size."""
        height, width = (side // OVERSAMPLING for side in self.image.shape[:2])
        return np.asarray(cv2.resize(self.image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)

    def _circle(self, x: float, y: float, radius: float, colour: Colour, thickness: int) -> None:
        unit = 1 << FRACTION_BITS
        centre = round((x * self.scale - 0.5) * unit), round((y * self.scale - 0.5) * unit)
        cv2.circle(
            self.image,
            centre,
            round(radius * self.scale * unit),
            colour,
            thickness,
            cv2.LINE_AA,
            FRACTION_BITS,
        )

    def _fixed(self, points: Polyline) -> NDArray[np.int32]:
        scaled = (np.asarray(points) * self.scale - 0.5) * (1 << FRACTION_BITS)
        return np.round(scaled).astype(np.int32).reshape(-1, 1, 2)


def rectangle(x: float, y: float, width: float, height: float) -> Polyline:
    """Return the corners of an upright rectangle."""
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], np.float32)


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """Return a colour between two; share 0 is the first."""
    r, g, b = (a + (c - a) * share for a, c in zip(first, second, strict=True))
    return r, g, b
