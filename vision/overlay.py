"""The picture a person checks: the found lattice and what was read, laid on the photo."""

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import Terrain
from vision.geometry import SheetGeometry
from vision.image import Image, shrink
from vision.reading import CellReading, SheetReading

SIDE = 1600  # pixels of the long side that the picture gets at most
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
    """Draw the lattice, a coloured letter on every filled square, and a ring round doubtful ones."""
    scale = min(1.0, SIDE / max(image.shape))
    picture = shrink(image, scale).copy()
    geometry = SheetGeometry((reading.geometry.lattice + 0.5) * scale - 0.5, 0.0, 0.0)
    thickness = max(1, round(geometry.cell_pixels / 40))
    _draw_lattice(picture, geometry, thickness)
    for cell in reading.cells:
        _draw_cell(picture, geometry, cell, cell.confidence < reading.doubt_below, thickness)
    return Image(picture)


def _draw_lattice(picture: NDArray[np.uint8], geometry: SheetGeometry, thickness: int) -> None:
    lines = [*geometry.lattice, *geometry.lattice.transpose(1, 0, 2)]
    cv2.polylines(
        picture, [np.rint(line).astype(np.int32) for line in lines], False, LATTICE, thickness, cv2.LINE_AA
    )


def _draw_cell(
    picture: NDArray[np.uint8], geometry: SheetGeometry, cell: CellReading, doubtful: bool, thickness: int
) -> None:
    row, column = cell.square
    if doubtful:
        ring = RING + np.array([column, row])
        cv2.polylines(picture, [_pixels(geometry, ring)], True, DOUBT, 3 * thickness, cv2.LINE_AA)
    if cell.terrain in COLOURS:
        _draw_badge(picture, geometry, cell)


def _draw_badge(picture: NDArray[np.uint8], geometry: SheetGeometry, cell: CellReading) -> None:
    """A disc with the terrain's letter in the square's upper left, so that the drawing stays visible."""
    row, column = cell.square
    x, y = _pixels(geometry, np.array([[column + 0.2, row + 0.2]]))[0].tolist()
    radius = max(4, round(0.19 * geometry.cell_pixels))
    cv2.circle(picture, (x, y), radius, COLOURS[cell.terrain], -1, cv2.LINE_AA)
    size = radius / 14
    (width, height), _ = cv2.getTextSize(cell.terrain.letter, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    place = (x - width // 2, y + height // 2)
    cv2.putText(
        picture, cell.terrain.letter, place, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), 2, cv2.LINE_AA
    )


def _pixels(geometry: SheetGeometry, points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.rint(geometry.to_photo(points)).astype(np.int32)
