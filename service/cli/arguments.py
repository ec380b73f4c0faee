"""Additions to typer: options that take several values in a row, and paths that are never an empty word."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, get_args, get_type_hints

from typer import BadParameter, Context
from typer.core import TyperCommand, TyperOption

from engine import EDICTS, UnknownEdictError, UnknownNameError, find_edict
from engine.cards import AMBUSH_CARDS, EXPLORE_CARDS, HERO_CARDS, RUINS_CARDS, find_card
from engine.errors import UnknownCardError

Takers = Mapping[str, Callable[[str], bool]]
"""The options that take names, and what tells such a name."""


def spread_names(arguments: Sequence[str], takers: Takers) -> list[str]:
    """Repeat an option that takes names before each of them.

    The names end at the next option, or at the first word that is no such name and looks like a file. (A word
    that is neither stays a name, so that a misspelt one is reported as such.)

    >>> spread_names(["--edicts", "Silos", "Ulem's Wallow", "map.jsonl", "--json"], OF_CARDS)
    ['--edicts', 'Silos', '--edicts', "Ulem's Wallow", 'map.jsonl', '--json']
    """
    spread: list[str] = []
    option = ""  # whose names are being read
    for number, word in enumerate(arguments):
        if word == "--":
            return [*spread, *arguments[number:]]
        follows = spread[-1:] == [option]
        if word.startswith("-") and word != "-":
            option = word.partition("=")[0] if word.partition("=")[0] in takers else ""
        elif option and not follows:
            option = option if takers[option](word) or not _looks_like_a_file(word) else ""
            spread += [option] if option else []
        spread.append(word)
    return spread


def is_edict(name: str) -> bool:
    """Tell whether a scoring card has this name."""
    with suppress(UnknownEdictError):
        return bool(find_edict(name))
    return False


def _is_card(name: str) -> bool:
    with suppress(UnknownCardError):
        return bool(find_card(name))
    return False


def _is_saying(words: str) -> bool:
    """Tell whether this names a square and its terrain, as `C4=farm` does."""
    return "=" in words and "/" not in words and not words.startswith("=")


def edict_names(given: list[str]) -> list[str]:
    """Return the names of scoring cards, those that commas separate one by one.

    Raises:
        BadParameter: No card has such a name.
    """
    return _names_of(given, find_edict, EDICTS)


def card_names(given: list[str]) -> list[str]:
    """Return the names of explore, ruins, ambush or hero cards, those that commas separate one by one.

    Raises:
        BadParameter: No card has such a name.
    """
    return _names_of(given, find_card, (*EXPLORE_CARDS, *RUINS_CARDS, *AMBUSH_CARDS, *HERO_CARDS))


def _names_of(given: Sequence[str], find: Callable[[str], object], known: Iterable[str]) -> list[str]:
    names: list[str] = []
    for words in given:
        names += [name for part in words.split(",") if (name := part.strip())] or [words]
    for name in names:
        try:
            find(name)
        except UnknownNameError as error:
            raise BadParameter(_unknown(error, known)) from error
    return names


def _unknown(error: UnknownNameError, known: Iterable[str]) -> str:
    """Return what is wrong with a name; of one that was cut at a blank, how to write it whole."""
    begun = [name for name in known if name.casefold().startswith(f"{error.name.casefold()} ")]
    if not begun:
        return str(error)
    how = f"A name of several words needs quotes, or hyphens, as in {begun[0].replace(' ', '-')}."
    return f"{type(error)(error.name, begun)} {how}"


def _looks_like_a_file(word: str) -> bool:
    try:
        return word == "-" or "/" in word or "." in word or Path(word).exists()
    except OSError:  # too long for a name
        return False


EMPTY_PATH = "an empty word is no path; name a file or folder (is a variable of the shell empty?)"
OF_CARDS: Takers = MappingProxyType(
    {
        "--edicts": is_edict,
        "--cards": _is_card,
        "--standing": _is_card,
        "--ambush": _is_card,
        "--set": _is_saying,
    }
)
"""The options that take names of cards, or what squares hold."""


class PathsCommand(TyperCommand):
    """A command that refuses an option with two values, of which the first would be lost.

    And an empty word for a path: it would be the current folder, which nobody named.
    """

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:  # type: ignore[override]  # its own Context
        """Look at all words that are given before they are parsed."""
        types = get_type_hints(self.callback)
        given = self._given(ctx, args)
        for parameter in self.params:
            words = given.get(parameter.name) or []
            problem = EMPTY_PATH if "" in words and _is_path(types.get(parameter.name)) else None
            if isinstance(parameter, TyperOption) and not parameter.multiple and len(set(words)) > 1:
                ways = parameter.opts + parameter.secondary_opts if parameter.is_flag else words
                problem = f"given as {' and as '.join(dict.fromkeys(ways))}; say one of them"
            if problem:
                raise BadParameter(problem, ctx=ctx, param=parameter)  # type: ignore[arg-type]  # as for Context
        return super().parse_args(ctx, args)

    def _given(self, ctx: Context, args: list[str]) -> Mapping[str | None, Sequence[str]]:
        """Return all words that are given for each parameter, also where only one counts."""
        parser = self.make_parser(ctx)
        for option in map(copy, self.params):
            if isinstance(option, TyperOption):
                option.multiple = True
                option.add_to_parser(parser, ctx)
        given = parser.parse_args(list(args))[0]
        return {name: [words] if isinstance(words, str) else words for name, words in given.items()}


def _is_path(of: object) -> bool:
    """Tell whether a parameter of this type is a path, or several."""
    return of is Path or any(map(_is_path, get_args(of)))


class NamesCommand(PathsCommand):
    """A command whose `--edicts A B C` means `--edicts A --edicts B --edicts C`, and so with cards."""

    takers: ClassVar[Takers] = OF_CARDS

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:  # type: ignore[override]  # its own Context
        """Spread the names before they are parsed."""
        return super().parse_args(ctx, spread_names(args, self.takers))


class PlayersCommand(NamesCommand):
    """A command whose `--players A B` means `--players A --players B`."""

    takers: ClassVar[Takers] = MappingProxyType({"--players": lambda name: True})
