"""Fit what a terrain network's config says of photos, on photos with truth that no figure is measured on.

`python -m datasets.release.photofit FOLDER...` reads NNN.jpg, holds the squares against NNN.json beside it,
as ../shared/tools/fresh draws them, and prints `photo_weights` and `photo_bare` to be put into
models/terrain_v19/context/config.json. See `vision.read.calibration` and `vision.read.ruins.BareOdds`.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.measure.sheets import FOUND
from datasets.measure.truths import photos_with_truth, terrain_of, worst_corner
from engine import Square, Terrain
from vision import SheetReading, VisionError, load_classifier, read_sheet
from vision.decode import decode_photo
from vision.read.cells import rectify
from vision.read.ruins import FEWEST, BareOdds, bare_signs, ink_beyond_print

UNFITTED = "not fitted"  # name of a network of which nothing is known on photos
ROUNDS = 200  # of fitting weights; after so many they change no more
HELD = frozenset({Terrain.DESTROYED})  # too few on photos to be weighed
RIDGE = 0.05  # pull of the regression's weights to zero
LABELS = tuple(terrain for terrain in Terrain if not terrain.is_printed)


@dataclass(frozen=True, slots=True)
class Shown:
    """A square of a photo that nothing covers."""

    shares: NDArray[np.float64]
    """How likely each of LABELS is, as read; of sum 1."""
    holds: int
    """Place in LABELS of what it holds."""
    ink: float | None
    """Beyond the print of ruins, where they are printed."""
    marked: float
    """How likely an attack mark stands there."""


def squares_of(folder: Path) -> Iterator[Shown]:
    """Read the photos of a folder, and yield the squares of the sheets that are found with the right side."""
    classifier = replace(load_classifier(), name=UNFITTED)
    for path, truth in photos_with_truth(folder):
        photo = path.read_bytes()
        try:
            reading = read_sheet(photo, classifier)
        except VisionError:
            continue
        off = worst_corner(reading.geometry.corners, np.asarray(truth["corners"]))
        if str(reading.side) == truth["side"] and off < FOUND:
            yield from _squares(reading, photo, truth)


def _squares(reading: SheetReading, photo: bytes, truth: dict[str, Any]) -> Iterator[Shown]:
    shown = [square for square in sorted(reading.to_map().ruins) if not reading.geometry.hidden[square]]
    picture = rectify(decode_photo(photo), reading.geometry.where)
    inks = dict(zip(shown, ink_beyond_print(picture, shown), strict=True)) if len(shown) >= FEWEST else {}
    hidden = {Square(*square) for square in truth.get("hidden", ())}
    holds = terrain_of(truth)
    for cell in reading.cells:
        held = holds[cell.square]
        if held.is_printed or cell.square in hidden or reading.geometry.hidden[cell.square]:
            continue
        shares = np.array([cell.probabilities.get(label, 0.0) for label in LABELS])
        ink = inks.get(cell.square)
        yield Shown(shares / shares.sum(), LABELS.index(held), ink, cell.marks.attack)


def fit_weights(squares: Sequence[Shown]) -> NDArray[np.float64]:
    """Return each label's weight of greatest likelihood, that of villages being 1.

    Where it is reached, each label is expected as often as it stands there: weights are raised where it is
    expected too seldom, until that holds.
    """
    shares = np.array([square.shares for square in squares])
    counts = np.bincount([square.holds for square in squares], minlength=len(LABELS))
    weights = np.ones(len(LABELS))
    held = np.array([label in HELD for label in LABELS])
    for _ in range(ROUNDS):
        expected = weighed(shares, weights).sum(axis=0)
        weights = np.where(held, weights, weights * (counts + 1.0) / (expected + 1.0))
        weights = np.where(held, 1.0, weights / weights[LABELS.index(Terrain.VILLAGE)])
    return weights


def weighed(shares: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the shares by these weights, each row of sum 1 again."""
    grown = shares * weights
    return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float64)


def fit_bare(squares: Iterable[Shown], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of BareOdds, in their order, for squares whose terrains are weighed so."""
    empty, signs, bare = LABELS.index(Terrain.EMPTY), [], []
    for square in squares:
        if square.ink is not None:
            seen = float(weighed(square.shares[None], weights)[0, empty])
            signs.append(bare_signs(seen, square.ink, square.marked))
            bare.append(square.holds == empty)
    return regress(np.array(signs), np.array(bare))


def regress(signs: NDArray[np.float64], true: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the weights of a logistic regression, by Newton's method.

    Args:
        signs: (k, n).
        true: what they are signs of, (k,).
    """
    weights = np.zeros(signs.shape[1])
    ridge = RIDGE * np.eye(len(weights))
    for _ in range(50):
        chances = 1.0 / (1.0 + np.exp(-np.clip(signs @ weights, -30, 30)))
        slope = signs.T @ (true - chances) - ridge @ weights
        bend = (signs * (chances * (1.0 - chances))[:, None]).T @ signs + ridge
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    """Parse the command line and print the settings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    squares = [square for folder in parser.parse_args().folders for square in squares_of(folder)]
    if not any(square.ink is not None for square in squares):
        parser.error("no sheet with ruins was found in these folders: draw more photos")
    weights = fit_weights(squares)
    bare = fit_bare(squares, weights)
    settings = {
        "photo_weights": {str(label): round(float(w), 2) for label, w in zip(LABELS, weights, strict=True)},
        "photo_bare": dict(zip(BareOdds.__slots__, bare.round(3).tolist(), strict=True)),
    }
    print(json.dumps(settings, indent=2))


if __name__ == "__main__":
    main()
