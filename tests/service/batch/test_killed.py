import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from engine.standings import Result, rank_players
from service.batch.documents import State
from service.batch.ledger import LEDGER
from service.batch.paths import MAPS
from service.batch.reading import AHEAD
from service.readings.reader import PhotoReader
from service.scores.certainty import Wanted, scan_reading
from service.scores.scoring import Rules
from service.work.workforce import WAITING
from tests.extent import ALL_TESTS, in_test_all
from tests.service.batch.conftest import Table
from tests.service.batch.readers import TRIES, photo_of, score_of
from tests.service.stubs import EDICTS

SCRIPT = Path(__file__).with_name("killed.py")
SAMPLES = Path(__file__).parents[2] / "sheets"
SHEETS = 200 if ALL_TESTS else 40
PATIENCE = 120.0  # seconds until a test gives up
NEVER = 10**6
AT_HAND = AHEAD * WAITING * 2  # pages that may be read and not yet written when a batch is killed


def run_killed(table: Table, after: int, *, real: bool = False) -> int:
    """Run a batch that is killed after so many files; return its exit status when all its workers are gone.

    They hold the other end of the pipe: it ends when the last of them has ended.
    """
    words = [str(table.folder), str(table.out), "real" if real else "words", str(after)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, str(SCRIPT), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        printed, _ = process.communicate(timeout=PATIENCE)
    assert printed == b""
    return process.returncode


def test_a_batch_that_is_killed_again_and_again_loses_and_doubles_nothing(table: Table) -> None:
    """Five readers are killed, the batch itself twice, once in the middle of a line."""
    unlucky = {SHEETS * tenths // 20 for tenths in (2, 5, 9, 13, 17)}
    seeds = {f"{seed:03}{'-once' if seed in unlucky else ''}": seed for seed in range(SHEETS)}
    table.put(**{name: photo_of(seed, f"Player{seed:03}") for name, seed in seeds.items()})

    statuses = [run_killed(table, SHEETS * 3 // 10)]
    with (table.out / LEDGER).open("ab") as ledger:
        ledger.write(b'{"schema": "surveyor/led')
    (table.out / MAPS / ".a-000000000000.json.unfinished").write_bytes(b"{")
    statuses += [run_killed(table, SHEETS * 7 // 20), run_killed(table, NEVER)]

    assert statuses == [-signal.SIGKILL, -signal.SIGKILL, 0]
    lines = table.lines
    assert sorted(lines) == [f"{name}.jpg" for name in seeds]
    assert {line.state for line in lines.values()} == {State.SCORED}
    maps = {sheet.map for line in lines.values() for page in line.pages for sheet in page.sheets}
    assert {f"{MAPS}/{path.name}" for path in (table.out / MAPS).iterdir()} == maps
    assert len(maps) == SHEETS
    assert [(row["rank"], row["player"], row["total"]) for row in table.standings] == expected(seeds.values())
    tries = {name: len((table.folder / f"{name}.jpg{TRIES}").read_text()) for name in seeds}
    assert all(tries[name] >= 2 for name, seed in seeds.items() if seed in unlucky)
    assert sum(tries.values()) <= SHEETS + len(unlucky) + 2 * AT_HAND


def expected(seeds: Iterable[int]) -> list[tuple[str, str, str]]:
    """Return the standings by the rules alone."""
    scores = {seed: score_of(seed) for seed in seeds}
    results = (
        Result(f"Player{seed:03}", score.total, -score.monsters.total) for seed, score in scores.items()
    )
    return [
        (str(placing.rank), placing.result.player, str(placing.result.total))
        for placing in rank_players(results).placings
    ]


@in_test_all
def test_real_photos_come_out_as_if_nothing_had_happened(table: Table) -> None:
    photos = sorted(SAMPLES.glob("*/photo.jpg"))
    for photo in photos:
        shutil.copy(photo, table.folder / f"{photo.parent.name}.jpg")

    statuses = [run_killed(table, 2, real=True), run_killed(table, NEVER, real=True)]

    assert statuses == [-signal.SIGKILL, 0]
    reader = PhotoReader()
    totals = {
        f"{photo.parent.name}.jpg": scan_reading(
            reader.read_page(photo.read_bytes(), "a.jpg").reading, Wanted(Rules.of(EDICTS))
        )
        .sheets[0]
        .score.total
        for photo in photos
    }
    assert {name: line.pages[0].sheets[0].total for name, line in table.lines.items()} == totals
