"""Measure how well coins and numbers are read where the truth is known; nothing is learned from it.

python -m datasets.measure strips            (drawn strips, strokes that training did not see)
python -m datasets.measure ledger FOLDER     (NNN.jpg + NNN.json; the true lattice is given)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.draw.ledger.strip import NO_DIGIT, READABLE, StripSample, draw_strip
from datasets.draw.sheet.ledger import MONSTERS, SLOTS
from datasets.measure.figures import ALL, Better, Figure, Row
from datasets.measure.tables import tables
from datasets.measure.truths import photos_with_truth
from vision import decode_photo
from vision.find.lattice import Lattice
from vision.read.ledger import LedgerModel, LedgerReading, load_ledger, read_ledger, read_strip
from vision.read.strip import STRIP_SIZE, Strip

STRIPS = "python -m datasets.measure strips"
PHOTOS = "python -m datasets.measure ledger ../shared/data/photos"
COUNT = 300
SEED = 31  # no training or calibration strip has it


@dataclass(frozen=True, slots=True)
class LedgerTruth:
    """The true coins and numbers."""

    coins: int
    boxes: tuple[tuple[int | None, ...], ...]
    """Seasons that are filled in; None where no number was written."""
    final: int | None
    """The written final score."""
    stratum: str
    changed: frozenset[tuple[int, int]] = frozenset()
    """Season and place of the numbers that the player struck out or wrote over; they should not be given."""


@dataclass(frozen=True, slots=True)
class LedgerJudged:
    """One sheet, held against its truth."""

    truth: LedgerTruth
    reading: LedgerReading

    @property
    def numbers(self) -> Iterator[tuple[int | None, int | None, float]]:
        """Truth, reading and confidence of each number that is written, but those that were changed."""
        return (number for at, number in self._all_numbers if at not in self.truth.changed)

    @property
    def changed(self) -> Iterator[tuple[int | None, float]]:
        """Reading and confidence of each number that the player changed."""
        return (number[1:] for at, number in self._all_numbers if at in self.truth.changed)

    @property
    def _all_numbers(self) -> Iterator[tuple[tuple[int, int], tuple[int | None, int | None, float]]]:
        for season, wanted in enumerate(self.truth.boxes):
            box = self.reading.boxes[season] if season < len(self.reading.boxes) else None
            sure = self.reading.boxes_confidence[season] if box else None
            held = zip(wanted, box or (None,) * 5, sure or (0.0,) * 5, strict=True)
            yield from (((season, place), number) for place, number in enumerate(held))


def judge_strips(model: LedgerModel, *, seed: int, count: int) -> Iterator[LedgerJudged]:
    """Read drawn strips of lifelike games with strokes that training did not see.

    On a tenth of them something lies; there a number or a count may well be null, but not wrong.
    """
    seen = np.ones(STRIP_SIZE[::-1], np.bool_)
    for index in range(count):
        sample = draw_strip(seed, index, split="test", lifelike=True)
        if not np.isfinite(sample.coins).all() or not np.isfinite(sample.slots[:-1]).all():
            continue
        yield LedgerJudged(_truth_of(sample), read_strip(Strip(sample.picture, seen), model))


def _truth_of(sample: StripSample) -> LedgerTruth:
    seasons = sample.numbers[:-1, :READABLE].reshape(-1, SLOTS, READABLE).tolist()
    boxes = [tuple(_number(place, *digits) for place, digits in enumerate(season)) for season in seasons]
    written = tuple(box for box in boxes if box != (None,) * SLOTS)
    final = None if sample.changed[-1] else _number(SLOTS, *sample.numbers[-1, :READABLE].tolist())
    changed = frozenset(divmod(place, SLOTS) for place in np.flatnonzero(sample.changed[:-1]).tolist())
    return LedgerTruth(int(sample.marked.sum()), written, final, "drawn", changed)


def _number(place: int, minus: int, *digits: int) -> int | None:
    if digits[-1] == NO_DIGIT:
        return None
    amount = int("".join(str(digit) for digit in digits if digit != NO_DIGIT))
    return -amount if minus or place == MONSTERS else amount


def judge_photos(model: LedgerModel, folder: Path) -> Iterator[LedgerJudged]:
    """Read photos along their true lattice."""
    for path, truth in photos_with_truth(folder):
        lattice = Lattice(np.asarray(truth["points"], np.float64).reshape(12, 12, 2))
        image = decode_photo(path.read_bytes())
        reading = read_ledger(image, lattice, model)
        boxes = tuple((*box[:MONSTERS], -abs(box[MONSTERS]), box[-1]) for box in truth["boxes"])
        yield LedgerJudged(LedgerTruth(truth["coins"], boxes, None, truth["style"]), reading)


def ledger_figures(judged: Sequence[LedgerJudged], group: str, source: str) -> list[Figure]:
    """Return how coins and numbers are read, for each stratum."""
    strata: dict[str, list[LedgerJudged]] = {ALL: list(judged)}
    for answer in judged:
        strata.setdefault(answer.truth.stratum, []).append(answer)
    kept = strata if len(strata) > 2 else {ALL: strata[ALL]}
    return [
        figure for name, some in kept.items() for figure in _figures(Row(group, name, source=source), some)
    ]


def _figures(row: Row, judged: Sequence[LedgerJudged]) -> list[Figure]:
    given = [answer for answer in judged if answer.reading.coins is not None]
    right, less = sum(answer.reading.coins == answer.truth.coins for answer in given), Better.LESS
    numbers = [[pair[:2] for pair in answer.numbers] for answer in judged]
    legible = [[pair for pair in some if pair[0] is not None] for some in numbers]
    good, null = ([np.array(is_so(some), np.bool_) for some in legible] for is_so in (_right, _null))
    bad = [np.array(_wrong(some), np.bool_) for some in numbers]
    finals = [
        (answer.truth.final, answer.reading.final) for answer in judged if answer.truth.final is not None
    ]
    figures = [
        row.counted("coins right", right, len(judged), "sheets"),
        row.counted("coins wrong", len(given) - right, len(judged), "sheets", better=less),
        row.clustered("numbers right", good, "numbers"),
        row.clustered("numbers not given", null, "numbers", better=less),
        row.clustered("numbers wrong", bad, "numbers", better=less),
    ]
    changed = [read is not None for answer in judged for read, _ in answer.changed]
    if changed:
        figures.append(
            row.counted("changed numbers given", sum(changed), len(changed), "numbers", better=less)
        )
    if not finals:
        return figures
    return [
        *figures,
        row.counted("final scores right", sum(a == b for a, b in finals), len(finals), "finals"),
    ]


Pairs = Sequence[tuple[int | None, int | None]]


def _right(pairs: Pairs) -> list[bool]:
    return [truth == read for truth, read in pairs]


def _null(pairs: Pairs) -> list[bool]:
    return [read is None for _, read in pairs]


def _wrong(pairs: Pairs) -> list[bool]:
    return [read is not None and truth != read for truth, read in pairs]


def strip_figures(count: int = COUNT) -> list[Figure]:
    """Read drawn strips; return how coins and numbers are read."""
    judged = list(judge_strips(load_ledger(), seed=SEED, count=count))
    return ledger_figures(judged, "Coins and numbers on drawn strips", STRIPS)


def bench_strips() -> None:
    """Print the table of drawn strips."""
    cv2.setNumThreads(1)
    print(tables(strip_figures()))


def photo_figures(folder: Path) -> list[Figure]:
    """Read photos along their true lattice; return how coins and numbers are read."""
    judged = list(judge_photos(load_ledger(), folder))
    return ledger_figures(judged, "Coins and numbers along the true lattice", PHOTOS)


def bench_ledger(folder: Path) -> None:
    """Print the table of photos with truth."""
    cv2.setNumThreads(1)
    print(tables(photo_figures(folder)))
