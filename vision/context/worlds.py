"""Whole maps before and after a season, the likeliest first, and which of them the cards can have drawn."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple

from engine import ALL_SQUARES, SIZE, ExploreCard, Square, Terrain
from engine.areas import STRIDE, Area, area_of, squares_of
from engine.audit import Evidence, SeasonPlayed
from engine.audit.cover import GaveUpError, StepCounter
from engine.audit.drawings import has_room
from engine.audit.histories import History
from engine.audit.season import explain_season
from vision.context.pairs import HELD, Pair, Pairs

MOST_THOUGHT_OF = 6000  # worlds
MOST_TRIED = 500  # of them, held against the cards: a quarter of a second
MOST_FLIPS = 400  # of squares, the likeliest, that are thought of
ALIKE = 0.2  # of squares misread alike, what each further one costs of what it would cost by itself
STEPS = 400  # of the search for a way to draw one world
LEAST_LIKELY = 1e-7  # worlds less likely, against the likeliest, are not tried
NO_MATTER = 2e-4  # nor those that are less likely than all legal ones found by this

LAND = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER)  # what only explore cards draw


class Flip(NamedTuple):
    """One square that holds another pair than the likeliest, or several that were misread alike."""

    cost: float
    """By how much the logarithm of the probability falls."""
    changes: tuple[tuple[int, Pair], ...]
    """The places of the squares, row by row, and what they hold instead."""

    @property
    def places(self) -> set[int]:
        """The places of the squares."""
        return {place for place, _ in self.changes}


class World(NamedTuple):
    """Two maps of one player, before and after, as they differ from the likeliest ones."""

    likelihood: float
    """Against the likeliest maps, whose own is 1."""
    flips: tuple[Flip, ...]


@dataclass(frozen=True)
class LegalWorlds:
    """The maps that the cards can have drawn."""

    mass: float = 0.0
    """How likely they are together, of all maps that the pictures may show."""
    pairs: dict[int, dict[Pair, float]] = field(default_factory=dict)
    """By the place of each square that differs in one of them: the share of `mass` of each pair."""
    best: World | None = None
    history: History | None = None
    """One way to draw the best of them."""
    gave_up: bool = False
    """Whether some map could not be judged in time."""


def worlds_of(pairs: Sequence[Pairs]) -> Iterator[World]:
    """Go through the maps, the likeliest first (the smallest sums of the flips' costs, lazily)."""
    flips = _flips(pairs)
    yield World(1.0, ())
    heap: list[tuple[float, tuple[int, ...]]] = []
    if flips:
        heappush(heap, (flips[0].cost, (0,)))
    while heap:
        cost, chosen = heappop(heap)
        if _are_apart([flips[k] for k in chosen]):
            yield World(math.exp(-cost), tuple(flips[k] for k in chosen))
        last = chosen[-1]
        if last + 1 < len(flips):
            following = flips[last + 1].cost
            heappush(heap, (cost + following, (*chosen, last + 1)))
            heappush(heap, (cost - flips[last].cost + following, (*chosen[:-1], last + 1)))


def legal_worlds(played: SeasonPlayed, pairs: Sequence[Pairs]) -> LegalWorlds:
    """Find the likely maps that the cards can have drawn.

    Args:
        played: The season; its maps are the likeliest ones.
        pairs: What each square may have held and may hold.
    """
    chance = math.prod(next(iter(square.values())) for square in pairs)
    legal: list[World] = []
    history, mass, gave_up = None, 0.0, False
    tried, smallest = 0, _smallest_shapes(played)
    for world in islice(worlds_of(pairs), MOST_THOUGHT_OF):
        if tried == MOST_TRIED or world.likelihood < max(LEAST_LIKELY, NO_MATTER * mass):
            break
        maps = _flipped(played, world.flips)
        if maps.changed or _has_crumbs(maps, smallest):
            continue
        tried += 1
        try:
            found = explain_season(maps, StepCounter(STEPS))
        except GaveUpError:
            gave_up = True
            continue
        if found:
            history = history or found
            mass += world.likelihood
            legal.append(world)
    if not legal:
        return LegalWorlds(gave_up=gave_up)
    return LegalWorlds(chance * mass, _marginals(legal, pairs, mass), legal[0], history, gave_up)


def likeliest_maps(played: SeasonPlayed, pairs: Sequence[Pairs]) -> SeasonPlayed:
    """Return the season with the likeliest maps in place of its own."""
    tops = {square: next(iter(held)) for square, held in zip(ALL_SQUARES, pairs, strict=True)}
    before = _with_all(played.before, {square: pair.before for square, pair in tops.items()})
    after = _with_all(played.after, {square: pair.now for square, pair in tops.items()})
    return replace(played, before=before, after=after)


def _flips(pairs: Sequence[Pairs]) -> list[Flip]:
    single = [
        Flip(math.log(top / share), ((place, pair),))
        for place, held in enumerate(pairs)
        for top in [next(iter(held.values()))]
        for pair, share in list(held.items())[1:]
    ]
    return sorted([*single, *_joint_flips(pairs)])[:MOST_FLIPS]


def _joint_flips(pairs: Sequence[Pairs]) -> Iterator[Flip]:
    """Go through new squares of one terrain that may all be another: one hand drew them, and so alike.

    They are those of one piece, or of the whole map. The likeliest misreading costs in full, each further one
    only a share (`ALIKE`).
    """
    tops = [next(iter(held)) for held in pairs]
    for terrain in HELD:
        squares = [ALL_SQUARES[k] for k, top in enumerate(tops) if top == Pair(Terrain.EMPTY, terrain)]
        new = area_of(squares) if terrain is not Terrain.EMPTY else 0
        for group in {new, *_pieces(new)} - {0}:
            places = [ALL_SQUARES.index(square) for square in squares_of(group)]
            for other in HELD:
                pair = Pair(Terrain.EMPTY, other)
                if other in (terrain, Terrain.EMPTY) or any(pair not in pairs[place] for place in places):
                    continue
                costs = [math.log(pairs[place][tops[place]] / pairs[place][pair]) for place in places]
                if len(places) > 1:
                    cost = max(costs) + ALIKE * (sum(costs) - max(costs))
                    yield Flip(cost, tuple((place, pair) for place in places))


def _are_apart(flips: Sequence[Flip]) -> bool:
    """Whether no square is in two of them."""
    return len(set().union(*(flip.places for flip in flips))) == sum(len(flip.changes) for flip in flips)


def _flipped(played: SeasonPlayed, flips: Sequence[Flip]) -> SeasonPlayed:
    before, after = played.before, played.after
    for place, pair in (change for flip in flips for change in flip.changes):
        before = before.with_square(ALL_SQUARES[place], pair.before)
        after = after.with_square(ALL_SQUARES[place], pair.now)
    return replace(played, before=before, after=after)


def _with_all(evidence: Evidence, held: dict[Square, Terrain]) -> Evidence:
    sheet = evidence.sheet
    for terrain in Terrain:
        sheet = sheet.drawn(area_of(square for square, now in held.items() if now is terrain), terrain)
    return replace(evidence, sheet=sheet)


def _smallest_shapes(played: SeasonPlayed) -> dict[Terrain, int]:
    """Return the fewest squares that a card of the season can draw of each terrain; 1 where that is open."""
    free = played.new.empty
    sizes: dict[Terrain, list[int]] = {terrain: [] for terrain in LAND}
    for place, card in enumerate(played.cards):
        if not isinstance(card, ExploreCard):
            continue
        if not has_room(card, played.new, on_ruins=played.asks_for_ruins(place), free=free):
            return {}  # a 1x1 square of any terrain may stand in its place
        for terrain in card.terrains:
            sizes.setdefault(terrain, []).extend(map(len, card.shapes))
    return {terrain: min(found, default=SIZE * SIZE) for terrain, found in sizes.items()}


def _has_crumbs(played: SeasonPlayed, smallest: Mapping[Terrain, int]) -> bool:
    """Whether some new squares of one terrain lie apart from all others of it, too few for any shape.

    This is quickly found, and spares most maps the search for a way to draw the season.
    """
    if played.destroyed:
        return False
    return any(
        piece.bit_count() < least
        for terrain, least in smallest.items()
        for piece in _pieces(played.new.area(terrain) & played.added)
    )


def _pieces(area: Area) -> Iterator[Area]:
    """Split an area into pieces that do not even touch at a corner, as the squares of some shapes do."""
    while area:
        piece, grown = 0, area & -area
        while grown != piece:
            level = grown | grown << 1 | grown >> 1
            piece, grown = grown, (level | level << STRIDE | level >> STRIDE) & area
        yield piece
        area &= ~piece


def _marginals(legal: Sequence[World], pairs: Sequence[Pairs], mass: float) -> dict[int, dict[Pair, float]]:
    """Return how likely each pair of each square is, among the legal maps."""
    shares: dict[int, dict[Pair, float]] = {}
    for world in legal:
        for place, pair in (change for flip in world.flips for change in flip.changes):
            of_square = shares.setdefault(place, {})
            of_square[pair] = of_square.get(pair, 0.0) + world.likelihood / mass
    for place, of_square in shares.items():
        of_square[next(iter(pairs[place]))] = max(0.0, 1.0 - sum(of_square.values()))
    return shares
