"""Places sheets that have no place: new ones, and those that wait until players or rounds are added."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from sqlalchemy import Connection, bindparam, select

from engine import Season
from service.documents import Reason, Sheet, SheetMap, WrittenCode
from service.files.copies import list_copies
from service.placing.owner import Clues, Placed, coded_player, place_named, place_sheet
from service.placing.placedoubts import doubts_with, flags_of_other_side, flags_of_same_map, flags_of_taken
from service.sheets.asread import sheet_as_read, sheets_as_read
from service.sheets.doubts import PlaceDoubt
from service.sheets.rows import PlacedBy, SheetFilter, SheetRow, find_sheet, likeness_of, list_sheets
from service.sheets.storing import SheetPlace, change_sheet, place_of
from service.store.events import SURVEYOR, EventKind, record
from service.store.tables import Rows, batches, files
from service.tournament.flags import Flag
from service.tournament.plan import load_plan
from service.tournament.players import has_players

SENT_FOR_ANOTHER = Flag(
    "sent_for_another",
    "The same photo was sent for another player too.",
    "Make sure whose sheet it is, and place it by hand.",
)
SENT_FOR_ANOTHER_ROUND = Flag(
    "sent_for_another_round",
    "The same photo was sent for another round or season too.",
    "Make sure where the sheet belongs, and place it by hand.",
)


@dataclass(frozen=True, slots=True)
class SheetPhoto:
    """The photo of a sheet as it was sent."""

    tournament: str
    file: str
    name: str
    """Of the file."""
    sha256: str


def place_read_sheet(db: Connection, photo: SheetPhoto, sheet: Sheet) -> Placed:
    """Return the place of a sheet that was just read: as stated, by its code, or by the name of its file."""
    clues = Clues(_stated_place(db, photo), sheet.code, photo.name, boxes=sheet.boxes)
    return _place(db, photo, clues, sheet.map)


def _place(
    db: Connection, photo: SheetPhoto, clues: Clues, map: SheetMap, sheet: str | None = None
) -> Placed:
    """Return the place of a sheet, with all that a person has to settle about it.

    In a tournament without players nothing is asked: there are no places.
    """
    flags = tuple(flags_of_other_side(db, photo.tournament, map.side))
    if not has_players(db, photo.tournament):
        return Placed(SheetPlace(season=clues.stated.season), flags)
    placed = propose_place(db, photo.tournament, clues, likeness=likeness_of(map), sheet=sheet)
    return Placed(placed.place, (*flags, *_sent_otherwise(db, photo, placed.place), *placed.flags))


def propose_place(
    db: Connection, tournament: str, clues: Clues, *, likeness: str, sheet: str | None = None
) -> Placed:
    """Return where a sheet belongs that was just read, and what a person has to settle about it.

    Until the transaction ends no other sheet of the tournament is placed, so that no place is given twice.
    `sheet` is its identifier, if it has one already.

    Raises:
        NotHereError: There is no such tournament.
    """
    plan = load_plan(db, tournament, locked=True)
    placed = place_sheet(plan, clues)
    coded = coded_player(plan, clues.code)
    if clues.code and coded and coded.id == placed.place.player and placed.place.round is None:
        earlier = _round_of_code(db, tournament, coded.id, clues.code)
        placed = place_sheet(plan, replace(clues, round_of_code=earlier))
    taken = flags_of_taken(db, tournament, placed.place, sheet)
    same = flags_of_same_map(db, tournament, placed.place.player, likeness)
    return Placed(placed.place, (*placed.flags, *taken, *same))


def _round_of_code(db: Connection, tournament: str, player: str, code: WrittenCode) -> str | None:
    """Return the only round in which the player already has this printed sheet."""
    theirs = list_sheets(db, tournament, SheetFilter(player=player, counting=True))
    read = sheets_as_read(db, theirs)
    coded = ((row.round, read[row.id].code) for row in theirs if row.round)
    found = {played for played, other in coded if other and other.sheet == code.sheet}
    return found.pop() if len(found) == 1 else None


def _sent_otherwise(db: Connection, photo: SheetPhoto, place: SheetPlace) -> list[Flag]:
    """Return the flags of a photo that was sent for another place, too, before it was read."""
    flags = [
        _flag_of_other(
            replace(copy.place, player=copy.place.player or player_named(db, photo.tournament, copy.name)),
            place,
        )
        for copy in list_copies(db, photo.tournament, photo.file, photo.sha256)
    ]
    return list(dict.fromkeys(filter(None, flags)))


def _flag_of_other(stated: SheetPlace, place: SheetPlace) -> Flag | None:
    """Return the flag of a photo that was sent for another place than that of its sheet."""

    def differ(said: str | None, held: str | None) -> bool:
        return None not in (said, held) and said != held

    if differ(stated.player, place.player):
        return SENT_FOR_ANOTHER
    if differ(stated.round, place.round) or differ(stated.season, place.season):
        return SENT_FOR_ANOTHER_ROUND
    return None


def player_named(db: Connection, tournament: str, file: str) -> str | None:
    """Return the player whose whole name is in the name of a file."""
    named = place_named(load_plan(db, tournament), file)
    return named.player if named.is_full_name else None


def flag_sent_otherwise(db: Connection, tournament: str, file: str, stated: SheetPlace) -> None:
    """Put the sheets of a photo into review, if they have another place than is stated now."""
    for row in list_sheets(db, tournament, SheetFilter(file=file, counting=True), locked=True):
        flag = _flag_of_other(stated, place_of(row))
        doubt = PlaceDoubt(reason=Reason.of(flag)) if flag else None
        if doubt and doubt not in row.doubts:
            change_sheet(db, row, doubts=[*row.doubts, doubt])


def _stated_place(db: Connection, photo: SheetPhoto) -> SheetPlace:
    """Return the place that the senders of a photo stated; the first one counts."""
    sent = zip(*db.execute(_stated(), {"tournament": photo.tournament, "sha256": photo.sha256}), strict=True)
    player, played, season = (next(filter(None, each), None) for each in sent)
    return SheetPlace(player, played, Season(season) if season else None)


@cache
def _stated() -> Rows:
    """Return the query of what was stated of a photo, built once, as that takes longer than to answer it."""
    return (
        select(batches.c.player_id, batches.c.round_id, batches.c.season)
        .join(files, files.c.batch_id == batches.c.id)
        .where(files.c.tournament_id == bindparam("tournament"), files.c.sha256 == bindparam("sha256"))
        .order_by(files.c.received_at, files.c.id)
    )


def place_waiting(db: Connection, tournament: str) -> list[str]:
    """Propose places for all sheets without one; those that a person placed stay as they are.

    Returns:
        The identifiers of the sheets that changed.
    """
    waiting = list(_waiting(db, tournament))
    return [sheet.id for sheet, clues in waiting if _place_anew(db, sheet, clues)]


def place_resent(db: Connection, tournament: str, file: str, stated: SheetPlace) -> None:
    """Place the waiting sheets of a photo that is sent again, unless it is stated to be another player's."""
    for sheet, clues in list(_waiting(db, tournament, file)):
        if sheet.player in (None, stated.player or sheet.player):
            _place_anew(db, sheet, clues)


