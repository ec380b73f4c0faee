"""Measure how surely printed 9 x 9 grids are found on real photos, clean and spoilt, beside plain baselines.

`python -m datasets.measure finding FOLDER [--stress clean shadow ...] [--pictures DIR]`. The photos are Wicht
and Hennebert's (2014, CC BY 4.0). A person clicked their corners, mostly on the outer edge of the frame's ink
or a few pixels outside it; two of 77 are clicked nearly half a square off. A photo counts as found where its
worst corner lies within a quarter square, in any order; as confidently wrong where it lies half a square off
or more and the finder did not refuse.
"""

import csv
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.pencil import Pixels
from datasets.measure.baselines import BASELINES
from datasets.measure.figures import SURVEYOR, Better, Figure, Row
from datasets.measure.sheets import FOUND
from datasets.measure.spoiling.stress import GRID_CELLS, Corners, stressed
from datasets.measure.tables import tables
from datasets.measure.truths import worst_corner
from vision import Image, find_grid
from vision.errors import GridNotFoundError, Reason
from vision.find.lattice import Points, corners_of, transform

GROUP = "Finding real printed 9 x 9 grids, worst corner in squares"
SOURCE = "python -m datasets.measure finding ../shared/data/grids"
WRONG = 0.5  # squares from which on an answer is another grid
PLAIN = "16 x hulls"  # the best of the plain finders
LIMITS = (0.15, FOUND, WRONG)
WORST = 10
SIDES = ("top", "right", "bottom", "left")
TILE = 560  # pixels of one photo in the picture of failures
COLUMNS = 3
RED, GREEN = (255, 40, 40), (40, 255, 40)
NOTHING = Reason("no_grid", "No grid was found in the photo.", "Take the whole sheet into the picture.")

