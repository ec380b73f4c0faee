"""Measure one thing after another, each in a process of its own and within its time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from tests.bench.report.catalogue import Measure
from tests.bench.report.records import Outcome, append_outcome, read_outcomes

LATE = 3  # times what a measure takes on two quiet cores, after which it is ended
AT_ONCE = 2  # of those that no clock measures
GRACE = 15  # seconds that a measure has to end its servers
LOOK = 0.2  # seconds between two looks at it
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs measures until the time is up."""

    shared: Path
    ends: float
    """On the monotonic clock."""
    patience: float
    """How many times as long each may take, on a busy or slow machine."""
    tell: Tell
    kept: Path
    """Where the outcomes are added as they come."""
    stopped: Event = field(default_factory=Event)
    """Set when nothing is to be measured any more."""

    def run_all(self, measures: Sequence[Measure]) -> list[Outcome]:
        """Run what no clock measures two at a time, long ones first, then the others alone; tell of each."""
        others = sorted(
            (measure for measure in measures if not measure.is_timed), key=lambda measure: -measure.seconds
        )
        with ThreadPoolExecutor(AT_ONCE) as pool:
            try:
                outcomes = {outcome.name: outcome for outcome in pool.map(self.run, others)}
            except BaseException:
                self.stopped.set()  # or the pool would wait for what is not wanted any more
                raise
        outcomes |= {measure.name: self.run(measure) for measure in measures if measure.is_timed}
        return [outcomes[measure.name] for measure in measures]

    def run(self, measure: Measure) -> Outcome:
        """Run one, and tell how it went."""
        missing = measure.missing(self.shared)
        left = self.ends - time.monotonic()
        if missing or left <= 0:
            return self._told(
                Outcome(measure.name, left_out=missing or "the time was up", failed=not missing)
            )
        self.tell(f"{measure.name} ...")
        began = time.monotonic()
        with TemporaryDirectory(prefix="surveyor-bench-") as folder:
            out = Path(folder) / "outcome.jsonl"
            most = min(left, LATE * measure.seconds * self.patience)
            trouble = _measure_apart(measure.name, self.shared, out, most, self.stopped)
            figures = () if trouble else read_outcomes(out)[0].figures
        return self._told(
            Outcome(measure.name, figures, time.monotonic() - began, trouble, failed=bool(trouble))
        )

    def _told(self, outcome: Outcome) -> Outcome:
        append_outcome(self.kept, outcome)
        said = f"left out: {outcome.left_out}" if outcome.left_out else f"{len(outcome.figures)} figures"
        self.tell(f"{outcome.name}: {said}, {outcome.seconds:.0f} s")
        return outcome


def _measure_apart(name: str, shared: Path, out: Path, most: float, stopped: Event) -> str:
    """Measure in a process of its own that writes its figures to a file; return why it could not."""
    command = [sys.executable, "-m", "tests.bench.report.apart", name, str(shared), str(out)]
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    said, ends = out.with_suffix(".said"), time.monotonic() + most
    with said.open("w", encoding="utf-8") as file:
        child = subprocess.Popen(
            command, env=os.environ | threads, start_new_session=True, stdout=file, stderr=file
        )
    try:
        while child.poll() is None and time.monotonic() < ends and not stopped.wait(LOOK):
            pass
    finally:
        is_late = child.poll() is None
        if is_late:
            _end(child)
    if is_late:
        return f"it was not done within {most:.0f} seconds"
    lines = [line for line in said.read_text("utf-8").splitlines() if line.strip()]
    return "" if child.returncode == 0 else f"it failed: {lines[-1] if lines else child.returncode}"


def _end(child: "subprocess.Popen[bytes]") -> None:
    """Ask a process and all that it started to end, and end them if they do not."""
    for asked in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(child.pid, asked)
            child.wait(GRACE)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def end_when_told() -> None:
    """Let SIGTERM end this process as an exception does, so that what it has started is ended too."""
    signal.signal(signal.SIGTERM, _end_now)


def _end_now(number: int, _: object) -> None:
    sys.exit(128 + number)


def teller(write: Tell) -> Tell:
    """Return what writes lines with the minutes since the start before them."""
    return partial(_tell, time.monotonic(), write)


def _tell(began: float, write: Tell, line: str) -> None:
    minutes, seconds = divmod(int(time.monotonic() - began), 60)
    write(f"{minutes:02}:{seconds:02} {line}")
