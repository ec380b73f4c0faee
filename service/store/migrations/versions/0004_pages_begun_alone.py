"""Counts how often a page was read alone: if the server dies then, that page is to blame."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Take the step."""
    op.add_column("pages", sa.Column("begun_alone", sa.Integer(), nullable=False, server_default="0"))
