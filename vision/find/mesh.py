"""From a rough lattice to one that follows every printed line, on curled paper too."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from vision.find.align import aligned
from vision.find.geometry import Evidence, SheetGeometry
from vision.find.lattice import Lattice, Points, map_nodes
from vision.find.lines import FINE, Lines, Sight, find_lines
from vision.find.offsets import BORDER, node_offsets, traced_offsets
from vision.find.outline import at_edge, ended_evenly, on_frame, within_frame
from vision.find.pyramid import Pyramid
from vision.find.straight import look_straight

DEGREES = (1, 2, 4)  # of which the smallest is taken that explains nodes it was not fitted to
WORTH = 0.97  # a higher degree, or the free mesh, must lower the cost of those nodes to this share
EDGE_REACH = 0.09  # squares around where the inner lines expect the edge, in which it is sought
OUTLIER = 0.06  # squares: deviations well beyond it hardly count
SEEN = 0.15  # line evidence from which a node's line counts as seen
STIFFNESS = 0.005  # pulls the bend's higher terms to zero where little is seen
SMOOTHNESS = 1.0  # of the free mesh: how much its bending weighs beside the nodes it misses
BEND_ROUNDS, MESH_ROUNDS = 8, 3  # in which far-off values lose their say; a mesh starts from a bend
NOTHING = 1e-6  # weight of a node that is left out of a fit

Fit = Callable[[Points, Points], Points]
"""Offsets (n + 1, n + 1, 2), weights (..., n + 1, n + 1, 2) -> smooth fields at each node, likewise."""


def refine(photo: Pyramid, lattice: Points) -> SheetGeometry:
    """Move a lattice that lies up to a square and a half off onto the lines that are there.

    Args:
        photo: the upright photo.
        lattice: (n + 1, n + 1, 2), pixels of the photo.

    Raises:
        ModelError: the installation lacks its models.
    """
    return finish(photo, aligned(photo, lattice).where)


def finish(photo: Pyramid, near: Lattice, sight: Sight = FINE) -> SheetGeometry:
    """Follow every line from a lattice that lies nearly on them."""
    near, cells = ended_evenly(near), near.cells
    lines = _lines_at(photo, near, sight)
    offsets, weights = traced_offsets(lines, cells, sight.square)
    bends: list[Fit] = [partial(fit_bend, degree=degree) for degree in DEGREES]
    expected = _fit_best(bends, offsets, np.where(at_edge(cells), NOTHING, weights))
    _, clear = node_offsets(lines, expected, EDGE_REACH, sight.square)
    framed = on_frame(offsets, expected, clear)
    expected = within_frame(offsets, expected, framed)
    inner, clear = node_offsets(lines, expected, EDGE_REACH, sight.square)
    offsets = np.where(framed, np.where(clear > SEEN, inner, expected), offsets)
    shifts = _fit_best([*bends, _fit_mesh], offsets, weights)
    error = float(np.median(np.abs(offsets - shifts)[weights >= np.median(weights)]))
    evidence = Evidence(error=error, seen=np.asarray((weights > SEEN).all(axis=-1)))
    return SheetGeometry(Lattice(near.to_photo(map_nodes(cells) + shifts)), evidence)


def _lines_at(photo: Pyramid, lattice: Lattice, sight: Sight) -> Lines:
    """Return where thin dark lines are, as the lattice is seen straight from above."""
    flat = look_straight(photo, lattice, square=sight.square, border=BORDER)
    return find_lines(flat, sight).joined(sight.square)


def _fit_best(fits: list[Fit], offsets: Points, weights: Points) -> Points:
    """Fit the stiffest of several sheets that explains nodes it was not fitted to; return it at each node.

    Planes and gentle bends come first, a mesh that may curl anywhere last.
    """
    chosen, least = fits[0], np.inf
    for fit in fits:
        cost = _cost_held_out(fit, offsets, weights)
        if cost < WORTH * least:
            chosen, least = fit, cost
    return chosen(offsets, weights)


def _cost_held_out(fit: Fit, offsets: Points, weights: Points) -> float:
    """Return how badly half of the nodes are explained by the others, and the other way round."""
    half = (np.indices(offsets.shape[:2]) // 2).sum(axis=0) % 2 == 0  # neighbours see the same ink
    fitted = np.stack([half, ~half])
    bends = fit(offsets, weights * np.where(fitted, 1.0, NOTHING)[..., None])
    misses = weights * np.log1p(((offsets - bends) / OUTLIER) ** 2)
    return float(misses[~fitted].sum())


def fit_bend(offsets: Points, weights: Points, degree: int) -> Points:
    """Fit smooth fields to the offsets.

    Least squares, reweighted so that far-off values lose their say (Cauchy weights); across and down at once.

    Args:
        offsets: (n + 1, n + 1, 2).
        weights: (..., n + 1, n + 1, 2), for one fit or several.
        degree: of the polynomials.

    Returns:
        A field for each of the weights, in their shape.
    """
    terms = _terms(len(offsets) - 1, degree)
    values, believed = _by_axis(offsets), _shares(_by_axis(weights))
    fitted: Points = (values * believed).mean(-1, keepdims=True)
    scale = 3 * OUTLIER
    for _ in range(BEND_ROUNDS):
        trusted = believed / (1 + ((values - fitted) / scale) ** 2)
        normal = (trusted @ terms.products).reshape(*trusted.shape[:-1], *terms.stiff.shape)
        normal += terms.stiff * trusted.mean(-1)[..., None, None]
        fitted = (
            np.linalg.solve(normal, ((trusted * values) @ terms.basis)[..., None])[..., 0] @ terms.basis.T
        )
        scale = max(scale * 0.7, OUTLIER)
    return _by_node(fitted, weights.shape)


def _fit_mesh(offsets: Points, weights: Points) -> Points:
    """Fit meshes that may bend anywhere, but nowhere sharply.

    Least squares with a penalty on second differences (Eilers 2003, a Whittaker smoother on the lattice),
    reweighted like `fit_bend`, with the same arguments.
    """
    values, believed = _by_axis(offsets), _shares(_by_axis(weights))
    fitted = _by_axis(fit_bend(offsets, weights, DEGREES[-1]))
    nodes = np.arange(values.shape[-1])
    bending = SMOOTHNESS * _bending(len(offsets))
    scale = 3 * OUTLIER
    for _ in range(MESH_ROUNDS):
        trusted = believed / (1 + ((values - fitted) / scale) ** 2)
        normal = np.tile(bending, (*trusted.shape[:-1], 1, 1))
        normal[..., nodes, nodes] += trusted
        fitted = np.asarray(np.linalg.solve(normal, (trusted * values)[..., None])[..., 0], np.float64)
        scale = max(scale * 0.7, OUTLIER)
    return _by_node(fitted, weights.shape)


def _shares(weights: Points) -> Points:
    """Return the weights as shares of their mean along the last axis."""
    return np.asarray(weights / weights.mean(-1, keepdims=True), np.float64)


def _by_axis(field: Points) -> Points:
    """Turn (..., n + 1, n + 1, 2) into (..., 2, nodes)."""
    return np.moveaxis(field, -1, -3).reshape(*field.shape[:-3], 2, -1)


def _by_node(values: Points, shape: tuple[int, ...]) -> Points:
    """Turn (..., 2, nodes) into (..., n + 1, n + 1, 2)."""
    return np.moveaxis(values.reshape(*shape[:-3], 2, *shape[-3:-1]), -3, -1)


@cache
def _bending(side: int) -> Points:
    """Return the matrix of the bending energy of side x side nodes: second differences along and across."""
    identity, second = np.eye(side), np.diff(np.eye(side), n=2, axis=0)
    first = np.diff(np.eye(side), axis=0)
    ways = (np.kron(identity, second), np.kron(second, identity), np.kron(first, first))
    return np.asarray(sum(way.T @ way for way in ways), np.float64)


@dataclass(frozen=True)
class _Terms:
    """Polynomials at all nodes."""

    basis: Points
    """(nodes, terms)."""
    products: Points
    """Of each two terms, (nodes, terms * terms)."""
    stiff: Points
    """How stiff each is, on the diagonal, (terms, terms)."""


@cache
def _terms(cells: int, degree: int) -> _Terms:
    """Return the polynomials of that degree."""
    nodes = map_nodes(cells).reshape(-1, 2) / cells * 2 - 1
    terms = [
        (a, b) for a in range(degree + 1) for b in range(degree + 1) if a + b <= degree or max(a, b) == 1
    ]
    basis = np.stack([nodes[:, 0] ** a * nodes[:, 1] ** b for a, b in terms], axis=1)
    products = (basis[:, :, None] * basis[:, None]).reshape(len(basis), -1)
    return _Terms(
        basis, products, np.diag([STIFFNESS * len(nodes) * max(a + b - 1, 0) ** 2 for a, b in terms])
    )
