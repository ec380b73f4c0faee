"""A drawn sheet as the reader sees it once it is found: straight, in even light, 32 pixels a square.

Drawing the field directly, with a camera's damage but no table and no perspective, costs a third of a whole
photo. Most of what the terrain network learns from is drawn this way.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.drawnsheet import draw_sheet
from datasets.draw.flat.foreign import add_foreign
from datasets.draw.flat.unseen import Shooting, photograph, random_shooting, unseen_print
from datasets.draw.gamemaps import game_map
from datasets.draw.hand.drawing import Desk, DrawnKinds, draw_map, draw_scattered_map
from datasets.draw.hand.person import DRAWN, Hand, Way, random_hand, shares_of_kinds
from datasets.draw.maps import INITIALS, SIDES, DrawnMap, random_map, scattered_map
from datasets.draw.pencil import Pixels
from datasets.draw.photo import light
from datasets.draw.pictures import Pictures
from datasets.draw.recipe import Recipe
from datasets.draw.sheet.editions import world_print
from datasets.draw.sheet.paper import random_print
from datasets.draw.sheet.printing import Print
from datasets.draw.strokes import Split, StrokeBook, floats, load_strokes
from datasets.draw.world.scene import lay_things
from engine import ALL_SQUARES, SIZE, Side, Terrain
from vision.find.lattice import transform
from vision.image import Image
from vision.read.cells import even_light, pixel_places

LABELS = tuple(Terrain)
SHARES_OF_KINDS = {(terrain, ""): 1.0 for terrain in LABELS if terrain not in DRAWN} | shares_of_kinds()
"""How often a square of its terrain shows each kind; what nobody draws has one kind, without a name."""
KINDS = tuple(SHARES_OF_KINDS)
NO_LABEL = -1  # a square of which nobody can say what it holds
PRINTED = [column for column, label in enumerate(LABELS) if label.is_printed]
TOP, AROUND = 1.4, 0.9  # squares drawn above and below the field
CELL = (26.0, 46.0)  # pixels a square is drawn with
READABLE_CELL = 32.0  # pixels; smaller squares are blurred less, or nothing would be left to read
GREY_PHOTOS = 0.15  # share of nearly colourless photos among those of graphite sheets
FOREIGN_SHEETS = 0.3  # share of sheets with things on them that are no drawing
COVERED, MOST_THINGS = 0.3, 2  # share of sheets of the wide world on which things lie, and how many at most
HIDDEN = 0.3  # share of a square under such a thing from which it is something else
TOUCHED = 0.05  # and up to which it is not
MISPLACED = 0.03  # squares by which a found lattice's corners are off, mostly
BENT = 0.02  # and by which its nodes are, on top
BADLY_FOUND = 0.2  # share of lattices that are off by up to thrice as much
PLAYED = 0.4  # share of maps on printed sides that a game has left; the others obey no rule


@dataclass(frozen=True)
class FlatSheet:
    """The picture, and what a perfect reader would read in it; all arrays (11, 11) but the picture."""

    picture: Pixels
    """RGB, (368, 368, 3), as `rectify` returns it."""
    terrain: NDArray[np.int8]
    """Index into LABELS, or NO_LABEL."""
    kinds: NDArray[np.int8]
    """Index into KINDS, or NO_LABEL."""
    ruins: NDArray[np.bool_]
    attacks: NDArray[np.bool_]
    initials: NDArray[np.int8]
    """0 for none, else 1 + index into INITIALS."""
    foreign: NDArray[np.int8]
    """1 where something else hides what the square holds, 0 where nothing does, NO_LABEL in between."""


@dataclass(frozen=True)
class Scenery:
    """The map, the hand, the print and the camera of a sheet, before anything is drawn."""

    drawn: DrawnMap
    hand: Hand
    edition: Print
    shooting: Shooting | None
    """The lamp and the camera that training does not know; None for those that it does."""


def scenery(
    recipe: Recipe, seed: int, index: int, *, split: Split = "train", unseen: bool = False
) -> Scenery:
    """Choose the map, the hand and the print of sheet number `index`; `unseen` ones training never meets."""
    map_rng, hand_rng, print_rng, *_ = _streams(seed, index)
    edition = unseen_print(print_rng) if unseen else random_print(print_rng)
    return Scenery(
        _some_map(map_rng, recipe),
        random_hand(hand_rng, load_strokes(split)),
        edition,
        random_shooting(print_rng) if unseen else None,
    )


def draw_flat_sheet(
    recipe: Recipe, seed: int, index: int = 0, *, split: Split = "train", unseen: bool = False
) -> FlatSheet:
    """Draw sheet number `index` of the series `seed`; the same numbers give the same pixels anywhere."""
    *_, draw_rng, light_rng = _streams(seed, index)
    about, book = scenery(recipe, seed, index, split=split, unseen=unseen), load_strokes(split)
    return draw_known_sheet(
        about.drawn, about.hand, about.edition, recipe, book, draw_rng, light_rng, about.shooting
    )


def draw_world_sheet(
    recipe: Recipe, pictures: Pictures, seed: int, index: int, *, split: Split = "train"
) -> FlatSheet:
    """Draw sheet number `index` of any edition, with cards, pieces and pencils lying on some of them."""
    return _draw_of_any_edition(recipe, pictures, seed, index, split, _some_map, draw_map, covered=True)


def draw_scattered_sheet(
    recipe: Recipe, pictures: Pictures, seed: int, index: int, *, split: Split = "train"
) -> FlatSheet:
    """Draw sheet number `index` of any edition on which every square is drawn by another person."""
    return _draw_of_any_edition(
        recipe, pictures, seed, index, split, _some_scattered_map, draw_scattered_map, covered=False
    )


def _draw_of_any_edition(
    recipe: Recipe,
    pictures: Pictures,
    seed: int,
    index: int,
    split: Split,
    choose_map: Callable[[np.random.Generator, Recipe], DrawnMap],
    draw: Callable[[DrawnMap, Desk], DrawnKinds],
    *,
    covered: bool,
) -> FlatSheet:
    """Draw a sheet of any edition, with things of the wide world lying on it if it may be `covered`."""
    map_rng, hand_rng, print_rng, draw_rng, light_rng = _streams(seed, index)
    book = load_strokes(split)
    return draw_known_sheet(
        choose_map(map_rng, recipe),
        random_hand(hand_rng, book),
        world_print(print_rng, pictures),
        recipe,
        book,
        draw_rng,
        light_rng,
        pictures=pictures if covered else None,
        draw=draw,
    )


def draw_known_sheet(
    drawn: DrawnMap,
    hand: Hand,
    edition: Print,
    recipe: Recipe,
    book: StrokeBook,
    draw_rng: np.random.Generator,
    light_rng: np.random.Generator,
    shooting: Shooting | None = None,
    pictures: Pictures | None = None,
    draw: Callable[[DrawnMap, Desk], DrawnKinds] = draw_map,
) -> FlatSheet:
    """Draw this map by this hand; the same `draw_rng` gives the same strokes to a map begun alike.

    Where pictures are given, things of the wide world may lie on the sheet.
    """
    edition = replace(edition, top=TOP)
    cell = float(draw_rng.uniform(*CELL))
    sheet, kinds = draw_sheet(
        drawn, hand, edition, cell, book, draw_rng, height=TOP + SIZE + AROUND, draw=draw
    )
    hidden = _lay_things(sheet, cell, book, draw_rng)
    origin = np.array([edition.left, edition.top])
    if pictures is not None and draw_rng.random() < COVERED:
        field = (origin + np.array([(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)])) * cell
        count = int(draw_rng.integers(1, MOST_THINGS + 1))
        hidden = np.maximum(hidden, lay_things(sheet, field, count, pictures, draw_rng))
    shot, to_shot = _photographed(sheet, recipe, light_rng, hand.way, shooting)
    places = (_misplaced_squares(light_rng) + origin) * cell - 0.5
    places = places @ to_shot[:, :2].T + to_shot[:, 2]
    x, y = np.moveaxis(places.astype(np.float32), -1, 0)
    flat = cv2.remap(shot, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return _labelled(
        even_light(Image(np.asarray(flat, np.uint8))), drawn, kinds, _shares(hidden, origin, cell)
    )


def _streams(seed: int, index: int) -> list[np.random.Generator]:
    """Return the chances of the map, the hand, the print, the drawing and the light."""
    return [np.random.default_rng(s) for s in np.random.SeedSequence(seed, spawn_key=(index, 1)).spawn(5)]


def _some_map(rng: np.random.Generator, recipe: Recipe) -> DrawnMap:
    side = _some_side(rng, recipe)
    return game_map(rng, side) if side != Side.CUSTOM and rng.random() < PLAYED else random_map(rng, side)


def _some_scattered_map(rng: np.random.Generator, recipe: Recipe) -> DrawnMap:
    return scattered_map(rng, _some_side(rng, recipe))


def _some_side(rng: np.random.Generator, recipe: Recipe) -> Side:
    return Side.CUSTOM if rng.random() < recipe.custom_side else SIDES[int(rng.integers(4))]


def _lay_things(
    sheet: Pixels, cell: float, book: StrokeBook, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Perhaps put things on the sheet, in place; return how far they hide each pixel."""
    hidden = np.zeros(sheet.shape[:2], np.float32)
    if rng.random() < FOREIGN_SHEETS:
        for _ in range(int(rng.integers(1, 4))):
            hidden = np.maximum(hidden, add_foreign(sheet, cell, book, rng))
    return hidden


