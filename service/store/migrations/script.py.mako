"""${message}."""

import sqlalchemy as sa
from alembic import op

from service.store.columns import Json, Moment

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Take the step."""
    ${upgrades if upgrades else "pass"}
