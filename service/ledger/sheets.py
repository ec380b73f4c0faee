"""The sheets as they stand: read by us, corrected by people, each step of it on record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Connection, Row, Select, select, update

from service.access.actors import Actor
from service.documents import Map, Reading, Sheet
from service.documents.errors import StaleError
from service.ledger.correction import SheetCorrection
from service.ledger.doubts import Doubt, unsettled
from service.ledger.hands import Followed, as_seen, follow_hand, squares_in
from service.ledger.inforce import corrections_in_force, said_in
from service.ledger.kindred import hand_besides
from service.ledger.reconsider import reconsidered, settle_same_map
from service.ledger.settle import SURVEYOR, state_of
from service.store.events import Deed, record
from service.store.signs import find_seen
from service.store.tables import files, pages, readings, sheets
from service.tournament.sheets import likeness_of

DOUBTS: TypeAdapter[list[Doubt]] = TypeAdapter(list[Doubt])


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A sheet as it stands."""

    id: str
    tournament: str
    file: str
    file_name: str
    sha256: str
    """Of the photo or document."""
    page: str
    page_number: int | None
    number: int
    """On the page, from 0."""
    state: str
    """scored, review or dismissed."""
    player: str | None
    round: str | None
    season: str | None
    placed_by: str | None
    map: Mapping[str, Any]
    doubts: Sequence[Doubt]
    likeness: str
    version: int


def get_sheet(db: Connection, tournament: str, sheet: str) -> SheetRow | None:
    """Return a sheet of a tournament; None if there is none."""
    row = db.execute(_wanted(tournament).where(sheets.c.id == sheet)).one_or_none()
    return None if row is None else _row(row)


def list_sheets(
    db: Connection,
    tournament: str,
    *,
    file: str | None = None,
    page: str | None = None,
    player: str | None = None,
    round: str | None = None,
    state: str | None = None,
    after: str | None = None,
    most: int | None = None,
) -> list[SheetRow]:
    """Return sheets of a tournament by their ids: all, or those for which all that is told holds."""
    wanted = _wanted(tournament)
    told = {
        pages.c.file_id: file,
        pages.c.id: page,
        sheets.c.player_id: player,
        sheets.c.round_id: round,
        sheets.c.state: state,
    }
    for column, value in told.items():
        if value is not None:
            wanted = wanted.where(column == value)
    if after is not None:
        wanted = wanted.where(sheets.c.id > after)
    return [_row(row) for row in db.execute(wanted.order_by(sheets.c.id).limit(most))]


def sheet_as_read(db: Connection, row: SheetRow) -> Sheet:
    """Return what the picture said, before anybody corrected anything."""
    return reading_of(db, row.page).sheets[row.number]


def sheets_as_read(db: Connection, rows: Sequence[SheetRow]) -> dict[str, Sheet]:
    """Return what the pictures of many sheets said, by their ids, each page looked up once."""
    by_page = {page: reading_of(db, page) for page in {row.page for row in rows}}
    return {row.id: by_page[row.page].sheets[row.number] for row in rows}


def reading_of(db: Connection, page: str) -> Reading:
    """Return the reading in force of a page that was read."""
    wanted = select(readings.c.document).join(pages, pages.c.reading_id == readings.c.id)
    return Reading.model_validate(db.execute(wanted.where(pages.c.id == page)).scalar_one())


def correct_sheet(
    db: Connection, actor: Actor, row: SheetRow, version: int, correction: SheetCorrection
) -> SheetRow:
    """Apply what a person says of a sheet, and keep on record what stood there before.

    Raises:
        StaleError: The sheet is not as that person saw it.
        EngineError: No such map can be: a mountain drawn over, too many coins.
    """
    before, reading = dict(row.map), reading_of(db, row.page)
    earlier = said_in(corrections_in_force(db, row.tournament, row.id))
    correction = as_seen(correction, before, reading.sheets[row.number].terrain, earlier)
    after = correction.apply(before)
    check_map(after)
    doubts = unsettled(
        row.doubts,
        squares=frozenset(squares_in([correction])),
        coins=correction.coins is not None or correction.confirm,
        boxes=correction.boxes is not None and not has_open_box(after),
        sheet=correction.confirm,
        whole=correction.whole,
    )
    followed = follow(db, row, reading, after, doubts, [*earlier, correction])
    state = replace_map(db, row, version, followed.map, followed.doubts)
    record(
        db,
        actor.name,
        Deed.SHEET_CORRECTED,
        tournament=row.tournament,
        subject=row.id,
        version=version + 1,
        correction=correction.model_dump(mode="json", exclude_none=True),
        role=actor.role.value,
        before=changed(before, followed.map),
        state=state,
        **followed.to_json(),
    )
    if "scored" in (row.state, state):
        follow_others(db, row)
    return again(db, row)


