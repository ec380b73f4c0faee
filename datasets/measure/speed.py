"""Measure each stage of reading beside a full decode of the same photo, on one thread.

`python -m datasets.measure speed [FOLDER]`: three drawn photos of 12 megapixels, and four of the folder.
Times are the processor's, taken in turn within one run, so that a busy machine changes the ratios little.
Each stage works on what those before it made of the photo; of a photo that is refused there are only the
first ones. "The first look" is that of the lattice network at the whole photo; "one mesh" and "one judgement"
are what the search spends on each lattice that it tries.
The whole is more than the sum of the stages: the photo is decoded again as large as its squares need it.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from datasets.draw.photo.sample import render_sample
from datasets.draw.recipe import Recipe
from datasets.measure.figures import Figure, Row
from datasets.measure.sheets import encoded
from datasets.measure.tables import tables
from engine import SIZE
from vision import Image, SheetClassifier, VisionError, load_classifier, open_photo, read_sheet
from vision.decode import Photo
from vision.find.judge import judge
from vision.find.lattice import Lattice
from vision.find.mesh import refine
from vision.find.propose import first_look
from vision.find.pyramid import SEARCH_SIDE, Pyramid
from vision.find.search import search_lattices
from vision.photo import READ_SQUARE
from vision.read.cells import rectify
from vision.read.ledger import load_ledger, read_ledger
from vision.threads import one_blas_thread

GROUP = "Speed: processor time over a full cv2.imdecode of the same photo"
SOURCE = "python -m datasets.measure speed ../shared/data/photos"
ROUNDS = 9
SEED = 412
DRAWN, SHARED = 3, 4
PIXELS = 12_000_000
GRAIN = 8.0  # grey levels of the sensor; with it a photo has as many bytes as a phone's
QUALITY = 90
BASE = "cv2.imdecode"
WHOLE, SMALLER, SEARCH = "read_sheet", "decode for the search", "search"
NETWORK, MESH, JUDGE = "of it, the first look", "of it, one mesh", "of it, one judgement"
RECTIFY, TERRAIN, LEDGER = "rectify", "terrain network", "ledger"


def bench_speed(folder: Path | None) -> None:
    """Print what each stage takes as a ratio to a full-size `cv2.imdecode` of the photo."""
    print(tables(speed_figures(folder)))


@one_blas_thread()
def speed_figures(folder: Path | None, rounds: int = ROUNDS) -> list[Figure]:
    """Return what each stage takes on each photo, over a full-size decode of it."""
    cv2.setNumThreads(1)
    classifier, figures = load_classifier(), []
    every: dict[str, list[float]] = {}
    for name, jpeg in [*drawn_photos(), *(shared_photos(folder) if folder else ())]:
        size, code = open_photo(jpeg), tried(partial(read_sheet, jpeg, classifier))
        megapixels = size.width * size.height / 1e6
        title = f"{name}, {megapixels:.1f} megapixels, {len(jpeg) / 1e6:.1f} MB" + (
            f", {code}" if code else ""
        )
        taken = measured(stages(jpeg, classifier), rounds)
        for stage, seconds in taken.items():
            if stage != BASE:
                ratios = [each / base for each, base in zip(seconds, taken[BASE], strict=True)]
                figures.append(Row(GROUP, title, source=SOURCE).timed(stage, ratios, "rounds"))
                every.setdefault(stage, []).append(float(np.median(ratios)))
    medians = [Row(GROUP, "all", source=SOURCE).timed(*timing, "photos") for timing in every.items()]
    return [*medians, *figures]


def stages(jpeg: bytes, classifier: SheetClassifier) -> dict[str, Callable[[], object]]:
    """Return what is measured on one photo, the full decode and the whole first, then stage by stage."""
    coded, photo = np.frombuffer(jpeg, np.uint8), open_photo(jpeg)
    small = photo.image_at(SEARCH_SIDE)
    found = search_lattices(Pyramid(small))
    return {
        BASE: lambda: cv2.imdecode(coded, cv2.IMREAD_COLOR),
        WHOLE: lambda: tried(lambda: read_sheet(jpeg, classifier)),
        SMALLER: lambda: open_photo(jpeg).image_at(SEARCH_SIDE),
        SEARCH: lambda: search_lattices(Pyramid(small)),
        NETWORK: lambda: first_look(Pyramid(small), sheets_only=True),
        **(_after_search(photo, small, found[0].where, classifier) if found else {}),
    }


def _after_search(
    photo: Photo, small: Image, found: Lattice, classifier: SheetClassifier
) -> dict[str, Callable[[], object]]:
    """Return the stages that need a sheet which was found in the small photo."""
    whole = found.scaled(1 / photo.scale_of(small))
    image = photo.image_at(photo.long_side * READ_SQUARE / whole.cell_pixels)
    lattice = whole.scaled(photo.scale_of(image))
    sheet, no_ruins, ledger = rectify(image, lattice), np.zeros((SIZE, SIZE), np.bool_), load_ledger()
    return {
        MESH: lambda: refine(Pyramid(small), found.nodes),
        JUDGE: lambda: judge(Pyramid(small), found),
        RECTIFY: lambda: rectify(image, lattice),
        TERRAIN: lambda: classifier.classify(sheet, no_ruins),
        LEDGER: lambda: read_ledger(image, lattice, ledger),
    }


def tried(work: Callable[[], object]) -> str:
    """Do the work, and return the code of its refusal, if it refused: that takes its time too."""
    try:
        work()
    except VisionError as error:
        return error.reason.code
    return ""


def measured(works: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Return the processor seconds of each work in each round, done in turn after one round to warm up."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            began = time.process_time()
            work()
            if number:
                taken[name].append(time.process_time() - began)
    return taken


def drawn_photos() -> Iterator[tuple[str, bytes]]:
    """Yield drawn photos as large as a phone's, with a sensor's grain, as JPEG."""
    recipe, rng = Recipe.load("easy"), np.random.default_rng(SEED)
    for index in range(DRAWN):
        photo = render_sample(recipe, SEED, index, split="test").photo
        scale = (PIXELS / (photo.shape[0] * photo.shape[1])) ** 0.5
        large = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        grain = rng.standard_normal(large.shape, np.float32) * np.float32(GRAIN)
        noisy = np.clip(np.round(large + grain), 0, 255).astype(np.uint8)
        yield f"drawn {index}", encoded(noisy, quality=QUALITY)


def shared_photos(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield a few photos of a folder, spread over it."""
    paths = sorted(folder.glob("*.jpg"))
    for path in paths[:: max(1, len(paths) // SHARED)][:SHARED]:
        yield path.name, path.read_bytes()
