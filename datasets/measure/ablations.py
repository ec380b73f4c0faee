"""Measure what each part of the reader adds: `python -m datasets.measure ablations FOLDER`.

The lattice and the side are the true ones, so that only the reading of squares is compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.measure.figures import Better, Figure, Row
from datasets.measure.judged import JudgedSheet, Truth, expected_calibration_error, judge_reading
from datasets.measure.tables import tables
from datasets.measure.truths import photos_with_truth, terrain_of
from engine import Side, Square, Terrain
from vision import Image, Lattice, OnnxClassifier, SheetGeometry, SheetReading, decode_photo, load_classifier
from vision.context.adaptation import KnownHand, adapt
from vision.read.classifier import Impression
from vision.read.reader import read_at

CORRECTED = 10  # squares that a person settles before the rest is judged
GROUP = "What each part of the reader adds"
SOURCE = "python -m datasets.measure ablations ../shared/data/photos"


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

    def look_again(self, seen: Impression, sheet: Image, squares: Sequence[Square]) -> Impression:
        """Return what these squares show, each by itself."""
        again = self.whole.look_again(seen, sheet, squares)
        return replace(again, terrain=again.alone)


@dataclass(frozen=True)
class Unprinted(CellAlone):
    """A classifier that does not know where ruins are printed."""

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        """Return what the sheet shows to one who knows nothing of its print."""
        return self.whole.classify(sheet, np.zeros_like(ruins))


def bench_ablations(folder: Path) -> None:
    """Print a table with a row for each part left out, and what ten corrected squares add."""
    print(tables(ablation_figures(folder)))


def ablation_figures(folder: Path) -> list[Figure]:
    """Return how the squares are read with a part left out, and with ten of them corrected."""
    whole = load_classifier()
    variants: dict[str, OnnxClassifier | CellAlone] = {
        "as released": whole,
        "each cell alone": CellAlone(whole),
        "not knowing where ruins are printed": Unprinted(whole),
        "without temperature": replace(whole, temperature=1.0),
    }
    figures = []
    for name, classifier in variants.items():
        judged = [judge_reading(reading, truth) for reading, truth in _readings(folder, classifier)]
        figures += _figures(name, judged)
    readings = list(_readings(folder, whole))
    figures += _figures("the rest, ten squares settled", [_rest(*pair, adapted=False) for pair in readings])
    figures += _figures("the same, adapted to the hand", [_rest(*pair, adapted=True) for pair in readings])
    return figures


def _figures(variant: str, judged: list[JudgedSheet]) -> list[Figure]:
    row, less = Row(GROUP, variant, source=SOURCE), Better.LESS
    right, pairs = sum(bool(sheet.right.all()) for sheet in judged), [sheet.pairs for sheet in judged]
    return [
        row.clustered("squares wrong", [~sheet.right for sheet in judged], "squares", better=less),
        row.clustered("on ruins", [~sheet.right[sheet.ruins] for sheet in judged], "squares", better=less),
        row.statistic("calibration error", pairs, expected_calibration_error, "squares"),
        row.counted("sheets right", right, len(judged), "sheets"),
    ]


def _rest(reading: SheetReading, truth: Truth, *, adapted: bool) -> JudgedSheet:
    """Settle the ten least sure squares, and judge the others."""
    drawn = [cell for cell in reading.cells if not truth[cell.square].is_printed]
    least_sure = sorted(drawn, key=lambda cell: cell.confidence)[:CORRECTED]
    settled = {cell.square: truth[cell.square] for cell in least_sure}
    if adapted:
        reading = adapt(reading, KnownHand.learn(reading, settled), settled)
    return judge_reading(reading, truth, keep=lambda square: square not in settled)


def _readings(folder: Path, classifier: OnnxClassifier | CellAlone) -> Iterator[tuple[SheetReading, Truth]]:
    for path, truth in photos_with_truth(folder):
        geometry = SheetGeometry(Lattice(np.asarray(truth["points"], np.float64)))
        image = decode_photo(path.read_bytes())
        yield read_at(image, geometry, classifier, side=Side(truth["side"])), terrain_of(truth)
