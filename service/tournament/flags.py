"""Flags of a sheet or a result: problems that somebody has to look at before it counts."""

from dataclasses import dataclass

from engine import Square
from vision.errors import Reason


@dataclass(frozen=True, slots=True)
class Flag(Reason):
    """Something that does not fit; names of players stand in quotes in it."""

    squares: tuple[Square, ...] = ()
    """The squares concerned, if it is about the map."""
