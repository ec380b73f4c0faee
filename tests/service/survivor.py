"""A server that may be killed: the real service as `surveyor serve` starts it, with a stub for vision.

Each reading is noted at its beginning and at its end in the file that READINGS_NOTED names, if it does.
"""

import multiprocessing
import os
import time
from datetime import timedelta
from typing import Any

from engine import ALL_SQUARES, Season, Terrain
from service.documents import Photo, Reading, Sheet, Status
from service.readings.reader import rejected
from service.work.processlimits import importing_much
from service.work.tasks import PageResult, PageTask, count_pages
from service.work.workforce import Work
from tests.service.seeded import Ended, Seen, boxes_of, game_of, pages_of, stars_of
from tests.service.stubs import NO_GRID, get_stub_ready, stub_reading

NOTES = "READINGS_NOTED"
SECONDS = 0.02  # that a reading takes, so that whoever is killed is killed in the middle of one


def note(what: str, task: PageTask) -> None:
    """Add a line to the notes, whole even if several processes write at once."""
    if NOTES not in os.environ:
        return
    line = f"{what} {_server()} {os.getpid()} {task.sha256} {task.page or 1}\n"
    notes = os.open(os.environ[NOTES], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        os.write(notes, line.encode())
    finally:
        os.close(notes)


def read_seeded(task: PageTask) -> PageResult:
    """Read what the photo says that it shows."""
    note("begin", task)
    time.sleep(SECONDS)
    pages = pages_of(task.source.read())
    reading = _reading(task, *pages[(task.page or 1) - 1]) if pages else rejected(task.name, NO_GRID)
    note("end", task)
    return PageResult(reading)


def _reading(task: PageTask, seen: Seen, doubtful: bool) -> Reading:
    return Reading(
        photo=Photo(name=task.name, page=task.page, sha256=task.sha256),
        status=Status.REVIEW if doubtful else Status.READ,
        reason=None,
        seconds=SECONDS,
        model="seeded",
        sheets=(_sheet(seen, doubtful),),
    )


def _sheet(seen: Seen, doubtful: bool) -> Sheet:
    ended = game_of(seen.player, seen.round)[seen.season]
    written = [*boxes_of(seen.player, seen.round)[:3], None] if seen.boxes else []
    values = {
        "terrain": ended.sheet.to_json()["terrain"],
        **(_doubt(ended, seen.season) if doubtful else {}),
        "coins": ended.coins,
        "boxes": written,
        "boxes_confidence": [[1.0] * len(row) if row else None for row in written],
        "code": {"side": "A", "sheet": 1, "tournament": "", "player": seen.player} if seen.coded else None,
    }
    return Sheet.model_validate(Sheet.from_reading(stub_reading(doubt=False)).model_dump() | values)


def _doubt(ended: Ended, season: Season) -> dict[str, Any]:
    """Return a doubt on which the total hangs: a square on which a monster would change it."""
    drawn = ended.sheet
    square = next(
        at
        for at in ALL_SQUARES
        if drawn[at] is Terrain.EMPTY
        and stars_of(drawn.with_terrain({at: Terrain.MONSTER}), ended.coins, season)
        != stars_of(drawn, ended.coins, season)
    )
    shares = {f"{square.row},{square.column}": {Terrain.EMPTY: 0.6, Terrain.MONSTER: 0.4}}
    return {"doubtful": [square], "alternatives": shares, "possible": shares}


def _server() -> int | None:
    """Return the process that this worker works for; another forked it."""
    parent = multiprocessing.parent_process()
    return parent.pid if parent else None


def main() -> None:
    """Serve; what a worker needs not, it does not import."""
    with importing_much():
        from service.server.running import run_server
        from service.setup.settings import read_settings
        from service.web import idempotency

    idempotency.GIVEN_UP = timedelta(seconds=2)  # so that nobody waits long for what a dead server had begun
    run_server(read_settings(), Work(count_pages, read_seeded, get_stub_ready))


if __name__ == "__main__":
    main()
