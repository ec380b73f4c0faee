"""The final score of one player, from the map documents of the four seasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Edict, MapDocument, Season
from engine.errors import GameScoreError
from engine.gamescore import GameScore, Snapshot, score_game
from engine.titles import SoloRating, rate_solo


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """The score of a game, and with solo mode its rating."""

    score: GameScore
    rating: SoloRating | None = None

    def to_json(self) -> dict[str, object]:
        """Return the score as a surveyor/game_score@1 document."""
        solo = {"solo": self.rating.to_json()} if self.rating else {}
        return self.score.to_json() | solo


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
