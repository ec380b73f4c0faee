"""Every fault at every step of an upload, a reading, a correction, a publication and a migration.

    python -m tests.service.faults.matrix --seed 1 --database sqlite --photos disk --fault kill

Each cell of the table is a fault at a step; afterwards `invariants` looks what does not hold.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from threading import Event

from tests.service.faults.aging import make_old
from tests.service.faults.orders import KILL
from tests.service.faults.scene import Scene, Store, open_scene
from tests.service.faults.strikes import FAULTS, strike
from tests.service.postgres import run_postgres
from tests.service.seeded import ALL_SEEN, File, photo_of

UPLOAD = (
    "bytes received",
    "batch made",
    "photo not written",
    "photo half written",
    "photo not renamed",
    "photo written",
    "no row yet",
    "row added",
    "event added",
    "page in line",
    "file kept",
    "answer not stored",
    "answer not committed",
    "answer not sent",
)
READING = (
    "claim not committed",
    "claimed",
    "split not committed",
    "reading",
    "in a reader",
    "result not kept",
    "result not added",
    "result not committed",
    "result kept",
)
CORRECTION = (
    "not corrected",
    "sheet not changed",
    "sheet changed",
    "correction not committed",
    "correction not answered",
)
PUBLICATION = (
    "tournament locked",
    "standings made",
    "publication added",
    "answer not stored",
    "answer not committed",
    "answer not sent",
)
MIGRATION = ("migration not begun", "step not noted", "step taken", "migration not committed", "migrated")
DEEDS = {
    "upload": UPLOAD,
    "reading": READING,
    "correction": CORRECTION,
    "publication": PUBLICATION,
    "migration": MIGRATION,
}
OF_A_DISK = {"photo half written", "photo not renamed"}
STORES = tuple(
    Store(database, photos) for database in ("sqlite", "postgresql") for photos in ("disk", "bucket")
)
DOES_NOT_APPLY = "–"  # noqa: RUF001
PASSED = "passed"


@dataclass(frozen=True)
class Cell:
    """A fault at a step of a deed."""

    deed: str
    step: str
    fault: str

    def __str__(self) -> str:
        return f"{self.fault}, {self.deed}, {self.step}"

    def applies(self, store: Store) -> bool:
        """Tell whether there is such a thing on this store."""
        if self.step in OF_A_DISK and store.photos == "bucket":
            return False
        if self.step == "in a reader" and self.fault not in (KILL, "pause"):
            return False
        return self.fault != "lost connection" or store != Store("sqlite", "disk")


@dataclass(frozen=True)
class Outcome:
    """What became of a cell."""

    store: Store
    cell: Cell
    found: tuple[str, ...]
    seconds: float = 0.0
    refused: tuple[str, ...] = ()
    """What the client heard before it was told that it is done."""
    applies: bool = True

    def __str__(self) -> str:
        return DOES_NOT_APPLY if not self.applies else "; ".join(self.found) or PASSED


def cells(faults: Iterable[str]) -> list[Cell]:
    """Return all cells of some faults."""
    return [Cell(deed, step, fault) for fault in faults for deed, steps in DEEDS.items() for step in steps]


def fill(scene: Scene, cell: Cell, seed: int) -> Outcome:
    """Let the fault happen at the step, and look what is found afterwards."""
    begun = time.monotonic()
    scene.refused.clear()
    try:
        _do_under_fault(scene, cell, seed)
        scene.rest()
        found = scene.what_is_wrong()
    except Exception as error:  # whatever it is, it is the cell's outcome
        found = [f"{type(error).__name__}: {error}"]
    scene.orders.withdraw(cell.step)
    return Outcome(scene.store, cell, tuple(found), time.monotonic() - begun, tuple(scene.refused))


def _do_under_fault(scene: Scene, cell: Cell, seed: int) -> None:
    random = Random(f"{seed} {scene.store} {cell}")
    if cell.deed == "correction" and not scene.promised.batches:
        scene.upload(_photo(random, cell, "corrected"))
        scene.rest()
    if cell.deed == "migration":
        scene.kill()
        make_old(scene.address)
    scene.orders.give(cell.step, cell.fault)
    with ThreadPoolExecutor(1) as aside:
        over = Event()
        striking = aside.submit(strike, scene, cell.step, cell.fault, over.is_set)
        try:
            _do(scene, cell, random)
        finally:
            over.set()
            striking.result()
    if cell.deed == "migration":
        scene.upload(_photo(random, cell, "after"))


def _do(scene: Scene, cell: Cell, random: Random) -> None:
    if cell.deed in ("upload", "reading"):
        scene.upload(_photo(random, cell))
    elif cell.deed == "correction":
        scene.correct(random.choice(scene.cup.sheets())["id"], random)
    elif cell.deed == "publication":
        scene.publish(str(cell))
    else:
        scene.revive()


def _photo(random: Random, cell: Cell, what: str = "") -> File:
    """Return a new photo, or a document of two pages for the step that divides it."""
    pages = random.sample(ALL_SEEN, 2 if "split" in cell.step else 1)
    name = f"{cell} {what}".strip() + (".pdf" if len(pages) > 1 else ".jpg")
    return File(name, photo_of(*pages, salt=f"{random.random()}"), "")


def fill_all(
    stores: Iterable[Store], faults: Sequence[str], seed: int, only: Sequence[str] = ()
) -> Iterator[Outcome]:
    """Fill the table; whoever finds something goes on with a new service."""
    with ExitStack() as stack:
        postgres: list[str] = []
        for store in stores:
            if store.database == "postgresql" and not postgres:
                postgres.append(stack.enter_context(run_postgres()).address)
            for fault in faults:
                wanted = [cell for cell in cells([fault]) if not only or cell.deed in only]
                yield from (
                    Outcome(store, cell, (), applies=False) for cell in wanted if not cell.applies(store)
                )
                left = [cell for cell in wanted if cell.applies(store)]
                while left:
                    yield from _fill_until_found(store, postgres[0] if postgres else None, left, seed)


def _fill_until_found(store: Store, postgres: str | None, left: list[Cell], seed: int) -> Iterator[Outcome]:
    with open_scene(store, postgres, os.environ.__setitem__) as scene:
        while left:
            outcome = fill(scene, left.pop(0), seed)
            yield outcome
            if outcome.found:
                return


def table(outcomes: Sequence[Outcome]) -> str:
    """Return a row for each store and step, with a column for each fault."""
    faults = [fault for fault in FAULTS if any(each.cell.fault == fault for each in outcomes)]
    lines = [f"| store | deed | step | {' | '.join(faults)} |", f"|{' --- |' * (len(faults) + 3)}"]
    by_cell = {(each.store, each.cell): each for each in outcomes}
    for store, deed, step in dict.fromkeys((each.store, each.cell.deed, each.cell.step) for each in outcomes):
        row = [str(by_cell.get((store, Cell(deed, step, fault)), "not tried")) for fault in faults]
        lines.append(f"| {store} | {deed} | {step} | {' | '.join(row)} |")
    return "\n".join(lines)


def main() -> int:
    """Fill the table, print it, and tell whether anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.service.faults.matrix", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"))
    parser.add_argument("--photos", choices=("disk", "bucket"))
    parser.add_argument("--fault", choices=FAULTS, action="append")
    parser.add_argument("--deed", choices=DEEDS, action="append", default=[])
    asked = parser.parse_args()
    stores = [
        store
        for store in STORES
        if asked.database in (None, store.database) and asked.photos in (None, store.photos)
    ]
    outcomes = []
    for outcome in fill_all(stores, asked.fault or FAULTS, asked.seed, asked.deed):
        outcomes.append(outcome)
        if outcome.applies:
            heard = " ".join(dict.fromkeys(outcome.refused))
            print(
                f"{outcome.store}, {outcome.cell} ({outcome.seconds:.1f} s, {heard}): {outcome}", flush=True
            )
    print(table(outcomes))
    tried, found = [each for each in outcomes if each.applies], [each for each in outcomes if each.found]
    print(f"\n{len(tried)} cells, {len(tried) - len(found)} passed, {len(found)} with findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
