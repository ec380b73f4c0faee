"""One synthetic photo of a drawn sheet, with its truth."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.drawnsheet import draw_sheet
from datasets.draw.hand.person import Hand, Way, random_hand
from datasets.draw.ledger.written import Ledger, random_ledger
from datasets.draw.maps import SIDES, DrawnMap, random_map
from datasets.draw.pencil import Pixels
from datasets.draw.photo import light
from datasets.draw.photo.camera import Camera, random_camera
from datasets.draw.photo.table import draw_table
from datasets.draw.recipe import Recipe
from datasets.draw.sheet.paper import random_print
from datasets.draw.sheet.printing import Print
from datasets.draw.strokes import Split, floats, load_strokes
from engine import Side, Square, Terrain
from vision.find.lattice import Points, corners_of

__all__ = ["Recipe", "SheetSample", "Truth", "render_sample"]

MIN_CELL = 20.0
READABLE_CELL = 32.0  # pixels; in smaller squares the recipe's blur would leave nothing to read
GREY_PHOTOS = 0.15  # share of nearly colourless photos among those of graphite sheets


@dataclass(frozen=True, slots=True)
class Truth:
    """The truth of a photo, and how it was made."""

    drawn: DrawnMap
    ledger: Ledger
    lattice: NDArray[np.float64]
    """The grid's 12 x 12 nodes in photo pixels (x, y), row by row as the sheet is read."""
    recipe: str
    hand: Hand
    print: Print

    @property
    def side(self) -> Side:
        """The printed side."""
        return self.drawn.sheet.side

    @property
    def terrain(self) -> tuple[tuple[Terrain, ...], ...]:
        """The 11 x 11 terrains."""
        return self.drawn.sheet.rows

    @property
    def ruins(self) -> frozenset[Square]:
        """The squares with printed ruins."""
        return self.drawn.sheet.ruins

    @property
    def corners(self) -> NDArray[np.float64]:
        """Top left, top right, bottom right, bottom left of the grid, shape (4, 2)."""
        return corners_of(self.lattice)

    def to_json(self) -> dict[str, Any]:
        """Return the truth as the measuring photos' files have it; monsters in boxes are 0 or negative."""
        return {
            "side": str(self.side),
            "terrain": [[str(terrain) for terrain in row] for row in self.terrain],
            "coins": self.ledger.coins,
            "boxes": [list(box) for box in self.ledger.boxes],
            "difficulty": self.recipe,
            "style": str(self.print.paper),
            "hand": _hand_summary(self.hand),
            "print": _print_summary(self.print),
            "ruins": [list(square) for square in sorted(self.ruins)],
            "beneath": [[*square, str(terrain)] for square, terrain in sorted(self.drawn.beneath.items())],
            "corners": self.corners.tolist(),
            "points": self.lattice.round(2).tolist(),
        }


@dataclass(frozen=True, slots=True)
class SheetSample:
    """A photo and its truth."""

    jpeg: bytes
    truth: Truth

    @property
    def photo(self) -> Pixels:
        """The photo as RGB, shape (height, width, 3); decoded anew each time."""
        return light.developed(self.jpeg)


def render_sample(recipe: Recipe, seed: int, index: int = 0, *, split: Split = "train") -> SheetSample:
    """Draw photo number `index` of the series `seed`; the same numbers give the same bytes anywhere."""
    rng = _streams(seed, index)[0]
    side = Side.CUSTOM if rng.random() < recipe.custom_side else SIDES[int(rng.integers(4))]
    drawn = random_map(rng, side)
    return render_map(drawn, random_ledger(rng), recipe, seed, index, split=split)


def render_map(
    drawn: DrawnMap, ledger: Ledger, recipe: Recipe, seed: int, index: int = 0, *, split: Split = "train"
) -> SheetSample:
    """Draw a photo of this map; hand, print, camera and light are those of number `index` of the series."""
    _, hand_rng, print_rng, draw_rng, camera_rng, light_rng = _streams(seed, index)
    book = load_strokes(split)
    hand, edition = random_hand(hand_rng, book), random_print(print_rng)
    camera = random_camera(recipe, edition, camera_rng)
    cell = cell_size(camera.lattice(edition), MIN_CELL, recipe.max_cell)
    sheet, _ = draw_sheet(drawn, hand, edition, cell, book, draw_rng, ledger=ledger)
    photo = _photographed(sheet, edition, camera, recipe, light_rng, may_drain=hand.way == Way.SYMBOLS)
    truth = Truth(drawn, ledger, camera.lattice(edition), recipe.name, hand, edition)
    return SheetSample(light.compressed(photo, recipe, light_rng), truth)


