"""Publications of standings; from the second on they need a reason, and all are kept."""

from sqlalchemy import Connection, insert, select, update

from service.documents.errors import BadRequestError, ConflictError, NotHereError
from service.standings.documents import Publication, PublicationEntry, StandingsDocument
from service.standings.standings import make_standings
from service.store.events import EventKind, now, record
from service.store.tables import Rows, new_id, publications, tournaments
from service.tournament.names import check_reason
from service.tournament.tournaments import PUBLISHED, lock_tournament


def publish(
    db: Connection, actor: str, tournament: str, reason: str = "", *, even_if_open: bool = False
) -> Publication:
    """Publish a tournament's standings as they are now, after the first time with a reason.

    With `even_if_open` they are published although something is missing or awaits review.

    Raises:
        NotHereError: There is no such tournament.
        BadRequestError: They were published before, and there is no reason.
        ConflictError: Something is missing or awaits review.
    """
    lock_tournament(db, tournament)
    before, checked = list_entries(db, tournament), check_reason(reason)
    if before and not checked:
        raise BadRequestError("These standings were published before; say why they are published anew.")
    standings = make_standings(db, tournament)
    if not standings.is_settled and not even_if_open:
        raise ConflictError(
            "The standings are not settled: totals are missing, ties are open, or sheets await review or "
            "a place. Settle that first, or say that they are to be published even so."
        )
    made = Publication(
        number=len(before) + 1,
        reason=checked,
        published_by=actor,
        published_at=now(),
        standings=StandingsDocument.of(standings),
    )
    _keep(db, tournament, made)
    about = {"number": made.number, "reason": checked, "even_if_open": even_if_open}
    record(db, actor, EventKind.PUBLISHED, tournament=tournament, subject=tournament, **about)
    return made


def _keep(db: Connection, tournament: str, made: Publication) -> None:
    db.execute(
        insert(publications).values(
            id=new_id(),
            tournament_id=tournament,
            number=made.number,
            reason=made.reason,
            standings=made.standings.model_dump(mode="json"),
            published_by=made.published_by,
            published_at=made.published_at,
        )
    )
    db.execute(update(tournaments).where(tournaments.c.id == tournament).values(stage=PUBLISHED))


def last_publication(db: Connection, tournament: str) -> Publication | None:
    """Return what the public sees of a tournament, if anything was published."""
    return next(iter(_load(db, _of(tournament).order_by(publications.c.number.desc()).limit(1))), None)


def last_publication_id(db: Connection, tournament: str) -> str | None:
    """Return the identifier of the last publication, without loading it; each document has its own."""
    wanted = select(publications.c.id).where(publications.c.tournament_id == tournament)
    return db.execute(wanted.order_by(publications.c.number.desc()).limit(1)).scalar_one_or_none()


def find_publication(db: Connection, tournament: str, number: int | None = None) -> Publication:
    """Return a publication of a tournament by its number, or the last one.

    Raises:
        NotHereError: There is none.
    """
    if number is None:
        found = last_publication(db, tournament)
    else:
        found = next(iter(_load(db, _of(tournament).where(publications.c.number == number))), None)
    if found is None:
        raise NotHereError("publication")
    return found


def list_publications(db: Connection, tournament: str) -> list[Publication]:
    """Return all publications of a tournament, the first one first."""
    return _load(db, _of(tournament).order_by(publications.c.number))


def _of(tournament: str) -> Rows:
    return select(publications).where(publications.c.tournament_id == tournament)


def _load(db: Connection, wanted: Rows) -> list[Publication]:
    return [Publication.model_validate(row, from_attributes=True) for row in db.execute(wanted)]


def list_entries(db: Connection, tournament: str) -> list[PublicationEntry]:
    """Return what was published, when and why, the first one first."""
    columns = (publications.c[name] for name in PublicationEntry.model_fields)
    wanted = select(*columns).where(publications.c.tournament_id == tournament)
    rows = db.execute(wanted.order_by(publications.c.number)).mappings()
    return [PublicationEntry.model_validate(row) for row in rows]
