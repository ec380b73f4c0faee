"""What each part of the reader adds: `python -m datasets.bench ablations FOLDER`, photos with their truth.

The lattice and the side are the true ones, so that only the reading of squares is compared.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine import ALL_SQUARES, LAYOUTS, Side, Square, Terrain
from vision import Image, OnnxClassifier, SheetGeometry, SheetReading, decode_photo, load_classifier
from vision.adaptation import KnownHand, adapt
from vision.classifier import Impression
from vision.reader import read_at

CORRECTED = 10  # squares that a person settles before the rest is judged
PRINTED = (Terrain.MOUNTAIN, Terrain.WASTELAND)
BINS = 20
Truth = dict[Square, Terrain]


@dataclass(frozen=True)
class CellAlone:
    """A classifier that sees no other squares."""

    whole: OnnxClassifier

    @property
    def name(self) -> str:
        """Name of the model."""
        return self.whole.name

    @property
    def labels(self) -> tuple[Terrain, ...]:
        """The columns of the probabilities."""
        return self.whole.labels

    @property
    def doubt_below(self) -> float:
        """The released threshold."""
        return self.whole.doubt_below

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        """Return what the cells show, each by itself."""
        seen = self.whole.classify(sheet, ruins)
        return replace(seen, terrain=seen.alone)

    def reconsider(self, seen: Impression, ruins: NDArray[np.bool_]) -> Impression:
        """Stay with what the cells showed."""
        return seen


@dataclass(frozen=True)
class Unprinted(CellAlone):
    """A classifier that is not told where ruins are printed."""

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        """Return what the sheet shows to one who knows nothing of its print."""
        return self.whole.classify(sheet, np.zeros_like(ruins))


@dataclass(frozen=True)
class Judged:
    """The squares of one sheet: confidence, whether right, whether on ruins; printed ones left out."""

    confidence: NDArray[np.float64]
    right: NDArray[np.bool_]
    ruins: NDArray[np.bool_]


def bench_ablations(folder: Path) -> None:
    """Print a table with a row for each part left out, and what ten corrected squares add."""
    whole = load_classifier()
    variants: dict[str, OnnxClassifier | CellAlone] = {
        "as released": whole,
        "each cell alone": CellAlone(whole),
        "not told where ruins are printed": Unprinted(whole),
        "without temperature": replace(whole, temperature=1.0),
    }
    print("| reader | squares wrong | on ruins | calibration error | sheets right |")
    print("| --- | --- | --- | --- | --- |")
    for name, classifier in variants.items():
        judged = [judge(reading, truth) for reading, truth in _readings(folder, classifier)]
        print(row(name, judged))
    readings = list(_readings(folder, whole))
    print(row("the rest, ten squares settled", [_rest(*pair, adapted=False) for pair in readings]))
    print(row("the same, adapted to the hand", [_rest(*pair, adapted=True) for pair in readings]))


def row(name: str, judged: list[Judged]) -> str:
    """Return a line of the table."""
    right, ruins = (np.concatenate([getattr(one, part) for one in judged]) for part in ("right", "ruins"))
    confidence = np.concatenate([one.confidence for one in judged])
    sheets = sum(bool(one.right.all()) for one in judged)
    on_ruins = 1.0 - right[ruins].mean() if ruins.any() else 0.0
    error = calibration_error(confidence, right)
    return f"| {name} | {1 - right.mean():.2%} | {on_ruins:.2%} | {error:.4f} | {sheets} of {len(judged)} |"


def calibration_error(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Return the mean gap between confidence and share right, over bins of confidence."""
    place = np.minimum((confidence * BINS).astype(int), BINS - 1)
    sums = np.abs(np.bincount(place, confidence - right, BINS))
    return float(sums.sum() / max(len(right), 1))


def judge(
    reading: SheetReading, truth: Truth, keep: Callable[[Square], bool] = lambda square: True
) -> Judged:
    """Hold the squares of a reading against the truth."""
    cells = [cell for cell in reading.cells if truth[cell.square] not in PRINTED and keep(cell.square)]
    return Judged(
        np.array([cell.confidence for cell in cells]),
        np.array([cell.terrain is truth[cell.square] for cell in cells]),
        np.array([cell.square in LAYOUTS[reading.side].ruins for cell in cells]),
    )


def _rest(reading: SheetReading, truth: Truth, *, adapted: bool) -> Judged:
    """Settle the ten least sure squares, and judge the others."""
    drawn = [cell for cell in reading.cells if truth[cell.square] not in PRINTED]
    least_sure = sorted(drawn, key=lambda cell: cell.confidence)[:CORRECTED]
    settled = {cell.square: truth[cell.square] for cell in least_sure}
    if adapted:
        reading = adapt(reading, KnownHand.learn(reading, settled), settled)
    return judge(reading, truth, lambda square: square not in settled)


def _readings(folder: Path, classifier: OnnxClassifier | CellAlone) -> Iterator[tuple[SheetReading, Truth]]:
    for path in sorted(folder.glob("*.json")):
        document = json.loads(path.read_text())
        truth = {at: Terrain(document["terrain"][at.row][at.column]) for at in ALL_SQUARES}
        geometry = SheetGeometry(np.asarray(document["points"], np.float64), 0.0, 1.0)
        image = decode_photo(path.with_suffix(".jpg").read_bytes())
        yield read_at(image, geometry, classifier, side=Side(document["side"])), truth
