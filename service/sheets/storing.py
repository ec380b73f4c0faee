"""The only writer of the table of sheets: each change increments the version and updates the state."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from engine import Season
from service.documents import Sheet, SheetMap
from service.documents.errors import StaleError
from service.sheets import rows
from service.sheets.asread import sheet_as_read
from service.sheets.doubts import Doubt, SquareDoubt, is_asked, weighed
from service.store.events import EventKind, record
from service.store.tables import new_id, sheets


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """The place of a sheet in its tournament, as far as it is known."""

    player: str | None = None
    """The player's id."""
    round: str | None = None
    """The round's id."""
    season: Season | None = None
    by: rows.PlacedBy | None = None
    """How the player is known."""

    @property
    def is_whole(self) -> bool:
        """Whether player, round and season are all known."""
        return None not in (self.player, self.round, self.season)


NOWHERE = SheetPlace()


def place_of(row: rows.SheetRow) -> SheetPlace:
    """Return the place of a sheet."""
    return SheetPlace(row.player, row.round, row.season, row.placed_by)


def add_sheet(
    db: Connection,
    tournament: str,
    place: SheetPlace,
    read: Sheet,
    doubts: Sequence[Doubt],
    *,
    page: str,
    number: int,
) -> str:
    """Add a sheet that was just read, by its number on its page from 0; return its id."""
    map, edicts = read.map, rows.edicts_at(db, tournament, place.round, place.player)
    sheet = rows.MapInForce(map, weighed(map, read, doubts, edicts, place.season))
    return _insert(db, {"tournament_id": tournament, "page_id": page}, number, sheet, place)


def keep_sheets_of_scan(db: Connection, scan: str, standing: Sequence[rows.MapInForce]) -> None:
    """Keep these as the sheets of a scan, in their order on its photo; those that it had are gone."""
    db.execute(delete(sheets).where(sheets.c.scan_id == scan))
    for number, sheet in enumerate(standing):
        _insert(db, {"scan_id": scan}, number, sheet)


def _insert(
    db: Connection, owner: Mapping[str, str], number: int, sheet: rows.MapInForce, place: SheetPlace = NOWHERE
) -> str:
    made = new_id()
    row = {"id": made, **owner, "number": number, "version": 1, "state": state_of(sheet.doubts)}
    db.execute(insert(sheets), row | _columns(map=sheet.map, doubts=sheet.doubts, place=place))
    return made


def change_sheet(
    db: Connection,
    row: rows.KeptSheet,
    *,
    map: SheetMap | None = None,
    doubts: Sequence[Doubt] | None = None,
    place: SheetPlace | None = None,
    dismissed: bool | None = None,
) -> rows.State:
    """Change the stated parts of a sheet as somebody saw it, and return its new state.

    For a sheet of a tournament, the doubts that are asked about are weighed again.

    Raises:
        StaleError: The sheet was changed since.
    """
    if isinstance(row, rows.SheetRow):
        doubts = _weighed_again(db, row, map, doubts, place)
    elif doubts is None:
        doubts = row.doubts
    aside = row.state is rows.State.DISMISSED if dismissed is None else dismissed
    state = rows.State.DISMISSED if aside else state_of(doubts)
    held = (sheets.c.id == row.id) & (sheets.c.version == row.version)
    values = _columns(map=map, doubts=doubts, place=place)
    changed = update(sheets).where(held).values(version=row.version + 1, state=state, **values)
    if not db.execute(changed).rowcount:
        raise StaleError("sheet")
    return state


def record_change(db: Connection, actor: str, kind: EventKind, row: rows.SheetRow, /, **said: object) -> None:
    """Record that a sheet was changed just now, with its new version."""
    record(db, actor, kind, tournament=row.tournament, subject=row.id, version=row.version + 1, **said)


def weigh_again(db: Connection, tournament: str) -> None:
    """Weigh the doubts of all sheets of a tournament again, after its edicts have changed."""
    for row in rows.list_sheets(db, tournament):
        if _weighed_again(db, row) != list(row.doubts):
            change_sheet(db, row)


def _weighed_again(
    db: Connection,
    row: rows.SheetRow,
    map: SheetMap | None = None,
    doubts: Sequence[Doubt] | None = None,
    place: SheetPlace | None = None,
) -> list[Doubt]:
    """Return the doubts of a sheet after a change, weighed by its edicts."""
    doubts = row.doubts if doubts is None else doubts
    if not any(isinstance(doubt, SquareDoubt) for doubt in doubts):
        return list(doubts)
    place = place_of(row) if place is None else place
    edicts = rows.edicts_at(db, row.tournament, place.round, place.player)
    return weighed(row.map if map is None else map, sheet_as_read(db, row), doubts, edicts, place.season)


def dismiss_sheets_of(db: Connection, tournament: str, player: str) -> int:
    """Dismiss all sheets of a player, and take them out of their places; return how many there are."""
    theirs = update(sheets).where(sheets.c.tournament_id == tournament, sheets.c.player_id == player)
    values = {"state": rows.State.DISMISSED, "player_id": None, "placed_by": None}
    return db.execute(theirs.values(version=sheets.c.version + 1, **values)).rowcount


def rewrite_doubts(
    db: Connection, tournament: str, rewrite: Callable[[list[dict[str, object]]], object]
) -> None:
    """Rewrite the doubts of all sheets of a tournament, each list of JSON documents by a function."""
    theirs = sheets.c.tournament_id == tournament
    for row in db.execute(select(sheets.c.id, sheets.c.doubts).where(theirs)).all():
        doubts = rewrite(row.doubts)
        if doubts != row.doubts:
            changed = update(sheets).where(sheets.c.id == row.id)
            db.execute(changed.values(version=sheets.c.version + 1, doubts=doubts))


def remove_sheets(db: Connection, page: str) -> None:
    """Remove the sheets of a page that is read again."""
    db.execute(delete(sheets).where(sheets.c.page_id == page))


def state_of(doubts: Collection[Doubt]) -> rows.State:
    """Return the state of a sheet that nobody has dismissed."""
    return rows.State.REVIEW if any(is_asked(doubt) for doubt in doubts) else rows.State.SCORED


def _columns(
    *, map: SheetMap | None, doubts: Sequence[Doubt] | None, place: SheetPlace | None
) -> dict[str, object]:
    columns: dict[str, object] = {}
    if map is not None:
        columns |= {"map": map.model_dump(mode="json"), "likeness": rows.likeness_of(map)}
    if doubts is not None:
        columns["doubts"] = rows.DOUBTS.dump_python(tuple(doubts), mode="json")
    if place is not None:
        columns |= {
            "player_id": place.player,
            "round_id": place.round,
            "season": place.season,
            "placed_by": place.by,
        }
    return columns
