"""Final scores and standings."""

from typing import Annotated, Literal

from pydantic import Field

from engine import Season
from engine.contradictions import Rule
from engine.scoreboxes import Box, Origin
from service.documents.base import IF_KNOWN, Document, Named


class BoxNumber(Document):
    """A number in a box of a season, and how it is known."""

    value: int
    origin: Origin


class FinalSeason(Document):
    """The boxes of one season; null where nothing is known."""

    season: Season
    first_edict: BoxNumber | None
    second_edict: BoxNumber | None
    coins: BoxNumber | None
    monsters: BoxNumber | None
    total: BoxNumber | None


class WrongNumber(Document):
    """A number that contradicts the others."""

    rule: Rule
    season: Season | None
    """Null where it is about the final score."""
    box: Box
    number: int
    expected: int | None
    """The right number, if there is only one."""
    message: str


class MissingNumber(Document):
    """A box without which the total of its season does not follow."""

    season: Season
    box: Box


class Final(Document):
    """The final score as the sheet alone tells it (surveyor/final@1)."""

    schema_name: Named[Literal["surveyor/final@1"]]
    total: int | None
    """Null if it does not follow, or something contradicts it."""
    lost_to_monsters: int | None
    seasons: Annotated[tuple[FinalSeason, ...], Field(min_length=len(Season), max_length=len(Season))]
    contradictions: tuple[WrongNumber, ...]
    missing: tuple[MissingNumber, ...]
    player: str | None = None
    """Whose sheet it is, if that is known."""
    where: str | None = None
    """File and line of the last map."""
    notes: tuple[str, ...] = ()
    """Notes on rules that the score relies on without a printed source."""


class Placing(Document):
    """The rank of one player."""

    rank: Annotated[int, Field(ge=1)]
    player: str
    total: int
    lost_to_monsters: Annotated[int, Field(ge=0)] | None
    """Null if it is not known, and breaks no tie."""
    shared: bool
    """Whether others have the same rank."""


class Standings(Document):
    """All players of a game, the winner first (surveyor/standings@1)."""

    schema_name: Named[Literal["surveyor/standings@1"]]
    placings: tuple[Placing, ...]
    winners: tuple[str, ...]
    """Nobody while the tie for it is open."""
    open_ties: tuple[tuple[str, ...], ...] = IF_KNOWN
    """Players who share a rank while the tie-break, the stars lost to monsters, is not known of all."""
