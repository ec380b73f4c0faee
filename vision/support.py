"""How well printed lines support a lattice: what stands on its lines, between them and beyond the last."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points, SheetGeometry
from vision.lines import Edges, Plane

LEAST_INK = 0.05  # line evidence below which nothing is printed: blank paper supports no lattice
FAINTEST = 1.0  # evidence beyond which a line is no clearer: here faint lines count like bold ones
DENSE = 8  # places a square at which a line is looked at
LEAST_SEEN = 0.25  # of a line that must lie in the photo to be missed where it does not show
FAINT = 0.35  # of a printed line's evidence: a line with less does not show
STRONG = 0.7  # of a printed line's evidence: what shows so much is one
HALF_SHOWN = 0.5  # of a printed line's evidence: with less, and a strong line beside it, a line is misplaced
ASIDE = np.arange(5, 17) / 32  # squares beside a line at which another is looked for


@dataclass(frozen=True)
class Support:
    """What the lines seen say of a lattice."""

    score: float
    """How well lines stand where the lattice says, and nowhere else: about 0 by chance, to 1."""
    weakest: float
    """Support of the inner line that shows least, as a share of the median one's."""
    missing: int
    """Inner lines within the photo that do not show, or hardly, with a clear line beside them."""
    open_sides: int
    """Sides where the outermost line does not show, or another one stands a square beyond it."""
    barest: float
    """What the row or column with the least of the lines across it shows, as a share of the median one's."""


def support_by(edges: Edges, view: "View", shifts: Points) -> Support:
    """Hold a lattice against the lines that are seen.

    The weaker half of the lines decides as much as all of them, and the outermost ones must be the last:
    a lattice one square beside the true one has a line in the void, and another just beyond its edge.

    Args:
        edges: of the sheet from straight above.
        view: how that picture was taken.
        shifts: where the nodes lie, beside their places in the picture, in squares, (n + 1, n + 1, 2).
    """
    lines = edges.joined(view.square // 2, FAINTEST)
    families = [
        _look_along(lines.upright, view, shifts, turned=False),
        _look_along(lines.level.T, view, shifts.swapaxes(0, 1)[..., ::-1], turned=True),
    ]
    stands = np.concatenate([family.stands for family in families])
    weaker = np.sort(stands)[: len(stands) // 2]
    score = float(np.clip(0.5 * stands.mean() + 0.5 * weaker.mean(), 0.0, 1.0))
    inner = np.concatenate([family.stands[1:-1] for family in families])
    weakest = float(inner.min() / max(float(np.median(inner)), LEAST_INK))
    missing, open_sides = (sum(counts) for counts in zip(*(one.counts for one in families), strict=True))
    return Support(score, weakest, missing, open_sides, min(family.barest for family in families))


@dataclass(frozen=True)
class View:
    """A picture of the sheet from straight above."""

    geometry: SheetGeometry
    """By which it was taken."""
    size: tuple[int, ...]
    """Height and width of the photo."""
    square: int
    """Pixels a square."""
    border: float
    """Squares beyond the field on each side."""

    def shows(self, places: Points) -> NDArray[np.bool_]:
        """Whether places of the sheet, in squares, (..., 2), lie in the photo."""
        x, y = np.moveaxis(self.geometry.to_photo(places), -1, 0)
        height, width = self.size[:2]
        return np.asarray((x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1))


@dataclass(frozen=True)
class _Family:
    """How the lines of one direction stand."""

    stands: NDArray[np.float64]
    """How far each line stands out from what lies between the lines."""
    counts: tuple[int, int]
    """Inner lines that are missing, and sides that are open."""
    barest: float
    """What they show in the strip across them that shows least, as a share of the median one's."""


def _look_along(upright: Plane, view: View, shifts: Points, *, turned: bool) -> _Family:
    """Look along the lines of one direction, which run upright in the picture given."""
    cells = len(shifts) - 1
    forgiving = cv2.dilate(np.ascontiguousarray(upright), np.ones((1, 3), np.uint8))
    layers = [np.ascontiguousarray(layer) for layer in np.moveaxis(shifts.astype(np.float32), -1, 0)]
    along = ((np.arange(cells * DENSE) + 0.5) / DENSE).astype(np.float32)
    lines = np.arange(-1.0, cells + 2)
    steps = np.concatenate([[0.0], -ASIDE, ASIDE])

    column, row = np.meshgrid((lines + steps[:, None]).ravel().astype(np.float32), along)
    right, down = (
        cv2.remap(one, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for one in layers
    )
    places = np.stack([column + right, row + down], axis=-1)
    x, y = ((axis + view.border) * view.square - 0.5 for axis in (places[..., 0], places[..., 1]))
    evidence = cv2.remap(forgiving, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR)
    seen = np.asarray(evidence, np.float64).reshape(len(along), len(steps), len(lines))
    on, beside = seen[:, 0], seen[:, 1:]
    between = beside[:, len(ASIDE) - 1, 2:-1].mean(axis=0)  # half a square before each line but the first
    shown = view.shows(places[:, : len(lines), ::-1] if turned else places[:, : len(lines)])
    means = on.mean(axis=0)
    stands = means[1:-1] - between.mean()
    stands[[0, -1]] -= np.maximum(means[[0, -1]] - between.mean(), 0.0)
    stands = stands / max(float(means[1:-1].mean() + between.mean()), LEAST_INK)
    empty = float(np.median(between))
    return _Family(stands, _missing(on, beside, shown, empty), _barest(on[:, 1:-1] - empty, shown[:, 1:-1]))


def _barest(evidence: NDArray[np.float64], shown: NDArray[np.bool_]) -> float:
    """Return how much of the lines shows in the strip of squares across them that shows least.

    Args:
        evidence: of each line of the field beyond that of blank paper, (places along, lines).
        shown: which places of the lines lie in the photo.
    """
    strips = evidence.reshape(-1, DENSE, evidence.shape[1])
    seen = shown.reshape(strips.shape).mean(axis=(1, 2)) >= LEAST_SEEN
    shows = np.median(strips.mean(axis=1), axis=1)[seen]
    return float(shows.min() / max(float(np.median(shows)), LEAST_INK)) if len(shows) else 1.0


def _missing(
    on: NDArray[np.float64], beside: NDArray[np.float64], shown: NDArray[np.bool_], empty: float
) -> tuple[int, int]:
    """Count the inner lines that do not show in their place, and the sides where the lattice does not end.

    Args:
        on: evidence on each line and one beyond on either side, (places along, lines).
        beside: evidence at several distances beside each, (places along, distances, lines).
        shown: which places of the lines lie in the photo, (places along, lines).
        empty: evidence where nothing is printed.
    """
    known = shown.mean(axis=0) >= LEAST_SEEN
    shares = shown / np.maximum(shown.sum(axis=0), 1)
    here = (on * shares).sum(axis=0) - empty
    there = (beside * shares[:, None]).sum(axis=0).max(axis=0) - empty
    inner = known & (np.abs(np.arange(len(known)) - (len(known) - 1) / 2) < (len(known) - 4) / 2)
    if not inner.any():
        return 0, 0
    printed = max(float(np.median(np.maximum(here, there)[inner])), LEAST_INK)
    missing = (here < FAINT * printed) | ((here < HALF_SHOWN * printed) & (there > STRONG * printed))
    beyond, last = here[[0, -1]], here[[1, -2]]
    goes_on = ~known[[0, -1]] | (last < FAINT * printed) | (beyond > STRONG * printed)
    return int((missing & inner).sum()), int(goes_on.sum())
