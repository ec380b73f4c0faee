"""Scores a scanned sheet as far as the game is known, with the certainty of the score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import engine
from engine.certainty import SURE, Certainty, LeftOpen
from engine.scoreboxes import written_for
from engine.scoring import EDICT_LETTERS
from engine.stars import Stars
from service.documents import Sheet
from service.scans.rows import StatedGame
from service.scores.certainty import certainty_of, coin_odds, likely_coins, nothing_sure, others_of
from service.sheets.asread import SURE_OF_SIDE
from service.sheets.doubts import CoinsDoubt, SheetDoubt, SquareDoubt
from service.sheets.rows import MapInForce


@dataclass(frozen=True, slots=True)
class SheetScore:
    """The score of one sheet."""

    sheet: engine.MapSheet
    coins: int
    edicts: tuple[engine.Edict | None, ...]
    """In the places A B C D; None: not known."""
    report: engine.ScoreReport
    """Of the season, or of all edicts; those that are not known earn nothing."""
    projection: engine.Projection
    """The stars of each edict now, and the seasons from this one on if nothing more is drawn."""
    final: engine.Final | None
    """The game's end, if the sheet shows that of winter."""
    solo: engine.SoloRating | None

    def stars(self, letter: str) -> Stars:
        """Return what the edict of a place earns."""
        return self.projection.lines[EDICT_LETTERS.index(letter)].stars

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on rules that the score relies on without a printed source, a sentence each."""
        return engine.score_notes(self.sheet, [edict for edict in self.edicts if edict])

    def to_json(self, certainty: Certainty | None = None) -> dict[str, object]:
        """Return a surveyor/score@1 document, without unknown edicts, and with the certainty if given."""
        named = {edict.name for edict in self.edicts if edict}
        document = dict(self.report.to_json())
        for key in ("edicts", "squares"):
            found = cast(Mapping[str, object], document[key])
            document[key] = {name: value for name, value in found.items() if name in named | {"monsters"}}
        return document | (certainty.to_json() if certainty else {})


def score_sheet(scanned: MapInForce, read: Sheet | None, game: StatedGame) -> SheetScore:
    """Score a sheet as it stands; coins that nobody is sure of are the likeliest that were read.

    Raises:
        EngineError: No such map can be.
    """
    sheet, coins = scanned.map.to_engine(), _coins_of(scanned, read) or 0
    edicts = _filled(game)
    final = _final(scanned, sheet, game) if game.season is engine.Season.WINTER else None
    return SheetScore(
        sheet,
        coins,
        game.known,
        engine.score_map(sheet, edicts, coins=coins, season=game.season),
        engine.project_score(sheet, edicts, coins=coins, season=game.season or engine.Season.SPRING),
        final,
        _rating(final, game),
    )


def find_certainty(
    scanned: MapInForce, read: Sheet, game: StatedGame, sure: float = SURE
) -> Certainty | None:
    """Return how sure the score is, by the doubts that are left; None where nothing is sure.

    Raises:
        EngineError: No such map can be.
    """
    if nothing_sure(read) and len(scanned.doubtful) > len(engine.ALL_SQUARES) / 2:
        return None
    document = engine.MapDocument(
        scanned.map.to_engine(), _coins_of(scanned, read), _filled(game), game.season
    )
    season = None if game.lacking else game.season  # of an unknown card no number can be counted
    return certainty_of(document, still_open(scanned, read, season), sure)


def _coins_of(scanned: MapInForce, read: Sheet | None) -> int | None:
    return likely_coins(read) if read and scanned.map.coins is None else scanned.map.coins


def still_open(scanned: MapInForce, read: Sheet, season: engine.Season | None = None) -> LeftOpen:
    """Return what a sheet as read and corrected leaves open.

    With a season, what is written of it says something of the map, too.
    """
    doubts = {
        engine.Square(*doubt.square): doubt for doubt in scanned.doubts if isinstance(doubt, SquareDoubt)
    }
    is_asked = any(isinstance(doubt, CoinsDoubt) for doubt in scanned.doubts)
    is_sure = read.coins_confidence >= SURE and scanned.map.coins == read.coins  # else a person said them
    is_doubted = any(isinstance(doubt, SheetDoubt) for doubt in scanned.doubts)
    is_side_open = is_doubted or read.side_confidence >= SURE_OF_SIDE  # else a person has settled it
    squares = {square: _others(square, scanned, read, doubts.get(square)) for square in engine.ALL_SQUARES}
    return LeftOpen(
        {square: others for square, others in squares.items() if others},
        coin_odds(read) if is_asked or is_sure else None,
        read.side_confidence if is_side_open and scanned.map.side is read.side else 1.0,
        written_for(scanned.map.boxes, season),
    )


def _filled(game: StatedGame) -> tuple[engine.Edict, ...]:
    """Return four edicts: in the place of one that is not known, one that earns nothing."""
    return tuple(
        edict
        or engine.Edict(letter, engine.Category.SPATIAL, 0, engine.Game.CARTOGRAPHERS, lambda sheet: Stars())
        for letter, edict in zip(EDICT_LETTERS, game.known, strict=True)
    )


def _final(scanned: MapInForce, sheet: engine.MapSheet, game: StatedGame) -> engine.Final | None:
    named: Sequence[engine.Edict] = [edict for edict in game.known if edict]
    if len(named) < len(EDICT_LETTERS):
        return None
    try:
        return engine.find_final(
            scanned.map.boxes,
            sheet=sheet,
            coins=scanned.map.coins,
            edicts=named,
            written_final=scanned.map.final,
        )
    except engine.EngineError:  # written numbers that no sheet can have
        return None


def _rating(final: engine.Final | None, game: StatedGame) -> engine.SoloRating | None:
    if not game.solo or final is None or final.total is None:
        return None
    return engine.rate_solo(final.total, [edict for edict in game.known if edict])


def _others(
    square: engine.Square, scanned: MapInForce, read: Sheet, doubt: SquareDoubt | None
) -> dict[engine.Terrain, float]:
    """Return the terrains that a square may hold instead of its present one, with their probabilities."""
    row, column = square
    stands = scanned.map.at(square)
    if doubt and doubt.alternatives and stands in doubt.alternatives:
        return {terrain: share for terrain, share in doubt.alternatives.items() if terrain is not stands}
    is_settled = doubt is None and tuple(square) in read.doubtful
    return {} if is_settled or stands is not read.terrain[row][column] else others_of(read, square)
