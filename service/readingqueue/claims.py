"""Claims on pages that wait to be read: each page is read by one server at a time, and none is lost.

A server claims pages for a while and renews its claims as long as it lives. The claims of a server that died
expire, and another one reads the pages; if the first comes back, its results for them are ignored.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, update

from service.placing.newsheets import SheetPhoto
from service.readings.hints import Hints
from service.store.events import now
from service.store.tables import files, pages, photos
from vision.decode.limits import TOO_DEMANDING

FAR = 10  # leases: a claim that ends later than that was made before the clock was set back
MOST_ATTEMPTS = 4
"""How often a page is tried again while its photo is missing from the storage."""
MOST_ALONE = 5
"""How often servers may die while they read a page alone, before that page is rejected."""


@dataclass(frozen=True, slots=True)
class Claim(SheetPhoto):
    """A page that a server has claimed to read."""

    page: str
    kind: str
    """Of the file, as `vision.decode.limits.Kind`."""
    number: int | None
    """Of the page; None: a photo, or a document that nobody has opened yet."""
    hints: Hints
    attempts: int
    """How often it was claimed, this time included."""
    begun_alone: int
    """How often a server began to read it and nothing else, and died."""
    owner: str
    was_read: bool = False
    """Whether there is an earlier reading of it."""
    demanding: int = 0
    """How many other pages of its document asked too much of the machine."""


def shared_clock(db: Connection) -> datetime:
    """Return the present moment by the database's clock; those of servers may differ by hours."""
    if db.dialect.name == "sqlite":
        return now()
    clock: datetime = db.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
    return clock.astimezone(UTC)


def claim_pages(
    db: Connection, owner: str, most: int, *, at: datetime, until: datetime, held: Iterable[str] = ()
) -> list[Claim]:
    """Claim the pages that have waited longest, and those whose claims have run out.

    `at` is the present moment, and the new claims run out at `until`. Pages in `held` are being read by this
    server: whatever the clock says, they are not claimed again.
    """
    run_out = or_(pages.c.claimed_until < at, pages.c.claimed_until > at + FAR * (until - at))
    left = and_(pages.c.state == "claimed", run_out, pages.c.id.not_in(tuple(held)))
    free = or_(pages.c.state == "waiting", left)
    longest = (
        select(pages.c.id)
        .where(free)
        .order_by(pages.c.queued_at, pages.c.number)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    claimed = (
        update(pages)
        .where(pages.c.id.in_(longest.scalar_subquery()))
        .values(state="claimed", claimed_by=owner, claimed_until=until, attempts=pages.c.attempts + 1)
        .returning(pages.c.id)
    )
    mine = db.execute(claimed).scalars().all()
    return claims_on(db, mine, owner) if mine else []


def claims_on(db: Connection, mine: Sequence[str], owner: str) -> list[Claim]:
    """Return the claims of a server, or of a person who enters a map, on pages."""
    wanted = (
        select(pages, files.c.name, files.c.sha256, photos.c.kind)
        .join(files, files.c.id == pages.c.file_id)
        .join(photos, photos.c.sha256 == files.c.sha256)
        .where(pages.c.id.in_(mine))
        .order_by(pages.c.queued_at, pages.c.number)
    )
    rows = db.execute(wanted).all()
    demanding = _demanding_pages(db, {row.file_id for row in rows if row.number is not None})
    return [
        Claim(
            page=row.id,
            file=row.file_id,
            tournament=row.tournament_id,
            name=row.name,
            sha256=row.sha256,
            kind=row.kind,
            number=row.number,
            hints=Hints.of_json(row.asked),
            attempts=row.attempts,
            begun_alone=row.begun_alone,
            owner=owner,
            was_read=row.reading_id is not None,
            demanding=demanding[row.file_id],
        )
        for row in rows
    ]


def _demanding_pages(db: Connection, documents: Collection[str]) -> Counter[str]:
    """Return how many pages of each document were refused since they ask too much of the machine."""
    if not documents:
        return Counter()
    refused = select(pages.c.file_id, pages.c.rejection).where(
        pages.c.file_id.in_(documents), pages.c.state == "done", pages.c.rejection.is_not(None)
    )
    return Counter(
        file for file, reason in db.execute(refused) if reason and reason["code"] == TOO_DEMANDING.code
    )


def renew_claims(db: Connection, owner: str, held_pages: Iterable[str], until: datetime) -> None:
    """Renew a server's claims on the pages that it reads; others run out."""
    mine = and_(pages.c.state == "claimed", pages.c.claimed_by == owner)
    held = and_(mine, pages.c.id.in_(tuple(held_pages)))
    db.execute(update(pages).where(held).values(claimed_until=until))


def give_back(db: Connection, owner: str, page: str | None = None, *, counted: bool = False) -> int:
    """Put the pages that a server has claimed, or one of them, back in line.

    If it is counted, the attempt is: another server may fare better, but not for ever.
    """
    held = and_(pages.c.state == "claimed", pages.c.claimed_by == owner)
    if page is not None:
        held = and_(held, pages.c.id == page)
    begun = pages.c.attempts if counted else pages.c.attempts - 1
    waiting = {"state": "waiting", "claimed_by": None, "attempts": begun}
    return db.execute(update(pages).where(held).values(waiting)).rowcount


def begin_alone(db: Connection, claim: Claim) -> None:
    """Record that a page is being read alone, if the claim still holds.

    What a server was reading when it died is known of such pages alone: all others it may just have claimed.
    """
    db.execute(update(pages).where(is_held(claim)).values(begun_alone=claim.begun_alone + 1))


def still_holds(db: Connection, claim: Claim) -> bool:
    """Tell whether the claim still holds."""
    return db.execute(select(pages.c.id).where(is_held(claim))).first() is not None


def forgive(db: Connection, claim: Claim) -> None:
    """Record that the server survived a page that it read alone."""
    db.execute(update(pages).where(is_held(claim)).values(begun_alone=claim.begun_alone))


def is_kept(db: Connection, sha256: str) -> bool:
    """Tell whether the database has a photo as stored."""
    kept = select(photos.c.sha256).where(photos.c.sha256 == sha256, photos.c.deleted_at.is_(None))
    return db.execute(kept).first() is not None


def release_all_claims(db: Connection) -> int:
    """Put all claimed pages back in line, when no other server is alive; return how many."""
    claimed = update(pages).where(pages.c.state == "claimed")
    return db.execute(claimed.values(state="waiting", claimed_by=None)).rowcount


def count_pages_by_state(db: Connection) -> dict[str, float]:
    """Return how many pages wait, are being read, and are done."""
    rows = db.execute(select(pages.c.state, func.count()).group_by(pages.c.state))
    counted = {state: count for state, count in rows}
    return {state: counted.get(state, 0) for state in ("waiting", "claimed", "done")}


def count_waiting(db: Connection) -> int:
    """Return how many pages are not read yet."""
    waiting = pages.c.state.in_(("waiting", "claimed"))  # not "other than done": an index finds these alone
    return db.execute(select(func.count()).select_from(pages).where(waiting)).scalar_one()


def is_held(claim: Claim) -> ColumnElement[bool]:
    """Return the SQL condition that the claim still holds."""
    return and_(
        pages.c.id == claim.page,
        pages.c.state == "claimed",
        pages.c.claimed_by == claim.owner,
        pages.c.attempts == claim.attempts,
    )
