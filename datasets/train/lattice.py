"""Train the lattice network on drawn photos: `python -m datasets.train.lattice DATA --out RUN`.

DATA is a folder made by `python -m datasets.draw.world.photoset`. Training starts from a released network,
or from nothing, and goes on where RUN's checkpoint stopped.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from datasets.draw.orders import at_least
from datasets.draw.photo.light import striped_shadow
from datasets.draw.pictures import Pictures
from datasets.draw.world.decoys import draw_decoy
from datasets.draw.world.othergrids import draw_grid_page
from datasets.train.loop import Course, half_precision, in_turn, learn, seeded
from datasets.train.networks import LatticeNet
from datasets.train.orders import begin_training, run_in_words, training_orders
from datasets.train.restore import SHOWN, restore
from datasets.train.scenes import truths_in
from vision.decode import decode_photo
from vision.find.lattice import corners_of, scaled_points, transform
from vision.find.lattice_net import SEEN_SHARE, warp_down
from vision.find.pyramid import Pyramid
from vision.image import Image, shrink

SIDE = 192  # the network's picture
STRIDE = 4
KEPT_SIDE = 576  # photos are kept in memory at this long side
DECOYS = 0.1  # share of pictures without a grid
OTHER_GRIDS = 0.22  # share that show a grid of another game
SECOND_LOOKS = 0.5  # share of those with a sheet or grid that show it from above
NEIGHBOURS = 0.08  # share of sheets with another one beside or over them
WARPED = 0.25  # share of pictures that are bent smoothly
WARP, WARP_NODES = (0.5, 4.0), 4  # by so many pixels at so many nodes a side
WARP_ROUNDS = 6  # enough for a hundredth of a pixel
STRIPED = 0.2  # share of pictures under the shadow of a blind
BATCH = 24
SHEET, GRID = 0, 1  # layers of the target
DENSE = 12  # points a square side at which the truth is laid into the target
DECAY = 1e-4
CYCLES = (Course(5000, 3e-3, DECAY), Course(3000, 1.5e-3, DECAY))
LEARNING_ON = (Course(4500, 1e-3, DECAY),)
REAL_DECOYS = 0.6  # share of the pictures without a grid that are real ones, where there are any
DECOY_CLASSES = ("texture", "scene", "document", "hand")  # of backgrounds on which no grid is printed
UNKNOWN = -1.0  # in the layer of other grids: other papers about a sheet may have some


@dataclass(frozen=True)
class Shot:
    """A small picture, and where the nodes of its map sheets or other grids lie in it."""

    photo: NDArray[np.uint8]
    lattices: tuple[NDArray[np.float64], ...]
    kind: int
    """SHEET or GRID."""


def load_shots(folder: Path) -> list[Shot]:
    """Read every photo of a generated folder, reduced, with its lattice."""
    return [_load_shot(path) for path in truths_in(folder)]


def _load_shot(path: Path) -> Shot:
    truth = json.loads(path.read_text())
    photo = decode_photo(path.with_suffix(".jpg").read_bytes())
    scale = KEPT_SIDE / max(photo.shape)
    lattices = [np.asarray(nodes, np.float64) for nodes in (*truth.get("others", ()), truth["points"])]
    return Shot(shrink(photo, scale), tuple(scaled_points(nodes, scale) for nodes in lattices), SHEET)


def draw_example(
    shots: list[Shot], pictures: Pictures, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Draw one picture, (192, 192, 3), and its target, (4, 48, 48).

    The target's layers: inside a map field; inside a grid of another game; column / n; row / n.
    """
    kind = rng.random()
    if kind < DECOYS:
        return _decoy(pictures, rng), np.zeros((4, SIDE // STRIDE, SIDE // STRIDE), np.float32)
    if kind < DECOYS + OTHER_GRIDS:
        page = draw_grid_page(rng)
        shot = Shot(page.picture, page.lattices, GRID)
    else:
        shot = shots[rng.integers(len(shots))]
        if rng.random() < NEIGHBOURS:
            shot = _with_neighbour(shot, shots[rng.integers(len(shots))], rng)
    view = _second_look(shot, rng) if rng.random() < SECOND_LOOKS else _first_look(shot, rng)
    picture = warp_down(Pyramid(Image(shot.photo)), view, SIDE, rng.integers(0, 256, 3).tolist())
    lattices = [transform(view, lattice) for lattice in shot.lattices]
    if rng.random() < WARPED:
        picture, lattices = _warped(picture, lattices, rng)
    target = np.zeros((4, SIDE // STRIDE, SIDE // STRIDE), np.float32)
    target[GRID] = UNKNOWN if shot.kind == SHEET else 0.0
    for lattice in lattices:
        _lay_target(target, lattice, shot.kind)
    return _damage(_random_light(picture, rng), rng), target


def _decoy(pictures: Pictures, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a picture without a grid: a part of a real one, or a drawn one."""
    real = pictures.background(DECOY_CLASSES, rng) if rng.random() < REAL_DECOYS else None
    if real is None:
        return draw_decoy(rng, SIDE)
    side = int(min(real.shape[:2]) * rng.uniform(0.4, 1.0))
    y, x = (int(rng.integers(length - side + 1)) for length in real.shape[:2])
    part = cv2.resize(real[y : y + side, x : x + side], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    turned = np.ascontiguousarray(np.rot90(part, int(rng.integers(4))))
    return _damage(_random_light(np.asarray(turned, np.uint8), rng), rng)


def _with_neighbour(shot: Shot, other: Shot, rng: np.random.Generator) -> Shot:
    """Lay a second sheet beside the first one, or over its edge; what it covers is no longer seen."""
    field, theirs = (corners_of(view.lattices[-1]) for view in (shot, other))
    size = np.linalg.norm(field - field.mean(axis=0), axis=1).mean()
    turn, heading = rng.normal(0, 0.3) + rng.integers(4) * np.pi / 2, rng.uniform(0, 2 * np.pi)
    share = size / np.linalg.norm(theirs - theirs.mean(axis=0), axis=1).mean() * rng.uniform(0.8, 1.15)
    cos, sin = share * np.cos(turn), share * np.sin(turn)
    place = field.mean(axis=0) + rng.uniform(1.5, 2.4) * size * np.array([np.cos(heading), np.sin(heading)])
    move = np.eye(3)
    move[:2, :2] = [[cos, -sin], [sin, cos]]
    move[:2, 2] = place - move[:2, :2] @ theirs.mean(axis=0)
    middle = theirs.mean(axis=0)
    paper = middle + (theirs - middle) * rng.uniform(1.05, 1.3)  # the field and some paper round it
    edge = round(0.45 * max(shot.photo.shape))
    grown = cv2.copyMakeBorder(shot.photo, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    move[:2, 2] += edge
    laid = cv2.warpPerspective(other.photo, move, grown.shape[1::-1], flags=cv2.INTER_AREA)
    covered = np.zeros(grown.shape[:2], np.uint8)
    outline = transform(move, paper)
    cv2.fillConvexPoly(covered, np.rint(outline).astype(np.int32), 1)
    picture = np.where(covered[..., None] > 0, laid, grown)
    lattices = (shot.lattices[-1] + edge, transform(move, other.lattices[-1]))
    return Shot(np.asarray(picture, np.uint8), lattices, SHEET)


def _first_look(shot: Shot, rng: np.random.Generator) -> NDArray[np.float64]:
    """A view of the sheet turned, tilted, near or far, sometimes partly out of the picture."""
    any_way = rng.random() < 0.7 and shot.kind == SHEET  # what is up on another grid, nobody knows
    turn = rng.uniform(-np.pi, np.pi) if any_way else np.clip(rng.normal(0, 0.2), -0.6, 0.6)
    share = np.exp(rng.uniform(np.log(0.18), np.log(0.95)))
    return _view(corners_of(shot.lattices[-1]), turn, share, 0.11, 0.22, rng)


def _second_look(shot: Shot, rng: np.random.Generator) -> NDArray[np.float64]:
    """A view from above after a first look that was a little wrong."""
    field = corners_of(shot.lattices[-1])
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    upright = cv2.getPerspectiveTransform(field.astype(np.float32), square).astype(np.float64)
    share = SEEN_SHARE * np.exp(rng.normal(0, 0.07))
    wrong = _view(square.astype(np.float64), rng.normal(0, 0.05), share, 0.045, 0.08, rng)
    return np.asarray(wrong @ upright, np.float64)


def _view(
    field: NDArray[np.float64],
    turn: float,
    share: float,
    aside: float,
    tilted: float,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Turn the field, let it fill a share of the picture's side, and move and tilt it at random."""
    centre = field.mean(axis=0)
    size = SIDE * share / (np.sqrt(2) * np.linalg.norm(field - centre, axis=1).mean())
    cos, sin = size * np.cos(turn), size * np.sin(turn)
    turned = np.array([[cos, -sin], [sin, cos]])
    move = np.eye(3)
    move[:2, :2], move[:2, 2] = turned, rng.normal(0, aside * SIDE, 2) - turned @ centre
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, tilted, 2) / SIDE
    to_middle = np.eye(3)
    to_middle[:2, 2] = SIDE / 2
    return np.asarray(to_middle @ tilt @ move, np.float64)


def _warped(
    picture: NDArray[np.uint8], lattices: list[NDArray[np.float64]], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], list[NDArray[np.float64]]]:
    """Bend a picture smoothly by some pixels, as a closer look at a bent sheet that was a little wrong."""
    controls = rng.normal(0, rng.uniform(*WARP), (WARP_NODES, WARP_NODES, 2)).astype(np.float32)
    aside = np.asarray(cv2.resize(controls, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)
    x, y = np.meshgrid(*2 * [np.arange(SIDE, dtype=np.float32)])
    bent = cv2.remap(
        picture, x + aside[..., 0], y + aside[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(bent, np.uint8), [_warped_back(lattice, aside) for lattice in lattices]


def _warped_back(lattice: NDArray[np.float64], aside: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return where nodes lie in a picture whose every pixel shows the one that far aside."""
    there = lattice
    for _ in range(WARP_ROUNDS):
        near = there.astype(np.float32)
        there = lattice - cv2.remap(
            aside, near[..., 0], near[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return np.asarray(there, np.float64)


def _random_light(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    gain = np.exp(rng.normal(0, 0.12, 3)) * np.exp(rng.normal(0, 0.25))
    curve = (np.arange(256) / 255.0) ** np.exp(rng.normal(0, 0.2)) * 255.0
    lit = curve.astype(np.float32)[picture] * gain.astype(np.float32)
    if rng.random() < 0.15:
        lit = lit.mean(axis=2, keepdims=True).repeat(3, axis=2)
    return np.asarray(lit, np.float32)


def _damage(out: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Shadow half of it, lay a thumb, a pencil or a card on it, blur it, add noise: each now and then."""
    if rng.random() < 0.3:
        edge = rng.normal(0, 1, 2)
        y, x = np.mgrid[0:SIDE, 0:SIDE] - rng.uniform(0.2, 0.8, 2)[:, None, None] * SIDE
        steep = (x * edge[0] + y * edge[1]) / rng.uniform(0.5, 8)
        shade = 0.5 + 0.5 * np.tanh(0.5 * steep)
        out *= (1 - rng.uniform(0.2, 0.75) * shade).astype(np.float32)[..., None]
    if rng.random() < STRIPED:
        out *= striped_shadow((SIDE, SIDE), rng)[..., None]
    for _ in range(rng.poisson(0.6)):
        _cover(out, rng)
    if rng.random() < 0.3:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.6)), np.float32)
    if rng.random() < 0.15:
        out = _moved(out, rng)
    out += rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(0, 8))
    return np.clip(out, 0, 255).astype(np.uint8)


def _cover(out: NDArray[np.float32], rng: np.random.Generator) -> None:
    """Lay something on the picture: a thumb or coin, a card, a pencil."""
    centre, turn = rng.uniform(0, SIDE, 2), float(rng.uniform(0, 180))
    colour = rng.uniform(20, 240, 3).tolist()
    what = rng.random()
    if what < 0.5:
        axes = rng.uniform(4, 26, 2).astype(int).tolist()
        cv2.ellipse(out, centre.astype(int).tolist(), axes, turn, 0, 360, colour, -1)
        return
    size = rng.uniform(15, 60, 2) if what < 0.8 else np.array([rng.uniform(80, 250), rng.uniform(2, 7)])
    box = cv2.boxPoints((centre.tolist(), size.tolist(), turn))
    cv2.fillConvexPoly(out, np.rint(box).astype(np.int32), colour, cv2.LINE_AA)


def _moved(out: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Blur along a line, as a hand that moves does."""
    length, heading = rng.uniform(1, 6), rng.uniform(0, np.pi)
    steps = np.linspace(-length / 2, length / 2, 7)[:, None] * [np.cos(heading), np.sin(heading)]
    shifts = [np.array([[1, 0, x], [0, 1, y]]) for x, y in steps]
    shifted = [cv2.warpAffine(out, shift, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE) for shift in shifts]
    return np.mean(shifted, axis=0, dtype=np.float32)


def _lay_target(target: NDArray[np.float32], lattice: NDArray[np.float64], kind: int) -> None:
    """Lay a grid's mask and coordinates into the network's coarse picture, over what is there."""
    cells, side = len(lattice) - 1, SIDE // STRIDE
    dense = DENSE * 11 // cells + 1
    along = (np.arange(cells * dense) + 0.5) / dense
    column, row = np.meshgrid(along, along)
    x, y = (
        cv2.remap(
            lattice[..., axis].astype(np.float32),
            column.astype(np.float32),
            row.astype(np.float32),
            cv2.INTER_LINEAR,
        )
        for axis in (0, 1)
    )
    px, py = np.floor((x + 0.5) / STRIDE).astype(int), np.floor((y + 0.5) / STRIDE).astype(int)
    on = (px >= 0) & (px < side) & (py >= 0) & (py < side)
    if not on.any():
        return
    place = py[on] * side + px[on]
    values = (np.ones_like(column), column / cells, row / cells)
    sums = np.stack([np.bincount(place, value[on], side * side).reshape(side, side) for value in values])
    inside = sums[0] > 0.25 * sums[0].max()
    target[:2, inside] = 0
    target[kind, inside] = 1
    target[2:, inside] = sums[1:, inside] / sums[0, inside]


def loss_of(out: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Cross entropy of both kinds of "inside", and the distance in map coordinates where it is inside."""
    known = (target[:, :2] != UNKNOWN).float()
    mask = functional.binary_cross_entropy_with_logits(out[:, :2], target[:, :2].clamp(min=0.0), known)
    inside = target[:, :2].clamp(min=0.0).sum(dim=1)
    away = functional.smooth_l1_loss(out[:, 2:], target[:, 2:], reduction="none", beta=0.03).sum(dim=1)
    return 1.5 * mask + 4.0 * (away * inside).sum() / inside.sum().clamp(min=1.0)


def train(
    data: Path, run: Path, *, seed: int, cycles: Sequence[Course] = CYCLES, start: Path | None = None
) -> LatticeNet:
    """Train cycle after cycle, going on from the checkpoints in `run`; `start` is a released network."""
    torch.manual_seed(seed)
    shots, pictures = load_shots(data), Pictures.load()
    net = LatticeNet(width=16)
    if start:
        rng = np.random.default_rng(seed)
        shown = np.stack([draw_example(shots, pictures, rng)[0] for _ in range(SHOWN)])
        restore(net, start, torch.from_numpy(shown).permute(0, 3, 1, 2).float())
    net.to(memory_format=torch.channels_last)
    batches = seeded(seed, partial(_batch, shots, pictures))
    for course, folder, done in in_turn(run, cycles):
        learn(net, folder, course, batches, partial(_loss, net), done=done)
    return net.eval()


def _batch(
    shots: list[Shot], pictures: Pictures, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    photos, targets = zip(*(draw_example(shots, pictures, rng) for _ in range(BATCH)), strict=True)
    photo = torch.from_numpy(np.stack(photos)).permute(0, 3, 1, 2).float()
    return photo, torch.from_numpy(np.stack(targets))


def _loss(
    net: LatticeNet, batch: tuple[torch.Tensor, torch.Tensor]
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    photo, target = batch
    with half_precision():
        out = net(photo)
    return loss_of(out.float(), target), {}


def main() -> None:
    """Parse the command line and train."""
    parser = training_orders(__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--steps", type=at_least(1), help="one cycle of so many steps, to try things out")
    args = begin_training(parser)
    usual = LEARNING_ON if args.start else CYCLES
    cycles = (replace(usual[0], steps=args.steps),) if args.steps else usual
    train(args.data, args.out, seed=args.seed, cycles=cycles, start=args.start)


if __name__ == "__main__":
    run_in_words(main)
