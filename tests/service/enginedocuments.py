"""Documents that the engine and vision write by themselves, as types: the JSON Schemas are made of these."""

from typing import Annotated, Literal

from pydantic import Field

from engine import Game, Season, Side, Terrain
from engine.audit import Cause, Kind, Which
from engine.contradictions import Rule
from engine.game.transcript import Deed
from engine.scoreboxes import Box, Origin
from engine.setup import MOST_PLAYERS
from service.documents import (
    IF_KNOWN,
    CustomSide,
    Digest,
    Document,
    Map,
    Named,
    Rating,
    Score,
    Share,
    SquareAt,
)
from service.documents.base import Seasons


class SeasonScore(Document):
    """The score of one season of a game."""

    season: Season
    score: Score


class GameScore(Document):
    """The score of the four seasons of one player (surveyor/game_score@1)."""

    schema_name: Named[Literal["surveyor/game_score@1"]]
    seasons: Annotated[tuple[SeasonScore, ...], Field(min_length=len(Season), max_length=len(Season))]
    """Spring first."""
    total: int
    """The final score."""
    lost_to_monsters: Annotated[int, Field(ge=0)]
    """Stars lost to monsters in all seasons; the fewest break a tie."""
    solo: Rating | None = None
    notes: tuple[str, ...] = ()
    """Notes on the maps, each with its place."""


class Projection(Document):
    """The score of a map if nothing more were drawn (surveyor/projection@1)."""

    schema_name: Named[Literal["surveyor/projection@1"]]
    edicts: dict[str, int]
    """Stars of each edict now."""
    seasons: Annotated[tuple[SeasonScore, ...], Field(min_length=1, max_length=len(Season))]
    """The seasons still to come."""
    earned: int
    """The stars of the seasons before."""
    total: int
    """Stars at the end of the game."""
    notes: tuple[str, ...] = ()
    """Notes on rules that the score relies on without a printed source."""
    where: str | None = IF_KNOWN
    """Of a map from a file: file and line, and the sheet if there are several."""


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


class Rules(Document):
    """Choices where the rulebooks are silent or two printings differ."""

    rotate_hero_pattern: bool = True
    fallback_any_terrain: bool = True
    destroyed_gorgon_gazes: bool = False


class Setup(Document):
    """The set-up of a game (surveyor/setup@1)."""

    schema_name: Named[Literal["surveyor/setup@1"]]
    players: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
    side: Side
    layout: CustomSide | None = None
    """Of a custom side."""
    edicts: Annotated[tuple[str, ...], Field(min_length=4, max_length=4)]
    """In the order A B C D, one of each category."""
    explore: Game
    """Whose explore cards are used."""
    seasons: Game
    """Whose season cards are used."""
    ruins: bool
    ambushes: Annotated[tuple[str, ...], Field(min_length=len(Season))]
    heroes: bool
    rules: Rules = Rules()
    seed: Annotated[int, Field(ge=0)]


class RecordedMove(Document):
    """The move of one player with one card."""

    season: Season
    card: str
    seat: Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
    does: Deed
    terrain: Terrain | None = None
    """The terrain that was drawn."""
    squares: tuple[SquareAt, ...] | None = None
    """Squares that were drawn on or destroyed; absent for a player who passed."""
    attack: tuple[SquareAt, ...] | None = None
    """The squares marked with a hero's attack pattern."""


class Transcript(Document):
    """A game that can be played again, move by move (surveyor/transcript@1)."""

    schema_name: Named[Literal["surveyor/transcript@1"]]
    setup: Setup
    moves: tuple[RecordedMove, ...]


class PlayedGame(Document):
    """A game and what it came to (surveyor/game@1)."""

    schema_name: Named[Literal["surveyor/game@1"]]
    transcript: Transcript
    finished: bool
    cards: dict[Season, tuple[str, ...]]
    """The cards revealed in each season, in order."""
    maps: tuple[Seasons[Map], ...]
    """The maps of each seat at the end of each season."""
    scores: tuple[GameScore, ...] | None
    """By seat; null until the game is over."""
    standings: Standings | None
    notes: tuple[str, ...]
    """Notes on rules that the game relies on without a printed source."""


class Correction(Document):
    """The correction of one square (surveyor/correction@1)."""

    schema_name: Named[Literal["surveyor/correction@1"]]
    photo: Digest
    """Hash of the photo's bytes."""
    page: Annotated[int, Field(ge=0)] | None
    sheet: Annotated[int, Field(ge=0)]
    """Number of the sheet in the photo, from 0."""
    side: Side
    square: SquareAt
    read: Terrain
    """The terrain that was read."""
    probabilities: dict[Terrain, Share]
    """Terrains that the reader held possible, as far as the reading has them."""
    said: Terrain
    """The person's answer; it may be what was read."""
    model: str
    model_sha256: Digest | None
    """Hash of the network; null if that model was not installed where the correction was made."""
    crop: Digest
    """Hash of the PNG of the square and a quarter square around it, seen straight in even light."""
    picture: Digest
    """Hash of the PNG of the whole sheet, likewise."""
    when: str
    """Moment in ISO 8601."""
    writer: str | None
    """Whose pencil it is."""
    by: str | None
    """The person who answered."""
