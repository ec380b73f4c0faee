"""Cells cut from drawn photos, with what is drawn in them: what the terrain network learns from."""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import Terrain
from vision.cells import cut_cells, rectify
from vision.geometry import SheetGeometry, transform
from vision.image import decode_photo

LABELS = tuple(Terrain)
JITTER = 0.035  # squares by which a corner is misplaced, as a found lattice would be
EMPTIES_KEPT = 0.45  # most squares are empty; so many are enough to learn from
SEED_OF_PHOTO = 7919


@dataclass(frozen=True)
class CellSet:
    """Cells of many sheets."""

    cells: NDArray[np.uint8]
    """RGB, (k, 48, 48, 3)."""
    labels: NDArray[np.int64]
    """Index into LABELS, (k,)."""
    ruins: NDArray[np.bool_]
    """Whether ruins are printed there, (k,)."""
    sheets: NDArray[np.int64]
    """Which photo of the folder each comes from, (k,)."""


def cut_folder(folder: Path, *, all_cells: bool = False, workers: int = 2) -> CellSet:
    """Cut the cells of every photo in a generated folder; kept in `cells.npz` beside them."""
    kept = folder / ("cells-all.npz" if all_cells else "cells.npz")
    if not kept.exists():
        paths = sorted(path for path in folder.glob("*.json") if path.with_suffix(".jpg").exists())
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            parts = list(
                pool.map(partial(cut_photo, all_cells=all_cells), paths, range(len(paths)), chunksize=8)
            )
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
        np.savez(kept, cells=columns[0], labels=columns[1], ruins=columns[2], sheets=columns[3])
    with np.load(kept) as saved:
        return CellSet(saved["cells"], saved["labels"], saved["ruins"], saved["sheets"])


def cut_photo(
    path: Path, number: int, *, all_cells: bool
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
    """Cut one photo along its true lattice, a little misplaced: cells, labels, ruins, photo number."""
    cv2.setNumThreads(1)
    truth = json.loads(path.read_text())
    rng = np.random.default_rng([SEED_OF_PHOTO, number])
    geometry = SheetGeometry(_misplaced(np.asarray(truth["points"], np.float64), rng), 0.0, 1.0)
    cells = cut_cells(rectify(decode_photo(path.with_suffix(".jpg").read_bytes()), geometry))
    labels = np.array([LABELS.index(Terrain(name)) for row in truth["terrain"] for name in row])
    ruins = np.zeros(len(labels), np.bool_)
    ruins[[row * 11 + column for row, column in truth["ruins"]]] = True
    empty = labels == LABELS.index(Terrain.EMPTY)
    keep = ~empty | ruins | (rng.random(len(labels)) < EMPTIES_KEPT) | all_cells
    return cells[keep], labels[keep], ruins[keep], np.full(int(keep.sum()), number)


def _misplaced(lattice: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    corners = lattice[[0, 0, -1, -1], [0, -1, -1, 0]]
    square = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean() / 11
    moved = corners + rng.normal(0, JITTER * square, (4, 2))
    shift = cv2.getPerspectiveTransform(corners.astype(np.float32), moved.astype(np.float32))
    return transform(shift.astype(np.float64), lattice)


def main() -> None:
    """Cut the cells of one or more folders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--all-cells", action="store_true")
    args = parser.parse_args()
    for folder in args.folders:
        cells = cut_folder(folder, all_cells=args.all_cells)
        print(
            folder,
            len(cells.labels),
            dict(zip(LABELS, np.bincount(cells.labels, minlength=len(LABELS)).tolist(), strict=True)),
        )


if __name__ == "__main__":
    main()