def _photographed(
    sheet: Pixels, recipe: Recipe, rng: np.random.Generator, way: Way, shooting: Shooting | None
) -> tuple[Pixels, NDArray[np.float64]]:
    """Return the sheet as a camera takes it, turned and foreshortened, and the affine map (2, 3) to there."""
    angle, shrink = float(np.radians(rng.normal(0, 8))), rng.uniform(0.75, 1.05, 2)
    if rng.random() < 0.2:
        shrink *= float(rng.uniform(0.6, 0.9))
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin], [sin, cos]]) @ np.diag(shrink)
    height, width = sheet.shape[:2]
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]]) @ turn.T
    size = np.ceil(np.ptp(corners, axis=0)).astype(int).tolist()
    to_shot = np.hstack([turn, -corners.min(0)[:, None]])
    scene = cv2.warpAffine(sheet, to_shot, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if shooting:
        return photograph(np.asarray(scene, np.uint8), shooting, recipe, rng), to_shot
    lit = light.illumination((size[0], size[1]), recipe, rng)
    scale = min(1.0, CELL[0] * float(shrink.min()) / READABLE_CELL)
    drained = way == Way.SYMBOLS and bool(rng.random() < GREY_PHOTOS)
    seen = light.exposed(scene, floats(lit), recipe, rng, blur_scale=scale, drained=drained)
    return light.developed(light.compressed(seen, recipe, rng)), to_shot


def _misplaced_squares(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the map place (x, y) of each pixel of the picture, a little off as a found lattice is."""
    places = pixel_places(SIZE)
    corners = floats([(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)])
    badness = float(rng.uniform(1.0, 3.0)) if rng.random() < BADLY_FOUND else 1.0
    moved = corners + rng.normal(0, MISPLACED * badness, (4, 2)).astype(np.float32)
    places = transform(np.asarray(cv2.getPerspectiveTransform(corners, moved), np.float64), places)
    bends = rng.normal(0, BENT * badness, (5, 5, 2)).astype(np.float32)
    return places + cv2.resize(bends, places.shape[:2], interpolation=cv2.INTER_CUBIC)


def _shares(hidden: NDArray[np.float32], origin: NDArray[np.float64], cell: float) -> NDArray[np.float64]:
    """Return how much of each square is hidden, (11, 11)."""
    shares = np.zeros((SIZE, SIZE))
    for square in ALL_SQUARES:
        x, y = np.round((origin + np.array([square.column, square.row])) * cell).astype(int)
        shares[square] = hidden[y : y + round(cell), x : x + round(cell)].mean()
    return shares


def _labelled(picture: Pixels, drawn: DrawnMap, kinds: DrawnKinds, shares: NDArray[np.float64]) -> FlatSheet:
    terrain = np.array([[LABELS.index(held) for held in row] for row in drawn.sheet.rows], np.int8)
    shown = [KINDS.index(kinds.get(square, (drawn.sheet[square], ""))) for square in ALL_SQUARES]
    kinds_shown = np.array(shown, np.int8).reshape(SIZE, SIZE)
    for labels in (terrain, kinds_shown):
        labels[shares > HIDDEN] = NO_LABEL
    foreign = np.where(shares > HIDDEN, 1, np.where(shares > TOUCHED, NO_LABEL, 0))
    initials = np.zeros((SIZE, SIZE), np.int8)
    for square, letter in drawn.initials.items():
        initials[square] = 1 + INITIALS.index(letter)
    ruins, attacks = np.zeros((2, SIZE, SIZE), np.bool_)
    for marked, squares in ((ruins, drawn.sheet.ruins), (attacks, drawn.attacks)):
        for square in squares:
            marked[square] = True
    return FlatSheet(picture, terrain, kinds_shown, ruins, attacks, initials, foreign.astype(np.int8))
