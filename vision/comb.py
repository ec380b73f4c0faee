"""Where in a known perspective the lattice lies: n + 1 evenly spaced lines each way, and none beyond."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points, map_nodes, transform
from vision.lines import Plane, find_lines
from vision.roads import Quad

SIZE = 400  # pixels that the quad's side gets when seen straight
AROUND = 160  # pixels seen beyond it on each side: the field may be larger than the quad
PITCHES = np.geomspace(12.0, 56.0, 26)  # pixels a square
BEYOND = 0.12  # what a line one square beyond the last costs
ROUNDS = 3


def comb_lattices(flat: Plane, quad: Quad, cells: int, most: int = 2) -> list[Points]:
    """Return the best lattices in the quad's perspective, pixels of `flat`, best first."""
    far = AROUND + SIZE
    square = np.array([[AROUND, AROUND], [far, AROUND], [far, far], [AROUND, far]], np.float32)
    to_photo = cv2.getPerspectiveTransform(square, quad).astype(np.float64)
    side = SIZE + 2 * AROUND
    straight = cv2.warpPerspective(
        flat, to_photo, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=1.0
    )
    lines = find_lines(np.asarray(straight, np.float32), run=17)
    sums = (_running_sums(lines.upright), _running_sums(lines.level.T))
    settled = [_settle(sums, start, cells) for start in _starts(sums[0], cells)]
    settled.sort(key=lambda found: -found[0])
    nodes = map_nodes(cells)
    return [transform(to_photo, nodes * pitch + corner) for _, pitch, corner in settled[:most]]


def _running_sums(upright: Plane) -> NDArray[np.float32]:
    return np.vstack([np.zeros((1, upright.shape[1]), np.float32), upright.cumsum(axis=0)])


def _profile(sums: NDArray[np.float32], start: float, end: float) -> NDArray[np.float32]:
    """Mean line evidence of each column between two rows, forgiving a pixel sideways."""
    first, last = max(int(start), 0), min(int(end), len(sums) - 1)
    mean = (sums[last] - sums[first]) / max(last - first, 1)
    return np.asarray(cv2.dilate(mean[None], np.ones((1, 3), np.uint8))[0], np.float32)


def _comb_scores(profile: NDArray[np.float32], pitch: float, cells: int) -> NDArray[np.float32]:
    """Score of a comb of n + 1 teeth for each place of its first tooth."""
    places = np.arange(0, len(profile) - int(cells * pitch) - 1)[:, None]
    if not len(places):
        return np.full(1, -1.0, np.float32)
    teeth = profile[np.rint(places + np.arange(cells + 1) * pitch).astype(int)]
    gaps = profile[np.rint(places + (np.arange(cells) + 0.5) * pitch).astype(int)].mean(axis=1)
    weak = np.sort(teeth, axis=1)[:, : (cells + 1) // 2].mean(axis=1)
    padded = np.pad(profile, int(pitch) + 2)
    before = padded[np.rint(places[:, 0] - pitch).astype(int) + int(pitch) + 2]
    after = padded[np.rint(places[:, 0] + (cells + 1) * pitch).astype(int) + int(pitch) + 2]
    return np.asarray(0.5 * teeth.mean(axis=1) + 0.5 * weak - gaps - BEYOND * (before + after), np.float32)


def _best_comb(
    profile: NDArray[np.float32], pitches: Iterable[float], cells: int
) -> tuple[float, float, int]:
    """Return (score, pitch, place of the first tooth) of the best comb."""
    tried = [
        (scores.max(), pitch, scores.argmax())
        for pitch in pitches
        for scores in [_comb_scores(profile, pitch, cells)]
    ]
    score, pitch, place = max(tried)
    return float(score), float(pitch), int(place)


def _starts(sums: NDArray[np.float32], cells: int, most: int = 6) -> list[tuple[float, float, float, float]]:
    """Return promising combs of upright lines as (pitch, left, pitch down, top), for all heights tried."""
    found = []
    for pitch in PITCHES:
        height = cells * pitch
        for top in np.arange(0.0, len(sums) - 1 - height, 1.5 * pitch):
            score, across, left = _best_comb(_profile(sums, top, top + height), (pitch,), cells)
            found.append((score, across, left, pitch, top))
    found.sort(reverse=True)
    return [start[1:] for start in found[:most]]


def _settle(
    sums: tuple[NDArray[np.float32], NDArray[np.float32]],
    start: tuple[float, float, float, float],
    cells: int,
) -> tuple[float, Points, Points]:
    """Fit upright and level combs in turn, each within the other's reach: (score, pitches, corner)."""
    across, left, down, top = start
    scores = (0.0, 0.0)
    for _ in range(ROUNDS):
        level = _profile(sums[1], left, left + cells * across)
        down_score, down, top = _best_comb(level, down * np.geomspace(0.85, 1.17, 9), cells)
        upright = _profile(sums[0], top, top + cells * down)
        across_score, across, left = _best_comb(upright, across * np.geomspace(0.94, 1.06, 7), cells)
        scores = (down_score, across_score)
    return min(scores) + 0.3 * sum(scores), np.array([across, down]), np.array([left, top], np.float64)
