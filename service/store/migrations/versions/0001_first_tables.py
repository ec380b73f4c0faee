"""The first tables: a new database is made whole instead, of `service.store.tables`."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Take no step: what had these tables has them."""
