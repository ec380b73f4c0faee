"""Fit what like squares say of the side: `python -m datasets.train.sides DATA`.

DATA is a folder made by `python -m datasets.draw.flat.sheetset --world`. Prints the numbers that stand
in `vision.read.sheet.REPEATED`, by logistic regression on the sheets of printed sides, whichever way up.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from datasets.draw.flat.sheet import LABELS, NO_LABEL
from datasets.draw.flat.sheetset import SheetSet
from datasets.draw.orders import check_for_training
from datasets.train.orders import run_in_words
from engine import LAYOUTS, Layout, Terrain
from vision.find.judgement import MIRRORED
from vision.image import Image
from vision.read.likeness import likeness
from vision.read.sheet import REPEATED, repeats

SHEETS = 1500
LEAST_SEEN = 3  # mountains by which a drawn sheet is known to be of a printed side
PENALTY = 1e-3  # on the squares of the numbers
WAYS = tuple(range(2 * MIRRORED))

Evidence = NDArray[np.float64]
"""Counts of squares and sums of their likenesses, of each kind, by sheet, side and way up: (k, 4, 8, 6)."""


def evidence_of(data: SheetSet) -> tuple[Evidence, NDArray[np.int_]]:
    """Return what the sheets of printed sides show of each side and way up, and the number of their side."""
    rows = list(_rows(data))
    return np.stack([row for row, _ in rows]), np.array([side for _, side in rows])


def fit(evidence: Evidence, sides: NDArray[np.int_]) -> tuple[dict[str, tuple[float, float]], float]:
    """Return offset and slope of each kind, and the share of the sheets whose side they tell."""
    shown, truth = torch.from_numpy(evidence), torch.from_numpy(sides)
    numbers = torch.tensor([0.0, 2.0] * len(REPEATED), dtype=torch.float64, requires_grad=True)
    search = torch.optim.LBFGS([numbers], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        search.zero_grad()
        value = functional.cross_entropy(_logits(shown, numbers), truth) + PENALTY * (numbers**2).sum()
        value.backward()
        return value

    search.step(loss)
    right = (_logits(shown, numbers).argmax(dim=1) == truth).double().mean()
    pairs = numbers.detach().numpy().reshape(-1, 2).round(2).tolist()
    return {kind: (offset, slope) for kind, (offset, slope) in zip(REPEATED, pairs, strict=True)}, float(
        right
    )


def _logits(evidence: Tensor, numbers: Tensor) -> Tensor:
    """Return how likely each side is, whichever way up: (k, sides)."""
    return (evidence @ numbers).logsumexp(dim=2)


def _rows(data: SheetSet) -> Iterator[tuple[NDArray[np.float64], int]]:
    layouts = list(LAYOUTS.values())
    for picture, terrain in zip(data.picture, data.terrain, strict=True):
        side = _side_of(terrain, layouts)
        if side is not None:
            alike = likeness(Image(picture))
            squares, likenesses = repeats(alike, layouts, WAYS, terrain != NO_LABEL)
            yield np.stack([squares, likenesses], axis=-1).reshape(len(layouts), len(WAYS), -1), side


def _side_of(terrain: NDArray[np.int8], layouts: list[Layout]) -> int | None:
    """Return the number of the layout whose mountains a sheet has, but for some that are hidden."""
    mountains = {
        (int(row), int(column)) for row, column in np.argwhere(terrain == LABELS.index(Terrain.MOUNTAIN))
    }
    for number, layout in enumerate(layouts):
        if mountains <= layout.mountains and len(mountains) >= LEAST_SEEN:
            return number
    return None


def main() -> None:
    """Print the numbers, and how often they tell the side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--sheets", type=int, default=SHEETS, help="how many of them are used")
    args = parser.parse_args()
    check_for_training(*args.data)
    evidence, sides = evidence_of(SheetSet.load(*args.data, most=args.sheets))
    numbers, right = fit(evidence, sides)
    print(
        f"{len(sides)} sheets of printed sides, the side of {right:.2%} seen by like squares alone\n{numbers}"
    )


if __name__ == "__main__":
    run_in_words(main)
