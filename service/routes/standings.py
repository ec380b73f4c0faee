"""Standings: as they are now, as they were published, and what differs between the two."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Header, Path, Response
from pydantic import Field, StrictBool
from sqlalchemy import Connection

from service.documents import RequestBody
from service.documents.errors import NotHereError
from service.routes.parameters import TournamentId
from service.standings import documents, publications
from service.standings.changes import find_changes
from service.standings.standings import make_standings
from service.tournament.tournaments import find_tournament
from service.web.dependencies import ActorDep, DatabaseDep
from service.web.idempotency import Answer, OnceDep
from service.web.jsonroutes import json_router
from service.web.problems import CONFLICT, MISSING, REFUSED

router = json_router("/v1/tournaments/{tournament}", "standings", REFUSED | MISSING)


class PublicationAsked(RequestBody):
    """Standings to be published."""

    reason: Annotated[str, Field(max_length=2000, examples=["A sheet was corrected."])] = ""
    """Why they are published again; not needed the first time."""
    even_if_open: StrictBool = False
    """Whether they are published although something is missing or awaits review."""


@router.get("/standings", name="standings.draft")
def get_draft(tournament: TournamentId, database: DatabaseDep) -> documents.StandingsDocument:
    """Get the standings as they are now, with all that is still open."""
    with database.read() as db:
        return documents.StandingsDocument.of(make_standings(db, tournament))


@router.get("/standings/changes", name="standings.changes")
def get_changes(tournament: TournamentId, database: DatabaseDep) -> documents.ChangesDocument:
    """Get what is other than was published: who moved, and what was done since."""
    with database.read() as db:
        return find_changes(db, tournament)


@router.post(
    "/publications",
    name="publications.publish",
    status_code=201,
    response_model=documents.Publication,
    responses=CONFLICT,
)
def post_publication(
    tournament: TournamentId, asked: PublicationAsked, actor: ActorDep, once: OnceDep
) -> Response:
    """Publish the standings as they are now; after the first time only with a reason."""

    def make(db: Connection) -> Answer:
        published = publications.publish(
            db, actor.name, tournament, asked.reason, even_if_open=asked.even_if_open
        )
        return Answer.of(published, HTTPStatus.CREATED)

    return once.do(make)


@router.get("/publications", name="publications.list")
def list_all(tournament: TournamentId, database: DatabaseDep) -> documents.PublicationList:
    """List what was published, when and why."""
    with database.read() as db:
        find_tournament(db, tournament)
        return documents.PublicationList(publications=tuple(publications.list_entries(db, tournament)))


@router.get(
    "/publications/latest",
    name="publications.latest",
    response_model=documents.Publication,
    responses={304: {"description": "It is still the one whose ETag was sent."}},
)
def get_latest(
    tournament: TournamentId,
    database: DatabaseDep,
    response: Response,
    if_none_match: Annotated[str | None, Header()] = None,
) -> documents.Publication | Response:
    """Get what was published last: what the public sees."""
    with database.read() as db:
        publication = publications.last_publication_id(db, tournament)
        if publication is None:
            raise NotHereError("publication")
        tag = f'"{publication}"'
        if if_none_match and tag in if_none_match:
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})
        response.headers["ETag"] = tag
        return publications.find_publication(db, tournament)


@router.get("/publications/{number}", name="publications.get")
def get_publication(
    tournament: TournamentId,
    number: Annotated[int, Path(ge=1, lt=2**31, description="A publication's number, from 1.")],
    database: DatabaseDep,
) -> documents.Publication:
    """Get what was published once."""
    with database.read() as db:
        return publications.find_publication(db, tournament, number)
