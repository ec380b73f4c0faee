"""Photos of what is no sheet, and of sheets that are cut, covered, mixed, or seen in a wrong light."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.world.othergrids import FONTS, draw_grid_page
from engine import SIZE
from tests.badinput.bases import Base, Picture, as_photo, some_base, to_jpeg
from tests.badinput.files import Made, Rng, pick

WIDE, HIGH = 1050, 1400


def noise(rng: Rng) -> Made:
    """Take a photo of nothing: grain, clouds, stripes, checks."""
    picture: NDArray[np.generic]
    match int(rng.integers(4)):
        case 0:
            picture = rng.normal(rng.uniform(60, 200), rng.uniform(5, 90), (HIGH, WIDE, 3))
        case 1:
            few = rng.uniform(0, 255, (int(rng.integers(2, 60)), int(rng.integers(2, 60)), 3))
            picture = cv2.resize(few, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)
        case _:
            y, x = np.mgrid[:HIGH, :WIDE]
            across, down = rng.uniform(8, 90, 2)
            lines = (np.sin(x / across * np.pi) * np.sin(y / down * np.pi)) * rng.uniform(30, 400)
            picture = np.repeat((128 + lines + rng.normal(0, 9, lines.shape))[..., None], 3, axis=2)
    return as_photo(picture)


def words(rng: Rng) -> Made:
    """Take a photo of a page of words, of a form, or of a table."""
    page = np.full((HIGH, WIDE, 3), rng.integers(170, 250), np.uint8)
    letters = "abcdefghijklmnopqrstuvwxyz  0123456789"
    pitch, font = int(rng.integers(18, 60)), pick(rng, FONTS)
    for y in range(60, HIGH - 40, pitch):
        line = "".join(pick(rng, letters) for _ in range(90))
        cv2.putText(page, line, (50, y), font, pitch / 45, (30, 30, 30), 1, cv2.LINE_AA)
        if rng.random() < 0.3:
            cv2.line(page, (40, y + 6), (WIDE - 40, y + 6), (60, 60, 60), 1)
    for x in range(40, WIDE, int(rng.integers(60, 400))):
        if rng.random() < 0.5:
            cv2.line(page, (x, 40), (x, HIGH - 40), (60, 60, 60), 1)
    return as_photo(page + rng.normal(0, 4, page.shape))


def other_grids(rng: Rng) -> Made:
    """Take a photo of a sudoku, a crossword or a board."""
    page = draw_grid_page(rng).picture
    scale = float(rng.uniform(1.0, 2.6))
    return as_photo(cv2.resize(page, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC))


def strange_fields(rng: Rng) -> Made:
    """Take a photo of eleven by eleven squares with anything in them but a map."""
    square = int(rng.integers(36, 80))
    field = np.full((SIZE * square + 1, SIZE * square + 1, 3), rng.integers(180, 250), np.uint8)
    ink, share = rng.uniform(0, 120), rng.random()
    for row in range(SIZE):
        for column in range(SIZE):
            if rng.random() < share:
                _put_anything(field, (column * square, row * square), square, ink, rng)
    for k in range(SIZE + 1):
        cv2.line(field, (k * square, 0), (k * square, SIZE * square), (ink,) * 3, 1)
        cv2.line(field, (0, k * square), (SIZE * square, k * square), (ink,) * 3, 1)
    page = cv2.copyMakeBorder(
        field, 90, 260, 80, 80, cv2.BORDER_CONSTANT, value=(pick(rng, (235.0, 90.0)),) * 3
    )
    return as_photo(page + rng.normal(0, 5, page.shape))


def _put_anything(field: Picture, at: tuple[int, int], square: int, ink: float, rng: Rng) -> None:
    x, y = at
    low, high = (x + square // 5, y + square // 5), (x + 4 * square // 5, y + 4 * square // 5)
    match int(rng.integers(5)):
        case 0:
            cv2.rectangle(field, at, (x + square, y + square), (ink,) * 3, -1)
        case 1:
            cv2.putText(
                field, pick(rng, "0123456789XOA?"), (low[0], high[1]), FONTS[0], square / 40, (ink,) * 3, 2
            )
        case 2:
            cv2.circle(field, (x + square // 2, y + square // 2), square // 3, (ink,) * 3, pick(rng, (2, -1)))
        case 3:
            cv2.fillConvexPoly(field, np.array([low, high, (low[0], high[1])]), (ink,) * 3)
        case _:
            cv2.rectangle(field, at, (x + square, y + square), tuple(rng.uniform(60, 240, 3)), -1)


def half_sheets(rng: Rng) -> Made:
    """Cut a photo so that a part of the field is not in it."""
    base = some_base(rng)
    left, top, right, bottom = _bounds(base)
    share = float(rng.uniform(0.2, 0.8))
    picture = base.picture
    x, y = round(left + share * (right - left)), round(top + share * (bottom - top))
    parts = (picture[:y], picture[y:], picture[:, :x], picture[:, x:], picture[:y, :x], picture[y:, x:])
    return as_photo(pick(rng, parts), base.rows)


def _bounds(base: Base) -> tuple[float, float, float, float]:
    left, top = base.lattice.reshape(-1, 2).min(axis=0)
    right, bottom = base.lattice.reshape(-1, 2).max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def scribbled(rng: Rng) -> Made:
    """Scribble over the field with a thick pen."""
    base = some_base(rng)
    picture = base.picture.copy()
    left, top, right, bottom = _bounds(base)
    for _ in range(int(rng.integers(1, 9))):
        points = rng.uniform((left, top), (right, bottom), (int(rng.integers(5, 40)), 2))
        colour = tuple(float(shade) for shade in rng.uniform(0, 130, 3))
        thick = int(rng.integers(3, 30))
        cv2.polylines(picture, [np.rint(points).astype(np.int32)], False, colour, thick, cv2.LINE_AA)
    return as_photo(picture, base.rows)


def covered(rng: Rng) -> Made:
    """Lay things on the field: cards, papers, black tape."""
    base = some_base(rng)
    picture = base.picture.copy()
    left, top, right, bottom = _bounds(base)
    for _ in range(int(rng.integers(2, 9))):
        middle = rng.uniform((left, top), (right, bottom))
        size = rng.uniform(0.1, 0.5, 2) * (right - left)
        box = cv2.boxPoints((middle.tolist(), size.tolist(), float(rng.uniform(0, 90))))
        cv2.fillConvexPoly(picture, np.rint(box).astype(np.int32), tuple(rng.uniform(0, 255, 3).tolist()))
    return as_photo(picture, base.rows)


def wrong_light(rng: Rng) -> Made:
    """Invert a photo, exchange its colours, or expose it far too much, too little, or in few steps."""
    base = some_base(rng)
    picture = base.picture.astype(np.float32)
    match int(rng.integers(6)):
        case 0:
            picture = 255 - picture
        case 1:
            picture = picture[..., rng.permutation(3)]
        case 2:
            picture = (picture - 128) * rng.uniform(1.5, 12) + rng.uniform(0, 255)
        case 3:
            picture = picture * rng.uniform(0.01, 0.4)
        case 4:
            step = 255 / int(rng.integers(1, 6))
            picture = np.rint(picture / step) * step
        case _:
            picture = np.abs(picture * 2 - 255)
    return as_photo(picture, base.rows)


def hardly_there(rng: Rng) -> Made:
    """Blur a photo, shrink it and save it again until next to nothing is left, or bury it in grain."""
    base = some_base(rng)
    picture = base.picture
    match int(rng.integers(4)):
        case 0:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(3, 20))), np.uint8)
        case 1:
            scale = float(rng.uniform(0.1, 0.35))
            small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            picture = np.asarray(cv2.resize(small, picture.shape[1::-1]), np.uint8)
        case 2:
            return Made(to_jpeg(picture, quality=int(rng.integers(1, 8))), "jpg", base.rows)
        case _:
            return as_photo(picture + rng.normal(0, rng.uniform(40, 120), picture.shape), base.rows)
    return as_photo(picture, base.rows)


def sheared(rng: Rng) -> Made:
    """Look at a sheet from where no square of it can be told, or stretch it."""
    base = some_base(rng)
    high, wide = base.picture.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    moved = corners + (rng.uniform(-0.45, 0.45, (4, 2)) * (wide, high)).astype(np.float32)
    turn = cv2.getPerspectiveTransform(corners, moved)
    return as_photo(
        cv2.warpPerspective(base.picture, turn, (wide, high), borderMode=cv2.BORDER_REFLECT), base.rows
    )
