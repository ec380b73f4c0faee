"""Draw a filled map as one person (and a neighbour) would, onto the pencil layers of a sheet."""

from dataclasses import dataclass, replace

import numpy as np

from datasets.draw.hand.figures import ATTACK_MARKS
from datasets.draw.hand.figures import scribble as scribbled
from datasets.draw.hand.person import DRAWN, STACKED, Fill, Hand, Kind, SignStyle, Way, random_hand
from datasets.draw.lines import Traits, bent, in_column, moved, places
from datasets.draw.maps import DrawnMap, Shape
from datasets.draw.pencil import Pencil, PencilLayer, dense, smoothed, wobbled
from datasets.draw.strokes import Drawing, Polyline, StrokeBook, floats
from engine import Square, Terrain

DrawnKinds = dict[Square, Kind]
"""The kind of drawing in each square that is drawn on."""

GUEST_SHARE = 0.25  # of the monsters, drawn by the second neighbour
LETTERS = {"D": "latin:04", "Z": "latin:26", "T": "latin:20", "G": "latin:07"}
SIDES = ((-1, 0, (0, 0), (1, 0)), (1, 0, (0, 1), (1, 1)), (0, -1, (0, 0), (0, 1)), (0, 1, (1, 0), (1, 1)))
"""Row and column step to a neighbour, and the ends (x, y) of the edge towards it."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything needed to draw a map: the hand, the layers, the place of the grid, and chance."""

    hand: Hand
    fills: PencilLayer
    signs: PencilLayer
    origin: tuple[float, float]
    """The grid's top left (x, y), in cells from the sheet's."""
    book: StrokeBook
    rng: np.random.Generator

    def corner(self, square: Square) -> Polyline:
        """Return the top left corner of a square, in cells from the sheet's."""
        return floats((self.origin[0] + square.column, self.origin[1] + square.row))

    def put(self, drawing: Drawing, pencil: Pencil) -> None:
        """Draw lines with the hand's wobble."""
        wobble = self.hand.wobble
        if self.rng.random() < self.hand.retraced:
            x, y = self.rng.normal(0, 0.015, 2).tolist()
            drawing = (*drawing, *moved(drawing, x, y, 1.0))
        shaken = tuple(wobbled(smoothed(dense(s, 0.09), 1), self.rng, wobble) for s in drawing)
        self.signs.draw(shaken, pencil, self.rng)


def draw_map(drawn: DrawnMap, desk: Desk) -> DrawnKinds:
    """Draw everything a person put on the map: fills, signs, outlines, marks, crosses, dirt."""
    _draw_erased(desk)
    kinds = _draw_drawn(drawn, desk)
    _draw_dirt(desk)
    return kinds


def draw_scattered_map(drawn: DrawnMap, desk: Desk) -> DrawnKinds:
    """Draw each shape as another person would; only the dirt is of the desk's own hand."""
    _draw_erased(desk)
    kinds: DrawnKinds = {}
    for terrain, shape in drawn.shapes:
        part = replace(
            drawn,
            shapes=((terrain, shape),),
            beneath={square: held for square, held in drawn.beneath.items() if square in shape},
            initials={square: letter for square, letter in drawn.initials.items() if square in shape},
            attacks=drawn.attacks & shape,
        )
        kinds |= _draw_drawn(part, replace(desk, hand=random_hand(desk.rng, desk.book)))
    _draw_dirt(desk)
    return kinds


def _draw_drawn(drawn: DrawnMap, desk: Desk) -> DrawnKinds:
    guest = replace(desk, hand=desk.hand.as_guest())
    kinds: DrawnKinds = {}
    for terrain, shape in drawn.shapes:
        is_guests = terrain == Terrain.MONSTER and desk.rng.random() < GUEST_SHARE
        drawer = guest if is_guests else desk
        _draw_shape(terrain, shape, drawer)
        kinds |= dict.fromkeys(shape, drawer.hand.kind(terrain))
    _draw_outlines(drawn, desk)
    for square in sorted(drawn.beneath):
        _draw_sign(Terrain.DESTROYED, square, desk)
        kinds[square] = desk.hand.kind(Terrain.DESTROYED)
    _draw_marks(drawn, desk)
    return kinds


def _draw_shape(terrain: Terrain, shape: Shape, desk: Desk) -> None:
    hand = desk.hand
    shading = terrain == Terrain.MONSTER and hand.monster_shading > 0 and hand.way != Way.COLOUR_FILL
    for square in sorted(shape):
        if terrain in hand.fills:
            _fill_square(square, hand.fills[terrain], hand.colours[terrain], desk)
        if shading:
            _shade(square, desk)
        if terrain not in hand.fills or hand.sign_on_fill[terrain]:
            _draw_sign(terrain, square, desk)


