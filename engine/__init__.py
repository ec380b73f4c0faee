"""The rules of Cartographers and Cartographers Heroes: edicts, scores, games; standard library only."""

from engine.cards import (
    AMBUSH_CARDS,
    EXPLORE_CARDS,
    HERO_CARDS,
    RUINS_CARDS,
    AmbushCard,
    ExploreCard,
    HeroCard,
    RuinsCard,
    find_card,
)
from engine.clusters import clusters
from engine.contradictions import Contradiction
from engine.customsides import load_side
from engine.documents import MapDocument
from engine.edicts import EDICTS, Category, Edict, Game, find_edict
from engine.errors import (
    CoinsError,
    EdictChoiceError,
    EngineError,
    GameScoreError,
    MapFormatError,
    PrintError,
    SeasonError,
    SetupError,
    UnknownCardError,
    UnknownEdictError,
    UnknownNameError,
)
from engine.final import FINAL_SCHEMA, Final, find_final
from engine.gamescore import GAME_SCORE_SCHEMA, GameScore, Snapshot, score_game
from engine.layouts import COIN_TRACK, LAYOUTS, Layout, Side
from engine.mapsheet import MAP_SCHEMA, MapSheet
from engine.projection import PROJECTION_SCHEMA, Projection, project_score
from engine.scoring import (
    SCORE_SCHEMA,
    ScoreLine,
    ScoreReport,
    Season,
    monster_losses,
    score_map,
    season_edicts,
)
from engine.setup import SETUP_SCHEMA, GameSetup, RuleSwitches
from engine.shapes import Shape
from engine.squares import ALL_SQUARES, COLUMNS, ROWS, SIZE, Square
from engine.standings import STANDINGS_SCHEMA, Placing, Result, Standings, rank_players
from engine.stars import Award, Stars
from engine.terrain import Terrain
from engine.titles import TITLES, SoloRating, rate_solo
from engine.unconfirmed import score_notes, setup_notes

__all__ = [
    "ALL_SQUARES",
    "AMBUSH_CARDS",
    "COIN_TRACK",
    "COLUMNS",
    "EDICTS",
    "EXPLORE_CARDS",
    "FINAL_SCHEMA",
    "GAME_SCORE_SCHEMA",
    "HERO_CARDS",
    "LAYOUTS",
    "MAP_SCHEMA",
    "PROJECTION_SCHEMA",
    "ROWS",
    "RUINS_CARDS",
    "SCORE_SCHEMA",
    "SETUP_SCHEMA",
    "SIZE",
    "STANDINGS_SCHEMA",
    "TITLES",
    "AmbushCard",
    "Award",
    "Category",
    "CoinsError",
    "Contradiction",
    "Edict",
    "EdictChoiceError",
    "EngineError",
    "ExploreCard",
    "Final",
    "Game",
    "GameScore",
    "GameScoreError",
    "GameSetup",
    "HeroCard",
    "Layout",
    "MapDocument",
    "MapFormatError",
    "MapSheet",
    "Placing",
    "PrintError",
    "Projection",
    "Result",
    "RuinsCard",
    "RuleSwitches",
    "ScoreLine",
    "ScoreReport",
    "Season",
    "SeasonError",
    "SetupError",
    "Shape",
    "Side",
    "Snapshot",
    "SoloRating",
    "Square",
    "Standings",
    "Stars",
    "Terrain",
    "UnknownCardError",
    "UnknownEdictError",
    "UnknownNameError",
    "clusters",
    "find_card",
    "find_edict",
    "find_final",
    "load_side",
    "monster_losses",
    "project_score",
    "rank_players",
    "rate_solo",
    "score_game",
    "score_map",
    "score_notes",
    "season_edicts",
    "setup_notes",
]
