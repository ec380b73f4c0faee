"""The files that commands read documents from."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

import typer

from service.formats.filenames import shown_name
from service.scores.scoring import Refused

Line = TypeVar("Line")
STDIN = Path("-")


def read_lines(
    files: Iterable[Path], read: Callable[[BinaryIO, str], Iterator[Line]]
) -> Iterator[Line | Refused]:
    """Yield the results of the documents in the files; a file that cannot be read is refused."""
    for path in files:
        try:
            with opened(path) as (file, name):
                yield from read(file, name)
        except OSError as error:
            yield Refused(shown_name(path), f"the file cannot be read: {error.strerror}")


def check_there(files: Iterable[Path]) -> None:
    """Look whether the files that a person names are there, before anything is done; a hyphen is stdin.

    Raises:
        BadParameter: Some are not.
    """
    missing = [shown_name(path) for path in files if path != STDIN and not _is_there(path)]
    if missing:
        are = "there is no file or folder" if len(missing) == 1 else "there are no files or folders"
        raise typer.BadParameter(f"{are} {', '.join(missing)}")


def _is_there(path: Path) -> bool:
    """Tell whether something has this name; what else is wrong with it, opening it will say."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return True
    return True


@contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, str]]:
    """Open a file, or stdin for a hyphen, and tell its name."""
    if path == STDIN:
        yield sys.stdin.buffer, "stdin"
        return
    with path.open("rb") as file:
        yield file, shown_name(path)
