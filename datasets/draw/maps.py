"""Plausible filled maps: shapes as on the explore cards, laid on a printed side without overlap."""

from dataclasses import dataclass, field
from itertools import product

import numpy as np

from engine import LAYOUTS, MapSheet, Side, Square, Terrain

SIZE = 11
SIDES = (Side.A, Side.B, Side.C, Side.D)
SHAPE_SIZES = (1, 2, 3, 4, 5, 6)
SHAPE_ODDS = (0.12, 0.16, 0.22, 0.28, 0.18, 0.04)
LAND = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)
LAND_EVENNESS = (4.0, 4.0, 4.0, 4.0, 2.0)
"""Of the Dirichlet distribution by which a map's lands are drawn: half as many monsters as of the others."""
SCATTERED = {
    Terrain.EMPTY: 0.12, Terrain.FOREST: 0.14, Terrain.VILLAGE: 0.12, Terrain.FARM: 0.12, Terrain.WATER: 0.12,
    Terrain.MONSTER: 0.1, Terrain.HERO: 0.23, Terrain.DESTROYED: 0.05,
}  # fmt: skip
"""How often each terrain stands on a scattered map; what is hard to tell stands there more often."""
INITIALS = "DZTG"
MAX_TRIES = 90  # shapes tried before a crowded map is called full

Shape = frozenset[Square]


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """A map and what a person drew on it besides the terrain."""

    sheet: MapSheet
    shapes: tuple[tuple[Terrain, Shape], ...]
    """The drawn shapes, each with its terrain, in drawing order."""
    wastelands: Shape = frozenset()
    beneath: dict[Square, Terrain] = field(default_factory=dict)
    """The terrain under the X of each destroyed square; it stays visible."""
    initials: dict[Square, str] = field(default_factory=dict)
    """The letter of the monster's name, drawn small into its squares."""
    attacks: Shape = frozenset()
    """Squares with a small attack mark in a corner."""

    def terrain(self, square: Square) -> Terrain:
        """Return the terrain of a square."""
        return self.sheet[square]


@dataclass(slots=True)
class _Draft:
    """A map while it is being filled."""

    terrain: dict[Square, Terrain]
    ruins: Shape
    wastelands: Shape
    shapes: list[tuple[Terrain, Shape]] = field(default_factory=list)

    def free(self) -> set[Square]:
        return {square for square, terrain in self.terrain.items() if terrain == Terrain.EMPTY}

    def draw(self, terrain: Terrain, shape: Shape) -> None:
        self.shapes.append((terrain, shape))
        self.terrain.update(dict.fromkeys(shape, terrain))


def random_map(rng: np.random.Generator, side: Side) -> DrawnMap:
    """Return a map of the side, from almost empty to almost full; a custom side gets a layout of its own."""
    draft = _blank_draft(rng, side)
    _fill(draft, rng, share=float(rng.beta(1.7, 1.2)) * 0.97)
    if rng.random() < 0.7:
        _add_heroes(draft, rng)
    beneath = _destroy(draft, rng) if rng.random() < 0.25 else {}
    return _finished(draft, side, beneath, rng)


def scattered_map(rng: np.random.Generator, side: Side) -> DrawnMap:
    """Return a map of single squares, each of any terrain whatever lies beside it."""
    draft = _blank_draft(rng, side)
    beneath = {}
    for square in sorted(draft.free()):
        terrain = tuple(SCATTERED)[int(rng.choice(len(SCATTERED), p=list(SCATTERED.values())))]
        if terrain == Terrain.DESTROYED:
            beneath[square] = LAND[int(rng.integers(len(LAND)))]
        if terrain != Terrain.EMPTY:
            draft.draw(beneath.get(square, terrain), frozenset({square}))
    draft.terrain.update(dict.fromkeys(beneath, Terrain.DESTROYED))
    return _finished(draft, side, beneath, rng)


def _finished(
    draft: _Draft, side: Side, beneath: dict[Square, Terrain], rng: np.random.Generator
) -> DrawnMap:
    """Return the drawn map, with the small marks that some people make on it."""
    rows = tuple(tuple(draft.terrain[Square(r, c)] for c in range(SIZE)) for r in range(SIZE))
    return DrawnMap(
        sheet=MapSheet(rows=rows, ruins=draft.ruins, side=side),
        shapes=tuple(draft.shapes),
        wastelands=draft.wastelands,
        beneath=beneath,
        initials=_initials(draft, rng) if rng.random() < 0.3 else {},
        attacks=_attacks(draft, rng) if rng.random() < 0.35 else frozenset(),
    )


