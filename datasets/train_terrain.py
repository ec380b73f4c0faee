"""Train the terrain network on drawn cells: `python -m datasets.train_terrain DATA... --out RUN`.

DATA are folders made by `python -m datasets.generate`. Training goes on where RUN's checkpoint stopped.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from datasets.cellset import LABELS, CellSet, cut_folder
from datasets.checkpoints import load_checkpoint, save_checkpoint
from datasets.networks import TerrainNet

BATCH = 192
SHIFT = 2  # pixels a cell is moved at most
SMOOTHING = 0.02


def join(sets: list[CellSet]) -> CellSet:
    """Put cell sets one after the other."""
    starts = np.cumsum([0, *(int(part.sheets.max()) + 1 for part in sets[:-1])])
    return CellSet(
        np.concatenate([part.cells for part in sets]),
        np.concatenate([part.labels for part in sets]),
        np.concatenate([part.ruins for part in sets]),
        np.concatenate([part.sheets + start for part, start in zip(sets, starts, strict=True)]),
    )


def damage(cells: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """Move, mirror, dim, tint and grain each cell a little: (k, 3, 48, 48), 0..255."""
    out = np.empty((len(cells), *cells.shape[1:]), np.float32)
    for index, cell in enumerate(cells):
        down, right = rng.integers(-SHIFT, SHIFT + 1, 2)
        moved = np.roll(cell, (down, right), axis=(0, 1))
        out[index] = moved[:, ::-1] if rng.random() < 0.5 else moved
        if rng.random() < 0.15:
            out[index] = cv2.GaussianBlur(out[index], (0, 0), rng.uniform(0.4, 1.0))
    gains = np.exp(rng.normal(0, 0.05, (len(cells), 1, 1, 3)) + rng.normal(0, 0.08, (len(cells), 1, 1, 1)))
    bends = np.exp(rng.normal(0, 0.12, (len(cells), 1, 1, 1)))
    out = 255 * (out / 255 * gains.astype(np.float32)).clip(0, 1) ** bends.astype(np.float32)
    out += rng.standard_normal(out.shape, np.float32) * rng.uniform(0, 6, (len(cells), 1, 1, 1)).astype(
        np.float32
    )
    return np.ascontiguousarray(out.clip(0, 255).transpose(0, 3, 1, 2), np.float32)


def train(data: CellSet, run: Path, *, steps: int, seed: int) -> TerrainNet:
    """Train for so many steps in all, going on from the checkpoint in `run`."""
    torch.manual_seed(seed)
    net = TerrainNet(len(LABELS), width=24).to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=5e-4)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    begun = load_checkpoint(run, net, optimizer, plan)
    for step in range(begun, steps):
        rng = np.random.default_rng([seed, step])
        chosen = rng.integers(0, len(data.labels), BATCH)
        cells = torch.from_numpy(damage(data.cells[chosen], rng))
        ruins = torch.from_numpy(data.ruins[chosen].astype(np.float32))
        with torch.autocast("cpu", torch.bfloat16):  # twice as fast where the processor has it
            logits = net(cells, ruins).float()
        loss = functional.cross_entropy(
            logits, torch.from_numpy(data.labels[chosen]), label_smoothing=SMOOTHING
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        plan.step()
        if (step + 1) % 200 == 0 or step + 1 == steps:
            right = (logits.argmax(dim=1).numpy() == data.labels[chosen]).mean()
            print(f"step {step + 1} of {steps}: loss {loss.item():.4f}, right {right:.3f}", flush=True)
            save_checkpoint(run, step + 1, net, optimizer, plan)
    return net.eval()


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=6500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    train(join([cut_folder(folder) for folder in args.data]), args.out, steps=args.steps, seed=args.seed)


if __name__ == "__main__":
    main()
