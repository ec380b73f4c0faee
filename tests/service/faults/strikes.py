"""What is done to a process that waits at a step, and what lasts a while from then on."""

import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sqlalchemy import create_engine, text

from tests.service.faults.bucket import Bucket
from tests.service.faults.orders import CLOCK, FULL, KILL, SLOW
from tests.service.faults.scene import Scene
from tests.service.servers import is_alive, wait_until

PAUSE = 2.5  # seconds; the client, the lease and the claim of a request wait less
LASTS = 1.0  # second that a disk is full or slow, a clock is wrong at least, and a connection is lost
HANGS = 2.5  # seconds that a bucket does; each request ends after two of one second
HOURS = {"clock ahead": 5, "clock back": -5}
FAULTS = (KILL, "pause", "full disk", "slow disk", "lost connection", *HOURS)


def strike(scene: Scene, step: str, fault: str, done: Callable[[], bool]) -> None:
    """Wait until a process meets the fault at the step, do it to it, and return once it is over.

    Args:
        scene: where the fault was ordered.
        step: at which.
        fault: one of FAULTS.
        done: whether the client has what it wanted: a wrong clock lasts until then, too.
    """
    wait_until(lambda: scene.orders.who_met(step) is not None, f"somebody at the step {step}")
    victim = scene.orders.who_met(step)
    assert victim is not None
    if fault == "pause":
        _pause(victim)
        scene.orders.go_on(step)
        return
    with _lasting(scene, fault, victim):
        scene.orders.go_on(step)
        if fault == KILL:
            wait_until(lambda: not is_alive(victim), "the end of the process")
        else:
            time.sleep(HANGS if fault == "lost connection" and scene.bucket else LASTS)
        if fault in HOURS:
            wait_until(done, "the client's answer")


def _pause(victim: int) -> None:
    os.kill(victim, signal.SIGSTOP)
    time.sleep(PAUSE)
    os.kill(victim, signal.SIGCONT)


@contextmanager
def _lasting(scene: Scene, fault: str, victim: int) -> Iterator[None]:
    with ExitStack() as stack:
        if fault == "full disk":
            stack.enter_context(no_room_beyond(0, victim))
            stack.enter_context(_mark(scene.folder / FULL))
        elif fault == "slow disk":
            stack.enter_context(_mark(scene.folder / SLOW))
        elif fault == "lost connection":
            _disconnect(scene.address)
            if scene.bucket:
                stack.enter_context(_hanging(scene.bucket))
        elif fault in HOURS:
            stack.enter_context(_mark(scene.folder / CLOCK, str(HOURS[fault])))
        yield


@contextmanager
def no_room_beyond(most: int, process: int) -> Iterator[None]:
    """Let a process write no file beyond so many bytes."""
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        with suppress(ProcessLookupError):  # it has ended of it
            resource.prlimit(process, resource.RLIMIT_FSIZE, before)


@contextmanager
def _mark(path: Path, text: str = "") -> Iterator[None]:
    beside = path.with_suffix(".new")
    beside.write_text(text)
    beside.rename(path)
    try:
        yield
    finally:
        path.unlink()


@contextmanager
def _hanging(bucket: Bucket) -> Iterator[None]:
    bucket.hang()
    try:
        yield
    finally:
        bucket.go_on()


def _disconnect(address: str) -> None:
    """End all connections to a database of PostgreSQL; SQLite has none."""
    if not address.startswith("postgresql"):
        return
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    with engine.connect() as db:
        db.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
    engine.dispose()
