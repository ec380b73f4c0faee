"""Squares outside the photo are never read from its edge."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine import ALL_SQUARES, Side, Square, Terrain
from tests.service.stubs import stub_reading
from tests.sheets import sample_sheets
from tests.vision.judged import judged_as
from tests.vision.pictures import photo_bytes
from vision import Evidence, GridNotFoundError, Lattice, Reason, SheetGeometry, decode_photo, read_sheet
from vision.find.lattice import map_nodes
from vision.read.unseen import SOMETHING_COVERS, check_seen, seen_shares, spread_hidden, spread_unseen

SQUARE = 25.0
SIDE = round(11 * SQUARE)


def lattice_at(x: float, y: float) -> Lattice:
    """Return a lattice of squares of 25 pixels whose corner lies there, on the edge between two pixels."""
    return Lattice(SQUARE * map_nodes(11) + np.array([x, y]) - 0.5)


def test_a_sheet_within_the_photo_is_all_seen() -> None:
    assert seen_shares(lattice_at(0, 0), SIDE, SIDE).tolist() == [1.0] * 121


def test_what_lies_outside_is_reported_square_by_square() -> None:
    shares = seen_shares(lattice_at(-1.4 * SQUARE, 0), 400, SIDE).reshape(11, 11)

    assert shares[:, 0].max() == 0.0
    assert shares[:, 1] == pytest.approx(0.6)
    assert shares[:, 2:].min() == 1.0


@pytest.mark.parametrize(("columns", "refused"), [(1, False), (2, True)])
def test_a_sheet_with_too_many_squares_outside_is_cut_off(columns: int, refused: bool) -> None:
    shares = seen_shares(lattice_at(-columns * SQUARE, 0), 400, SIDE)

    if not refused:
        return check_seen(shares)
    with pytest.raises(GridNotFoundError) as caught:
        check_seen(shares)
    assert caught.value.reason.code == "cut_off"
    assert "22 squares" in caught.value.reason.message


def test_an_unseen_square_may_hold_anything_and_is_doubtful() -> None:
    reading = stub_reading(doubt=False)
    shares = np.ones(121)
    shares[[0, 1]] = (0.0, 0.6)

    spread = spread_unseen(reading, shares)

    unseen, half_seen = spread.cells[:2]
    assert spread.doubtful == (Square(0, 0), Square(0, 1))
    assert spread.reason is not None
    assert spread.reason.message == "1 square lies outside the photo."
    assert len(set(unseen.probabilities.values())) == 1
    assert Terrain.MOUNTAIN not in unseen.probabilities
    assert sum(unseen.probabilities.values()) == pytest.approx(0.98)
    assert half_seen.terrain is reading.cells[1].terrain
    assert 0.6 < half_seen.confidence < 0.75


def test_what_is_printed_is_known_unseen() -> None:
    reading = stub_reading(doubt=False, side=Side.A)

    spread = spread_unseen(reading, np.zeros(121))

    mountains = [cell.square for cell in spread.cells if cell.terrain is Terrain.MOUNTAIN]
    assert mountains == [at for at in ALL_SQUARES if reading.to_map()[at] is Terrain.MOUNTAIN]
    assert len(spread.doubtful) == 121 - len(mountains)


@pytest.mark.parametrize("side", ["A", "B"])
def test_squares_under_a_white_card_are_asked_about(side: str) -> None:
    (sheet,) = (sheet for sheet in sample_sheets() if sheet.truth["side"] == side)
    photo = decode_photo(sheet.photo)
    corners = np.array(sheet.truth["corners"], np.float32)
    field = np.array([[0, 0], [11, 0], [11, 11], [0, 11]], np.float32)
    card = np.array([[[4.1, 4.1], [6.9, 4.1], [6.9, 7.9], [4.1, 7.9]]], np.float32)
    there = cv2.perspectiveTransform(card, cv2.getPerspectiveTransform(field, corners))
    cv2.fillConvexPoly(photo, np.rint(there[0]).astype(np.int32), (240, 240, 240))

    reading = read_sheet(photo_bytes(photo))

    covered = {Square(row, column) for row in range(4, 8) for column in range(4, 7)}
    given = {cell.square for cell in reading.cells if cell.terrain in (Terrain.MOUNTAIN, Terrain.WASTELAND)}
    assert reading.side == side
    assert covered - given <= set(reading.doubtful)
    assert "covered" in [reason.code for reason in reading.reasons]


def test_a_drawing_seen_on_a_covered_square_counts_for_more_than_one_that_is_not_seen() -> None:
    reading = stub_reading(doubt=False)
    shown = reading.to_map()
    drawn = next(at for at in ALL_SQUARES if shown[at].is_drawn)
    empty = next(at for at in ALL_SQUARES if shown[at] is Terrain.EMPTY)
    geometry = SheetGeometry(lattice_at(0, 0), Evidence(judged=judged_as(Side.A, covered=[drawn, empty])))

    covered = spread_hidden(replace(reading, geometry=geometry))

    of_drawn, of_empty = (covered.cells[ALL_SQUARES.index(at)] for at in (drawn, empty))
    assert of_drawn.terrain is shown[drawn]
    assert of_empty.terrain is Terrain.EMPTY
    assert 0.5 < of_empty.confidence < 0.65 < 0.8 < of_drawn.confidence < 0.9
    assert set(covered.doubtful) == {drawn, empty}


def test_what_covers_many_squares_is_the_first_reason() -> None:
    twice = Reason("seen_twice", "The photo shows the drawings twice.", "Hold the camera still.")
    covered = [Square(5, column) for column in range(11)]
    reading = replace(
        stub_reading(doubt=False),
        geometry=SheetGeometry(lattice_at(0, 0), Evidence(judged=judged_as(Side.A, covered=covered))),
        reason=twice,
        noticed=(twice, SOMETHING_COVERS),
    )

    assert [reason.code for reason in spread_hidden(reading).reasons] == ["covered", "seen_twice"]


def test_what_was_noticed_before_is_kept_beside_what_is_outside_or_covered() -> None:
    blurred = Reason("too_blurred", "The photo is blurred.", "Hold the camera still.")
    geometry = SheetGeometry(lattice_at(0, 0), Evidence(judged=judged_as(Side.A, covered=[Square(4, 4)])))
    reading = replace(stub_reading(doubt=False), geometry=geometry, reason=blurred)
    shares = np.ones(121)
    shares[0] = 0.0

    spread = spread_unseen(spread_hidden(reading), shares)

    assert [reason.code for reason in spread.reasons] == ["cut_off", "too_blurred", "covered"]
    assert spread.doubtful == (Square(0, 0), Square(4, 4))


def test_lines_that_hardly_show_anywhere_hide_nothing() -> None:
    seen = np.ones((12, 12), np.bool_)
    seen[3:6, 3:6] = False

    lost = Evidence(seen=seen).hidden(11)
    faint = Evidence(seen=np.zeros((12, 12), np.bool_)).hidden(11)

    assert np.argwhere(lost).tolist() == [[row, column] for row in range(2, 6) for column in range(2, 6)]
    assert not faint.any()
