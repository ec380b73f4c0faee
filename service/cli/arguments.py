"""Additions to typer: options that take several values in a row."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from typer import Context
from typer.core import TyperCommand

from engine import UnknownEdictError, find_edict
from engine.cards import find_card
from engine.errors import UnknownCardError


class NamesCommand(TyperCommand):
    """A command whose `--edicts A B C` means `--edicts A --edicts B --edicts C`, and so with cards."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:  # type: ignore[override]  # its own Context
        """Spread the names before they are parsed."""
        return super().parse_args(ctx, spread_names(args))


def spread_names(
    arguments: Sequence[str], takers: Mapping[str, Callable[[str], bool]] | None = None
) -> list[str]:
    """Repeat an option that takes names before each of them.

    Args:
        arguments: the words of the command line.
        takers: the options that take names, and what tells such a name; those that take cards by default.

    The names end at the next option, or at the first word that is no such name and looks like a file. (A word
    that is neither stays a name, so that a misspelt one is reported as such.)

    >>> spread_names(["--edicts", "Silos", "Ulem's Wallow", "map.jsonl", "--json"])
    ['--edicts', 'Silos', '--edicts', "Ulem's Wallow", 'map.jsonl', '--json']
    """
    spread: list[str] = []
    takes = _NAMES if takers is None else takers
    option = ""  # whose names are being read
    for number, word in enumerate(arguments):
        if word == "--":
            return [*spread, *arguments[number:]]
        follows = spread[-1:] == [option]
        if word.startswith("-") and word != "-":
            option = word.partition("=")[0] if word.partition("=")[0] in takes else ""
        elif option and not follows:
            option = option if takes[option](word) or not _looks_like_a_file(word) else ""
            spread += [option] if option else []
        spread.append(word)
    return spread


def is_edict(name: str) -> bool:
    """Tell whether a scoring card has this name."""
    try:
        find_edict(name)
    except UnknownEdictError:
        return False
    return True


def is_card(name: str) -> bool:
    """Tell whether an explore, ruins, ambush or hero card has this name."""
    try:
        find_card(name)
    except UnknownCardError:
        return False
    return True


def is_saying(words: str) -> bool:
    """Tell whether this names a square and its terrain, as `C4=farm` does."""
    return "=" in words and "/" not in words and not words.startswith("=")


def _looks_like_a_file(word: str) -> bool:
    return word == "-" or "/" in word or "." in word or Path(word).exists()


_NAMES: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {
        "--edicts": is_edict,
        "--cards": is_card,
        "--standing": is_card,
        "--ambush": is_card,
        "--set": is_saying,
    }
)
"""The options that take names, and what tells such a name."""
