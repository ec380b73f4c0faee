"""Columns of a drawn set, a file each: written as they are drawn, and there only once all of it is drawn."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

Column = NDArray[Any]


def write_columns(
    folder: Path, names: Sequence[str], draw: Callable[[int], Sequence[Column]], *, count: int, workers: int
) -> None:
    """Draw things by their numbers, unless all are there; any number of workers draws the same ones.

    Args:
        folder: where the columns go.
        names: of the columns.
        draw: draws a thing by its number, and returns the rows that it adds to each column.
        count: of things.
        workers: how many processes draw.

    Raises:
        OSError: There is no room on the disk for all of it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if all((folder / f"{name}.npy").exists() for name in names):
        return
    parts, columns = [folder / f"{name}.part" for name in names], list[Column]()
    with ProcessPoolExecutor(
        workers, get_context("spawn"), initializer=cv2.setNumThreads, initargs=(1,)
    ) as pool:
        for index, drawn in enumerate(pool.map(draw, range(count), chunksize=8)):
            columns = columns or [
                _blank(part, (count * len(rows), *rows.shape[1:]), rows.dtype)
                for part, rows in zip(parts, drawn, strict=True)
            ]
            for column, rows in zip(columns, drawn, strict=True):
                column[index * len(rows) : (index + 1) * len(rows)] = rows
    for part, column in zip(parts, columns, strict=True):
        column.flush()  # type: ignore[attr-defined]
        part.replace(part.with_suffix(".npy"))


def _blank(path: Path, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Column:
    """Return a column that lies in a file, with room on the disk: it would be a crash to find none later."""
    column: Column = open_memmap(path, "w+", dtype, shape)
    with path.open("r+b") as file:
        os.posix_fallocate(file.fileno(), 0, path.stat().st_size)
    return column


def load_columns(folder: Path, names: Sequence[str]) -> list[Column]:
    """Load what `write_columns` kept; it stays on disk until it is needed.

    Raises:
        FileNotFoundError: A column is not there.
    """
    for path in [folder / f"{name}.npy" for name in names]:
        if not path.exists():
            raise FileNotFoundError(f"{folder} has no {path.name}; draw it with make data")
    return [np.load(folder / f"{name}.npy", mmap_mode="r") for name in names]
