"""Sheets laid on one another, and sheets whose field was moved, mixed or cut up."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import SIZE
from tests.badinput.bases import Base, Picture, as_photo, some_base, surely_read
from tests.badinput.files import Made, Rng, Rows, pick

SQUARE = 64  # pixels of a square of a field that was cut out straight
FIELD = SIZE * SQUARE
STRAIGHT = np.array([[0, 0], [FIELD, 0], [FIELD, FIELD], [0, FIELD]], np.float32)
Change = Callable[[Picture, Rng], Picture]
Truth = Callable[[Base], Rows | None]


def overlaid(rng: Rng) -> Made:
    """Lay two sheets over one another, as in a double exposure: field on field, or just as they lie."""
    first, second = some_base(rng), some_base(rng)
    while second is first:
        second = some_base(rng)
    below, above = first.picture, second.picture
    if rng.random() < 0.6:
        turn = cv2.getPerspectiveTransform(_corners(second), _corners(first))
        above = np.asarray(cv2.warpPerspective(above, turn, below.shape[1::-1]), np.uint8)
    else:
        above = np.asarray(cv2.resize(above, below.shape[1::-1]), np.uint8)
    share = float(rng.uniform(0.42, 0.58))
    return as_photo(cv2.addWeighted(below, share, above, 1 - share, 0))


def collages(rng: Rng) -> Made:
    """Join the halves of two sheets: what is read must be what is there, half by half."""
    first, second = some_base(rng), some_base(rng)
    field, rows = _field(first).copy(), [list(row) for row in first.rows]
    cut = int(rng.integers(3, 9))
    if rng.random() < 0.5:
        field[cut * SQUARE :] = _field(second)[cut * SQUARE :]
        rows[cut:] = [list(row) for row in second.rows[cut:]]
    else:
        field[:, cut * SQUARE :] = _field(second)[:, cut * SQUARE :]
        rows = [[*row[:cut], *other[cut:]] for row, other in zip(rows, second.rows, strict=True)]
    return as_photo(_with_field(first, field), tuple(tuple(row) for row in rows))


def _moved(change: Change, truth: Truth = lambda base: None) -> Callable[[Rng], Made]:
    """Return what makes photos of sheets whose field was changed, and what is still true of them."""

    def make(rng: Rng) -> Made:
        base = pick(rng, surely_read())
        field = np.ascontiguousarray(change(_field(base), rng))
        return as_photo(_with_field(base, field), truth(base))

    return make


def _shift(field: Picture, rng: Rng) -> Picture:
    rows, columns = int(rng.integers(1, SIZE)), int(rng.integers(SIZE))
    return np.roll(field, (rows * SQUARE, columns * SQUARE), axis=(0, 1))


def _shift_a_bit(field: Picture, rng: Rng) -> Picture:
    down, right = (int(by) for by in rng.integers(8, SQUARE - 8, 2))
    return np.roll(field, (down, right), axis=(0, 1))


def _without_last(base: Base) -> Rows:
    """Leave out the last row and column, which went around to the other edge in part."""
    none = (None,) * SIZE
    return (*((*row[:-1], None) for row in base.rows[:-1]), none)


def _mirror(field: Picture, rng: Rng) -> Picture:
    return pick(rng, (field[:, ::-1], field[::-1], field.transpose(1, 0, 2)))


def _scramble(field: Picture, rng: Rng) -> Picture:
    squares = field.reshape(SIZE, SQUARE, SIZE, SQUARE, 3).swapaxes(1, 2).reshape(-1, SQUARE, SQUARE, 3)
    mixed = squares[rng.permutation(len(squares))].reshape(SIZE, SIZE, SQUARE, SQUARE, 3)
    return mixed.swapaxes(1, 2).reshape(field.shape)


def _other_rows(field: Picture, rng: Rng) -> Picture:
    """Leave a row out or say it twice: ten or twelve of them, pressed into the place of eleven."""
    row = int(rng.integers(1, SIZE - 1)) * SQUARE
    left_out = (field[:row], field[row + SQUARE :])
    twice = (field[: row + SQUARE], field[row:])
    return np.asarray(cv2.resize(np.concatenate(pick(rng, (left_out, twice))), (FIELD, FIELD)), np.uint8)


def _exchange(field: Picture, rng: Rng) -> Picture:
    """Exchange tiles that are no squares, as a failing card or codec does."""
    mixed, size = field.copy(), int(rng.integers(90, 200))
    for _ in range(int(rng.integers(20, 40))):
        (y, x), (v, u) = rng.integers(0, FIELD - size, (2, 2))
        mixed[y : y + size, x : x + size] = field[v : v + size, u : u + size]
    return mixed


shifted, shifted_a_bit = _moved(_shift), _moved(_shift_a_bit, _without_last)
mirrored, scrambled = _moved(_mirror), _moved(_scramble)
other_rows, exchanged = _moved(_other_rows, lambda base: base.rows), _moved(_exchange)


def _corners(base: Base) -> NDArray[np.float32]:
    return base.lattice[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)


def _field(base: Base) -> Picture:
    """Return the field, seen straight."""
    turn = cv2.getPerspectiveTransform(_corners(base), STRAIGHT)
    return np.asarray(cv2.warpPerspective(base.picture, turn, (FIELD, FIELD)), np.uint8)


def _with_field(base: Base, field: Picture) -> Picture:
    """Return the photo with another field in the place of its own."""
    turn = cv2.getPerspectiveTransform(STRAIGHT, _corners(base))
    picture = base.picture.copy()
    size = picture.shape[1::-1]
    put = np.asarray(cv2.warpPerspective(field, turn, size), np.uint8)
    where = np.asarray(cv2.warpPerspective(np.full(field.shape[:2], 255, np.uint8), turn, size)) > 127
    picture[where] = put[where]
    return picture
