"""A reading and a score in one: what `surveyor scan` gives."""

from service.documents import Map, Reading, Scan, ScannedSheet, Score, Sheet
from service.scores.certainty import Wanted, judge, map_of, sheet_certainty
from service.scores.scoring import notes_on, score_document


def scan_reading(reading: Reading, wanted: Wanted) -> Scan:
    """Score every sheet of a reading; coins that are not given are those read from the sheet.

    Raises:
        EngineError: The rules do not fit together.
    """
    sheets = tuple(_scan_sheet(sheet, wanted) for sheet in reading.sheets)
    return Scan(reading=judge(reading, wanted), sheets=sheets)


def _scan_sheet(sheet: Sheet, wanted: Wanted) -> ScannedSheet:
    document = map_of(sheet, wanted.rules)
    report = score_document(document)
    certainty = sheet_certainty(sheet, wanted.rules, wanted.sure)
    score = Score.from_report(report, notes_on(document, report), certainty)
    return ScannedSheet(map=Map.from_engine(document), score=score)
