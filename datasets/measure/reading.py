"""Measure how well photos with truth are read: squares, coins, numbers and scores.

`python -m datasets.measure photos FOLDER`: NNN.jpg + NNN.json with the truth, as
`datasets.draw.photo.generate` writes them.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from datasets.measure.figures import ALL, Better, Figure, Row
from datasets.measure.judged import (
    JudgedSheet,
    Truth,
    by_strata,
    calibration_figures,
    judge_reading,
    reliability_figures,
    risk_figures,
    square_figures,
)
from datasets.measure.sheets import FOUND
from datasets.measure.tables import tables
from datasets.measure.truths import photos_with_truth, terrain_of, worst_corner
from engine import MapSheet, Side, Terrain, find_edict, score_map
from vision import SheetClassifier, SheetReading, VisionError, load_classifier, read_sheet

SOURCE = "python -m datasets.measure photos ../shared/data/photos"
GROUP, SCORES = "Reading photos", "Scores, coins and numbers"
FAMILIES = (
    ("Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands"),
    ("Treetower", "Mages Valley", "Great City", "Lost Barony"),
    ("Greenbough", "Shoreside Expanse", "Shieldgate", "The Cauldrons"),
    ("Stoneside Forest", "The Golden Granary", "Greengold Plains", "The Broken Road"),
    ("Deepwood", "Craylund", "Gnomish Colony", "Dwarvenholds"),
    ("Sleepy Valley", "Ulem's Wallow", "Caravansary", "Starlit Sigil"),
)
"""Photo number k is scored by the four edicts of family k modulo six."""
MONSTERS = 3  # place of the monsters' stars in a season's boxes: the truth has them without a minus


@dataclass(frozen=True)
class Scored:
    """The total of the true map, of the map as read, and once doubtful squares and coins are settled."""

    true: int
    read: int
    settled: int


@dataclass(frozen=True)
class JudgedPhoto:
    """One photo, held against its truth."""

    name: str
    strata: dict[str, str]
    corner_error: float = math.inf
    """Squares that the worst corner lies off, in the sheet's own order; infinite if none was found."""
    side_right: bool = False
    sheet: JudgedSheet | None = None
    coins: tuple[int, int | None] = (0, None)
    """True and read."""
    numbers: tuple[tuple[int, int | None], ...] = ()
    """True and read, of the seasons that are filled in."""
    filled: JudgedSheet | None = None
    """Whether each square was rightly said to be filled or empty, whatever it is filled with."""
    scored: Scored | None = None

    @property
    def found(self) -> bool:
        """Whether the sheet was found."""
        return self.corner_error < FOUND


def judge_photos(folder: Path, classifier: SheetClassifier) -> Iterator[JudgedPhoto]:
    """Read all photos of a folder that have their truth beside them."""
    for number, (path, truth) in enumerate(photos_with_truth(folder)):
        yield judge(path.stem, path.read_bytes(), truth, classifier, FAMILIES[number % len(FAMILIES)])


def judge(
    name: str, photo: bytes, truth: dict[str, Any], classifier: SheetClassifier, edicts: Sequence[str]
) -> JudgedPhoto:
    """Read one photo and hold it against its truth."""
    strata = strata_of(truth)
    try:
        reading = read_sheet(photo, classifier)
    except VisionError:
        return JudgedPhoto(name, strata)
    error = worst_corner(reading.geometry.corners, np.asarray(truth["corners"]))
    wanted = terrain_of(truth)
    return JudgedPhoto(
        name,
        strata,
        error,
        reading.side == Side(truth["side"]),
        judge_reading(reading, wanted, strata),
        (truth["coins"], reading.coins),
        tuple(_numbers(truth, reading)),
        _judge_filled(reading, wanted, strata),
        _scored(reading, truth, edicts),
    )


def strata_of(truth: dict[str, Any]) -> dict[str, str]:
    """Return what the tables tell apart of a photo."""
    kinds = {"difficulty": truth.get("difficulty"), "print": truth.get("style"), "side": truth["side"]}
    kinds["way of drawing"] = truth.get("hand", {}).get("way")
    return {kind: value for kind, value in kinds.items() if value}


def _judge_filled(reading: SheetReading, truth: Truth, strata: dict[str, str]) -> JudgedSheet:
    cells = [cell for cell in reading.cells if not truth[cell.square].is_printed]
    empty = Terrain.EMPTY
    right = np.array([(cell.terrain is empty) == (truth[cell.square] is empty) for cell in cells])
    return JudgedSheet(strata, np.ones(len(right)), right, np.zeros_like(right), np.zeros_like(right))


