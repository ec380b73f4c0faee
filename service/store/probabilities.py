"""The network's probabilities for the squares of a sheet, kept as long as the photo: some 36 kB each.

Readings tell what is likeliest on each square; to carry what a person says of one square to those that look
alike (`vision.context.adaptation`), all probabilities are wanted, and the network's view of each square.
"""

import hashlib
import json
from collections.abc import Sequence

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from service.documents import Reading
from service.store.packedsheets import unpack_sheet
from service.store.tables import signs
from vision import SheetReading


def keep_probabilities(db: Connection, reading: Reading, seen: Sequence[bytes]) -> None:
    """Store the packed probabilities of the sheets of a reading, once, however often the photo is read."""
    sha256 = reading.photo.sha256
    if sha256 is None:
        return
    rows = [
        {"sha256": sha256, "sheet": _name(reading, number), "seen": packed}
        for number, packed in enumerate(seen)
        if packed
    ]
    if rows:
        dialect = sqlite if db.dialect.name == "sqlite" else postgresql
        db.execute(dialect.insert(signs).on_conflict_do_nothing(), rows)


def load_probabilities(db: Connection, reading: Reading, number: int) -> SheetReading | None:
    """Return a sheet of a reading with all its probabilities and signs; None if they are not stored."""
    named = signs.c.sha256 == reading.photo.sha256, signs.c.sheet == _name(reading, number)
    packed = db.execute(select(signs.c.seen).where(*named)).scalar()
    return None if packed is None else unpack_sheet(packed, reading, number)


def delete_probabilities(db: Connection, reading: Reading, number: int) -> None:
    """Delete the probabilities of one sheet."""
    named = signs.c.sha256 == reading.photo.sha256, signs.c.sheet == _name(reading, number)
    db.execute(delete(signs).where(*named))


def _name(reading: Reading, number: int) -> str:
    """Return a key for the sheet, as this reading has it, among all of the photo."""
    sheet = reading.sheets[number]
    identity = [reading.photo.page, reading.model, sheet.side.value, sheet.lattice]
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()
