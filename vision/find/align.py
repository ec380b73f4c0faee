"""Moves a rough lattice to the printed one, by a network that says how far each of its squares lies aside."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.find.candidate import candidate_view
from vision.find.lattice import Lattice, Points, is_plausible, map_nodes
from vision.find.pyramid import Pyramid
from vision.released import ReleasedModel, load_model

AROUND = 2  # squares beyond the field that are looked at on each side
DEGREES = (2, 3)  # of the polynomials that the paper's bend follows, look by look
BEYOND = 0.5  # squares beyond the field up to which the network is believed
STIFFNESS = 1e-4  # pulls the polynomials' higher terms to zero where little is sure


@dataclass(frozen=True)
class Aligned:
    """A printed lattice as the network sees it."""

    where: Lattice
    error: float
    """Squares by which the network thinks that it errs; infinite where it could see nothing."""

    @property
    def is_seen(self) -> bool:
        """Whether there is a lattice, by the network's own error."""
        return self.error <= float(align_model().config["seen"])

    @property
    def may_be_seen(self) -> bool:
        """Whether there may be one, here or at another scale of the photo."""
        return self.error <= float(align_model().config["vague"])


def aligned(photo: Pyramid, lattice: Points) -> Aligned:
    """Return where the printed lattice is seen, near one that lies up to a square and a half off.

    It is right to about a tenth of a square; `vision.find.mesh.finish` makes it exact.

    Args:
        photo: the upright photo.
        lattice: (n + 1, n + 1, 2), pixels of the photo.

    Raises:
        ModelError: the installation lacks its models.
    """
    near = Aligned(Lattice(lattice), np.inf)
    for degree in DEGREES:
        shifts, error = _seen_aside(photo, near.where, degree)
        moved = Lattice(near.where.to_photo(map_nodes(near.where.cells) + shifts))
        if not is_plausible(moved.nodes, photo.image.shape):  # such as folded: nothing can be seen along it
            break
        near = Aligned(moved, error)
        if error > float(align_model().config["nowhere"]):
            break
    return near


def _seen_aside(photo: Pyramid, near: Lattice, degree: int) -> tuple[Points, float]:
    """Return by how much each node is seen beside where it was thought, and by how much that errs.

    The former is (n + 1, n + 1, 2), the latter the network's estimate for the field; both are in squares.

    Polynomials go through what the network says of the squares' middles, by least squares; each counts by how
    sure the network is of it, and those beyond the photo not at all. Where fewer are left than the
    polynomials have terms nothing is seen: no shifts, and an infinite error.
    """
    view, nodes = candidate_view(photo, near, AROUND), map_nodes(near.cells)
    said = align_model().run(view=np.ascontiguousarray(view.transpose(2, 0, 1)[None], np.float32))["aside"][0]
    aside = said[:2].reshape(2, -1).T.astype(np.float64)
    looked_at = middles(near.cells).reshape(-1, 2)
    on_map, reach = (looked_at + aside) / near.cells, BEYOND / near.cells
    in_photo = near.to_photo(looked_at)
    believed = ((on_map > -reach) & (on_map < 1 + reach)).all(axis=1)
    believed &= ((in_photo > 0) & (in_photo < photo.image.shape[1::-1])).all(axis=1)
    trust = np.exp(-2.0 * said[2].reshape(-1, 1)[believed].astype(np.float64))
    terms, stiff = _terms(on_map[believed], degree)
    if len(terms) < len(stiff):
        return np.zeros_like(nodes), np.inf
    normal = terms.T @ (trust * terms) + STIFFNESS * trust.sum() * np.diag(stiff)
    bend = np.linalg.solve(normal, terms.T @ (trust * -aside[believed]))
    error = float(np.exp(said[2, AROUND:-AROUND, AROUND:-AROUND].mean()))
    return np.asarray(_terms(nodes / near.cells, degree)[0] @ bend, np.float64), error


def middles(cells: int) -> Points:
    """Return where the middles of the squares in the network's view lie, (n + 4, n + 4, 2), in squares."""
    along = np.arange(-AROUND, cells + AROUND) + 0.5
    return np.stack(np.meshgrid(along, along), axis=-1)


def _terms(places: Points, degree: int) -> tuple[Points, NDArray[np.float64]]:
    """Return the terms of a polynomial at places of the unit square, (..., terms), and how stiff each is."""
    powers = [(a, b) for a in range(degree + 1) for b in range(degree + 1 - a)]
    across, down = np.moveaxis(2 * places - 1, -1, 0)
    terms = np.stack([across**a * down**b for a, b in powers], axis=-1)
    return terms, np.array([max(a + b - 1, 0) for a, b in powers], np.float64)


def align_model() -> ReleasedModel:
    """Return the released network."""
    return load_model("align_v2")
