"""The lattice network: it says where in a printed field each point of a photo lies."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.find.lattice import Points, is_plausible, map_nodes, scaled_points, transform
from vision.find.papers import as_quad
from vision.find.pyramid import Pyramid
from vision.logits import sigmoid
from vision.released import ReleasedModel

INSIDE = 0.5  # probability from which a point counts as lying in a field
FEWEST_POINTS = 24  # of the network's 48 x 48 that make a field
MOST_FIELDS = 4  # in one look, or one stage of looks
STRAY = 0.032  # of the field's side that a point may lie from where the plane says
SEEN_SHARE = 0.6  # of a closer look's picture that the field fills, so that its surroundings show
CLOSER_LOOKS = 3
CONVINCING = 0.9  # agreement from which a field's outline tells nothing more
OUTLINED = 0.3  # agreement that a field counts with of which the outline alone is believed
SETTLED = 0.03  # of the field's side: a closer look that moves no corner further is the last


@dataclass(frozen=True)
class Field:
    """A proposal of the network."""

    to_photo: NDArray[np.float64]
    """Homography, (3, 3), from the field as the unit square, as a person reads it, to the photo."""
    agreement: float
    """Share of the points seen in the field that lie where the plane puts them, 0 to 1."""
    points: int

    def lattice(self, cells: int) -> Points:
        """Return the nodes of n x n squares in the photo, (n + 1, n + 1, 2)."""
        return transform(self.to_photo, map_nodes(cells) / cells)

    @property
    def corners(self) -> Points:
        """Top left, top right, bottom right, bottom left, (4, 2)."""
        return self.lattice(1)[[0, 0, 1, 1], [0, 1, 1, 0]]


def distinct(fields: list[Field], near: float) -> list[Field]:
    """Return each field once, as it was seen best, most convincing first."""
    kept: list[Field] = []
    for field in sorted(fields, key=lambda field: -field.agreement * field.points):
        if not any(is_same(field, other, near) for other in kept):
            kept.append(field)
    return kept[:MOST_FIELDS]


def is_same(field: Field, other: Field, near: float) -> bool:
    """Whether two fields lie in the same place to a share of their side, whichever way up they are taken."""
    size = np.sqrt(cv2.contourArea(field.corners.astype(np.float32)))
    turns = (np.roll(field.corners, turn, axis=0) for turn in range(4))
    return bool(min(np.abs(turn - other.corners).max() for turn in turns) <= near * size)


def look_closer(photo: Pyramid, field: Field, model: ReleasedModel, sheets_only: bool) -> Field:
    """Look at the field from straight above until that changes nothing."""
    side = int(model.config["side"])
    for _ in range(CLOSER_LOOKS):
        seen = look(photo, straight_view(field.to_photo, side), model, sheets_only)
        if not seen:
            break
        closer = max(seen, key=lambda proposal: proposal.agreement * proposal.points)
        moved = np.abs(transform(_inverse(field.to_photo), closer.lattice(1)) - map_nodes(1)).max()
        field = closer
        if moved < SETTLED:
            break
    return field


def turned_view(view: NDArray[np.float64], quarters: int, side: int) -> NDArray[np.float64]:
    """Return the view turned by quarter turns about the middle of the small picture."""
    middle = (side - 1) / 2
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters]
    turn = np.array(
        [[cos, -sin, middle * (1 - cos + sin)], [sin, cos, middle * (1 - sin - cos)], [0, 0, 1.0]]
    )
    return np.asarray(turn @ view, np.float64)


def box_view(left: float, top: float, width: float, height: float, side: int) -> NDArray[np.float64]:
    """Return the homography that shows a part of the photo in the middle of the small picture."""
    scale = side / max(height, width)
    move = np.array([side - width * scale, side - height * scale]) / 2 + scale / 2 - 0.5
    return np.array([[scale, 0, move[0] - scale * left], [0, scale, move[1] - scale * top], [0, 0, 1.0]])


def straight_view(to_photo: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Return the homography that shows the field from above, and what surrounds it, in the small picture."""
    scale, start = side * SEEN_SHARE, side * (1 - SEEN_SHARE) / 2
    to_view = np.array([[scale, 0, start], [0, scale, start], [0, 0, 1.0]])
    return np.asarray(to_view @ _inverse(to_photo), np.float64)


def look(photo: Pyramid, view: NDArray[np.float64], model: ReleasedModel, sheets_only: bool) -> list[Field]:
    """Show the network one view; return the fields whose points lie on a plane each.

    Args:
        photo: the upright photo.
        view: homography from the photo to the network's small picture.
        model: the released network.
        sheets_only: leave out grids of other games.
    """
    side, stride = int(model.config["side"]), int(model.config["stride"])
    picture = warp_down(photo, view, side, paper_colour(photo))
    inside, coordinates = seen_by(model, picture, sheets_only)
    return list(_planes(inside, coordinates, stride, _inverse(view)))


def paper_colour(photo: Pyramid) -> list[float]:
    """Return the colour that stands for what lies beyond a photo, RGB: the median of what it shows."""
    smallest, _ = photo.at_least(1 / 16)
    return list(np.median(smallest.reshape(-1, 3), axis=0).tolist())


