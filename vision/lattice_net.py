"""The learned road: a small network says, for each point of a photo, where in a printed field it lies."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points, is_plausible, map_nodes, transform
from vision.pyramid import Pyramid
from vision.released import ReleasedModel

INSIDE = 0.5  # probability from which a point counts as lying in a field
FEWEST_POINTS = 24  # of the network's 48 x 48 that make a field
MOST_FIELDS = 8  # in one look
STRAY = 0.032  # of the field's side that a point may lie from where the plane says
SEEN_SHARE = 0.6  # of a closer look's picture that the field fills, so that its surroundings show
CLOSER_LOOKS = 3
SETTLED = 0.03  # of the field's side: a closer look that moves no corner further is the last
SURE_AGREEMENT = 0.9  # where all fields of the first look have it, the photo need not be turned
SAME_FIELD = 0.5  # of a field's side: middles that are closer belong to one field
PART_SHARE = 0.6  # of the photo's sides that are looked at where the whole shows no field


@dataclass(frozen=True)
class Field:
    """A proposal of the network."""

    to_photo: NDArray[np.float64]
    """Homography, (3, 3), from the field as the unit square, as a person reads it, to the photo."""
    agreement: float
    """Share of the points seen in the field that lie where the plane puts them, 0 to 1."""
    points: int

    def lattice(self, cells: int) -> Points:
        """Where the nodes of n x n squares lie in the photo, (n + 1, n + 1, 2)."""
        return transform(self.to_photo, map_nodes(cells) / cells)

    @property
    def corners(self) -> Points:
        """Top left, top right, bottom right, bottom left, (4, 2)."""
        return self.lattice(1)[[0, 0, 1, 1], [0, 1, 1, 0]]


def find_fields(photo: Pyramid, model: ReleasedModel, *, sheets_only: bool) -> list[Field]:
    """Return the fields that the network sees, most convincing first.

    The whole photo is looked at, turned too where that leaves doubt, and in parts where it shows nothing;
    then each field from straight above.

    Args:
        photo: the upright photo.
        model: the released network.
        sheets_only: leave out grids of other games.
    """
    side = int(model.config["side"])
    whole = _fit_into(photo.image.shape, side)
    fields = _look(photo, whole, model, sheets_only)
    if not fields or min(field.agreement for field in fields) < SURE_AGREEMENT:
        for quarters in (1, 2, 3):
            fields += _look(photo, _turned(whole, quarters, side), model, sheets_only)
    if not fields:
        for part in _parts(photo.image.shape, side):
            fields += _look(photo, part, model, sheets_only)
    closer = [_look_closer(photo, field, model, sheets_only) for field in _distinct(fields)]
    return _distinct(closer)


def _distinct(fields: list[Field]) -> list[Field]:
    """Return each field once, as it was seen best, most convincing first."""
    kept: list[Field] = []
    for field in sorted(fields, key=lambda field: -field.agreement * field.points):
        size = np.sqrt(cv2.contourArea(field.corners.astype(np.float32)))
        middle = field.corners.mean(axis=0)
        if all(np.linalg.norm(middle - other.corners.mean(axis=0)) > SAME_FIELD * size for other in kept):
            kept.append(field)
    return kept[:MOST_FIELDS]


def _look_closer(photo: Pyramid, field: Field, model: ReleasedModel, sheets_only: bool) -> Field:
    """Look at the field from straight above until that changes nothing."""
    side = int(model.config["side"])
    for _ in range(CLOSER_LOOKS):
        seen = _look(photo, _straight_view(field.to_photo, side), model, sheets_only)
        if not seen:
            break
        closer = max(seen, key=lambda one: one.points)
        moved = np.abs(transform(_inverse(field.to_photo), closer.lattice(1)) - map_nodes(1)).max()
        field = closer
        if moved < SETTLED:
            break
    return field


def _turned(view: NDArray[np.float64], quarters: int, side: int) -> NDArray[np.float64]:
    """Return the view turned by quarter turns about the middle of the small picture."""
    middle = (side - 1) / 2
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters]
    turn = np.array(
        [[cos, -sin, middle * (1 - cos + sin)], [sin, cos, middle * (1 - sin - cos)], [0, 0, 1.0]]
    )
    return np.asarray(turn @ view, np.float64)


def _fit_into(shape: tuple[int, ...], side: int) -> NDArray[np.float64]:
    """Return the homography that lays the whole picture into the middle of the network's."""
    height, width = shape[:2]
    return _box_view(0, 0, width, height, side)


