"""Train the lattice network on drawn photos: `python -m datasets.train_lattice DATA --out RUN`.

DATA is a folder made by `python -m datasets.generate`. Training goes on where RUN's checkpoint stopped.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from datasets.checkpoints import load_checkpoint, save_checkpoint
from datasets.decoys import draw_decoy
from datasets.networks import LatticeNet
from vision.door import decode_photo
from vision.geometry import transform
from vision.image import shrink
from vision.lattice_net import SEEN_SHARE, warp_down

SIDE = 192  # the network's picture
STRIDE = 4
KEPT_SIDE = 448  # photos are kept in memory at this long side
DECOYS = 0.1  # share of pictures without a sheet
SECOND_LOOKS = 0.5  # share of the others that show the sheet from above
DENSE = 12  # points a square side at which the truth is laid into the target


@dataclass(frozen=True)
class Shot:
    """One drawn photo, small, and where its nodes lie in it."""

    photo: NDArray[np.uint8]
    lattice: NDArray[np.float64]


def load_shots(folder: Path) -> list[Shot]:
    """Read every photo of a generated folder, reduced, with its lattice."""
    return [_load_shot(path) for path in sorted(folder.glob("*.json")) if path.with_suffix(".jpg").exists()]


def _load_shot(path: Path) -> Shot:
    lattice = np.asarray(json.loads(path.read_text())["points"], np.float64)
    photo = decode_photo(path.with_suffix(".jpg").read_bytes())
    scale = KEPT_SIDE / max(photo.shape)
    return Shot(shrink(photo, scale), (lattice + 0.5) * scale - 0.5)


def draw_example(
    shots: list[Shot], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Draw one picture, (192, 192, 3), and its target, (3, 48, 48): inside, column / n, row / n."""
    if rng.random() < DECOYS:
        return draw_decoy(rng, SIDE), np.zeros((3, SIDE // STRIDE, SIDE // STRIDE), np.float32)
    shot = shots[rng.integers(len(shots))]
    view = _second_look(shot, rng) if rng.random() < SECOND_LOOKS else _first_look(shot, rng)
    picture = warp_down(shot.photo, view, SIDE, rng.integers(0, 256, 3).tolist())
    return _damage(_random_light(picture, rng), rng), _target(transform(view, shot.lattice))


def _first_look(shot: Shot, rng: np.random.Generator) -> NDArray[np.float64]:
    """A view of the sheet turned, tilted, near or far, sometimes partly out of the picture."""
    turn = rng.uniform(-np.pi, np.pi) if rng.random() < 0.7 else rng.normal(0, 0.15)
    share = np.exp(rng.uniform(np.log(0.22), np.log(0.7)))
    return _view(shot.lattice[[0, 0, -1, -1], [0, -1, -1, 0]], turn, share, 0.11, 0.22, rng)


def _second_look(shot: Shot, rng: np.random.Generator) -> NDArray[np.float64]:
    """A view from above after a first look that was a little wrong."""
    field = shot.lattice[[0, 0, -1, -1], [0, -1, -1, 0]]
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


def _random_light(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    gain = np.exp(rng.normal(0, 0.12, 3)) * np.exp(rng.normal(0, 0.25))
    curve = (np.arange(256) / 255.0) ** np.exp(rng.normal(0, 0.2)) * 255.0
    lit = curve.astype(np.float32)[picture] * gain.astype(np.float32)
    if rng.random() < 0.15:
        lit = lit.mean(axis=2, keepdims=True).repeat(3, axis=2)
    return np.asarray(lit, np.float32)


def _damage(out: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Shadow half of it, lay a thumb on it, blur it, add noise: each now and then."""
    if rng.random() < 0.3:
        edge = rng.normal(0, 1, 2)
        y, x = np.mgrid[0:SIDE, 0:SIDE] - rng.uniform(0.2, 0.8, 2)[:, None, None] * SIDE
        steep = (x * edge[0] + y * edge[1]) / rng.uniform(0.5, 8)
        shade = 0.5 + 0.5 * np.tanh(0.5 * steep)
        out *= (1 - rng.uniform(0.2, 0.65) * shade).astype(np.float32)[..., None]
    for _ in range(rng.poisson(0.5)):
        centre, axes = (
            rng.uniform(0, SIDE, 2).astype(int).tolist(),
            rng.uniform(4, 26, 2).astype(int).tolist(),
        )
        cv2.ellipse(out, centre, axes, rng.uniform(0, 180), 0, 360, rng.uniform(20, 240, 3).tolist(), -1)
    if rng.random() < 0.3:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.6)), np.float32)
    out += rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(0, 8))
    return np.clip(out, 0, 255).astype(np.uint8)


def _target(lattice: NDArray[np.float64]) -> NDArray[np.float32]:
    """Lay the map coordinates of the field's points into the network's coarse picture."""
    cells, side = len(lattice) - 1, SIDE // STRIDE
    along = (np.arange(cells * DENSE) + 0.5) / DENSE
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
    target = np.zeros((3, side, side), np.float32)
    for layer, values in enumerate((np.ones_like(column), column / cells, row / cells)):
        np.add.at(target[layer], (py[on], px[on]), values[on])
    count = target[0].copy()
    target[1:] /= np.maximum(count, 1)
    target[0] = count > 0.25 * count.max() if count.any() else 0
    return target


def loss_of(out: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Cross entropy of "inside", and the distance in map coordinates where it is inside."""
    inside = target[:, 0]
    mask = functional.binary_cross_entropy_with_logits(out[:, 0], inside)
    away = functional.smooth_l1_loss(out[:, 1:], target[:, 1:], reduction="none", beta=0.03).sum(dim=1)
    return mask + 4.0 * (away * inside).sum() / inside.sum().clamp(min=1.0)


def train(data: Path, run: Path, *, steps: int, seed: int, batch: int = 32) -> LatticeNet:
    """Train for so many steps in all, going on from the checkpoint in `run`."""
    torch.manual_seed(seed)
    shots = load_shots(data)
    net = LatticeNet(width=16).to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=steps)
    begun = load_checkpoint(run, net, optimizer, plan)
    for step in range(begun, steps):
        rng = np.random.default_rng([seed, step])
        pictures, targets = zip(*(draw_example(shots, rng) for _ in range(batch)), strict=True)
        photo = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float()
        with torch.autocast("cpu", torch.bfloat16):  # twice as fast where the processor has it
            out = net(photo)
        loss = loss_of(out.float(), torch.from_numpy(np.stack(targets)))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        plan.step()
        if (step + 1) % 100 == 0 or step + 1 == steps:
            print(f"step {step + 1} of {steps}: loss {loss.item():.4f}", flush=True)
            save_checkpoint(run, step + 1, net, optimizer, plan)
    return net.eval()


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    train(args.data, args.out, steps=args.steps, seed=args.seed)


if __name__ == "__main__":
    main()
