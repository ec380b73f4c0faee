"""Write a dataset of synthetic photos: NNN.jpg, NNN.json and manifest.json.

python -m datasets.draw.photo.generate --recipe train --count 100 --seed 1 --out /tmp/sheets --workers 2
"""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import cv2

from datasets.draw.orders import add_split, check_folder, drawing_parser
from datasets.draw.photo.sample import SheetSample, render_sample
from datasets.draw.recipe import Recipe, add_recipe
from datasets.draw.strokes import Split


@dataclass(frozen=True, slots=True)
class Order:
    """The photos to draw."""

    recipe: Recipe
    seed: int
    count: int
    split: Split = "train"


def render_many(order: Order, *, workers: int = 1) -> Iterator[SheetSample]:
    """Yield the samples of an order in turn; any number of workers yields the same ones."""
    render = partial(_render_one, order)
    if workers == 1:
        yield from map(render, range(order.count))
        return
    # Forked children would wait forever for OpenCV's threads, which a fork leaves behind.
    fresh = get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=fresh, initializer=_use_one_thread) as pool:
        yield from pool.map(render, range(order.count), chunksize=4)


def write_dataset(order: Order, folder: Path, *, workers: int = 1) -> Path:
    """Write photos and truths into a folder, and return the manifest that lists them."""
    folder.mkdir(parents=True, exist_ok=True)
    digits = max(3, len(str(order.count - 1)))
    photos = {}
    for number, sample in enumerate(render_many(order, workers=workers)):
        name = f"{number:0{digits}}"
        (folder / f"{name}.jpg").write_bytes(sample.jpeg)
        (folder / f"{name}.json").write_text(json.dumps(sample.truth.to_json()), encoding="utf-8")
        photos[f"{name}.jpg"] = sha256(sample.jpeg).hexdigest()
    manifest = folder / "manifest.json"
    manifest.write_text(json.dumps({**asdict(order), "photos": photos}, indent=1), encoding="utf-8")
    return manifest


def _render_one(order: Order, index: int) -> SheetSample:
    return render_sample(order.recipe, order.seed, index, split=order.split)


def _use_one_thread() -> None:
    cv2.setNumThreads(1)


def main() -> None:
    """Write the dataset that the command line asks for."""
    parser = drawing_parser(__doc__, count=100, seed=0)
    add_split(parser)
    add_recipe(parser)
    arguments = parser.parse_args()
    check_folder(arguments)
    order = Order(Recipe.load(arguments.recipe), arguments.seed, arguments.count, arguments.split)
    print(f"wrote {write_dataset(order, arguments.out, workers=arguments.workers)}")


if __name__ == "__main__":
    main()