def _waiting(db: Connection, tournament: str, file: str | None = None) -> Iterator[tuple[SheetRow, Clues]]:
    """Yield the sheets without a whole place, each with its clues."""
    for each in list_sheets(db, tournament, SheetFilter(file=file, counting=True)):
        if not place_of(each).is_whole and each.placed_by is not PlacedBy.HAND:
            sheet = find_sheet(db, tournament, each.id, locked=True)
            yield sheet, _clues(db, sheet)


def _clues(db: Connection, sheet: SheetRow) -> Clues:
    stated, code = _stated_place(db, _photo_of(sheet)), sheet_as_read(db, sheet).code
    return Clues(stated, code, _telling_name(db, sheet), boxes=sheet.map.boxes)


def _photo_of(sheet: SheetRow) -> SheetPhoto:
    return SheetPhoto(sheet.tournament, sheet.file, sheet.file_name, sheet.sha256)


def _telling_name(db: Connection, sheet: SheetRow) -> str:
    """Return the first name that the photo was sent under and that tells its player; else the first one."""
    copies = list_copies(db, sheet.tournament, sheet.file, sheet.sha256)
    if not copies:
        return sheet.file_name
    names, plan = [sheet.file_name, *(copy.name for copy in copies)], load_plan(db, sheet.tournament)
    return next((name for name in names if place_named(plan, name).player), sheet.file_name)


def _place_anew(db: Connection, sheet: SheetRow, clues: Clues) -> bool:
    """Propose a place for a sheet; tell whether anything of it changes."""
    placed = _place(db, _photo_of(sheet), clues, sheet.map, sheet.id)
    place, doubts = placed.place, doubts_with(sheet.doubts, placed.flags)
    moved = (place.player, place.round, place.season) != (sheet.player, sheet.round, sheet.season)
    if not moved and doubts == list(sheet.doubts):
        return False
    change_sheet(db, sheet, place=place, doubts=doubts)
    record(
        db,
        SURVEYOR,
        EventKind.SHEET_PLACED,
        tournament=sheet.tournament,
        subject=sheet.id,
        before={"player": sheet.player, "round": sheet.round, "season": sheet.season},
        after={"player": place.player, "round": place.round, "season": place.season},
        by=place.by,
    )
    return True
