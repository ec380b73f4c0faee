"""Train the plain network that benches hold the reader against: `python -m datasets.train.plain DATA`.

It is what a tutorial would write: a cell in, a terrain out; no other squares, no printed side, no
calibration. DATA is a folder made by `python -m datasets.draw.flat.sheetset --count 1500 --seed 5 --out
DATA`, the first part of what the released network learned from. It writes `datasets/measure/plaincnn.onnx`.
"""

import argparse
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from datasets.draw.flat.sheet import LABELS, NO_LABEL
from datasets.draw.flat.sheetset import SheetSet
from datasets.draw.orders import check_for_training
from datasets.measure.cellreaders import NETWORK, cells_of
from datasets.train.export import export
from datasets.train.loop import Course, learn, seeded
from datasets.train.networks import conv
from datasets.train.orders import run_in_words
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
    batches = seeded(seed, partial(_batch, data))
    learn(net, None, Course(steps, RATE, clips=False), batches, partial(_loss, net))
    return net.eval()


def _batch(data: SheetSet, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    chosen = rng.integers(0, len(data), BATCH)
    cells = torch.from_numpy(_cells(damage(data.picture[chosen], rng)))
    return cells, torch.from_numpy(data.terrain[chosen].reshape(-1)).long()


def _loss(
    net: nn.Module, batch: tuple[torch.Tensor, torch.Tensor]
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    cells, truth = batch
    logits = net(cells / 127.5 - 1.0)
    right = (logits.argmax(1) == truth)[truth != NO_LABEL].float().mean()
    return functional.cross_entropy(logits, truth, ignore_index=NO_LABEL), {"right": right}


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


def export_plain(net: nn.Module, path: Path) -> None:
    """Write it as ONNX for the cells of one sheet."""
    cells = torch.rand(SIZE * SIZE, 3, 48, 48) * 255
    export(_Scaled(net).eval(), (cells,), {"cells": {}}, ("terrain",), path)


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=NETWORK)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    check_for_training(args.data)
    export_plain(train(SheetSet.load(args.data, most=SHEETS), args.steps, args.seed), args.out)


if __name__ == "__main__":
    run_in_words(main)
