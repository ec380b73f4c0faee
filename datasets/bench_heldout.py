"""How rightly squares are read where nothing is known from training: `python -m datasets.bench_heldout`.

The sheets are drawn with strokes of people whom training did not see, on prints and papers, in light and by
cameras that training never uses (`datasets.unseen`).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from datasets.ablations import calibration_error
from datasets.flatsheet import LABELS, NO_LABEL, FlatSheet, Scenery, draw_flat_sheet, scenery
from datasets.intervals import share
from datasets.recipe import Recipe
from engine import Terrain
from vision import Image, SheetClassifier, load_classifier
from vision.reading import SOMETHING_ELSE

SEED, COUNT = 6, 300
PRINTED = [LABELS.index(terrain) for terrain in (Terrain.MOUNTAIN, Terrain.WASTELAND)]
HEADER = (
    "| stratum | sheets | squares wrong (95 %) | silently wrong (95 %) | asked | sheets right (95 %)"
    " | after review (95 %) |\n| --- | --- | --- | --- | --- | --- | --- |"
)


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


def bench_heldout(count: int = COUNT) -> None:
    """Print the table, and how far confidence can be trusted."""
    classifier, recipe = load_classifier(), Recipe.load("train")
    judged = list(judge_sheets(classifier, recipe, count))
    print(heldout_table(judged))
    confidence, right = (
        np.concatenate([getattr(one, part) for one in judged]) for part in ("confidence", "right")
    )
    print(f"\nexpected calibration error: {calibration_error(confidence, right):.4f}")
    sure = right[confidence >= 0.99]
    wrong = share(int((~sure).sum()), len(sure))
    print(f"of {len(sure)} squares read with confidence 0.99 or more, wrong: {wrong}")
    asked = (0.02, 0.05, 0.1)
    order = np.sort(confidence)
    risks = (((~right) & (confidence >= order[int(part * len(order))])).mean() for part in asked)
    told = ", ".join(f"{part:.0%} asked {risk:.2%}" for part, risk in zip(asked, risks, strict=True))
    print(f"silently wrong if the least sure squares are asked about: {told}")


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


def heldout_table(judged: Sequence[JudgedSheet]) -> str:
    """Return the figures per stratum as a Markdown table; the last row has only squares on printed ruins."""
    groups: dict[str, list[JudgedSheet]] = defaultdict(list)
    for one in judged:
        groups["all"].append(one)
        for kind, value in one.strata.items():
            groups[f"{kind}: {value}"].append(one)
    ruins = [_only(one, one.ruins) for one in judged if one.ruins.any()]
    rows = [_row(name, group) for name, group in sorted(groups.items())]
    return "\n".join([HEADER, *rows, _row("squares on printed ruins", ruins)])


def _only(sheet: JudgedSheet, chosen: NDArray[np.bool_]) -> JudgedSheet:
    return JudgedSheet(
        sheet.strata,
        sheet.confidence[chosen],
        sheet.right[chosen],
        sheet.doubtful[chosen],
        sheet.ruins[chosen],
    )


def _row(name: str, group: Sequence[JudgedSheet]) -> str:
    right, silent, doubtful = (
        np.concatenate([getattr(one, part) for one in group]) for part in ("right", "silent", "doubtful")
    )
    sheets = sum(bool(one.right.all()) for one in group)
    settled = sum(not one.silent.any() for one in group)
    return (
        f"| {name} | {len(group)} | {share(int((~right).sum()), len(right))}"
        f" | {share(int(silent.sum()), len(right))} | {doubtful.mean():.1%}"
        f" | {share(sheets, len(group))} | {share(settled, len(group))} |"
    )


if __name__ == "__main__":
    bench_heldout()
