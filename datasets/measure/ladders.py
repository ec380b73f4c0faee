"""Measure how far a photo may be spoilt until its sheet is no longer found, and what is said then.

`python -m datasets.measure ladders [FOLDER] [--pictures DIR]`: ten drawn photos, and ten of the folder.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from datasets.draw.pencil import Pixels
from datasets.draw.photo.light import developed
from datasets.measure.figures import Better, Figure, Row
from datasets.measure.sheets import FOUND, corner_error_in_order
from datasets.measure.spoiling.steps import LADDERS, Ladder, Scene, at_work_size, drawn_scenes
from datasets.measure.truths import photos_with_truth
from vision import GridNotFoundError, Image, SheetGeometry, find_grid
from vision.find.judge import least_sure
from vision.find.lattice import Points

GROUP = "Photos spoilt ever more, on the rungs where finding ends"
SOURCE = "python -m datasets.measure ladders ../shared/data/photos"
SEED = 410
COUNT = 10
FEW = 2
EDGE = {
    "tilt": (60, 68, 75),
    "turn": (45, 225),
    "defocus": (0.05, 0.1, 0.15),
    "motion": (0.3, 0.45, 0.6),
    "hard shadow": (0.25, 0.15, 0.1),
    "JPEG": (8, 2),
    "scale": (17, 14, 12),
    "thumb on a corner": (2, 3),
    "card across": (0.15, 0.3),
    "dark": (0.12, 0.06),
    "noise": (20, 40),
}
"""The rungs about which finding ends, of each ladder, for a short run."""
WRONG = 0.5  # squares from which on an answer is another lattice
RIGHT, INEXACT, TURNED = "right", "inexact", "not upright"
ASKED, CONFIDENTLY_WRONG = "wrong but asked about", "confidently wrong"

Finder = Callable[[Pixels], SheetGeometry]


@dataclass(frozen=True, slots=True)
class Step:
    """The outcome of one photo on one rung."""

    name: str
    ladder: str
    rung: float
    outcome: str
    """One of the above (inexact: up to half a square; not upright: so, but turned: drawings and season
    boxes tell more of that; asked: the judge is not sure), or the code of a refusal."""
    error: float | None = None
    """Squares that the worst corner lies off, where there was an answer."""


def bench_ladders(folder: Path | None, pictures: Path | None = None) -> None:
    """Print where finding stops on each ladder, photo by photo, and every confidently wrong lattice."""
    steps: list[Step] = []
    scenes = [*_small_scenes(), *(photo_scenes(folder) if folder else ())]
    print("| ladder | found on each rung, of " + str(len(scenes)) + " | stops at, median | otherwise |")
    print("| --- | --- | --- | --- |")
    for ladder in LADDERS:
        climbed = [step for scene in scenes for step in climb(ladder, scene, find, pictures)]
        print(_row(ladder, climbed), flush=True)
        steps += climbed
    print("\nfirst rung not found, photo by photo:")
    for ladder in LADDERS:
        stops = stopping_rungs(ladder, [step for step in steps if step.ladder == ladder.name])
        print(f"{ladder.name} ({ladder.unit}): " + ", ".join(f"{n} {_rung(r)}" for n, r in stops.items()))
    wrong = [step for step in steps if step.outcome == CONFIDENTLY_WRONG]
    print(f"\nconfidently wrong lattices: {len(wrong)} of {len(steps)}")
    print("\n".join(f"{step.name}, {step.ladder} {step.rung:g}: {step.error:.2f} squares" for step in wrong))


def few_steps(folder: Path | None) -> dict[Ladder, list[Step]]:
    """Take a few drawn photos, and a few of the folder, up the rungs about which finding ends.

    A photo that is not found as it is would tell nothing on any rung: the next one takes its place.
    """
    sources = [_small_scenes(), *([photo_scenes(folder)] if folder else [])]
    scenes = [scene for source in sources for scene in islice(filter(_is_found, source), FEW)]
    ladders = [replace(ladder, rungs=EDGE[ladder.name]) for ladder in LADDERS]
    return {ladder: [step for scene in scenes for step in climb(ladder, scene, find)] for ladder in ladders}


def _is_found(scene: Scene) -> bool:
    try:
        return corner_error_in_order(find(scene.photo).lattice, scene.nodes) < FOUND
    except GridNotFoundError:
        return False


def ladder_figures(climbed: Mapping[Ladder, Sequence[Step]]) -> list[Figure]:
    """Return for each ladder how many photos are found on its rungs, and how many lattices are wrong."""
    figures = []
    for ladder, steps in climbed.items():
        rung_names = " ".join(f"{rung:g}" for rung in ladder.rungs)
        row = Row(GROUP, f"{ladder.name}: {rung_names} {ladder.unit}", source=SOURCE)
        photos: dict[str, list[Step]] = {}
        for step in steps:
            photos.setdefault(step.name, []).append(step)
        for name, outcome, better in (
            ("found", RIGHT, Better.MORE),
            ("confidently wrong", CONFIDENTLY_WRONG, Better.LESS),
        ):
            of_photos = [np.array([step.outcome == outcome for step in some]) for some in photos.values()]
            figures.append(row.clustered(name, of_photos, "photos on rungs", better=better))
        for number, rung in enumerate(ladder.rungs, 1):
            right = sum(step.outcome == RIGHT for step in steps if step.rung == rung)
            figures.append(
                row.counted(f"found on rung {number}", right, len(photos), "photos", better=Better.NEITHER)
            )
    return figures


def _small_scenes() -> Iterator[Scene]:
    """Yield ten drawn photos, always the same."""
    return map(at_work_size, drawn_scenes(SEED, COUNT))


def photo_scenes(folder: Path) -> Iterator[Scene]:
    """Yield ten photos of a folder, spread over it."""
    photos = list(photos_with_truth(folder))
    for path, truth in photos[:: max(1, len(photos) // COUNT)][:COUNT]:
        nodes = np.asarray(truth["points"], np.float64)
        yield at_work_size(Scene(path.stem, developed(path.read_bytes()), nodes))


def find(photo: Pixels) -> SheetGeometry:
    """Return what this project finds."""
    return find_grid(Image(photo))


def climb(ladder: Ladder, scene: Scene, finder: Finder, pictures: Path | None = None) -> Iterator[Step]:
    """Yield what a finder makes of a photo on each rung; write a picture of each wrong lattice."""
    for rung in ladder.rungs:
        spoilt = ladder.spoil(scene, rung)
        try:
            found = finder(spoilt.photo)
        except GridNotFoundError as refusal:
            yield Step(scene.name, ladder.name, rung, refusal.reason.code)
            continue
        error = corner_error_in_order(found.lattice, spoilt.nodes)
        yield Step(scene.name, ladder.name, rung, _outcome(found, spoilt.nodes), error)
        if error >= WRONG and pictures is not None:
            _draw(
                spoilt, found.lattice, pictures / f"{scene.name}-{ladder.name.replace(' ', '-')}-{rung:g}.jpg"
            )


def stopping_rungs(ladder: Ladder, steps: Iterable[Step]) -> dict[str, float | None]:
    """Return for each photo the first rung on which it was not found right; None where it always was."""
    stops: dict[str, float | None] = {}
    for step in sorted(steps, key=lambda step: ladder.rungs.index(step.rung)):
        stops.setdefault(step.name, None)
        if step.outcome != RIGHT and stops[step.name] is None:
            stops[step.name] = step.rung
    return stops


def median_stop(ladder: Ladder, steps: Iterable[Step]) -> float | None:
    """Return the rung on which the middle photo is found no more (the later of two); None: it always is."""
    stops = stopping_rungs(ladder, steps).values()
    places = sorted(len(ladder.rungs) if stop is None else ladder.rungs.index(stop) for stop in stops)
    middle = places[len(places) // 2]
    return ladder.rungs[middle] if middle < len(ladder.rungs) else None


def _outcome(found: SheetGeometry, truth: Points) -> str:
    error, *turned = (
        corner_error_in_order(np.rot90(found.lattice, quarters), truth) for quarters in range(4)
    )
    if error < FOUND:
        return RIGHT
    if error < WRONG:
        return INEXACT
    if min(turned) < WRONG:
        return TURNED
    return ASKED if found.evidence.probability < least_sure() else CONFIDENTLY_WRONG


def _row(ladder: Ladder, steps: Sequence[Step]) -> str:
    right = Counter(step.rung for step in steps if step.outcome == RIGHT)
    found = ", ".join(f"{rung:g}: {right[rung]}" for rung in ladder.rungs)
    others = Counter(step.outcome for step in steps if step.outcome != RIGHT).most_common()
    otherwise = ", ".join(f"{outcome} {count}" for outcome, count in others) or "never"
    return f"| {ladder.name}, {ladder.unit} | {found} | {_rung(median_stop(ladder, steps))} | {otherwise} |"


def _rung(rung: float | None) -> str:
    return "never" if rung is None else f"{rung:g}"


def _draw(scene: Scene, nodes: Points, path: Path) -> None:
    """Write the photo with the wrong lattice in red and the true one in green."""
    picture = cv2.cvtColor(scene.photo, cv2.COLOR_RGB2BGR)
    for lattice, colour in ((scene.nodes, (40, 255, 40)), (nodes, (40, 40, 255))):
        lines = [np.round(line).astype(np.int32) for line in (*lattice, *lattice.transpose(1, 0, 2))]
        cv2.polylines(picture, lines, isClosed=False, color=colour, thickness=1, lineType=cv2.LINE_AA)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture)
