"""Output of the commands, and the exit status they leave with."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO, TypeVar

import typer

from service.formats.filenames import shown_name
from service.scores.scoring import Refused

if TYPE_CHECKING:
    from rich.console import Console


class Result(Protocol):
    """The result of a command for one map."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks for people."""

    def to_json(self) -> dict[str, object]:
        """Return it as a document."""


R = TypeVar("R", bound=Result)

REJECTED, USAGE, INSTALLATION = 1, 2, 3  # exit statuses
MOST_NAMED = 5  # files in one line


def make_console() -> "Console":
    """Return the console that tables are printed on."""
    from service.cli.terminal import PlainConsole

    return PlainConsole()


def finish(rejected: bool) -> None:
    """End the command with status 1 if something was rejected."""
    if rejected:
        raise typer.Exit(REJECTED)


def complain(message: str, status: int) -> int:
    """Print one line on stderr and return the exit status."""
    tell(f"surveyor: {printable(' '.join(message.split()))}")
    return status


def tell(line: str) -> None:
    """Print a line on stderr; where it cannot be written, nobody is told, and the exit status says enough."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        print_no_more(sys.stderr)


def print_no_more(stream: TextIO) -> None:
    """Drop what was not printed yet, so that leaving does not try it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def ending(status: int, *errors: type[Exception], before: str = "") -> Iterator[None]:
    """End the command with this status if one of these errors comes up, and print what it says.

    `before` begins the line; it is needed for errors of the system, of which only the reason is printed.
    """
    try:
        yield
    except errors as error:
        reason = error.strerror if before and isinstance(error, OSError) else error
        raise typer.Exit(complain(f"{before}{reason}", status)) from error


def printable(text: str) -> str:
    """Return what somebody else wrote without anything that could steer a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def print_notes(notes: Iterable[str]) -> None:
    """Print notes on stderr, each once."""
    for note in dict.fromkeys(notes):
        tell(f"surveyor: note: {printable(note)}")


def note_others(others: Sequence[Path]) -> None:
    """Print on stderr which files of a folder are left alone, as their names are no photos'."""
    if others:
        print_notes([f"left alone, being no photos by their names: {named(list(map(shown_name, others)))}"])


def named(files: Sequence[str]) -> str:
    """Return the first few of these files, and how many more there are."""
    more = len(files) - MOST_NAMED
    return ", ".join(map(printable, files[:MOST_NAMED])) + (f" and {more} more" if more > 0 else "")


def print_results(
    results: Iterable[R | Refused], as_json: bool, show: "Callable[[Console, R], None]"
) -> Iterator[R | Refused]:
    """Print each result as it comes, as JSON or by `show`, and yield it; each note is printed once."""
    noted: set[str] = set()
    for result in results:
        if isinstance(result, Refused):
            complain(f"{result.where}: {result.problem}", REJECTED)
        elif as_json:
            print(json.dumps(result.to_json()), flush=True)
        else:
            show(make_console(), result)
            print_notes(note for note in result.notes if note not in noted)
            noted.update(result.notes)
        yield result


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it is not one.

    >>> counted(1, "sheet"), counted(3, "sheet")
    ('1 sheet', '3 sheets')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
