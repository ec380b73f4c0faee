from dataclasses import replace

import numpy as np
import pytest

from datasets.draw.hand.drawing import Desk, draw_map
from datasets.draw.hand.figures import stick_figure
from datasets.draw.hand.person import FILLED, WAYS, Way, random_hand, shares_of_kinds
from datasets.draw.lines import Traits
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


def test_who_draws_says_of_which_kind_each_drawing_is() -> None:
    book, rng = load_strokes(), np.random.default_rng(8)
    for way in WAYS:
        hand = random_hand(rng, book, way)
        layers = [PencilLayer.blank((440, 440), CELL, 0.2) for _ in range(2)]

        kinds = draw_map(one_square(Terrain.FOREST), Desk(hand, layers[0], layers[1], (0.0, 0.0), book, rng))

        name = FILLED if way == Way.COLOUR_FILL else hand.styles[Terrain.FOREST].name
        assert kinds == {Square(5, 5): (Terrain.FOREST, name)}


def test_the_kinds_of_a_terrain_are_as_frequent_as_people_draw_them() -> None:
    rng, book, shares = np.random.default_rng(9), load_strokes(), shares_of_kinds()

    drawn = [random_hand(rng, book).kind(Terrain.HERO) for _ in range(600)]

    assert set(drawn) <= set(shares)
    assert drawn.count((Terrain.HERO, "yoga")) / 600 == pytest.approx(shares[Terrain.HERO, "yoga"], abs=0.04)
    for terrain in (*DRAWN, Terrain.DESTROYED):
        assert sum(share for kind, share in shares.items() if kind[0] == terrain) == pytest.approx(1.0)


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


@pytest.mark.parametrize("leaping", [False, True])
def test_a_stick_figure_fills_its_square_and_leaps_differently_each_time(leaping: bool) -> None:
    traits = replace(Traits.random(np.random.default_rng(1)), lean=0.9 if leaping else 0.1)

    once, again = (stick_figure(traits, np.random.default_rng(seed)) for seed in (2, 3))

    for drawing in (once, again):
        points = np.concatenate(drawing)
        assert np.abs(points).max() <= 0.5
        assert np.ptp(points, axis=0).max() > 0.9
    assert leaping != np.array_equal(np.concatenate(once), np.concatenate(again))
