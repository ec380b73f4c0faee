"""Errors in the engine's input, each with a message a user can act on.

The errors can be pickled, so that worker processes can hand them back.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from enum import StrEnum
from types import UnionType
from typing import NoReturn

NEAREST_SHOWN = 3  # names offered in place of an unknown one
RUINS = "ruins"
"""The name of a print that is no terrain."""


class EngineError(ValueError):
    """Something the engine was given does not fit the game."""


class MapFormatError(EngineError):
    """A map in text or JSON that cannot be understood.

    Attributes:
        where: The place of the trouble, such as `terrain[3][4]` or `line 2`; empty when it is the whole.
    """

    def __init__(self, problem: str, *, where: str = "") -> None:
        """Say what is wrong, and where."""
        super().__init__(f"{where}: {problem}" if where else problem)
        self.where = where


class PrintError(MapFormatError):
    """A map that contradicts what is printed on its side.

    Attributes:
        side: The name of the side.
        square: The first square that contradicts it.
        printed: What is printed there; empty if nothing is.
        held: What the map has there.
    """

    def __init__(self, side: str, square: tuple[int, int], printed: str, held: str) -> None:
        """Take the side, the square, what is printed there, and what the map has."""
        row, column = square
        super().__init__("", where="ruins" if printed == RUINS else f"terrain[{row}][{column}]")
        self.args = (side, square, printed, held)
        self.side = side
        self.square = square
        self.printed = printed
        self.held = held

    def __str__(self) -> str:
        """Say where the map contradicts its side, and what may be meant."""
        at = list(self.square)
        if self.printed == RUINS:
            return f"{self.where}: {at} is a {self.held}, not ruins"
        said = f"has a {self.printed} at {at}, the map {self.held}"
        if not self.printed:
            said = f"has no {self.held} at {at}, the map has"
        return f'{self.where}: side {self.side} {said}; is it another side, or "custom"?'


class UnknownNameError(EngineError):
    """A name that no card has, of those that it is looked for among.

    Attributes:
        name: The name as it was given.
        nearest: The names of the cards most like it, the nearest first.
    """

    kind = "card"
    """What was looked for."""

    def __init__(self, name: str, nearest: Sequence[str]) -> None:
        """Take the unknown name and the nearest known ones."""
        super().__init__(name, nearest)
        self.name = name
        self.nearest = tuple(nearest)

    def __str__(self) -> str:
        """Give the unknown name and what may have been meant."""
        return f'no {self.kind} is named "{self.name:.40}"; did you mean {any_of(self.nearest)}?'


class UnknownEdictError(UnknownNameError):
    """A name that no scoring card has."""

    kind = "edict"


class UnknownCardError(UnknownNameError):
    """A name that no explore, ruins, ambush or hero card has."""


class SetupError(EngineError):
    """A set-up that the rulebooks do not allow; the message names the rule."""


class EdictChoiceError(EngineError):
    """Edicts that cannot lie on one table: more than four, or one of them twice.

    Attributes:
        problem: What is wrong with the choice.
        names: The names of the edicts that are wrong: those given twice, else all.
    """

    def __init__(self, problem: str, names: Sequence[str]) -> None:
        """Take what is wrong with the choice of these edicts."""
        super().__init__(problem, names)
        self.problem = problem
        self.names = tuple(names)

    def __str__(self) -> str:
        """Say what is wrong, with the names."""
        return f"{self.problem}: {', '.join(self.names)}"


class SeasonError(EngineError):
    """A season that scores an edict which was not given.

    Attributes:
        season: The name of the season.
        letters: The letters of the edicts that it scores.
        given: How many edicts there are.
    """

    def __init__(self, season: str, letters: str, given: int) -> None:
        """Take the season, the edicts that it scores and how many there are."""
        super().__init__(season, letters, given)
        self.season = season
        self.letters = letters
        self.given = given

    @property
    def missing(self) -> str:
        """The letters of the edicts that are missing."""
        return "".join(letter for letter in self.letters if letter not in "ABCD"[: self.given])

    def __str__(self) -> str:
        """Say which of the edicts that the season scores is missing."""
        scored, missing = " and ".join(self.letters), " and ".join(self.missing)
        missing = f"edicts {missing} are" if len(self.missing) > 1 else f"edict {missing} is"
        return (
            f"{self.season} scores edicts {scored}, but {missing} missing: "
            f"{self.given} given; give them in the order A B C D"
        )


class GameScoreError(EngineError):
    """What cannot be the record of one game: not four seasons, two sheets, coins lost on the way."""


class CoinsError(EngineError):
    """A number of coins that the coin track cannot hold.

    Attributes:
        coins: The number as it was given.
        most: The number of coins on the track.
    """

    def __init__(self, coins: int, most: int) -> None:
        """Take the number and how many coins there can be."""
        super().__init__(coins, most)
        self.coins = coins
        self.most = most

    def __str__(self) -> str:
        """Say how many coins there can be."""
        return f"coins must be a whole number from 0 to {self.most}, not {self.coins!r}"


def find_nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words, all in small letters, most like this one, the nearest first.

    >>> find_nearest("florest", ["farm", "forest", "water"])[0]
    'forest'
    """
    words = list(known)
    alike = get_close_matches(word.lower(), words, n=NEAREST_SHOWN)
    return alike or get_close_matches(word.lower(), words, n=NEAREST_SHOWN, cutoff=0.0)


class Choice(StrEnum):
    """One of a few words; another one is refused with those that there are."""

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise ValueError(f'"{value}" is no {cls.__name__.lower()}; say {any_of(cls)}')


def check_kind(given: object, kind: type | UnionType, what_it_is: str) -> None:
    """Refuse what a program gives in place of something else.

    >>> check_kind("11", int, "cells is a whole number")
    Traceback (most recent call last):
    TypeError: cells is a whole number, not str

    Raises:
        TypeError: It is of another kind.
    """
    if not isinstance(given, kind):
        raise TypeError(f"{what_it_is}, not {type(given).__name__}")


def any_of(names: Iterable[str]) -> str:
    """Return the names quoted, as a choice in a sentence.

    >>> print(any_of(["farm", "forest", "water"]))
    "farm", "forest" or "water"
    """
    *others, last = [f'"{name}"' for name in names]
    return f"{', '.join(others)} or {last}" if others else last
