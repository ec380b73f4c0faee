"""Measure everything and write the report: `python -m tests.bench.report`, or `make bench`.

It writes docs/benchmarks/DATE.md, its charts and every figure beside it, and a line to
docs/benchmarks/history.jsonl.
"""

import argparse
import datetime
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from datasets.measure.tables import figure_text, tables
from tests.bench.report.catalogue import MEASURES
from tests.bench.report.charts import CHARTS, OLDEST
from tests.bench.report.page import FIGURES, Report, page
from tests.bench.report.records import (
    Change,
    Outcome,
    Run,
    append_run,
    beside,
    latest,
    read_history,
    read_outcomes,
    run_of,
    write_figures,
)
from tests.bench.report.running import Runner, end_when_told, teller

FOLDER = Path("docs/benchmarks")
MINUTES = 29.0
KEPT = "outcomes.jsonl"
WORSE, FAILED = 1, 2


def main() -> int:
    """Measure, write, and return the exit status: 1 where a figure got worse, 2 where a measure failed."""
    asked = _arguments()
    end_when_told()
    began, load, commit = time.monotonic(), os.getloadavg()[0], _commit()
    kept = asked.out / KEPT
    kept.parent.mkdir(parents=True, exist_ok=True)
    if asked.again:
        outcomes = _of_all([outcome for path in asked.again for outcome in read_outcomes(path)])
    else:
        kept.unlink(missing_ok=True)
        runner = Runner(asked.shared, began + 60 * asked.minutes, asked.patience, teller(_say), kept)
        outcomes = runner.run_all([one for one in MEASURES if not asked.only or one.name in asked.only])
    figures = [figure for outcome in outcomes for figure in outcome.figures]
    failed = [one for one in outcomes if one.failed]
    if asked.only:
        _say("\n" + tables(figures))
        return FAILED if failed else 0
    run = run_of(asked.date, commit, round(load, 1), figures)
    minutes = (time.monotonic() - began) / 60
    report = write_report(asked.folder, run, outcomes, None if asked.again else minutes)
    worse = [one for one in report.last.changed if one.change == Change.WORSE] if report.last else []
    for one in worse:
        _say(f"worse than in the last run: {one.figure.key}: {figure_text(one.figure)}, then {one.was[0]:g}")
    _say(f"{asked.folder / asked.date}.md, {minutes:.0f} minutes, {len(failed)} measures failed")
    return FAILED if failed else WORSE if worse and asked.compare else 0


def write_report(folder: Path, run: Run, outcomes: Sequence[Outcome], minutes: float | None = None) -> Report:
    """Write the page, its charts and the line of the history; return what the page tells."""
    figures = [figure for outcome in outcomes for figure in outcome.figures]
    history = read_history(folder / "history.jsonl")
    last, slow = (beside(figures, earlier) for earlier in (latest(history), latest(history[-OLDEST:][:1])))
    load = os.getloadavg()[0]
    report = Report(run, _machine(), load, figures, outcomes, minutes, last, slow)
    charts = folder / run.date
    charts.mkdir(parents=True, exist_ok=True)
    drawn = {name: draw(figures, [*history, run]) for name, (_, draw) in CHARTS.items()}
    for name, svg in drawn.items():
        if svg:
            (charts / f"{name}.svg").write_text(svg, "utf-8")
    write_figures(charts / FIGURES, figures)
    text = page(report, [name for name, svg in drawn.items() if svg])
    (folder / f"{run.date}.md").write_text(text, "utf-8")
    append_run(folder / "history.jsonl", run)
    return report


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    today = datetime.date.today().isoformat()
    parser.add_argument("--date", default=today, help="of the report; the only thing that a clock says")
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="where the photos lie")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where reports and their history lie")
    parser.add_argument("--out", type=Path, default=Path("out/bench"), help="where all figures are kept")
    parser.add_argument("--only", nargs="+", choices=[one.name for one in MEASURES], help="no report then")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="in which all is done, or left out")
    parser.add_argument("--patience", type=float, default=1.0, help="times the budgets, for a busy machine")
    parser.add_argument("--compare", action="store_true", help="end with status 1 if a figure got worse")
    parser.add_argument("--again", type=Path, nargs="+", help="report of outcomes kept before")
    return parser.parse_args()


def _of_all(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcome of every measure, the last one where there are several."""
    by_name = {outcome.name: outcome for outcome in outcomes}
    return [by_name.get(one.name, Outcome(one.name, left_out="it was not run")) for one in MEASURES]


def _machine() -> str:
    cores = len(os.sched_getaffinity(0))
    return f"{cores} cores of {platform.machine()}, Python {platform.python_version()}"


def _commit() -> str:
    """Return the commit that is measured, marked if something was changed since."""
    figure_text = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=7"], capture_output=True, text=True, check=False
    )
    return figure_text.stdout.strip() or "unknown"


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
