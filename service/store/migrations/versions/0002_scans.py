"""Scans: photos that are looked at outside a tournament."""

import sqlalchemy as sa
from alembic import op

from service.store.columns import Json, Moment

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "scans",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("asked", Json, nullable=False),
        sa.Column("reading", Json, nullable=False),
        sa.Column("sheets", Json, nullable=False),
        sa.Column("edicts", Json, nullable=False),
        sa.Column("season", sa.String(length=8), nullable=True),
        sa.Column("solo", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("received_at", Moment(), nullable=False),
        sa.Column("used_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scans")),
    )
    op.create_index("ix_scans_owner_received_at", "scans", ["owner", "received_at"], unique=False)
    op.create_index(op.f("ix_scans_sha256"), "scans", ["sha256"], unique=False)
