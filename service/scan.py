"""A reading and a score in one: what `surveyor scan` gives."""

from collections.abc import Sequence
from itertools import zip_longest

from engine import MapDocument
from service.schemas import Map, Reading, Scan, ScannedSheet, Score, ScoreRange, Sheet
from service.scoring import Rules, notes_on, score_document
from vision import SheetReading
from vision.stakes import score_range


def scan_reading(reading: Reading, rules: Rules, seen: Sequence[SheetReading] = ()) -> Scan:
    """Score every sheet of a reading; coins that are not told are those read from the sheet.

    Args:
        reading: what is told of the photo.
        rules: what is known of the game.
        seen: its sheets with all their probabilities, from which follows how sure the scores are.

    Raises:
        EngineError: The rules do not fit together.
    """
    pairs = zip_longest(reading.sheets, seen)
    return Scan(reading=reading, sheets=tuple(_scan_sheet(sheet, rules, one) for sheet, one in pairs))


def _scan_sheet(sheet: Sheet, rules: Rules, seen: SheetReading | None) -> ScannedSheet:
    coins = sheet.coins if rules.coins is None else rules.coins
    document = sheet.to_engine(coins=coins, edicts=rules.edicts, season=rules.season)
    report = score_document(document)
    score = Score.from_report(report, notes_on(document, report))
    surely = _surely(document, seen) if seen and not seen.nothing_sure else None
    return ScannedSheet(map=Map.from_engine(document), score=score, surely=surely)


def _surely(document: MapDocument, seen: SheetReading) -> ScoreRange:
    found = score_range(seen, document.edicts, coins=document.coins or 0, season=document.season)
    return ScoreRange(
        low=found.low,
        high=found.high,
        chance=round(found.chance, 4),
        settle=tuple(stake.square for stake in found.stakes),
    )
