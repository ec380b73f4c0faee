"""Whole games: played by bots or replayed from a transcript, as one document."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine import Edict, Game, MapDocument, Season, Side, find_edict
from engine.bots import Bot, play_game
from engine.errors import SetupError
from engine.game import GameState, Transcript, TranscriptError
from engine.gamescore import GameScore
from engine.layouts import Layout
from engine.setup import GameSetup, RuleSwitches
from engine.standings import Result, Standings, rank_players
from engine.titles import SoloRating, rate_solo
from engine.unconfirmed import setup_notes
from service.formats.gamenames import GameName
from service.scores.gamescore import ScoredGame
from service.scores.scoring import parse_document

GAME_SCHEMA = "surveyor/game@1"
LARGEST_TRANSCRIPT = 16_000_000  # bytes, many times what a game of a hundred players takes


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with its results."""

    transcript: Transcript
    state: GameState
    bots: tuple[Bot, ...] = ()
    """The bots by seat; unknown for a transcript."""

    @property
    def setup(self) -> GameSetup:
        """The set-up of the game."""
        return self.transcript.setup

    @property
    def seasons(self) -> tuple[Season, ...]:
        """The seasons that have been scored."""
        return tuple(Season)[: len(self.state.cartographers[0].scores)]

    @property
    def season_ends(self) -> tuple[GameState, ...]:
        """The game just after each season was scored."""
        ends: list[GameState] = []
        for state in self.transcript.states():
            if len(state.cartographers[0].scores) > len(ends):
                ends.append(state)
        return tuple(ends)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on rules that the game relies on without a printed source."""
        return setup_notes(self.setup)

    @property
    def standings(self) -> Standings | None:
        """The standings, once the game is over."""
        if not self.state.is_over:
            return None
        return rank_players(
            Result(seat_name(seat), each.stars, -each.monster_stars)
            for seat, each in enumerate(self.state.cartographers)
        )

    @property
    def rating(self) -> SoloRating | None:
        """The rating of a solo game, once it is over."""
        if not (self.state.is_over and self.setup.is_solo):
            return None
        return rate_solo(self.state.cartographers[0].stars, self.setup.edicts)

    def documents(self, seat: int) -> tuple[MapDocument, ...]:
        """Return the maps of a player as they were when each season was scored."""
        snapshots = self.state.cartographers[seat].snapshots
        return tuple(
            MapDocument(snapshot.sheet, snapshot.coins, self.setup.edicts, season)
            for season, snapshot in zip(Season, snapshots, strict=False)
        )

    def to_json(self) -> dict[str, object]:
        """Return the game as a surveyor/game@1 document."""
        cards = {season.value: [str(card) for card in self.state.revealed_in(season)] for season in Season}
        seats = range(self.setup.players)
        return {
            "schema": GAME_SCHEMA,
            "transcript": self.transcript.to_json(),
            "finished": self.state.is_over,
            "cards": {season: names for season, names in cards.items() if names},
            "maps": [[document.to_json() for document in self.documents(seat)] for seat in seats],
            "scores": [self._score(seat) for seat in seats] if self.state.is_over else None,
            "standings": self.standings.to_json() if self.standings else None,
            "notes": list(self.notes),
        }

    def _score(self, seat: int) -> dict[str, object]:
        return ScoredGame(GameScore(self.state.cartographers[seat].scores), self.rating).to_json()


def seat_name(seat: int) -> str:
    """Return what a player is called."""
    return f"seat {seat}"


def set_up(
    game: GameName,
    *,
    players: int,
    seed: int,
    layout: Layout | None = None,
    edicts: Sequence[str] = (),
    explore: Game | None = None,
    seasons: Game | None = None,
    ambushes: Sequence[str] = (),
    heroes: bool | None = None,
    rules: RuleSwitches | None = None,
) -> GameSetup:
    """Return the set-up of a game; what is not said is as the game has it, or drawn from the seed.

    Only a combined game leaves open whose explore and season cards it has, which ambush cards, and whether
    there are heroes.

    Raises:
        EngineError: The rulebooks do not allow it, or a card has a name that none has.
    """
    chosen = tuple(find_edict(name) for name in edicts)
    _check_game(game, layout, chosen)
    if game is GameName.COMBINED:
        setup = GameSetup.combined(
            layout=layout,
            edicts=chosen,
            explore=explore,
            seasons=seasons,
            ambushes=ambushes,
            heroes=heroes,
            players=players,
            seed=seed,
        )
    else:
        make = GameSetup.base if game is GameName.BASE else GameSetup.of_heroes
        setup = make(layout=layout, edicts=chosen, players=players, seed=seed)
    return replace(setup, rules=rules or setup.rules)


def _check_game(game: GameName, layout: Layout | None, edicts: Sequence[Edict]) -> None:
    """Refuse cards and sides of the other game, unless both are combined."""
    if game is GameName.COMBINED:
        return
    other = Game.CARTOGRAPHERS if game is GameName.HEROES else Game.HEROES
    foreign = [edict.name for edict in edicts if edict.game is other]
    if layout and layout.game is other:
        foreign.append(f"side {layout.name or layout.side}")
    if foreign:
        are = "are" if len(foreign) > 1 else "is"
        raise SetupError(
            f"{' and '.join(foreign)} {are} of {other}; to play both games together, say --game combined"
        )


def play(setup: GameSetup, bots: Sequence[Bot]) -> PlayedGame:
    """Play a whole game; fewer bots than seats take turns."""
    transcript = play_game(setup, bots)
    seated = tuple(bots[seat % len(bots)] for seat in range(setup.players))
    return PlayedGame(transcript, transcript.replay(), seated)


def replay(content: bytes) -> PlayedGame:
    """Return the game that a transcript tells, or a game document with one in it.

    Raises:
        EngineError: It is none, or a move in it is illegal; the message names the move and the rule.
    """
    if len(content) > LARGEST_TRANSCRIPT:
        raise TranscriptError(f"the file has over {LARGEST_TRANSCRIPT:,} bytes; no game has as much to tell")
    document = parse_document(content)
    if isinstance(document, Mapping) and document.get("schema") == GAME_SCHEMA:
        document = document.get("transcript")
    _check_layout(document)
    transcript = Transcript.from_json(document)
    return PlayedGame(transcript, transcript.replay())


def _check_layout(document: object) -> None:
    setup = document.get("setup") if isinstance(document, Mapping) else None
    if isinstance(setup, Mapping) and setup.get("side") == Side.CUSTOM and "layout" not in setup:
        raise TranscriptError(
            f'setup: the game was played on side "{Side.CUSTOM}", and "layout" is missing, '
            "which says what is printed on it: an object with name, map and coins"
        )


def export(game: PlayedGame, folder: Path) -> list[Path]:
    """Write the transcript and the map of every seat at the end of every season; return the files."""
    maps = folder / "maps"
    maps.mkdir(parents=True, exist_ok=True)
    written = {folder / "transcript.json": game.transcript.to_json()}
    for seat in range(game.setup.players):
        for document in game.documents(seat):
            written[maps / f"seat-{seat}-{document.season}.json"] = document.to_json()
    for path, content in written.items():
        path.write_text(json.dumps(content) + "\n", "utf-8")
    return list(written)
