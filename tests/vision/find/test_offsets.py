import numpy as np

from vision.find.lines import FINE, Lines
from vision.find.offsets import BORDER, traced_offsets

CELLS, SQUARE = 5, FINE.square
SIDE = round((CELLS + 2 * BORDER) * SQUARE)


def evidence_of(courses: list[tuple[float, float, float]]) -> Lines:
    """Return evidence of lines, upright and level alike: place at the near end, at the far end, strength."""
    upright = np.zeros((SIDE, SIDE), np.float32)
    along = np.linspace(0.0, 1.0, SIDE)
    for near, far, strength in courses:
        place = (near + (far - near) * along + BORDER) * SQUARE - 0.5
        for row, column in enumerate(np.rint(place).astype(int)):
            upright[row, column] = max(upright[row, column], strength)
    return Lines(upright, np.ascontiguousarray(upright.T))


def test_lines_are_followed_where_they_lie() -> None:
    offsets, weights = traced_offsets(evidence_of([(c + 0.2, c + 0.2, 1.0) for c in range(6)]), CELLS, SQUARE)

    assert np.abs(offsets - 0.2).max() < 0.03
    assert weights.min() > 0.9


def test_a_line_that_is_drawn_over_is_followed_by_its_course() -> None:
    lines = evidence_of([(c, c, 1.0) for c in range(6)])
    rows, middle = slice(195, 240), round((3.0 + BORDER) * SQUARE - 0.5)
    lines.upright[rows, middle] = 0.2
    lines.upright[rows, middle + 16] = 1.5  # a stroke beside it, darker than the line

    offsets, _ = traced_offsets(lines, CELLS, SQUARE)

    assert np.abs(offsets[:, 3, 0]).max() < 0.03


def test_the_field_ends_with_the_inner_of_two_lines() -> None:
    frame = [(c, c, 1.0) for c in range(6)] + [(-0.2, -0.2, 1.1), (CELLS + 0.2, CELLS + 0.2, 1.1)]

    offsets, _ = traced_offsets(evidence_of(frame), CELLS, SQUARE)

    assert np.abs(offsets[:, [0, -1], 0]).max() < 0.03
    assert np.abs(offsets[[0, -1], :, 1]).max() < 0.03
