"""Go on training the terrain network on drawn sheets mixed with what people corrected."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from datasets.corrections.corrected import CorrectedSet
from datasets.draw.flat.sheet import NO_LABEL
from datasets.draw.flat.sheetset import SheetSet
from datasets.release.terrain import release_terrain
from datasets.train.checkpoints import load_checkpoint, save_checkpoint
from datasets.train.networks import TerrainNet
from datasets.train.restore import restore_terrain
from datasets.train.terrain import WIDTH, Batch, damage, loss_of

DRAWN, CORRECTED = 6, 2  # sheets of each kind in a batch
RATE = 3e-4  # the highest; training from nothing takes eight times as much
REPORTED = 50  # steps


@dataclass(frozen=True, slots=True)
class Plan:
    """How to go on."""

    steps: int = 300
    weight: float = 0.5
    """Of the loss on corrected squares, beside that on drawn sheets."""
    seed: int = 1


def retrain(released: Path, drawn: SheetSet, corrected: CorrectedSet, run: Path, plan: Plan) -> TerrainNet:
    """Train on from the network released in that folder; a run that was cut off goes on where it stopped."""
    torch.manual_seed(plan.seed)
    net = restore_terrain(released, drawn, WIDTH).train()
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-2)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=plan.steps, pct_start=0.2)
    for step in range(load_checkpoint(run, net, optimizer, rates), plan.steps):
        rng = np.random.default_rng([plan.seed, step])
        batch = Batch.take(drawn, rng.integers(0, len(drawn), DRAWN), rng)
        loss, _ = loss_of(net, batch)
        told = corrected_loss(net, corrected, rng.integers(0, len(corrected), CORRECTED), rng)
        optimizer.zero_grad()
        (loss + plan.weight * told).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        rates.step()
        if (step + 1) % REPORTED == 0 or step + 1 == plan.steps:
            losses = f"drawn {loss.item():.4f}, corrected {told.item():.4f}"
            print(f"step {step + 1} of {plan.steps}: {losses}", flush=True)
            save_checkpoint(run, step + 1, net, optimizer, rates)
    return net.eval()


def corrected_loss(
    net: TerrainNet, data: CorrectedSet, chosen: NDArray[np.int64], rng: np.random.Generator
) -> Tensor:
    """Return the loss on the squares of which something was said; of the others nothing is known."""
    pictures = torch.from_numpy(damage(data.picture[chosen], rng))
    ruins = torch.from_numpy(data.ruins[chosen]).float()
    said = torch.from_numpy(data.terrain[chosen]).long()
    with torch.autocast("cpu", torch.bfloat16):
        alone, terrain = (part.float() for part in net(pictures, ruins)[:2])
    return _loss(terrain, said) + 0.5 * _loss(alone, said)


def release_candidate(run: Path, calibration: Path) -> Path:
    """Export the retrained network beside its run, calibrated anew, and return its folder."""
    folder = run / "model"
    release_terrain(run, calibration, folder)
    return folder


def _loss(logits: Tensor, labels: Tensor) -> Tensor:
    return functional.cross_entropy(logits, labels, ignore_index=NO_LABEL)
