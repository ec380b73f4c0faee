"""The roads that need no network: outlines and vanishing points, and the comb in their perspective."""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.comb import comb_lattices
from vision.geometry import Points, map_nodes, transform
from vision.image import Image
from vision.pyramid import Pyramid
from vision.roads import Quad, find_quads


def classical_lattices(photo: Pyramid, cells: int) -> Iterator[Points]:
    """Yield lattices, (n + 1, n + 1, 2) in pixels of the photo: the quads' own, then those of the combs."""
    flat, scale = photo.flat
    image, _ = photo.at_least(scale)
    quads = find_quads(Image(image), flat)
    for quad in quads:
        yield _at_full_size(_lattice_of(quad, cells), scale)
    for quad in quads:
        for lattice in comb_lattices(flat, quad, cells):
            yield _at_full_size(lattice, scale)


def _lattice_of(quad: Quad, cells: int) -> Points:
    field = np.array([[0, 0], [cells, 0], [cells, cells], [0, cells]], np.float32)
    return transform(cv2.getPerspectiveTransform(field, quad).astype(np.float64), map_nodes(cells))


def _at_full_size(lattice: Points, scale: float) -> Points:
    return (lattice + 0.5) / scale - 0.5
