"""Draw photos of the wide world: `python -m datasets.draw.world.photoset --count 4000 --seed 1 --out DATA`.

Each photo is a JPEG with its truth beside it as JSON. Drawing goes on where it was cut off. With `--bare` the
sheet is left out: tables, papers and things alone, in which nothing may be found.
"""

import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2

from datasets.draw.orders import check_folder, drawing_parser
from datasets.draw.pictures import Pictures
from datasets.draw.recipe import Recipe
from datasets.draw.world.photo import draw_bare_photo, draw_world_photo


def write_photos(
    folder: Path, pictures: Pictures, *, seed: int, count: int, workers: int, bare: bool = False
) -> None:
    """Draw the photos that are not there yet; any number of workers draws the same ones."""
    folder.mkdir(parents=True, exist_ok=True)
    write = partial(_write_bare if bare else _write_photo, folder, Recipe.load("world"), pictures, seed)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for done, _ in enumerate(pool.map(write, range(count), chunksize=10), 1):
            if done % 100 == 0:
                print(f"{done} of {count} photos", flush=True)


def _write_photo(folder: Path, recipe: Recipe, pictures: Pictures, seed: int, index: int) -> None:
    truth, photo = folder / f"{index:06}.json", folder / f"{index:06}.jpg"
    if truth.exists():
        return
    cv2.setNumThreads(1)
    drawn = draw_world_photo(recipe, pictures, seed, index)
    photo.write_bytes(drawn.jpeg)
    part = truth.with_suffix(".part")
    part.write_text(json.dumps(drawn.to_json()))
    part.replace(truth)


def _write_bare(folder: Path, recipe: Recipe, pictures: Pictures, seed: int, index: int) -> None:
    photo = folder / f"{index:06}.jpg"
    if photo.exists():
        return
    cv2.setNumThreads(1)
    part = photo.with_suffix(".part")
    part.write_bytes(draw_bare_photo(recipe, pictures, seed, index))
    part.replace(photo)


def main() -> None:
    """Draw the photos that the command line asks for."""
    parser = drawing_parser(__doc__, count=100, seed=0)
    parser.add_argument("--bare", action="store_true", help="without a sheet")
    args = parser.parse_args()
    check_folder(args)
    write_photos(
        args.out, Pictures.load(), seed=args.seed, count=args.count, workers=args.workers, bare=args.bare
    )


if __name__ == "__main__":
    main()
