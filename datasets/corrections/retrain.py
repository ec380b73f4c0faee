"""Go on training the terrain network on drawn sheets mixed with what people corrected."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from datasets.corrections.corrected import CorrectedSet
from datasets.draw.flat.sheetset import SheetSet
from datasets.release.terrain import release_terrain
from datasets.train.loop import Course, half_precision, learn, seeded
from datasets.train.networks import TerrainNet
from datasets.train.restore import restore_terrain
from datasets.train.terrain import WIDTH, Batch, damage, loss_of, mean_loss

DRAWN, CORRECTED = 6, 2  # sheets of each kind in a batch
WEIGHT = 0.5  # of the loss on corrected squares, beside that on drawn sheets
RATE = 3e-4  # the highest; training from nothing takes eight times as much


def retrain(
    released: Path, drawn: SheetSet, corrected: CorrectedSet, run: Path, *, steps: int, seed: int
) -> TerrainNet:
    """Train on from the network released in that folder; a run that was cut off goes on where it stopped."""
    torch.manual_seed(seed)
    net = restore_terrain(released, drawn, WIDTH).train()

    def loss_on(rng: np.random.Generator) -> tuple[Tensor, dict[str, Tensor]]:
        batch = Batch.take(drawn, rng.integers(0, len(drawn), DRAWN), rng)
        loss, _ = loss_of(net, batch)
        corrected_part = corrected_loss(net, corrected, rng.integers(0, len(corrected), CORRECTED), rng)
        return loss + WEIGHT * corrected_part, {"drawn": loss, "corrected": corrected_part}

    learn(net, run, Course(steps, RATE, rise=0.2), seeded(seed, lambda rng: rng), loss_on)
    return net.eval()


def corrected_loss(
    net: TerrainNet, data: CorrectedSet, chosen: NDArray[np.int64], rng: np.random.Generator
) -> Tensor:
    """Return the loss on the squares of which something was said; of the others nothing is known."""
    pictures = torch.from_numpy(damage(data.picture[chosen], rng))
    ruins = torch.from_numpy(data.ruins[chosen]).float()
    said = torch.from_numpy(data.terrain[chosen]).long()
    with half_precision():
        alone, terrain = (part.float() for part in net(pictures, ruins)[:2])
    return mean_loss(terrain, said) + 0.5 * mean_loss(alone, said)


def release_candidate(run: Path, calibration: Path) -> Path:
    """Export the retrained network beside its run, calibrated anew, and return its folder."""
    folder = run / "model"
    release_terrain(run, folder, calibration)
    return folder
