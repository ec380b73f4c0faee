"""Measure how sure the judge of lattices is of those that a search comes upon, right and wrong.

`python -m datasets.measure judge FOLDER` prints how often it is right, by how sure it is.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.measure.truths import photos_with_truth, worst_corner
from engine import SIZE
from vision.decode import decode_photo
from vision.find.judge import judge
from vision.find.lattice import Lattice, Points, corners_of, is_plausible, scaled_points
from vision.find.mesh import refine
from vision.find.propose import propose
from vision.find.pyramid import Pyramid
from vision.image import Image, shrink

RIGHT, WRONG = 0.25, 0.35  # squares: corners off by less are right, by more wrong; between, nobody says
SEARCHED_SIDE = 1600
STEPS = (0.0, 0.1, 0.5, 0.9, 0.97, 0.99, 0.997, 0.999, 1.01)


def judged_candidates(folder: Path) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return how likely the judge finds each lattice a search looks at, and which are right, (k,) each."""
    chances, right = [], []
    for path, truth in photos_with_truth(folder):
        photo = decode_photo(path.read_bytes())
        scale = min(1.0, SEARCHED_SIDE / max(photo.shape))
        pyramid = Pyramid(Image(shrink(photo, scale)))
        sheets = [np.asarray(truth["points"], np.float64), *map(_nodes_of, truth.get("others", []))]
        for lattice in candidates(pyramid):
            off = min(_off(lattice, scaled_points(sheet, scale)) for sheet in sheets)
            if not RIGHT < off < WRONG:
                chances.append(judge(pyramid, lattice).probability)
                right.append(off <= RIGHT)
    return np.asarray(chances, np.float64), np.asarray(right, np.bool_)


def bench_judge(folder: Path) -> None:
    """Print how often the judge is right, by how sure it is."""
    chances, right = judged_candidates(folder)
    for low, high in pairwise(STEPS):
        inside = (chances >= low) & (chances < high)
        if inside.any():
            share, said = right[inside].mean(), chances[inside].mean()
            print(f"{low:5.3f} to {min(high, 1.0):5.3f}: {inside.sum():5} said {said:.4f} right {share:.4f}")


def candidates(photo: Pyramid) -> Iterator[Lattice]:
    """Yield the lattices of the first two stages that a search would look at, and the rough ones before."""
    for number, stage in enumerate(propose(photo, SIZE)):
        if number == 2:
            return
        for rough in stage[:3]:
            for lattice in (Lattice(rough), refine(photo, rough).where):
                if is_plausible(lattice.nodes, photo.image.shape):
                    yield lattice


def _nodes_of(other: Any) -> Points:
    """Return the nodes of another sheet; a program that draws photos elsewhere says more of it than these."""
    return np.asarray(other["points"] if isinstance(other, dict) else other, np.float64)


def _off(found: Lattice, truth: Points) -> float:
    """Return how far the farthest corner lies from the truth, in squares, whichever way up."""
    there, cells = corners_of(truth), len(truth) - 1
    return min(worst_corner(np.roll(found.corners, turn, axis=0), there, cells) for turn in range(4))