def _numbers(truth: dict[str, Any], reading: SheetReading) -> Iterator[tuple[int, int | None]]:
    for season, wanted in enumerate(truth.get("boxes") or []):
        if wanted is None:  # a season that is not written down
            continue
        read = (reading.boxes[season] if season < len(reading.boxes) else None) or (None,) * len(wanted)
        for place, (number, answer) in enumerate(zip(wanted, read, strict=True)):
            if number is not None:
                yield (-abs(number) if place == MONSTERS else number), answer


def _scored(reading: SheetReading, truth: dict[str, Any], names: Sequence[str]) -> Scored | None:
    """Score the map by the edicts; nothing where the side is another, whose map cannot be compared."""
    if reading.side != Side(truth["side"]):
        return None
    edicts = [find_edict(name) for name in names]
    true = MapSheet.from_json(
        {"schema": "surveyor/map@1", "side": truth["side"], "terrain": truth["terrain"]}
    )
    settled = reading.to_map({at: true[at] for at in reading.doubtful})
    maps = (true, truth["coins"]), (reading.to_map(), reading.coins or 0), (settled, truth["coins"])
    return Scored(*(score_map(sheet, edicts, coins=coins).total for sheet, coins in maps))


def reading_figures(judged: Sequence[JudgedPhoto], source: str = SOURCE) -> list[Figure]:
    """Return how many are found and read right, for each stratum."""
    figures = []
    for stratum, group in by_strata(judged).items():
        row, of = Row(GROUP, stratum, source=source), len(group)
        sheets = [photo.sheet for photo in group if photo.found and photo.sheet]
        figures += [
            row.counted("found", sum(photo.found for photo in group), of, "photos"),
            row.counted("side right", sum(photo.side_right for photo in group), of, "photos"),
            *square_figures(row, sheets, missed=of - len(sheets)),
        ]
    return figures


def score_figures(judged: Sequence[JudgedPhoto], source: str = SOURCE) -> list[Figure]:
    """Return how many scores are exact, and how coins and numbers are read, by difficulty."""
    return [
        figure
        for name, group in by_strata(judged).items()
        if name == ALL or name.startswith("difficulty")
        for figure in _scores_of(Row(SCORES, name, source=source), group)
    ]


def _scores_of(row: Row, group: Sequence[JudgedPhoto]) -> list[Figure]:
    of = len(group)
    scored = [photo.scored for photo in group if photo.scored]
    coins = [photo.coins for photo in group if photo.found]
    given = [pair for pair in coins if pair[1] is not None]
    numbers = [photo.numbers for photo in group if photo.found and photo.numbers]
    right = [np.array([true == read for true, read in some]) for some in numbers]
    wrong = [np.array([read is not None and true != read for true, read in some]) for some in numbers]
    miscounted = sum(true != read for true, read in given)
    return [
        row.counted("score exact as read", sum(photo.read == photo.true for photo in scored), of, "photos"),
        row.counted("exact once settled", sum(photo.settled == photo.true for photo in scored), of, "photos"),
        row.averaged("stars off, mean", [abs(photo.read - photo.true) for photo in scored], "photos"),
        row.counted("coins right", len(given) - miscounted, len(coins), "photos"),
        row.counted("coins wrong", miscounted, len(coins), "photos", better=Better.LESS),
        row.clustered("numbers right", right, "numbers"),
        row.clustered("numbers wrong", wrong, "numbers", better=Better.LESS),
    ]


def photo_figures(folder: Path) -> list[Figure]:
    """Read the photos of a folder; return all that is measured."""
    judged = list(judge_photos(folder, load_classifier()))
    sheets = [photo.sheet for photo in judged if photo.found and photo.sheet]
    return [
        *reading_figures(judged, SOURCE),
        *score_figures(judged, SOURCE),
        *calibration_figures(Row("Calibration on photos", source=SOURCE), sheets),
        *reliability_figures(Row("Reliability on photos", source=SOURCE), sheets),
        *risk_figures(Row("Risk and coverage on photos", source=SOURCE), sheets),
    ]


def bench_photos(folder: Path) -> None:
    """Print the tables for photos with truth."""
    print(tables(photo_figures(folder)))
