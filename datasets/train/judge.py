"""Train the judge of lattices on drawn photos: `python -m datasets.train.judge DATA --out RUN`.

DATA is a folder made by `python -m datasets.draw.world.photoset`. Each photo is looked at through right
lattices and wrong ones: a square aside, turned, in a mirror, of another number of squares, on something else.
Training goes on where RUN's checkpoint stopped.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from datasets.draw.pictures import Pictures
from datasets.draw.world.photo import PRINTED
from datasets.train.loop import Course, learn, seeded_beside
from datasets.train.networks import JudgeNet
from datasets.train.orders import run_in_words, train_as_asked
from datasets.train.restore import SHOWN, restore
from datasets.train.scenes import (
    IGNORED,
    Scene,
    cells_of_batch,
    grid_scene,
    load_scene,
    places_on,
    relit,
    truths_in,
)
from engine import SIZE
from vision.find.candidate import AROUND, SQUARE, candidate_view
from vision.find.lattice import Lattice, is_plausible, map_nodes, nodes_between, transform
from vision.find.pyramid import Pyramid
from vision.image import Image

Points = NDArray[np.float64]

STEPS, RATE = 6000, 3e-3
BATCH = 32
EACH = 4  # lattices that one photo is looked at through
NO_SHEET = 0.12  # share of photos without any grid, where there are real ones
BENT = 0.12  # share of lattices that are off in one place
CARDED = 0.2  # share of views in which a card lies across an edge of the lattice
MOST_CARDED = 0.42  # of the lattice's width that such a card covers
COVERED, SHOWN_WELL = 0.5, 0.1  # share of a square beneath a card; between, nobody says whether it is covered
RIGHT, WRONG = 0.2, 0.3  # squares: nodes off by less are right, by more wrong; between, nobody says
NONE = 9  # the last class of `place`
NOTHING, OUTSIDE = 0, len(PRINTED)
WEIGHTS = {"place": 1.0, "way": 0.25, "squares": 0.6, "covered": 0.15}


@dataclass(frozen=True)
class Example:
    """A view for the judge, and the right answer."""

    view: NDArray[np.uint8]
    place: int
    way: int
    squares: NDArray[np.int64]
    """(n + 2, n + 2): index into PRINTED, OUTSIDE or IGNORED."""
    covered: NDArray[np.float32]
    """1 where something covers a square, 0 where nothing does, nan where nobody knows."""


def examples_of(scene: Scene, count: int, rng: np.random.Generator) -> Iterator[Example]:
    """Look at a scene through so many lattices, right and wrong."""
    made = 0
    for _ in range(8 * count):
        example = _example(scene, rng)
        if example is not None:
            yield example
            made += 1
        if made == count:
            return


def _example(scene: Scene, rng: np.random.Generator) -> Example | None:
    if scene.lattice is None:
        lattice = _anywhere(scene.photo.image.shape, scene.cells, rng)
        truth = None
    else:
        truth = Lattice(scene.lattice)
        lattice = (
            _near(truth, rng) if rng.random() < 0.96 else _anywhere(scene.photo.image.shape, scene.cells, rng)
        )
    mirrored = rng.random() < 0.06
    if mirrored:
        lattice = lattice[:, ::-1]
    elif not is_plausible(lattice, scene.photo.image.shape):
        return None
    place, way, nodes = _judged(truth, lattice, mirrored=mirrored)
    if place is None:
        return None
    view = candidate_view(scene.photo, Lattice(np.ascontiguousarray(lattice)))
    squares, covered = _labels(scene, nodes if place != NONE else None)
    example = Example(np.asarray(view), place, way, squares, covered)
    if rng.random() < CARDED:
        example = _carded(example, scene.cells, rng)
    return replace(example, view=relit(example.view, rng))


def _carded(example: Example, cells: int, rng: np.random.Generator) -> Example:
    """Lay a card across one edge of the lattice that is looked through, right or wrong.

    The other three edges, and the lines that show, still say where the lattice lies.
    """
    inward = rng.uniform(0.08, MOST_CARDED) * cells
    ends = np.array([rng.uniform(-2, 3), cells - rng.uniform(-2, 3)])
    if rng.random() < 0.3:  # a shorter one
        ends = np.sort(rng.uniform(-1, cells + 1, 2))
    outside = -rng.uniform(0.2, 2.5)
    card = np.array([[outside, ends[0]], [inward, ends[0]], [inward, ends[1]], [outside, ends[1]]])
    card += rng.normal(0, 0.35, (4, 2)) + AROUND
    size = cells + 2 * AROUND
    there = _turned_about(card, size, int(rng.integers(4)))
    mask = np.zeros(example.view.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(there * SQUARE * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    share = cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA) / 255
    unknown = np.where(share > SHOWN_WELL, np.nan, example.covered)
    covered = np.where((share > COVERED) & ~np.isnan(example.covered), 1.0, unknown)
    return replace(
        example,
        view=_with_card(example.view, mask, there, rng),
        squares=np.where(share > SHOWN_WELL, IGNORED, example.squares),
        covered=covered.astype(np.float32),
    )


def _turned_about(points: Points, size: int, quarters: int) -> Points:
    """Turn points of a square of this size by quarter turns about its middle."""
    for _ in range(quarters):
        points = np.stack([size - points[:, 1], points[:, 0]], axis=1)
    return points


def _with_card(
    view: NDArray[np.uint8], mask: NDArray[np.uint8], card: Points, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Paint a card, plain or printed, with its shadow and mostly with a dark edge."""
    paper = np.full(view.shape, rng.uniform(205, 250), np.float32) + rng.uniform(-14, 6, 3)
    if rng.random() < 0.4:
        paper = np.full(view.shape, 1.0) * rng.uniform(20, 245, 3)
    if rng.random() < 0.5:
        paper = paper + cv2.GaussianBlur(rng.normal(0, 60, view.shape), (0, 0), rng.uniform(1, 9))
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 6)) / 255
    shaded = view * (1 - rng.uniform(0, 0.5) * soft[..., None])
    cover = mask[..., None] / 255
    out = np.clip(paper * cover + shaded * (1 - cover), 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        outline = np.round(card * SQUARE * 16).astype(np.int32)
        cv2.polylines(out, [outline], True, rng.uniform(10, 140, 3).tolist(), 1, cv2.LINE_AA, 4)
    return out


def _near(truth: Lattice, rng: np.random.Generator) -> Points:
    """Return a lattice that is right, or wrong as those are that a search comes upon; turned any way."""
    n = truth.cells
    corners = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float64)
    moved = corners + rng.normal(0, 0.03, (4, 2))
    kind = rng.random()
    if kind < 0.42:
        pass
    elif kind < 0.60:
        moved += _steps(rng, 1)
    elif kind < 0.66:
        moved += _steps(rng, int(rng.integers(2, 5)))
    elif kind < 0.70:
        moved += 0.5 * _steps(rng, int(rng.choice([1, 1, 3])))
    elif kind < 0.80:  # of another number of squares, or half of them
        size = float(rng.choice([n - 1, n - 1, n + 1, n + 1, n - 2, n + 2, n / 2, 2 * n]))
        start = rng.integers(-1, 2, 2) if size > 0.7 * n else rng.integers(0, n // 2 + 1, 2)
        moved = moved * (size / n) + start * (rng.random() < 0.8)
    elif kind < 0.93:  # some sides or corners are off
        if rng.random() < 0.6:
            side = int(rng.integers(4))
            moved[[side, (side + 1) % 4]] += float(rng.choice([-1, 1])) * _outward(side)
        else:
            moved += rng.normal(0, 1, (4, 2)) * rng.uniform(0.2, 1.2) * (rng.random((4, 1)) < 0.6)
    else:  # turned anyhow
        turn, size = rng.uniform(0, 2 * np.pi), rng.uniform(0.4, 1.3)
        spin = size * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        moved = (moved - n / 2) @ spin.T + n / 2 + rng.normal(0, 2, 2)
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), moved.astype(np.float32))
    nodes = transform(np.asarray(plane, np.float64), map_nodes(n))
    if rng.random() < BENT:
        nodes = nodes + _bump(n, rng)
    return np.rot90(truth.to_photo(nodes), int(rng.integers(4)))