def _fill_square(square: Square, fill: Fill, pencil: Pencil, desk: Desk) -> None:
    """Colour a square: perhaps an even tone, then lines to and fro that stop near its edges."""
    rng = desk.rng
    if fill.wash > 0:
        low, high = fill.inset + rng.normal(0, 0.015, 4), 1 - fill.inset + rng.normal(0, 0.015, 4)
        ring = [(low[0], low[1]), (high[0], low[2]), (high[1], high[2]), (low[3], high[3])]
        desk.fills.wash(floats(ring) + desk.corner(square), pencil, pressure=fill.wash)
    held = Pencil(pencil.colour, pencil.pressure, fill.width, pencil.grain)
    for line in _scribble_lines(fill, rng):
        desk.fills.stroke(
            line + desk.corner(square), held, pressure=fill.pressure * float(rng.uniform(0.75, 1.1))
        )


def _scribble_lines(fill: Fill, rng: np.random.Generator) -> list[Polyline]:
    """Return parallel lines across the unit square, clipped to it, some joined into a zigzag."""
    angle = np.radians(fill.angle + rng.normal(0, 5))
    along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    half = 0.5 - fill.inset
    reach = half * (abs(across[0]) + abs(across[1]))
    lines = []
    for offset in np.arange(-reach + fill.spacing / 2, reach, fill.spacing):
        start = across * (offset + rng.normal(0, fill.spacing * 0.25))
        with np.errstate(divide="ignore"):
            bounds = np.sort(np.stack([(-half - start) / along, (half - start) / along]), axis=0)
        near, far = bounds[0].max() - rng.normal(0, fill.ragged), bounds[1].min() + rng.normal(0, fill.ragged)
        if far - near > 0.04:
            bow = across * rng.normal(0, 0.015)
            points = [start + along * near, start + along * (near + far) / 2 + bow, start + along * far]
            lines.append(floats(points) + floats(0.5))
    if rng.random() < 0.4 and lines:
        return [np.concatenate([line if i % 2 else line[::-1] for i, line in enumerate(lines)])]
    return lines


def _shade(square: Square, desk: Desk) -> None:
    """Shade a monster's square grey, to and fro."""
    pencil = desk.hand.sign_pencil(Terrain.MONSTER)
    lines = scribbled(Traits(1, 0.3 + desk.hand.slant, 0.5, desk.hand.overshoot * 16, 0.5), desk.rng)
    for line in lines:
        placed = line * floats(0.96) + 0.5 + desk.corner(square)
        desk.fills.stroke(placed.astype(np.float32), pencil, pressure=desk.hand.monster_shading * 0.7)


def _draw_sign(terrain: Terrain, square: Square, desk: Desk) -> None:
    style = desk.hand.styles[terrain]
    drawing = _posed(_sign(style, desk.rng), style, terrain, desk)
    placed = tuple((stroke + floats(0.5) + desk.corner(square)).astype(np.float32) for stroke in drawing)
    desk.put(placed, desk.hand.sign_pencil(terrain))


def _sign(style: SignStyle, rng: np.random.Generator) -> Drawing:
    if style.own is not None:
        return style.own(style.traits, rng)
    spread = in_column if style.name in STACKED else places
    spots = spread(style.copies, rng) if style.copies > 1 else [(0.0, 0.0, 1.0)]
    picks = rng.integers(len(style.drawings), size=len(spots))
    drawing = tuple(
        s for i, (x, y, size) in zip(picks, spots, strict=True) for s in moved(style.drawings[i], x, y, size)
    )
    return bent(drawing, style.bent, rng) if style.bent else drawing


def _posed(drawing: Drawing, style: SignStyle, terrain: Terrain, desk: Desk) -> Drawing:
    """Scale, slant, turn a little and shift a sign as the hand places it this time."""
    hand, rng = desk.hand, desk.rng
    wide = terrain in (Terrain.WATER, Terrain.FARM, Terrain.DESTROYED)
    size = style.size * rng.uniform(0.88, 1.12) * (1.08 if wide else 1.0)
    if terrain == Terrain.WATER and hand.tidy_joins:
        size = 1.06
    turn, slant = rng.normal(0, 0.05), hand.slant + rng.normal(0, 0.03)
    x_scale = size * style.stretch * rng.normal(1.0, 0.04)
    matrix = np.array(
        [
            [x_scale * np.cos(turn), size * np.sin(turn)],
            [-x_scale * np.sin(turn) - size * slant, size * np.cos(turn)],
        ]
    )
    shift = rng.normal(0, hand.scatter, 2) * (0.5 if size > 0.85 else 1.0)
    return tuple((stroke @ matrix + shift).astype(np.float32) for stroke in drawing)


