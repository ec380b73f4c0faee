"""Who reads which page, for how long."""

from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy import insert

from service.access.actors import SINGLE_USER
from service.intake.receive import Sent, Told, open_batch, receive_files
from service.ledger.claims import claim_pages, renew_claims
from service.store.blobs import FolderBlobs
from service.store.database import Database
from service.store.events import now
from service.store.tables import tournaments
from tests.service.stubs import CLEAR_PHOTO

LEASE = timedelta(seconds=60)


@pytest.fixture(name="begun")
def _begun(database: Database, tmp_path: Path) -> datetime:
    """Put two pages in line; return the moment."""
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="cup", name="Cup", edicts=[], created_at=now()))
        batch = open_batch(db, SINGLE_USER, "cup", Told())
    sent = [Sent(f"{number}.jpg", BytesIO(CLEAR_PHOTO + bytes([number]))) for number in range(2)]
    receive_files(database, FolderBlobs(tmp_path / "photos"), batch, sent)
    return now()


def claim(database: Database, owner: str, at: datetime) -> list[str]:
    with database.begin() as db:
        return [claim.name for claim in claim_pages(db, owner, 9, at=at, until=at + LEASE)]


def test_what_one_has_claimed_no_other_gets_before_it_runs_out(database: Database, begun: datetime) -> None:
    assert claim(database, "one", begun) == ["0.jpg", "1.jpg"]
    assert claim(database, "other", begun + LEASE) == []
    assert claim(database, "other", begun + 2 * LEASE) == ["0.jpg", "1.jpg"]


def test_what_a_server_claimed_without_learning_of_it_runs_out(database: Database, begun: datetime) -> None:
    with database.begin() as db:
        learned, _ = claim_pages(db, "one", 9, at=begun, until=begun + LEASE)
    with database.begin() as db:
        renew_claims(db, "one", [learned.page], begun + 3 * LEASE)

    assert claim(database, "one", begun + 2 * LEASE) == ["1.jpg"]
