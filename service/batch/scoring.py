"""Scores the sheets of a page that was read, for the ledger."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from engine import EngineError, MapDocument
from engine.final import find_final
from engine.sentence import Sentence, later
from service.batch.documents import LedgerPage, LedgerSheet, State
from service.documents import Map, Reading, Reason, Score, Sheet, Status
from service.scores.certainty import Wanted, judge, likely_coins, sheet_certainty
from service.scores.scoring import Rules, notes_on, score_document

NameMap = Callable[[int | None, int | None], str]
"""From the page of a document and the number of a sheet among several to the name of the map's file."""
NamePlayer = Callable[[int, int], str | None]
"""From the number of a sheet and the count of sheets to the player that the list names for it, if any."""


@dataclass(frozen=True, slots=True)
class _Count:
    """The stars of a sheet in the standings."""

    score: Score | None = None
    total: int | None = None
    lost_to_monsters: int | None = None
    problem: Reason | None = None
    """Why a person should look at that, or why it counts nothing."""


def judge_page(
    reading: Reading, rules: Rules, *, final: bool, name_map: NameMap, name_player: NamePlayer
) -> tuple[LedgerPage, list[Map]]:
    """Score the sheets of a page; return it as the ledger has it, and the maps of its sheets in their order.

    With `final`, the final score counts, not that of the map. A sheet's code says whose it is, else the list.
    """
    count = len(reading.sheets)
    names = [name_map(reading.photo.page, number if count > 1 else None) for number in range(1, count + 1)]
    players = [name_player(number, count) for number in range(1, count + 1)]
    maps = [
        _map_of(sheet, rules, final, player) for sheet, player in zip(reading.sheets, players, strict=True)
    ]
    counts = [_count(sheet, map, rules, final) for sheet, map in zip(reading.sheets, maps, strict=True)]
    if rules.edicts and not final:
        reading = judge(reading, Wanted(rules))
    problem = next((each.problem for each in counts if each.problem), None)
    reason = problem if reading.status is Status.READ else reading.reason or problem
    state = _state(reading, reason)
    page = LedgerPage(
        page=reading.photo.page,
        state=state,
        reason=reason if reason or state is State.SCORED else _doubtful(reading),
        seconds=reading.seconds,
        sheets=tuple(map(_entry, names, reading.sheets, counts)),
    )
    return page, maps


def _state(reading: Reading, reason: Reason | None) -> State:
    if reading.status is Status.REJECTED:
        return State.REJECTED
    doubtful = reading.status is Status.REVIEW and any(sheet.doubtful for sheet in reading.sheets)
    return State.REVIEW if reason or doubtful else State.SCORED


def _doubtful(reading: Reading) -> Reason:
    squares = sum(len(sheet.doubtful) for sheet in reading.sheets)
    return Reason(
        code="doubtful_squares",
        message=Sentence("%(squares)s squares are doubtful.", squares=squares)
        if squares > 1
        else later("One square is doubtful."),
        advice="Look at the sheet, and correct the map where it is wrong.",
    )


def _map_of(sheet: Sheet, rules: Rules, final: bool, player: str | None) -> Map:
    return Map(
        schema_name="surveyor/map@1",
        side=sheet.side,
        terrain=sheet.terrain,
        ruins=sheet.ruins,
        coins=sheet.coins if final else likely_coins(sheet),
        edicts=tuple(edict.name for edict in rules.edicts) or None,
        season=rules.season,
        boxes=sheet.boxes or None,
        final=sheet.final,
        player=(sheet.code.player if sheet.code else None) or player,
        doubtful=sheet.doubtful,
    )


def _entry(name: str, sheet: Sheet, count: _Count) -> LedgerSheet:
    return LedgerSheet(
        map=name,
        side=sheet.side,
        code=sheet.code,
        score=count.score,
        total=count.total,
        lost_to_monsters=count.lost_to_monsters,
        doubtful=sheet.doubtful,
        hand=sheet.hand,
        drawing=_drawing(sheet),
    )


def _count(sheet: Sheet, read: Map, rules: Rules, final: bool) -> _Count:
    try:
        document = rules.complete(read.to_engine())
        report = score_document(document)
        total, lost = _final_of(sheet, document) if final else (report.total, -report.monsters.total)
    except EngineError as error:
        return _Count(problem=_no_score(str(error)))
    unsure = _unsure_coins(sheet)
    certainty = sheet_certainty(sheet, rules)
    notes = notes_on(document, report, len(sheet.doubtful), certainty)
    score = Score.from_report(report, ((unsure.message,) if unsure else ()) + notes, certainty)
    return _Count(score, total, lost, FINAL_UNKNOWN if total is None else None if final else unsure)


def _final_of(sheet: Sheet, document: MapDocument) -> tuple[int | None, int | None]:
    """Return the final score and the stars lost to monsters, as far as they follow."""
    final = find_final(
        sheet.boxes,
        sheet=document.sheet,
        coins=document.coins,
        edicts=document.edicts,
        written_final=sheet.final,
    )
    return final.total, final.lost_to_monsters


def _drawing(sheet: Sheet) -> str | None:
    """Return a hash of the map; None for an empty one, which many sheets may have in common."""
    if not any(terrain.is_drawn for row in sheet.terrain for terrain in row):
        return None
    contents = " ".join((sheet.side, *(terrain for row in sheet.terrain for terrain in row)))
    return hashlib.sha256(contents.encode("ascii")).hexdigest()


def _unsure_coins(sheet: Sheet) -> Reason | None:
    """Return what a score holds of coins that were not read for sure."""
    if sheet.coins is not None:
        return None
    likely = likely_coins(sheet)
    if likely is None:
        return COINS_UNKNOWN
    words = Sentence("The coins are not sure: %(coins)s are counted.", coins=likely)
    return Reason(code="coins_uncertain", message=words, advice="Count them on the sheet.")


COINS_UNKNOWN = Reason(
    code="coins_unknown",
    message="The filled coins could not be read, and count nothing in this score.",
    advice="Count them on the sheet.",
)
FINAL_UNKNOWN = Reason(
    code="final_unknown",
    message="The final score does not follow from the written season scores.",
    advice="Enter the season scores that are missing, or see with `surveyor final` what contradicts.",
)


def _no_score(problem: str) -> Reason:
    return Reason(
        code="no_score",
        message=Sentence("The map cannot be scored: %(problem)s.", problem=problem),
        advice="Look at the sheet.",
    )
