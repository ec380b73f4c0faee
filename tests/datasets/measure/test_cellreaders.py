import numpy as np
import pytest

from datasets.draw.flat.sheet import LABELS
from datasets.measure.cellreaders import (
    EMPTY,
    NETWORK,
    FillThreshold,
    NearestNeighbours,
    PlainNetwork,
    cells_of,
)
from datasets.measure.peers import outlined
from engine import SIZE, Terrain
from vision.find.lattice import nodes_between

FOREST, WATER = LABELS.index(Terrain.FOREST), LABELS.index(Terrain.WATER)
CORNERS = np.array([[10.0, 10.0], [230.0, 10.0], [230.0, 230.0], [10.0, 230.0]])


def test_cells_overlap_by_the_quarter_square_around_each() -> None:
    picture = np.arange(368 * 368 * 3).reshape(368, 368, 3)
    cells = cells_of(picture)

    assert cells.shape == (121, 48, 48, 3)
    assert np.array_equal(cells[0][:, 32:], cells[1][:, :16])
    assert np.array_equal(cells[11], picture[32:80, :48])


def striped(kind: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A cell with upright stripes, with level ones, or blank."""
    cell = np.full((48, 48, 3), 217, np.uint8)
    if kind == FOREST:
        cell[:, ::6] = cell[:, 1::6] = 40
    if kind == WATER:
        cell[::6] = cell[1::6] = 40
    return cell


TRUTH = np.array([EMPTY, FOREST, WATER] * 10)
CELLS = np.stack([striped(int(kind)) for kind in TRUTH])


def test_neighbours_vote_for_what_looks_alike() -> None:
    shares = NearestNeighbours.learn(CELLS, TRUTH)(CELLS[:3])

    assert shares.argmax(axis=1).tolist() == [EMPTY, FOREST, WATER]
    assert shares.sum(axis=1) == pytest.approx(1)


def test_a_threshold_tells_filled_from_empty() -> None:
    assert FillThreshold.learn(CELLS, TRUTH)(CELLS[:3]).tolist() == [False, True, True]


def test_the_plain_network_is_small_and_tells_a_blank_cell() -> None:
    shares = PlainNetwork.load()(np.repeat(CELLS[:1], 121, axis=0))

    assert NETWORK.stat().st_size < 300_000
    assert shares.shape == (121, len(LABELS))
    assert shares[0].argmax() == EMPTY


@pytest.mark.parametrize("turn", range(4))
def test_found_corners_count_whichever_way_up(turn: int) -> None:
    nodes = outlined(np.roll(CORNERS, turn, axis=0), {"corners": CORNERS.tolist()})

    assert nodes == pytest.approx(nodes_between(CORNERS, SIZE), abs=1e-6)


def test_corners_half_a_square_off_are_no_lattice() -> None:
    assert outlined(CORNERS + 10, {"corners": CORNERS.tolist()}) is None
    assert outlined(None, {"corners": CORNERS.tolist()}) is None
