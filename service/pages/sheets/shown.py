"""A sheet as its pages show it: whose it is, what it scores, what is doubtful, what was done to it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection

from engine import EngineError, ScoreReport, Season, Side, Square, Terrain, find_edict, score_map
from engine.sentence import later
from service.documents import Photo, Sheet
from service.formats.squarenames import label
from service.pages.gamewords import SEASONS
from service.pages.mapview import SLOTS, SquareView, view_map
from service.pages.sheets.photocrops import PHOTO_SIDE, Window, lattice_shown, part_of, photo_size
from service.sheets.asread import is_said_another_side, reading_of
from service.sheets.changesinforce import changes_among
from service.sheets.doubts import SquareDoubt
from service.sheets.rows import SheetRow
from service.sheets.similarsquares import followed_by
from service.store.events import Event, list_events
from service.tournament.documents import Round
from service.tournament.plan import Plan

Body: TypeAlias = Mapping[str, Any]
"""The details of an event, beside who did what."""
NUMBERS: Mapping[str, str] = {
    "coins": later("coins"),
    "side": later("side"),
    "final": later("final score"),
}
ANOTHER_PRINT = later("another print")
"""How the side "custom" is called on pages."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """An event, as the history shows it; words are translated there."""

    event: Event
    squares: Sequence[tuple[str, Terrain, Terrain]]
    """Name, what stood there, what was said; the same twice where it was confirmed."""
    numbers: Sequence[tuple[str, str, str]]
    placed: Mapping[str, str]
    """Player, round and season that it got; empty where it was taken out of its place."""
    followed: tuple[int, int]
    """How many squares are no question any more by what was said of others, and how many became one."""
    in_force: bool
    """Whether it can be taken back."""


@dataclass(frozen=True, slots=True)
class SheetShown:
    """One sheet with all that belongs to it."""

    row: SheetRow
    read: Sheet
    photo: Photo
    has_picture: bool
    plan: Plan
    events: Sequence[Event]
    in_force: frozenset[int]
    """The events that can be taken back."""

    @classmethod
    def load(cls, db: Connection, row: SheetRow, plan: Plan) -> "SheetShown":
        """Gather what belongs to a sheet of a tournament with this plan."""
        reading, done = reading_of(db, row.page), list_events(db, row.tournament, subject=row.id)
        return cls(
            row,
            reading.sheets[row.number],
            reading.photo,
            reading.has_picture,
            plan,
            done,
            frozenset(event.id for event in changes_among(done)),
        )

    @property
    def address(self) -> str:
        """Its page."""
        return f"/tournaments/{self.row.tournament}/sheets/{self.row.id}"

    @property
    def pictures(self) -> str:
        """The path of its pictures."""
        return f"/v1/tournaments/{self.row.tournament}/sheets/{self.row.id}"

    @property
    def photo_address(self) -> str:
        """The whole photo, upright; empty where it cannot be opened."""
        if not self.has_picture:
            return ""
        page = self.row.page_number or 1
        file = f"/v1/tournaments/{self.row.tournament}/files/{self.row.file}"
        return f"{file}/photo?page={page}&size={PHOTO_SIDE}"

    @property
    def photo_size(self) -> tuple[int, int]:
        """Width and height of that photo."""
        return photo_size(self.photo)

    @property
    def is_by_hand(self) -> bool:
        """Whether a person enters the map, as nothing could be read."""
        return self.read.lattice is None

    @property
    def player(self) -> str | None:
        """The player's name."""
        found = self.plan.players.get(self.row.player or "")
        return found.name if found else None

    @property
    def round(self) -> Round | None:
        """Of which round it is."""
        return self.plan.find_round(self.row.round)

    @property
    def newly_asked(self) -> list[Square]:
        """The squares that were sure, and are asked about as what was said of others speaks against them."""
        doubts = [doubt for doubt in self.row.doubts if isinstance(doubt, SquareDoubt) and doubt.alternatives]
        return [Square(*doubt.square) for doubt in doubts if doubt.square not in self.read.doubtful]

    @property
    def is_said_another_side(self) -> bool:
        """Whether somebody said another side than was surely read."""
        return is_said_another_side(self.row.map, self.read)

    @property
    def idle(self) -> str:
        """The doubtful squares on which the total does not hang, by their names."""
        doubts = [doubt for doubt in self.row.doubts if isinstance(doubt, SquareDoubt) and doubt.idle]
        return ", ".join(label(Square(*doubt.square)) for doubt in doubts)

    def window(self, part: str) -> Window:
        """Return the window onto a part of the sheet on the photo, one of `PARTS`."""
        return part_of(self.photo, self.read, part)

    def report(self) -> ScoreReport | None:
        """Return its score, if it can be scored."""
        edicts = [find_edict(name) for name in self.row.edicts]
        season = self.row.season if len(edicts) == len(SLOTS) else None
        try:
            return score_map(self.row.map.to_engine(), edicts, coins=self.row.map.coins or 0, season=season)
        except EngineError:
            return None

    def view(self, report: ScoreReport | None) -> list[SquareView]:
        """Return its map to be drawn, and laid on the photo."""
        return view_map(
            self.row.map.to_engine(),
            report=report,
            edicts=[find_edict(name) for name in self.row.edicts],
            doubtful=self.row.doubtful,
            lattice=lattice_shown(self.photo, self.read),
        )

    def history(self, since: int = 0) -> list[HistoryLine]:
        """Return what was done to it after a version, the latest first."""
        since_then = [event for event in self.events if event.body.get("version", since + 1) > since]
        return [_history_line(event, self.plan, event.id in self.in_force) for event in reversed(since_then)]


def _history_line(event: Event, plan: Plan, in_force: bool) -> HistoryLine:
    body = event.body
    placed = _place(body.get("after") or {}, plan)
    return HistoryLine(
        event, list(_squares(body)), list(_numbers(body)), placed, followed_by(event), in_force
    )


def _squares(body: Body) -> Iterator[tuple[str, Terrain, Terrain]]:
    """Yield each square that was said: what stood there before, and what was said of it."""
    before = {(row, column): was for row, column, was in body.get("before", {}).get("squares", ())}
    for each in body.get("correction", {}).get("squares", ()):
        square, said = tuple(each["square"]), each["terrain"]
        yield label(square), Terrain(before.get(square, said)), Terrain(said)


def _numbers(body: Body) -> Iterator[tuple[str, str, str]]:
    before, said = body.get("before", {}), body.get("correction", {})
    for key, word in NUMBERS.items():
        if key in said:
            yield word, _number(before.get(key, said[key])), _number(said[key])


def _number(value: object) -> str:
    """Return a number, or a side, as the history names it."""
    if value is None:
        return "?"
    return ANOTHER_PRINT if value == Side.CUSTOM else str(value)


def _place(after: Body, plan: Plan) -> dict[str, str]:
    player = plan.players.get(after.get("player") or "")
    played = plan.find_round(after.get("round"))
    return {
        "player": player.name if player else "",
        "round": str(played.number) if played else "",
        "season": SEASONS[Season(after["season"])] if after.get("season") else "",
    }
