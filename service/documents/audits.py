"""The documents of audits: oddities of a map."""

from typing import Literal

from engine import Terrain
from engine.audit import Cause, Kind, Which
from service.documents.base import Document, Named, SquareAt


class OtherReading(Document):
    """A square that may have been misread."""

    map: Which
    square: SquareAt
    holds: Terrain
    instead: Terrain


class OddThing(Document):
    """Something on a map that no legal game can have drawn."""

    kind: Kind
    squares: tuple[SquareAt, ...]
    """Empty where it is about all the map."""
    message: str
    """Why it cannot be."""
    cause: Cause
    """`reading`: it may have been misread; `human`: it must be a person's error."""
    remedies: tuple[tuple[OtherReading, ...], ...]
    """One or two squares each which, read otherwise, leave nothing of it."""


class DrawnCard(Document):
    """One possible drawing of a card."""

    card: str
    terrain: Terrain
    squares: tuple[SquareAt, ...]
    coin: bool


class Audit(Document):
    """The oddities of a map (surveyor/audit@1)."""

    schema_name: Named[Literal["surveyor/audit@1"]]
    odd: bool
    decided: bool
    """False if there are too many ways to draw the season; then nothing is said about it."""
    oddities: tuple[OddThing, ...]
    drawings: tuple[DrawnCard, ...]
    """With the cards of the season: one way in which it can have been drawn, if there is any."""
    where: str
    """File and line of the map."""
