"""The only writer of the table of sheets: each change counts the version up and makes the state anew."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from engine import Season
from service.documents.errors import StaleError
from service.sheets.doubts import Doubt
from service.sheets.rows import DOUBTS, PlacedBy, SheetRow, State, likeness_of
from service.store.tables import new_id, sheets


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """Where a sheet lies in its tournament, as far as it is known."""

    player: str | None = None
    """The player's id."""
    round: str | None = None
    """The round's id."""
    season: Season | None = None
    by: PlacedBy | None = None
    """How the player is known."""

    @property
    def is_whole(self) -> bool:
        """Whether player, round and season are all known."""
        return None not in (self.player, self.round, self.season)


NOWHERE = SheetPlace()


def place_of(row: SheetRow) -> SheetPlace:
    """Return where a sheet lies."""
    return SheetPlace(row.player, row.round, row.season, row.placed_by)


@dataclass(frozen=True, slots=True)
class Shown:
    """Where on a page a sheet was read."""

    tournament: str
    page: str
    number: int
    """From 0."""


def add_sheet(
    db: Connection, shown: Shown, place: SheetPlace, map: Mapping[str, Any], doubts: Sequence[Doubt]
) -> str:
    """Add a sheet that was just read; return its id."""
    sheet = new_id()
    db.execute(
        insert(sheets).values(
            id=sheet,
            tournament_id=shown.tournament,
            page_id=shown.page,
            number=shown.number,
            version=1,
            **_columns(map=map, doubts=doubts, place=place),
            state=state_of(doubts),
        )
    )
    return sheet


def change_sheet(
    db: Connection,
    row: SheetRow,
    version: int,
    *,
    map: Mapping[str, Any] | None = None,
    doubts: Sequence[Doubt] | None = None,
    place: SheetPlace | None = None,
    dismissed: bool | None = None,
) -> State:
    """Write into a sheet what is said, and return the state that it has by that; the rest stays as it is.

    Raises:
        StaleError: The sheet is not at that version.
    """
    aside = row.state is State.DISMISSED if dismissed is None else dismissed
    state = State.DISMISSED if aside else state_of(row.doubts if doubts is None else doubts)
    held = (sheets.c.id == row.id) & (sheets.c.version == version)
    values = _columns(map=map, doubts=doubts, place=place)
    changed = update(sheets).where(held).values(version=version + 1, state=state, **values)
    if not db.execute(changed).rowcount:
        raise StaleError("sheet")
    return state


def dismiss_sheets_of(db: Connection, tournament: str, player: str) -> int:
    """Dismiss all sheets of a player, and take them out of their places; return how many there are."""
    theirs = update(sheets).where(sheets.c.tournament_id == tournament, sheets.c.player_id == player)
    values = {"state": State.DISMISSED, "player_id": None, "placed_by": None}
    return db.execute(theirs.values(version=sheets.c.version + 1, **values)).rowcount


def rewrite_doubts(db: Connection, tournament: str, rewrite: Callable[[Any], Any]) -> None:
    """Write the doubts of all sheets of a tournament anew, as a function from JSON to JSON says."""
    theirs = sheets.c.tournament_id == tournament
    for row in db.execute(select(sheets.c.id, sheets.c.doubts).where(theirs)).all():
        doubts = rewrite(row.doubts)
        if doubts != row.doubts:
            changed = update(sheets).where(sheets.c.id == row.id)
            db.execute(changed.values(version=sheets.c.version + 1, doubts=doubts))


def remove_sheets(db: Connection, page: str) -> None:
    """Remove the sheets of a page, which is read anew."""
    db.execute(delete(sheets).where(sheets.c.page_id == page))


def state_of(doubts: Collection[Doubt]) -> State:
    """Return the state of a sheet that nobody has dismissed."""
    return State.REVIEW if doubts else State.SCORED


def _columns(
    *, map: Mapping[str, Any] | None, doubts: Sequence[Doubt] | None, place: SheetPlace | None
) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    if map is not None:
        columns |= {"map": dict(map), "likeness": likeness_of(map)}
    if doubts is not None:
        columns["doubts"] = DOUBTS.dump_python(tuple(doubts), mode="json")
    if place is not None:
        columns |= {
            "player_id": place.player,
            "round_id": place.round,
            "season": place.season,
            "placed_by": place.by,
        }
    return columns
