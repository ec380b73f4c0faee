"""The sheets of a scan lie in the table of sheets, as those of tournaments do."""

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from service.store.columns import Json
from service.store.tables import new_id

revision = "0005"
down_revision = "0004"

ID = sa.String(length=24)


def upgrade() -> None:
    """Take the step."""
    with op.batch_alter_table("sheets") as table:
        table.alter_column("tournament_id", existing_type=ID, nullable=True)
        table.alter_column("page_id", existing_type=ID, nullable=True)
        table.add_column(sa.Column("scan_id", ID, nullable=True))
        table.create_foreign_key(op.f("fk_sheets_scan_id"), "scans", ["scan_id"], ["id"], ondelete="CASCADE")
        table.create_unique_constraint(op.f("uq_sheets_scan_id_number"), ["scan_id", "number"])
        table.create_index(op.f("ix_sheets_scan_id"), ["scan_id"], unique=False)
    _move()
    op.drop_column("scans", "sheets")  # in place: a table made anew would take its sheets along


def _move() -> None:
    """Copy what stood in the scans' own column, sheet by sheet."""
    db = op.get_bind()
    scans = sa.table("scans", sa.column("id", ID), sa.column("sheets", Json))
    columns = ("id", "scan_id", "number", "state", "likeness", "version")
    sheets = sa.table("sheets", *map(sa.column, columns), sa.column("map", Json), sa.column("doubts", Json))
    for scan, kept in db.execute(sa.select(scans.c.id, scans.c.sheets)).all():
        for number, sheet in enumerate(kept):
            db.execute(sa.insert(sheets).values(id=new_id(), scan_id=scan, number=number, **_row(sheet)))


def _row(sheet: dict[str, Any]) -> dict[str, Any]:
    shown = json.dumps([sheet["map"]["side"], sheet["map"]["terrain"]], separators=(",", ":"))
    return {
        "state": "review" if sheet["doubts"] else "scored",
        "map": sheet["map"],
        "doubts": sheet["doubts"],
        "likeness": hashlib.sha256(shown.encode()).hexdigest(),
        "version": 1,
    }
