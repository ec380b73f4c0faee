"""The certainty of a reading's score or squares: one answer for the command, the API and the pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import prod

from engine import ALL_SQUARES, LAYOUTS, SIZE, EngineError, MapDocument, Season, Square, Terrain
from engine.certainty import SURE, Certainty, LeftOpen, weigh_score
from engine.scoreboxes import written_for
from engine.sentence import Sentence, later
from service.documents import Map, Noticed, Reading, Reason, Scan, ScannedSheet, Score, Sheet, Status
from service.formats.squarenames import label
from service.scores.scoring import Rules, notes_on, score_document

TOGETHER = "not_all_sure"
"""The reason of a reading in which each square is sure, but not all squares together."""


class Subject(Enum):
    """The subject of a reason that is not about the sheet or the photo as a whole."""

    COINS = frozenset({"coins_unseen", "coins_uncertain"})
    BOXES = frozenset({"boxes_uncertain", "boxes_contradict"})
    SQUARES = frozenset({"covered", "cut_off", TOGETHER})
    """Such a reason says no more than the squares' own probabilities do."""

    @classmethod
    def of(cls, reason: Reason) -> "Subject | None":
        """Return what a reason is about; None if it is about the whole."""
        return next((subject for subject in cls if reason.code in subject.value), None)


LOOK = later("Look at these squares.")
COUNT = later("Count the filled coins and say how many there are.")
LEAST_SURE = 3  # squares that are named where not all are sure enough


@dataclass(frozen=True, slots=True)
class Wanted:
    """The answer wanted of a sheet: the score if edicts are given, else the squares."""

    rules: Rules = field(default_factory=Rules)
    boxes: bool = False
    """Whether the written numbers of the season boxes are wanted, too."""
    sure: float = SURE
    """Probability that all of it is right from which nothing is asked."""


def judge(reading: Reading, wanted: Wanted) -> Reading:
    """Return the reading with the status that follows from the answer wanted, and the reason of a review."""
    if reading.status is Status.REJECTED:
        return reading
    if reading.reason is not None and reading.reason.code == TOGETHER:  # of what was wanted before
        others = tuple(each for each in reading.reasons if each.code != TOGETHER)
        reading = reading.model_copy(update={"reason": None, "reasons": others})
    if _may_be_read(reading, wanted) and all(_is_known(sheet, wanted) for sheet in reading.sheets):
        return reading.model_copy(update={"status": Status.READ})
    if reading.reason is not None or any(sheet.doubtful for sheet in reading.sheets):
        return reading.model_copy(update={"status": Status.REVIEW})
    named = [label(square) for sheet in reading.sheets for square in _least_sure(sheet, wanted)]
    words, advice = _why_not_read(named), LOOK if named else COUNT
    reason = Reason(code=TOGETHER, message=words, advice=advice)
    noticed = Noticed(code=TOGETHER, message=words, advice=advice)
    return reading.model_copy(
        update={"status": Status.REVIEW, "reason": reason, "reasons": (noticed, *reading.reasons)}
    )


def _why_not_read(named: Sequence[str]) -> Sentence:
    """Return why a person must look at a reading of which each square is sure; `named` are the least sure."""
    if not named:
        return Sentence("The squares are read, but not the coins, on which the total hangs.")
    return Sentence(
        "Each square is likely right, but not surely all of them together; the least sure: %(names)s.",
        names=named[:LEAST_SURE],
    )


def _least_sure(sheet: Sheet, wanted: Wanted) -> Sequence[Square]:
    """Return the squares to look at: those on which the total hangs, or those that are least sure."""
    found = sheet_certainty(sheet, wanted.rules, wanted.sure) if wanted.rules.edicts else None
    if found and found.settle:
        return found.settle
    others = left_open(sheet).squares
    return sorted(others, key=lambda square: -sum(others[square].values()))


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


def sheet_certainty(sheet: Sheet, rules: Rules, sure: float = SURE) -> Certainty | None:
    """Return how sure the total of a sheet as read is; None where every square may be misplaced.

    Coins in the rules go before those read. Nothing is asked from the probability `sure` on.

    Raises:
        EngineError: The edicts, the season and the coins do not fit together.
    """
    if nothing_sure(sheet):
        return None
    open = left_open(sheet, coins_known=rules.coins is not None, season=rules.season)
    return certainty_of(map_of(sheet, rules), open, sure)


