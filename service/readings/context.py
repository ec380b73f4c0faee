"""Readings in context: compared with the map of the season before, and the cards since."""

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from engine import ALL_SQUARES, MapDocument, MapFormatError
from engine.fields import read_object
from service.documents import Noticed, Reason, Sheet
from service.readings.correctionrecords import parse_reading
from service.readings.reader import Outcome
from service.scores.certainty import TOGETHER, Wanted, judge
from service.scores.scoring import READINGS, parse_document, read_documents
from vision import CellReading
from vision.context import Known, cells_of, read_in_context


def read_befores(file: BinaryIO, name: str, known: Known) -> Iterator[Known]:
    """Go through the maps and readings of a file, each the map before one sheet.

    Raises:
        MapFormatError: A document is neither.
    """
    for where, text in read_documents(file, name):
        fields = read_object(parse_document(text))
        if fields.get("schema") not in READINGS:
            document = MapDocument.from_json(fields)
            cells = cells_of(document.sheet, document.doubtful)
            yield replace(known, before=cells, before_side=document.sheet.side)
            continue
        reading = parse_reading(text, where)
        if not reading.sheets:
            raise MapFormatError("this photo was rejected, so it shows no map before", where=where)
        for read in reading.sheets:
            yield replace(known, before=_cells(read), before_side=read.side)


def in_context(outcome: Outcome, known: Known) -> Outcome:
    """Return the outcome of a photo with its sheet compared with what is known."""
    if len(outcome.sheets) != 1 or not known.is_anything:
        return outcome  # of several sheets, nobody said whose the map before is
    read = read_in_context(outcome.sheets[0], known)
    sheet = Sheet.from_joint(read).model_copy(update={"hand": outcome.reading.sheets[0].hand})
    of_sheet = {TOGETHER, *(reason.code for reason in outcome.sheets[0].reasons)}
    of_photo = [reason for reason in outcome.reading.reasons if reason.code not in of_sheet]
    reasons = (*of_photo, *Noticed.all_of(read.joint.reasons))
    weightiest = Reason.model_validate(dict(reasons[0])) if reasons else None
    reading = outcome.reading.model_copy(
        update={"reason": weightiest, "reasons": reasons, "sheets": (sheet,)}
    )
    return replace(outcome, reading=judge(reading, Wanted()), sheets=(read.joint,))


def _cells(sheet: Sheet) -> tuple[CellReading, ...]:
    return tuple(CellReading(square, sheet.likely(square)) for square in ALL_SQUARES)
