"""Measure how plain readers read the squares that ours reads: `python -m datasets.measure peers FOLDER`.

Each cell by itself: nearest neighbours, a small network, and a fill threshold as readers of answer sheets
have it. They are given more than ours: the true lattice; or, of the corners that a plain finder settles on,
whichever way up fits the truth; and that a printed mountain is no answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.draw.flat.sheet import LABELS, PRINTED
from datasets.measure.baselines import hulls, tutorial
from datasets.measure.cellreaders import (
    EMPTY,
    CellReader,
    Cells,
    FillThreshold,
    NearestNeighbours,
    PlainNetwork,
    cells_of,
    drawn_cells,
)
from datasets.measure.figures import SURVEYOR, Better, Figure, Row
from datasets.measure.judged import HasStrata, JudgedSheet, by_strata, calibration_figures, risk_figures
from datasets.measure.reading import judge_photos, strata_of
from datasets.measure.sheets import FOUND
from datasets.measure.tables import tables
from datasets.measure.truths import photos_with_truth, worst_corner
from engine import SIZE, Terrain
from vision import Lattice, decode_photo, load_classifier
from vision.find.lattice import Points, nodes_between
from vision.read.cells import rectify

GROUP = "Squares beside plain readers, one cell at a time"
FILLED = "Filled or empty beside a fill threshold"
RISK, TRUST = "Risk and coverage on photos", "Calibration on photos"
SOURCE = "python -m datasets.measure peers ../shared/data/photos"
TRUE, OUTLINE = "true lattice", "16 x hulls"
FINDERS = {"largest 4-gon": tutorial, OUTLINE: hulls}
KINDS = ("all", "difficulty", "way of drawing")
NEIGHBOURS, NETWORK, THRESHOLD = "k-NN", "plain CNN", "fill threshold"


@dataclass(frozen=True)
class PeerSheet:
    """One photo as plain readers get it."""

    strata: dict[str, str]
    truth: NDArray[np.int64]
    """Places in `LABELS`, (121,)."""
    cells: dict[str, Cells]
    """By what lattice they were cut out, without those that were not found."""


def bench_peers(folder: Path) -> None:
    """Print the tables."""
    print(tables(peer_figures(folder)))


def peer_figures(folder: Path) -> list[Figure]:
    """Return how squares are read by ours and by plain readers."""
    sheets, learned_from = list(peer_sheets(folder)), drawn_cells()
    readers: dict[str, CellReader] = {
        NEIGHBOURS: NearestNeighbours.learn(*learned_from),
        NETWORK: PlainNetwork.load(),
    }
    threshold = FillThreshold.learn(*learned_from)
    figures = _our_figures(folder)
    for lattice in (TRUE, *FINDERS):
        for name, reader in readers.items():
            judged = [_judged(sheet, reader, lattice) for sheet in sheets if lattice in sheet.cells]
            figures += _figures(GROUP, f"{name}, {lattice}", judged, sheets)
            if lattice == TRUE:
                row = Row(RISK, who=f"{name}, {lattice}", source=SOURCE)
                trust = Row(TRUST, who=f"{name}, {lattice}", source=SOURCE)
                figures += [*risk_figures(row, judged), *calibration_figures(trust, judged)]
        filled = [_filled(sheet, threshold, lattice) for sheet in sheets if lattice in sheet.cells]
        figures += _figures(FILLED, f"{THRESHOLD}, {lattice}", filled, sheets)
    order = list(dict.fromkeys(figure.stratum for figure in figures))
    return sorted(figures, key=lambda figure: order.index(figure.stratum))


def peer_sheets(folder: Path) -> Iterator[PeerSheet]:
    """Yield the photos of a folder that have their truth beside them, cut into cells."""
    for path, truth in photos_with_truth(folder):
        image = decode_photo(path.read_bytes())
        lattices = {name: outlined(finder(image, SIZE), truth) for name, finder in FINDERS.items()}
        lattices[TRUE] = np.asarray(truth["points"], np.float64)
        cells = {
            name: cells_of(rectify(image, Lattice(nodes)))
            for name, nodes in lattices.items()
            if nodes is not None
        }
        labels = [LABELS.index(Terrain(held)) for row in truth["terrain"] for held in row]
        yield PeerSheet(strata_of(truth), np.array(labels), cells)


def outlined(quad: Points | None, truth: dict[str, Any]) -> Points | None:
    """Return the lattice between found corners, whichever way up fits; nothing where none does."""
    if quad is None:
        return None
    corners = np.asarray(truth["corners"], np.float64)
    best = min((np.roll(quad, turn, 0) for turn in range(4)), key=lambda turn: worst_corner(turn, corners))
    return nodes_between(best, SIZE) if worst_corner(best, corners) < FOUND else None


def _our_figures(folder: Path) -> list[Figure]:
    """Read the photos whole, with our own finder."""
    photos = list(judge_photos(folder, load_classifier()))
    read = [photo.sheet for photo in photos if photo.found and photo.sheet]
    filled = [photo.filled for photo in photos if photo.found and photo.filled]
    return [
        *_figures(GROUP, SURVEYOR, read, photos),
        *_figures(FILLED, SURVEYOR, filled, photos),
    ]


def _judged(sheet: PeerSheet, reader: CellReader, lattice: str) -> JudgedSheet:
    shares = reader(sheet.cells[lattice])
    shares[:, PRINTED] = 0.0
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-9)
    drawn = ~np.isin(sheet.truth, PRINTED)
    right = shares.argmax(axis=1) == sheet.truth
    return _alone(sheet.strata, shares.max(axis=1)[drawn], right[drawn])


def _filled(sheet: PeerSheet, threshold: FillThreshold, lattice: str) -> JudgedSheet:
    drawn = ~np.isin(sheet.truth, PRINTED)
    right = (threshold(sheet.cells[lattice]) == (sheet.truth != EMPTY))[drawn]
    return _alone(sheet.strata, np.ones(len(right)), right)


def _alone(strata: dict[str, str], confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> JudgedSheet:
    """Return a sheet read by one who asks about no square."""
    none = np.zeros_like(right)
    return JudgedSheet(strata, confidence, right, none, none)


def _figures(group: str, who: str, read: Sequence[JudgedSheet], all_of: Sequence[HasStrata]) -> list[Figure]:
    """Return how many sheets were found, and how their squares were read, for each stratum."""
    figures, found = [], by_strata(read)
    strata = {name: some for name, some in by_strata(all_of).items() if name.startswith(KINDS)}
    for stratum, whole in strata.items():
        row, here = Row(group, stratum, who, SOURCE), found.get(stratum, [])
        figures.append(row.counted("found or given", len(here), len(whole), "photos"))
        if here:
            right = sum(bool(sheet.right.all()) for sheet in here)
            figures += [
                row.clustered(
                    "squares wrong", [~sheet.right for sheet in here], "squares", better=Better.LESS
                ),
                row.counted("sheets right", right, len(whole), "photos"),
            ]
    return figures
