from collections.abc import Callable

import numpy as np
import pytest

from datasets.draw.pencil import Pixels
from datasets.measure.ladders import EDGE, Step, climb, ladder_figures, median_stop, stopping_rungs
from datasets.measure.spoiling.steps import (
    LADDERS,
    Ladder,
    Scene,
    at_work_size,
    shrunk,
    thumbed,
    tilted,
    turned,
)
from engine import Side
from tests.vision.judged import judged_as
from vision import Evidence, GridNotFoundError, Lattice, Reason, SheetGeometry
from vision.find.lattice import map_nodes

NODES = map_nodes(11) * 20 + np.array([40.0, 60.0])
PAPER = np.random.default_rng(3).integers(196, 204, (360, 300, 3), dtype=np.uint8)
SCENE = Scene("flat", PAPER, NODES)
BRIGHTNESS = Ladder("brightness", "of the light", (0.8, 0.5, 0.2), lambda scene, light: dimmed(scene, light))


def dimmed(scene: Scene, light: float) -> Scene:
    """The scene with so much light."""
    return Scene(scene.name, (scene.photo * light).astype(np.uint8), scene.nodes)


def half_blind(photo: Pixels) -> SheetGeometry:
    """Finds the sheet in good light, one beside it in worse, and nothing in the dark."""
    if photo.mean() < 60:
        raise GridNotFoundError(Reason("too_dark", "It is dark.", "Switch on a lamp."))
    aside = 0 if photo.mean() > 120 else 20
    return SheetGeometry(Lattice(NODES + aside), Evidence(judged=judged_as(Side.A)))


def test_each_rung_is_found_wrong_or_refused_with_its_code() -> None:
    steps = list(climb(BRIGHTNESS, SCENE, half_blind))

    assert [step.outcome for step in steps] == ["right", "confidently wrong", "too_dark"]
    assert steps[1].error == pytest.approx(2**0.5)
    assert steps[2].error is None


def test_a_wrong_lattice_that_shows_its_doubt_is_reported_apart() -> None:
    def doubtful(photo: Pixels) -> SheetGeometry:
        return half_blind(photo).as_judged(judged_as(Side.A, probability=0.6))

    assert [step.outcome for step in climb(BRIGHTNESS, SCENE, doubtful)][1] == "wrong but asked about"


def test_a_lattice_that_lies_right_but_turned_is_told_from_a_wrong_one() -> None:
    found = SheetGeometry(Lattice(NODES), Evidence(judged=judged_as(Side.A)))

    assert next(climb(BRIGHTNESS, SCENE, lambda _: found.turned(1))).outcome == "not upright"


def test_a_photo_stops_at_its_first_rung_that_is_not_right() -> None:
    outcomes = {"a": ("right", "no_grid", "right"), "b": ("right", "right", "right"), "c": ("inexact",) * 3}
    steps = [
        Step(name, "brightness", rung, outcome)
        for name, climbed in outcomes.items()
        for rung, outcome in zip(BRIGHTNESS.rungs, climbed, strict=True)
    ]

    assert stopping_rungs(BRIGHTNESS, steps) == {"a": 0.5, "b": None, "c": 0.8}
    assert median_stop(BRIGHTNESS, steps) == 0.5
    assert median_stop(BRIGHTNESS, [step for step in steps if step.name == "b"]) is None


def test_the_rungs_of_a_ladder_are_counted_over_its_photos() -> None:
    outcomes = {"a": ("right", "right", "no_grid"), "b": ("right", "confidently wrong", "no_grid")}
    steps = [
        Step(name, "brightness", rung, outcome)
        for name, climbed in outcomes.items()
        for rung, outcome in zip(BRIGHTNESS.rungs, climbed, strict=True)
    ]
    figures = ladder_figures({BRIGHTNESS: steps})
    values = {figure.name: (figure.value, figure.n) for figure in figures}

    assert {figure.stratum for figure in figures} == {"brightness: 0.8 0.5 0.2 of the light"}
    assert values["found"] == (0.5, 6)
    assert values["confidently wrong"] == pytest.approx((1 / 6, 6))
    assert [values[f"found on rung {number}"] for number in (1, 2, 3)] == [(1, 2), (0.5, 2), (0, 2)]


def test_the_short_run_climbs_rungs_of_every_ladder() -> None:
    assert {ladder.name: set(EDGE[ladder.name]) <= set(ladder.rungs) for ladder in LADDERS} == dict.fromkeys(
        EDGE, True
    )


@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.name)
def test_the_last_rung_spoils_more_than_the_first(ladder: Ladder) -> None:
    first, last = (ladder.spoil(SCENE, rung) for rung in (ladder.rungs[0], ladder.rungs[-1]))

    assert not np.array_equal(first.photo, last.photo)
    assert first.nodes.shape == last.nodes.shape == (12, 12, 2)


@pytest.mark.parametrize(("spoil", "amount"), [(tilted, 40), (turned, 30), (shrunk, 12)])
def test_nodes_move_with_the_picture(spoil: Callable[[Scene, float], Scene], amount: float) -> None:
    marked = np.full_like(SCENE.photo, 200)
    for x, y in NODES[[2, 7], [3, 9]].astype(int).tolist():
        marked[y - 4 : y + 5, x - 4 : x + 5] = 0
    moved = spoil(Scene("marked", marked, NODES), amount)

    for x, y in np.round(moved.nodes[[2, 7], [3, 9]]).astype(int).tolist():
        assert moved.photo[y, x].max() < 60


def test_a_thumb_covers_the_upper_right_corner_and_no_other() -> None:
    corners = NODES[[0, 0, -1, -1], [0, -1, -1, 0]].astype(int).tolist()
    changed = thumbed(SCENE, 2).photo != SCENE.photo

    assert [bool(changed[y, x].any()) for x, y in corners] == [False, True, False, False]


def test_large_photos_are_looked_at_in_one_size() -> None:
    large = Scene("large", np.zeros((2400, 3200, 3), np.uint8), NODES * 8)

    assert at_work_size(large).photo.shape == (1200, 1600, 3)
    assert at_work_size(SCENE).photo.shape == SCENE.photo.shape