def _streams(seed: int, index: int) -> list[np.random.Generator]:
    """Return where the chance in a photo comes from: in map, hand, print, drawing, camera and light."""
    return [np.random.default_rng(s) for s in np.random.SeedSequence(seed, spawn_key=(index,)).spawn(6)]


def cell_size(lattice: Points, least: float, most: float) -> float:
    """Return how many pixels per cell the sheet needs so that the photo does not outresolve it."""
    sides = np.hypot(*np.moveaxis(np.diff(lattice, axis=1), 2, 0))
    return float(np.clip(1.1 * np.quantile(sides, 0.9), least, most))


def _photographed(
    sheet: Pixels,
    edition: Print,
    camera: Camera,
    recipe: Recipe,
    rng: np.random.Generator,
    *,
    may_drain: bool,
) -> Pixels:
    """Lay the sheet on a table and take the picture; only where colour tells nothing may it be lost."""
    seen, inside, slope = in_view(sheet, edition, camera)
    table = draw_table(camera.size, rng, clutter=bool(rng.random() < recipe.clutter))
    scene = laid_on(table, seen, inside, rng)
    lit = light.illumination(camera.size, recipe, rng)
    lit = lit * (1.0 + inside * np.clip(slope * float(rng.normal(0, 0.8)), -0.35, 0.25))
    if rng.random() < recipe.occluder:
        light.add_occluder(scene, rng)
    drained = may_drain and bool(rng.random() < GREY_PHOTOS)
    scale = blur_scale(camera, edition)
    return light.exposed(scene, floats(lit), recipe, rng, blur_scale=scale, drained=drained)


def in_view(
    sheet: Pixels, edition: Print, camera: Camera
) -> tuple[Pixels, NDArray[np.float32], NDArray[np.float32]]:
    """Return the sheet as the camera sees it, how far it covers each pixel, and how its paper slopes."""
    cell = sheet.shape[1] / edition.width
    xs, ys, slope = camera.sheet_map()
    seen = cv2.remap(
        sheet, xs * cell - 0.5, ys * cell - 0.5, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.uint8), _coverage(xs, ys, edition, cell), slope


def laid_on(scene: Pixels, seen: Pixels, inside: NDArray[np.float32], rng: np.random.Generator) -> Pixels:
    """Return the scene with the sheet on it, and with the sheet's shadow."""
    shadow = light.drop_shadow(inside, rng)
    shaded = cv2.multiply(scene, cv2.merge([shadow] * 3), dtype=cv2.CV_8U)
    return np.asarray(cv2.blendLinear(seen, shaded, inside, 1.0 - inside), np.uint8)


def blur_scale(camera: Camera, edition: Print) -> float:
    """Return by how much of the recipe's blur a photo is blurred; small squares bear less."""
    return min(max(camera.size) / 1400, _smallest_side(camera.lattice(edition)) / READABLE_CELL)


def _smallest_side(lattice: Points) -> float:
    """Return the shortest side of any square in the photo, in pixels."""
    return float(min(np.hypot(*np.moveaxis(np.diff(lattice, axis=axis), 2, 0)).min() for axis in (0, 1)))


def _coverage(
    xs: NDArray[np.float32], ys: NDArray[np.float32], edition: Print, cell: float
) -> NDArray[np.float32]:
    """Return how far each pixel is covered by the sheet, 0..1, soft over one pixel at its edge."""
    depth = np.minimum(np.minimum(xs, edition.width - xs), np.minimum(ys, edition.height - ys))
    return floats(np.clip(depth * cell + 0.5, 0.0, 1.0))


def _print_summary(edition: Print) -> dict[str, Any]:
    return {"mountain": edition.mountain, "ruins": edition.ruins, "wasteland": edition.wasteland}


def _hand_summary(hand: Hand) -> dict[str, Any]:
    return {
        "way": str(hand.way),
        "sources": {str(terrain): style.name for terrain, style in hand.styles.items()},
        "outline": hand.outline > 0,
        "width": round(100 * hand.graphite.width, 2),
        "pressure": round(hand.graphite.pressure, 2),
    }
