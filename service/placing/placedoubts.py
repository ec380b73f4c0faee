"""Doubts about the place of a sheet: it is taken, or the map is another player's or of another side.

Those that follow from its map are updated whenever the map is corrected.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from sqlalchemy import Connection, select

from engine import Side
from engine.sentence import Sentence
from service.documents import Reason
from service.sheets.doubts import SAME_MAP, Doubt, PlaceDoubt, of_place
from service.sheets.rows import (
    COUNTING,
    MapInForce,
    PlacedBy,
    SheetFilter,
    SheetRow,
    State,
    likeness_of,
    list_sheets,
)
from service.sheets.storing import SheetPlace, change_sheet, place_of, record_change
from service.store.events import SURVEYOR, EventKind
from service.store.tables import players, sheets
from service.tournament.documents import Tournament, TournamentChange
from service.tournament.flags import Flag
from service.tournament.tournaments import change_tournament, find_tournament

TAKEN, OTHER_SIDE = "place_taken", "other_side"
OUT_OF_PLACE = Flag("player_unknown", "It was taken out of its place.", "Choose player, round and season.")


def flags_of_taken(db: Connection, tournament: str, place: SheetPlace, sheet: str | None) -> Iterable[Flag]:
    """Yield the flag of a place in which another sheet than this one lies."""
    if sheets_at(db, tournament, place, besides=sheet):
        yield Flag(
            TAKEN,
            Sentence(
                "There is a sheet of this player's %(season)s in this round already.",
                season=str(place.season),
            ),
            "Keep one of the two: set the other aside, or place it elsewhere.",
        )


def sheets_at(
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
    if not (player and likeness):
        return
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
    others = sorted(set(db.execute(wanted).scalars()))
    if others:
        yield Flag(
            SAME_MAP,
            Sentence('This is square by square the map of "%(player)s".', player=others[0]),
            "Make sure whose it is; then place it by hand, or set it aside.",
        )


def flags_of_other_side(db: Connection, tournament: str, side: Side) -> Iterator[Flag]:
    """Yield the flag of a sheet that is not of the tournament's side."""
    played = find_tournament(db, tournament).side
    if played is not None and side is not played:
        yield Flag(
            OTHER_SIDE,
            Sentence(
                "The sheet is of side %(side)s, and the tournament is played on side %(played)s.",
                side=side,
                played=played,
            ),
            "Place it by hand if it is one of this tournament after all; else set it aside.",
        )


def doubts_with(doubts: Sequence[Doubt], flags: Sequence[Flag]) -> list[Doubt]:
    """Return the doubts about a sheet, those about its place replaced by flags."""
    about_place = of_place(doubts)
    others = [doubt for doubt in doubts if doubt not in about_place]
    return [*others, *_doubts_of(flags)]


def doubts_at(db: Connection, sheet: SheetRow) -> list[Doubt]:
    """Return the doubts about a sheet that comes back to its place, which may be taken or removed by now.

    That another player has its map was settled for that one, too, when this one was set aside.
    """
    place = place_of(sheet)
    flags = list(flags_of_taken(db, sheet.tournament, place, sheet.id))
    flags += flags_of_same_map(db, sheet.tournament, sheet.player, sheet.likeness)
    if not place.is_whole and not of_place(sheet.doubts):
        flags.append(OUT_OF_PLACE)
    kept = [doubt for doubt in sheet.doubts if _code(doubt) not in (TAKEN, SAME_MAP)]
    return [*kept, *_doubts_of(flags)]


def _doubts_of(flags: Iterable[Flag]) -> list[Doubt]:
    return [PlaceDoubt(reason=Reason.of(flag)) for flag in flags]


def settle_place(db: Connection, actor: str, tournament: str, place: SheetPlace) -> None:
    """Remove the doubt that a place is taken, once a single sheet is left in it.

    To be called where a sheet was moved away or dismissed.
    """
    left = sheets_at(db, tournament, place)
    if len(left) == 1:
        _settle(db, actor, left[0], TAKEN)


def reconsidered(db: Connection, row: SheetRow, then: MapInForce) -> list[Doubt]:
    """Return the doubts about a sheet whose map has changed, with those that follow from the new map.

    That it is of another side than the tournament's is no doubt about a sheet that a person has placed.
    """
    kept = [doubt for doubt in then.doubts if _code(doubt) != SAME_MAP]
    found = flags_of_same_map(db, row.tournament, row.player, likeness_of(then.map))
    return _on_side(db, row, MapInForce(then.map, [*kept, *_doubts_of(found)]))


def _on_side(db: Connection, row: SheetRow, then: MapInForce) -> list[Doubt]:
    """Return the doubts about a sheet, that about its side replaced by the one that there is now."""
    kept = [doubt for doubt in then.doubts if _code(doubt) != OTHER_SIDE]
    is_said = row.placed_by == PlacedBy.HAND
    return kept if is_said else kept + _doubts_of(flags_of_other_side(db, row.tournament, then.map.side))


def change_set_up(
    db: Connection, actor: str, tournament: str, asked: TournamentChange, *, expected: Collection[int]
) -> Tournament:
    """Change the settings of a tournament; with a new side, the doubts about its sheets change, too.

    Raises what `change_tournament` raises.
    """
    before = find_tournament(db, tournament)
    changed = change_tournament(db, actor, tournament, asked, expected=expected)
    if changed.side is not before.side:
        for row in list_sheets(db, tournament, COUNTING, locked=True):
            doubts = _on_side(db, row, row)
            if doubts != list(row.doubts):
                change_sheet(db, row, doubts=doubts)
    return changed


def settle_same_map(db: Connection, tournament: str, likeness: str) -> None:
    """Remove the doubt that two players have the same map, once a single player has it."""
    if not likeness:  # nothing is drawn
        return
    left = list_sheets(db, tournament, SheetFilter(likeness=likeness, counting=True), locked=True)
    if len({sheet.player for sheet in left}) > 1:
        return
    for sheet in left:
        _settle(db, SURVEYOR, sheet, SAME_MAP)


def _settle(db: Connection, actor: str, sheet: SheetRow, code: str) -> None:
    """Remove a doubt of this code from a sheet, if it has one."""
    doubts = [doubt for doubt in sheet.doubts if _code(doubt) != code]
    if len(doubts) < len(sheet.doubts):
        change_sheet(db, sheet, doubts=doubts)
        record_change(db, actor, EventKind.SHEET_PLACED, sheet, settled=code, by=SURVEYOR)


def _code(doubt: Doubt) -> str | None:
    return doubt.reason.code if isinstance(doubt, PlaceDoubt) else None
