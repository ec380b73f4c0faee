"""Sheets with all their probabilities, as bytes: readers pack them, and the database keeps them."""

import io

import numpy as np

from engine import ALL_SQUARES, Terrain
from service.documents import Reading
from vision import CellReading, Lattice, SheetGeometry, SheetReading
from vision.context.adaptation import of_length_one
from vision.read.reading import Marks

TERRAINS = tuple(Terrain)


def pack_sheet(sheet: SheetReading) -> bytes:
    """Return the probabilities of a sheet and the network's view of its squares; nothing if it has none."""
    if not sheet.signs.any():
        return b""
    file = io.BytesIO()
    np.savez(  # packed it would take half the room, and as long as all else that storing a reading takes
        file,
        signs=of_length_one(sheet.signs).astype(np.float16),
        shares=np.array(
            [[cell.probabilities.get(terrain, 0.0) for terrain in TERRAINS] for cell in sheet.cells],
            np.float32,
        ),
        foreign=np.array([cell.marks.foreign for cell in sheet.cells], np.float32),
        doubt_below=np.float64(sheet.doubt_below),
        terrains=np.array([terrain.value for terrain in TERRAINS]),
    )
    return file.getvalue()


def unpack_sheet(packed: bytes, reading: Reading, number: int) -> SheetReading:
    """Return a sheet of a reading with all its probabilities and signs."""
    sheet, arrays = reading.sheets[number], np.load(io.BytesIO(packed), allow_pickle=False)
    terrains = [Terrain(name) for name in arrays["terrains"].tolist()]
    cells = tuple(
        CellReading(
            square,
            {terrain: share for terrain, share in zip(terrains, shares, strict=True) if share},
            Marks(foreign=foreign),
        )
        for square, shares, foreign in zip(
            ALL_SQUARES, arrays["shares"].tolist(), arrays["foreign"].tolist(), strict=True
        )
    )
    return SheetReading(
        geometry=SheetGeometry(Lattice(np.asarray(sheet.lattice, np.float64))),
        side=sheet.side,
        side_confidence=sheet.side_confidence,
        cells=cells,
        model=reading.model or "",
        doubt_below=float(arrays["doubt_below"]),
        signs=arrays["signs"].astype(np.float64),
    )
