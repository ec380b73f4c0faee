"""Where Surveyor falls short: a bar that is missed, a plain program or a published figure that is better."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from datasets.bench_peers import TRUE
from datasets.bench_throughput import DECODE
from datasets.benchfigures import SURVEYOR, Better, Figure
from datasets.benchtables import bar_told, told
from tests.bench.report.headlines import HEADLINES

GIVEN = "found or given"


def shortfalls(figures: Sequence[Figure]) -> str:
    """Return all of it as Markdown lists; a sentence where there is nothing."""
    by_key = {one.key: one for one in figures}
    parts = {
        "Bars that are missed": list(_missed(figures)),
        "Plain programs that do better at something (the table tells at what price)": list(_beaten(figures)),
        "Published figures that are better than ours, each on other data (see the last table)": list(
            _published(by_key)
        ),
    }
    lists = [f"{title}:\n\n" + "\n".join(lines) for title, lines in parts.items() if lines]
    return "\n\n".join(lists) or "No bar is missed, and nothing that it is held against does better."


def _missed(figures: Iterable[Figure]) -> Iterator[str]:
    for one in figures:
        if one.met is False:
            yield f"- {_named(one)}: {told(one)}, {bar_told(one).removesuffix(': missed')} wanted"


def _beaten(figures: Sequence[Figure]) -> Iterator[str]:
    ours = {(one.group, one.name, one.stratum): one for one in figures if one.who == SURVEYOR}
    for one in figures:
        own = ours.get((one.group, one.name, one.stratum))
        if own is not None and _competes(one) and _is_better(one, own):
            yield f"- {_named(own)}: {told(own)}; {one.who} {told(one)}"


def _competes(one: Figure) -> bool:
    """Whether it is another program's own work: decoding reads nothing, and what was given was not found."""
    is_given = one.name == GIVEN and one.who.endswith(TRUE)
    return one.who not in (SURVEYOR, DECODE) and not is_given


def _is_better(other: Figure, own: Figure) -> bool:
    match own.better:
        case Better.MORE:
            return other.value > own.value
        case Better.LESS:
            return other.value < own.value
    return False


def _published(figures: Mapping[str, Figure]) -> Iterator[str]:
    for line in HEADLINES:
        own = figures.get(line.key)
        if own is not None and line.is_beaten(own):
            yield f"- {line.what}: {told(own)}; {line.published}"


def _named(one: Figure) -> str:
    return f"{one.group}: {one.name}, {one.stratum}"
