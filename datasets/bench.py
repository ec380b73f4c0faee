"""Figures on photos that nobody trained on: `python -m datasets.bench photos|grids|refusals|speed FOLDER`.

Without a folder, `engine` measures the rules, `context` what the season before and the cards are worth to the
reading, and `hands` what knowing the hand is.

`photos` wants NNN.jpg + NNN.json with the truth, as `datasets.generate` writes them; `grids` photos and a
corners.csv; `refusals` photos without a sheet; `speed` any photos. Nothing is learned from what is measured.
"""

import argparse
import csv
import json
import math
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.ablations import bench_ablations
from datasets.bench_engine import bench_engine
from datasets.contextbench import bench_context
from datasets.handbench import bench_hands
from engine import ALL_SQUARES, Side, Terrain
from vision import SheetClassifier, VisionError, decode_photo, find_grid, load_classifier, read_sheet

FOUND = 0.25  # squares that a corner may lie off
PRINTED = {Terrain.MOUNTAIN, Terrain.WASTELAND}
PICTURES = {".jpg", ".jpeg", ".png", ".webp"}


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


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, hits / of
    middle = share + z * z / (2 * of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


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
        f"| {name} | {len(group)} | {_share(len(found), len(group))} | {_share(wrong, squares)}"
        f" | {silent / squares:.2%} | {asked / squares:.1%} | {right / len(group):.0%} |"
    )


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits / of:.1%} ({low:.1%} to {high:.1%})"


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


def bench_grids(folder: Path) -> None:
    """Print how surely the finder finds printed 9 x 9 grids on real photos."""
    rows = list(csv.reader((folder / "corners.csv").open()))[1:]
    errors = np.array([_grid_error(folder / name, np.array(xy, float).reshape(4, 2)) for name, *xy in rows])
    shares = ", ".join(f"under {limit} squares {np.mean(errors < limit):.1%}" for limit in (0.15, 0.25, 0.5))
    print(
        f"{len(errors)} photos of 9 x 9 grids: worst corner {shares}; refused {np.mean(np.isinf(errors)):.1%}"
    )


def _grid_error(path: Path, corners: np.ndarray[Any, Any]) -> float:
    square = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean() / 9
    try:
        found = find_grid(decode_photo(path.read_bytes()), cells=9).corners
    except VisionError:
        return math.inf
    orders = [np.roll(way, turn, 0) for way in (found, found[::-1]) for turn in range(4)]
    return float(min(np.linalg.norm(order - corners, axis=1).max() for order in orders) / square)


def bench_refusals(folder: Path) -> None:
    """Print what becomes of photos without a sheet; each should be rejected."""
    classifier, accepted = load_classifier(), []
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix.lower() in PICTURES]
    for path in paths:
        try:
            reading = read_sheet(path.read_bytes(), classifier)
            accepted.append(
                f"{path.relative_to(folder)} (side {reading.side}, {len(reading.doubtful)} doubtful)"
            )
        except VisionError:
            continue
    print(f"{len(paths)} photos without a sheet, {len(paths) - len(accepted)} rejected")
    print("\n".join(accepted))


def bench_speed(folder: Path, rounds: int = 5) -> None:
    """Print the time of one reading as a ratio to decoding the photo, both measured in turn."""
    cv2.setNumThreads(1)
    classifier = load_classifier()
    ratios = []
    for path in sorted(folder.glob("*.jpg"))[:8]:
        photo = path.read_bytes()
        coded = np.frombuffer(photo, np.uint8)
        pairs = [
            (
                _seconds(lambda p: read_sheet(p, classifier), photo),
                _seconds(lambda c: cv2.imdecode(c, 1), coded),
            )
            for _ in range(rounds)
        ]
        ratios += [reading / decoding for reading, decoding in pairs]
    print(f"read_sheet takes {np.median(ratios):.1f} times as long as cv2.imdecode of the photo (median)")


def _seconds(work: Callable[[Any], object], thing: object) -> float:
    began = time.perf_counter()
    work(thing)
    return time.perf_counter() - began


BENCHES = {
    "photos": bench_photos,
    "ablations": bench_ablations,
    "grids": bench_grids,
    "refusals": bench_refusals,
    "speed": bench_speed,
}


ALONE: dict[str, Callable[[], None]] = {
    "engine": bench_engine,
    "context": bench_context,
    "hands": bench_hands,
}
"""What needs no folder."""


def main() -> None:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*sorted(ALONE), *sorted(BENCHES)])
    parser.add_argument("folder", type=Path, nargs="?", help="where the photos are, where any are")
    args = parser.parse_args()
    if args.what in ALONE:
        return ALONE[args.what]()
    if args.folder is None:
        parser.error(f"say the folder with what {args.what} measures")
    if not args.folder.is_dir():
        sys.exit(f"{args.folder} is not here, so nothing was measured: it does not ship with the project.")
    BENCHES[args.what](args.folder)


if __name__ == "__main__":
    main()
