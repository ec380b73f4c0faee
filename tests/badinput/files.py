"""What the corpus is made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

import numpy as np

from engine import Terrain

T = TypeVar("T")
Rng = np.random.Generator
Rows = tuple[tuple[Terrain | None, ...], ...]
"""The terrain of each square; None: one of which nobody can say what it holds."""


class Way(StrEnum):
    """What a file is given to."""

    PHOTO = "photo"
    ZIP = "zip"
    NOTATION = "map notation"
    MAP = "map JSON"
    SIDE = "side TOML"
    TRANSCRIPT = "transcript JSON"
    CORRECTIONS = "corrections JSON"
    READING = "reading JSON"
    PLAYERS = "list of players"


@dataclass(frozen=True, slots=True)
class Made:
    """A file before it has a name."""

    content: bytes
    suffix: str
    truth: Rows | None = None
    """What is drawn on its sheet; None: nothing that a sure answer could be right about."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of damage: what makes a file of it, and what such files are given to."""

    name: str
    make: Callable[[Rng], Made]
    way: Way = Way.PHOTO


@dataclass(frozen=True, slots=True)
class BadFile:
    """One file of the corpus."""

    name: str
    content: bytes
    kind: str
    way: Way
    truth: Rows | None


def pick(rng: Rng, things: Sequence[T]) -> T:
    """Return one of these."""
    return things[int(rng.integers(len(things)))]
