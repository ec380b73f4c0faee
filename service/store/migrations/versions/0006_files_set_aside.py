"""Keeps when a person set a rejected file aside."""

import sqlalchemy as sa
from alembic import op

from service.store.columns import Moment

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Take the step."""
    op.add_column("files", sa.Column("dismissed_at", Moment(), nullable=True))
