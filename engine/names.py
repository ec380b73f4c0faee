"""Names of cards, compared as people write them."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from engine.errors import UnknownNameError, check_kind, find_nearest


class Named(Protocol):
    """Something with a name."""

    @property
    def name(self) -> str:
        """The name on the card."""


Found = TypeVar("Found", bound=Named)


def plain_name(name: str) -> str:
    """Return the name without case, a leading "The" and punctuation, by which it is found.

    >>> plain_name("The Golden Granary") == plain_name("golden-granary")
    True
    """
    letters = "".join(character for character in name.casefold() if character.isalnum())
    return letters.removeprefix("the")


def find_named(name: str, known: Mapping[str, Found], unknown: type[UnknownNameError]) -> Found:
    """Return what has this name, of what is known by plain names.

    Raises:
        UnknownNameError: Of the kind given: nothing has this name; the message gives the nearest ones.
    """
    check_kind(name, str, "the name of a card is text")
    plain = plain_name(name)
    if plain not in known:
        raise unknown(name, [known[each].name for each in find_nearest(plain, known)])
    return known[plain]