def _draw_outlines(drawn: DrawnMap, desk: Desk) -> None:
    hand, rng = desk.hand, desk.rng
    for terrain, shape in drawn.shapes:
        if rng.random() >= hand.outline:
            continue
        pencil = hand.monster_pencil if terrain == Terrain.MONSTER else hand.graphite
        if hand.way == Way.COLOURED_SYMBOLS and rng.random() < 0.3:
            pencil = hand.sign_pencil(terrain)
        for square in sorted(shape):
            for row, column, start, end in SIDES:
                if Square(square.row + row, square.column + column) not in shape:
                    _draw_edge(desk.corner(square), start, end, pencil, desk)


def _draw_edge(
    corner: Polyline, start: tuple[int, int], end: tuple[int, int], pencil: Pencil, desk: Desk
) -> None:
    ends = floats([start, end]) + desk.rng.normal(0, 0.02, (2, 2))
    over = (ends[1] - ends[0]) * desk.hand.overshoot * desk.rng.uniform(0, 1.5)
    desk.put((floats([ends[0] - over, ends[1] + over]) + corner,), pencil)


def _draw_marks(drawn: DrawnMap, desk: Desk) -> None:
    """Draw monsters' initials and attack marks, small, in a corner of their squares."""
    rng = desk.rng
    initial_spot = floats(rng.choice([-1, 1], 2) * rng.uniform(0.28, 0.36))
    for square, letter in sorted(drawn.initials.items()):
        (drawing,) = desk.book.pick(LETTERS[letter], rng)
        _draw_small(
            drawing, square, initial_spot, float(rng.uniform(0.2, 0.34)), desk.hand.monster_pencil, desk
        )
    mark = ATTACK_MARKS[int(rng.integers(len(ATTACK_MARKS)))]
    traits, size = Traits.random(rng), float(rng.uniform(0.14, 0.27))
    corner = floats(rng.choice([-1, 1], 2, p=[0.35, 0.65]) * np.array([1, -1]) * rng.uniform(0.28, 0.38))
    for square in sorted(drawn.attacks):
        _draw_small(mark(traits, rng), square, corner, size, desk.hand.graphite, desk)


def _draw_small(
    drawing: Drawing, square: Square, spot: Polyline, size: float, pencil: Pencil, desk: Desk
) -> None:
    middle = desk.corner(square) + 0.5 + spot + desk.rng.normal(0, 0.03, 2)
    fine = Pencil(pencil.colour, pencil.pressure, min(pencil.width, 0.035), pencil.grain)
    desk.signs.draw(moved(drawing, float(middle[0]), float(middle[1]), size), fine, desk.rng)


def _draw_erased(desk: Desk) -> None:
    """Leave the ghosts of signs that were rubbed out, under whatever is drawn later."""
    rng, hand = desk.rng, desk.hand
    for _ in range(int(rng.poisson(4 * hand.smudges))):
        terrain = DRAWN[int(rng.integers(len(DRAWN)))]
        square = Square(*rng.integers(0, 11, 2).tolist())
        sign = _posed(_sign(hand.styles[terrain], rng), hand.styles[terrain], terrain, desk)
        pencil = replace(hand.graphite, pressure=hand.graphite.pressure * float(rng.uniform(0.08, 0.25)))
        x, y = (desk.corner(square) + 0.5).tolist()
        desk.fills.draw(moved(sign, x, y, 1.0), pencil, rng)
        rubbed = Pencil(pencil.colour, float(rng.uniform(0.03, 0.1)), 0.12, 0.2)
        smear = scribbled(Traits.random(rng), rng)
        desk.fills.draw(moved(smear, x, y, 0.9), rubbed, rng)


def _draw_dirt(desk: Desk) -> None:
    """Leave stray dots, slips of the pencil and rubbed-out greys."""
    rng, pencil = desk.rng, desk.hand.graphite
    for _ in range(int(rng.poisson(1.5))):
        at = floats(desk.origin) + rng.uniform(0, 11, 2)
        slip = rng.normal(0, rng.choice([0.01, 0.01, 0.12]), 2)
        desk.signs.stroke(floats([at, at + slip]), pencil, pressure=float(rng.uniform(0.3, 0.9)))
    for _ in range(int(rng.poisson(6 * desk.hand.smudges))):
        at = floats(desk.origin) + rng.uniform(0.3, 10.7, 2)
        lines = scribbled(Traits.random(rng), rng)
        rubbed = Pencil(pencil.colour, 0.1, 0.12, 0.2)
        desk.fills.draw(moved(lines, float(at[0]), float(at[1]), float(rng.uniform(0.3, 1.1))), rubbed, rng)
