"""Output of the commands, and the exit status they leave with."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console

REJECTED, USAGE, INSTALLATION = 1, 2, 3  # exit statuses


def make_console() -> "Console":
    """Return the console that tables are printed on."""
    from service.cli.terminal import PlainConsole

    return PlainConsole(highlight=False, markup=False)


def finish(rejected: bool) -> None:
    """End the command with status 1 if something was rejected."""
    if rejected:
        raise typer.Exit(REJECTED)


def complain(message: str, status: int) -> int:
    """Print one line on stderr and return the exit status."""
    print("surveyor:", printable(" ".join(message.split())), file=sys.stderr)
    return status


def printable(text: str) -> str:
    """Return what somebody else wrote without anything that could steer a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def print_notes(notes: Iterable[str], printed: set[str] | None = None) -> None:
    """Print notes on stderr; those printed before are left out, and `printed` grows by the new ones."""
    seen = set() if printed is None else printed
    for note in notes:
        if note not in seen:
            print("surveyor: note:", printable(note), file=sys.stderr)
            seen.add(note)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it is not one.

    >>> counted(1, "sheet"), counted(3, "sheet")
    ('1 sheet', '3 sheets')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
