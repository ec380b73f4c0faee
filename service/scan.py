"""A reading and a score in one: what `surveyor scan` gives."""

from service.schemas import Map, Reading, Scan, ScannedSheet, Score, Sheet
from service.scoring import Rules, notes_on, score_document


def scan_reading(reading: Reading, rules: Rules) -> Scan:
    """Score every sheet of a reading; coins that are not told are those read from the sheet.

    Raises:
        EngineError: The rules do not fit together.
    """
    return Scan(reading=reading, sheets=tuple(_scan_sheet(sheet, rules) for sheet in reading.sheets))


def _scan_sheet(sheet: Sheet, rules: Rules) -> ScannedSheet:
    coins = sheet.coins if rules.coins is None else rules.coins
    document = sheet.to_engine(coins=coins, edicts=rules.edicts, season=rules.season)
    report = score_document(document)
    score = Score.from_report(report, notes_on(document, report))
    return ScannedSheet(map=Map.from_engine(document), score=score)
