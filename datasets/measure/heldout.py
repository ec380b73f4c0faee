"""Measure reading where nothing is known from training: `python -m datasets.measure heldout`.

The sheets are drawn with strokes that training did not see (`datasets.draw.strokes`), on prints and papers,
in light and by cameras that it never uses (`datasets.draw.flat.unseen`).
"""

from collections.abc import Iterator, Sequence

import numpy as np

from datasets.draw.flat.sheet import NO_LABEL, PRINTED, FlatSheet, Scenery, draw_flat_sheet, scenery
from datasets.draw.recipe import Recipe
from datasets.measure.figures import Figure, Row
from datasets.measure.judged import (
    JudgedSheet,
    by_strata,
    calibration_figures,
    reliability_figures,
    risk_figures,
    square_figures,
)
from datasets.measure.tables import tables
from vision import Image, SheetClassifier, load_classifier
from vision.read.reading import SOMETHING_ELSE

SEED, COUNT = 6, 300
SOURCE = "python -m datasets.measure heldout"
GROUP = "Drawn sheets of unseen prints, lamps and cameras"


def bench_heldout() -> None:
    """Print the tables, and how far confidence can be trusted."""
    print(tables(heldout_figures()))


def heldout_figures(count: int = COUNT) -> list[Figure]:
    """Draw and read the sheets; return all that is measured."""
    judged = list(judge_sheets(load_classifier(), Recipe.load("train"), count))
    return [
        *stratum_figures(judged),
        *calibration_figures(Row("Calibration on drawn sheets", source=SOURCE), judged),
        *reliability_figures(Row("Reliability on drawn sheets", source=SOURCE), judged),
        *risk_figures(Row("Risk and coverage on drawn sheets", source=SOURCE), judged),
    ]


def judge_sheets(classifier: SheetClassifier, recipe: Recipe, count: int) -> Iterator[JudgedSheet]:
    """Draw the sheets, read each, and hold it against what was drawn."""
    for index in range(count):
        about = scenery(recipe, SEED, index, split="test", unseen=True)
        sheet = draw_flat_sheet(recipe, SEED, index, split="test", unseen=True)
        yield judge_sheet(classifier, sheet, about)


def judge_sheet(classifier: SheetClassifier, sheet: FlatSheet, about: Scenery) -> JudgedSheet:
    """Read one sheet as the reader does when it knows the printed side."""
    seen = classifier.classify(Image(sheet.picture), sheet.ruins)
    truth = sheet.terrain.reshape(-1)
    judged = (truth != NO_LABEL) & ~np.isin(truth, PRINTED)
    drawn = seen.terrain.copy()
    drawn[:, PRINTED] = 0.0
    confidence = drawn.max(axis=1)
    doubtful = (confidence < classifier.doubt_below) | (seen.foreign > SOMETHING_ELSE)
    return JudgedSheet(
        strata_of(about),
        confidence[judged],
        (drawn.argmax(axis=1) == truth)[judged],
        doubtful[judged],
        sheet.ruins.reshape(-1)[judged],
    )


def strata_of(about: Scenery) -> dict[str, str]:
    """Return what the tables tell apart."""
    strata = {
        "way of drawing": str(about.hand.way),
        "ruins": about.edition.ruins,
        "grid": str(about.edition.grid),
    }
    if about.shooting:
        strata |= {"lamp": about.shooting.lamp, "camera": about.shooting.camera}
    return strata


def stratum_figures(judged: Sequence[JudgedSheet]) -> list[Figure]:
    """Return the figures of each stratum; the last one has only squares on printed ruins."""
    figures = [
        figure
        for stratum, group in by_strata(judged).items()
        for figure in square_figures(Row(GROUP, stratum, source=SOURCE), group)
    ]
    ruins = [sheet.only(sheet.ruins) for sheet in judged if sheet.ruins.any()]
    return figures + square_figures(Row(GROUP, "squares on printed ruins", source=SOURCE), ruins)
