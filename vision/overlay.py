"""The picture a person checks: the found lattice and what was read, laid on the photo."""

from collections.abc import Collection, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import Square, Terrain
from engine.errors import check_kind
from vision.find.lattice import Lattice
from vision.image import Image, checked, shrink
from vision.read.reading import SheetReading

LONG_SIDE = 1600  # pixels of the long side that the picture gets at most
COLOURS: dict[Terrain, tuple[int, int, int]] = {
    Terrain.FOREST: (34, 139, 58),
    Terrain.VILLAGE: (206, 45, 45),
    Terrain.FARM: (214, 158, 22),
    Terrain.WATER: (38, 110, 214),
    Terrain.MONSTER: (138, 52, 176),
    Terrain.HERO: (16, 150, 150),
    Terrain.DESTROYED: (70, 70, 70),
    Terrain.MOUNTAIN: (110, 78, 52),
    Terrain.WASTELAND: (120, 120, 120),
}
RING = np.array([[0.08, 0.08], [0.92, 0.08], [0.92, 0.92], [0.08, 0.92]])
DOUBT = (255, 120, 0)
LATTICE = (255, 0, 120)


def draw_reading(image: Image, reading: SheetReading) -> Image:
    """Draw the lattice, a coloured letter on every filled square, and a ring round doubtful ones.

    The picture that is returned is smaller where the photo has more than 1600 pixels along its longer side.
    """
    check_kind(reading, SheetReading, "a reading is what read_sheet() returns")
    terrain = {cell.square: cell.terrain for cell in reading.cells}
    return draw_map(image, reading.geometry.where, terrain, reading.doubtful)


def draw_map(
    image: Image, found: Lattice, terrain: Mapping[Square, Terrain], doubtful: Collection[Square]
) -> Image:
    """Draw the lattice, a coloured letter on every filled square, and a ring round some.

    Args:
        image: the upright photo, RGB.
        found: where the field lies in it.
        terrain: what stands on each square.
        doubtful: the squares that get a ring.

    Raises:
        TypeError: the image is no picture of RGB pixels of 8 bits.
    """
    scale = min(1.0, LONG_SIDE / max(checked(image).shape))
    picture = shrink(image, scale).copy()
    lattice = found.scaled(scale)
    thickness = max(1, round(lattice.cell_pixels / 40))
    _draw_lattice(picture, lattice, thickness)
    for square, stands in terrain.items():
        if square in doubtful:
            _draw_ring(picture, lattice, square, thickness)
        if stands in COLOURS:
            _draw_badge(picture, lattice, square, stands)
    return Image(picture)


def cut_square(image: Image, found: Lattice, square: Square, *, around: float, side: int) -> Image:
    """Look at one square straight from above, with some of what lies around it.

    Args:
        image: the upright photo, RGB.
        found: where the field lies in it.
        square: which.
        around: how many squares beyond it are taken along on each side.
        side: pixels of the picture along each side.

    Returns:
        RGB, shape (side, side, 3); white where the photo ends.
    """
    along = np.linspace(-around, 1 + around, side)
    grid = np.stack(np.meshgrid(square.column + along, square.row + along), axis=-1)
    places = found.to_photo(grid).astype(np.float32)
    cut = cv2.remap(
        image, places[..., 0], places[..., 1], cv2.INTER_LINEAR, None, cv2.BORDER_CONSTANT, (255, 255, 255)
    )
    return Image(np.asarray(cut, np.uint8))


def _draw_lattice(picture: NDArray[np.uint8], lattice: Lattice, thickness: int) -> None:
    lines = [*lattice.nodes, *lattice.nodes.transpose(1, 0, 2)]
    cv2.polylines(
        picture, [np.rint(line).astype(np.int32) for line in lines], False, LATTICE, thickness, cv2.LINE_AA
    )


def _draw_ring(picture: NDArray[np.uint8], lattice: Lattice, square: Square, thickness: int) -> None:
    ring = RING + np.array([square.column, square.row])
    cv2.polylines(picture, [_pixels(lattice, ring)], True, DOUBT, 3 * thickness, cv2.LINE_AA)


def _draw_badge(picture: NDArray[np.uint8], lattice: Lattice, square: Square, terrain: Terrain) -> None:
    """A disc with the terrain's letter in the square's upper left, so that the drawing stays visible."""
    row, column = square
    x, y = _pixels(lattice, np.array([[column + 0.2, row + 0.2]]))[0].tolist()
    radius = max(4, round(0.19 * lattice.cell_pixels))
    cv2.circle(picture, (x, y), radius, COLOURS[terrain], -1, cv2.LINE_AA)
    size = radius / 14
    (width, height), _ = cv2.getTextSize(terrain.letter, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    place = (x - width // 2, y + height // 2)
    cv2.putText(
        picture, terrain.letter, place, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), 2, cv2.LINE_AA
    )


def _pixels(lattice: Lattice, points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.rint(lattice.to_photo(points)).astype(np.int32)
