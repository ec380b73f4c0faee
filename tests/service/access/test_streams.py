"""Who may no longer come in is told no more, also by an answer that was begun."""

from datetime import timedelta

from sqlalchemy import insert

from service.access.keys import find_key, revoke_key
from service.store.events import now
from service.store.tables import batches, files, new_id, pages
from tests.service.access.conftest import World


def unfinished_batch(world: World) -> str:
    """Add a batch whose only page is read for ever."""
    batch, file = new_id(), new_id()
    of_cup = {"tournament_id": world.cup.id}
    with world.database.begin() as db:
        db.execute(
            insert(batches).values(id=batch, received_by="test", received_at=now(), side=None, **of_cup)
        )
        named = {"name": "a.jpg", "position": 0, "sha256": "0" * 64, "received_at": now()}
        db.execute(insert(files).values(id=file, batch_id=batch, **named, **of_cup))
        work = {"state": "claimed", "asked": {}, "queued_at": now(), "claimed_by": "another server"}
        until = now() + timedelta(hours=1)
        db.execute(insert(pages).values(id=new_id(), file_id=file, claimed_until=until, **work, **of_cup))
    return batch


def test_a_stream_ends_with_the_key_that_opened_it(world: World) -> None:
    address = f"/v1/tournaments/{world.cup.id}/batches/{unfinished_batch(world)}/events"
    received = []
    with world.web("judge") as web, web.stream("GET", address) as stream:
        assert "content-encoding" not in stream.headers  # packed, a word would wait for the next ones
        for line in stream.iter_lines():
            if line.startswith("event:"):
                received.append(line)
                with world.database.begin() as db:
                    key = find_key(db, world.keys["judge"])
                    assert key is not None
                    revoke_key(db, "test", key.id)

    assert received == ["event: progress"]
