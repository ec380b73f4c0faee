"""Signs: what the squares of a sheet look like to the network, so that what a person says carries over."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "signs",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("sheet", sa.String(length=64), nullable=False),
        sa.Column("seen", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", "sheet", name=op.f("pk_signs")),
    )
