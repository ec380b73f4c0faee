"""Where Surveyor falls short: a bar that is missed, a plain program or a published figure that is better."""

from collections.abc import Iterable, Mapping, Sequence

from datasets.measure.figures import SURVEYOR, Better, Figure
from datasets.measure.peers import TRUE
from datasets.measure.tables import bar_text, figure_text, line
from datasets.measure.throughput import DECODE
from tests.bench.report.headlines import HEADLINES

GIVEN = "found or given"
PACE = "pace"
TIME = "time over"  # how figures begin that hold our time against a plain program's
Lines = list[list[str]]


def shortfalls(figures: Sequence[Figure]) -> str:
    """Return all of it as Markdown tables; a sentence where there is nothing."""
    by_key = {one.key: one for one in figures}
    parts = {
        ("a bar that is missed", "bar"): _missed(figures),
        ("a plain program does better", "its figure"): [*_beaten(figures), *_slower(figures)],
        ("a better figure was published, of other data", "published"): _published(by_key),
    }
    tables = [
        "\n".join([line([title, "Surveyor", beside]), line(["---"] * 3), *map(line, lines)])
        for (title, beside), lines in parts.items()
        if lines
    ]
    return "\n\n".join(tables) or "No bar is missed, and nothing that it is held against does better."


def _missed(figures: Iterable[Figure]) -> Lines:
    return [
        [_named(one), figure_text(one), bar_text(one).removesuffix(": missed")]
        for one in figures
        if one.met is False
    ]


def _beaten(figures: Sequence[Figure]) -> Lines:
    """Tell of each figure of ours the best of those that are better."""
    ours = [one for one in figures if one.who == SURVEYOR and one.better != Better.NEITHER]
    peers: dict[tuple[str, str, str], list[Figure]] = {}
    for one in filter(_competes, figures):
        peers.setdefault((one.group, one.name, one.stratum), []).append(one)
    lines = []
    for own in ours:
        sign = 1 if own.better == Better.MORE else -1
        rivals = peers.get((own.group, own.name, own.stratum), [])
        best = max(rivals, key=lambda one: sign * one.value, default=own)
        if sign * best.value > sign * own.value:
            lines.append([_named(own), figure_text(own), f"{best.who}: {figure_text(best)}"])
    return lines


def _competes(one: Figure) -> bool:
    """Whether it is another program's own work: decoding reads nothing, and what was given was not found."""
    is_given = one.name == GIVEN and one.who.endswith(TRUE)
    return one.who not in (SURVEYOR, DECODE) and not is_given


def _slower(figures: Sequence[Figure]) -> Lines:
    told_by_pace = {one.group for one in figures if one.name == PACE}
    slow = (
        one
        for one in figures
        if one.name.startswith(TIME) and one.group not in told_by_pace and one.value > 1
    )
    return [[_named(one), figure_text(one), "1 x"] for one in slow]


def _published(figures: Mapping[str, Figure]) -> Lines:
    found = ((row, figures.get(row.key)) for row in HEADLINES)
    return [[row.what, figure_text(own), row.published] for row, own in found if own and row.is_beaten(own)]


def _named(one: Figure) -> str:
    return f"{one.group}: {one.name}, {one.stratum}"
