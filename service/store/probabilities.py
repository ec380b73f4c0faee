"""The network's probabilities for the squares of a sheet, kept as long as the photo: some 70 kB each.

Readings tell what is likeliest on each square; to carry what a person says of one square to those that look
alike (`vision.context.adaptation`), all probabilities are wanted, and the network's view of each square.
"""

import hashlib
import io
import json
from collections.abc import Sequence

import numpy as np
from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from engine import ALL_SQUARES, Terrain
from service.documents import Reading
from service.store.tables import signs
from vision import CellReading, Lattice, SheetGeometry, SheetReading
from vision.context.adaptation import of_length_one
from vision.read.reading import Marks

TERRAINS = tuple(Terrain)


def keep_probabilities(db: Connection, reading: Reading, seen: Sequence[SheetReading]) -> None:
    """Store the probabilities of the sheets of a reading, each once, however often the photo is read."""
    sha256 = reading.photo.sha256
    if sha256 is None:
        return
    rows = [
        {"sha256": sha256, "sheet": _name(reading, number), "seen": _packed(sheet)}
        for number, sheet in enumerate(seen)
        if sheet.signs.any()
    ]
    if rows:
        dialect = sqlite if db.dialect.name == "sqlite" else postgresql
        db.execute(dialect.insert(signs).on_conflict_do_nothing(), rows)


def load_probabilities(db: Connection, reading: Reading, number: int) -> SheetReading | None:
    """Return a sheet of a reading with all its probabilities and signs; None if they are not stored."""
    named = signs.c.sha256 == reading.photo.sha256, signs.c.sheet == _name(reading, number)
    packed = db.execute(select(signs.c.seen).where(*named)).scalar()
    return None if packed is None else _unpacked(packed, reading, number)


def delete_probabilities(db: Connection, reading: Reading, number: int) -> None:
    """Delete the probabilities of one sheet."""
    named = signs.c.sha256 == reading.photo.sha256, signs.c.sheet == _name(reading, number)
    db.execute(delete(signs).where(*named))


def _name(reading: Reading, number: int) -> str:
    """Return a key for the sheet, as this reading has it, among all of the photo."""
    sheet = reading.sheets[number]
    identity = [reading.photo.page, reading.model, sheet.side.value, sheet.lattice]
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()


def _packed(sheet: SheetReading) -> bytes:
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


def _unpacked(packed: bytes, reading: Reading, number: int) -> SheetReading:
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
