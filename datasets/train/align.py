"""Train the network that moves rough lattices into place: `python -m datasets.train.align DATA --out RUN`.

DATA is a folder made by `python -m datasets.draw.world.photoset`. Each photo is looked at along lattices that
are a little or up to a square and a half off, bent, shifted and stretched. Training goes on where RUN's
checkpoint stopped.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from datasets.train.loop import Course, half_precision, learn, seeded_beside
from datasets.train.networks import AlignNet
from datasets.train.orders import run_in_words, train_as_asked
from datasets.train.restore import SHOWN, restore
from datasets.train.scenes import (
    Scene,
    cells_of_batch,
    grid_scene,
    load_scene,
    places_on,
    relit,
    truths_in,
)
from engine import SIZE
from vision.find.align import AROUND, BEYOND, middles
from vision.find.candidate import candidate_view
from vision.find.lattice import Lattice, is_plausible, map_nodes
from vision.find.pyramid import Pyramid
from vision.image import Image

Points = NDArray[np.float64]

STEPS, RATE = 6000, 3e-3
BATCH = 32
EACH = 4  # lattices along which one photo is looked at
SHIFTED = 0.3  # share of lattices that lie up to MOST squares aside as a whole
MOST = 1.1
LEAST_OFF, MOST_OFF = 0.03, 0.8  # squares by which a lattice is bent, typically, at its edge
SHARPEST = 0.03  # squares; nothing is asked to be more exact
CUT = 0.25  # share of photos that are cut at an edge, through the sheet or close by
MOST_CUT, MOST_LEFT = 1.7, 1.0  # squares of the field that are cut off, or of what lies beyond that are left
SQUEEZED = 0.7  # share of lattices about cut fields that lie within what is left of the photo


def cut(scene: Scene, rng: np.random.Generator) -> Scene:
    """Return a photo that ends at an edge of the field, or one or two squares from there."""
    assert scene.lattice is not None
    image, lattice = scene.photo.image, scene.lattice
    square = Lattice(lattice).cell_pixels
    low, high = lattice.min(axis=(0, 1)), lattice.max(axis=(0, 1))
    left, top, right, bottom = 0, 0, image.shape[1], image.shape[0]
    for edge in rng.choice(4, size=int(rng.integers(1, 3)), replace=False):
        lost = float(rng.uniform(-MOST_LEFT, MOST_CUT)) * square
        if edge == 0:
            left = max(left, int(low[0] + lost))
        elif edge == 1:
            top = max(top, int(low[1] + lost))
        elif edge == 2:
            right = min(right, int(high[0] - lost))
        else:
            bottom = min(bottom, int(high[1] - lost))
    kept = Pyramid(Image(np.ascontiguousarray(image[top:bottom, left:right])))
    return replace(scene, photo=kept, lattice=lattice - (left, top))


def squeezed(lattice: Points, photo: Image) -> Points:
    """Return a lattice as it lies within the photo, where the field runs out of it."""
    low, high = lattice.min(axis=(0, 1)), lattice.max(axis=(0, 1))
    within = np.maximum(low, 0), np.minimum(high, np.array(photo.shape[1::-1]) - 1)
    return within[0] + (lattice - low) * (within[1] - within[0]) / (high - low)


def rough(truth: Lattice, rng: np.random.Generator) -> Points:
    """Return a lattice as a search may come upon: shifted, stretched and bent, and taken any way up."""
    n = truth.cells
    nodes = map_nodes(n)
    away = 2 * nodes / n - 1
    size = float(np.exp(rng.uniform(np.log(LEAST_OFF), np.log(MOST_OFF))))
    off = np.zeros_like(nodes)
    for a in range(4):
        for b in range(4 - a):
            term = away[..., :1] ** a * away[..., 1:] ** b
            off += term * rng.normal(0, size / (1 + 0.5 * (a + b > 1) * (a + b)), 2)
    if rng.random() < SHIFTED:
        off += rng.uniform(-MOST, MOST, 2)
    return np.ascontiguousarray(truth.to_photo(nodes + off))


def example(scene: Scene, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]] | None:
    """Return a view, and how far each of its squares lies aside, (n + 4, n + 4, 2); nan beyond the field.

    None where the lattice came out as no camera sees one.
    """
    assert scene.lattice is not None
    quarters = int(rng.integers(4))
    truth = Lattice(np.rot90(scene.lattice, quarters).copy())
    thought = truth
    if rng.random() < SQUEEZED:
        thought = Lattice(squeezed(truth.nodes, scene.photo.image))
    near = Lattice(rough(thought, rng))
    if not is_plausible(near.nodes, scene.photo.image.shape):
        return None
    nominal = middles(truth.cells)
    there = places_on(truth, near.to_photo(nominal))
    inside = ((there > -BEYOND) & (there < truth.cells + BEYOND)).all(axis=-1, keepdims=True)
    aside = np.where(inside, there - nominal, np.nan).astype(np.float32)
    return relit(candidate_view(scene.photo, near, AROUND), rng), aside


def _batch(paths: list[Path], rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw views, and by how much their squares lie aside."""
    cells, made = cells_of_batch(rng), list[tuple[NDArray[np.uint8], NDArray[np.float32]]]()
    while len(made) < BATCH:
        scene = grid_scene(rng, cells) if cells != SIZE else load_scene(paths[int(rng.integers(len(paths)))])
        scene = cut(scene, rng) if rng.random() < CUT else scene
        found = (example(scene, rng) for _ in range(EACH))
        made += [view for view in found if view is not None]
    views, asides = zip(*made[:BATCH], strict=True)
    return torch.from_numpy(np.stack(views)), torch.from_numpy(np.stack(asides))


def loss_of(
    net: AlignNet, batch: tuple[torch.Tensor, torch.Tensor]
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """Return how unlikely the truth is by what the network says (Laplace), and the median miss."""
    views, aside = batch
    with half_precision():
        said = net(views.permute(0, 3, 1, 2).float()).float()
    known = ~aside.isnan().any(dim=-1)
    miss = (said[:, :2].permute(0, 2, 3, 1)[known] - aside[known]).norm(dim=-1)
    spread = said[:, 2][known].clamp(-4.0, 2.0)
    loss = ((miss + SHARPEST) * torch.exp(-spread) + 2 * spread).mean()
    return loss, {"median": miss.median(), "mean": miss.mean(), "before": aside[known].norm(dim=-1).median()}


def train(data: Path, run: Path, *, seed: int, steps: int, start: Path | None = None) -> AlignNet:
    """Train, going on from the checkpoint in `run`; a new run may start from a released network."""
    torch.manual_seed(seed)
    net, paths = AlignNet(), truths_in(data)
    if start:
        restore(net, start, _views(paths[:SHOWN], seed))
    net.to(memory_format=torch.channels_last)
    course = Course(steps, RATE if not start else RATE / 3, decay=1e-3)
    learn(net, run, course, seeded_beside(seed, partial(_batch, paths)), partial(loss_of, net))
    return net.eval()


def _views(paths: list[Path], seed: int) -> torch.Tensor:
    """Return one view of each photo as the network takes it, (k, 3, s, s)."""
    rng = np.random.default_rng(seed)
    made = (example(load_scene(path), rng) for path in paths)
    views = [view[0] for view in made if view is not None]
    return torch.from_numpy(np.stack(views)).permute(0, 3, 1, 2).float()


def main() -> None:
    """Parse the command line and train."""
    train_as_asked(__doc__, train, steps=STEPS)


if __name__ == "__main__":
    run_in_words(main)