Finder = Callable[[Pixels], Points]
"""From an upright RGB photo to a lattice (k, k, 2), of which only the corners are judged."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A photo of a printed grid, perhaps spoilt, and where a person saw its corners."""

    name: str
    photo: Pixels
    corners: Corners


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer of a finder for one grid."""

    grid: Grid
    lattice: Points | None
    """Nodes in photo pixels, shape (k, k, 2); None where it refused."""
    code: str
    """Why it refused; empty where it answered."""
    seconds: float
    """Of the processor."""

    @property
    def error(self) -> float:
        """Squares that the worst corner lies off; infinite where it refused."""
        return (
            math.inf if self.lattice is None else corner_error_any_order(corners_of(self.lattice), self.grid)
        )

    @property
    def is_wrong(self) -> bool:
        """Whether another lattice than the printed one was given out as found."""
        return self.lattice is not None and self.error >= WRONG

    @property
    def outward(self) -> NDArray[np.float64]:
        """How far each side lies outside the clicked one, in squares: top, right, bottom, left."""
        if self.lattice is None:
            return np.full(4, np.nan)
        return outward_of(_best_order(corners_of(self.lattice), self.grid), self.grid)


def bench_finding(folder: Path, kinds: Sequence[str], pictures: Path | None = None) -> None:
    """Print the table of the finder and of the plain baselines, and the worst photos by name."""
    findings = all_findings(folder, kinds)
    print(tables(finding_figures(findings)))
    for kind in kinds:
        ours = findings[kind, SURVEYOR]
        print("\n" + "\n".join(_notes(kind, ours)))
        if pictures is not None:
            draw_failures(ours, pictures / f"{kind}.png")


Findings = Mapping[tuple[str, str], Sequence[Finding]]
"""The findings of all grids, by the stress and the finder."""


def all_findings(folder: Path, kinds: Sequence[str], every: int = 1) -> Findings:
    """Run every finder on every `every`-th photo, under every stress."""
    found: dict[tuple[str, str], list[Finding]] = {}
    for kind in kinds:
        for grid in read_grids(folder, kind, every):
            for name, finder in FINDERS.items():
                found.setdefault((kind, name), []).append(measure(finder, grid))
    return found


def finding_figures(findings: Findings) -> list[Figure]:
    """Return how many grids were found by each finder under each stress."""
    return [
        figure
        for (kind, name), found in findings.items()
        for figure in _figures(kind, name, found, findings[kind, PLAIN])
    ]


def _figures(kind: str, who: str, findings: Sequence[Finding], plain: Sequence[Finding]) -> list[Figure]:
    row, of = Row(GROUP, kind, who, SOURCE), len(findings)
    close = [
        row.counted(f"under {limit}", sum(finding.error < limit for finding in findings), of, "photos")
        for limit in LIMITS
    ]
    refused = sum(finding.lattice is None for finding in findings)
    wrong = sum(finding.is_wrong for finding in findings)
    return [
        *close,
        *(_times(row, findings, plain) if who == SURVEYOR else ()),
        row.counted("refused", refused, of, "photos", better=Better.NEITHER),
        row.counted("confidently wrong", wrong, of, "photos", better=Better.LESS),
    ]


def _times(row: Row, findings: Sequence[Finding], plain: Sequence[Finding]) -> list[Figure]:
    """Return how long finding takes, over what the best of the plain finders takes for the same photo."""
    seconds = np.array([finding.seconds for finding in findings])
    slowest = float(seconds.max() / max(np.median(seconds), 1e-3))
    beside = [
        finding.seconds / max(other.seconds, 1e-3) for finding, other in zip(findings, plain, strict=True)
    ]
    return [
        row.timed(f"time over that of {PLAIN}", beside, "photos"),
        row.timed("slowest photo over the median one", [slowest], "photos"),
    ]


def read_grids(folder: Path, kind: str, every: int = 1) -> Iterator[Grid]:
    """Yield every `every`-th photo of a folder with a corners.csv, under one stress."""
    with (folder / "corners.csv").open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    for name, *xy in rows[::every]:
        photo = cv2.imread(str(folder / name), cv2.IMREAD_COLOR_RGB)
        corners = np.array(xy, np.float32).reshape(4, 2)
        yield Grid(name, *stressed(np.asarray(photo, np.uint8), corners, kind, name))


def measure(finder: Finder, grid: Grid) -> Finding:
    """Run one finder on one photo."""
    began = time.process_time()
    try:
        lattice, code = finder(grid.photo), ""
    except GridNotFoundError as refusal:
        lattice, code = None, refusal.reason.code
    return Finding(grid, lattice, code, time.process_time() - began)


def corner_error_any_order(corners: Points, grid: Grid) -> float:
    """Return how many squares the worst corner lies off, in the order that fits best."""
    return worst_corner(_best_order(corners, grid), grid.corners, GRID_CELLS)


def outward_of(corners: Points, grid: Grid) -> NDArray[np.float64]:
    """Return how far top, right, bottom and left side lie outside the clicked ones, in squares."""
    field = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * GRID_CELLS
    x, y = transform(cv2.getPerspectiveTransform(grid.corners, field).astype(np.float64), corners).T
    return np.array([-y[:2].mean(), x[1:3].mean() - GRID_CELLS, y[2:].mean() - GRID_CELLS, -x[[0, 3]].mean()])


def surveyor(photo: Pixels) -> Points:
    """Return the corners found, those of the frame where it is thicker than a line, (2, 2, 2)."""
    return find_grid(Image(photo), cells=GRID_CELLS).corners[[[0, 1], [3, 2]]]


def _baseline(find: Callable[[Pixels, int], Points | None]) -> Finder:
    def finder(photo: Pixels) -> Points:
        quad = find(photo, GRID_CELLS)
        if quad is None:
            raise GridNotFoundError(NOTHING)
        return quad[[[0, 1], [3, 2]]]

    return finder


def _best_order(corners: Points, grid: Grid) -> Points:
    orders = [np.roll(way, turn, 0) for way in (corners, corners[::-1]) for turn in range(4)]
    return min(orders, key=lambda order: worst_corner(order, grid.corners, GRID_CELLS))


def _notes(kind: str, findings: Sequence[Finding]) -> list[str]:
    """Return the worst photos by name, and how the sides lie to the clicked ones."""
    worst = sorted(findings, key=lambda finding: finding.error, reverse=True)[:WORST]
    names = ", ".join(f"{finding.grid.name} ({finding.code or f'{finding.error:.2f}'})" for finding in worst)
    sides = (
        np.array([finding.outward for finding in findings if finding.error < WRONG]).reshape(-1, 4).mean(0)
    )
    outward = ", ".join(f"{way} {by:+.3f}" for way, by in zip(SIDES, sides, strict=True))
    return [f"{kind}, worst {WORST}: {names}", f"{kind}, squares outside the clicked sides: {outward}"]


def draw_failures(findings: Iterable[Finding], path: Path) -> None:
    """Write one picture of all photos that were not found: clicked corners green, the answer red."""
    failed = sorted(
        (finding for finding in findings if finding.error >= FOUND), key=lambda finding: -finding.error
    )
    tiles = [_tile(finding) for finding in failed]
    if not tiles:
        return
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % COLUMNS)
    rows = [np.hstack(tiles[at : at + COLUMNS]) for at in range(0, len(tiles), COLUMNS)]
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), cv2.cvtColor(np.vstack(rows), cv2.COLOR_RGB2BGR))


def _tile(finding: Finding) -> Pixels:
    photo = finding.grid.photo
    scale = TILE / max(photo.shape)
    tile = np.zeros((TILE, TILE, 3), np.uint8)
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    tile[: small.shape[0], : small.shape[1]] = small
    if finding.lattice is not None:
        lines = [*finding.lattice, *finding.lattice.transpose(1, 0, 2)]
        _draw(tile, lines, scale, RED)
    _draw(tile, [np.vstack([finding.grid.corners, finding.grid.corners[:1]])], scale, GREEN)
    label = f"{finding.grid.name} {finding.code or f'{finding.error:.2f}'}"
    cv2.putText(tile, label, (8, TILE - 10), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 0), 1, cv2.LINE_AA)
    return tile


def _draw(tile: Pixels, lines: Sequence[NDArray[np.floating]], scale: float, colour: tuple[int, ...]) -> None:
    eighths = [((line + 0.5) * scale * 8 - 4).round().astype(np.int32) for line in lines]
    cv2.polylines(tile, eighths, isClosed=False, color=colour, thickness=1, lineType=cv2.LINE_AA, shift=3)


FINDERS: dict[str, Finder] = {
    SURVEYOR: surveyor,
    **{name: _baseline(find) for name, find in BASELINES.items()},
}
