"""Replace the released network by a retrained one, but only if no frozen test set gets worse."""

import json
import math
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.draw.flat.sheet import LABELS, NO_LABEL, PRINTED
from vision import SheetClassifier
from vision.image import Image

MARGIN = 0.001  # of the squares: what may be lost for all that is known
CERTAINTY = 0.95
BY_HAND = ("doubt_below",)  # chosen on photos; a release fits it to drawn sheets, where far less is doubted
PARTS, FILES = ("eye", "context"), ("model.onnx", "config.json")


@dataclass(frozen=True)
class TestSet:
    """Sheets that no training saw."""

    __test__ = False  # it is none of pytest's

    name: str
    picture: NDArray[np.uint8]
    """(k, 368, 368, 3), RGB."""
    terrain: NDArray[np.int8]
    """(k, 11, 11): index into LABELS, or NO_LABEL."""
    ruins: NDArray[np.bool_]

    @property
    def is_empty(self) -> bool:
        """Whether there are no sheets: build leaves none to test on where a single person drew all."""
        return not len(self.picture)

    @classmethod
    def load(cls, folder: Path) -> "TestSet":
        """Read the sheets of a folder, drawn or corrected ones.

        Raises:
            FileNotFoundError: It has no files of sheets.
        """
        paths = sorted(folder.glob("*.npz"))
        if not paths:
            raise FileNotFoundError(f"no sheets in {folder}")
        parts = [np.load(path) for path in paths]
        return cls(
            str(folder),
            *(np.concatenate([part[name] for part in parts]) for name in ("picture", "terrain", "ruins")),
        )


@dataclass(frozen=True)
class Judged:
    """The squares of a set that have a label and are not printed."""

    wrong: NDArray[np.bool_]
    silent: NDArray[np.bool_]
    """Wrong, and not doubtful."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two networks do on the same squares, in one respect."""

    test: str
    respect: str
    squares: int
    lost: int
    """Squares right by the old network alone."""
    won: int
    """Squares right by the new one alone."""

    @property
    def worst(self) -> float:
        """The share of squares that may be lost on balance, at the most, with 95 % certainty."""
        return most_lost(self.lost, self.won) / max(self.squares, 1)

    @property
    def is_no_worse(self) -> bool:
        """Whether it is shown not to be worse by more than the margin."""
        return self.worst <= MARGIN

    def __str__(self) -> str:
        """Tell it in a line."""
        verdict = "no worse" if self.is_no_worse else "not shown to be no worse"
        return (
            f"{self.test}, {self.respect}: {self.won} won and {self.lost} lost of {self.squares} squares; "
            f"at worst {self.worst:+.3%} lost on balance: {verdict}"
        )


def judge(classifier: SheetClassifier, test: TestSet) -> Judged:
    """Read the sheets of a set and hold them against their labels."""
    shares = np.stack(
        [
            classifier.classify(Image(picture), ruins).terrain
            for picture, ruins in zip(test.picture, test.ruins, strict=True)
        ]
    ).reshape(-1, len(classifier.labels))
    labels = test.terrain.reshape(-1)
    chosen = (labels != NO_LABEL) & ~np.isin(labels, PRINTED)
    own = np.array([LABELS.index(label) for label in classifier.labels])[shares.argmax(axis=1)]
    wrong = (own != labels)[chosen]
    return Judged(wrong, wrong & (shares.max(axis=1)[chosen] >= classifier.doubt_below))


def compare(test: str, old: Judged, new: Judged) -> tuple[Comparison, Comparison]:
    """Return what the new network wins and loses: squares wrong, and squares silently wrong."""
    return (
        _compared(test, "squares wrong", old.wrong, new.wrong),
        _compared(test, "silently wrong", old.silent, new.silent),
    )


def compare_all(old: SheetClassifier, new: SheetClassifier, tests: Iterable[TestSet]) -> list[Comparison]:
    """Compare two networks on every set."""
    return [each for test in tests for each in compare(test.name, judge(old, test), judge(new, test))]


def most_lost(lost: int, won: int) -> float:
    """Return how many squares may be lost on balance at the most, given the pairs that differ.

    Exact: the one-sided Clopper-Pearson limit of the share of losses among them, as in McNemar's test.
    """
    of = lost + won
    if not of:
        return 0.0
    low, high = lost / of, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(lost, of, middle) > 1.0 - CERTAINTY else (low, middle)
    return of * (2.0 * high - 1.0)


def install(candidate: Path, current: Path, kept: Path) -> Path:
    """Put a network in place of the released one, under its name, and keep that one; return where.

    Settings that the candidate lacks, as what its confidences are worth on photos, and those chosen by hand
    stay as they are.
    """
    before = {part: _settings(current / part) for part in PARTS}
    beside = kept / f"{current.name}-{before['context']['sha256'][:12]}"
    shutil.copytree(current, beside, dirs_exist_ok=True)
    for part, old in before.items():
        chosen = {name: old[name] for name in BY_HAND if name in old}
        settings = {**old, **_settings(candidate / part), **chosen, "in_place_of": old["sha256"]}
        _replace(current / part / "model.onnx", (candidate / part / "model.onnx").read_bytes())
        _replace(current / part / "config.json", (json.dumps(settings, indent=2) + "\n").encode())
    return beside


def roll_back(kept: Path, current: Path) -> None:
    """Put a kept network back in place."""
    for part, name in product(PARTS, FILES):
        _replace(current / part / name, (kept / part / name).read_bytes())


def _compared(test: str, respect: str, old: NDArray[np.bool_], new: NDArray[np.bool_]) -> Comparison:
    return Comparison(test, respect, len(old), int((new & ~old).sum()), int((old & ~new).sum()))


def _at_most(hits: int, of: int, share: float) -> float:
    """Return how likely no more than so many hits are."""
    if share >= 1.0:
        return float(hits >= of)
    logs = math.log(share), math.log1p(-share)
    return sum(
        math.exp(
            math.lgamma(of + 1)
            - math.lgamma(k + 1)
            - math.lgamma(of - k + 1)
            + k * logs[0]
            + (of - k) * logs[1]
        )
        for k in range(hits + 1)
    )


def _settings(part: Path) -> dict[str, Any]:
    settings: dict[str, Any] = json.loads((part / "config.json").read_text("utf-8"))
    return settings


def _replace(path: Path, content: bytes) -> None:
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
