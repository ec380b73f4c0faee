"""Small pieces of Markdown."""

import inspect
from collections.abc import Iterable, Sequence


def first_line(text: str | None) -> str:
    """Return the first paragraph of a docstring, on one line."""
    return " ".join(inspect.cleandoc(text or "").partition("\n\n")[0].split())


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; what stands in a cell may have bars."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def code(text: object) -> str:
    """Return text as code."""
    return f"`{text}`"
