"""Measure how much of spoilt photos is wrong silently: `python -m datasets.measure spoilt FOLDER`.

FOLDER holds NNN.jpg + NNN.json with the truth. Each photo is spoilt in each way; a square is silently wrong
if it was read otherwise than the true map has it and is not doubtful.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from datasets.measure.judged import Truth
from datasets.measure.spoiling.ways import SPOILS, TAMPERED, spoilt
from datasets.measure.tables import line
from datasets.measure.truths import photos_with_truth, terrain_of
from engine import ALL_SQUARES, Square
from vision import SheetClassifier, VisionError, decode_photo, load_classifier, read_image
from vision.find.lattice import scaled_points
from vision.image import Image, shrink

LONG_SIDE = 1600  # pixels at which photos are spoilt
MOST_PHOTOS = 20
SEED = 1


@dataclass(frozen=True)
class Spoilt:
    """The outcome of one spoilt photo."""

    kind: str
    outcome: str
    """The first reason, "read" without one, or "refused: " and why."""
    squares: int = 0
    wrong: int = 0
    silent: int = 0
    asked: int = 0


def bench_spoilt(folder: Path) -> None:
    """Print what became of the photos of a folder, each spoilt in each way."""
    judged = list(judge_spoilt(folder, [*SPOILS, *TAMPERED]))
    print("\n".join(report(judged)))


def judge_spoilt(folder: Path, kinds: Sequence[str]) -> Iterator[Spoilt]:
    """Spoil and read the first photos of a folder."""
    classifier = load_classifier()
    for number, (path, truth) in enumerate(islice(photos_with_truth(folder), MOST_PHOTOS)):
        picture = decode_photo(path.read_bytes())
        scale = min(1.0, LONG_SIDE / max(picture.shape))
        small = shrink(picture, scale)
        corners = scaled_points(np.asarray(truth["corners"], np.float64), scale)
        hidden = {Square(*at) for at in truth.get("hidden", ())}
        true = {at: held for at, held in terrain_of(truth).items() if at not in hidden}
        for kind in kinds:
            seen = Image(spoilt(kind, small, corners, SEED + number))
            yield _judged(kind, seen, true, classifier)


def _judged(kind: str, image: Image, true: Truth, classifier: SheetClassifier) -> Spoilt:
    try:
        reading = read_image(image, classifier)
    except VisionError as error:
        return Spoilt(kind, f"refused: {error.reason.code}")
    doubtful = set(reading.doubtful)
    counted = [at for at, held in true.items() if not held.is_printed]
    wrong = {at for at in counted if reading.cells[ALL_SQUARES.index(at)].terrain != true[at]}
    return Spoilt(
        kind,
        reading.reason.code if reading.reason else "read",
        len(counted),
        len(wrong),
        len(wrong - doubtful),
        sum(at in doubtful for at in counted),
    )


def report(judged: Sequence[Spoilt]) -> Iterator[str]:
    """Yield a line of a table for each kind, the worst first."""
    yield line(["spoilt how", "photos", "refused", "squares wrong", "silently", "of", "asked", "said"])
    yield line(["---"] * 8)
    kinds = {photo.kind: [other for other in judged if other.kind == photo.kind] for photo in judged}
    for kind, ours in sorted(kinds.items(), key=lambda row: -sum(photo.silent for photo in row[1])):
        squares = sum(photo.squares for photo in ours)
        said = Counter(photo.outcome for photo in ours).most_common(3)
        yield line(
            [
                kind,
                f"{len(ours)}",
                f"{sum(not photo.squares for photo in ours)}",
                f"{sum(photo.wrong for photo in ours)}",
                f"{sum(photo.silent for photo in ours)}",
                f"{squares:,}",
                f"{sum(photo.asked for photo in ours) / max(squares, 1):.0%}",
                ", ".join(f"{code} {count}" for code, count in said),
            ]
        )
