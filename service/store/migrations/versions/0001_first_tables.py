"""Tournaments, uploads, readings, sheets, events, access."""

import sqlalchemy as sa
from alembic import op

from service.store.columns import Json, Moment

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Take the step."""
    _make_answers()
    _make_events()
    _make_photos()
    _make_sessions()
    _make_tournaments()
    _make_players()
    _make_publications()
    _make_rounds()
    _make_batches()
    _make_keys()
    _make_tables()
    _make_files()
    _make_seats()
    _make_pages()
    _make_readings()
    _make_sheets()


def _make_answers() -> None:
    op.create_table(
        "answers",
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("request", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("body", Json, nullable=True),
        sa.Column("headers", Json, nullable=True),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("actor", "key", name=op.f("pk_answers")),
    )


def _make_events() -> None:
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("tournament_id", sa.String(length=24), nullable=True),
        sa.Column("subject_id", sa.String(length=24), nullable=True),
        sa.Column("body", Json, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
    )
    op.create_index(op.f("ix_events_subject_id"), "events", ["subject_id"], unique=False)
    op.create_index(op.f("ix_events_tournament_id"), "events", ["tournament_id"], unique=False)


def _make_photos() -> None:
    op.create_table(
        "photos",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("received_at", Moment(), nullable=False),
        sa.Column("deleted_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_photos")),
    )


def _make_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("actor", Json, nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("expires_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sessions")),
    )


def _make_tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("side", sa.String(length=8), nullable=True),
        sa.Column("edicts", Json, nullable=False),
        sa.Column("solo", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )


def _make_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("tournament_id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_players_tournament_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("tournament_id", "name", name=op.f("uq_players_tournament_id_name")),
    )
    op.create_index(op.f("ix_players_tournament_id"), "players", ["tournament_id"], unique=False)


def _make_publications() -> None:
    op.create_table(
        "publications",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("tournament_id", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("standings", Json, nullable=False),
        sa.Column("published_by", sa.Text(), nullable=False),
        sa.Column("published_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_publications_tournament_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_publications")),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_publications_tournament_id_number")),
    )
    op.create_index(op.f("ix_publications_tournament_id"), "publications", ["tournament_id"], unique=False)


def _make_rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("tournament_id", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("edicts", Json, nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_rounds_tournament_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_rounds_tournament_id_number")),
    )
    op.create_index(op.f("ix_rounds_tournament_id"), "rounds", ["tournament_id"], unique=False)


def _make_batches() -> None:
    op.create_table(
        "batches",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("tournament_id", sa.String(length=24), nullable=False),
        sa.Column("round_id", sa.String(length=24), nullable=True),
        sa.Column("season", sa.String(length=8), nullable=True),
        sa.Column("side", sa.String(length=8), nullable=True),
        sa.Column("player_id", sa.String(length=24), nullable=True),
        sa.Column("received_by", sa.Text(), nullable=False),
        sa.Column("received_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_batches_player_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.id"], name=op.f("fk_batches_round_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_batches_tournament_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
    )
    op.create_index(op.f("ix_batches_tournament_id"), "batches", ["tournament_id"], unique=False)


def _make_keys() -> None:
    op.create_table(
        "keys",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("prefix", sa.String(length=12), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("tournament_id", sa.String(length=24), nullable=True),
        sa.Column("player_id", sa.String(length=24), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("expires_at", Moment(), nullable=True),
        sa.Column("revoked_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_keys_player_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_keys_tournament_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keys")),
        sa.UniqueConstraint("digest", name=op.f("uq_keys_digest")),
    )


def _make_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("round_id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("edicts", Json, nullable=True),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.id"], name=op.f("fk_tables_round_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("round_id", "name", name=op.f("uq_tables_round_id_name")),
    )
    op.create_index(op.f("ix_tables_round_id"), "tables", ["round_id"], unique=False)


def _make_files() -> None:
    op.create_table(
        "files",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("tournament_id", sa.String(length=24), nullable=False),
        sa.Column("batch_id", sa.String(length=24), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=True),
        sa.Column("refusal", Json, nullable=True),
        sa.Column("duplicate_of", sa.String(length=24), nullable=True),
        sa.Column("received_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["batches.id"], name=op.f("fk_files_batch_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_files")),
        sa.UniqueConstraint("batch_id", "position", name=op.f("uq_files_batch_id_position")),
    )
    op.create_index(op.f("ix_files_batch_id"), "files", ["batch_id"], unique=False)
    op.create_index(op.f("ix_files_tournament_id"), "files", ["tournament_id"], unique=False)
    op.create_index("ix_files_tournament_id_sha256", "files", ["tournament_id", "sha256"], unique=False)


def _make_seats() -> None:
    op.create_table(
        "seats",
        sa.Column("round_id", sa.String(length=24), nullable=False),
        sa.Column("player_id", sa.String(length=24), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_seats_player_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.id"], name=op.f("fk_seats_round_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_seats_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("round_id", "player_id", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_table_id"), "seats", ["table_id"], unique=False)


def _make_pages() -> None:
    op.create_table(
        "pages",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("tournament_id", sa.String(length=24), nullable=False),
        sa.Column("file_id", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("asked", Json, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_by", sa.String(length=64), nullable=True),
        sa.Column("claimed_until", Moment(), nullable=True),
        sa.Column("reading_id", sa.String(length=24), nullable=True),
        sa.Column("rejection", Json, nullable=True),
        sa.Column("queued_at", Moment(), nullable=False),
        sa.Column("done_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["file_id"], ["files.id"], name=op.f("fk_pages_file_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pages")),
        sa.UniqueConstraint("file_id", "number", name=op.f("uq_pages_file_id_number")),
    )
    op.create_index(op.f("ix_pages_file_id"), "pages", ["file_id"], unique=False)
    op.create_index(op.f("ix_pages_tournament_id"), "pages", ["tournament_id"], unique=False)
    op.create_index("ix_pages_work", "pages", ["state", "queued_at", "number"], unique=False)


def _make_readings() -> None:
    op.create_table(
        "readings",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("page_id", sa.String(length=24), nullable=False),
        sa.Column("document", Json, nullable=False),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("made_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["page_id"], ["pages.id"], name=op.f("fk_readings_page_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_readings")),
    )
    op.create_index(op.f("ix_readings_page_id"), "readings", ["page_id"], unique=False)


def _make_sheets() -> None:
    op.create_table(
        "sheets",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("tournament_id", sa.String(length=24), nullable=False),
        sa.Column("page_id", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("player_id", sa.String(length=24), nullable=True),
        sa.Column("round_id", sa.String(length=24), nullable=True),
        sa.Column("season", sa.String(length=8), nullable=True),
        sa.Column("placed_by", sa.String(length=8), nullable=True),
        sa.Column("map", Json, nullable=False),
        sa.Column("doubts", Json, nullable=False),
        sa.Column("likeness", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["page_id"], ["pages.id"], name=op.f("fk_sheets_page_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_sheets_player_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.id"], name=op.f("fk_sheets_round_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sheets")),
        sa.UniqueConstraint("page_id", "number", name=op.f("uq_sheets_page_id_number")),
    )
    op.create_index(op.f("ix_sheets_page_id"), "sheets", ["page_id"], unique=False)
    op.create_index(
        "ix_sheets_place", "sheets", ["tournament_id", "round_id", "player_id", "season"], unique=False
    )
    op.create_index(op.f("ix_sheets_player_id"), "sheets", ["player_id"], unique=False)
    op.create_index(op.f("ix_sheets_round_id"), "sheets", ["round_id"], unique=False)
    op.create_index(op.f("ix_sheets_tournament_id"), "sheets", ["tournament_id"], unique=False)
