"""Make pictures of what was found, and of what was refused with which words.

`python -m datasets.measure.gallery --out docs` writes docs/images/finding/*.jpg, and renews what
docs/finding.md says below its mark. Shown are photos that the project draws itself, and with `--shared
FOLDER` a few real ones whose licence allows it (CC BY 4.0, MIT).
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.draw.pencil import Pixels
from datasets.draw.photo.light import developed
from datasets.draw.photo.sample import render_sample
from datasets.draw.recipe import Recipe
from datasets.measure.finding import read_grids
from datasets.measure.sheets import FOUND, corner_error, encoded
from datasets.measure.spoiling import steps
from datasets.measure.spoiling.steps import Scene, at_work_size
from datasets.measure.spoiling.stress import GRID_CELLS
from engine import SIZE
from vision import GridNotFoundError, Image, find_grid
from vision.find.geometry import Points, map_nodes, transform

MARK = "<!-- all below is written by datasets.measure.gallery -->"
LONG_SIDE = 640
QUALITY = 74
SEED = 4
MESH, UPPER_LEFT = (255, 0, 120), (30, 90, 255)
OTHERS = {
    "omr/sample1__MobileCamera__sheet1.jpg": "an answer sheet",
    "jscanify/test2.png": "a page on a table",
    "tictactoe_kvuletic/image2.jpeg": "noughts and crosses on paper",
    "drawing_photo/garlic.png": "a drawing",
}


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One picture of the gallery."""

    name: str
    caption: str
    photo: Pixels
    cells: int = SIZE
    nodes: Points | None = None
    """Where it is known, the true lattice in photo pixels, (n + 1, n + 1, 2), of which the corners count."""


def exhibits(shared: Path | None) -> Iterator[Exhibit]:
    """Yield the photos to show: drawn ones, spoilt ones, and real ones where they are."""
    yield from _drawn_hard()
    yield from _spoilt()
    if shared is not None:
        yield from _real_grids(shared / "grids")
        for path, what in OTHERS.items():
            photo = developed((shared / "other_photos" / path).read_bytes())
            yield Exhibit(f"other-{Path(path).parent}", f"real photo of {what}", photo)


def shown(exhibit: Exhibit) -> tuple[Pixels, str]:
    """Return the exhibit with the mesh found in it, and what was said, as Markdown."""
    scale = LONG_SIDE / max(exhibit.photo.shape)
    picture = cv2.resize(exhibit.photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    try:
        found = find_grid(Image(exhibit.photo), cells=exhibit.cells)
    except GridNotFoundError as refusal:
        reason = refusal.reason
        said = f"refused, `{reason.code}`: {reason.message} {reason.advice}"
    else:
        _draw_mesh(np.asarray(picture, np.uint8), (found.lattice + 0.5) * scale - 0.5)
        said = "found" if exhibit.nodes is None else f"found, {_how_well(found.lattice, exhibit.nodes)}"
    return np.asarray(picture, np.uint8), f"{exhibit.caption}: {said}"


def write_gallery(folder: Path, shared: Path | None) -> None:
    """Write the pictures and the part of the page that shows them."""
    pictures = folder / "images" / "finding"
    pictures.mkdir(parents=True, exist_ok=True)
    cells = []
    for exhibit in exhibits(shared):
        picture, said = shown(exhibit)
        (pictures / f"{exhibit.name}.jpg").write_bytes(encoded(picture, quality=QUALITY))
        cells.append((f"![{exhibit.caption}](images/finding/{exhibit.name}.jpg)", said))
        print(f"{exhibit.name}: {said}")
    page = folder / "finding.md"
    above = page.read_text(encoding="utf-8").split(MARK)[0]
    page.write_text(f"{above}{MARK}\n\n{_table(cells)}\n", encoding="utf-8")


def _drawn_hard() -> Iterator[Exhibit]:
    recipe = Recipe.load("hard")
    for index in range(4):
        sample = render_sample(recipe, SEED, index, split="test")
        caption = f"drawn photo of the hard kind, number {index}"
        yield Exhibit(f"hard{index}", caption, sample.photo, nodes=sample.truth.lattice)


def _spoilt() -> Iterator[Exhibit]:
    sample = render_sample(Recipe.load("easy"), SEED, 9, split="test")
    scene = at_work_size(Scene("easy", sample.photo, sample.truth.lattice))
    for name, caption, spoilt in (
        ("thumb", "a thumb on a corner", steps.thumbed(scene, 2)),
        ("card", "a card on nearly half of the map", steps.carded(scene, 0.45)),
        ("shadow", "a hard shadow that leaves a tenth of the light", steps.shaded(scene, 0.1)),
        ("tilt", "50 degrees more tilt", steps.tilted(scene, 50)),
        ("shaken", "shaken by half a square", steps.shaken(scene, 0.5)),
        ("far", "squares of 8 pixels", steps.shrunk(scene, 8)),
        ("night", "hardly any light", steps.darkened(scene, 0.015)),
        ("blurred", "out of focus", steps.defocused(scene, 0.6)),
    ):
        yield Exhibit(name, f"drawn photo, {caption}", spoilt.photo, nodes=spoilt.nodes)


def _real_grids(folder: Path) -> Iterator[Exhibit]:
    for kind, name, caption in (
        ("clean", "image1087.jpg", "folded newspaper"),
        ("thumb", "image1011.jpg", "bent paper, a corner covered"),
        ("shadow", "image1070.jpg", "half in a hard shadow"),
    ):
        grid = next(grid for grid in read_grids(folder, kind) if grid.name == name)
        field = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * GRID_CELLS
        plane = cv2.getPerspectiveTransform(field, grid.corners).astype(np.float64)
        nodes = transform(plane, map_nodes(GRID_CELLS))
        yield Exhibit(f"grid-{kind}", f"real photo of a 9 x 9 grid, {caption}", grid.photo, GRID_CELLS, nodes)


def _how_well(nodes: Points, truth: Points) -> str:
    error = corner_error(nodes, truth)
    return f"no corner more than {error:.2f} squares off" if error < FOUND else f"but {error:.1f} squares off"


def _draw_mesh(picture: Pixels, nodes: Points) -> None:
    lines = [*nodes, *nodes.transpose(1, 0, 2)]
    sixteenths = [np.round(line * 16).astype(np.int32) for line in lines]
    cv2.polylines(picture, sixteenths, isClosed=False, color=MESH, thickness=1, lineType=cv2.LINE_AA, shift=4)
    x, y = nodes[0, 0].tolist()
    cv2.circle(picture, (round(x), round(y)), 6, UPPER_LEFT, -1, cv2.LINE_AA)


def _table(cells: list[tuple[str, str]]) -> str:
    rows = ["| | |", "| --- | --- |"]
    for at in range(0, len(cells), 2):
        pair = [*cells[at : at + 2], ("", "")][:2]
        rows += ["| " + " | ".join(part) + " |" for part in zip(*pair, strict=True)]
    return "\n".join(rows)


def main() -> None:
    """Write the gallery that the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder with finding.md")
    parser.add_argument("--shared", type=Path, help="real photos: grids and other_photos")
    arguments = parser.parse_args()
    if arguments.shared and not (arguments.shared / "grids" / "corners.csv").exists():
        parser.error(f"{arguments.shared} holds no grids/corners.csv; name the folder of the real photos")
    write_gallery(arguments.out, arguments.shared)


if __name__ == "__main__":
    main()
