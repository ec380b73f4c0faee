"""A player's own page: the maps as they grew, what they score, and what is kept of the player."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from service.access.actors import Role
from service.documents.errors import NotHereError
from service.files.documents import FileStatus
from service.files.pagereadings import find_unopened
from service.pages.scans.playerphotos import sent_photo
from service.pages.tournament.smallmaps import GrownMap, grown_maps
from service.pages.visits import Visit, VisitDep
from service.privacy.persons import KeptData, find_data
from service.review.contradictions import find_accepted
from service.routes.parameters import PlayerId, TournamentId
from service.sheets.rows import SheetFilter, SheetRow, list_sheets
from service.standings.overview import fingerprint
from service.standings.publications import last_publication_id
from service.store.events import EventKind
from service.tournament.documents import Round
from service.tournament.plan import Plan, load_plan
from service.tournament.players import find_player
from service.tournament.results import PlayerResult, score_player

router = APIRouter(include_in_schema=False)


@router.get("/tournaments/{tournament}/players/{player}", name="pages.player")
def get_player(
    tournament: TournamentId,
    player: PlayerId,
    visit: VisitDep,
    sent: str | None = None,
) -> Response:
    """Show a player's maps, scores, rank and photos."""
    with visit.reading() as db:
        who = find_player(db, tournament, player)
        plan = load_plan(db, tournament)
        tag = fingerprint(db, tournament, plan.tournament.version)

        def context() -> dict[str, object]:
            own = list_sheets(db, tournament, SheetFilter(player=player, counting=True))
            data, last = find_data(db, tournament, player), last_publication_id(db, tournament)
            board = visit.resources.boards.find(db, tournament, last) if last else None
            return {
                "plan": plan,
                "player": who,
                "rounds": list(_rounds(plan, player, own, find_accepted(db, tournament))),
                "board": board,
                "placing": board.find_placing(player) if board else None,
                "data": data,
                "aside": _reasons_aside(data),
                "elsewhere": _counting_elsewhere(data.files, own),
                "unopened": find_unopened(db, [file.original for file in data.files]),
                "is_own": visit.actor.player == player,
                "sent": sent,
                "sent_photo": _own_sent(db, visit, sent),
            }

        return visit.show_if_other(tag, "tournament/own.html", context)


def _own_sent(db: Connection, visit: Visit, sent: str | None) -> FileStatus | None:
    """Return the photo that a player has just sent, if that is what brought them here."""
    if sent is None or visit.actor.role is not Role.PLAYER:
        return None
    with suppress(NotHereError):  # it may be a batch of many, whose photos are listed below
        return sent_photo(db, visit.actor, sent)
    return None


def _counting_elsewhere(files: Sequence[FileStatus], own: Sequence[SheetRow]) -> frozenset[str]:
    """Return the player's files that repeat an earlier photo on which no sheet is theirs."""
    placed = {sheet.file for sheet in own}
    return frozenset(file.id for file in files if file.original not in (file.id, *placed) and file.sheets)


def _reasons_aside(data: KeptData) -> dict[str, str]:
    """Return what judges said of the files that they set aside, or of the sheets on them."""
    files, said = {sheet.id: sheet.file for sheet in data.sheets}, {}
    for event in data.events:
        if event.kind in {EventKind.SHEET_DISMISSED, EventKind.FILE_DISMISSED}:
            subject = event.subject or ""
            said[files.get(subject, subject)] = str(event.body.get("reason") or "")
    return said


def _rounds(
    plan: Plan, player: str, own: Sequence[SheetRow], accepted: Collection[str]
) -> Iterator[tuple[Round, Sequence[GrownMap], PlayerResult]]:
    """Yield the rounds that the player plays, with the maps of the seasons and what they come to."""
    for played in plan.rounds:
        here = [sheet for sheet in own if sheet.round == played.id]
        expected = any(each.id == player for each in plan.expected(played))
        if here or expected:
            edicts = plan.edicts(played, player)
            result = score_player(here, edicts, solo=plan.tournament.solo, accepted=accepted)
            yield played, list(grown_maps(here, show_doubts=True)), result
