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
    by_key = {figure.key: figure for figure in figures}
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
        [_named(figure), figure_text(figure), bar_text(figure).removesuffix(": missed")]
        for figure in figures
        if figure.met is False
    ]


def _beaten(figures: Sequence[Figure]) -> Lines:
    """Tell of each figure of ours the best of those that are better."""
    ours = [figure for figure in figures if figure.who == SURVEYOR and figure.better != Better.NEITHER]
    peers: dict[tuple[str, str, str], list[Figure]] = {}
    for figure in filter(_competes, figures):
        peers.setdefault((figure.group, figure.name, figure.stratum), []).append(figure)
    lines = []
    for own in ours:
        sign = 1 if own.better == Better.MORE else -1
        rivals = peers.get((own.group, own.name, own.stratum), [])
        best = max(rivals, key=lambda figure: sign * figure.value, default=own)
        if sign * best.value > sign * own.value:
            lines.append([_named(own), figure_text(own), f"{best.who}: {figure_text(best)}"])
    return lines


def _competes(figure: Figure) -> bool:
    """Whether it is another program's own work: decoding reads nothing, and what was given was not found."""
    is_given = figure.name == GIVEN and figure.who.endswith(TRUE)
    return figure.who not in (SURVEYOR, DECODE) and not is_given


def _slower(figures: Sequence[Figure]) -> Lines:
    told_by_pace = {figure.group for figure in figures if figure.name == PACE}
    slow = (
        figure
        for figure in figures
        if figure.name.startswith(TIME) and figure.group not in told_by_pace and figure.value > 1
    )
    return [[_named(figure), figure_text(figure), "1 x"] for figure in slow]


def _published(figures: Mapping[str, Figure]) -> Lines:
    found = ((row, figures.get(row.key)) for row in HEADLINES)
    return [[row.what, figure_text(own), row.published] for row, own in found if own and row.is_beaten(own)]


def _named(figure: Figure) -> str:
    return f"{figure.group}: {figure.name}, {figure.stratum}"
