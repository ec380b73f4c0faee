"""Sheets put straight into the tables, as if they had been sent and read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, insert

from engine import MapSheet, Season
from service.documents import Photo, Reading, Sheet, SheetMap, Status, WrittenCode
from service.sheets.doubts import Doubt
from service.sheets.rows import DOUBTS, PlacedBy, SheetRow, State, likeness_of
from service.store.tables import batches, files, new_id, pages, readings, sheets
from service.tournament.documents import NewTournament
from service.tournament.players import add_players
from service.tournament.rounds import add_round
from service.tournament.tournaments import create_tournament
from tests.drawing import map_of
from tests.service.stubs import HEIGHT, WIDTH, stub_reading

MOMENT = datetime(2026, 5, 1, 12, 30, tzinfo=UTC)
EDICTS = ("Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands")
"""In spring forests at the edge count, in winter those and full rows and columns."""
OTHER_EDICTS = ("Greenbough", "Canal Lake", "Wildholds", "Borderlands")
"""In winter rows and columns with forests count in place of those at the edge."""


@dataclass(frozen=True)
class Cup:
    """A tournament, and the identifiers of what is in it."""

    id: str
    players: Mapping[str, str]
    """By name."""
    rounds: Mapping[int, str]
    """By number."""


def make_cup(
    db: Connection,
    names: Sequence[str] = ("Ann", "Bob"),
    *,
    rounds: int = 1,
    name: str = "Spring Cup",
    edicts: tuple[str, ...] = EDICTS,
    solo: bool = False,
) -> Cup:
    """Set up a tournament."""
    made = create_tournament(db, "organiser", NewTournament(name=name, edicts=edicts, solo=solo))
    numbered = {number: add_round(db, "organiser", made.id)[0].id for number in range(1, rounds + 1)}
    added = add_players(db, "organiser", made.id, names).added if names else ()
    return Cup(made.id, {player.name: player.id for player in added}, numbered)


def last_map(
    sheet: MapSheet | None = None,
    boxes: Sequence[Sequence[int | None] | None] = (),
    coins: int | None = 0,
    final: int | None = None,
) -> SheetMap:
    """Return a sheet's map as it stands."""
    drawn, written = sheet or map_of("F"), tuple(None if row is None else tuple(row) for row in boxes)
    return SheetMap(side=drawn.side, terrain=drawn.rows, coins=coins, boxes=written, final=final)


def boxes(total: int, lost: int | None = 0) -> list[list[int | None] | None]:
    """Return season scores that come to a total without winter, of which spring lost stars to monsters."""
    nothing: list[int | None] = [0, 0, 0, 0, 0]
    if lost is None:
        return [[None, None, 0, None, total], nothing, nothing, nothing]
    second = (total + lost) // 4 * 2  # the second edict gives no 1
    return [[total + lost - second, second, 0, -lost, total], nothing, nothing, nothing]


def ended(total: int, lost: int | None = 0) -> SheetMap:
    """Return a last map that is worth nothing in winter, with written scores beside it."""
    return last_map(map_of("."), boxes(total, lost))


def put_sheet(
    db: Connection,
    cup: Cup,
    player: str | None,
    number: int | None = 1,
    season: Season | None = Season.WINTER,
    read: SheetMap | None = None,
    *,
    state: State = State.SCORED,
    doubts: Sequence[Doubt] = (),
    placed_by: PlacedBy | None = PlacedBy.TOLD,
    code: Mapping[str, Any] | None = None,
) -> str:
    """Put a sheet into the tables, with all that it rests on, and return its identifier."""
    batch, file, page, reading, sheet = (new_id() for _ in range(5))
    read = last_map() if read is None else read
    db.execute(
        insert(batches).values(id=batch, tournament_id=cup.id, received_by="organiser", received_at=MOMENT)
    )
    digest = sha256(file.encode()).hexdigest()
    sent = {"batch_id": batch, "position": 0, "name": "a.jpg", "sha256": digest, "received_at": MOMENT}
    db.execute(insert(files).values(id=file, tournament_id=cup.id, **sent))
    work = {"state": "done", "asked": {}, "queued_at": MOMENT, "reading_id": reading}
    db.execute(insert(pages).values(id=page, tournament_id=cup.id, file_id=file, **work))
    document = _document(code)
    db.execute(
        insert(readings).values(id=reading, page_id=page, document=document, rules="1", made_at=MOMENT)
    )
    db.execute(
        insert(sheets).values(
            id=sheet,
            tournament_id=cup.id,
            page_id=page,
            number=0,
            state=state,
            player_id=cup.players[player] if player else None,
            round_id=cup.rounds[number] if number else None,
            season=season,
            placed_by=placed_by if player or placed_by is PlacedBy.HAND else None,
            map=read.model_dump(mode="json"),
            doubts=DOUBTS.dump_python(tuple(doubts), mode="json"),
            likeness=likeness_of(read),
        )
    )
    return sheet


def _document(code: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the reading of a page that shows one sheet."""
    sheet = Sheet.from_reading(stub_reading())
    coded = sheet.model_copy(update={"code": WrittenCode.model_validate(code) if code else None})
    photo = Photo(name="a.jpg", width=WIDTH, height=HEIGHT)
    reading = Reading(
        photo=photo, status=Status.REVIEW, reason=None, seconds=0.0, model="stub_v1", sheets=(coded,)
    )
    return reading.model_dump(mode="json")


def row(
    season: Season = Season.WINTER, read: SheetMap | None = None, state: State = State.SCORED
) -> SheetRow:
    """Return a sheet as it would come from the table."""
    read = last_map() if read is None else read
    return sheet_row(new_id(), "p", "r", season, read, state)


def sheet_row(
    id: str, player: str, round: str, season: Season, read: SheetMap, state: State = State.SCORED
) -> SheetRow:
    """Return a sheet without doubts, as it would come from the table."""
    return SheetRow(
        id=id,
        tournament="t",
        file="f",
        file_name="a.jpg",
        sha256="0" * 64,
        page="g",
        page_number=None,
        number=0,
        state=state,
        player=player,
        round=round,
        season=season,
        placed_by=PlacedBy.TOLD,
        map=read,
        doubts=(),
        likeness=likeness_of(read),
        version=1,
    )
