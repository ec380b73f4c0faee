"""Standings for those who make them: the draft with all that is open, and what was published."""

from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Response
from sqlalchemy import Connection

from service.documents.errors import NotHereError, StaleError
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.tournament.links import link_to_contradiction, link_to_missing
from service.pages.visits import Visit, VisitDep, go_to
from service.routes.parameters import TournamentId
from service.standings.changes import find_changes, moved
from service.standings.documents import PlayerChange, Publication, StandingsDocument
from service.standings.publications import last_publication, list_publications, publish
from service.standings.standings import make_standings
from service.tournament.documents import MOST_ROUNDS
from service.tournament.tournaments import find_tournament, lock_tournament

router = APIRouter(include_in_schema=False)


@router.get("/tournaments/{tournament}/standings", name="pages.standings")
def get_draft(
    tournament: TournamentId,
    visit: VisitDep,
    round: Annotated[int | None, Query(ge=1, le=MOST_ROUNDS)] = None,
    *,
    done: Literal["published"] | None = None,
) -> Response:
    """Show the standings as they are now, over all rounds or of one, with everything that is open.

    What was `done` just now, the page says.
    """
    with visit.reading() as db:
        found, computed = find_tournament(db, tournament), make_standings(db, tournament)
        standings = StandingsDocument.of(computed)
        trace = _trace(list_publications(db, tournament)) if round is None else []
        last = last_publication(db, tournament)
    if round is not None and round > len(standings.rounds):
        raise NotHereError("round")
    return visit.show(
        "tournament/standings.html",
        tournament=found,
        standings=standings,
        shown=standings.rounds[round - 1] if round else None,
        results=computed.rounds[round - 1].results if round else {},
        link_to_missing=link_to_missing,
        link_to_contradiction=link_to_contradiction,
        trace=trace,
        differs=last is not None and last.standings != standings,
        done=done,
    )


@router.get("/tournaments/{tournament}/publish", name="pages.publish")
def get_publish(tournament: TournamentId, visit: VisitDep) -> Response:
    """Show what would be published, and ask for it."""
    return _ask(visit, tournament)


@router.post("/tournaments/{tournament}/publish", name="pages.publish.do")
def post_publish(
    tournament: TournamentId,
    visit: VisitDep,
    seen: Annotated[str, Form(max_length=64)],
    reason: Annotated[str, Form(max_length=2000)] = "",
    even_if_open: Annotated[bool, Form()] = False,
) -> Response:
    """Publish the standings that were seen; if they are others by now, they are shown again first.

    Those that are published so already stay, where no reason is given to publish them anew: the button was
    pressed twice.
    """

    def publish_seen(db: Connection) -> None:
        lock_tournament(db, tournament)
        standings = _standings(db, tournament)
        if _digest(standings) != seen:
            raise StaleError("standings")
        last = last_publication(db, tournament)
        if reason or last is None or last.standings != standings:
            publish(db, visit.actor.name, tournament, reason, even_if_open=even_if_open)

    refused = visit.attempt(publish_seen)
    if isinstance(refused, Refusal):
        return _ask(visit, tournament, refused, reason=reason)
    return go_to(f"/tournaments/{tournament}/standings?done=published")


def _ask(visit: Visit, tournament: str, refused: Refusal = NOTHING_REFUSED, *, reason: str = "") -> Response:
    with visit.reading() as db:
        found, standings = find_tournament(db, tournament), _standings(db, tournament)
        changes = find_changes(db, tournament, standings)
    return visit.show_form(
        "tournament/publish.html",
        refused,
        tournament=found,
        standings=standings,
        link_to_contradiction=link_to_contradiction,
        changes=changes,
        seen=_digest(standings),
        reason=reason,
    )


def _standings(db: Connection, tournament: str) -> StandingsDocument:
    return StandingsDocument.of(make_standings(db, tournament))


def _digest(standings: StandingsDocument) -> str:
    return sha256(standings.to_line().encode()).hexdigest()


def _trace(publications: Sequence[Publication]) -> list[tuple[Publication, list[PlayerChange]]]:
    """Return the publications, the last first, each with the players whose standing it changed."""
    changes = [list(moved(before.standings, each.standings, {})) for before, each in pairwise(publications)]
    return list(zip(publications, [[], *changes], strict=False))[::-1]
