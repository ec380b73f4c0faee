"""Photos with a known lattice, which the judge and the network that aligns lattices learn from."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.orders import tell_unfinished
from datasets.draw.photo.light import striped_shadow
from datasets.draw.world.othergrids import draw_grid_page
from datasets.draw.world.photo import PRINTED
from engine import SIZE
from vision.decode import decode_photo
from vision.find.lattice import Lattice, Points, map_nodes, transform
from vision.find.pyramid import Pyramid
from vision.image import Image

OTHER_GRIDS = 0.15  # share of batches that show grids of other games
STRIPED = 0.2  # share of views under the shadow of a blind
IGNORED = -100  # in place of a label that nobody knows


@dataclass(frozen=True)
class Scene:
    """A photo with its truth; no lattice where it shows no sheet."""

    photo: Pyramid
    lattice: Points | None
    printed: NDArray[np.int64]
    """(n, n), index into PRINTED; IGNORED where unknown."""
    hidden: NDArray[np.float32]
    cells: int = SIZE


def truths_in(folder: Path) -> list[Path]:
    """Return the files with the truths of a folder's photos.

    Raises:
        FileNotFoundError: It has none.
    """
    paths = [path for path in sorted(folder.glob("*.json")) if path.with_suffix(".jpg").exists()]
    if not paths:
        raise FileNotFoundError(f"no photos with truth in {folder}; draw them with make data")
    tell_unfinished(folder, len(paths), "photos")
    return paths


def load_scene(path: Path) -> Scene:
    """Read a photo of the wide world and its truth."""
    truth = json.loads(path.read_text())
    photo = Pyramid(decode_photo(path.with_suffix(".jpg").read_bytes()))
    printed = np.array([[PRINTED.index(letter) for letter in row] for row in truth["printed"]], np.int64)
    hidden = np.zeros((SIZE, SIZE), np.float32)
    for row, column in truth["hidden"]:
        hidden[row, column] = 1.0
    return Scene(photo, np.asarray(truth["points"], np.float64), printed, hidden)


def grid_scene(rng: np.random.Generator, cells: int) -> Scene:
    """Draw a page with a grid of another game, as if photographed."""
    page = draw_grid_page(rng, cells)
    height, width = page.picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    there = corners + rng.normal(0, 0.05 * max(height, width), (4, 2)).astype(np.float32)
    there -= there.min(axis=0)
    size = np.ceil(there.max(axis=0)).astype(int)
    view = cv2.getPerspectiveTransform(corners, there.astype(np.float32))
    ground = rng.uniform(0, 255, 3).tolist()
    seen = np.asarray(
        cv2.warpPerspective(page.picture, view, tuple(size.tolist()), borderValue=ground), np.uint8
    )
    lattice = transform(np.asarray(view, np.float64), page.lattices[0])
    unknown = np.full((cells, cells), IGNORED, np.int64)
    return Scene(Pyramid(Image(seen)), lattice, unknown, np.full((cells, cells), np.nan, np.float32), cells)


def cells_of_batch(rng: np.random.Generator) -> int:
    """Return how many squares a side the grids of a batch have: mostly those of a map."""
    return SIZE if rng.random() >= OTHER_GRIDS else int(rng.choice([9, 9, 9, *range(5, 16)]))


def places_on(truth: Lattice, there: Points) -> Points:
    """Return where places of the photo lie on the printed map, in squares."""
    plane = np.asarray(np.linalg.inv(truth.plane), np.float64)
    bend = truth.nodes - transform(truth.plane, map_nodes(truth.cells))
    found = transform(plane, there)
    for _ in range(3):  # undo the bend where the place lies
        found = transform(plane, there - _bend_at(bend, found))
    return found


def _bend_at(bend: Points, there: Points) -> Points:
    x, y = (np.clip(there[..., k], 0, len(bend) - 1).astype(np.float32) for k in (0, 1))
    axes = (np.ascontiguousarray(bend[..., k], np.float32) for k in (0, 1))
    return np.stack([cv2.remap(axis, x, y, cv2.INTER_LINEAR) for axis in axes], axis=-1)


def relit(view: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Change light, colour and sharpness a little."""
    out: NDArray[np.float32] = view.astype(np.float32) * np.float32(np.exp(rng.normal(0, 0.12)))
    out *= np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    if rng.random() < STRIPED:
        out *= striped_shadow(out.shape[1::-1], rng)[..., None]
    if rng.random() < 0.1:
        out = out.mean(axis=2, keepdims=True).repeat(3, axis=2)
    if rng.random() < 0.2:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.2)), np.float32)
    if rng.random() < 0.3:
        out += rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(0, 7))
    return np.clip(out, 0, 255).astype(np.uint8)
