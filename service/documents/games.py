"""Games that were played by the engine."""

from typing import Annotated, Literal

from pydantic import Field

from engine import COIN_TRACK, Game, Season, Side, Terrain
from engine.game.transcript import Deed
from engine.setup import MOST_PLAYERS
from service.documents.base import Coins, Document, Named, Seasons, SquareAt
from service.documents.finals import Standings
from service.documents.maps import GameScore, Map


class CustomSide(Document):
    """A home-made side, or a printed one corrected."""

    name: str = ""
    map: str
    """Eleven lines of eleven letters: . empty, ^ mountain, # wasteland, r ruins."""
    coins: Coins = COIN_TRACK
    replaces: Side | None = None


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