def _parts(shape: tuple[int, ...], side: int) -> Iterator[NDArray[np.float64]]:
    """Yield the views of the four corners and the middle of the photo."""
    height, width = shape[:2]
    wide, high = width * PART_SHARE, height * PART_SHARE
    for right, down in ((0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0.5)):
        yield _box_view(right * (width - wide), down * (height - high), wide, high, side)


def _box_view(left: float, top: float, width: float, height: float, side: int) -> NDArray[np.float64]:
    """Return the homography that shows a part of the photo in the middle of the small picture."""
    scale = side / max(height, width)
    move = np.array([side - width * scale, side - height * scale]) / 2 + scale / 2 - 0.5
    return np.array([[scale, 0, move[0] - scale * left], [0, scale, move[1] - scale * top], [0, 0, 1.0]])


def _straight_view(to_photo: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Return the homography that shows the field from above, and what surrounds it, in the small picture."""
    scale, start = side * SEEN_SHARE, side * (1 - SEEN_SHARE) / 2
    to_view = np.array([[scale, 0, start], [0, scale, start], [0, 0, 1.0]])
    return np.asarray(to_view @ _inverse(to_photo), np.float64)


def _look(photo: Pyramid, view: NDArray[np.float64], model: ReleasedModel, sheets_only: bool) -> list[Field]:
    """Show the network one view; return the fields whose points lie on a plane each."""
    side, stride = int(model.config["side"]), int(model.config["stride"])
    smallest, _ = photo.at_least(1 / 16)
    paper = np.median(smallest.reshape(-1, 3), axis=0)
    picture = warp_down(photo, view, side, paper.tolist())
    out = model.run(photo=picture.transpose(2, 0, 1)[None].astype(np.float32))["out"][0]
    seen = 1 / (1 + np.exp(-(out[0] if sheets_only else out[:2].max(axis=0))))
    return list(_planes(seen > INSIDE, out[2:].astype(np.float64), stride, _inverse(view)))


def _planes(
    inside: NDArray[np.bool_], coordinates: NDArray[np.float64], stride: int, to_photo: NDArray[np.float64]
) -> Iterator[Field]:
    """Yield the planes on which the points inside lie, each time without those of the planes before."""
    left = inside.copy()
    for _ in range(MOST_FIELDS):
        _, parts, sizes, _ = cv2.connectedComponentsWithStats(left.astype(np.uint8), connectivity=4)
        if len(sizes) < 2 or sizes[1:, cv2.CC_STAT_AREA].max() < FEWEST_POINTS:
            return
        part = parts == 1 + int(sizes[1:, cv2.CC_STAT_AREA].argmax())
        y, x = np.nonzero(part)
        seen = np.asarray((np.stack([x, y], axis=1) + 0.5) * stride - 0.5, np.float64)
        reach = STRAY * np.sqrt(len(seen)) * stride
        plane, members = cv2.findHomography(
            coordinates[:, y, x].T, seen, cv2.RANSAC, reach, maxIters=2000, confidence=0.999
        )
        left &= ~part
        if plane is None or abs(np.linalg.det(plane)) < 1e-12:
            continue
        fits = members.ravel() > 0
        if fits.sum() < FEWEST_POINTS:
            continue
        view_side = inside.shape[0] * stride
        if is_plausible(transform(np.asarray(plane, np.float64), map_nodes(1)), (view_side, view_side)):
            within = _inside_field(np.asarray(plane, np.float64), seen)
            left[y[~within & ~fits], x[~within & ~fits]] = True
            agreement = float(fits.sum() / max((within | fits).sum(), 1))
            yield Field(np.asarray(to_photo @ plane, np.float64), agreement, int(fits.sum()))


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
