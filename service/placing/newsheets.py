"""Places new sheets: finds the player, round and season of a sheet that was just read."""

from dataclasses import dataclass

from sqlalchemy import Connection, or_, select

from engine import Season
from service.documents import Reason, Sheet
from service.placing.filenames import read_file_name
from service.placing.owner import Clues, Placed
from service.placing.placedoubts import flags_of_other_side
from service.placing.proposing import propose_place
from service.sheets.asread import map_of
from service.sheets.doubts import PlaceDoubt
from service.sheets.rows import SheetFilter, likeness_of, list_sheets
from service.sheets.storing import SheetPlace, change_sheet
from service.store.tables import batches, files
from service.tournament.flags import Flag
from service.tournament.plan import load_plan
from service.tournament.players import has_players

SENT_FOR_ANOTHER = Flag(
    "sent_for_another",
    "The same photo was sent for another player too.",
    "Make sure whose sheet it is, and place it by hand.",
)


@dataclass(frozen=True, slots=True)
class SentPhoto:
    """The photo of a sheet as it was sent."""

    tournament: str
    file: str
    name: str
    """Of the file."""
    sha256: str


def place_read_sheet(db: Connection, photo: SentPhoto, sheet: Sheet) -> Placed:
    """Return a sheet's place by what its sender stated, by its code, or by the name of its file.

    In a tournament without players nothing is asked: there are no places.
    """
    stated = _stated_place(db, photo.file)
    flags = tuple(flags_of_other_side(db, photo.tournament, sheet.side))
    if not has_players(db, photo.tournament):
        return Placed(SheetPlace(season=stated.season), flags)
    placed = propose_place(
        db,
        photo.tournament,
        Clues(stated, sheet.code, photo.name, boxes=sheet.boxes),
        likeness=likeness_of(map_of(sheet)),
    )
    return Placed(placed.place, (*flags, *_other_senders(db, photo, placed.place.player), *placed.flags))


def _other_senders(db: Connection, photo: SentPhoto, player: str | None) -> list[Flag]:
    """Return the flag of a photo that was sent for another player before it was read."""
    if player is None:
        return []
    same = select(batches.c.player_id, files.c.name).join(files, files.c.batch_id == batches.c.id)
    wanted = same.where(
        files.c.tournament_id == photo.tournament,
        files.c.sha256 == photo.sha256,
        files.c.duplicate_of == photo.file,
    )
    senders = {stated or player_named(db, photo.tournament, name) for stated, name in db.execute(wanted)}
    return [SENT_FOR_ANOTHER] if senders - {None, player} else []


def player_named(db: Connection, tournament: str, file: str) -> str | None:
    """Return the player whose whole name is in the name of a file."""
    plan = load_plan(db, tournament)
    named = read_file_name(
        file, [*plan.players.values()], tournament=plan.tournament.name, rounds=len(plan.rounds)
    )
    return named.player if named.is_full_name else None


def flag_other_sender(db: Connection, tournament: str, file: str, player: str) -> None:
    """Put the sheets of a photo into review, if they are another player's than is stated now."""
    doubt = PlaceDoubt(reason=Reason.of(SENT_FOR_ANOTHER))
    for row in list_sheets(db, tournament, SheetFilter(file=file, counting=True), locked=True):
        if row.player not in (None, player) and doubt not in row.doubts:
            change_sheet(db, row, doubts=[*row.doubts, doubt])


def _stated_place(db: Connection, file: str) -> SheetPlace:
    """Return the place that the senders of a file stated; the first one counts."""
    wanted = (
        select(batches.c.player_id, batches.c.round_id, batches.c.season)
        .join(files, files.c.batch_id == batches.c.id)
        .where(or_(files.c.id == file, files.c.duplicate_of == file))
        .order_by(files.c.received_at, files.c.id)
    )
    sent = zip(*db.execute(wanted), strict=True)
    player, played, season = (next(filter(None, each), None) for each in sent)
    return SheetPlace(player, played, Season(season) if season else None)
