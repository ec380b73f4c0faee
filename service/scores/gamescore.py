"""The final score of one player, from the map documents of the four seasons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine import Edict, MapDocument, Season
from engine.certainty import SURE
from engine.errors import GameScoreError
from engine.gamescore import GameScore, Snapshot, score_game
from engine.titles import SoloRating, rate_solo
from service.scores.scoring import ScoredLine, notes_of_doubt

NO_COINS = "no coins are given, and none are counted"
GUESSED = "what was read is not all sure, so the score may be wrong: without --game it says what to look at"


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """The score of a game, and with solo mode its rating."""

    score: GameScore
    rating: SoloRating | None = None
    notes: tuple[str, ...] = ()
    """Notes on the maps, each with its place."""

    def to_json(self) -> dict[str, object]:
        """Return the score as a surveyor/game_score@1 document."""
        solo = {"solo": self.rating.to_json()} if self.rating else {}
        noted = {"notes": list(self.notes)} if self.notes else {}
        return self.score.to_json() | solo | noted


def score_lines(lines: Sequence[ScoredLine], *, solo: bool = False) -> ScoredGame:
    """Score the four maps of one player, with notes on what of each is not known.

    Raises:
        EngineError: The maps are not the four seasons of one game.
    """
    scored = score_documents([line.document for line in lines], solo=solo)
    notes = (f"{line.where}: {note}" for line in lines for note in _notes_on(line))
    return replace(scored, notes=tuple(notes))


def _notes_on(line: ScoredLine) -> Iterator[str]:
    yield from line.notes
    if line.document.coins is None:
        yield NO_COINS
    if line.certainty and line.certainty.exact < SURE:
        yield GUESSED
    yield from notes_of_doubt(line.doubtful, line.certainty)


def score_documents(documents: Sequence[MapDocument], *, solo: bool = False) -> ScoredGame:
    """Score the four maps of one player, spring first, or in any order if each tells its season.

    Coins that a map does not tell count 0.

    Raises:
        EngineError: The documents are not the four seasons of one game.
    """
    documents = _in_order(documents)
    edicts = _common_edicts(documents)
    score = score_game([Snapshot(document.sheet, document.coins or 0) for document in documents], edicts)
    return ScoredGame(score, rate_solo(score.total, edicts) if solo else None)


def _in_order(documents: Sequence[MapDocument]) -> Sequence[MapDocument]:
    by_season = {document.season: document for document in documents if document.season}
    if len(by_season) == len(documents) == len(Season):
        return [by_season[season] for season in Season]
    for season, document in zip(Season, documents, strict=False):
        if document.season not in (None, season):
            raise GameScoreError(
                f"the map of {document.season} comes where that of {season} should be; "
                f"give them in the order {', '.join(Season)}"
            )
    return documents


def _common_edicts(documents: Sequence[MapDocument]) -> tuple[Edict, ...]:
    by_season = {document.edicts: None for document in documents}
    if len(by_season) > 1:
        raise GameScoreError("the maps name different edicts; all seasons of a game have the same four")
    return next(iter(by_season), ())
