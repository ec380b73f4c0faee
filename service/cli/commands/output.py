"""Output of the commands, and the exit status they leave with."""

import sys
from collections.abc import Sequence
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
    print("surveyor:", " ".join(message.split()), file=sys.stderr)
    return status


def tell_once(notes: Sequence[str], printed: set[str]) -> None:
    """Print the notes on stderr that are not among those printed before."""
    for note in notes:
        if note not in printed:
            print("surveyor: note:", note, file=sys.stderr)
    printed.update(notes)
