"""All that the report measures, in the order of its page: what it needs, how long it takes, what does it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from datasets.measure.ablations import ablation_figures
from datasets.measure.context import context_figures
from datasets.measure.cuts import all_cuts, cut_figures
from datasets.measure.engine import engine_figures
from datasets.measure.figures import Figure
from datasets.measure.finding import all_findings, finding_figures
from datasets.measure.hands import hand_figures
from datasets.measure.heldout import heldout_figures
from datasets.measure.ladders import few_steps, ladder_figures
from datasets.measure.ledger import photo_figures as ledger_photo_figures
from datasets.measure.ledger import strip_figures
from datasets.measure.peers import peer_figures
from datasets.measure.reading import photo_figures
from datasets.measure.sheets import lattice_figures, look_at_others, refusal_figures
from datasets.measure.speed import speed_figures
from datasets.measure.spoiling.stress import STRESSES
from datasets.measure.throughput import throughput_figures
from tests.bench import load
from tests.bench.cluster import scale_figures
from tests.bench.pages import page_figures
from tests.bench.report.footprint import footprint_figures
from tests.service.pages.conftest import CHROMIUM
from tests.service.postgres import has_postgres

SAMPLES = Path("tests/sheets")
PHOTOS, GRIDS, OTHERS = "data/photos", "data/grids", "data/other_photos"
DRAWN, SEASONS, HANDS, STRIPS = 200, 15, 30, 200
CUT, COLUMNS = 3, (0.5, 1.0, 1.5, 2.0, 3.0, 5.0)
SPOILT_EVERY = 2  # of the real grids, under each stress; all of them clean
SPEED_ROUNDS = 5
SERVED, TURNS, CLIENTS = 16, 3, (1, 8)
UPLOADS = 400
SCALED, SCALE_ROUNDS = 12, 3

Make = Callable[[Path], Sequence[Figure]]
"""From the shared folder to figures."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is measured in a process of its own."""

    name: str
    seconds: int
    """About how long it takes on two quiet cores."""
    run: Make
    needs: str = ""
    """A folder in the shared one, without which nothing can be measured."""
    is_timed: bool = False
    """Whether it wants the machine for itself."""
    lacks: Callable[[], str] = str
    """Tells which program this machine lacks, if one; an empty string where it has all."""

    @property
    def command(self) -> str:
        """Return what measures it alone."""
        return command_of(self.name)

    def missing(self, shared: Path) -> str:
        """Return why it cannot be measured; empty if it can."""
        if self.needs and not (shared / self.needs).is_dir():
            return f"{shared / self.needs} is not here: it does not ship with the project"
        return self.lacks()


def command_of(name: str) -> str:
    """Return what measures only that."""
    return f"python -m tests.bench.report --only {name}"


def _present(folder: Path) -> Path | None:
    return folder if folder.is_dir() else None


def _finding(kind: str) -> Measure:
    every, seconds = (1, 170) if kind == "clean" else (SPOILT_EVERY, 95)
    return Measure(
        f"finding-{kind}",
        seconds,
        lambda shared: finding_figures(all_findings(shared / GRIDS, (kind,), every)),
        GRIDS,
    )


def _refusals(shared: Path) -> list[Figure]:
    return refusal_figures(list(look_at_others(shared / OTHERS)))


def _service(kind: str, _: Path) -> list[Figure]:
    with load.servers(kind) as serve:
        throughput = load.throughput_figures(kind, serve, SERVED, TURNS)
    with load.servers(kind) as serve:
        return throughput + load.latency_figures(kind, serve, SERVED, CLIENTS)


def _memory(_: Path) -> list[Figure]:
    with load.servers("sqlite") as serve:
        return load.memory_figures("sqlite", serve, UPLOADS)


def _no_postgres() -> str:
    return "" if has_postgres() else "PostgreSQL is not here: install Debian's package postgresql"


def _no_chromium() -> str:
    return "" if CHROMIUM else "Chromium is not here: install Debian's package chromium-headless-shell"


def _timed(name: str, seconds: int, run: Make, lacks: Callable[[], str] = str) -> Measure:
    return Measure(name, seconds, run, is_timed=True, lacks=lacks)


MEASURES = (
    Measure("photos", 20, lambda shared: photo_figures(shared / PHOTOS), PHOTOS),
    Measure("peers", 70, lambda shared: peer_figures(shared / PHOTOS), PHOTOS),
    Measure("ledger", 10, lambda shared: ledger_photo_figures(shared / PHOTOS), PHOTOS),
    Measure("strips", 50, lambda _: strip_figures(STRIPS)),
    Measure("heldout", 110, lambda _: heldout_figures(DRAWN)),
    Measure("lattices", 110, lambda shared: lattice_figures(shared / PHOTOS), PHOTOS),
    *map(_finding, STRESSES),
    Measure("ladders", 180, lambda shared: ladder_figures(few_steps(_present(shared / PHOTOS)))),
    Measure("cuts", 80, lambda _: cut_figures(all_cuts(CUT, COLUMNS))),
    Measure("refusals", 100, _refusals, OTHERS),
    Measure("ablations", 40, lambda shared: ablation_figures(shared / PHOTOS), PHOTOS),
    Measure("context", 60, lambda _: context_figures(SEASONS)),
    Measure("hands", 40, lambda _: hand_figures(HANDS)),
    _timed("speed", 170, lambda shared: speed_figures(_present(shared / PHOTOS), SPEED_ROUNDS)),
    _timed("throughput", 30, lambda shared: throughput_figures(_present(shared / PHOTOS), SAMPLES)),
    _timed("footprint", 40, lambda shared: footprint_figures(SAMPLES, _present(shared / PHOTOS))),
    _timed("engine", 10, lambda _: engine_figures()),
    _timed("service", 55, partial(_service, "sqlite")),
    _timed("service-postgresql", 60, partial(_service, "postgresql"), _no_postgres),
    _timed("service-cluster", 70, partial(_service, "cluster")),
    _timed("service-memory", 35, _memory),
    _timed("scale", 100, lambda _: scale_figures(SCALED, SCALE_ROUNDS)),
    _timed("pages", 30, lambda _: page_figures(), _no_chromium),
)
