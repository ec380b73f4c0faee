"""Keys of a tournament's players and judges: made, shown once, revoked."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Form, Response
from sqlalchemy import Connection

from engine.sentence import later
from service.access.actors import Role
from service.access.keys import Key, KeyFor, NewKey, list_keys, make_key, revoke_key
from service.documents.errors import NotHereError
from service.pages.tournament.codes import code_of, paper_site_of, slip_of
from service.pages.tournament.people import players_with_keys
from service.pages.visits import Visit, VisitDep, go_to
from service.printing.handouts import draw_slips
from service.printing.printrun import unprintable
from service.routes.exports import as_file
from service.routes.parameters import PLAIN, PathId, PlayerId, TournamentId
from service.store.events import now
from service.tournament.documents import Player, Tournament
from service.tournament.players import find_player, list_players
from service.tournament.tournaments import find_tournament

router = APIRouter(include_in_schema=False)

SLIP_WORDS = (
    later("Scan this code to see your maps and to send photos of your sheet."),
    later("Or open %(address)s and type the key."),
)


@router.get("/tournaments/{tournament}/keys", name="pages.keys")
def get_keys(
    tournament: TournamentId, visit: VisitDep, *, made: bool | None = None, again: bool = False
) -> Response:
    """List the keys of a tournament, and make more.

    `made` tells whether links were made just now, `again` that keys were asked for by a form that had been
    sent before.
    """
    with visit.reading() as db:
        found = find_tournament(db, tournament)
        keys, players = list_keys(db, tournament), list_players(db, tournament)
        keyed = players_with_keys(db, tournament)
    return visit.show(
        "tournament/keys.html",
        tournament=found,
        keys=keys,
        newest={role: _newest(keys, role) for role in (Role.JUDGE, Role.PLAYER)},
        at_moment=now(),
        players=len(players),
        by_hand=unprintable([player.name for player in players]),
        made=made,
        again=again,
        without=len([player for player in players if player.id not in keyed]),
    )


@router.post("/tournaments/{tournament}/keys/players", name="pages.keys.slips")
def post_slips(
    tournament: TournamentId,
    visit: VisitDep,
    anew: Annotated[bool, Form()] = False,
    newest: Annotated[str | None, Form()] = None,
) -> Response:
    """Make keys for the players without one, or new ones for all; return a PDF of slips to cut apart.

    `newest` is the newest link that the form's page knew: a form that is sent again voids no slips.
    """
    site = paper_site_of(visit)
    with visit.changing() as db:
        if newest is not None and newest != _newest(list_keys(db, tournament), Role.PLAYER):
            return go_to(f"/tournaments/{tournament}/keys?again=true")
        found, keyed = find_tournament(db, tournament), players_with_keys(db, tournament)
        wanted = [player for player in list_players(db, tournament) if anew or player.id not in keyed]
        made = _make_anew(db, visit.actor.name, tournament, wanted)
    if not made:
        return go_to(f"/tournaments/{tournament}/keys?made=false")
    scan, or_type = (visit.translate(words) for words in SLIP_WORDS)
    advice = (scan, or_type % {"address": f"{site}/join"})
    pdf = draw_slips([slip_of(key, site) for key in made], found.name, advice)
    return as_file(pdf, "application/pdf", "slips.pdf", is_shown=True)


@router.post("/tournaments/{tournament}/players/{player}/key", name="pages.keys.player")
def post_player(
    tournament: TournamentId, player: PlayerId, visit: VisitDep, newest: Annotated[str | None, Form()] = None
) -> Response:
    """Make a player's link anew, and show it this once; the one before opens nothing any more.

    `newest` is the link that the form's page showed: a form that is sent again voids no other.
    """
    back = f"/tournaments/{tournament}/players/{player}/edit"
    with visit.changing() as db:
        found, who = find_tournament(db, tournament), find_player(db, tournament, player)
        own = [key for key in list_keys(db, tournament) if key.player == player]
        if newest is not None and newest != _newest(own, Role.PLAYER):
            return go_to(back)
        (made,) = _make_anew(db, visit.actor.name, tournament, [who])
    return _show_slip(visit, found, made, back)


@router.post("/tournaments/{tournament}/keys/judges", name="pages.keys.judge")
def post_judge(
    tournament: TournamentId,
    visit: VisitDep,
    label: Annotated[str, Form(min_length=1, max_length=100, pattern=PLAIN)],
    days: Annotated[int, Form(ge=1, le=365)] = 3,
    newest: Annotated[str | None, Form()] = None,
) -> Response:
    """Make a key for a judge of this tournament, and show it this once.

    `newest` is the newest judge's key that the form's page listed: a form that is sent again, as by a page
    that is loaded anew, makes no second key.
    """
    with visit.changing() as db:
        known = list_keys(db, tournament)
        if newest is not None and newest != _newest(known, Role.JUDGE):
            return go_to(f"/tournaments/{tournament}/keys?again=true")
        found, until = find_tournament(db, tournament), now() + timedelta(days=days)
        wanted = KeyFor(Role.JUDGE, label, tournament, expires_at=until)
        made = make_key(db, visit.actor.name, wanted)
    return _show_slip(visit, found, made, f"/tournaments/{tournament}/keys")


@router.post("/tournaments/{tournament}/keys/{key}/revoke", name="pages.keys.revoke")
def post_revoke(tournament: TournamentId, key: PathId, visit: VisitDep) -> Response:
    """Let a key of this tournament open nothing from now on."""
    with visit.changing() as db:
        if not any(known.id == key for known in list_keys(db, tournament)):
            raise NotHereError("key")
        revoke_key(db, visit.actor.name, key)
    return go_to(f"/tournaments/{tournament}/keys")


def _newest(known: Sequence[Key], role: Role) -> str:
    """Return the key of a role that was made last; "none" for none, as an empty field counts as not sent."""
    return next((key.id for key in known if key.role is role), "none")


def _show_slip(visit: Visit, found: Tournament, made: NewKey, back: str) -> Response:
    """Return a key with its link and code, this once; `back` is where one goes on from there."""
    slip = slip_of(made, visit.site)
    return visit.show(
        "tournament/slip.html",
        tournament=found,
        slip=slip,
        code=code_of(slip.link),
        back=back,
    )


def _make_anew(db: Connection, by: str, tournament: str, players: Sequence[Player]) -> list[NewKey]:
    """Make players' keys; those before them open nothing any more."""
    moment, theirs = now(), {player.id for player in players}
    for known in list_keys(db, tournament):
        if known.player in theirs and known.is_valid(moment):
            revoke_key(db, by, known.id)
    return [make_key(db, by, KeyFor(Role.PLAYER, player.name, tournament, player.id)) for player in players]