def _blank_draft(rng: np.random.Generator, side: Side) -> _Draft:
    terrain = {Square(r, c): Terrain.EMPTY for r, c in product(range(SIZE), repeat=2)}
    if side == Side.CUSTOM:
        mountains, ruins, wastelands = _random_layout(rng)
    else:
        layout = LAYOUTS[side]
        mountains, ruins, wastelands = layout.mountains, layout.ruins, layout.wastelands
    terrain.update(dict.fromkeys(mountains, Terrain.MOUNTAIN))
    terrain.update(dict.fromkeys(wastelands, Terrain.WASTELAND))
    return _Draft(terrain, frozenset(ruins), frozenset(wastelands))


def _random_layout(rng: np.random.Generator) -> tuple[Shape, Shape, Shape]:
    squares = [Square(r, c) for r, c in product(range(SIZE), repeat=2)]
    wastelands: set[Square] = set()
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 4))):
            wastelands |= _grow(rng, set(squares) - wastelands, int(rng.integers(1, 5)))
    rest = [square for square in squares if square not in wastelands]
    order = rng.permutation(len(rest))
    mountains = int(rng.integers(3, 9))
    ruins = mountains + int(rng.integers(4, 25))
    chosen = [rest[i] for i in order[:ruins]]
    return frozenset(chosen[:mountains]), frozenset(chosen[mountains:]), frozenset(wastelands)


def _fill(draft: _Draft, rng: np.random.Generator, *, share: float) -> None:
    odds = rng.dirichlet(LAND_EVENNESS)
    wanted = share * len(draft.free())
    drawn = 0
    for _ in range(MAX_TRIES):
        if drawn >= wanted:
            return
        shape = _grow(rng, draft.free(), int(rng.choice(SHAPE_SIZES, p=SHAPE_ODDS)))
        if shape:
            draft.draw(LAND[int(rng.choice(len(LAND), p=odds))], shape)
            drawn += len(shape)


def _grow(rng: np.random.Generator, free: set[Square], size: int) -> Shape:
    """Grow a connected shape of up to `size` squares from a random free one."""
    if not free:
        return frozenset()
    ordered = sorted(free)
    shape = [ordered[int(rng.integers(len(ordered)))]]
    while len(shape) < size:
        border = sorted({n for s in shape for n in _around(s) if n in free and n not in shape})
        if not border:
            break
        shape.append(border[int(rng.integers(len(border)))])
    return frozenset(shape)


def _around(square: Square) -> tuple[Square, ...]:
    row, column = square
    return Square(row - 1, column), Square(row + 1, column), Square(row, column - 1), Square(row, column + 1)


def _add_heroes(draft: _Draft, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(1, 9))):
        shape = _grow(rng, draft.free(), 1)
        if shape:
            draft.draw(Terrain.HERO, shape)


def _destroy(draft: _Draft, rng: np.random.Generator) -> dict[Square, Terrain]:
    """Cross out some squares and tell what they were; a few of them were empty."""
    drawn = sorted(square for _, shape in draft.shapes for square in shape)
    empty = sorted(draft.free())
    pool = drawn + empty[: max(1, len(drawn) // 6)]
    count = min(int(rng.integers(1, 13)), len(pool))
    chosen = [pool[i] for i in rng.permutation(len(pool))[:count]]
    beneath = {square: draft.terrain[square] for square in chosen}
    draft.terrain.update(dict.fromkeys(chosen, Terrain.DESTROYED))
    return beneath


def _initials(draft: _Draft, rng: np.random.Generator) -> dict[Square, str]:
    letters: dict[Square, str] = {}
    for terrain, shape in draft.shapes:
        if terrain == Terrain.MONSTER and rng.random() < 0.8:
            letters.update(dict.fromkeys(sorted(shape), INITIALS[int(rng.integers(len(INITIALS)))]))
    return letters


def _attacks(draft: _Draft, rng: np.random.Generator) -> Shape:
    open_squares = sorted(square for square, terrain in draft.terrain.items() if not terrain.is_printed)
    count = int(rng.integers(2, 16))
    return frozenset(open_squares[i] for i in rng.permutation(len(open_squares))[:count])
