"""Train the plain network that benches hold the reader against: `python -m datasets.train.plain DATA`.

It is what a tutorial would write: a cell in, a terrain out; no other squares, no printed side, no
calibration. DATA is a folder made by `python -m datasets.draw.flat.sheetset --count 1500 --seed 5 --out
DATA`, the first part of what the released network learned from. It writes `datasets/measure/plaincnn.onnx`.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from datasets.draw.flat.sheet import LABELS, NO_LABEL
from datasets.draw.flat.sheetset import SheetSet
from datasets.measure.cellreaders import NETWORK, cells_of
from datasets.train.export import forget_origins
from datasets.train.networks import conv
from datasets.train.terrain import damage
from engine import SIZE

SHEETS = 1500
STEPS = 800
BATCH = 4  # sheets, so 484 cells
RATE = 3e-3
WIDTH = 16


def plain_network() -> nn.Sequential:
    """Return four convolutions, each on a picture half as large, and a layer that tells terrains apart."""
    w = WIDTH
    return nn.Sequential(
        conv(3, w, stride=2, kernel=5), conv(w, 2 * w, stride=2), conv(2 * w, 3 * w, stride=2),
        conv(3 * w, 4 * w), nn.AdaptiveMaxPool2d(1), nn.Flatten(), nn.Linear(4 * w, len(LABELS)),
    )  # fmt: skip


def train(data: SheetSet, steps: int, seed: int) -> nn.Module:
    """Train on cells of randomly chosen sheets, the learning rate rising and falling once."""
    torch.manual_seed(seed)
    net = plain_network()
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-2)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    for step in range(steps):
        rng = np.random.default_rng([seed, step])
        chosen = rng.integers(0, len(data), BATCH)
        cells = torch.from_numpy(_cells(damage(data.picture[chosen], rng)))
        truth = torch.from_numpy(data.terrain[chosen].reshape(-1)).long()
        logits = net(cells / 127.5 - 1.0)
        loss = functional.cross_entropy(logits, truth, ignore_index=NO_LABEL)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        plan.step()
        if (step + 1) % 100 == 0:
            right = (logits.argmax(1) == truth)[truth != NO_LABEL].float().mean()
            print(f"step {step + 1} of {steps}: loss {loss.item():.3f}, right {right:.3f}", flush=True)
    return net.eval()


def _cells(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.concatenate([cells_of(picture.transpose(1, 2, 0)) for picture in pictures]).transpose(
        0, 3, 1, 2
    )


class _Scaled(nn.Module):
    """A network that takes pixels as they are."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, cells: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.net(cells / 127.5 - 1.0)
        return logits


def export(net: nn.Module, path: Path) -> None:
    """Write it as ONNX for the cells of one sheet, without the paths that the exporter notes."""
    example = torch.rand(SIZE * SIZE, 3, 48, 48) * 255
    torch.onnx.export(
        _Scaled(net).eval(), (example,), path, input_names=["cells"], output_names=["terrain"],
        dynamo=True, external_data=False, verbose=False,
    )  # fmt: skip
    onnx.checker.check_model(str(path))
    forget_origins(path)


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=NETWORK)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    export(train(SheetSet.load(args.data, most=SHEETS), args.steps, args.seed), args.out)


if __name__ == "__main__":
    main()
