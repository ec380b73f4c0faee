"""The page of a report: figures, charts, what got worse, what was left out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from datasets.bench_peers import THRESHOLD
from datasets.bench_speed import GROUP as SPEED
from datasets.bench_throughput import BAR, DECODE, LARGE, OURS, SMALL_COPIES, STATED
from datasets.bench_throughput import GROUP as THROUGHPUT
from datasets.benchfigures import SURVEYOR, Figure
from datasets.benchtables import bar_told, line, table, told
from tests.bench.report.charts import CHARTS
from tests.bench.report.headlines import HEADLINES, key
from tests.bench.report.published import published
from tests.bench.report.records import Change, Changed, Outcome, Run


@dataclass(frozen=True, slots=True)
class Report:
    """All that the page tells."""

    run: Run
    machine: str
    load_after: float
    figures: Sequence[Figure]
    outcomes: Sequence[Outcome]
    is_put_together: bool
    """Whether the outcomes come from earlier runs, not from one run that ends now."""
    before: Run | None
    """The run it is compared with."""
    changed: Sequence[Changed]


def page(report: Report, charts: Iterable[str]) -> str:
    """Return the report as Markdown; `charts` are the names of those that were drawn."""
    by_key = {one.key: one for one in report.figures}
    parts = [
        _head(report),
        "## In short\n\n" + _headlines(by_key),
        "## Since the last run\n\n" + _since(report),
        "## Charts\n\n" + _charts(report.run.date, charts),
        "## Throughput beside a reader of answer sheets\n\n" + _throughput(by_key),
        "## All figures\n\n" + _groups(report.figures),
        "## What others have published\n\n" + _published(),
        "## Left out\n\n" + _left_out(report.outcomes),
    ]
    return "\n\n".join(parts) + "\n"


INTRODUCTION = """
`make bench` makes this page anew; each table names the command that measures it alone. Behind each figure
stands its 95 % interval: Wilson's for things that are independent; for squares the wider of it and of a
bootstrap over whole sheets; for times that of the median. No photo of a real game is among what was measured,
because none with a known truth was available; the 30 photos were drawn by another program with other people's
strokes. "Settled" means that a person has put right the squares that the reader calls doubtful.
"""
BUSY = "on a machine that others use, times vary, though they are ratios of one run"


def _head(report: Report) -> str:
    run = report.run
    load = f"Load average {run.load:.1f} at the start and {report.load_after:.1f} at the end: {BUSY}."
    if report.is_put_together:
        load = f"Put together from the measures of several runs; load average {run.load:.1f} now: {BUSY}."
    told = f"Commit {run.commit}, {report.machine}. {load}"
    return f"# Surveyor, measured on {run.date}\n\n{told}\n{INTRODUCTION}".rstrip()


def _headlines(figures: Mapping[str, Figure]) -> str:
    rows = [line(["what", "Surveyor (95 %)", "a plain program here", "published by others"])]
    rows.append(line(["---"] * 4))
    for one in HEADLINES:
        ours, plain = figures.get(one.key), figures.get(one.plain)
        said = told(ours) if ours else "not measured"
        bar = f"; {bar_told(ours)}" if ours and ours.bar is not None else ""
        beside = f"{_name_of(plain)}: {told(plain)}" if plain else ""
        rows.append(line([one.what, said + bar, beside, one.published]))
    return "\n".join(rows)


def _name_of(plain: Figure) -> str:
    """Return whose figure it is; of our own with a part left out, which."""
    return f"ours, {plain.stratum}" if plain.who == SURVEYOR else plain.who


def _since(report: Report) -> str:
    if report.before is None:
        return "This is the first run that the history has."
    last = f"the run of {report.before.date}, commit {report.before.commit}"
    if not report.changed:
        return f"No figure lies outside the interval that it had in {last}."
    worse = sum(one.change == Change.WORSE for one in report.changed)
    rows = [line(["", "figure", "now", "then"]), line(["---"] * 4)]
    for one in report.changed:
        value, low, high = one.was
        then = told(_as_then(one.figure, value, low, high))
        name = f"{one.figure.group}: {one.figure.name}, {one.figure.stratum}"
        rows.append(line([one.change, name, told(one.figure), then]))
    said = (
        f"{worse} worse and {len(report.changed) - worse} better than in {last}, beyond the interval of then:"
    )
    return said + "\n\n" + "\n".join(rows)


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
    ours, copies, floor, filled = (round(one.value) for one in (large, small, decode, bare))
    return f"""OMRChecker states {STATED} sheets a minute; what we have seen names neither cores nor scans.
Three times that for each core, {BAR}, is **{verdict}** on photos as phones take them:
{ours} a minute for each core, and {copies} on copies of them 1600 pixels long. Decoding such a photo in
full and nothing else allows {floor}; a reader built as public ones are, which looks for the page's outline
and holds the mean grey of each cell against a threshold, does {filled} here on the same photos, and tells
filled from empty only. What the difference buys: the sheet is searched without markers or a visible edge of
the page, its lattice is followed node by node over curled paper, and each square is read by a network that
sees the whole sheet.{finding} Sheets share nothing, so that more cores read more of them."""


def _share_of_finding(figures: Mapping[str, Figure]) -> str:
    find, whole = (figures.get(key(SPEED, stage)) for stage in ("decode and find_grid", "read_sheet"))
    return f" Finding takes about {find.value / whole.value:.0%} of the time." if find and whole else ""


def _groups(figures: Sequence[Figure]) -> str:
    groups: dict[str, list[Figure]] = {}
    for one in figures:
        groups.setdefault(one.group, []).append(one)
    return "\n\n".join(
        f"### {name}\n\n{_commands(group)}\n\n{table(group)}" for name, group in groups.items()
    )


def _commands(group: Sequence[Figure]) -> str:
    return ", ".join(f"`{source}`" for source in dict.fromkeys(one.source for one in group) if source)


def _published() -> str:
    head = ["of", "system", "figure", "where", "what makes it comparable, or not"]
    rows = [line([one.kind, one.system, one.figure, one.source, one.comparable]) for one in published()]
    return "\n".join([line(head), line(["---"] * len(head)), *rows])


def _left_out(outcomes: Sequence[Outcome]) -> str:
    left = [f"- {one.name}: {one.left_out}" for one in outcomes if one.left_out]
    taken = ", ".join(f"{one.name} {one.seconds:.0f} s" for one in outcomes if not one.left_out)
    return "\n".join(left or ["Nothing."]) + f"\n\nWhat each took here: {taken}."
