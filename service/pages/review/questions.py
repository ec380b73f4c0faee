"""The doubts of a sheet as a judge goes through them, one page each, and the way from one to the next."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from sqlalchemy import Connection
from starlette.datastructures import QueryParams

from engine import Square, Terrain
from engine.sentence import later
from service.documents import Reason
from service.documents.errors import NotHereError
from service.formats.squarenames import label
from service.pages.sheets.shown import HistoryLine, SheetShown
from service.pages.visits import Visit
from service.review.order import OpenDoubt, OpenSheet
from service.routes.scope import own_sheet
from service.sheets.doubts import CoinsDoubt, Doubt, PlaceDoubt, SheetDoubt, SquareDoubt
from service.sheets.rows import IN_REVIEW, SheetRow, list_sheets
from service.sheets.storing import place_of
from service.store.tables import is_identifier
from service.tournament.plan import Plan
from vision.read.rules import leaves_nothing_sure

SQUARE, COINS, BOXES, SIDE, SHEET = "square", "coins", "boxes", "side", "sheet"
PLACE, ROUND, SEASON, SAME = "place", "round", "season", "same"
KINDS: Mapping[str, str] = {
    SQUARE: later("squares"),
    COINS: later("coins"),
    BOXES: later("season scores"),
    SIDE: later("which side"),
    SHEET: later("the whole sheet"),
    PLACE: later("whose sheet"),
    ROUND: later("which round"),
    SEASON: later("which season"),
    SAME: later("the same map twice"),
}
"""The kinds of doubts, and what they are about."""
MOST_PASSED = 60  # sheets that a way remembers to have passed


@dataclass(frozen=True, slots=True)
class Entry:
    """One page of a sheet's doubts; all that is doubtful about its place is one."""

    name: str
    """In addresses: a square's name, or the kind."""
    kind: str
    stake: float
    square: Square | None = None
    likely: tuple[tuple[Terrain, float], ...] = ()
    """Terrains that the square may hold, the likeliest first."""
    reasons: tuple[Reason, ...] = ()
    settles_sheet: bool = False
    """Whether the answer settles what is doubtful about the sheet as a whole, too."""

    def stands(self, row: SheetRow) -> str:
        """Return what stands on the sheet where the doubt is: an answer to that is good while it does."""
        if self.square is not None:
            return str(row.map.at(self.square))
        if self.kind in {COINS, SIDE, BOXES}:
            return str(getattr(row.map, self.kind))
        return str(row.version)


@dataclass(frozen=True, slots=True)
class Way:
    """A judge's way through the queue, kept in the address of each page."""

    kind: str = ""
    """The only kind of doubts that is wanted; empty: all."""
    later: tuple[str, ...] = ()
    """Doubts about this sheet that are put off."""
    passed: tuple[str, ...] = ()
    """Sheets on which something was put off."""
    last_sheet: str = ""
    """The sheet on which something was settled last: it may be taken back."""
    last_version: str = ""
    """Its version by that."""

    @classmethod
    def of(cls, query: QueryParams) -> "Way":
        """Return the way that an address tells, as far as it makes sense."""
        kind = query.get("kind", "")
        names = [name for name in query.get("later", "").split(",") if name.isalnum() and len(name) < 9]
        passed = [sheet for sheet in query.get("passed", "").split(",") if is_identifier(sheet)]
        sheet, _, version = query.get("last", "").partition("~")
        is_known = is_identifier(sheet) and version.isdecimal() and len(version) < 9
        return cls(
            kind if kind in KINDS else "",
            tuple(names[:200]),
            tuple(passed[-MOST_PASSED:]),
            sheet if is_known else "",
            version if is_known else "",
        )

    @property
    def query(self) -> str:
        """The address's end."""
        fields = {
            "kind": self.kind,
            "later": ",".join(self.later),
            "passed": ",".join(self.passed),
            "last": f"{self.last_sheet}~{self.last_version}" if self.last_sheet else "",
        }
        given = urlencode({key: value for key, value in fields.items() if value}, safe=",~")
        return f"?{given}" if given else ""

    def to(self, row: SheetRow, entry: str) -> str:
        """Return the address at which a doubt of a sheet is asked on this way."""
        return f"/tournaments/{row.tournament}/sheets/{row.id}/doubts/{entry}{self.query}"

    def put_off(self, entry: str) -> "Way":
        """Return the way on which this comes later."""
        return replace(self, later=(*self.later, entry))

    def wants(self, entry: Entry) -> bool:
        """Tell whether this entry lies on the way."""
        return entry.name not in self.later and self.kind in ("", entry.kind)

    def settled(self, sheet: str, version: int) -> "Way":
        """Return the way after something was settled on a sheet."""
        return replace(self, last_sheet=sheet, last_version=str(version))

    def leave(self, sheet: str) -> "Way":
        """Return the way on to other sheets; this one is not come back to, if something stays on it."""
        return replace(self, later=(), passed=(*self.passed, sheet)[-MOST_PASSED:])