def _bump(cells: int, rng: np.random.Generator) -> Points:
    """Return by how much each node is moved where a lattice has followed the wrong line for a while."""
    place = rng.choice([0.0, cells / 2, float(cells)], 2)
    away = np.linalg.norm(map_nodes(cells) - place, axis=-1) / rng.uniform(0.1, 0.4) / cells
    heading = rng.choice([0.0, np.pi / 2, rng.uniform(0, np.pi)])
    reach = rng.uniform(0.3, 1.2) * rng.choice([-1, 1]) * np.array([np.cos(heading), np.sin(heading)])
    return np.asarray(np.exp(-0.5 * away**2)[..., None] * reach)


def _steps(rng: np.random.Generator, most: int) -> NDArray[np.float64]:
    """Return whole squares across and down, at least one of them the most."""
    steps = rng.integers(-most, most + 1, 2).astype(np.float64)
    steps[int(rng.integers(2))] = most * rng.choice([-1, 1])
    return np.asarray(steps, np.float64)


def _outward(side: int) -> NDArray[np.float64]:
    return np.array([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)][side])


def _anywhere(shape: tuple[int, ...], cells: int, rng: np.random.Generator) -> Points:
    """Return a lattice anywhere in a picture."""
    height, width = shape[:2]
    size = rng.uniform(0.25, 0.9) * min(height, width)
    turn = rng.normal(0, 0.15) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
    spin = size * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5) @ spin.T
    corners += rng.uniform(0.2, 0.8, 2) * (width, height) + rng.normal(0, 0.06 * size, (4, 2))
    return nodes_between(corners, cells)


