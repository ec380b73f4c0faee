"""The rights matrix: every route by its name, and the roles that may use it. No other place says so.

What a role may do it may do to what it sees: a judge of one tournament sees that one alone, a player the own
sheets alone (`Actor.sees`). Whatever else there is, is not there to them: it is answered 404.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from service.access.actors import Role

Roles = frozenset[Role]

ORGANISERS: Roles = frozenset({Role.ORGANISER})
STAFF: Roles = ORGANISERS | {Role.JUDGE}
MEMBERS: Roles = STAFF | {Role.PLAYER}
EVERYBODY: Roles = frozenset(Role)

MATRIX: Mapping[str, Roles] = MappingProxyType(
    {
        "openapi": EVERYBODY,
        "health": EVERYBODY,
        "ready": EVERYBODY,
        "metrics": STAFF,
        "pages.assets": EVERYBODY,
        "pages.login": EVERYBODY,
        "pages.join": EVERYBODY,
        "pages.log_in": EVERYBODY,
        "pages.log_out": EVERYBODY,
        "pages.preferences": EVERYBODY,
        "pages.tournaments": MEMBERS,
        "pages.tournaments.new": ORGANISERS,
        "pages.tournaments.create": ORGANISERS,
        "pages.tournament": MEMBERS,
        "pages.tournament.send": MEMBERS,
        "pages.tournament.settings": ORGANISERS,
        "pages.tournament.change": ORGANISERS,
        "pages.tournament.ask_delete": ORGANISERS,
        "pages.tournament.delete": ORGANISERS,
        "pages.players": STAFF,
        "pages.players.add": STAFF,
        "pages.players.import": STAFF,
        "pages.players.edit": STAFF,
        "pages.players.rename": STAFF,
        "pages.players.ask_erase": ORGANISERS,
        "pages.players.erase": ORGANISERS,
        "pages.player": MEMBERS,  # a player: the own one
        "pages.keys": ORGANISERS,
        "pages.keys.slips": ORGANISERS,
        "pages.keys.player": ORGANISERS,
        "pages.keys.judge": ORGANISERS,
        "pages.keys.revoke": ORGANISERS,
        "pages.print": STAFF,
        "pages.print.sheets": STAFF,
        "pages.print.posters": STAFF,
        "pages.rounds": STAFF,
        "pages.rounds.add": ORGANISERS,
        "pages.rounds.remove": ORGANISERS,
        "pages.round": STAFF,
        "pages.round.change": ORGANISERS,
        "pages.round.deal": STAFF,
        "pages.round.import": STAFF,
        "pages.round.seats": STAFF,
        "pages.table": ORGANISERS,
        "pages.table.change": ORGANISERS,
        "pages.standings": STAFF,
        "pages.numbers": STAFF,
        "pages.save_numbers": STAFF,
        "pages.publish": ORGANISERS,
        "pages.publish.do": ORGANISERS,
        "pages.hall": EVERYBODY,  # the public standings
        "pages.published_player": EVERYBODY,  # of them
        "pages.map_picture": MEMBERS,
        "pages.strip_picture": MEMBERS,
        "pages.chart_picture": EVERYBODY,  # of what was published
        "pages.api": EVERYBODY,  # what can be asked; asking is another matter
        "pages.play": EVERYBODY,
        "pages.play_start": EVERYBODY,
        "pages.play_game": EVERYBODY,
        "pages.play_move": EVERYBODY,
        "pages.play_season": EVERYBODY,
        "pages.play_projections": EVERYBODY,
        "pages.play_transcript": EVERYBODY,
        "pages.play_map": EVERYBODY,
        "pages.scan": EVERYBODY,  # the front page
        "pages.scan_photo": MEMBERS,
        "pages.scan_result": MEMBERS,  # to the owner, as all that follows
        "pages.scan_delete": MEMBERS,
        "pages.scan_game": MEMBERS,
        "pages.scan_undo": MEMBERS,
        "pages.scan_edit": MEMBERS,
        "pages.scan_correct": MEMBERS,
        "pages.scan_crop": MEMBERS,
        "pages.scan_corners": MEMBERS,
        "pages.scan_read_again": MEMBERS,
        "pages.scan_by_hand": MEMBERS,
        "pages.scan_picture": MEMBERS,
        "pages.scan_overlay": MEMBERS,
        "pages.scan_reading": MEMBERS,
        "pages.scan_score": MEMBERS,
        "pages.scan_map": MEMBERS,
        "pages.review": STAFF,
        "pages.review_next": STAFF,
        "pages.owners": STAFF,
        "pages.save_owners": STAFF,
        "pages.contradictions": STAFF,
        "pages.accept_contradictions": STAFF,
        "pages.doubts": STAFF,
        "pages.doubt": STAFF,
        "pages.settle": STAFF,
        "pages.undo_answer": STAFF,
        "pages.sheet": MEMBERS,
        "pages.correct": STAFF,
        "pages.undo": STAFF,
        "pages.place": STAFF,
        "pages.dismiss": STAFF,
        "pages.files": STAFF,
        "pages.file": MEMBERS,
        "pages.read_file_again": STAFF,
        "pages.enter_by_hand": STAFF,
        "pages.dismiss_file": STAFF,
        "session.open": EVERYBODY,
        "session.show": EVERYBODY,
        "session.close": EVERYBODY,
        "keys.create": ORGANISERS,
        "keys.list": ORGANISERS,
        "keys.revoke": ORGANISERS,
        "edicts.list": EVERYBODY,
        "scores.create": EVERYBODY,
        "readings.create": MEMBERS,
        "tournaments.create": ORGANISERS,
        "tournaments.list": MEMBERS,
        "tournaments.get": MEMBERS,
        "tournaments.change": ORGANISERS,
        "tournaments.delete": ORGANISERS,
        "players.list": STAFF,
        "players.add": STAFF,
        "players.import": STAFF,
        "players.rename": STAFF,
        "players.erase": ORGANISERS,
        "players.data": ORGANISERS | {Role.PLAYER},  # what is kept of oneself
        "rounds.list": MEMBERS,
        "rounds.get": MEMBERS,
        "rounds.add": ORGANISERS,
        "rounds.change": ORGANISERS,
        "rounds.remove": ORGANISERS,
        "tables.change": ORGANISERS,
        "seats.set": STAFF,
        "seats.import": STAFF,
        "seats.deal": STAFF,
        "batches.create": MEMBERS,
        "batches.list": MEMBERS,
        "batches.get": MEMBERS,
        "batches.events": MEMBERS,
        "files.list": STAFF,
        "files.get": MEMBERS,
        "files.history": MEMBERS,
        "files.reading": MEMBERS,
        "files.photo": MEMBERS,
        "files.read_again": STAFF,
        "files.enter_by_hand": STAFF,
        "files.dismiss": STAFF,
        "sheets.list": MEMBERS,
        "sheets.get": MEMBERS,
        "sheets.overlay": MEMBERS,
        "sheets.crop": MEMBERS,
        "sheets.history": MEMBERS,
        "sheets.reading": MEMBERS,
        "sheets.correct": STAFF,
        "sheets.place": STAFF,
        "sheets.dismiss": STAFF,
        "sheets.undo": STAFF,
        "rereadings.create": STAFF,
        "rereadings.accept": STAFF,
        "review.list": STAFF,
        "review.contradictions": STAFF,
        "review.let_stand": STAFF,
        "standings.draft": STAFF,
        "standings.changes": STAFF,
        "publications.publish": ORGANISERS,
        "publications.list": MEMBERS,
        "publications.get": MEMBERS,
        "publications.latest": EVERYBODY,  # the public standings
        "exports.csv": STAFF,
        "exports.json": STAFF,
        "exports.maps": STAFF,
        "exports.results": STAFF,
        "exports.xlsx": STAFF,
    }
)

PAGES = "pages."
"""How the names of the routes begin that are pages and their forms."""

UPLOADS: frozenset[str] = frozenset(
    {
        "batches.create",
        "readings.create",
        "pages.scan_photo",
        "pages.scan_read_again",
        "pages.tournament.send",
    }
)
"""Routes that take photos, of which nobody may send too many at a time."""


class MatrixError(Exception):
    """The matrix and the routes do not match: a bug."""


def is_page(route: str) -> bool:
    """Tell whether a route is a page, or one of the forms on it."""
    return route.startswith(PAGES)


def check_matrix(names: Iterable[str | None]) -> None:
    """Check that the matrix names exactly the routes that there are.

    Raises:
        MatrixError: The message names them.
    """
    there = list(names)
    unknown = sorted({str(name) for name in there if name not in MATRIX})
    if unknown:
        raise MatrixError(f"service.access.rights does not say who may use {', '.join(unknown)}")
    twice = sorted({str(name) for name in there if there.count(name) > 1})
    if twice:
        raise MatrixError(f"several routes have the name {', '.join(twice)}")
    absent = sorted(MATRIX.keys() - set(there))
    if absent:
        raise MatrixError(f"service.access.rights names routes that are not there: {', '.join(absent)}")
