"""Measure where map sheets are found on photos that nobody trained on: nodes, side, whichever way up.

`python -m datasets.measure lattices FOLDER` wants NNN.jpg + NNN.json with the truth, as
`datasets.draw.photo.generate` writes them; `python -m datasets.measure refusals FOLDER` photos
without a sheet.
"""

import io
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as PillowImage

from datasets.draw.pencil import Pixels
from datasets.draw.photo.light import developed
from datasets.measure.figures import Better, Figure, Row
from datasets.measure.judged import by_strata
from datasets.measure.tables import tables
from datasets.measure.truths import PICTURES, photos_with_truth
from engine import Side, Terrain
from vision import SheetClassifier, VisionError, load_classifier, read_sheet
from vision.find.lattice import Points, corners_of, mean_side

FOUND = 0.25  # squares that a corner may lie off
NEAR = 0.15  # squares that a node may lie off
PLACING, AGAIN = "Where the sheets lie, node by node", "The same sheet turned, mirrored and encoded again"
SOURCE = "python -m datasets.measure lattices ../shared/data/photos"
REFUSING = "python -m datasets.measure refusals ../shared/data/other_photos"
LARGE = 8.0  # megapixels of photos whose decode tells something: that of a small one takes no time
SAME = 0.1  # squares within which two answers are the same
ORIENTATION = 0x0112  # the EXIF tag that says how to turn a photo upright
MIRRORED = (2, 4, 5, 7)  # its values for mirrored photos


