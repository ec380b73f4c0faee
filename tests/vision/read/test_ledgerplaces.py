from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine import COIN_TRACK
from vision.find.lattice import Points
from vision.image import Image
from vision.read.ledgerplaces import (
    HEAT,
    LAST,
    STRIDE,
    PointedStrip,
    find_places,
    point_at_places,
    share_of_boxes,
)
from vision.read.strip import STRIP_SIZE, Strip
from vision.released import ReleasedModel

COIN_PLACES = np.linspace((100.0, 90.0), (560.0, 96.0), COIN_TRACK)
CELLS = ((0, 0), (33, 0), (0, 28), (33, 28), (66, 14))
SLOTS = np.array([[(40 + 130 * season + x, 130 + y) for x, y in CELLS] for season in range(4)], np.float64)
FINAL_PLACE = np.array((600.0, 150.0))


class PointingSession:
    """A network that answers what it is given."""

    def __init__(self, answer: NDArray[np.float32]) -> None:
        self.answer = answer

    def get_outputs(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name="out")]

    def run(self, names: list[str], inputs: dict[str, Any]) -> list[NDArray[np.float32]]:
        return [self.answer[None]]


def pointing_at(coins: Points, slots: Points) -> ReleasedModel:
    """Return a model whose answer has its peaks at the given places."""
    answer = np.full((24, 32, 80), -9.0, np.float32)
    for channel, place in enumerate([*slots.reshape(-1, 2), FINAL_PLACE, coins[0], coins[-1]]):
        answer[channel] += 18 * bump(place)
    for place in coins:
        answer[HEAT] = np.maximum(answer[HEAT], 15 * bump(place) - 9)
    return ReleasedModel("pointing", {}, PointingSession(answer))


def bump(place: Points) -> NDArray[np.float64]:
    x, y = place / STRIDE - 0.5
    return np.asarray(np.exp(-((np.arange(80) - x) ** 2 + (np.arange(32)[:, None] - y) ** 2) / 2))


def white_strip() -> Strip:
    width, height = STRIP_SIZE
    return Strip(Image(np.full((height, width, 3), 217, np.uint8)), np.ones((height, width), np.bool_))


def on_white(model: ReleasedModel) -> PointedStrip:
    """Return a white strip, and where a network points on it."""
    return point_at_places(white_strip(), model)


def test_coins_are_found_where_the_network_points() -> None:
    found = find_places(on_white(pointing_at(COIN_PLACES, SLOTS))).coins

    assert found is not None
    np.testing.assert_allclose(found, COIN_PLACES, atol=2.0)


def test_boxes_that_the_network_points_at_are_counted() -> None:
    nowhere = np.full((24, 32, 80), -9.0, np.float32)

    assert share_of_boxes(on_white(pointing_at(COIN_PLACES, SLOTS))) > 0.97
    assert share_of_boxes(on_white(ReleasedModel("blind", {}, PointingSession(nowhere)))) < 0.1


def test_cells_are_found_where_the_network_points() -> None:
    found = find_places(on_white(pointing_at(COIN_PLACES, SLOTS))).slots

    assert found is not None
    np.testing.assert_allclose(found, SLOTS, atol=2.0)


def test_a_cell_that_strays_is_put_where_the_others_say() -> None:
    stray = SLOTS.copy()
    stray[2, 1] += (0, 60)

    found = find_places(on_white(pointing_at(COIN_PLACES, stray))).slots

    assert found is not None
    np.testing.assert_allclose(found[2, 1], SLOTS[2, 1], atol=3.0)


def test_seasons_that_lie_on_one_another_are_no_seasons() -> None:
    one = np.broadcast_to(SLOTS[2], SLOTS.shape) + np.arange(4.0)[:, None, None]

    found = find_places(on_white(pointing_at(COIN_PLACES, one)))

    assert found.slots is None
    assert found.is_unclear


def test_a_track_of_fifteen_is_no_track() -> None:
    longer = np.concatenate([COIN_PLACES, [2 * COIN_PLACES[-1] - COIN_PLACES[-2]]])
    model = pointing_at(longer, SLOTS)
    model.session.answer[LAST] = -9 + 18 * bump(COIN_PLACES[-1])

    assert find_places(on_white(model)).coins is None


def test_a_track_that_is_partly_outside_the_photo_is_no_track() -> None:
    strip = white_strip()
    strip.seen[:, 500:] = False

    assert find_places(point_at_places(strip, pointing_at(COIN_PLACES, SLOTS))).coins is None


def test_the_final_score_is_found_where_the_network_points() -> None:
    found = find_places(on_white(pointing_at(COIN_PLACES, SLOTS))).final

    assert found is not None
    np.testing.assert_allclose(found, FINAL_PLACE, atol=2.0)


@pytest.mark.parametrize("what", ["coins", "slots", "final"])
def test_nothing_is_found_where_the_network_points_nowhere(what: str) -> None:
    model = ReleasedModel("blind", {}, PointingSession(np.full((24, 32, 80), -20.0, np.float32)))

    found = find_places(on_white(model))
    assert getattr(found, what) is None
    assert not found.is_unclear
