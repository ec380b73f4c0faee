"""Places of sheets: proposed when they are read, and changed by people."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, select

from engine import Season
from engine.sentence import Sentence
from service.documents import Reason, WrittenCode
from service.documents.conditions import check_version
from service.documents.errors import BadRequestError, ConflictError
from service.sheets.doubts import Doubt, PlaceDoubt
from service.sheets.rows import DOUBTS, PlacedBy, SheetFilter, SheetRow, State, find_sheet, list_sheets
from service.sheets.writing import SheetPlace, change_sheet, place_of, record_change
from service.store.events import SURVEYOR, Deed, Event, record
from service.store.tables import pages, players, readings, sheets
from service.tournament.clues import Clues, Placed, coded_player, place_sheet
from service.tournament.flags import Flag
from service.tournament.plan import load_plan
from service.tournament.players import find_player
from service.tournament.rounds import find_round
from service.tournament.tournaments import lock_tournament

TAKEN = "place_taken"
OUT_OF_PLACE = Flag("player_unknown", "It was taken out of its place.", "Choose player, round and season.")


def propose_place(
    db: Connection, tournament: str, clues: Clues, *, likeness: str, sheet: str | None = None
) -> Placed:
    """Return where a sheet belongs that was just read, and what a person has to settle about it.

    Until the transaction ends no other sheet of the tournament is placed, so that no place is given twice.
    `sheet` is its identifier, if it has one already.

    Raises:
        NotHereError: There is no such tournament.
    """
    lock_tournament(db, tournament)
    plan = load_plan(db, tournament)
    placed = place_sheet(plan, clues)
    coded = coded_player(plan, clues.code)
    if clues.code and coded and coded.id == placed.place.player and placed.place.round is None:
        earlier = _round_of_code(db, tournament, coded.id, clues.code)
        placed = place_sheet(plan, replace(clues, round_of_code=earlier))
    return placed.with_flags(
        *_flags_of_taken(db, tournament, placed.place, sheet),
        *flags_of_same_map(db, tournament, placed.place.player, likeness),
    )


def _round_of_code(db: Connection, tournament: str, player: str, code: WrittenCode) -> str | None:
    """Return the only round in which the player already has this printed sheet."""
    wanted = (
        select(sheets.c.round_id, sheets.c.number, readings.c.document)
        .join_from(sheets, pages, sheets.c.page_id == pages.c.id)
        .join(readings, pages.c.reading_id == readings.c.id)
        .where(
            sheets.c.tournament_id == tournament,
            sheets.c.player_id == player,
            sheets.c.state != State.DISMISSED,
            sheets.c.round_id.is_not(None),
        )
    )
    found = {
        row.round_id for row in db.execute(wanted) if _code_number(row.document, row.number) == code.sheet
    }
    return found.pop() if len(found) == 1 else None


def _code_number(reading: Mapping[str, Any], number: int) -> int | None:
    read = reading.get("sheets", ())
    code = read[number].get("code") if number < len(read) else None
    return code["sheet"] if code else None


def _flags_of_taken(db: Connection, tournament: str, place: SheetPlace, sheet: str | None) -> Iterable[Flag]:
    if _sheets_at(db, tournament, place, besides=sheet):
        yield Flag(
            TAKEN,
            Sentence(
                "There is a sheet of this player's %(season)s in this round already.",
                season=str(place.season),
            ),
            "Keep one of the two: set the other aside, or place it elsewhere.",
        )


def _sheets_at(
    db: Connection, tournament: str, place: SheetPlace, *, besides: str | None = None
) -> list[SheetRow]:
    """Return the sheets that count in a place, except one; none if the place is incomplete."""
    if not place.is_whole:
        return []
    found = list_sheets(
        db,
        tournament,
        SheetFilter(player=place.player, round=place.round, season=place.season, counting=True),
        locked=True,
    )
    return [sheet for sheet in found if sheet.id != besides]


def flags_of_same_map(db: Connection, tournament: str, player: str | None, likeness: str) -> Iterable[Flag]:
    """Yield the flag of a player's map that another player has too, square by square."""
    wanted = (
        select(players.c.name)
        .join(sheets, sheets.c.player_id == players.c.id)
        .where(
            sheets.c.tournament_id == tournament,
            sheets.c.likeness == likeness,
            sheets.c.state != State.DISMISSED,
            players.c.id != player,
        )
    )
    others = sorted(set(db.execute(wanted).scalars())) if player else []
    if others:
        yield Flag(
            "same_map",
            Sentence('This is square by square the map of "%(player)s".', player=others[0]),
            "Make sure whose it is; then place it by hand, or set it aside.",
        )


@dataclass(frozen=True, slots=True)
class HandPlace:
    """A place that a person chose: all three, or none to take a sheet out of its place."""

    player: str | None
    round: int | None
    """Its number."""
    season: Season | None


