"""How rightly squares are read on photos with truth: `python -m datasets.bench photos FOLDER`."""

import json
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.bench_sheets import FOUND
from datasets.intervals import share
from engine import ALL_SQUARES, Side, Terrain
from vision import SheetClassifier, VisionError, load_classifier, read_sheet

PRINTED = {Terrain.MOUNTAIN, Terrain.WASTELAND}


@dataclass(frozen=True, slots=True)
class Judged:
    """One photo, held against its truth."""

    name: str
    strata: dict[str, str]
    corner_error: float
    """Squares that the worst corner lies off, in the sheet's own order; infinite if none was found."""
    side_right: bool
    cells: tuple[tuple[Terrain, Terrain, float, bool], ...]
    """Truth, reading, confidence, doubtful; printed squares left out."""

    @property
    def found(self) -> bool:
        """Whether the sheet was found."""
        return self.corner_error < FOUND

    @property
    def wrong(self) -> int:
        """Squares read wrong."""
        return sum(truth != read for truth, read, _, _ in self.cells)


def judge(path: Path, classifier: SheetClassifier) -> Judged:
    """Read one photo and hold it against the truth beside it."""
    truth = json.loads(path.with_suffix(".json").read_text())
    strata = {
        "difficulty": truth["difficulty"],
        "print": truth["style"],
        "way of drawing": truth["hand"]["way"],
        "side": truth["side"],
    }
    try:
        reading = read_sheet(path.read_bytes(), classifier)
    except VisionError:
        return Judged(path.name, strata, math.inf, False, ())
    corners = np.asarray(truth["corners"])
    square = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean() / 11
    error = float(np.linalg.norm(reading.geometry.corners - corners, axis=1).max() / square)
    wanted = {at: Terrain(truth["terrain"][at.row][at.column]) for at in ALL_SQUARES}
    doubtful = set(reading.doubtful)
    cells = tuple(
        (wanted[cell.square], cell.terrain, cell.confidence, cell.square in doubtful)
        for cell in reading.cells
        if wanted[cell.square] not in PRINTED
    )
    return Judged(path.name, strata, error, reading.side == Side(truth["side"]), cells)


def photo_table(judged: Sequence[Judged]) -> str:
    """Return the figures per stratum as a Markdown table."""
    lines = [
        "| stratum | photos | found (95 %) | squares wrong (95 %) | silently wrong | asked | sheets right |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        groups["all"].append(one)
        for kind, value in one.strata.items():
            groups[f"{kind}: {value}"].append(one)
    lines += [_row(name, group) for name, group in sorted(groups.items())]
    return "\n".join(lines)


def _row(name: str, group: list[Judged]) -> str:
    found = [one for one in group if one.found]
    cells = [cell for one in found for cell in one.cells]
    wrong = sum(one.wrong for one in found)
    silent = sum(truth != read and not doubtful for truth, read, _, doubtful in cells)
    asked = sum(doubtful for *_, doubtful in cells)
    squares = max(len(cells), 1)
    right = sum(one.wrong == 0 for one in found)
    return (
        f"| {name} | {len(group)} | {share(len(found), len(group))} | {share(wrong, squares)}"
        f" | {silent / squares:.2%} | {asked / squares:.1%} | {right / len(group):.0%} |"
    )


def bench_photos(folder: Path) -> None:
    """Print the table for photos with truth."""
    classifier = load_classifier()
    judged = [
        judge(path, classifier) for path in sorted(folder.glob("*.jpg")) if path.with_suffix(".json").exists()
    ]
    print(photo_table(judged))
    cells = [cell for one in judged if one.found for cell in one.cells]
    print(f"\nside right: {sum(one.side_right for one in judged)} of {len(judged)}")
    missed = [f"{one.name} ({one.corner_error:.2f})" for one in judged if not one.found]
    print(f"not found: {', '.join(missed) or 'none'}")
    print(f"expected calibration error: {_calibration_error(cells):.4f}")
    sure = [truth == read for truth, read, confidence, _ in cells if confidence >= 0.99]
    print(f"of {len(sure)} squares read with confidence 0.99 or more, wrong: {len(sure) - sum(sure)}")


def _calibration_error(cells: Sequence[tuple[Terrain, Terrain, float, bool]], bins: int = 20) -> float:
    grouped: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for truth, read, confidence, _ in cells:
        grouped[min(int(confidence * bins), bins - 1)].append((confidence, truth == read))
    gaps = [abs(sum(c for c, _ in group) - sum(right for _, right in group)) for group in grouped.values()]
    return sum(gaps) / max(len(cells), 1)