@dataclass(frozen=True, slots=True)
class Sheet:
    """A photo of one map sheet, and its truth."""

    name: str
    jpeg: bytes
    nodes: Points
    """(12, 12, 2) in photo pixels, row by row as the sheet is read."""
    side: Side
    strata: dict[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer about a photo; all but the code is empty where no sheet was found."""

    nodes: Points | None = None
    side: Side | None = None
    terrain: tuple[Terrain, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """An answer, held against the sheet's truth."""

    sheet: Sheet
    answer: Answer

    @property
    def strata(self) -> dict[str, str]:
        """The strata of the tables."""
        return self.sheet.strata

    @property
    def worst_corner(self) -> float:
        """Squares that the worst corner lies off, in the sheet's own order; infinite if none was found."""
        return (
            math.inf
            if self.answer.nodes is None
            else corner_error_in_order(self.answer.nodes, self.sheet.nodes)
        )

    @property
    def worst_node(self) -> float:
        """Squares that the worst of all nodes lies off; infinite if none was found."""
        return math.inf if self.answer.nodes is None else node_error(self.answer.nodes, self.sheet.nodes)

    @property
    def is_upright(self) -> bool:
        """Whether no other way up fits the truth better."""
        if self.answer.nodes is None:
            return False
        errors = [node_error(np.rot90(self.answer.nodes, turn), self.sheet.nodes) for turn in range(4)]
        return int(np.argmin(errors)) == 0

    @property
    def side_right(self) -> bool:
        """Whether the printed side is the true one."""
        return self.answer.side == self.sheet.side


def bench_lattices(folder: Path) -> None:
    """Print how exactly the sheets lie, per stratum, and whether turned and mirrored photos give the same."""
    placed = place_sheets(folder, classifier := load_classifier())
    print(tables([*placing_figures(placed), *agreement_figures(placed, classifier)]))
    worst = sorted(placed, key=lambda placing: -placing.worst_node)[:10]
    print("\nworst nodes: " + ", ".join(f"{placing.sheet.name} ({_said(placing)})" for placing in worst))


def lattice_figures(folder: Path) -> list[Figure]:
    """Return how exactly the sheets of a folder lie, and whether turned and mirrored photos give the same."""
    placed = place_sheets(folder, classifier := load_classifier())
    return [*placing_figures(placed), *agreement_figures(placed, classifier)]


def place_sheets(folder: Path, classifier: SheetClassifier) -> list[Placed]:
    """Look at the photos of a folder that have their truth beside them."""
    return [Placed(sheet, look(sheet.jpeg, classifier)) for sheet in read_sheets(folder)]


def read_sheets(folder: Path) -> Iterator[Sheet]:
    """Yield the photos of a folder that have their truth beside them."""
    for path, truth in photos_with_truth(folder):
        strata = {"difficulty": truth["difficulty"], "print": truth["style"], "side": truth["side"]}
        nodes = np.asarray(truth["points"], np.float64)
        yield Sheet(path.name, path.read_bytes(), nodes, Side(truth["side"]), strata)


def look(photo: bytes, classifier: SheetClassifier) -> Answer:
    """Read a photo, and keep what tells whether it is the same sheet."""
    try:
        reading = read_sheet(photo, classifier)
    except VisionError as error:
        return Answer(code=error.reason.code)
    return Answer(reading.geometry.lattice, reading.side, tuple(cell.terrain for cell in reading.cells))


def corner_error_in_order(nodes: Points, truth: Points) -> float:
    """Return how many squares the worst corner lies off the truth, both (n + 1, n + 1, 2), in their order."""
    return _off(nodes, truth, [0, -1])


def node_error(nodes: Points, truth: Points) -> float:
    """Return how many squares the worst node lies off the truth, both (n + 1, n + 1, 2)."""
    return _off(nodes, truth, list(range(len(truth))))


def placing_figures(placed: Sequence[Placed]) -> list[Figure]:
    """Return how many sheets lie where they should, for each stratum."""
    figures = []
    for stratum, group in by_strata(placed).items():
        row, of = Row(PLACING, stratum, source=SOURCE), len(group)
        found = [placing.worst_node for placing in group if placing.worst_corner < FOUND]
        figures += [
            row.counted("corners found", len(found), of, "photos"),
            row.counted(
                f"all 144 nodes within {NEAR} cell",
                sum(placing.worst_node < NEAR for placing in group),
                of,
                "photos",
            ),
            row.counted("upright", sum(placing.is_upright for placing in group), of, "photos"),
            row.counted("side right", sum(placing.side_right for placing in group), of, "photos"),
        ]
        if found:
            figures.append(row.averaged("worst node of those found, mean", found, "photos", unit="cells"))
    return figures


def agreement_figures(placed: Sequence[Placed], classifier: SheetClassifier) -> list[Figure]:
    """Return how far turned and mirrored photos give the same sheet as the photo itself."""
    return [figure for name, way in WAYS.items() for figure in _agreement(name, way, placed, classifier)]


@dataclass(frozen=True, slots=True)
class Refusal:
    """The outcome of a photo without a sheet."""

    name: str
    code: str
    """Why it was refused; empty where it was not."""
    said: str
    megapixels: float
    seconds: float
    """Of the processor."""
    decodes: float
    """The same over a full `cv2.imdecode` of the photo."""


def bench_refusals(folder: Path) -> None:
    """Print what becomes of photos without a sheet, one by one; each should be rejected."""
    refusals = []
    for each in look_at_others(folder):
        cost = f"{each.megapixels:.1f} megapixels, {each.seconds:.2f} s, {each.decodes:.1f} decodes"
        print(f"{each.name}: {each.code or 'accepted'}, {cost}: {each.said}", flush=True)
        refusals.append(each)
    print("\n" + tables(refusal_figures(refusals)))


def look_at_others(folder: Path) -> Iterator[Refusal]:
    """Yield what becomes of each photo of a folder without a sheet."""
    classifier = load_classifier()
    for path in (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in PICTURES):
        photo, began = path.read_bytes(), time.process_time()
        try:
            reading = read_sheet(photo, classifier)
            said, code = f"a map of side {reading.side}, {len(reading.doubtful)} doubtful", ""
        except VisionError as error:
            said, code = error.reason.message, error.reason.code
        read = time.process_time()
        height, width = np.asarray(cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)).shape[:2]
        decode, seconds = max(time.process_time() - read, 1e-4), read - began
        name = str(path.relative_to(folder))
        yield Refusal(name, code, said, height * width / 1e6, seconds, seconds / decode)


def refusal_figures(refusals: Sequence[Refusal]) -> list[Figure]:
    """Return how many photos without a sheet were refused, by which reason, and what that cost."""
    row, of = Row("Refusing photos of other things", source=REFUSING), len(refusals)
    refused = [refusal.code for refusal in refusals if refusal.code]
    reasons = [
        row.counted(f"of them as {code}", count, of, "photos", better=Better.NEITHER)
        for code, count in Counter(refused).most_common()
    ]
    cost = [row.timed("processor time", [each.seconds for each in refusals], "photos", unit="s")]
    large = [each.decodes for each in refusals if each.megapixels >= LARGE]
    if large:
        cost.append(row.timed("over a full decode, of 8 megapixels and more", large, "photos", bar=4.0))
    return [row.counted("refused", len(refused), of, "photos", bar=1.0), *reasons, *cost]


