"""Measure finding on sheets that run out of the photo: `python -m datasets.measure cuts`.

Drawn photos are cut at each of their four edges, so that half a column of the map is lost, or a whole one, up
to half of the map. What is left may be read with its unseen squares in doubt, or refused; never may a
lattice be squeezed into what is seen without a word.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from datasets.measure.figures import Better, Figure, Row
from datasets.measure.sheets import FOUND
from datasets.measure.spoiling.steps import Scene, drawn_scenes
from vision import GridNotFoundError, SheetReading, load_classifier
from vision.find.lattice import Points
from vision.image import Image
from vision.photo import read_image

GROUP = "Sheets that run out of the photo"
SOURCE = "python -m datasets.measure cuts"
SEED = 404
COUNT = 6
CUTS = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0)
EDGES = ("left", "top", "right", "bottom")
WRONG = 0.5  # squares from which on an answer is another lattice
ASKED = {"lattice_uncertain", "too_blurred", "too_dark"}
"""Reasons that tell a person to look where the lattice lies."""
RIGHT, INEXACT, ASKED_FOR, SILENT = "right", "inexact", "wrong but asked about", "silently wrong"

Reader = Callable[[Image], SheetReading]


@dataclass(frozen=True, slots=True)
class Cut:
    """The outcome of one photo, cut at one edge."""

    name: str
    edge: str
    columns: float
    outcome: str
    """`right`, `inexact`, `wrong but asked about`, `silently wrong`, or the code of the refusal."""
    codes: frozenset[str] = frozenset()
    """The reading's reasons."""
    error: float | None = None
    """Squares that the worst node within the photo lies off, where there was an answer."""


def bench_cuts() -> None:
    """Print for each edge and each cut what became of the photos, and every silently wrong lattice."""
    cuts = all_cuts()
    print(f"| cut off at | {' | '.join(f'{columns:g} columns' for columns in CUTS)} |")
    print("| --- |" + " --- |" * len(CUTS))
    for edge in EDGES:
        print(_row(edge, [cut for cut in cuts if cut.edge == edge]))
    counts = Counter(cut.outcome for cut in cuts)
    print(f"\nof {len(cuts)}: " + ", ".join(f"{outcome} {count}" for outcome, count in counts.most_common()))
    for cut in cuts:
        if cut.outcome in (SILENT, ASKED_FOR):
            said = ", ".join(sorted(cut.codes)) or "nothing"
            print(f"{cut.name}, {cut.edge} {cut.columns:g}: {cut.outcome}, {cut.error:.2f} squares, {said}")


def all_cuts(count: int = COUNT, columns: Sequence[float] = CUTS) -> list[Cut]:
    """Cut so many drawn photos at every edge by so many columns."""
    classifier = load_classifier()
    return [
        judged(scene, edge, lost, lambda image: read_image(image, classifier))
        for scene in drawn_scenes(SEED, count)
        for edge in EDGES
        for lost in columns
    ]


def cut_figures(cuts: Sequence[Cut]) -> list[Figure]:
    """Return what became of the photos by how much was cut off, all four edges together."""
    parts = {"all": list(cuts)}
    for trial in sorted(cuts, key=lambda trial: trial.columns):
        parts.setdefault(f"{trial.columns:g} columns", []).append(trial)
    return [figure for stratum, some in parts.items() for figure in _figures(stratum, some)]


def _figures(stratum: str, cuts: Sequence[Cut]) -> list[Figure]:
    row, counts, of = Row(GROUP, stratum, source=SOURCE), Counter(cut.outcome for cut in cuts), len(cuts)
    refused = of - sum(counts[outcome] for outcome in (RIGHT, INEXACT, ASKED_FOR, SILENT))
    better = {RIGHT: Better.MORE, INEXACT: Better.NEITHER, ASKED_FOR: Better.LESS, SILENT: Better.LESS}
    outcome_names = {RIGHT: "found right", INEXACT: "inexact, up to half a square"}
    return [
        row.counted("refused", refused, of, "cuts", better=Better.NEITHER),
        *(
            row.counted(outcome_names.get(outcome, outcome), counts[outcome], of, "cuts", better=way)
            for outcome, way in better.items()
        ),
    ]


def judged(scene: Scene, edge: str, columns: float, read: Reader) -> Cut:
    """Cut a photo, read what is left, and hold its lattice against the truth."""
    left = cut(scene, edge, columns)
    try:
        reading = read(Image(np.ascontiguousarray(left.photo)))
    except GridNotFoundError as refusal:
        return Cut(scene.name, edge, columns, refusal.reason.code)
    error = seen_error(reading.geometry.lattice, left)
    codes = frozenset(reason.code for reason in reading.reasons)
    return Cut(scene.name, edge, columns, _outcome(error, codes), codes, error)


def cut(scene: Scene, edge: str, columns: float) -> Scene:
    """Return the photo without what lies beyond a line that leaves so much of the field outside."""
    height, width = scene.photo.shape[:2]
    (left, top), (right, bottom) = scene.nodes.min(axis=(0, 1)), scene.nodes.max(axis=(0, 1))
    lost = round(columns * scene.square)
    x0, y0, x1, y1 = 0, 0, width, height
    match edge:
        case "left":
            x0 = round(left) + lost
        case "top":
            y0 = round(top) + lost
        case "right":
            x1 = round(right) - lost
        case _:
            y1 = round(bottom) - lost
    return Scene(scene.name, scene.photo[y0:y1, x0:x1], scene.nodes - np.array([x0, y0]))


def seen_error(nodes: Points, scene: Scene) -> float:
    """Return how many squares the worst node that lies in the photo is off."""
    height, width = scene.photo.shape[:2]
    x, y = np.moveaxis(scene.nodes, -1, 0)
    seen = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    return float(np.linalg.norm(nodes - scene.nodes, axis=-1)[seen].max() / scene.square)


def _outcome(error: float, codes: frozenset[str]) -> str:
    if error < FOUND:
        return RIGHT
    if error < WRONG:
        return INEXACT
    return ASKED_FOR if codes & ASKED else SILENT


def _row(edge: str, cuts: Sequence[Cut]) -> str:
    return (
        f"| {edge} | "
        + " | ".join(_cell(trial for trial in cuts if trial.columns == at) for at in CUTS)
        + " |"
    )


def _cell(cuts: Iterable[Cut]) -> str:
    counts = Counter(cut.outcome for cut in cuts).most_common()
    return ", ".join(f"{outcome} {count}" for outcome, count in counts)
