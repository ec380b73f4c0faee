"""Figures on disk: those of one run, and the history of all runs."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from datasets.measure.figures import ALL, JITTER, SHARE, SURVEYOR, Better, Figure

ROUNDED = 1e-6  # by which rounding may move the end of an interval
SHORTENED = 1e-4  # of a value, by which the history's digits may move it

Kept = tuple[float, float | None, float | None]
"""A figure in the history: its value and the ends of its interval."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of all measures, as the history has it."""

    date: str
    commit: str
    load: float
    """The load average at the start."""
    figures: Mapping[str, Kept]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a measure."""

    name: str
    figures: tuple[Figure, ...] = ()
    seconds: float = 0.0
    left_out: str = ""
    """Why there are no figures, if there are none."""
    failed: bool = False
    """Whether that is a fault: of the project, or of the machine that was too slow."""


class Change(StrEnum):
    """How a figure stands to the last run."""

    WORSE = "worse"
    BETTER = "better"
    SLIPPED = "a little worse"


@dataclass(frozen=True, slots=True)
class Changed:
    """A figure that lies outside the interval that it had in the last run, or slipped within it."""

    figure: Figure
    was: Kept
    change: Change


@dataclass(frozen=True, slots=True)
class Comparison:
    """This run beside an earlier one."""

    before: Run
    changed: Sequence[Changed]
    """What lies outside the interval of then, the worse figures first; at last what slipped within it."""


def append_outcome(path: Path, outcome: Outcome) -> None:
    """Write what became of a measure at the end of a file, as one line."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(outcome)) + "\n")


def read_outcomes(path: Path) -> list[Outcome]:
    """Read what `append_outcome` has written."""
    documents = map(json.loads, path.read_text("utf-8").splitlines())
    return [
        Outcome(**{**document, "figures": tuple(map(_figure, document["figures"]))}) for document in documents
    ]


def _figure(document: dict[str, Any]) -> Figure:
    return Figure(**{**document, "better": Better(document["better"])})


def write_figures(path: Path, figures: Iterable[Figure]) -> None:
    """Write every figure of a run as CSV, a column for each of its fields."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, [field.name for field in fields(Figure)], lineterminator="\n")
        rows.writeheader()
        rows.writerows(
            asdict(figure)
            | {"value": _short(figure.value), "low": _short(figure.low), "high": _short(figure.high)}
            for figure in figures
        )


def read_history(path: Path) -> list[Run]:
    """Return all runs so far, the oldest first; none where there is no history."""
    if not path.exists():
        return []
    documents = map(json.loads, path.read_text("utf-8").splitlines())
    return [
        Run(
            document["date"],
            document["commit"],
            document["load"],
            {key: _kept(numbers) for key, numbers in document["figures"].items()},
        )
        for document in documents
    ]


def latest(history: Sequence[Run]) -> Run | None:
    """Return the last run, if there is one, with the last value also of each figure that it left out."""
    if not history:
        return None
    figures = {key: kept for run in history for key, kept in run.figures.items()}
    return replace(history[-1], figures=figures)


def _all_kept(documents: Mapping[str, Sequence[float | None]]) -> dict[str, Kept]:
    return {key: _kept(figure) for key, figure in documents.items()}


def _kept(numbers: Sequence[float | None]) -> Kept:
    value, low, high = numbers
    assert value is not None
    return value, low, high


def run_of(date: str, commit: str, load: float, figures: Iterable[Figure]) -> Run:
    """Return what the history keeps of a run."""
    kept = {figure.key: (_short(figure.value), _short(figure.low), _short(figure.high)) for figure in figures}
    return Run(date, commit, load, _all_kept(kept))


def append_run(path: Path, run: Run) -> None:
    """Add a run to the history: one line."""
    document = {"date": run.date, "commit": run.commit, "load": run.load, "figures": run.figures}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(document) + "\n")


def compare(figures: Iterable[Figure], before: Run) -> list[Changed]:
    """Return our figures that lie outside the interval that they had, the worse ones first.

    A figure without an interval may differ by a tenth for no reason. Accuracy is counted on the same photos
    each time: where that of all of them is worse at all, something has changed, and it is told at the end.
    """
    changed = []
    for figure in figures:
        was = before.figures.get(figure.key)
        if was is None or figure.who != SURVEYOR or figure.better == Better.NEITHER:
            continue
        value, low, high = was
        below = figure.value < (value * (1 - JITTER) if low is None else low) - ROUNDED
        above = figure.value > (value * (1 + JITTER) if high is None else high) + ROUNDED
        if below or above:
            worse = below == (figure.better == Better.MORE)
            changed.append(Changed(figure, was, Change.WORSE if worse else Change.BETTER))
        elif figure.stratum == ALL and figure.unit == SHARE and _is_worse(figure, value):
            changed.append(Changed(figure, was, Change.SLIPPED))
    return sorted(changed, key=lambda change: list(Change).index(change.change))


def _is_worse(figure: Figure, then: float) -> bool:
    fallen = then - figure.value if figure.better == Better.MORE else figure.value - then
    return fallen > SHORTENED * max(abs(then), abs(figure.value))


def beside(figures: Iterable[Figure], before: Run | None) -> Comparison | None:
    """Return our figures beside an earlier run; nothing where there is none."""
    return Comparison(before, compare(figures, before)) if before else None


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.5g}")
