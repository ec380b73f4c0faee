"""Makes a database of today one of an older step, with all that is in it: it is migrated once more."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Table

from service.store.database import open_database
from service.store.tables import events, metadata
from tests.service.store.olddatabases import open_old, tables_of

OLD = "0001"


def make_old(address: str) -> None:
    """Make the tables anew as an earlier program made them, and put back the rows that they had."""
    database = open_database(address)
    with database.begin() as db:
        rows = {table: db.execute(sa.select(table)).mappings().all() for table in metadata.sorted_tables}
        metadata.drop_all(db)
        db.execute(sa.text("DROP TABLE alembic_version"))
        with TemporaryDirectory() as folder:
            tables = tables_of(open_old(OLD, Path(folder)))
        tables.create_all(db)
        db.execute(sa.insert(tables.tables["alembic_version"]).values(version_num=OLD))
        for table, kept in rows.items():
            if table.name in tables.tables:
                _put_back(db, table, [dict(row) for row in kept])
        if not database.is_sqlite:
            last = sa.select(sa.func.max(events.c.id)).scalar_subquery()
            db.execute(sa.select(sa.func.setval("events_id_seq", last)))
    database.close()


def _put_back(db: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert rows as far as the old table has their columns."""
    known = {column["name"] for column in sa.inspect(db).get_columns(table.name)}
    old = sa.table(table.name, *(sa.column(each.name, each.type) for each in table.c if each.name in known))
    if rows:
        db.execute(sa.insert(old), [{name: row[name] for name in row if name in known} for row in rows])
