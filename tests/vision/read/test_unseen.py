"""Squares outside the photo are never read from its edge."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine import ALL_SQUARES, Side, Square, Terrain
from tests.extent import or_all
from tests.service.stubs import stub_reading
from tests.sheets import SampleSheet, sample_sheets
from tests.vision.pictures import photo_bytes
from vision import Evidence, Lattice, SheetReading, decode_photo, read_sheet
from vision.find.lattice import map_nodes
from vision.read.unseen import Lost, seen_shares, spread_lost

SQUARE = 25.0
SIDE = round(11 * SQUARE)


def lattice_at(x: float, y: float) -> Lattice:
    """Return a lattice of squares of 25 pixels whose corner lies there, on the edge between two pixels."""
    return Lattice(SQUARE * map_nodes(11) + np.array([x, y]) - 0.5)


NONE = np.zeros((11, 11), np.bool_)
SHOWN = Lost(torn=NONE, unlined=NONE, bleached=NONE, covered=NONE, shares=np.ones((11, 11)))


def at(*squares: Square) -> NDArray[np.bool_]:
    """Return these squares, (11, 11)."""
    return np.array([square in squares for square in ALL_SQUARES]).reshape(11, 11)


def test_a_sheet_within_the_photo_is_all_seen() -> None:
    assert seen_shares(lattice_at(0, 0), SIDE, SIDE).min() == 1.0


def test_what_lies_outside_is_reported_square_by_square() -> None:
    shares = seen_shares(lattice_at(-1.4 * SQUARE, 0), 400, SIDE)

    assert shares[:, 0].max() == 0.0
    assert shares[:, 1] == pytest.approx(0.6)
    assert shares[:, 2:].min() == 1.0


def test_an_unseen_square_may_hold_anything_and_is_doubtful() -> None:
    reading = stub_reading(doubt=False)
    shares = np.ones((11, 11))
    shares[0, :2] = (0.0, 0.6)

    lost = replace(SHOWN, shares=shares)
    spread = spread_lost(reading, lost)

    unseen, half_seen = spread.cells[:2]
    assert lost.outside == 1
    assert spread.doubtful == (Square(0, 0), Square(0, 1))
    assert len(set(unseen.probabilities.values())) == 1
    assert Terrain.MOUNTAIN not in unseen.probabilities
    assert sum(unseen.probabilities.values()) == pytest.approx(0.98)
    assert half_seen.terrain is reading.cells[1].terrain
    assert 0.6 < half_seen.confidence < 0.75


def test_what_is_printed_is_known_unseen() -> None:
    reading = stub_reading(doubt=False, side=Side.A)

    spread = spread_lost(reading, replace(SHOWN, shares=np.zeros((11, 11))))

    mountains = [cell.square for cell in spread.cells if cell.terrain is Terrain.MOUNTAIN]
    assert mountains == [at for at in ALL_SQUARES if reading.to_map()[at] is Terrain.MOUNTAIN]
    assert len(spread.doubtful) == 121 - len(mountains)


def read_beneath_a_card(
    sheet: SampleSheet,
    start: tuple[float, float],
    end: tuple[float, float],
    colour: tuple[int, int, int] = (240, 240, 240),
) -> SheetReading:
    """Read a sample on which a card lies, from one corner to the other, in squares (right, down)."""
    photo = decode_photo(sheet.photo)
    corners = np.array(sheet.truth["corners"], np.float32)
    field = np.array([[0, 0], [11, 0], [11, 11], [0, 11]], np.float32)
    (left, top), (right, bottom) = start, end
    card = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
    there = cv2.perspectiveTransform(card, cv2.getPerspectiveTransform(field, corners))
    cv2.fillConvexPoly(photo, np.rint(there[0]).astype(np.int32), colour)
    return read_sheet(photo_bytes(photo))


@pytest.mark.parametrize("side", ["A", "B"])
def test_squares_under_a_white_card_are_asked_about(side: str) -> None:
    (sheet,) = (sheet for sheet in sample_sheets() if sheet.truth["side"] == side)

    reading = read_beneath_a_card(sheet, (4.1, 4.1), (6.9, 7.9))

    covered = {Square(row, column) for row in range(4, 8) for column in range(4, 7)}
    given = {cell.square for cell in reading.cells if cell.terrain in (Terrain.MOUNTAIN, Terrain.WASTELAND)}
    assert reading.side == side
    assert covered - given <= set(reading.doubtful)
    assert "covered" in [reason.code for reason in reading.reasons]


@pytest.mark.parametrize(
    "sheet", or_all(sample_sheets()[:1], sample_sheets()), ids=lambda sheet: sheet.folder.name
)
@pytest.mark.parametrize("start", [(0.6, 4.2), (5.3, 3.1), (-1.0, -0.5)])
def test_of_a_sheet_with_a_card_on_a_quarter_only_what_it_covers_is_asked_about(
    sheet: SampleSheet, start: tuple[float, float]
) -> None:
    end = (start[0] + 5.0, start[1] + 6.0)

    reading = read_beneath_a_card(sheet, start, end, (170, 60, 50))

    near = {
        at
        for at in ALL_SQUARES
        if start[0] - 2 < at.column < end[0] + 1 and start[1] - 2 < at.row < end[1] + 1
    }
    before = {Square(*at) for at in sheet.expected["doubtful"]}
    read, true = reading.to_map(), sheet.true_map
    assert {at for at in ALL_SQUARES if read[at] != true[at]} <= set(reading.doubtful)
    assert len(set(reading.doubtful) - near - before) <= 3


def test_a_drawing_seen_on_a_covered_square_counts_for_more_than_one_that_is_not_seen() -> None:
    reading = stub_reading(doubt=False)
    shown = reading.to_map()
    drawn = next(square for square in ALL_SQUARES if shown[square].is_drawn)
    empty = next(square for square in ALL_SQUARES if shown[square] is Terrain.EMPTY)

    covered = spread_lost(reading, replace(SHOWN, covered=at(drawn, empty)))

    of_drawn, of_empty = (covered.cells[ALL_SQUARES.index(square)] for square in (drawn, empty))
    assert of_drawn.terrain is shown[drawn]
    assert of_empty.terrain is Terrain.EMPTY
    assert 0.5 < of_empty.confidence < 0.65 < 0.8 < of_drawn.confidence < 0.9
    assert set(covered.doubtful) == {drawn, empty}


def test_what_lies_outside_the_photo_is_not_called_covered() -> None:
    outside = replace(
        SHOWN, covered=at(Square(0, 0), Square(4, 4)), shares=np.where(at(Square(0, 0)), 0.0, 1.0)
    )

    assert (outside.outside, outside.hidden) == (1, 1)


@pytest.mark.parametrize(
    "lost", [replace(SHOWN, torn=at(Square(4, 4))), replace(SHOWN, bleached=at(Square(4, 4)))]
)
def test_of_a_square_that_may_have_held_anything_a_guess_is_left(lost: Lost) -> None:
    spread = spread_lost(stub_reading(doubt=False), lost)

    assert spread.doubtful == (Square(4, 4),)
    assert spread.cells[ALL_SQUARES.index(Square(4, 4))].confidence < 0.35


def test_lines_that_hardly_show_anywhere_hide_nothing() -> None:
    seen = np.ones((12, 12), np.bool_)
    seen[3:6, 3:6] = False

    lost = Evidence(seen=seen).hidden(11)
    faint = Evidence(seen=np.zeros((12, 12), np.bool_)).hidden(11)

    assert np.argwhere(lost).tolist() == [[row, column] for row in range(2, 6) for column in range(2, 6)]
    assert not faint.any()
