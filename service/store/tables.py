"""The tables. A tournament owns all that is in it; events are only ever added.

    tournament -> rounds -> tables -> seats <- players
    tournament -> batches -> files -> pages -> readings (append-only)
                                      pages -> sheets  (as they stand: corrected, placed)
    scans -> sheets

A scan is a photo outside all tournaments, and belongs to its sender.

Every identifier is a random text (`new_id`): knowing one tells nothing about another.
"""

import re
import secrets
from typing import TypeAlias

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from service.store.columns import Json, Moment

ID = String(24)
DIGEST = String(64)

Record: TypeAlias = Row[*tuple[object, ...]]
"""A row of a query; its columns are attributes."""
Rows: TypeAlias = Select[*tuple[object, ...]]
"""A query of such rows."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def new_id() -> str:
    """Return a random identifier of 96 bits, safe in a URL.

    It does not begin with a hyphen, or a command would take it for an option.
    """
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        continue
    return made


def is_identifier(text: str) -> bool:
    """Whether a text may be an identifier; no database need be asked for one that may not."""
    return bool(re.fullmatch(r"[A-Za-z0-9_-]{1,24}", text))


def _owned(owner: str, by: str) -> Column[str]:
    """Return the foreign key of the owner, with which the row is deleted."""
    return Column(by, ID, ForeignKey(f"{owner}.id", ondelete="CASCADE"), nullable=False, index=True)


tournaments = Table(
    "tournaments",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("side", String(8)),  # None: found out on each sheet
    Column("edicts", Json, nullable=False),  # names A B C D, or []
    Column("solo", Boolean, nullable=False, default=False),
    Column("stage", String(12), nullable=False, default="draft"),  # draft, published
    Column("version", Integer, nullable=False, default=1),
    Column("created_at", Moment, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", ID, primary_key=True),
    _owned("tournaments", "tournament_id"),
    Column("name", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    UniqueConstraint("tournament_id", "name"),
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", ID, primary_key=True),
    _owned("tournaments", "tournament_id"),
    Column("number", Integer, nullable=False),  # from 1
    Column("edicts", Json),  # None: the tournament's
    UniqueConstraint("tournament_id", "number"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    _owned("rounds", "round_id"),
    Column("name", Text, nullable=False),
    Column("edicts", Json),  # None: the round's
    UniqueConstraint("round_id", "name"),
)

seats = Table(
    "seats",
    metadata,
    Column("round_id", ID, ForeignKey("rounds.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", ID, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    _owned("tables", "table_id"),
)

photos = Table(  # each once, however often it was sent
    "photos",
    metadata,
    Column("sha256", DIGEST, primary_key=True),
    Column("size", Integer, nullable=False),  # bytes
    Column("kind", String(8), nullable=False),  # jpeg, png, pdf, ...
    Column("received_at", Moment, nullable=False),  # the last time that it was sent
    Column("deleted_at", Moment),  # by retention or on request; what was read of it may stay
)

signs = Table(  # what squares look like to the network: goes with the photo
    "signs",
    metadata,
    Column("sha256", DIGEST, primary_key=True),
    Column("sheet", DIGEST, primary_key=True),  # of where it lies in the photo, and of who read it
    Column("seen", LargeBinary, nullable=False),
)

batches = Table(
    "batches",
    metadata,
    Column("id", ID, primary_key=True),
    _owned("tournaments", "tournament_id"),
    Column("round_id", ID, ForeignKey("rounds.id", ondelete="SET NULL")),  # stated for all its files
    Column("season", String(8)),  # likewise
    Column("side", String(8)),  # likewise
    Column("player_id", ID, ForeignKey("players.id", ondelete="SET NULL")),  # whose sheets these are
    Column("received_by", Text, nullable=False),
    Column("received_at", Moment, nullable=False),
)

files = Table(  # a row for everything that was sent
    "files",
    metadata,
    Column("id", ID, primary_key=True),
    Column("tournament_id", ID, nullable=False, index=True),
    _owned("batches", "batch_id"),
    Column("position", Integer, nullable=False),  # in the batch, from 0
    Column("name", Text, nullable=False),
    Column("sha256", DIGEST),  # None: refused before it was kept
    Column("refusal", Json),  # the reason, where it was
    Column("duplicate_of", ID),  # the file of this tournament with the same bytes: nothing is read again
    Column("received_at", Moment, nullable=False),
    Column("dismissed_at", Moment),  # a person set it aside, who saw that it was rejected
    UniqueConstraint("batch_id", "position"),
)
Index("ix_files_tournament_id_sha256", files.c.tournament_id, files.c.sha256)

pages = Table(  # the work: a photo is one page, a document has several
    "pages",
    metadata,
    Column("id", ID, primary_key=True),
    Column("tournament_id", ID, nullable=False, index=True),
    _owned("files", "file_id"),
    Column("number", Integer),  # None: a photo, or a document that nobody has opened yet; else from 1
    Column("state", String(8), nullable=False),  # waiting, claimed, done
    Column("asked", Json, nullable=False),  # side, corners and way up that a person gave
    Column("attempts", Integer, nullable=False, default=0),  # how often it was claimed
    Column("begun_alone", Integer, nullable=False, server_default="0"),  # reading nothing else, and not ended
    Column("claimed_by", String(64)),
    Column("claimed_until", Moment),
    Column("reading_id", ID),  # the reading in force
    Column("rejection", Json),  # the reason, if it was rejected
    Column("queued_at", Moment, nullable=False),  # the order of work
    Column("done_at", Moment),
    UniqueConstraint("file_id", "number"),
)
Index("ix_pages_work", pages.c.state, pages.c.queued_at, pages.c.number)

readings = Table(  # only ever added
    "readings",
    metadata,
    Column("id", ID, primary_key=True),
    _owned("pages", "page_id"),
    Column("document", Json, nullable=False),  # surveyor/reading@1
    Column("model", Text),
    Column("rules", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
)

sheets = Table(
    "sheets",
    metadata,
    Column("id", ID, primary_key=True),
    Column("tournament_id", ID, index=True),  # None: of a scan
    Column("page_id", ID, ForeignKey("pages.id", ondelete="CASCADE"), index=True),  # likewise
    Column("scan_id", ID, ForeignKey("scans.id", ondelete="CASCADE"), index=True),  # None: of a tournament
    Column("number", Integer, nullable=False),  # on the photo, from 0
    Column("state", String(9), nullable=False),  # scored, review, dismissed
    Column("player_id", ID, ForeignKey("players.id", ondelete="SET NULL"), index=True),
    Column("round_id", ID, ForeignKey("rounds.id", ondelete="SET NULL"), index=True),
    Column("season", String(8)),
    Column("placed_by", String(8)),  # code, name, told, hand
    Column("map", Json, nullable=False),  # side, terrain, coins, boxes, final: as they stand
    Column("doubts", Json, nullable=False),  # what a person still has to settle
    Column("likeness", DIGEST, nullable=False),  # of the map: the same from two players is flagged
    Column("version", Integer, nullable=False, default=1),
    UniqueConstraint("page_id", "number"),
    UniqueConstraint("scan_id", "number"),
)
Index("ix_sheets_place", sheets.c.tournament_id, sheets.c.round_id, sheets.c.player_id, sheets.c.season)

scans = Table(  # photos that are looked at outside a tournament
    "scans",
    metadata,
    Column("id", ID, primary_key=True),
    Column("owner", Text, nullable=False),  # Actor.id: nobody else sees it
    Column("name", Text, nullable=False),  # of the photo
    Column("sha256", DIGEST, nullable=False, index=True),
    Column("page", Integer),  # of a document, from 1; None: a photo
    Column("pages", Integer, nullable=False),  # that the document has, of which one is read
    Column("asked", Json, nullable=False),  # side, corners and way up that a person gave
    Column("reading", Json, nullable=False),  # surveyor/reading@1
    Column("edicts", Json, nullable=False),  # four names A B C D, null for what is not known
    Column("season", String(8)),
    Column("solo", Boolean, nullable=False, default=False),
    Column("version", Integer, nullable=False, default=1),
    Column("received_at", Moment, nullable=False),
    Column("used_at", Moment, nullable=False),  # the day when somebody last looked at it
)
Index("ix_scans_owner_received_at", scans.c.owner, scans.c.received_at)

events = Table(  # only ever added: who did what, when
    "events",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Moment, nullable=False),
    Column("actor", Text, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("tournament_id", ID, index=True),
    Column("subject_id", ID, index=True),  # the sheet, page, file, player ... that it is about
    Column("body", Json, nullable=False),
)

publications = Table(  # only ever added
    "publications",
    metadata,
    Column("id", ID, primary_key=True),
    _owned("tournaments", "tournament_id"),
    Column("number", Integer, nullable=False),  # from 1
    Column("reason", Text, nullable=False),  # "" for the first
    Column("standings", Json, nullable=False),
    Column("published_by", Text, nullable=False),
    Column("published_at", Moment, nullable=False),
    UniqueConstraint("tournament_id", "number"),
)

keys = Table(
    "keys",
    metadata,
    Column("id", ID, primary_key=True),
    Column("digest", DIGEST, nullable=False, unique=True),  # of the key; itself it is nowhere
    Column("prefix", String(12), nullable=False),  # shown, to tell keys apart
    Column("label", Text, nullable=False),
    Column("role", String(10), nullable=False),  # organiser, judge, player
    Column("tournament_id", ID, ForeignKey("tournaments.id", ondelete="CASCADE")),  # None: all
    Column("player_id", ID, ForeignKey("players.id", ondelete="CASCADE")),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment),
    Column("revoked_at", Moment),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", DIGEST, primary_key=True),  # of the cookie
    Column("actor", Json, nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("expires_at", Moment, nullable=False),
)

answers = Table(  # to requests with an Idempotency-Key
    "answers",
    metadata,
    Column("actor", Text, primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("request", DIGEST, nullable=False),  # of method, path and body
    Column("status", Integer),  # None: under way
    Column("body", Json),
    Column("headers", Json),
    Column("at", Moment, nullable=False),
)
