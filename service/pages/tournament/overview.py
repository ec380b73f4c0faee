"""The overview of a tournament: how far it has come, photos that are sent from it, and how it is set up."""

from contextlib import closing
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Form, Response
from pydantic import BaseModel, Field
from sqlalchemy import Connection

from service.access.actors import Role
from service.documents import Reason
from service.documents.errors import UnreadablePhotoError
from service.files.pagereadings import find_unopened
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.tournament.cards import chosen, wrong_edicts
from service.pages.tournament.home import TournamentForm
from service.pages.tournament.links import link_to_missing
from service.pages.tournament.progress import find_progress
from service.pages.visits import Visit, VisitDep, go_to
from service.placing.placedoubts import change_set_up
from service.routes.batches import check_room, in_turn, take_in
from service.routes.parameters import PathId, TournamentId
from service.routes.uploading import Upload, read_upload
from service.standings.overview import fingerprint
from service.tournament.documents import TournamentChange
from service.tournament.tournaments import delete_tournament, find_tournament
from service.web.idempotency import Once, OnceDep
from service.web.problems import STATUS_OF_REASON, wants_page

router = APIRouter(include_in_schema=False)


class VersionForm(BaseModel):
    """The version of the tournament that a form was made for."""

    version: Annotated[int, Field(ge=1)]


class SettingsForm(TournamentForm, VersionForm):
    """How a tournament is to be set up."""


@router.get("/tournaments/{tournament}", name="pages.tournament")
def get_tournament(tournament: TournamentId, visit: VisitDep, sent: str | None = None) -> Response:
    """Lead from an empty table to published standings; a player goes to the own page."""
    if visit.actor.role is Role.PLAYER:
        return go_to(visit.own_page)
    return _show_overview(visit, tournament, sent)


def _show_overview(
    visit: Visit, tournament: str, sent: str | None = None, unread: Reason | None = None
) -> Response:
    """Return the overview; with why the photos of an upload could not be read, if so."""
    with visit.reading() as db:
        found = find_tournament(db, tournament)
        tag = fingerprint(db, tournament, found.version, unread)

        def context() -> dict[str, object]:
            progress = find_progress(db, tournament)
            return {
                "tournament": found,
                "progress": progress,
                "unopened": find_unopened(db, [file.original for file in progress.latest]),
                "lack_way": link_to_missing,
                "sent": sent,
                "unread": unread,
            }

        if unread is None:
            return visit.show_if_other(tag, "tournament/overview.html", context)
        status = STATUS_OF_REASON.get(unread.code, 422)
        return visit.show("tournament/overview.html", status, tag=tag, **context())


@router.post("/tournaments/{tournament}/batches", name="pages.tournament.send")
async def post_photos(tournament: PathId, visit: VisitDep, once: OnceDep) -> Response:
    """Take photos in, as POST /v1/tournaments/{tournament}/batches does, and show what becomes of them."""
    await to_thread.run_sync(check_room, visit.resources, visit.actor, tournament)
    upload = await read_upload(visit.request)
    with closing(upload):
        async with in_turn(visit.resources):
            return await to_thread.run_sync(_take_in, visit, tournament, upload, once)


def _take_in(visit: Visit, tournament: str, upload: Upload, once: Once) -> Response:
    try:
        batch = take_in(visit.resources, visit.actor, tournament, upload, once)
    except UnreadablePhotoError as error:
        if visit.actor.role is Role.PLAYER or not wants_page(visit.request):
            raise
        return _show_overview(visit, tournament, unread=error.reason)
    finally:
        visit.resources.loop.wake()
    if visit.actor.role is Role.PLAYER:
        return visit.go_on(f"{visit.own_page}?sent={batch.id}")
    return visit.go_on(f"/tournaments/{tournament}?sent={batch.id}#arrivals")


@router.get("/tournaments/{tournament}/settings", name="pages.tournament.settings")
def get_settings(tournament: TournamentId, visit: VisitDep) -> Response:
    """Show how a tournament is set up, to be changed."""
    return _show_settings(visit, tournament)


@router.post("/tournaments/{tournament}/settings", name="pages.tournament.change")
def post_settings(
    tournament: TournamentId, visit: VisitDep, form: Annotated[SettingsForm, Form()]
) -> Response:
    """Change it, unless somebody else did so meanwhile."""
    asked = TournamentChange(
        name=form.name, side=form.side or None, edicts=chosen(form.edicts), solo=form.solo
    )

    def change(db: Connection) -> None:
        change_set_up(db, visit.actor.name, tournament, asked, expected=[form.version])

    refused = visit.attempt(change)
    if isinstance(refused, Refusal):
        return _show_settings(visit, tournament, refused, None if refused.is_stale else form)
    return go_to(f"/tournaments/{tournament}")


def _show_settings(
    visit: Visit, tournament: str, refused: Refusal = NOTHING_REFUSED, typed: SettingsForm | None = None
) -> Response:
    """Return the form: with what was typed, or with what is there."""
    with visit.reading() as db:
        found = find_tournament(db, tournament)
    return visit.show_form(
        "tournament/settings.html",
        refused,
        tournament=found,
        wanted=typed or found,
        wrong=wrong_edicts(typed.edicts) if typed else (),
    )


@router.get("/tournaments/{tournament}/delete", name="pages.tournament.ask_delete")
def get_delete(tournament: TournamentId, visit: VisitDep) -> Response:
    """Ask whether all of it is to go, and say what that is."""
    with visit.reading() as db:
        return visit.show(
            "tournament/delete.html",
            tournament=find_tournament(db, tournament),
            progress=find_progress(db, tournament),
        )


@router.post("/tournaments/{tournament}/delete", name="pages.tournament.delete")
def post_delete(tournament: TournamentId, visit: VisitDep, form: Annotated[VersionForm, Form()]) -> Response:
    """Delete a tournament with all that is in it."""
    with visit.changing() as db:
        delete_tournament(db, visit.actor.name, tournament, expected=[form.version])
    return go_to("/tournaments")
