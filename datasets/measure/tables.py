"""Write figures as Markdown tables: many strata in columns, everything else line by line."""

from collections.abc import Iterable, Sequence
from math import isinf

from datasets.measure.figures import SHARE, SURVEYOR, TIMES, Better, Figure

FILLED = 0.5  # share of its places that a table with columns must fill


def tables(figures: Iterable[Figure]) -> str:
    """Return a headed table for each group, in the order in which the groups appear."""
    groups: dict[str, list[Figure]] = {}
    for figure in figures:
        groups.setdefault(figure.group, []).append(figure)
    return "\n\n".join(f"### {name}\n\n{table(group)}" for name, group in groups.items())


def table(figures: Sequence[Figure]) -> str:
    """Return the table of one group."""
    rows = list(dict.fromkeys((figure.stratum, figure.who) for figure in figures))
    columns = list(dict.fromkeys(figure.name for figure in figures))
    is_grid = len(rows) > 1 and len(columns) > 1 and len(figures) >= FILLED * len(rows) * len(columns)
    return _grid(figures, rows, columns) if is_grid else _lines(figures)


def figure_text(figure: Figure) -> str:
    """Return a figure with its interval.

    >>> figure_text(Figure("finding", "found", 0.96667, 0.833, 0.9941))
    '96.7 % (83.3 to 99.4)'
    """
    value = f"{_number(figure.value, figure)}{_unit(figure)}"
    if figure.low is None or figure.high is None:
        return value
    return f"{value} ({_number(figure.low, figure)} to {_number(figure.high, figure)})"


def bar_text(figure: Figure) -> str:
    """Return the bar of a figure and whether it was met; nothing without one."""
    if figure.bar is None:
        return ""
    most = "at most" if figure.better == Better.LESS else "at least"
    verdict = "met" if figure.met else "missed"
    return f"{most} {_number(figure.bar, figure)}{_unit(figure)}: {verdict}"


def line(cells: Iterable[str]) -> str:
    """Return a line of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "/").replace("\n", " ") for cell in cells) + " |"


def _lines(figures: Sequence[Figure]) -> str:
    several = {
        "stratum": len({figure.stratum for figure in figures}) > 1,
        "whose": any(figure.who != SURVEYOR for figure in figures),
        "counted": any(figure.n for figure in figures),
        "bar": any(figure.bar is not None for figure in figures),
    }
    head = ["what", *(name for name, shown in several.items() if shown and name in ("stratum", "whose"))]
    head += ["figure (95 %)", *(name for name in ("counted", "bar") if several[name])]
    rows = []
    for figure in figures:
        places = {
            "what": figure.name,
            "stratum": figure.stratum,
            "whose": figure.who,
            "figure (95 %)": figure_text(figure),
            "counted": _counted(figure),
            "bar": bar_text(figure),
        }
        rows.append(line(places[name] for name in head))
    return "\n".join([line(head), line("---" for _ in head), *rows])


def _grid(figures: Sequence[Figure], rows: Sequence[tuple[str, str]], columns: Sequence[str]) -> str:
    at = {(figure.stratum, figure.who, figure.name): figure for figure in figures}
    with_who = any(who != SURVEYOR for _, who in rows)
    lines = [line(["", *(["whose"] if with_who else []), "counted", *columns])]
    lines.append(line("---" for _ in range(len(columns) + 2 + with_who)))
    for stratum, who in rows:
        cells = [at.get((stratum, who, name)) for name in columns]
        counted = next((_counted(figure) for figure in cells if figure is not None and figure.n), "")
        shown = [
            "" if figure is None else "; ".join(filter(None, (figure_text(figure), bar_text(figure))))
            for figure in cells
        ]
        lines.append(line([stratum, *([who] if with_who else []), counted, *shown]))
    return "\n".join(lines)


def _counted(figure: Figure) -> str:
    return f"{figure.n:,} {figure.of}".strip() if figure.n else ""


def _number(value: float, figure: Figure) -> str:
    if isinf(value):
        return "never"
    if figure.unit != SHARE:
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.{2 + (abs(value) >= 0.1)}g}"
    percent = 100 * value
    return f"{percent:.2f}" if max(figure.value, figure.bar or 0) < 0.1 else f"{percent:.1f}"


def _unit(figure: Figure) -> str:
    return {SHARE: " %", TIMES: " x", "": ""}.get(figure.unit, f" {figure.unit}")
