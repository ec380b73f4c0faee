"""All that the report measures: what it needs, how long it may take, and what does it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from datasets.ablations import ablation_figures
from datasets.bench_engine import engine_figures
from datasets.bench_finding import all_findings, finding_figures
from datasets.bench_heldout import heldout_figures
from datasets.bench_peers import peer_figures
from datasets.bench_reading import photo_figures
from datasets.bench_sheets import look_at_others, refusal_figures
from datasets.bench_speed import speed_figures
from datasets.bench_throughput import throughput_figures
from datasets.benchfigures import Figure
from datasets.contextbench import context_figures
from datasets.handbench import hand_figures
from datasets.ledgerbench import photo_figures as ledger_photo_figures
from datasets.ledgerbench import strip_figures
from datasets.stress import STRESSES
from tests.bench import load
from tests.bench.report.footprint import footprint_figures

SAMPLES = Path("tests/sheets")
PHOTOS, GRIDS, OTHERS = "data/photos", "data/grids", "data/other_photos"
DRAWN, SEASONS, HANDS, STRIPS = 200, 15, 30, 200
SPEED_ROUNDS = 5
SERVED, TURNS, CLIENTS = 16, 3, (1, 8)


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is measured in a process of its own."""

    name: str
    budget: int
    """Seconds it may take; about three times what it takes on two quiet cores."""
    run: Callable[[Path], Sequence[Figure]]
    """From the shared folder to figures."""
    needs: str = ""
    """A folder in the shared one, without which nothing can be measured."""
    is_timed: bool = False
    """Whether it wants the machine for itself."""

    def missing(self, shared: Path) -> str:
        """Return why it cannot be measured; empty if it can."""
        if self.needs and not (shared / self.needs).is_dir():
            return f"{shared / self.needs} is not here: it does not ship with the project"
        return ""


def _present(folder: Path) -> Path | None:
    return folder if folder.is_dir() else None


def _service(_: Path) -> list[Figure]:
    with load.servers("sqlite") as serve:
        throughput = load.throughput_figures("sqlite", serve, SERVED, TURNS)
    with load.servers("sqlite") as serve:
        return throughput + load.latency_figures("sqlite", serve, SERVED, CLIENTS)


MEASURES = (
    Measure(
        "speed", 400, lambda shared: speed_figures(_present(shared / PHOTOS), SPEED_ROUNDS), is_timed=True
    ),
    Measure(
        "throughput",
        300,
        lambda shared: throughput_figures(_present(shared / PHOTOS), SAMPLES),
        is_timed=True,
    ),
    Measure(
        "footprint", 240, lambda shared: footprint_figures(SAMPLES, _present(shared / PHOTOS)), is_timed=True
    ),
    Measure("engine", 240, lambda _: engine_figures(), is_timed=True),
    Measure("service", 400, _service, is_timed=True),
    Measure(
        "finding",
        1100,
        lambda shared: finding_figures(all_findings(shared / GRIDS, tuple(STRESSES))),
        GRIDS,
    ),
    Measure("photos", 200, lambda shared: photo_figures(shared / PHOTOS), PHOTOS),
    Measure("peers", 300, lambda shared: peer_figures(shared / PHOTOS), PHOTOS),
    Measure(
        "refusals",
        120,
        lambda shared: refusal_figures([code for _, code, _ in look_at_others(shared / OTHERS)]),
        OTHERS,
    ),
    Measure("heldout", 600, lambda _: heldout_figures(DRAWN)),
    Measure("strips", 300, lambda _: strip_figures(STRIPS)),
    Measure("ledger", 120, lambda shared: ledger_photo_figures(shared / PHOTOS), PHOTOS),
    Measure("ablations", 400, lambda shared: ablation_figures(shared / PHOTOS), PHOTOS),
    Measure("context", 500, lambda _: context_figures(SEASONS)),
    Measure("hands", 400, lambda _: hand_figures(HANDS)),
)
