"""A server to which a fault may happen at each step of its work: the real service, with a stub for vision."""

import errno
import os
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, BinaryIO

from alembic import command
from alembic.runtime.migration import HeadMaintainer
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError

from service.intake import receive
from service.readingqueue import claims, readingloop
from service.readingqueue.claims import Claim
from service.review import correcting
from service.routes import batches
from service.routes import sheets as sheet_routes
from service.routes.uploading import read_upload
from service.server.running import run_server
from service.setup.settings import read_settings
from service.standings import publications
from service.store import blobs, database, events
from service.web import idempotency
from service.work.tasks import PageResult, PageTask, count_pages
from service.work.workforce import Work
from tests.service.faults.orders import CLOCK, FULL, SERVER, SLOW, lasting, meet, meet_in_reader
from tests.service.stubs import get_stub_ready
from tests.service.survivor import read_seeded

DAWDLES = 0.5  # seconds that a slow disk takes
CHANGES = ("INSERT", "UPDATE", "DELETE", "CREATE", "ALTER")


def _around(owner: Any, name: str, *, before: str = "", after: str = "") -> None:
    """Put a step before or after what a function does."""
    work = getattr(owner, name)

    def done(*given: Any, **named: Any) -> Any:
        meet(before)
        result = work(*given, **named)
        meet(after)
        return result

    setattr(owner, name, done)


def _read_body(work: Callable[..., Any]) -> Callable[..., Any]:
    async def done(request: Any) -> Any:
        upload = await work(request)
        meet("bytes received")
        return upload

    return done


def _copy(photo: BinaryIO, file: BinaryIO) -> None:
    content = photo.read()
    file.write(content[: len(content) // 2])
    file.flush()
    meet("photo half written")
    file.write(content[len(content) // 2 :])


def _claim(work: Callable[..., list[Claim]]) -> Callable[..., list[Claim]]:
    def done(*given: Any, **named: Any) -> list[Claim]:
        claimed = work(*given, **named)
        if claimed:
            meet("claim not committed")
        return claimed

    return done


def read_or_fail(task: PageTask) -> PageResult:
    """Read what the photo says that it shows; a fault may happen to the server or the reader meanwhile."""
    meet("reading")
    meet_in_reader("in a reader")
    return read_seeded(task)


def arm() -> None:
    """Let a fault be possible at each step, and some to last."""
    _arm_uploads()
    _arm_readings()
    _arm_corrections_and_publications()
    _arm_migrations()
    _let_disks_fail()
    _let_the_clock_be_wrong()


def _arm_uploads() -> None:
    patched: Any = blobs
    patched.copyfileobj = _copy
    _around(os, "replace", before="photo not renamed")
    _around(blobs.FolderBlobs, "put", before="photo not written", after="photo written")
    _around(blobs.BucketBlobs, "put", before="photo not written", after="photo written")
    _around(receive, "_add_file", before="no row yet", after="row added")
    _around(receive, "queue_page", before="event added", after="page in line")
    _around(receive, "_receive", before="batch made", after="file kept")
    _around(idempotency.Once, "finish", before="answer not stored", after="answer not committed")
    _around(idempotency.Answer, "to_response", before="answer not sent")
    patched = batches
    patched.read_upload = _read_body(read_upload)


def _arm_readings() -> None:
    patched: Any = claims
    patched.claim_pages = _claim(claims.claim_pages)
    _around(readingloop, "split_document", after="split not committed")
    _around(readingloop, "settle_page", before="result not added", after="result not committed")
    _around(readingloop.ReadingLoop, "_hand_out", before="claimed")
    _around(readingloop.ReadingLoop, "_keep", before="result not kept", after="result kept")


def _arm_corrections_and_publications() -> None:
    _around(sheet_routes, "correct_sheet", before="not corrected", after="correction not committed")
    _around(correcting, "change_sheet", before="sheet not changed", after="sheet changed")
    _around(sheet_routes.SheetToChange, "change", after="correction not answered")
    _around(publications, "make_standings", before="tournament locked", after="standings made")
    _around(publications, "_keep", after="publication added")


def _arm_migrations() -> None:
    _around(database.Database, "migrate", before="migration not begun", after="migrated")
    _around(HeadMaintainer, "update_to_step", before="step not noted", after="step taken")
    _around(command, "upgrade", after="migration not committed")


def _let_disks_fail() -> None:
    """Let a disk be slow, and that of PostgreSQL be full; the server's own is bounded by the system."""
    system: Any = os
    sync = system.fsync

    def fsync(descriptor: Any) -> None:
        _dawdle()
        sync(descriptor)

    system.fsync = fsync

    def execute(db: Connection, _: Any, statement: str, *__: Any) -> None:
        changes = statement.lstrip().startswith(CHANGES)
        if changes and db.dialect.name == "postgresql" and lasting(FULL) is not None:
            raise OperationalError(statement, {}, _no_room())

    event.listen(Engine, "before_cursor_execute", execute)
    event.listen(Engine, "commit", lambda _: _dawdle())


def _no_room() -> Exception:
    from psycopg.errors import DiskFull  # whoever has only SQLite has not got it

    return DiskFull(os.strerror(errno.ENOSPC))


def _dawdle() -> None:
    if lasting(SLOW) is not None:
        time.sleep(DAWDLES)


def _let_the_clock_be_wrong() -> None:
    right = events.now

    def now() -> datetime:
        return right() + timedelta(hours=float(lasting(CLOCK) or 0))

    for name, module in list(sys.modules.items()):
        if name.startswith("service.") and getattr(module, "now", None) is right:
            vars(module)["now"] = now


def main() -> None:
    """Serve."""
    os.environ[SERVER] = str(os.getpid())
    arm()
    idempotency.GIVEN_UP = timedelta(seconds=1)  # so that nobody waits long for what a dead server had begun
    readingloop.LONGEST_PAUSE = 1.0  # nor for a database or a bucket that is there again
    run_server(read_settings(), Work(count_pages, read_or_fail, get_stub_ready))
