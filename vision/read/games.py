"""The game of a sheet: heroes do not belong to Cartographers, unless both games are combined."""

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from engine import Game, Layout, Terrain
from vision.read.reading import CellReading

OF_HEROES = (Terrain.HERO, Terrain.DESTROYED)
"""Terrains that only Cartographers Heroes has."""
COMBINED = 0.02
"""Share of the sheets of Cartographers on which both games are played ("Combining Games" in Heroes)."""
SUREST = 0.97
"""No square tells more surely that it shows something of Heroes: other drawings look like it, too."""


def weigh_games(cells: Sequence[CellReading], layout: Layout, trusted: float) -> tuple[CellReading, ...]:
    """Return the squares in the light of the game that the sheet belongs to.

    On a sheet of Cartographers either nothing of Heroes is drawn, or both games are combined. How likely
    that is follows by Bayes' rule from all squares together: one that looks like a hero is hardly one where
    no other does, several are.

    Args:
        cells: what the picture shows of each square, whatever the game.
        layout: the side.
        trusted: probability that it is that side.
    """
    if layout.game is not Game.CARTOGRAPHERS:
        return tuple(cells)
    before = 1.0 - trusted * (1.0 - COMBINED)
    without = prod(1.0 - min(_of_heroes(cell), SUREST) for cell in cells)
    combined = before / (before + (1.0 - before) * without)
    return tuple(_weighed(cell, combined) for cell in cells)


def _of_heroes(cell: CellReading) -> float:
    """Return how likely a square shows something of Heroes."""
    return sum(cell.probabilities.get(terrain, 0.0) for terrain in OF_HEROES)


def _weighed(cell: CellReading, combined: float) -> CellReading:
    """Return a square that shows something of Heroes only if both games are combined."""
    of_heroes, whole = _of_heroes(cell), sum(cell.probabilities.values())
    if of_heroes >= whole:  # nothing else is known of it
        return cell
    rest = combined + (1.0 - combined) * whole / (whole - of_heroes)
    return replace(
        cell,
        probabilities={
            terrain: share * (combined if terrain in OF_HEROES else rest)
            for terrain, share in cell.probabilities.items()
        },
    )
