"""One photo of the wide world: a sheet of any edition on, under and among other things, with its truth."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.drawnsheet import draw_sheet
from datasets.draw.hand.person import random_hand
from datasets.draw.ledger.written import random_ledger
from datasets.draw.maps import SIDES, DrawnMap, random_map
from datasets.draw.pencil import Pixels
from datasets.draw.photo import light
from datasets.draw.photo.camera import Camera, random_camera
from datasets.draw.photo.sample import blur_scale, cell_size, in_view, laid_on
from datasets.draw.pictures import Pictures
from datasets.draw.recipe import Recipe
from datasets.draw.sheet.editions import world_print
from datasets.draw.sheet.printing import Print
from datasets.draw.strokes import floats, load_strokes
from datasets.draw.world.scene import cover_with, lay_papers, lay_table, lay_things, put
from engine import ROWS, SIZE, MapSheet, Side, Terrain
from vision.find.lattice import Points, corners_of, map_nodes, transform

PRINTED = ".MWR"
"""Prints that a square may have: nothing, a mountain, a wasteland, ruins."""
AMONG_PAPERS, COVERED, BESIDE_OTHERS = 0.6, 0.4, 0.12
MOST_PAPERS, MOST_THINGS = 5, 3
BLANK = 0.1  # share of sheets on which nothing was drawn yet
HIDDEN = 0.35  # share of a square beneath a thing from which it is hidden
LOOKS = 6  # places along a square's side that are looked at for that
GREY_PHOTOS = 0.07
MIN_CELL = 16.0


@dataclass(frozen=True)
class WorldPhoto:
    """A photo, and where its sheets lie and what they show of their print."""

    jpeg: bytes
    side: Side
    lattice: Points
    """The 12 x 12 nodes, (12, 12, 2), pixels."""
    printed: tuple[str, ...]
    """Eleven rows of eleven letters of `PRINTED`."""
    hidden: NDArray[np.bool_]
    """Squares that something covers, (11, 11)."""
    others: tuple[Points, ...]
    """Lattices of other sheets, hidden in part or not."""

    def to_json(self) -> dict[str, Any]:
        """Return the truth."""
        return {
            "side": str(self.side),
            "points": self.lattice.round(2).tolist(),
            "printed": list(self.printed),
            "hidden": np.argwhere(self.hidden).tolist(),
            "others": [other.round(2).tolist() for other in self.others],
        }


def draw_world_photo(recipe: Recipe, pictures: Pictures, seed: int, index: int) -> WorldPhoto:
    """Draw photo number `index` of the series `seed`; the same numbers and files give the same bytes."""
    scene_rng, print_rng, hand_rng, draw_rng, camera_rng, light_rng = (
        np.random.default_rng(s) for s in np.random.SeedSequence(seed, spawn_key=(index, 7)).spawn(6)
    )
    edition, drawn = world_print(print_rng, pictures), _some_map(recipe, scene_rng)
    hand = random_hand(hand_rng, load_strokes("train"))
    camera = random_camera(recipe, edition, camera_rng)
    lattice = camera.lattice(edition)
    field = corners_of(lattice)
    cell = cell_size(lattice, MIN_CELL, recipe.max_cell)
    ledger = random_ledger(scene_rng)
    sheet, _ = draw_sheet(drawn, hand, edition, cell, load_strokes("train"), draw_rng, ledger=ledger)
    scene = lay_table(camera.size, pictures, scene_rng)
    if scene_rng.random() < AMONG_PAPERS:
        lay_papers(scene, field, int(scene_rng.integers(1, MOST_PAPERS + 1)), pictures, scene_rng)
    others = []
    if scene_rng.random() < BESIDE_OTHERS:
        others.append(_lay_other_sheet(scene, sheet, edition, field, scene_rng))
    _lay_sheet(scene, sheet, edition, camera, scene_rng)
    if scene_rng.random() < 0.15:  # a paper over the sheet's margin
        _lay_over_margin(scene, field, pictures, scene_rng)
    count = int(scene_rng.integers(1, MOST_THINGS + 1)) if scene_rng.random() < COVERED else 0
    covered = lay_things(scene, field, count, pictures, scene_rng)
    photo = _exposed(scene, camera, edition, recipe, light_rng)
    hidden = _hidden_squares(covered, lattice)
    printed = _printed_squares(drawn)
    return WorldPhoto(
        light.compressed(photo, recipe, light_rng), drawn.sheet.side, lattice, printed, hidden, tuple(others)
    )


def draw_bare_photo(recipe: Recipe, pictures: Pictures, seed: int, index: int) -> bytes:
    """Draw a photo of the same series as JPEG, with all that may lie about a sheet but without a sheet."""
    scene_rng, print_rng, camera_rng, light_rng = (
        np.random.default_rng(s) for s in np.random.SeedSequence(seed, spawn_key=(index, 8)).spawn(4)
    )
    edition = world_print(print_rng, pictures)
    camera = random_camera(recipe, edition, camera_rng)
    field = corners_of(camera.lattice(edition))
    scene = lay_table(camera.size, pictures, scene_rng)
    lay_papers(scene, field, int(scene_rng.integers(0, MOST_PAPERS + 1)), pictures, scene_rng)
    lay_things(scene, field, int(scene_rng.integers(0, MOST_THINGS + 1)), pictures, scene_rng)
    photo = _exposed(scene, camera, edition, recipe, light_rng)
    return light.compressed(photo, recipe, light_rng)


def _some_map(recipe: Recipe, rng: np.random.Generator) -> DrawnMap:
    side = Side.CUSTOM if rng.random() < recipe.custom_side else SIDES[int(rng.integers(4))]
    drawn = random_map(rng, side)
    if rng.random() >= BLANK:
        return drawn
    rows = tuple(tuple(t if t.is_printed else Terrain.EMPTY for t in row) for row in drawn.sheet.rows)
    return DrawnMap(MapSheet(rows, drawn.sheet.ruins, side), (), drawn.wastelands)


def _lay_sheet(
    scene: Pixels, sheet: Pixels, edition: Print, camera: Camera, rng: np.random.Generator
) -> None:
    """Lay the sheet down with its shadow, in place, bent paper shaded."""
    seen, inside, slope = in_view(sheet, edition, camera)
    bent = np.clip(1.0 + slope * float(rng.normal(0, 0.8)), 0.65, 1.25)[..., None]
    lit = np.clip(seen * bent, 0, 255).astype(np.uint8)
    scene[:] = laid_on(scene, lit, inside, rng)


def _lay_other_sheet(
    scene: Pixels, sheet: Pixels, edition: Print, field: Points, rng: np.random.Generator
) -> Points:
    """Lay another sheet of the same edition beside, in place; return its lattice."""
    middle = field.mean(axis=0)
    size = float(np.linalg.norm(field - middle, axis=1).mean())
    heading = rng.uniform(0, 2 * np.pi)
    place = middle + rng.uniform(1.4, 2.4) * size * np.array([np.cos(heading), np.sin(heading)])
    long_side = size * 1.41 * edition.height / SIZE * float(rng.uniform(0.8, 1.15))
    view, _ = put(scene, sheet, place, long_side, rng, 0.03)
    cell = sheet.shape[1] / edition.width
    return transform(view, (map_nodes(SIZE) + np.array([edition.left, edition.top])) * cell)


def _lay_over_margin(scene: Pixels, field: Points, pictures: Pictures, rng: np.random.Generator) -> None:
    """Lay a paper so that it covers a part of the sheet but nothing of its field, in place."""
    start = int(rng.integers(4))
    along, middle = field[(start + 1) % 4] - field[start], field.mean(axis=0)
    edge = (field[start] + field[(start + 1) % 4]) / 2
    out = edge - middle
    gap, depth = rng.uniform(0.12, 0.35), rng.uniform(0.5, 2.0)
    corners = np.array(
        [
            edge + s * along * 0.9 + out * reach
            for s, reach in ((-1, gap), (1, gap), (1, gap + depth), (-1, gap + depth))
        ]
    )
    paper = pictures.background(("document", "pattern-sheet"), rng)
    if paper is None:
        paper = np.full((300, 300, 3), rng.uniform(120, 250), np.uint8)
    high, wide = paper.shape[:2]
    flat = floats([(0, 0), (wide, 0), (wide, high), (0, high)])
    view = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    laid = cv2.warpPerspective(paper, view, scene.shape[1::-1], flags=cv2.INTER_AREA)
    mask = np.zeros(scene.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 255, cv2.LINE_AA)
    cover_with(scene, np.asarray(laid, np.uint8), mask)


def _exposed(
    scene: Pixels, camera: Camera, edition: Print, recipe: Recipe, rng: np.random.Generator
) -> Pixels:
    lit = light.illumination(camera.size, recipe, rng)
    drained = bool(rng.random() < GREY_PHOTOS)
    scale = blur_scale(camera, edition)
    return light.exposed(scene, floats(lit), recipe, rng, blur_scale=scale, drained=drained)


def _hidden_squares(covered: NDArray[np.float32], lattice: Points) -> NDArray[np.bool_]:
    """Return which squares are hidden from a third on, (11, 11)."""
    size = SIZE * LOOKS
    along = ((np.arange(size) + 0.5) / LOOKS).astype(np.float32)
    x, y = np.meshgrid(along, along)
    nodes = [np.ascontiguousarray(axis, np.float32) for axis in (lattice[..., 0], lattice[..., 1])]
    places = [cv2.remap(axis, x, y, cv2.INTER_LINEAR) for axis in nodes]
    seen = cv2.remap(covered, places[0], places[1], cv2.INTER_LINEAR)
    return np.asarray(seen.reshape(SIZE, LOOKS, SIZE, LOOKS).mean(axis=(1, 3)) > HIDDEN)


def _printed_squares(drawn: DrawnMap) -> tuple[str, ...]:
    def letter(square: Any) -> str:
        if drawn.sheet[square] == Terrain.MOUNTAIN:
            return "M"
        if square in drawn.wastelands or drawn.sheet[square] == Terrain.WASTELAND:
            return "W"
        return "R" if square in drawn.sheet.ruins else "."

    return tuple("".join(letter(square) for square in row) for row in ROWS)
