"""The stakes of a sheet's doubts: by how many stars they may change its score."""

from collections.abc import Sequence

from engine import EngineError, Season, Square, Terrain, find_edict, score_map
from service.documents import Place, Sheet, SheetMap
from service.sheets.doubts import CoinsDoubt, Doubt, PlaceDoubt, SheetDoubt, SquareDoubt

COINS = 3.0
"""Stars that an unread coin track is worth, about: what players fill in a season or two."""
SHEET = 20.0
"""Stars at stake if the sheet as a whole, or whose it is, is doubtful: about a season's score."""
LEAST = 0.01
"""No doubt counts for nothing."""


def stakes_of(
    map: SheetMap, read: Sheet, doubts: Sequence[Doubt], edicts: Sequence[str], season: Season | None
) -> list[float]:
    """Return for each doubt by how many stars settling it is expected to change the score.

    For a square that is the sum over what it may hold, of the probability times the change of the score, by
    all edicts that are known; without any, the chance that it is wrong. Without a season all edicts count.
    """
    score = _Scorer(map, edicts, season)
    return [max(LEAST, _stake(doubt, score, read)) for doubt in doubts]


class _Scorer:
    """Scores the map with one square changed."""

    def __init__(self, map: SheetMap, edicts: Sequence[str], season: Season | None) -> None:
        self._map = map
        self._edicts = tuple(find_edict(name) for name in edicts)
        self._season = season if len(self._edicts) == 4 else None
        self.total = self._score(map)

    def change(self, square: Place, terrain: Terrain) -> float:
        """Return by how much the score changes if that stands on the square."""
        if self._map.at(square) is terrain:
            return 0.0
        score = self._score(self._map.with_squares({Square(*square): terrain}))
        if score is None or self.total is None:
            return 1.0
        return abs(score - self.total) if self._edicts else 1.0

    def _score(self, map: SheetMap) -> int | None:
        try:
            return score_map(map.to_engine(), self._edicts, coins=0, season=self._season).total
        except EngineError:  # what cannot be, such as a hero on a mountain
            return None


def _stake(doubt: Doubt, score: _Scorer, read: Sheet) -> float:
    match doubt:
        case SquareDoubt(square=square):
            shares = doubt.chances(read)
            return sum(share * score.change(square, terrain) for terrain, share in shares.items())
        case CoinsDoubt():
            return COINS
        case SheetDoubt() | PlaceDoubt():
            return SHEET
