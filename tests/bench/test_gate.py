"""The gate: on the photos that ship, no figure may be worse than its floor in floors.toml.

A floor leaves a little room for the rounding of other processors. Whoever needs more makes it lower by hand,
where everybody sees it.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from datasets.measure.figures import ALL, Better, Figure, Row
from datasets.measure.judged import calibration_figures
from datasets.measure.reading import FAMILIES, JudgedPhoto, judge, reading_figures, score_figures
from datasets.measure.sheets import FOUND
from datasets.measure.spoiling.stress import STRESSES, stressed
from tests.sheets import sample_sheets
from vision import GridNotFoundError, Image, decode_photo, find_grid, load_classifier
from vision.find.lattice import Points
from vision.image import shrink

FLOORS = tomllib.loads((Path(__file__).parent / "floors.toml").read_text("utf-8"))
SMALL = 1000  # pixels of the copies that are spoilt


@pytest.fixture(name="figures", scope="module")
def _figures() -> dict[str, Figure]:
    classifier = load_classifier()
    judged = [
        judge(sheet.folder.name, sheet.photo, sheet.truth, classifier, edicts)
        for sheet, edicts in zip(sample_sheets(), FAMILIES, strict=False)
    ]
    return {one.name: one for one in measured(judged) if one.stratum == ALL}


def measured(judged: list[JudgedPhoto]) -> list[Figure]:
    """All figures that the report has of photos."""
    sheets = [one.sheet for one in judged if one.sheet]
    trust = calibration_figures(Row("Calibration"), sheets)
    return [*reading_figures(judged), *score_figures(judged), *trust]


@pytest.mark.parametrize("name", FLOORS["reading"])
def test_the_sample_photos_are_read_no_worse_than_before(name: str, figures: dict[str, Figure]) -> None:
    value, floor = figures[name].value, FLOORS["reading"][name]

    assert value <= floor if figures[name].better == Better.LESS else value >= floor


@pytest.mark.parametrize("kind", STRESSES)
def test_spoilt_sample_photos_are_found_as_often_as_before(kind: str) -> None:
    assert sum(error < FOUND for error in errors(kind)) >= FLOORS["finding"][kind]


def errors(kind: str) -> Iterator[float]:
    """How far the worst corner of each sample photo lies off under one stress, in squares."""
    for sheet in sample_sheets():
        photo = decode_photo(sheet.photo)
        scale = SMALL / max(photo.shape)
        corners = (np.asarray(sheet.truth["corners"]) + 0.5) * scale - 0.5
        small = np.asarray(shrink(photo, scale), np.uint8)
        spoilt, moved = stressed(small, corners.astype(np.float32), kind, sheet.folder.name)
        try:
            found = find_grid(Image(spoilt)).lattice
        except GridNotFoundError:
            yield float("inf")
        else:
            yield worst_corner(found[[0, 0, -1, -1], [0, -1, -1, 0]], moved.astype(np.float64))


def worst_corner(found: Points, truth: Points) -> float:
    """How many squares the worst corner lies off, whichever way up the lattice was found."""
    side = float(np.linalg.norm(truth - np.roll(truth, 1, axis=0), axis=1).mean())
    off = (np.linalg.norm(np.roll(found, turn, axis=0) - truth, axis=1).max() for turn in range(4))
    return float(min(off)) * 11 / side
