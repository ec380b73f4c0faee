"""The rules of Cartographers and Cartographers Heroes: maps, edicts and scores; standard library only."""

from engine.clusters import Cluster, clusters
from engine.documents import MapDocument
from engine.edicts import EDICTS, Category, Edict, Game, find_edict
from engine.errors import (
    CoinsError,
    EdictChoiceError,
    EngineError,
    MapFormatError,
    SeasonError,
    UnknownEdictError,
)
from engine.layouts import LAYOUTS, Layout, Side
from engine.mapsheet import MAP_SCHEMA, MapSheet
from engine.scoring import (
    COIN_TRACK,
    SCORE_SCHEMA,
    ScoreLine,
    ScoreReport,
    Season,
    monster_losses,
    score_map,
    season_edicts,
)
from engine.squares import ALL_SQUARES, COLUMNS, ROWS, SIZE, Square
from engine.stars import Award, Stars
from engine.terrain import Terrain

__all__ = [
    "ALL_SQUARES",
    "COIN_TRACK",
    "COLUMNS",
    "EDICTS",
    "LAYOUTS",
    "MAP_SCHEMA",
    "ROWS",
    "SCORE_SCHEMA",
    "SIZE",
    "Award",
    "Category",
    "Cluster",
    "CoinsError",
    "Edict",
    "EdictChoiceError",
    "EngineError",
    "Game",
    "Layout",
    "MapDocument",
    "MapFormatError",
    "MapSheet",
    "ScoreLine",
    "ScoreReport",
    "Season",
    "SeasonError",
    "Side",
    "Square",
    "Stars",
    "Terrain",
    "UnknownEdictError",
    "clusters",
    "find_edict",
    "monster_losses",
    "score_map",
    "season_edicts",
]
