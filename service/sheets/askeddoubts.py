"""Finds the doubts of a sheet that its total depends on: only these are asked about."""

from collections.abc import Iterable, Sequence

from engine import EngineError, Season, Square, Terrain, find_edict
from engine.certainty import LeftOpen, weigh_score
from engine.scoreboxes import written_for
from engine.scoring import EDICT_LETTERS
from service.documents import Sheet, SheetMap
from service.sheets.doubts import Doubt, SquareDoubt


def weighed(
    map: SheetMap,
    read: Sheet,
    doubts: Sequence[Doubt],
    edicts: Sequence[str],
    season: Season | None,
) -> list[Doubt]:
    """Return the doubts, with those squares marked as idle that need not be settled.

    They need not if the total is right all the same with a probability of 0.995
    (`engine.certainty.weigh_score`). Where edicts or season are not known, or the map is impossible, no
    square is idle.
    """
    squares = [doubt for doubt in doubts if isinstance(doubt, SquareDoubt)]
    asked = _asked(map, read, squares, edicts, season)
    return [
        doubt.model_copy(update={"idle": Square(*doubt.square) not in asked})
        if isinstance(doubt, SquareDoubt)
        else doubt
        for doubt in doubts
    ]


def _asked(
    map: SheetMap,
    read: Sheet,
    doubts: Sequence[SquareDoubt],
    edicts: Sequence[str],
    season: Season | None,
) -> set[Square]:
    """Return the squares that have to be settled."""
    every = {Square(*doubt.square) for doubt in doubts}
    if not doubts or season is None or len(edicts) != len(EDICT_LETTERS):
        return every
    try:
        sheet = map.to_engine()
        open = dict(_open_squares(map, read, doubts))
        left_open = LeftOpen(open, written=written_for(map.boxes, season))
        if len(left_open.squares) < len(every):
            return every
        return set(weigh_score(sheet, [find_edict(name) for name in edicts], left_open, season=season).settle)
    except EngineError:  # what cannot be, such as a hero on a mountain
        return every


def _open_squares(
    map: SheetMap, read: Sheet, doubts: Iterable[SquareDoubt]
) -> Iterable[tuple[Square, dict[Terrain, float]]]:
    """Yield the other terrains that each square may hold; squares without any are left out."""
    for doubt in doubts:
        stands = map.at(doubt.square)
        others = {terrain: share for terrain, share in doubt.chances(read).items() if terrain is not stands}
        if others:
            yield Square(*doubt.square), others