def place_by_hand(
    db: Connection, actor: str, row: SheetRow, said: HandPlace, replaced: Sequence[str] = ()
) -> SheetRow:
    """Put a sheet, as a person saw it, where they say it belongs, which settles all doubts about its place.

    The sheets in `replaced` were dismissed for it, and are recorded with it.

    Raises:
        NotHereError: There is no such player or round in the tournament, or the sheet is gone.
        StaleError: Somebody else has changed the sheet.
        BadRequestError: Only a part of a place is said.
        ConflictError: Another sheet lies there, or this one was dismissed.
    """
    tournament, sheet = row.tournament, row.id
    lock_tournament(db, tournament)
    found = find_sheet(db, tournament, sheet)
    check_version(found.version, frozenset({row.version}), "sheet")
    if found.state is State.DISMISSED:
        raise ConflictError("This sheet was set aside; take that back before it is placed.")
    placed = _place_said(db, tournament, said)
    if _sheets_at(db, tournament, placed.place, besides=sheet):
        raise ConflictError(
            "Another sheet lies in this place; place that one elsewhere first, or set it aside."
        )
    doubts = doubts_with(found.doubts, placed.flags)
    change_sheet(db, found, place=placed.place, doubts=doubts)
    record_change(
        db,
        actor,
        Deed.SHEET_PLACED,
        found,
        before=_recorded(place_of(found)),
        after=_recorded(placed.place),
        by=PlacedBy.HAND,
        doubts=DOUBTS.dump_python(_of_place(found.doubts), mode="json"),
        replaced=list(replaced),
    )
    settle_place(db, actor, tournament, place_of(found))
    return find_sheet(db, tournament, sheet)


def take_back_place(db: Connection, actor: str, row: SheetRow, placed: Event) -> None:
    """Put a sheet back to where it was before the event `placed`, with the doubts that there were about it.

    Events of older releases do not say what these doubts were.

    Raises:
        StaleError: Somebody else changes the sheet at this very moment.
        ConflictError: The player or the round is no longer in the tournament.
    """
    lock_tournament(db, row.tournament)
    before, plan = _place_recorded(placed.body["before"]), load_plan(db, row.tournament)
    rounds = {None, *(played.id for played in plan.rounds)}
    if before.player not in {None, *plan.players} or before.round not in rounds:
        raise ConflictError("Where this sheet was before is no longer in the tournament.")
    doubts = doubts_with(row.doubts, list(_flags_of_taken(db, row.tournament, before, row.id)))
    earlier = DOUBTS.validate_python(placed.body.get("doubts", ()))
    doubts += [doubt for doubt in earlier if doubt not in doubts]
    if not before.is_whole and not earlier:
        doubts = doubts_with(doubts, [OUT_OF_PLACE])
    change_sheet(db, row, place=before, doubts=doubts)
    record_change(
        db,
        actor,
        Deed.SHEET_PLACED,
        row,
        before=placed.body["after"],
        after=placed.body["before"],
        by=PlacedBy.HAND,
        undoes=placed.id,
    )
    settle_place(db, actor, row.tournament, place_of(row))


def _recorded(place: SheetPlace) -> dict[str, str | None]:
    return {"player": place.player, "round": place.round, "season": place.season, "by": place.by}


def _place_recorded(body: Mapping[str, str | None]) -> SheetPlace:
    season, by = body["season"], body.get("by")
    return SheetPlace(
        body["player"], body["round"], Season(season) if season else None, PlacedBy(by) if by else None
    )


def _place_said(db: Connection, tournament: str, said: HandPlace) -> Placed:
    if said.player is None and said.round is None and said.season is None:
        return Placed(flags=(OUT_OF_PLACE,))
    if said.player is None or said.round is None or said.season is None:
        raise BadRequestError(
            "Say player, round and season, or none of them to take the sheet out of its place."
        )
    player = find_player(db, tournament, said.player)
    played = find_round(db, tournament, said.round)
    return Placed(SheetPlace(player.id, played.id, said.season, PlacedBy.HAND))


def doubts_with(doubts: Sequence[Doubt], flags: Sequence[Flag]) -> list[Doubt]:
    """Return the doubts about a sheet, those about its place replaced by flags."""
    about_place = _of_place(doubts)
    others = [doubt for doubt in doubts if doubt not in about_place]
    return [*others, *(PlaceDoubt(reason=Reason.of(flag)) for flag in flags)]


def _of_place(doubts: Sequence[Doubt]) -> tuple[Doubt, ...]:
    return tuple(doubt for doubt in doubts if isinstance(doubt, PlaceDoubt))


def doubts_at(db: Connection, sheet: SheetRow) -> list[Doubt]:
    """Return the doubts about a sheet that comes back to its place, which may be taken by now."""
    flags = list(_flags_of_taken(db, sheet.tournament, place_of(sheet), sheet.id))
    return doubts_with(sheet.doubts, flags) if flags else list(sheet.doubts)


def settle_place(db: Connection, actor: str, tournament: str, place: SheetPlace) -> None:
    """Remove the doubt that a place is taken, once a single sheet is left in it.

    To be called where a sheet was moved away or dismissed.
    """
    left = _sheets_at(db, tournament, place)
    if len(left) != 1:
        return
    (sheet,) = left
    doubts = [doubt for doubt in sheet.doubts if not _is_taken(doubt)]
    if len(doubts) == len(sheet.doubts):
        return
    change_sheet(db, sheet, doubts=doubts)
    details = {"tournament": tournament, "subject": sheet.id, "settled": TAKEN, "by": SURVEYOR}
    record(db, actor, Deed.SHEET_PLACED, **details)


def _is_taken(doubt: Doubt) -> bool:
    return isinstance(doubt, PlaceDoubt) and doubt.reason.code == TAKEN