def _judged(truth: Lattice | None, lattice: Points, *, mirrored: bool) -> tuple[int | None, int, Points]:
    """Return the place, the way up, and where each of the lattice's nodes lies on the true map.

    The place is None where nobody should say.
    """
    nodes = map_nodes(len(lattice) - 1)
    if truth is None:
        return NONE, IGNORED, nodes
    there = places_on(truth, lattice)
    n = truth.cells
    own = map_nodes(n)
    for quarters in range(4):
        upright = np.rot90(there, quarters) if not mirrored else np.rot90(there[:, ::-1], quarters)
        away = upright - own
        step = np.rint(np.median(away.reshape(-1, 2), axis=0))
        off = float(np.abs(away - step).max())
        if np.abs(step).max() <= 1 and off < WRONG:
            if off > RIGHT:
                return None, IGNORED, nodes
            # seen from the lattice, the printed one lies the other way, turned as the lattice is
            back = _turned_step(-step, quarters, mirrored)
            place = int(3 * (back[1] + 1) + back[0] + 1)
            return place, quarters + 4 * mirrored, there
    return NONE, IGNORED, there


def _turned_step(step: NDArray[np.float64], quarters: int, mirrored: bool) -> NDArray[np.float64]:
    """Carry a step (across, down) of the upright sheet to that of the lattice as it was taken."""
    x, y = float(step[0]), float(step[1])
    for _ in range(quarters):  # rot90 turns the array counter-clockwise: undo it
        x, y = -y, x
    return np.array([-x if mirrored else x, y])


