"""The edicts of a tournament, a round or a table, as its form has four lists of them."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from engine.scoring import EDICT_LETTERS

Cards = Annotated[tuple[str, ...], Field(alias="edict", max_length=8)]
"""The choices of four lists named `edict`, in the order A B C D."""


def chosen(names: Sequence[str]) -> tuple[str, ...]:
    """Return the edicts that a form names: those that are chosen, or none."""
    return tuple(name for name in names if name.strip())


def filled(names: Sequence[str], otherwise: Sequence[str]) -> tuple[str, ...]:
    """Return what four lists say, those left blank as it holds otherwise; nothing where all are blank.

    >>> filled(["", "Silos", "", ""], ["Greenbough", "Canal Lake", "Wildholds", "Borderlands"])
    ('Greenbough', 'Silos', 'Wildholds', 'Borderlands')
    >>> filled(["Silos"], []), filled(["", "", "", ""], ["Greenbough"])
    (('Silos', '', '', ''), ())
    """
    if not chosen(names):
        return ()
    places = range(len(EDICT_LETTERS))
    said, others = ([*some, *[""] * len(EDICT_LETTERS)] for some in (names, otherwise))
    return tuple(said[place] or others[place] for place in places)


def wrong_edicts(names: Sequence[str]) -> list[int]:
    """Return the places, from 0, at which a choice of edicts that was refused repeats one, or lacks one.

    >>> wrong_edicts(["Silos", "", "Silos", "Borderlands"]), wrong_edicts(["", "", "", ""])
    ([1, 2], [])
    """
    said = [names[place] if place < len(names) else "" for place in range(len(EDICT_LETTERS))]
    return [place for place, name in enumerate(said) if any(said) and (not name or name in said[:place])]
