"""Measures how far a lattice's printed lines lie from its nodes, in a picture from straight above."""

import numpy as np
from numpy.typing import NDArray

from vision.find.lattice import Points, map_nodes
from vision.find.lines import Lines, Plane

BORDER = 1.25  # squares round the field that are looked at too
TRACED = 0.45  # squares beside a lattice's line within which the printed one is traced
TURNING = 0.1  # line evidence given up for a pixel aside, squared, from one half square to the next
INWARD = 0.5  # of a line's evidence: so much less does one count that lies farther out beside the edge
LEAST_WEIGHT = 1e-4


def node_offsets(lines: Lines, shifts: Points, reach_squares: float, square: int) -> tuple[Points, Points]:
    """Return where the strongest lines near each node lie (across, down), in squares, and their weights.

    Args:
        lines: evidence, seen straight from above.
        shifts: where the nodes are believed, beside their places in the picture, in squares.
        reach_squares: how far a line may lie from there.
        square: pixels a square.
    """
    cells, (height, width) = len(shifts) - 1, lines.upright.shape
    x, y = np.moveaxis(np.rint(_pixels(map_nodes(cells) + shifts, square)).astype(int), -1, 0)
    x, y = x.clip(0, width - 1)[..., None], y.clip(0, height - 1)[..., None]
    reach = round(reach_squares * square)
    steps = np.arange(-reach, reach + 1)
    across = lines.upright[y, (x + steps).clip(0, width - 1)]
    down = lines.level[(y + steps).clip(0, height - 1), x]
    found = [_peak(profile, profile.argmax(axis=-1), steps) for profile in (across, down)]
    peaks = np.stack([place for place, _ in found], axis=-1) + np.concatenate([x, y], axis=-1)
    offsets = (peaks + 0.5) / square - BORDER - map_nodes(cells)
    return offsets, np.stack([weight for _, weight in found], axis=-1)


def traced_offsets(lines: Lines, cells: int, square: int) -> tuple[Points, Points]:
    """Return the same for a lattice that is nearly right, each line traced as a whole from end to end.

    A line bends little from one half square to the next, so where it is faint or drawn over, its course
    before and after says where it goes (dynamic programming over all courses).

    Args:
        lines: evidence, seen straight from above.
        cells: squares along one side.
        square: pixels a square.
    """
    (across, clear), (down, bold) = (
        _traced(plane, cells, square) for plane in (lines.upright, lines.level.T)
    )
    return np.stack([across, down.T], axis=-1), np.stack([clear, bold.T], axis=-1)


def _traced(upright: Plane, cells: int, square: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Trace the lines that run upright: offsets and weights at their nodes, [row, line]."""
    reach = round(TRACED * square)
    steps = np.arange(-reach, reach + 1)
    along = np.rint(_pixels(np.arange(2 * cells + 1) / 2, square)).astype(int)
    places = np.rint(_pixels(np.arange(cells + 1), square)).astype(int)
    profiles = upright[along[:, None, None], places[:, None] + steps]
    course = _best_course(profiles * _favour(cells, steps / reach))
    peaks, weights = _peak(profiles[::2], course[::2], steps)
    return (places + peaks + 0.5) / square - BORDER - np.arange(cells + 1), weights


def _best_course(evidence: NDArray[np.float64]) -> NDArray[np.int_]:
    """Return the steps by which each line shows best without bending much.

    Args:
        evidence: at each place along each line, (places, lines, steps).

    Returns:
        Indices of steps, (places, lines).
    """
    steps = np.arange(evidence.shape[-1])
    turning = TURNING * (steps[:, None] - steps) ** 2
    best, came = evidence[0], []
    for here in evidence[1:]:
        ways = best[:, None] - turning  # from each step, along the last axis, to each
        came.append(ways.argmax(axis=-1))
        best = np.take_along_axis(ways, came[-1][..., None], -1)[..., 0] + here
    course = [best.argmax(axis=1)]
    for origin in reversed(came):
        course.append(np.take_along_axis(origin, course[-1][:, None], 1)[:, 0])
    return np.stack(course[::-1])


def _favour(cells: int, away: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much evidence beside each line counts, (lines, steps): the field ends with the inner one.

    Args:
        cells: squares along one side.
        away: how far the steps lead from the first line toward the last, -1 to 1.
    """
    favour = np.ones((cells + 1, len(away)))
    favour[0], favour[-1] = 1.0 - INWARD * (1.0 - away) / 2, 1.0 - INWARD * (1.0 + away) / 2
    return favour


def _peak(
    profile: NDArray[np.float32], best: NDArray[np.int_], steps: NDArray[np.int_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sub-pixel place of a peak along the last axis, and how far it stands out."""
    near = np.clip(best, 1, len(steps) - 2)[..., None]
    left, top, right = (np.take_along_axis(profile, near + k, -1)[..., 0].astype(float) for k in (-1, 0, 1))
    curve = np.maximum(2 * top - left - right, 1e-3)
    shift = np.clip((right - left) / (2 * curve), -0.5, 0.5)
    weight = np.maximum(top - np.median(profile, axis=-1), 0.0) + LEAST_WEIGHT
    return steps[near[..., 0]] + shift, weight


def _pixels(squares: NDArray[np.floating] | NDArray[np.integer], square: int) -> NDArray[np.float64]:
    """Carry places in squares of the lattice to pixels of the picture."""
    return np.asarray((squares + BORDER) * square - 0.5, np.float64)
