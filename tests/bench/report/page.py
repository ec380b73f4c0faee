"""The page of a report: figures, charts, what got worse, what was left out."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from datasets.measure.figures import ALL, SURVEYOR, Figure
from datasets.measure.peers import THRESHOLD
from datasets.measure.speed import GROUP as SPEED
from datasets.measure.speed import SEARCH, SMALLER, WHOLE
from datasets.measure.tables import bar_text, figure_text, line, table
from datasets.measure.throughput import BAR, DECODE, LARGE, OURS, SMALL_COPIES, STATED
from datasets.measure.throughput import GROUP as THROUGHPUT
from tests.bench.report.catalogue import command_of
from tests.bench.report.charts import CHARTS
from tests.bench.report.headlines import HEADLINES, key
from tests.bench.report.published import published
from tests.bench.report.records import Change, Changed, Comparison, Outcome, Run
from tests.bench.report.shortfalls import shortfalls

FIGURES = "figures.csv"
"""The file beside the charts with every figure."""
WORDS = Path(__file__).with_name("words.md")


@dataclass(frozen=True, slots=True)
class Report:
    """All that the page tells."""

    run: Run
    machine: str
    load_after: float
    figures: Sequence[Figure]
    outcomes: Sequence[Outcome]
    minutes: float | None
    """That all took in one run; None where the outcomes come from earlier runs."""
    last: Comparison | None
    """Beside the run before."""
    slow: Comparison | None
    """Beside the oldest run that the chart shows: what got worse by steps too small to be seen."""


def page(report: Report, charts: Iterable[str]) -> str:
    """Return the report as Markdown; `charts` are the names of those that were drawn."""
    by_key = {figure.key: figure for figure in report.figures}
    parts = [
        _head(report),
        _absent(report.outcomes),
        "## In short\n\n" + _headlines(by_key),
        "## Where it falls short\n\n" + shortfalls(report.figures),
        "## Since the last run\n\n" + _since(report),
        "## Charts\n\n" + _charts(report.run.date, charts),
        "## Words\n\n" + WORDS.read_text("utf-8").rstrip(),
        "## Throughput beside a reader of answer sheets\n\n" + _throughput(by_key),
        "## Figures\n\n" + _groups(report.figures, report.run.date),
        "## What others have published\n\n" + _published(),
    ]
    return "\n\n".join(parts) + "\n"


INTRODUCTION = """
`make bench` makes this page anew, and each table names the command that measures it alone. Behind each figure
stands its 95 % interval: Wilson's for things that are independent; for squares the wider of it and of a
bootstrap over whole sheets; for times that of the median. No photo of a real game is among what was measured,
because none with a known truth was available; the 30 photos were drawn by another program with other people's
strokes. Words and names are explained [below](#words).
"""
BUSY = "on a machine that others use, times vary, though they are ratios of one run"


def _head(report: Report) -> str:
    run = report.run
    if report.minutes is None:
        made = f"Put together from the measures of several runs; load average {run.load:.1f} now"
    else:
        loads = f"load average {run.load:.1f} at the start and {report.load_after:.1f} at the end"
        made = f"Made by one command in {report.minutes:.0f} minutes; {loads}"
    figure_text = f"Commit {run.commit}, {report.machine}. {made}: {BUSY}."
    return f"# Surveyor, measured on {run.date}\n\n{figure_text}\n{INTRODUCTION}".rstrip()


def _absent(outcomes: Sequence[Outcome]) -> str:
    left = [outcome for outcome in outcomes if outcome.left_out]
    if not left:
        return "Nothing was left out."
    rows = [line(["not measured here", "why", "what measures it"]), line(["---"] * 3)]
    rows += [line([outcome.name, outcome.left_out, f"`{command_of(outcome.name)}`"]) for outcome in left]
    return "**Left out**, so that lines below are missing or say so:\n\n" + "\n".join(rows)


def _headlines(figures: Mapping[str, Figure]) -> str:
    rows = [line(["what", "Surveyor (95 %)", "a plain program here", "published by others"])]
    rows.append(line(["---"] * 4))
    for headline in HEADLINES:
        ours, plain = figures.get(headline.key), figures.get(headline.plain)
        said = figure_text(ours) if ours else "not measured"
        bar = f"; {bar_text(ours)}" if ours and ours.bar is not None else ""
        beside = f"{_name_of(plain)}: {figure_text(plain)}" if plain else ""
        rows.append(line([headline.what, said + bar, beside, headline.published]))
    return "\n".join(rows)


def _name_of(plain: Figure) -> str:
    """Return whose figure it is; of our own with a part left out, which."""
    return f"ours, {plain.stratum}" if plain.who == SURVEYOR else plain.who


def _since(report: Report) -> str:
    if report.last is None:
        return "This is the first run that the history has."
    parts = [_beside(report.last)]
    known = {change.figure.key for change in report.last.changed if change.change != Change.SLIPPED}
    if report.slow is not None:
        crept = [
            change
            for change in report.slow.changed
            if change.change == Change.WORSE and change.figure.key not in known
        ]
        if crept:
            figure_text = f"Slowly worse, since {_run(report.slow.before)}, though not since the last run:"
            parts.append(figure_text + "\n\n" + _changes(crept))
    return "\n\n".join(parts)


def _beside(last: Comparison) -> str:
    worse, better, slipped = (
        [change for change in last.changed if change.change == kind]
        for kind in (Change.WORSE, Change.BETTER, Change.SLIPPED)
    )
    beyond = f"beyond the interval of {_run(last.before)}"
    said = [f"{len(worse)} worse and {len(better)} better, {beyond}{':' if worse else '.'}"]
    if worse:
        said.append(_changes(worse))
    if slipped:
        said += ["Within the interval of then, but counted on the same photos and worse:", _changes(slipped)]
    return "\n\n".join(said)


def _run(run: Run) -> str:
    return f"the run of {run.date}, commit {run.commit}"


def _changes(changed: Iterable[Changed]) -> str:
    rows = [line(["figure", "now", "then"]), line(["---"] * 3)]
    for change in changed:
        value, low, high = change.was
        then = figure_text(_as_then(change.figure, value, low, high))
        name = f"{change.figure.group}: {change.figure.name}, {change.figure.stratum}"
        rows.append(line([name, figure_text(change.figure), then]))
    return "\n".join(rows)


def _as_then(figure: Figure, value: float, low: float | None, high: float | None) -> Figure:
    return Figure(figure.group, figure.name, value, low, high, figure.unit)


def _charts(date: str, names: Iterable[str]) -> str:
    return "\n\n".join(f"![{CHARTS[name][0]}]({date}/{name}.svg)" for name in names) or "None could be drawn."


def _throughput(figures: Mapping[str, Figure]) -> str:
    large, small, bare, decode = (
        figures.get(key(THROUGHPUT, "pace", stratum, who))
        for stratum, who in ((LARGE, OURS), (SMALL_COPIES, OURS), (LARGE, THRESHOLD), (LARGE, DECODE))
    )
    if not (large and small and bare and decode):
        return "Not measured: it needs the photos of ../shared."
    verdict = "reached" if large.met else "not reached"
    finding = _share_of_finding(figures)
    ours, copies, floor, filled = (round(figure.value) for figure in (large, small, decode, bare))
    return f"""OMRChecker states {STATED} sheets a minute; what we have seen names neither cores nor scans.
Three times that for each core, {BAR}, is **{verdict}** on photos as phones take them:
{ours} a minute for each core, and {copies} on copies of them 1600 pixels long. Decoding such a photo in
full and nothing else allows {floor}; a reader built as public ones are, which looks for the page's outline
and holds the mean grey of each cell against a threshold, does {filled} here on the same photos, and tells
filled from empty only. What the difference buys: the sheet is searched without markers or a visible edge of
the page, its lattice is followed node by node over curled paper, and each square is read by a network that
sees the whole sheet.{finding} Sheets share nothing, so that more cores read more of them."""


def _share_of_finding(figures: Mapping[str, Figure]) -> str:
    smaller, search, whole = (figures.get(key(SPEED, stage)) for stage in (SMALLER, SEARCH, WHOLE))
    if not (smaller and search and whole):
        return ""
    share = (smaller.value + search.value) / whole.value
    return f" Finding takes about {share:.0%} of the time."


def _groups(figures: Sequence[Figure], date: str) -> str:
    """Return a table for each group, of all photos together where they were counted so."""
    groups: dict[str, list[Figure]] = {}
    for figure in figures:
        groups.setdefault(figure.group, []).append(figure)
    contents = "\n".join(f"- [{name}](#{_anchor(name)})" for name in groups)
    tables = (
        f"### {name}\n\n{_commands(group)}\n\n{table(_of_all_photos(group))}"
        for name, group in groups.items()
    )
    said = f"The same for each stratum: [{FIGURES}]({date}/{FIGURES})."
    return "\n\n".join([said, contents, *tables])


def _of_all_photos(group: Sequence[Figure]) -> Sequence[Figure]:
    return [figure for figure in group if figure.stratum == ALL] or group


def _anchor(title: str) -> str:
    """Return how a heading is linked to, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _commands(group: Sequence[Figure]) -> str:
    return ", ".join(f"`{source}`" for source in dict.fromkeys(figure.source for figure in group) if source)


def _published() -> str:
    head = ["of", "system", "figure", "where", "what makes it comparable, or not"]
    rows = [
        line([other.kind, other.system, other.figure, other.source, other.comparable])
        for other in published()
    ]
    return "\n".join([line(head), line(["---"] * len(head)), *rows])
