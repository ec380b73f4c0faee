"""Corners that a person has pointed at: they take the place of the search, and are moved onto the lines."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import SIZE
from engine.sentence import Sentence, later
from vision.errors import CornersError, Reason
from vision.find.geometry import SheetGeometry
from vision.find.judge import judge
from vision.find.lattice import Lattice, Points, is_plausible, nodes_between
from vision.find.mesh import refine
from vision.find.pyramid import Pyramid
from vision.image import Image

Corners = Sequence[Sequence[float]] | Points
"""Four points (x, y) in pixels of the full upright photo, in order around the field, either way round."""

MIN_SQUARE = 8.0  # pixels: corners closer together cannot be those of a field that shows anything
BEYOND = 1.0  # sides of the photo by which a corner may lie outside it
NEAR = 0.5  # squares by which the lines may lie from where the person put the corners
EDGES = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""Corners of a photo, of its width and height."""
FOUR_CORNERS = later("A field has four corners, each an x and a y.")


def check_corners(corners: Corners, width: int, height: int) -> Points:
    """Return the corners clockwise from the first on, shape (4, 2).

    Raises:
        CornersError: there are not four, they are far outside the photo, twisted, or too close together, or
            the field between them is not on the photo.
    """
    try:
        points = np.asarray(corners, np.float64)
    except (TypeError, ValueError, OverflowError) as error:  # ragged, no numbers, or such as 10 ** 400
        raise _refusal(FOUR_CORNERS) from error
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise _refusal(FOUR_CORNERS)
    reach = BEYOND * np.array([width, height])
    if (points < -reach).any() or (points > np.array([width, height]) + reach).any():
        raise _refusal(
            Sentence(
                "A corner lies far outside the photo, which has %(width)s x %(height)s pixels.",
                width=width,
                height=height,
            )
        )
    if not cv2.isContourConvex(_outline(points)):
        raise _refusal(later("The lines between the corners cross, or one corner lies between the others."))
    sides = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
    if sides.min() < MIN_SQUARE * SIZE:
        raise _refusal(
            Sentence(
                "The corners lie too close together: the shortest side has %(pixels)s pixels.",
                pixels=round(sides.min()),
            )
        )
    shown, _ = cv2.intersectConvexConvex(_outline(points), _outline(np.array(EDGES) * (width, height)))
    if shown * SIZE**2 < cv2.contourArea(_outline(points)):  # less than a square
        raise _refusal(
            Sentence(
                "The field between the corners lies outside the photo, "
                "which has %(width)s x %(height)s pixels.",
                width=width,
                height=height,
            )
        )
    turns_left = cv2.contourArea(_outline(points), oriented=True) < 0
    return points[[0, 3, 2, 1]] if turns_left else points


def _outline(corners: Points) -> NDArray[np.float32]:
    """Return corners as OpenCV wants an outline."""
    return corners.astype(np.float32).reshape(-1, 1, 2)


def place_sheet(image: Image, corners: Points) -> SheetGeometry:
    """Return the lattice between the corners, on the printed lines where these lie near.

    Where the judge likes what the person said better than what the lines say, it stays.

    Args:
        image: RGB photo.
        corners: clockwise, shape (4, 2), pixels of this image.
    """
    photo = Pyramid(image)
    said = SheetGeometry(Lattice(nodes_between(corners, SIZE)))
    followed = refine(photo, said.lattice)
    is_near = is_plausible(followed.lattice, image.shape) and _farthest(followed.where, said.where) <= NEAR
    judged = [
        candidate.as_judged(judge(photo, candidate.where))
        for candidate in ((followed, said) if is_near else (said,))
    ]
    return max(judged, key=lambda candidate: candidate.evidence.probability)


def _farthest(first: Lattice, other: Lattice) -> float:
    """Return by how many squares the corners differ at most."""
    return float(np.linalg.norm(first.corners - other.corners, axis=1).max() / other.cell_pixels)


def _refusal(message: str) -> CornersError:
    return CornersError(
        Reason(
            "bad_corners",
            message,
            "Give the outer corners of the 11 x 11 field in order around it, "
            'such as "10,20 810,25 800,830 5,820".',
        )
    )
