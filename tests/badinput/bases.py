"""The undamaged photos: the samples, and drawn ones that are read without a doubt."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage

from datasets.draw.photo.sample import render_sample
from datasets.draw.recipe import Recipe
from tests.badinput.files import Made, Rng, Rows, pick
from tests.service.hostile.zips import zip_of
from tests.sheets import sample_sheets
from tests.vision.files import encoded, pdf_of
from vision import decode_photo

SERIES = 15
SURELY_READ = (69, 70)  # of the series: read whole, right and without any doubt
LONG_SIDE = (1300, 1500)
SMALL = 640  # pixels of the longer side of files of which only the bytes matter
HEIC = Path(__file__).parents[1] / "vision" / "decode" / "heic"
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Base:
    """A good photo of a sheet."""

    name: str
    jpeg: bytes
    rows: Rows
    lattice: NDArray[np.float64]
    """Nodes (12, 12, 2) in pixels."""

    @property
    def picture(self) -> Picture:
        """The photo's pixels, RGB; decoded anew each time."""
        return np.asarray(decode_photo(self.jpeg), np.uint8)


@cache
def bases() -> tuple[Base, ...]:
    """Return the good photos."""
    samples = [
        Base(sheet.folder.name, sheet.photo, sheet.true_map.rows, np.array(sheet.truth["points"]))
        for sheet in sample_sheets()
    ]
    return (*samples, *surely_read())


@cache
def surely_read() -> tuple[Base, ...]:
    """Return those photos that are read without a doubt."""
    recipe = replace(Recipe.load("easy"), custom_side=0.0, long_side=LONG_SIDE)
    drawn = {index: render_sample(recipe, SERIES, index) for index in SURELY_READ}
    return tuple(
        Base(f"drawn-{index}", photo.jpeg, photo.truth.terrain, photo.truth.lattice)
        for index, photo in drawn.items()
    )


def some_base(rng: Rng) -> Base:
    """Return one of the good photos: those that are read without a doubt half of the time."""
    return pick(rng, surely_read() if rng.random() < 0.5 else bases())


def to_jpeg(picture: Picture, quality: int = 88) -> bytes:
    """Return the picture as a JPEG."""
    return encoded(np.ascontiguousarray(picture), "JPEG", quality=quality)


def as_photo(picture: NDArray[np.generic], rows: Rows | None = None) -> Made:
    """Return a photo of this picture, RGB of any range, on which these rows are to be seen."""
    return Made(to_jpeg(np.clip(picture, 0, 255).astype(np.uint8)), "jpg", rows)


@dataclass(frozen=True, slots=True)
class Whole:
    """A good file of some format."""

    suffix: str
    content: bytes
    rows: Rows | None


@cache
def whole_files(number: int) -> dict[str, Whole]:
    """Return one of the good photos in every format; HEIC, which nothing here writes, as files of its own."""
    base = bases()[number]
    small = PillowImage.fromarray(_shrunk(base.picture))
    grey = small.convert("L")
    made = {
        "jpeg": ("jpg", base.jpeg),
        "small jpeg": ("jpg", encoded(small, "JPEG", quality=80)),
        "progressive": ("jpg", encoded(small, "JPEG", quality=80, progressive=True)),
        "restarts": ("jpg", encoded(small, "JPEG", quality=80, restart_marker_rows=2)),
        "png": ("png", encoded(grey, "PNG")),
        "palette png": ("png", encoded(small.quantize(32), "PNG")),
        "webp": ("webp", encoded(small, "WEBP", quality=80)),
        "lossless webp": ("webp", encoded(grey.quantize(16), "WEBP", lossless=True)),
        "tiff": ("tiff", encoded(grey, "TIFF", compression="tiff_lzw")),
        "plain tiff": ("tiff", encoded(grey, "TIFF")),
        "jpeg tiff": ("tiff", encoded(small, "TIFF", compression="jpeg")),
        "pdf": ("pdf", pdf_of(base.jpeg)),
        "rendered pdf": ("pdf", pdf_of(encoded(small, "JPEG"), a=150)),
    }
    files = {name: Whole(suffix, content, base.rows) for name, (suffix, content) in made.items()}
    return files | {path.stem: Whole("heic", path.read_bytes(), None) for path in sorted(HEIC.glob("*.heic"))}


@cache
def whole_zip() -> bytes:
    """Return a zip with a photo, a text and a folder in it."""
    small = whole_files(0)["small jpeg"].content
    return zip_of({"one.jpg": small, "two.txt": b"no photo", "round 2/Ann.jpg": small})


def some_whole(rng: Rng, *suffixes: str) -> Whole:
    """Return a good file of some format, of these suffixes if any are given."""
    files = whole_files(int(rng.integers(len(bases()))))
    return pick(rng, [file for file in files.values() if not suffixes or file.suffix in suffixes])


def _shrunk(picture: Picture) -> Picture:
    scale = SMALL / max(picture.shape)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
