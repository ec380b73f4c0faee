"""The charts of a report, drawn from its figures."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from datasets.measure import tables
from datasets.measure.figures import ALL, Better, Figure
from datasets.measure.finding import GROUP as FINDING
from datasets.measure.judged import ASKED, settled_name
from datasets.measure.speed import GROUP as SPEED
from datasets.measure.speed import LEDGER, MESH, NETWORK, RECTIFY, SEARCH, SMALLER, TERRAIN, WHOLE
from datasets.measure.spoiling.stress import STRESSES
from tests.bench.report.headlines import HEADLINES
from tests.bench.report.records import Run
from tests.bench.report.svg import DASHES, HUES, Axis, Plot, linear, percent

RISK = "Risk and coverage on photos"
RELIABILITY = {"photos": "Reliability on photos", "drawn sheets": "Reliability on drawn sheets"}
LEAST = 1e-4  # of squares: less is drawn at the ground
CLOSE = "under 0.25"
CROWDED = 0.01  # a share whose name would lie on its neighbours'
NOTHING = 1e-6  # below which a figure counts as none
STAGES = {
    WHOLE: "whole",
    SMALLER: "decode",
    SEARCH: "search",
    NETWORK: "network",
    MESH: "mesh",
    RECTIFY: "rectify",
    TERRAIN: "terrain",
    LEDGER: "ledger",
}
"""What the chart calls the stages."""
REACH = 1.2  # doublings up and down that the history shows
OLDEST = 12  # runs that the history shows

Chart = Callable[[Sequence[Figure], Sequence[Run]], str]
"""From the figures of a run and all runs to an SVG; empty where there is nothing to draw."""


def risk_chart(figures: Sequence[Figure], _: Sequence[Run]) -> str:
    """Return how many squares stay wrong as a person settles more of the doubtful ones."""
    by_name = {(figure.who, figure.name): figure for figure in figures if figure.group == RISK}
    readers = list(dict.fromkeys(who for who, _ in by_name))
    if not readers:
        return ""
    ticks = [(share, percent(share)) for share in (LEAST, 1e-3, 1e-2, 0.1, 1.0)]
    y = Axis("squares that stay wrong, of all", _logarithmic, ticks)
    plot = Plot(_percents("squares that a person settles, the least sure ones first", 0.2), y, right=190)
    body = []
    for who, ink, dash in zip(readers, HUES, DASHES, strict=False):
        curve = [(part, by_name[who, settled_name(part)]) for part in ASKED]
        body.append(plot.line([(part, figure.value) for part, figure in curve], ink, dash))
        body += [
            plot.whisker(part, figure.low or 0, figure.high or 0, ink) + plot.dot(part, figure.value, ink)
            for part, figure in curve
        ]
        body.append(plot.label(who, *(curve[-1][0], curve[-1][1].value), ink))
    return plot.drawn(
        "What is left wrong once somebody has looked",
        "Photos of another program; logarithmic; 95 % intervals over sheets; zero is drawn at 0.01 %",
        body,
    )


def reliability_chart(figures: Sequence[Figure], _: Sequence[Run]) -> str:
    """Return how often the reader was right, by how sure it was."""
    axis = [(share, percent(share)) for share in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)]
    x = Axis("how sure the reader was", linear(0.38, 1.02), axis)
    y = Axis(
        "how often it was right", linear(0, 1.02), [(part, percent(part)) for part in (0, 0.25, 0.5, 0.75, 1)]
    )
    plot = Plot(x, y, right=150)
    body, found = [plot.line([(0.4, 0.4), (1, 1)], HUES[4], DASHES[2])], False
    for (name, group), ink in zip(RELIABILITY.items(), HUES, strict=False):
        sure = {
            figure.stratum: figure.value
            for figure in figures
            if figure.group == group and figure.name == "mean confidence"
        }
        right = [figure for figure in figures if figure.group == group and figure.name == "right"]
        for figure in right:
            body.append(plot.whisker(sure[figure.stratum], figure.low or 0, figure.high or 0, ink))
            body.append(plot.dot(sure[figure.stratum], figure.value, ink, 3 + math.log10(figure.n)))
        if right:
            found = True
            at = 0.97 if ink == HUES[0] else 0.89
            body.append(plot.label(name, 1.0, at, ink))
    lead = (
        "On the dotted line it is right as often as it says; larger points have more squares; 95 % intervals"
    )
    return plot.drawn("How far its confidence can be trusted", lead, body) if found else ""


def finding_chart(figures: Sequence[Figure], _: Sequence[Run]) -> str:
    """Return how many real grids are found under each stress, by ours and by plain finders."""
    by_name = {
        (figure.stratum, figure.who): figure
        for figure in figures
        if figure.group == FINDING and figure.name == CLOSE
    }
    finders = list(dict.fromkeys(who for _, who in by_name))
    if not finders:
        return ""
    kinds = [kind for kind in STRESSES if any(kind == stress for stress, _ in by_name)]
    x = Axis("", linear(-0.5, len(kinds) - 0.5), [(at, kind) for at, kind in enumerate(kinds)])
    plot = Plot(x, Axis("grids found", linear(0, 1.02), _quarters()), right=150)
    body, breadth = [], 17.0
    for number, (who, ink) in enumerate(zip(finders, HUES, strict=False)):
        aside = (number - (len(finders) - 1) / 2) * (breadth + 3)
        for at, kind in enumerate(kinds):
            figure = by_name[kind, who]
            body.append(plot.bar(at, figure.value, ink, aside, breadth))
            body.append(plot.whisker(at, figure.low or 0, figure.high or 0, "#3b3024", aside))
        body.append(plot.label(who, len(kinds) - 0.5, 1 - 0.1 * number, ink))
    return plot.drawn(
        "Real photos of printed grids, clean and spoilt on purpose",
        "Worst corner within a quarter square of where a person clicked; 95 % intervals (Wilson)",
        body,
    )


def stages_chart(figures: Sequence[Figure], _: Sequence[Run]) -> str:
    """Return how long each stage takes beside a full decode of the photo, the median over the photos."""
    stages = [
        figure
        for figure in figures
        if figure.group == SPEED and figure.stratum == ALL and figure.name in STAGES
    ]
    if not stages:
        return ""
    most = max(figure.value for figure in stages) * 1.15
    steps = range(0, math.ceil(most), max(1, round(most / 5)))
    x = Axis(
        "", linear(-0.5, len(stages) - 0.5), [(at, STAGES[figure.name]) for at, figure in enumerate(stages)]
    )
    y = Axis("times a full decode of the photo", linear(0, most), [(each, f"{each} x") for each in steps])
    plot, body = Plot(x, y), []
    for at, figure in enumerate(stages):
        body.append(plot.bar(at, figure.value, HUES[0] if figure.name == WHOLE else HUES[1], 0, 40))
        body.append(plot.label(f"{figure.value:.2g}", at, figure.value, "#3b3024", down=-14, aside=-22))
    return plot.drawn(
        "Where the time goes",
        "Median of the photos; network and mesh (followed once) are parts of the search",
        body,
    )


def history_chart(figures: Sequence[Figure], runs: Sequence[Run]) -> str:
    """Return how the headline figures have moved over the last runs; nothing of a single one."""
    shown = list(runs)[-OLDEST:]
    if len(shown) < 2:
        return ""
    x = Axis("", linear(-0.2, len(shown) - 0.8), [(at, run.date[5:]) for at, run in enumerate(shown)])
    ticks = [(-1.0, "half"), (0.0, "as then"), (1.0, "twice")]
    plot = Plot(x, Axis("how good beside the first run shown", _within_reach, ticks), right=260)
    body, units = [], {figure.key: replace(figure, low=None) for figure in figures}
    lines = [line for line in HEADLINES if line.history and shown[-1].figures.get(line.key)]
    for number, line in enumerate(lines):
        ink, dash = HUES[number % len(HUES)], DASHES[number // len(HUES)]
        kept = [run.figures.get(line.key) for run in shown]
        pairs = [(float(at), value[0]) for at, value in enumerate(kept) if value]
        moved = [(at, _doublings(value, pairs[0][1], line.better)) for at, value in pairs]
        body.append(plot.line(moved, ink, dash))
        body += [plot.dot(*pair, ink, 4) for pair in moved]
        now = tables.figure_text(units[line.key]) if line.key in units else f"{pairs[-1][1]:.3g}"
        body.append(plot.entry(f"{line.history}, now {now}", ink, dash, number))
    return plot.drawn(
        "The last runs", "Logarithmic; up is better; what is farther away lies at the rim", body
    )


def _doublings(value: float, first: float, better: Better) -> float:
    """Return by how many doublings a value is better than the first one."""
    risen = math.log2(max(value, NOTHING) / max(first, NOTHING))
    return -risen if better == Better.LESS else risen


CHARTS: dict[str, tuple[str, Chart]] = {
    "risk": ("squares left wrong by share settled", risk_chart),
    "reliability": ("confidence against share right", reliability_chart),
    "finding": ("grids found by stress and finder", finding_chart),
    "stages": ("time of each stage over a full decode", stages_chart),
    "history": ("headline figures of the last runs", history_chart),
}
"""By the names of their files: what a chart shows, and what draws it."""


def _within_reach(doublings: float) -> float:
    """Place doublings; what is farther up or down lies at the rim."""
    return (min(max(doublings, -REACH), REACH) + REACH) / (2 * REACH)


def _logarithmic(value: float) -> float:
    return math.log10(max(value, LEAST) / LEAST) / math.log10(1 / LEAST)


def _percents(name: str, most: float) -> Axis:
    return Axis(name, linear(0, most), [(share, percent(share)) for share in ASKED if share != CROWDED])


def _quarters() -> list[tuple[float, str]]:
    return [(part, percent(part)) for part in (0, 0.25, 0.5, 0.75, 1)]
