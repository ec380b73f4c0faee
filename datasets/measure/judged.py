"""Compare readings with what was drawn, and make figures of many comparisons."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from datasets.measure.figures import ALL, SHARE, Better, Figure, Row
from engine import Square, Terrain
from vision import SheetReading

BINS = 20
SURE = 0.99
EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, SURE, 1.0)
ASKED = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2)
SQUARES = "squares"
Truth = Mapping[Square, Terrain]
Stratified = TypeVar("Stratified", bound="HasStrata")


class HasStrata(Protocol):
    """Something that belongs to strata: easy or hard, one side or another."""

    @property
    def strata(self) -> dict[str, str]:
        """Return the stratum of each kind."""


@dataclass(frozen=True)
class JudgedSheet:
    """The squares of one sheet that a person drew on or left empty; printed and hidden ones are left out."""

    strata: dict[str, str]
    confidence: NDArray[np.float64]
    right: NDArray[np.bool_]
    doubtful: NDArray[np.bool_]
    ruins: NDArray[np.bool_]

    @cached_property
    def silent(self) -> NDArray[np.bool_]:
        """Squares read wrong that nobody is asked about."""
        return ~self.right & ~self.doubtful

    @cached_property
    def pairs(self) -> NDArray[np.float64]:
        """Confidence and whether right, (k, 2)."""
        return np.stack([self.confidence, self.right.astype(np.float64)], axis=1)

    def only(self, chosen: NDArray[np.bool_]) -> "JudgedSheet":
        """Return the same sheet with some of its squares."""
        confidence, right = self.confidence[chosen], self.right[chosen]
        return JudgedSheet(self.strata, confidence, right, self.doubtful[chosen], self.ruins[chosen])


def judge_reading(
    reading: SheetReading,
    truth: Truth,
    strata: dict[str, str] | None = None,
    keep: Callable[[Square], bool] = lambda square: True,
) -> JudgedSheet:
    """Hold the squares of a reading against the truth."""
    cells = [cell for cell in reading.cells if not truth[cell.square].is_printed and keep(cell.square)]
    doubtful, ruins = set(reading.doubtful), reading.to_map().ruins
    return JudgedSheet(
        strata or {},
        np.array([cell.confidence for cell in cells]),
        np.array([cell.terrain is truth[cell.square] for cell in cells]),
        np.array([cell.square in doubtful for cell in cells]),
        np.array([cell.square in ruins for cell in cells]),
    )


def by_strata(things: Iterable[Stratified]) -> dict[str, list[Stratified]]:
    """Return all of them, then those of each stratum in the order of the names."""
    whole = list(things)
    groups: dict[str, list[Stratified]] = {}
    for sheet in whole:
        for kind, value in sheet.strata.items():
            groups.setdefault(f"{kind}: {value}", []).append(sheet)
    return {ALL: whole, **dict(sorted(groups.items()))}


def square_figures(row: Row, judged: Sequence[JudgedSheet], *, missed: int = 0) -> list[Figure]:
    """Return how many squares and sheets are right, as read and once a person has settled the doubtful ones.

    Args:
        row: where they stand.
        judged: the sheets that were found.
        missed: how many were not; none of them counts as right.
    """
    if not judged:
        return []
    sheets = len(judged) + missed
    right = sum(bool(sheet.right.all()) for sheet in judged)
    settled = sum(not sheet.silent.any() for sheet in judged)
    less = Better.LESS
    return [
        row.clustered("squares wrong", [~sheet.right for sheet in judged], SQUARES, better=less),
        row.clustered("silently wrong", [sheet.silent for sheet in judged], SQUARES, better=less),
        row.clustered("asked", [sheet.doubtful for sheet in judged], SQUARES, better=less),
        row.counted("sheets right", right, sheets, "sheets"),
        row.counted("right once settled", settled, sheets, "sheets"),
    ]


def calibration_figures(row: Row, judged: Sequence[JudgedSheet]) -> list[Figure]:
    """Return how far confidence can be trusted, in a few numbers."""
    pairs = [sheet.pairs for sheet in judged if len(sheet.right)]
    sure = [~sheet.right[sheet.confidence >= SURE] for sheet in judged]
    return [
        row.statistic("expected calibration error", pairs, expected_calibration_error, SQUARES),
        row.statistic("Brier score", pairs, _brier, SQUARES),
        row.clustered("wrong of those read with 0.99 or more", sure, SQUARES, better=Better.LESS),
    ]


def reliability_figures(row: Row, judged: Sequence[JudgedSheet]) -> list[Figure]:
    """Return, for bins of confidence, how sure the reader was and how often it was right."""
    pairs = np.concatenate([sheet.pairs for sheet in judged])
    figures = []
    for low, high in pairwise(EDGES):
        inside = pairs[(pairs[:, 0] >= low) & ((pairs[:, 0] < high) | (high == EDGES[-1]))]
        if len(inside):
            here, many, right = replace(row, stratum=f"{low:g} to {high:g}"), len(inside), inside[:, 1]
            sure = float(inside[:, 0].mean())
            figures += [
                here.figure("mean confidence", sure, n=many, of=SQUARES, better=Better.NEITHER),
                here.counted("right", int(right.sum()), many, SQUARES, better=Better.NEITHER),
            ]
    return figures


def risk_figures(row: Row, judged: Sequence[JudgedSheet]) -> list[Figure]:
    """Return how many squares stay wrong if a person settles the least sure ones, for ever more of them."""
    pairs = [sheet.pairs for sheet in judged]
    return [
        row.statistic(settled_name(part), pairs, partial(_risk, settled=part), SQUARES, unit=SHARE)
        for part in ASKED
    ]


def settled_name(part: float) -> str:
    """Return how the figure is called for so large a share of squares that a person settles."""
    return f"wrong after {part:.0%}"


def expected_calibration_error(pairs: NDArray[np.float64]) -> float:
    """Return the mean gap between confidence and share right, over bins of confidence: pairs are (k, 2)."""
    confidence, right = pairs.T
    place = np.minimum((confidence * BINS).astype(int), BINS - 1)
    return float(np.abs(np.bincount(place, confidence - right, BINS)).sum() / max(len(pairs), 1))


def _brier(pairs: NDArray[np.float64]) -> float:
    return float(((pairs[:, 0] - pairs[:, 1]) ** 2).mean())


def _risk(pairs: NDArray[np.float64], settled: float) -> float:
    left = np.argsort(pairs[:, 0], kind="stable")[int(settled * len(pairs)) :]
    return float((pairs[left, 1] == 0).sum() / max(len(pairs), 1))
