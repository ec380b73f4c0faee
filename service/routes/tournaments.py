"""Tournaments: making, finding, changing and deleting them."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Query, Request, Response
from sqlalchemy import Connection

from service.documents.conditions import ExpectedDep, etag_of, set_version
from service.placing.placedoubts import change_set_up
from service.routes.parameters import After, TournamentId
from service.tournament import tournaments
from service.tournament.documents import NewTournament, Tournament, TournamentChange, TournamentPage
from service.tournament.rounds import make_tournament
from service.web.dependencies import ActorDep, DatabaseDep, VersionedChangeDep
from service.web.idempotency import Answer, OnceDep
from service.web.jsonroutes import json_router
from service.web.problems import CONDITIONAL, CONFLICT, MISSING, REFUSED

router = json_router("/v1/tournaments", "tournaments", REFUSED)


@router.get("", name="tournaments.list", responses=MISSING)
def list_some(
    database: DatabaseDep,
    actor: ActorDep,
    after: After = None,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> TournamentPage:
    """List the tournaments that there are to you, the newest first."""
    with database.read() as db:
        found = tournaments.list_tournaments(db, only=actor.tournament, after=after, most=most)
    return TournamentPage(
        tournaments=tuple(found),
        after=found[-1].id if len(found) == most else None,
    )


@router.post("", name="tournaments.create", status_code=201, response_model=Tournament, responses=CONFLICT)
def create(asked: NewTournament, actor: ActorDep, request: Request, once: OnceDep) -> Response:
    """Make a tournament with its rounds; players come next."""

    def make(db: Connection) -> Answer:
        made = make_tournament(db, actor.name, asked)
        where = str(request.app.url_path_for("tournaments.get", tournament=made.id))
        return Answer.of(made, HTTPStatus.CREATED, Location=where, ETag=etag_of(made.version))

    return once.do(make)


@router.get("/{tournament}", name="tournaments.get", responses=MISSING)
def get(tournament: TournamentId, database: DatabaseDep, response: Response) -> Tournament:
    """Get a tournament as it is set up."""
    with database.read() as db:
        found = tournaments.find_tournament(db, tournament)
    set_version(response, found.version)
    return found


@router.patch("/{tournament}", name="tournaments.change", responses=MISSING | CONDITIONAL)
def change(tournament: TournamentId, asked: TournamentChange, by: VersionedChangeDep) -> Tournament:
    """Change what is said of a tournament; what is left out stays."""
    with by.database.begin() as db:
        changed = change_set_up(db, by.actor.name, tournament, asked, expected=by.expected)
    set_version(by.response, changed.version)
    return changed


@router.delete("/{tournament}", name="tournaments.delete", status_code=204, responses=MISSING | CONDITIONAL)
def delete(tournament: TournamentId, expected: ExpectedDep, database: DatabaseDep, actor: ActorDep) -> None:
    """Delete a tournament with all that is in it."""
    with database.begin() as db:
        tournaments.delete_tournament(db, actor.name, tournament, expected=expected)
