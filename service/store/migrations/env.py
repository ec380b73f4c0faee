"""The environment that alembic runs: it is always given a connection (see `service.store.database`)."""

from typing import Literal

from alembic import context

from service.store.columns import Json, Moment
from service.store.tables import metadata


def render(kind: str, item: object, _: object) -> str | Literal[False]:
    """Write our own column types by their names."""
    if kind == "type" and item is Json:
        return "Json"
    return "Moment()" if kind == "type" and isinstance(item, Moment) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_item=render,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