def _labels(scene: Scene, nodes: Points | None) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return what each square of the view shows of the print, and whether it is covered."""
    n = scene.cells
    squares = np.full((n + 2 * AROUND, n + 2 * AROUND), IGNORED, np.int64)
    covered = np.full(squares.shape, np.nan, np.float32)
    if nodes is None:
        return squares, covered
    middles = (nodes[:-1, :-1] + nodes[1:, :-1] + nodes[:-1, 1:] + nodes[1:, 1:]) / 4
    right, down = middles[0, 1] - middles[0, 0], middles[1, 0] - middles[0, 0]
    steps = np.arange(-AROUND, n + AROUND)
    places = middles[0, 0] + steps[None, :, None] * np.rint(right) + steps[:, None, None] * np.rint(down)
    column, row = np.moveaxis(np.floor(places).astype(int), -1, 0)
    inside = (column >= 0) & (column < n) & (row >= 0) & (row < n)
    squares[:] = OUTSIDE
    squares[inside] = scene.printed[row[inside], column[inside]]
    covered[inside] = scene.hidden[row[inside], column[inside]]
    squares[inside & (np.nan_to_num(covered) > 0)] = IGNORED
    return squares, covered


def _batch(paths: list[Path], pictures: Pictures, rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
    """Draw views, places, ways, squares and covers."""
    cells, examples = cells_of_batch(rng), list[Example]()
    while len(examples) < BATCH:
        examples += examples_of(_scene(paths, pictures, cells, rng), EACH, rng)
    return _stacked(examples[:BATCH])


def _scene(paths: list[Path], pictures: Pictures, cells: int, rng: np.random.Generator) -> Scene:
    if cells != SIZE:
        return grid_scene(rng, cells)
    if rng.random() < NO_SHEET:
        real = pictures.background(("document", "pattern-sheet", "boardgame", "scene"), rng)
        photo = Pyramid(Image(real)) if real is not None else _other_grid(rng)
        nothing = np.zeros((SIZE, SIZE), np.int64)
        return Scene(photo, None, nothing, nothing.astype(np.float32))
    return load_scene(paths[int(rng.integers(len(paths)))])


def _other_grid(rng: np.random.Generator) -> Pyramid:
    return grid_scene(rng, int(rng.choice([9, 10, 12, 13]))).photo


def _stacked(examples: list[Example]) -> tuple[torch.Tensor, ...]:
    return (
        torch.from_numpy(np.stack([example.view for example in examples])),
        torch.tensor([example.place for example in examples]),
        torch.tensor([example.way for example in examples]),
        torch.from_numpy(np.stack([example.squares for example in examples])),
        torch.from_numpy(np.stack([example.covered for example in examples])),
    )


def loss_of(net: JudgeNet, batch: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """Return the weighted loss, what it consists of, and the share of places that are right."""
    view, place, way, squares, covered = batch
    said_place, said_way, said = net(view.permute(0, 3, 1, 2).float())
    parts = {"place": functional.cross_entropy(said_place, place)}
    if (way != IGNORED).any():
        parts["way"] = functional.cross_entropy(said_way, way, ignore_index=IGNORED)
    if (squares != IGNORED).any():
        rare = torch.tensor([0.5, 2.0, 2.0, 2.0, 0.5])
        parts["squares"] = functional.cross_entropy(said[:, :5], squares, rare, ignore_index=IGNORED)
    known = ~covered.isnan()
    if known.any():
        parts["covered"] = functional.binary_cross_entropy_with_logits(said[:, 5][known], covered[known])
    right = (said_place.argmax(1) == place).float().mean()
    loss = sum((WEIGHTS[name] * part for name, part in parts.items()), torch.zeros(()))
    return loss, {**parts, "right": right}


def train(data: Path, run: Path, *, seed: int, steps: int, start: Path | None = None) -> JudgeNet:
    """Train, going on from the checkpoint in `run`; a new run may start from a released judge."""
    torch.manual_seed(seed)
    net, paths, pictures = JudgeNet(), truths_in(data), Pictures.load()
    if start:
        restore(net, start, _views(paths[:SHOWN], seed))
    net.to(memory_format=torch.channels_last)
    course = Course(steps, RATE if not start else RATE / 3, decay=1e-3)
    learn(net, run, course, seeded_beside(seed, partial(_batch, paths, pictures)), partial(loss_of, net))
    return net.eval()


def _views(paths: list[Path], seed: int) -> torch.Tensor:
    """Return one view of each photo as the network takes it, (k, 3, s, s)."""
    rng = np.random.default_rng(seed)
    views = [example.view for path in paths for example in examples_of(load_scene(path), 1, rng)]
    return torch.from_numpy(np.stack(views)).permute(0, 3, 1, 2).float()


def main() -> None:
    """Parse the command line and train."""
    train_as_asked(__doc__, train, steps=STEPS)


if __name__ == "__main__":
    run_in_words(main)
