"""Proposes lattices: by a network on the whole photo, on its parts, and on papers in it."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import SIZE
from vision.find.lattice import Points
from vision.find.lattice_net import Field, box_view, distinct, is_same, look, look_closer, turned_view
from vision.find.papers import Quad, find_papers
from vision.find.pyramid import Pyramid
from vision.released import ReleasedModel, load_model

ROUGHLY, EXACTLY = 0.25, 0.1  # of a field's side: corners that lie closer belong to one field
PARTS = ((0.6, 2), (0.4, 3))  # of the photo's sides that a part has, and parts along each
PAPER_SHARE = 0.95  # of the small picture that a paper fills

View = NDArray[np.float64]
"""Homography, (3, 3), from the photo to the network's small picture."""
Box = tuple[float, float, float, float]
"""A part of the photo: left, top, width and height, in pixels; it may reach beyond."""


def propose(photo: Pyramid, cells: int) -> Iterator[list[Points]]:
    """Yield rough lattices stage by stage, the cheapest stage first; within one the most convincing first.

    The stages: the whole photo, then turned; its parts at two scales; the outlines of papers, looked into
    from straight above. A later stage costs nothing unless it is asked for. Lattices are (n + 1, n + 1, 2),
    pixels of the photo, the way up that a person reads the sheet, as far as was seen.
    """
    return _in_turn(photo, _stages(photo), cells)


def propose_in(
    photo: Pyramid, boxes: Iterable[Box], worth: Callable[[Field], bool], *, turned: bool = False
) -> Iterator[list[Points]]:
    """Yield rough lattices of map sheets in the whole photo, then in one part after another.

    Of the fields seen only those that are `worth` it are looked at more closely. Parts may be looked at
    `turned`, all four ways up. For the rest see `propose`.
    """
    parts = (_ways_up(box)[: 4 if turned else 1] for box in boxes)
    return _in_turn(photo, chain([_whole(photo)], parts), SIZE, worth)


def fields_in(photo: Pyramid, box: Box, worth: Callable[[Field], bool]) -> list[Field]:
    """Return the fields of map sheets in a part, looked at all four ways up; see `propose_in`."""
    return _fields(photo, _ways_up(box), [], sheets_only=True, worth=worth)


def _in_turn(
    photo: Pyramid,
    stages: Iterable[list[View]],
    cells: int,
    worth: Callable[[Field], bool] = lambda field: True,
) -> Iterator[list[Points]]:
    """Yield the rough lattices that each stage of views shows, and no earlier one."""
    seen: list[Field] = []
    for views in stages:
        closer = _fields(photo, views, seen, sheets_only=cells == SIZE, worth=worth)
        seen += closer
        yield [field.lattice(cells) for field in closer]


def first_look(photo: Pyramid, *, sheets_only: bool) -> list[Field]:
    """Return the fields that the network sees in the whole photo, most convincing first."""
    return _fields(photo, _whole(photo), [], sheets_only=sheets_only)


def _fields(
    photo: Pyramid,
    views: list[View],
    seen: list[Field],
    *,
    sheets_only: bool,
    worth: Callable[[Field], bool] = lambda field: True,
) -> list[Field]:
    """Return the fields in some views that were not seen before, each looked at from straight above too."""
    fields = [field for view in views for field in look(photo, view, lattice_model(), sheets_only)]
    rough = distinct(list(filter(worth, fields)), ROUGHLY)
    closer = [look_closer(photo, field, lattice_model(), sheets_only) for field in rough]
    return [
        field
        for field in distinct(closer, EXACTLY)
        if not any(is_same(field, known, EXACTLY) for known in seen)
    ]


def _ways_up(box: Box) -> list[View]:
    """Return the views of a part, upright first, then turned by quarters."""
    side = int(lattice_model().config["side"])
    return [turned_view(box_view(*box, side), quarters, side) for quarters in range(4)]


def _whole(photo: Pyramid) -> list[View]:
    height, width = photo.image.shape[:2]
    return [box_view(0, 0, width, height, int(lattice_model().config["side"]))]


def _stages(photo: Pyramid) -> Iterator[list[View]]:
    side = int(lattice_model().config["side"])
    height, width = photo.image.shape[:2]
    (whole,) = _whole(photo)
    yield [whole]
    yield [turned_view(whole, quarters, side) for quarters in (1, 2, 3)]
    for share, count in PARTS:
        wide, high = width * share, height * share
        steps = np.linspace(0, 1, count)
        yield [
            box_view(right * (width - wide), down * (height - high), wide, high, side)
            for down in steps
            for right in steps
        ]
    yield [_paper_view(quad, side) for quad in find_papers(photo)]


def _paper_view(quad: Quad, side: int) -> View:
    """Return the homography that shows a paper straight from above, as large as the small picture allows."""
    lengths = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    size = np.array([lengths[[0, 2]].mean(), lengths[[1, 3]].mean()])
    half = PAPER_SHARE * side / 2 * size / size.max()
    there = side / 2 + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray(cv2.getPerspectiveTransform(quad, there.astype(np.float32)), np.float64)


def lattice_model() -> ReleasedModel:
    """Return the released lattice network."""
    return load_model("lattice_v4")
