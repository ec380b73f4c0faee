"""Many drawn sheets for the terrain network.

python -m datasets.draw.flat.sheetset --count 8000 --seed 3 --out DATA

The sheets lie in parts of a hundred, and the same command goes on where drawing was cut off. With `--world`
they are of any edition, printed with the pictures that `datasets.draw.pictures` finds, and things lie on some
of them. With `--scattered` every square on them is drawn by another person, too.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Self
from zipfile import is_zipfile

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.flat.sheet import FlatSheet, draw_flat_sheet, draw_scattered_sheet, draw_world_sheet
from datasets.draw.orders import add_split, check_folder, drawing_parser, tell_unfinished
from datasets.draw.pictures import Pictures
from datasets.draw.recipe import Recipe, add_recipe
from datasets.draw.strokes import Split

PART = 100  # sheets in one file


@dataclass(frozen=True)
class SheetSet:
    """The sheets of a folder; see FlatSheet for what each array holds, the first axis being the sheet."""

    picture: NDArray[np.uint8]
    """(k, 368, 368, 3), RGB."""
    terrain: NDArray[np.int8]
    kinds: NDArray[np.int8]
    ruins: NDArray[np.bool_]
    attacks: NDArray[np.bool_]
    initials: NDArray[np.int8]
    foreign: NDArray[np.int8]

    def __len__(self) -> int:
        """Count the sheets."""
        return len(self.picture)

    @classmethod
    def load(cls, *folders: Path, most: int | None = None) -> Self:
        """Read all parts of some folders, or the first ones that hold `most` sheets.

        Raises:
            FileNotFoundError: There are none in one of them.
            SystemExit: One is damaged, or was drawn by an earlier program, which did not say all of this.
        """
        parts = [part for folder in folders for part in _parts_of(folder)]
        parts = parts[: None if most is None else -(-most // PART)]
        return cls(*(_joined(parts, name)[:most] for name in _names()))


def _parts_of(folder: Path) -> list[Mapping[str, NDArray[np.generic]]]:
    """Return the parts of a folder, whose columns are read when they are asked for."""
    paths = sorted(folder.glob("*.npz"))
    if not paths:
        raise FileNotFoundError(f"no sheets in {folder}; draw them with make data")
    for path in [path for path in paths if not is_zipfile(path)]:
        raise SystemExit(f"{path} is damaged; remove it, and the same command draws it anew")
    parts = [np.load(path) for path in paths]
    for path in [path for path, part in zip(paths, parts, strict=True) if not {*_names()} <= {*part}]:
        raise SystemExit(f"{path} was drawn by an earlier program; draw its sheets anew, in a new folder")
    tell_unfinished(folder, sum(len(part["terrain"]) for part in parts), "sheets")
    return parts


def _joined(parts: Sequence[Mapping[str, NDArray[np.generic]]], name: str) -> NDArray[Any]:
    """Return a column of all parts, of which one at a time is in memory beside it."""
    count, first = sum(len(part["terrain"]) for part in parts), parts[0][name]
    column, at = np.empty((count, *first.shape[1:]), first.dtype), 0
    for part in parts:
        rows = part[name]
        column[at : at + len(rows)] = rows
        at += len(rows)
    return column


def write_sheets(draw: Callable[[int], FlatSheet], folder: Path, *, count: int, workers: int = 2) -> None:
    """Draw the sheets that are not there yet, by their numbers; any number of workers draws the same ones."""
    folder.mkdir(parents=True, exist_ok=True)
    write = partial(_write_part, draw, folder, count)
    starts = range(0, count, PART)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for start in pool.map(write, starts):
            print(f"{min(start + PART, count)} of {count} sheets", flush=True)


def drawing_of(
    recipe: str, seed: int, split: Split, *, world: bool = False, scattered: bool = False
) -> Callable[[int], FlatSheet]:
    """Return what draws a sheet by its number."""
    if scattered:
        return partial(draw_scattered_sheet, Recipe.load(recipe), Pictures.load(), seed, split=split)
    if world:
        return partial(draw_world_sheet, Recipe.load(recipe), Pictures.load(), seed, split=split)
    return partial(draw_flat_sheet, Recipe.load(recipe), seed, split=split)


def _write_part(draw: Callable[[int], FlatSheet], folder: Path, count: int, start: int) -> int:
    path = folder / f"{start:06}.npz"
    if not path.exists():
        cv2.setNumThreads(1)
        numbers = range(start, min(start + PART, count))
        sheets = [draw(number) for number in numbers]
        columns = {name: np.stack([getattr(sheet, name) for sheet in sheets]) for name in _names()}
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, allow_pickle=False, **columns)
        part.replace(path)
    return start


def _names() -> list[str]:
    return [field.name for field in fields(FlatSheet)]


def main() -> None:
    """Draw the sheets that the command line asks for."""
    parser = drawing_parser(__doc__, count=100, seed=0)
    add_split(parser)
    add_recipe(parser)
    parser.add_argument("--world", action="store_true", help="any edition, with things lying on the sheets")
    parser.add_argument("--scattered", action="store_true", help="every square is drawn by another person")
    args = parser.parse_args()
    check_folder(args)
    draw = drawing_of(args.recipe, args.seed, args.split, world=args.world, scattered=args.scattered)
    write_sheets(draw, args.out, count=args.count, workers=args.workers)


if __name__ == "__main__":
    main()