def seen_by(
    model: ReleasedModel, picture: NDArray[np.uint8], sheets_only: bool
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Show the network a small picture; return which of its points lie in a field, and where in it.

    Returns:
        (s, s), and (2, s, s), column and row as shares of the field's side.
    """
    out = model.run(photo=picture.transpose(2, 0, 1)[None].astype(np.float32))["out"][0]
    seen = sigmoid(out[0] if sheets_only else out[:2].max(axis=0))
    return seen > INSIDE, out[2:].astype(np.float64)


def _planes(
    inside: NDArray[np.bool_], coordinates: NDArray[np.float64], stride: int, to_photo: NDArray[np.float64]
) -> Iterator[Field]:
    """Yield the planes on which the points inside lie, each time without those of the planes before."""
    left, view_side = inside.copy(), inside.shape[0] * stride
    for _ in range(MOST_FIELDS):
        _, parts, sizes, _ = cv2.connectedComponentsWithStats(left.astype(np.uint8), connectivity=4)
        if len(sizes) < 2 or sizes[1:, cv2.CC_STAT_AREA].max() < FEWEST_POINTS:
            return
        part = parts == 1 + int(sizes[1:, cv2.CC_STAT_AREA].argmax())
        y, x = np.nonzero(part)
        seen = scaled_points(np.stack([x, y], axis=1).astype(np.float64), stride)
        reach = STRAY * np.sqrt(len(seen)) * stride
        plane, members = cv2.findHomography(
            coordinates[:, y, x].T, seen, cv2.USAC_FAST, reach, maxIters=2000, confidence=0.999
        )
        left &= ~part
        field = _on_plane(plane, members, seen, to_photo, view_side)
        if field is not None:
            within = _inside_field(np.asarray(plane, np.float64), seen)
            strays = ~within & (members.ravel() == 0)
            left[y[strays], x[strays]] = True
            yield field
        outline = None if field and field.agreement >= CONVINCING else _outline(part, coordinates, stride)
        if outline is not None and is_plausible(transform(outline, map_nodes(1)), (view_side, view_side)):
            yield Field(np.asarray(to_photo @ outline, np.float64), OUTLINED, len(seen))


def _on_plane(
    plane: MatLike | None,
    members: MatLike,
    seen: NDArray[np.float64],
    to_photo: NDArray[np.float64],
    view_side: int,
) -> Field | None:
    """Return the field whose points lie on a plane, if enough of them do."""
    if plane is None or abs(np.linalg.det(plane)) < 1e-12 or (members > 0).sum() < FEWEST_POINTS:
        return None
    exact = np.asarray(plane, np.float64)
    if not is_plausible(transform(exact, map_nodes(1)), (view_side, view_side)):
        return None
    fits = np.asarray(members).ravel() > 0
    agreement = float(fits.sum() / max((_inside_field(exact, seen) | fits).sum(), 1))
    return Field(np.asarray(to_photo @ exact, np.float64), agreement, int(fits.sum()))


def _outline(
    part: NDArray[np.bool_], coordinates: NDArray[np.float64], stride: int
) -> NDArray[np.float64] | None:
    """Return the plane of a field by its outline alone, the way up that most of its points say.

    On hard photos a network sees where a field lies, but not well where in it each point is.
    """
    contours, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    if cv2.contourArea(hull) < FEWEST_POINTS / 2:
        return None
    quad = as_quad(hull)
    spokes = quad - quad.mean(axis=0)
    quad = quad + 0.5 * spokes / np.maximum(np.linalg.norm(spokes, axis=1, keepdims=True), 1e-6)
    corners = scaled_points(quad, stride)
    y, x = np.nonzero(part)
    seen = scaled_points(np.stack([x, y], axis=1).astype(np.float64), stride)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    turned = [np.roll(corners, turn, axis=0) for turn in range(4)]
    planes = [np.asarray(cv2.getPerspectiveTransform(unit, way), np.float64) for way in turned]
    planes = [plane for plane in planes if abs(np.linalg.det(plane)) > 1e-12]
    away = [
        float(np.abs(transform(_inverse(plane), seen) - coordinates[:, y, x].T).mean()) for plane in planes
    ]
    return planes[int(np.argmin(away))] if planes else None


def _inside_field(plane: NDArray[np.float64], seen: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which points lie in the field that the plane describes."""
    there = transform(_inverse(plane), seen)
    return np.asarray(((there > 0) & (there < 1)).all(axis=1))


def _inverse(homography: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.linalg.inv(homography), np.float64)


def warp_down(
    photo: Pyramid, view: NDArray[np.float64], side: int, beyond: Sequence[float]
) -> NDArray[np.uint8]:
    """Warp into the small picture, from a copy of the photo that is small enough to lose no pixel.

    Args:
        photo: the photo.
        view: homography from the photo to the small picture.
        side: pixels of the small picture's sides.
        beyond: colour of what lies beyond the photo.
    """
    x, y = transform(_inverse(view), np.array([side / 2, side / 2]))
    ends = transform(view, np.array([[x, y], [x + 1, y]]))
    small, scale = photo.at_least(min(1.0, float(np.linalg.norm(ends[1] - ends[0]))))
    grow = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1.0]])
    return np.asarray(cv2.warpPerspective(small, view @ grow, (side, side), borderValue=beyond), np.uint8)
