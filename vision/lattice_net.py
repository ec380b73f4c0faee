"""The learned road: a small network that says, for each point of a photo, where on the map it lies."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points, map_nodes, transform
from vision.image import Image, shrink
from vision.released import ReleasedModel

INSIDE = 0.5  # probability from which a point counts as lying in the field
FEWEST_POINTS = 24  # of the network's 48 x 48
STRAY = 0.35  # squares that a point may lie from where the plane says
SEEN_SHARE = 0.6  # of the second look's picture that the field fills, so that its surroundings show
CLOSER_LOOKS = 3
CELLS = 11


@dataclass(frozen=True)
class NetLattice:
    """A proposal of the network."""

    lattice: Points
    """(12, 12, 2), pixels of the picture it was shown, in the sheet's own order."""
    agreement: float
    """Share of the points that lie where one plane puts them, 0 to 1."""


def find_by_net(image: Image, model: ReleasedModel) -> NetLattice | None:
    """Look at the whole picture each way up, then at the sheet alone, upright; None where no field shows."""
    side = int(model.config["side"])
    whole = _fit_into(image, side)
    looks = [_look(image, _turned(whole, quarters, side), model) for quarters in range(4)]
    seen = [look for look in looks if look is not None]
    if not seen:
        return None
    best = max(seen, key=lambda look: look.agreement * look.points)
    for _ in range(CLOSER_LOOKS):
        closer = _look(image, _straight_view(best.to_photo, side), model)
        if closer is None:
            break
        best = closer
    return NetLattice(transform(best.to_photo, map_nodes(CELLS)), best.agreement)


@dataclass(frozen=True)
class _Look:
    """What the network says of one view."""

    to_photo: NDArray[np.float64]
    """Homography from the map to the photo, (3, 3)."""
    agreement: float
    points: int


def _turned(view: NDArray[np.float64], quarters: int, side: int) -> NDArray[np.float64]:
    """Return the view turned by quarter turns about the middle of the small picture."""
    middle = (side - 1) / 2
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters]
    turn = np.array(
        [[cos, -sin, middle * (1 - cos + sin)], [sin, cos, middle * (1 - sin - cos)], [0, 0, 1.0]]
    )
    return np.asarray(turn @ view, np.float64)


def _fit_into(image: Image, side: int) -> NDArray[np.float64]:
    """Return the homography that lays the whole picture into the middle of the network's."""
    height, width = image.shape[:2]
    scale = side / max(height, width)
    move = np.array([side - width * scale, side - height * scale]) / 2 + scale / 2 - 0.5
    return np.array([[scale, 0, move[0]], [0, scale, move[1]], [0, 0, 1.0]])


def _straight_view(to_photo: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Return the homography that shows the sheet from above, and what surrounds it, in the small picture."""
    scale = side * SEEN_SHARE / CELLS
    start = side * (1 - SEEN_SHARE) / 2
    to_view = np.array([[scale, 0, start], [0, scale, start], [0, 0, 1.0]])
    return np.asarray(to_view @ np.linalg.inv(to_photo), np.float64)


def _look(image: Image, view: NDArray[np.float64], model: ReleasedModel) -> _Look | None:
    """Show the network one view; None where it sees no field, or points that fit no plane."""
    side, stride = int(model.config["side"]), int(model.config["stride"])
    paper = np.median(image[::8, ::8].reshape(-1, 3), axis=0)
    picture = warp_down(image, view, side, paper.tolist())
    out = model.run(photo=picture.transpose(2, 0, 1)[None].astype(np.float32))["out"][0]
    inside = 1 / (1 + np.exp(-out[0])) > INSIDE
    if inside.sum() < FEWEST_POINTS:
        return None
    y, x = np.nonzero(inside)
    seen = (np.stack([x, y], axis=1) + 0.5) * stride - 0.5
    on_map = out[1:, y, x].T.astype(np.float64) * CELLS
    square = np.sqrt(inside.sum()) * stride / CELLS
    plane, members = cv2.findHomography(
        on_map, seen, cv2.RANSAC, STRAY * square, maxIters=2000, confidence=0.999
    )
    if plane is None or abs(np.linalg.det(plane)) < 1e-12:
        return None
    return _Look(np.linalg.inv(view) @ plane, float(members.mean()), int(inside.sum()))


def warp_down(
    image: NDArray[np.uint8], view: NDArray[np.float64], side: int, beyond: Sequence[float]
) -> NDArray[np.uint8]:
    """Warp into the small picture, averaging the photo's pixels on the way.

    Args:
        image: RGB, the photo.
        view: homography from the photo to the small picture.
        side: pixels of the small picture's sides.
        beyond: colour of what lies beyond the photo.
    """
    back = np.asarray(np.linalg.inv(view), np.float64)
    x, y = transform(back, np.array([side / 2, side / 2]))
    ends = transform(view, np.array([[x, y], [x + 1, y]]))
    scale = min(1.0, 1.4 * float(np.linalg.norm(ends[1] - ends[0])))
    small = shrink(image, scale)
    grow = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1.0]])
    return np.asarray(cv2.warpPerspective(small, view @ grow, (side, side), borderValue=beyond), np.uint8)
