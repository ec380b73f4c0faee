"""Drawings by real people, read from the curated file and split into those for training and those for tests.

They are split by drawing, not by who drew: Omniglot's letters are by the same fourteen people on both sides,
of the pen digits nobody knows, and 63 drawings of which strokes were cut out (`mined:`) are on both.
"""

import gzip
import json
import zlib
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Polyline = NDArray[np.float32]
"""A line drawn without lifting the pencil: points (x, y), shape (n, 2), y down."""

Drawing = tuple[Polyline, ...]
"""The strokes of one drawing, centred on 0 and within -0.5..0.5."""

Split = Literal["train", "test"]

CURATED_FILE = Path(__file__).parents[1] / "strokes" / "curated.ndjson.gz"
TEST_SHARE_PERCENT = 20


@dataclass(frozen=True, slots=True)
class StrokeBook:
    """All drawings of one split, by label ("tree", "digit:7", "mined:waves", ...)."""

    drawings: dict[str, tuple[Drawing, ...]]

    def pick(self, label: str, rng: np.random.Generator, count: int = 1) -> tuple[Drawing, ...]:
        """Return `count` random drawings of a label; the same one may come twice."""
        known = self.drawings[label]
        return tuple(known[i] for i in rng.integers(len(known), size=count))


def floats(values: ArrayLike) -> NDArray[np.float32]:
    """Return points or other numbers as single-precision floats."""
    return np.asarray(values, np.float32)


@cache
def load_strokes(split: Split = "train") -> StrokeBook:
    """Read the shipped drawings of a split."""
    drawings: dict[str, list[Drawing]] = defaultdict(list)
    with gzip.open(CURATED_FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if split_of(record["id"]) == split:
                drawings[record["label"]].append(_normalised(record["strokes"]))
    return StrokeBook({label: tuple(found) for label, found in drawings.items()})


def split_of(drawing_id: str) -> Split:
    """Tell whether a drawing is for training or for tests, from its id alone: a fifth is for tests."""
    return "test" if zlib.crc32(drawing_id.encode()) % 100 < TEST_SHARE_PERCENT else "train"


def _normalised(strokes: list[list[list[int]]]) -> Drawing:
    points = np.concatenate([np.array(stroke, np.float32) for stroke in strokes])
    low, high = points.min(0), points.max(0)
    side = max(float((high - low).max()), 1.0)
    return tuple((np.array(stroke, np.float32) - (low + high) / 2) / side for stroke in strokes)
