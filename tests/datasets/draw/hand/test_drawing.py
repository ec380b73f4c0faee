import numpy as np
import pytest

from datasets.draw.hand.drawing import Desk, draw_map
from datasets.draw.hand.person import WAYS, Way, random_hand
from datasets.draw.maps import DrawnMap, random_map
from datasets.draw.pencil import PencilLayer
from datasets.draw.strokes import load_strokes
from engine import MapSheet, Side, Square, Terrain

CELL = 40.0
DRAWN = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER, Terrain.HERO)


def one_square(terrain: Terrain) -> DrawnMap:
    """Return an empty map with one drawn square in the middle."""
    square = Square(5, 5)
    return DrawnMap(
        MapSheet.blank(Side.CUSTOM).with_terrain({square: terrain}), ((terrain, frozenset({square})),)
    )


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("terrain", DRAWN)
def test_every_terrain_leaves_its_mark_in_its_square(terrain: Terrain, way: Way) -> None:
    rng = np.random.default_rng(7)
    book = load_strokes()
    for _ in range(6):
        hand = random_hand(rng, book, way)
        layers = [PencilLayer.blank((440, 440), CELL, 0.2) for _ in range(2)]

        draw_map(one_square(terrain), Desk(hand, layers[0], layers[1], (0.0, 0.0), book, rng))

        darkness = [255 - layer.light[400:480, 400:480].min(axis=2).astype(int) for layer in layers]
        assert sum(d.mean() for d in darkness) > 1.5


def test_destroyed_squares_keep_what_stood_there() -> None:
    maps = [random_map(np.random.default_rng(seed), Side.C) for seed in range(20)]

    destroyed = [(m, square) for m in maps for square in m.beneath]
    assert destroyed
    assert all(m.terrain(square) == Terrain.DESTROYED for m, square in destroyed)


@pytest.mark.parametrize("side", list(Side))
def test_every_terrain_is_reasonably_frequent(side: Side) -> None:
    rows = [
        t
        for seed in range(60)
        for row in random_map(np.random.default_rng(seed), side).sheet.rows
        for t in row
    ]

    expected = set(Terrain) - ({Terrain.WASTELAND} if side in (Side.A, Side.C) else set())
    assert all(rows.count(terrain) > 0.008 * len(rows) for terrain in expected)


def test_maps_reach_from_almost_empty_to_almost_full() -> None:
    empties = [
        sum(
            t == Terrain.EMPTY
            for row in random_map(np.random.default_rng(seed), Side.A).sheet.rows
            for t in row
        )
        for seed in range(60)
    ]

    assert min(empties) < 20
    assert max(empties) > 90
