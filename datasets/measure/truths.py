"""Photos whose truth lies beside them: NNN.jpg + NNN.json, as `datasets.draw.photo.generate` writes them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import ALL_SQUARES, SIZE, Square, Terrain
from vision.find.lattice import Points, mean_side

PICTURES = {".jpg", ".jpeg", ".png", ".webp"}
"""Endings of photos that are measured."""


def photos_in(folder: Path) -> list[Path]:
    """Return the photos that lie in a folder, sorted by name."""
    return sorted(path for path in folder.glob("*") if path.suffix.lower() in PICTURES)


def photos_with_truth(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the photos of a folder that have their truth beside them, sorted by name, each with its truth."""
    for path in photos_in(folder):
        if path.with_suffix(".json").exists():
            yield path, json.loads(path.with_suffix(".json").read_text("utf-8"))


def terrain_of(truth: dict[str, Any]) -> dict[Square, Terrain]:
    """Return what each square holds in truth."""
    return {at: Terrain(truth["terrain"][at.row][at.column]) for at in ALL_SQUARES}


def worst_corner(corners: Points, truth: NDArray[np.floating[Any]], cells: int = SIZE) -> float:
    """Return by how many squares the worst of four corners lies off the truth, in their order."""
    return float(np.linalg.norm(corners - truth, axis=1).max() / (mean_side(truth) / cells))