def _off(nodes: Points, truth: Points, lines: list[int]) -> float:
    square = mean_side(corners_of(truth)) / (len(truth) - 1)
    at = np.ix_(lines, lines)
    return float(np.linalg.norm(nodes[at] - truth[at], axis=-1).max() / square)


def _said(placing: Placed) -> str:
    return placing.answer.code or f"{placing.worst_node:.2f}"


def _agreement(name: str, way: "Way", placed: Sequence[Placed], classifier: SheetClassifier) -> list[Figure]:
    lattices, sides, otherwise = [], [], []
    for number, placing in enumerate(placed):
        first = placing.answer
        if first.nodes is None:
            continue
        jpeg, back = way(placing.sheet.jpeg, number)
        again = look(jpeg, classifier)
        lattices.append(again.nodes is not None and node_error(back(again.nodes), first.nodes) < SAME)
        sides.append(again.side == first.side)
        if again.nodes is not None:
            pairs = zip(again.terrain, first.terrain, strict=True)
            otherwise.append(np.array([new is not old for new, old in pairs]))
    row, of = Row(AGAIN, name, source=SOURCE), len(lattices)
    return [
        row.counted(f"same lattice within {SAME} cell", sum(lattices), of, "photos"),
        row.counted("same side", sum(sides), of, "photos"),
        row.counted("same map", sum(not same.any() for same in otherwise), of, "photos"),
        row.clustered("squares read otherwise", otherwise, "squares", better=Better.LESS),
    ]


Way = Callable[[bytes, int], tuple[bytes, Callable[[Points], Points]]]
"""From a JPEG and its number to another one, and how to carry what is found there back."""


def _turned(quarters: int) -> Way:
    def turn(jpeg: bytes, _: int) -> tuple[bytes, Callable[[Points], Points]]:
        photo = developed(jpeg)
        height, width = photo.shape[:2]
        size = np.array([[width, height], [height, width]][quarters % 2], np.float64) - 1
        return encoded(np.rot90(photo, quarters)), lambda nodes: turned_back(nodes, size, quarters)

    return turn


def turned_back(nodes: Points, size: Points, quarters: int) -> Points:
    """Carry points of a photo that was turned counter-clockwise back to the photo as it was.

    Args:
        nodes: (..., 2) in pixels of the turned photo.
        size: the turned photo's last column and row.
        quarters: by how many quarter turns.
    """
    for _ in range(quarters):
        nodes = np.stack([size[1] - nodes[..., 1], nodes[..., 0]], axis=-1)
        size = size[::-1]
    return nodes


def _mirrored(jpeg: bytes, number: int) -> tuple[bytes, Callable[[Points], Points]]:
    tag = MIRRORED[number % len(MIRRORED)]
    return encoded(laid_by_tag(developed(jpeg), tag), tag), lambda nodes: nodes


def laid_by_tag(upright: Pixels, tag: int) -> Pixels:
    """Return the pixels that a mirrored EXIF orientation turns into the upright photo."""
    laid = {2: upright[:, ::-1], 4: upright[::-1], 5: upright.transpose(1, 0, 2)}
    laid[7] = upright[::-1, ::-1].transpose(1, 0, 2)
    return np.ascontiguousarray(laid[tag])


def encoded(photo: Pixels, tag: int = 1, *, quality: int = 95) -> bytes:
    """Return a photo as JPEG with an EXIF orientation."""
    exif, file = PillowImage.Exif(), io.BytesIO()
    exif[ORIENTATION] = tag
    PillowImage.fromarray(np.ascontiguousarray(photo)).save(file, "JPEG", quality=quality, exif=exif)
    return file.getvalue()


WAYS: dict[str, Way] = {
    "encoded again": lambda jpeg, _: (encoded(developed(jpeg)), lambda nodes: nodes),
    "turned by 90 degrees": _turned(1),
    "turned by 180 degrees": _turned(2),
    "turned by 270 degrees": _turned(3),
    "mirrored EXIF": _mirrored,
}
