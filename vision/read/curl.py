"""Measures how far the paper is from flat, by how far the lattice bends away from a plane."""

from dataclasses import dataclass

import numpy as np

from vision.find.lattice import Lattice, map_nodes, transform

NOTICEABLE = 0.12  # squares: what lens and fold leave on a sheet that lies flat is less
ACROSS = ("left", "", "right")
DOWN = ("upper", "", "lower")


@dataclass(frozen=True, slots=True)
class Curl:
    """The part where a sheet bends most."""

    where: str
    """As a person would point at it: "lower left", "right", "middle"."""
    squares: float
    """How far a node there lies from where it would on flat paper."""


def find_curl(lattice: Lattice) -> Curl | None:
    """Return where the sheet bends most, or None where it lies as good as flat."""
    cells = lattice.cells
    flat = transform(lattice.plane, map_nodes(cells))
    away = np.linalg.norm(lattice.nodes - flat, axis=-1) / lattice.cell_pixels
    row, column = np.unravel_index(int(away.argmax()), away.shape)
    if away[row, column] < NOTICEABLE:
        return None
    down, across = (_third(int(place), cells) for place in (row, column))
    where = " ".join(word for word in (DOWN[down], ACROSS[across]) if word)
    if across == 1 and down != 1:
        where = f"{where} edge"
    return Curl(where or "middle", float(away[row, column]))


def _third(place: int, cells: int) -> int:
    return min(3 * place // cells, 2)
