"""Draw a contact sheet of photos, or of cut squares by terrain.

python -m datasets.draw.photo.contactsheet --recipe train --count 24 --out sheet.png
python -m datasets.draw.photo.contactsheet --recipe train --cells --out cells.png
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from datasets.draw.maps import SIZE
from datasets.draw.orders import at_least
from datasets.draw.pencil import Pixels
from datasets.draw.photo.sample import SheetSample, render_sample
from datasets.draw.recipe import Recipe, add_recipe
from datasets.draw.strokes import floats
from engine import Square, Terrain

THUMB = (420, 560)
CELL = 72
MARGIN = 0.2  # of a cell, shown round each cut square
PER_CLASS = 24
MAX_PER_PHOTO = 1  # squares of one terrain taken from one photo, so that many hands are seen
MAX_PHOTOS = 80
COLUMNS = 6  # thumbnails side by side


def draw_photos(samples: Iterable[SheetSample]) -> Pixels:
    """Return thumbnails of the samples with the truth's corners marked, RGB."""
    thumbs = [_thumb(sample) for sample in samples]
    thumbs += [np.zeros_like(thumbs[0])] * (-len(thumbs) % COLUMNS)
    rows = [np.hstack(thumbs[i : i + COLUMNS]) for i in range(0, len(thumbs), COLUMNS)]
    return np.asarray(np.vstack(rows), np.uint8)


def draw_cells(samples: Iterable[SheetSample]) -> Pixels:
    """Return cut squares of the samples, two rows a terrain in the order of `Terrain`, RGB."""
    found: dict[str, list[Pixels]] = defaultdict(list)
    for sample in samples:
        for name, cells in _cells_by_name(sample).items():
            found[name] += cells[:MAX_PER_PHOTO]
        if all(len(found[name]) >= 2 * PER_CLASS for name in _names()):
            break
    blank = np.zeros((CELL, CELL, 3), np.uint8)
    rows = []
    for name in _names():
        cells = (found[name] + [blank] * 2 * PER_CLASS)[: 2 * PER_CLASS]
        rows += [np.hstack(cells[:PER_CLASS]), np.hstack(cells[PER_CLASS:])]
    return np.asarray(np.vstack(rows), np.uint8)


def cut_cell(photo: Pixels, sample: SheetSample, square: Square) -> Pixels:
    """Return one square of the photo, upright, with a margin."""
    lattice, (r, c) = sample.truth.lattice, square
    quad = floats([lattice[r, c], lattice[r, c + 1], lattice[r + 1, c + 1], lattice[r + 1, c]])
    low = CELL * MARGIN / (1 + 2 * MARGIN)
    high = CELL - low
    target = floats([(low, low), (high, low), (high, high), (low, high)])
    turn = cv2.getPerspectiveTransform(quad, target)
    return np.asarray(cv2.warpPerspective(photo, turn, (CELL, CELL), flags=cv2.INTER_AREA), np.uint8)


def _names() -> list[str]:
    return [*(str(terrain) for terrain in Terrain), "ruins"]


def _thumb(sample: SheetSample) -> Pixels:
    photo = sample.photo
    for x, y in np.round(sample.truth.corners).astype(int):
        cv2.circle(photo, (int(x), int(y)), 9, (255, 0, 255), 3)
    upright = photo if photo.shape[0] > photo.shape[1] else np.ascontiguousarray(np.rot90(photo))
    return np.asarray(cv2.resize(upright, THUMB, interpolation=cv2.INTER_AREA), np.uint8)


def _cells_by_name(sample: SheetSample) -> dict[str, list[Pixels]]:
    """Return cut squares by terrain; empty squares with printed ruins count as "ruins"."""
    photo, truth = sample.photo, sample.truth
    squares: dict[str, list[Square]] = defaultdict(list)
    for row, column in product(range(SIZE), repeat=2):
        terrain, square = truth.terrain[row][column], Square(row, column)
        bare_ruins = terrain == Terrain.EMPTY and square in truth.ruins
        squares["ruins" if bare_ruins else str(terrain)].append(square)
    spread = {name: found[:: max(1, len(found) // MAX_PER_PHOTO)] for name, found in squares.items()}
    return {
        name: [cut_cell(photo, sample, s) for s in found[:MAX_PER_PHOTO]] for name, found in spread.items()
    }


def main() -> None:
    """Write the contact sheet that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_recipe(parser)
    parser.add_argument("--count", type=at_least(1), default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cells", action="store_true", help="show cut squares instead of photos")
    parser.add_argument("--out", type=Path, default=Path("sheet.png"))
    arguments = parser.parse_args()
    recipe = Recipe.load(arguments.recipe)
    numbers = range(MAX_PHOTOS) if arguments.cells else range(arguments.count)
    samples = (render_sample(recipe, arguments.seed, k) for k in numbers)
    picture = draw_cells(samples) if arguments.cells else draw_photos(samples)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(arguments.out), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    print(f"wrote {arguments.out}")


if __name__ == "__main__":
    main()