def follow(
    db: Connection,
    row: SheetRow,
    reading: Reading,
    map: Mapping[str, Any],
    doubts: Sequence[Doubt],
    said: Sequence[SheetCorrection],
) -> Followed:
    """Let the squares of a sheet of which nobody spoke follow what was said of others, on all sheets."""
    others = hand_besides(db, row.tournament, row.id, row.player, row.round, reading.model)
    return follow_hand(find_seen(db, reading, row.number), map, doubts, said, others)


def follow_others(db: Connection, row: SheetRow) -> None:
    """Let the player's other sheets that wait for a person follow what was settled on one, or taken back."""
    if row.player is None:
        return
    for other in list_sheets(db, row.tournament, player=row.player, state="review"):
        if other.id != row.id:
            follow_settled(db, other, because=row.id)


def follow_settled(db: Connection, row: SheetRow, *, because: str | None = None) -> None:
    """Let a sheet follow what was settled on the player's other sheets; no question of it is dropped."""
    said = said_in(corrections_in_force(db, row.tournament, row.id))
    followed = follow(db, row, reading_of(db, row.page), row.map, row.doubts, said)
    if followed.map == row.map and followed.doubts == list(row.doubts):
        return
    try:
        state = replace_map(db, row, row.version, followed.map, followed.doubts)
    except StaleError:
        return  # somebody settles it at this very moment
    record(
        db,
        SURVEYOR,
        Deed.SHEET_FOLLOWED,
        tournament=row.tournament,
        subject=row.id,
        version=row.version + 1,
        because=because,
        before=changed(row.map, followed.map),
        state=state,
        **followed.to_json(),
    )


def replace_map(
    db: Connection, row: SheetRow, version: int, map: Mapping[str, Any], doubts: list[Doubt]
) -> str:
    """Put another map in the place of a sheet's, with what is doubtful about it; return the sheet's state.

    Raises:
        StaleError: The sheet is not at that version.
    """
    is_other_map = likeness_of(map) != row.likeness
    if is_other_map:
        doubts = reconsidered(db, row.tournament, row.player, row.placed_by, doubts, map)
    state = row.state if row.state == "dismissed" else state_of(doubts)
    change_sheet(db, row, version, map=map, doubts=doubts, state=state)
    if is_other_map:
        settle_same_map(db, row.tournament, row.likeness)
    return state


def has_open_box(map: Mapping[str, Any]) -> bool:
    """Tell whether a season whose boxes are written has one that could not be read."""
    return any(season is not None and None in season for season in map.get("boxes") or ())


def check_map(map: Mapping[str, Any]) -> None:
    """Refuse a map that cannot be.

    Raises:
        EngineError: It contradicts what is printed on its side.
    """
    Map(
        schema_name="surveyor/map@1", side=map["side"], terrain=map["terrain"], coins=map["coins"]
    ).to_engine()


def change_sheet(db: Connection, row: SheetRow, version: int, **values: Any) -> None:
    """Write values into a sheet that is still at a version, and count the version up.

    Raises:
        StaleError: It is not.
    """
    if "map" in values:
        values["likeness"] = likeness_of(values["map"])
    if "doubts" in values:
        values["doubts"] = DOUBTS.dump_python(values["doubts"], mode="json")
    held = (sheets.c.id == row.id) & (sheets.c.version == version)
    changed = update(sheets).where(held).values(version=version + 1, **values)
    if not db.execute(changed).rowcount:
        raise StaleError("sheet")


def again(db: Connection, row: SheetRow) -> SheetRow:
    """Return a sheet as it stands now."""
    found = get_sheet(db, row.tournament, row.id)
    assert found is not None
    return found


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return what stood where something else stands now: squares as [row, column, terrain]."""
    squares = [
        [at_row, at_column, was]
        for at_row, (old, new) in enumerate(zip(before["terrain"], after["terrain"], strict=True))
        for at_column, (was, is_now) in enumerate(zip(old, new, strict=True))
        if was != is_now
    ]
    others = {
        key: before.get(key)
        for key in ("side", "coins", "boxes", "final")
        if before.get(key) != after.get(key)
    }
    return others | ({"squares": squares} if squares else {})


def _wanted(tournament: str) -> Select[Any]:
    return (
        select(
            sheets,
            pages.c.file_id,
            pages.c.number.label("page_number"),
            files.c.name.label("file_name"),
            files.c.sha256,
        )
        .join(pages, pages.c.id == sheets.c.page_id)
        .join(files, files.c.id == pages.c.file_id)
        .where(sheets.c.tournament_id == tournament)
    )


def _row(row: Row[Any]) -> SheetRow:
    return SheetRow(
        id=row.id,
        tournament=row.tournament_id,
        file=row.file_id,
        file_name=row.file_name,
        sha256=row.sha256,
        page=row.page_id,
        page_number=row.page_number,
        number=row.number,
        state=row.state,
        player=row.player_id,
        round=row.round_id,
        season=row.season,
        placed_by=row.placed_by,
        map=row.map,
        doubts=DOUBTS.validate_python(row.doubts),
        likeness=row.likeness,
        version=row.version,
    )
