"""What the command line adds to typer: options that take several values in a row."""

from collections.abc import Sequence
from pathlib import Path

from typer import Context
from typer.core import TyperCommand

from engine import UnknownEdictError, find_edict

EDICTS = "--edicts"


class EdictsCommand(TyperCommand):
    """A command whose `--edicts A B C` means `--edicts A --edicts B --edicts C`."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:  # type: ignore[override]  # its own Context
        """Spread the names before they are parsed."""
        return super().parse_args(ctx, spread_edicts(args))


def spread_edicts(arguments: Sequence[str]) -> list[str]:
    """Repeat `--edicts` before each of its names.

    The names end at the next option, or at the first word that is no edict and looks like a file. (A word
    that is neither stays a name, so that a misspelt edict is reported as one.)

    >>> spread_edicts(["--edicts", "Silos", "Ulem's Wallow", "map.jsonl", "--json"])
    ['--edicts', 'Silos', '--edicts', "Ulem's Wallow", 'map.jsonl', '--json']
    """
    spread: list[str] = []
    among_names = False
    for number, word in enumerate(arguments):
        if word == "--":
            return [*spread, *arguments[number:]]
        follows = spread[-1:] == [EDICTS]
        if word.startswith("-") and word != "-":
            among_names = word.partition("=")[0] == EDICTS
        elif among_names and not follows:
            among_names = is_edict(word) or not _looks_like_a_file(word)
            spread += [EDICTS] if among_names else []
        spread.append(word)
    return spread


def is_edict(name: str) -> bool:
    """Whether a scoring card has this name."""
    try:
        find_edict(name)
    except UnknownEdictError:
        return False
    return True


def _looks_like_a_file(word: str) -> bool:
    return word == "-" or "/" in word or "." in word or Path(word).exists()