def map_of(sheet: Sheet, rules: Rules) -> MapDocument:
    """Return the map as read, with what is known of its game; coins are the likeliest, sure or not.

    Raises:
        EngineError: What was read contradicts what is printed on its side.
    """
    coins = likely_coins(sheet) if rules.coins is None else rules.coins
    return rules.read(sheet.to_map(coins).model_dump(mode="json", exclude_none=True))


def likely_coins(sheet: Sheet) -> int | None:
    """Return the coins that were read, else the likeliest count; None where nothing is known of them."""
    odds = sheet.coins_alternatives
    if sheet.coins is not None or not odds or len(set(odds.values())) == 1 < len(odds):
        return sheet.coins
    return max(odds, key=odds.__getitem__)


def certainty_of(document: MapDocument, open: LeftOpen, sure: float) -> Certainty:
    """Return how sure the total of a map is, by what is still open on it."""
    return weigh_score(
        document.sheet, document.edicts, open, coins=document.coins or 0, season=document.season, sure=sure
    )


def left_open(sheet: Sheet, *, coins_known: bool = False, season: Season | None = None) -> LeftOpen:
    """Return what a sheet as read leaves open; not the coins, if somebody has counted them.

    What is written of the season that ends says something of the map, too.
    """
    return LeftOpen(
        {square: others for square in ALL_SQUARES if (others := others_of(sheet, square))},
        None if coins_known else coin_odds(sheet),
        sheet.side_confidence,
        written_for(sheet.boxes, season),
    )


def others_of(sheet: Sheet, square: Square) -> dict[Terrain, float]:
    """Return the terrains that a square may hold instead of the one read, with their probabilities."""
    row, column = square
    read, key = sheet.terrain[row][column], f"{row},{column}"
    if is_printed(sheet, square):
        return {}
    shares = sheet.possible.get(key) or sheet.alternatives.get(key)
    if not shares and "possible" not in sheet.model_fields_set:  # else it is beyond doubt
        shares = _any_but(read, 1.0 - sheet.confidence[row][column])
    return {terrain: share for terrain, share in (shares or {}).items() if terrain is not read and share > 0}


def _any_but(read: Terrain, share: float) -> dict[Terrain, float]:
    """Return what a square may hold of which only is known how likely another terrain is: any, as likely."""
    others = [terrain for terrain in Terrain if not terrain.is_printed and terrain is not read]
    return dict.fromkeys(others, share / len(others))


def coin_odds(sheet: Sheet) -> Mapping[int, float]:
    """Return how likely each count of coins is, as far as it is known."""
    if sheet.coins_alternatives is not None:
        return sheet.coins_alternatives
    return {} if sheet.coins is None else {sheet.coins: sheet.coins_confidence}


def is_printed(sheet: Sheet, square: Square) -> bool:
    """Tell whether the square is printed: as sure as the side is."""
    layout = LAYOUTS.get(sheet.side)
    if layout is None:
        return sheet.ruins is not None and sheet.terrain[square.row][square.column].is_printed
    return square in layout.mountains or square in layout.wastelands


def nothing_sure(sheet: Sheet) -> bool:
    """Tell whether every square is asked about, as all may be misplaced: probabilities say little then."""
    drawn = sum(not is_printed(sheet, square) for square in ALL_SQUARES)
    return len(sheet.doubtful) >= min(drawn, SIZE * SIZE)


def _may_be_read(reading: Reading, wanted: Wanted) -> bool:
    """Tell whether the reading may be believed: no reason is about the photo or a sheet as a whole."""
    reasons = [reading.reason, *reading.reasons, *(sheet.reason for sheet in reading.sheets)]
    forbidding = {None, Subject.BOXES} if wanted.boxes else {None}
    return not any(reason and Subject.of(reason) in forbidding for reason in reasons)


def _is_known(sheet: Sheet, wanted: Wanted) -> bool:
    if nothing_sure(sheet):
        return False
    known = _chance_of_boxes(sheet) if wanted.boxes else 1.0
    if not wanted.rules.edicts:
        return known * left_open(sheet).as_read >= wanted.sure
    try:
        found = sheet_certainty(sheet, wanted.rules, wanted.sure)
    except EngineError:  # a map that contradicts what is printed
        return False
    return found is not None and known * found.exact >= wanted.sure


def _chance_of_boxes(sheet: Sheet) -> float:
    """Return how likely all written numbers are read right; nothing is likely where one could not be."""
    numbers = [number for season in sheet.boxes if season for number in season]
    if None in numbers:
        return 0.0
    return prod(share for season in sheet.boxes_confidence if season for share in season)