def entries_of(found: OpenSheet) -> list[Entry]:
    """Return the pages of a sheet's doubts, the most consequential first."""
    whole = next((each.doubt for each in found.doubts if isinstance(each.doubt, SheetDoubt)), None)
    about = _about(whole.reason) if whole else ""
    entries = {entry.name: entry for entry in _entries(found.doubts, about)}
    if whole is not None and leaves_nothing_sure(whole.reason.code):  # its squares come after that
        entries = {name: entry for name, entry in entries.items() if entry.kind != SQUARE}
    places = [each for each in found.doubts if isinstance(each.doubt, PlaceDoubt)]
    if places:
        reasons = _place_reasons([each.doubt for each in places])
        entries[PLACE] = Entry(PLACE, _about_place(reasons), places[0].stake, reasons=reasons)
    # whose the sheet is comes first: of one that counts for nobody nothing else matters
    return sorted(entries.values(), key=lambda entry: (entry.name != PLACE, -entry.stake))


def _entries(doubts: Sequence[OpenDoubt], about: str) -> Iterator[Entry]:
    for each in doubts:
        doubt = each.doubt
        if isinstance(doubt, SquareDoubt):
            likely = tuple(each.alternatives.items())
            square = Square(*doubt.square)
            yield Entry(label(square), SQUARE, each.stake, square, likely)
        elif isinstance(doubt, SheetDoubt):
            name = COINS if about == COINS else SHEET
            yield Entry(name, about, each.stake, reasons=(doubt.reason,), settles_sheet=True)
        elif isinstance(doubt, CoinsDoubt) and about != COINS:
            yield Entry(COINS, COINS, each.stake)


def _about(reason: Reason) -> str:
    """Return the kind of question that a reason about the whole sheet asks."""
    topic = reason.code.partition("_")[0]
    return topic if topic in {COINS, BOXES, SIDE} else SHEET


def lacks_player(row: SheetRow) -> bool:
    """Whether the player of a sheet is asked for, and its place is not known as a whole."""
    reasons = _place_reasons(row.doubts)
    return bool(reasons) and _about_place(reasons) == PLACE and not place_of(row).is_whole


def list_ownerless(db: Connection, tournament: str) -> list[SheetRow]:
    """Return the sheets in review whose player is asked for."""
    return [row for row in list_sheets(db, tournament, IN_REVIEW) if lacks_player(row)]


def _place_reasons(doubts: Iterable[Doubt]) -> tuple[Reason, ...]:
    return tuple(doubt.reason for doubt in doubts if isinstance(doubt, PlaceDoubt))


def _about_place(reasons: Sequence[Reason]) -> str:
    """Return the kind of question that the doubts about a sheet's place ask."""
    codes = {reason.code for reason in reasons}
    if codes == {"same_map"}:
        return SAME
    if codes == {"round_unknown"}:
        return ROUND
    return SEASON if codes <= {"season_unknown", "season_past"} else PLACE


def last_said(db: Connection, visit: Visit, plan: Plan, way: Way) -> HistoryLine | None:
    """Return the last answer on a way if it is in force, so that a judge sees a wrong key; else None."""
    with suppress(NotHereError):
        if way.last_sheet:
            row = own_sheet(db, visit.actor, plan.tournament.id, way.last_sheet)
            history = SheetShown.load(db, row, plan).history()
            return next((line for line in history if line.in_force), None)
    return None
