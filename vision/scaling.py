"""The same sheet in a larger or smaller copy of the photo."""

from dataclasses import replace

from vision.geometry import SheetGeometry
from vision.reading import SheetReading


def scaled(geometry: SheetGeometry, factor: float) -> SheetGeometry:
    """Return where the sheet lies in a copy of the photo with sides so many times as long.

    Pixel centres are at whole numbers, so that the photo's edge lies half a pixel before the first.
    """
    if factor == 1.0:
        return geometry
    return SheetGeometry((geometry.lattice + 0.5) * factor - 0.5, geometry.error, geometry.score)


def scaled_reading(reading: SheetReading, factor: float) -> SheetReading:
    """Return the reading with its lattice as it lies in such a copy."""
    return replace(reading, geometry=scaled(reading.geometry, factor))
