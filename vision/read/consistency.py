"""Checks a picture against itself: lines beyond the field, drawings seen twice, rows without lines.

Damage shows so that no network can know: what it makes of each square may be right, and yet no map was so.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import SIZE
from vision.find.candidate import AROUND, BEYOND, PAPER, SQUARE, candidate_view
from vision.find.lattice import Lattice
from vision.find.lines import COARSE, FAINT, Plane, find_lines, flatten
from vision.find.pyramid import Pyramid
from vision.image import Image
from vision.read.quality import about

OUTSIDE = (slice(1, 10), slice(-10, -1))  # pixels of the view: past the frame, within the square beyond it
HEART = slice(4, 12)  # pixels of a square between its corners, where no other lines cross
FINE = 8  # pixels a square in which drawings are compared
PART = 0.1  # share of a square beyond the photo from which nothing is compared with it
MOST_COVERED = 0.5  # share of the squares, of the field or of a row, up to which the others tell of the sheet
LEAST_DRAWN = 4e-4  # mean square of the drawings' darkness, as a share of the paper's: less is noise
SHADE = 0.35  # squares of blur that are taken from drawings: what is softer is shade
ASIDE = 0.5  # squares by which a second map may lie aside of the first
FAR = (0.5, 1.3)  # squares between the two places of a map that is seen twice
ASTRIDE, WAYS = 3, 24  # pixels of drawings to both sides of a shift, and ways in which that is looked at
STRIPED = 2.0  # how much more a shift may bring alike than stand out: stripes are alike and hardly stand out
LIKE = 0.13  # squares about whole steps of the lattice, where drawings of one hand are like one another
NUDGE = 2  # pixels of drawings by which a row may lie aside of its twin
FILLED = 0.3  # of the rows' mean: what a row must show at least to be held against its neighbour
GONE = 0.1  # line evidence below which a printed line does not show
MOSTLY = 0.75  # share of the lines across a row that do not show where something is painted over it
ENOUGH = 0.5  # share of an outer row within the photo from which its outer line tells something
FADED = 0.25  # share that does not show in the middlemost row, up to which that tells something
WHITE = 250  # grey levels from which a pixel is as bright as can be
BLEACHED = 0.5  # share of such pixels in a bleached square
PAPER_SHARE = 0.2  # of a square at least shows paper that nothing is drawn on
ALL_WHITE = 0.9  # share of the squares with white paper from which the paper itself is as bright as can be
REPEATED = 0.1  # of the usual difference between two rows of a photo: what differs less repeats the one above
NOISY = (
    0.25  # share of its pixels in which a row of a photo usually differs from the one above, as noise does
)
TORN = 0.3  # squares of repeated rows from which a drawing may be lost
PALE = 0.6  # darkness of its lines, as a share of that of the sheet's darker ones
DARKER = 0.9  # share of the squares whose lines are paler than what counts as darker ones

Squares = NDArray[np.bool_]
"""Shape (n, n)."""


@dataclass(frozen=True)
class Consistency:
    """How far the picture of a sheet agrees with itself."""

    goes_on: float
    """How clearly the printed lines go on in the square beyond the field, on the clearest side: to 1."""
    turned: float
    """How much the drawings are like themselves turned by half: a correlation, to 1."""
    mirrored: float
    """How much they are like themselves in a mirror."""
    repeated: float
    """How much they are like themselves about a square aside, but for whole steps of the lattice, and how
    much more so than at shifts beside it: to 2."""
    twins: float
    """How much the two neighbouring rows or columns that are most alike are so."""
    unlined: Squares
    """Rows and columns across which printed lines do not show."""
    bleached: Squares
    """Squares as bright as can be whose lines are paler than others."""
    one_edge: float
    """How much less one outer line of the field shows than that across from it: a share of its length."""
    torn: Squares
    """Squares across which rows of the photo repeat the one above, as where its file is damaged."""


def consistency(image: Image, lattice: Lattice, covered: Squares | None = None) -> Consistency:
    """Hold the picture of a sheet of 11 x 11 squares against itself.

    Args:
        image: RGB.
        lattice: where the sheet lies in it.
        covered: squares on which something lies, (11, 11). A pencil is like itself all along, so drawings are
            compared without them; unless they are so many that the photo itself may be spoilt there.
    """
    view = candidate_view(Pyramid(image), lattice)
    beyond = (view == BEYOND).all(axis=2)
    is_bare = np.ones((SIZE, SIZE), np.bool_)
    if covered is not None and covered.mean() <= MOST_COVERED:
        is_bare = ~covered
    cut = _cut(beyond) | ~is_bare
    flat = flatten(Image(np.where(beyond[..., None], np.uint8(PAPER), view)))
    lines = find_lines(flat, COARSE)
    upright, level = _Lines(lines.upright), _Lines(np.ascontiguousarray(lines.level.T))
    drawings = _Drawings(_drawn(flat, cut))
    return Consistency(
        goes_on=max(upright.beyond, level.beyond),
        turned=drawings.likeness(drawings.drawn[::-1, ::-1]),
        mirrored=max(drawings.likeness(drawings.drawn[::-1]), drawings.likeness(drawings.drawn[:, ::-1])),
        repeated=drawings.repeated,
        twins=max(_twins(drawings.drawn, cut), _twins(np.ascontiguousarray(drawings.drawn.T), cut.T)),
        unlined=(upright.missing[:, None] | level.missing[None]) & ~cut,
        bleached=_bleached(_as_photographed(image, lattice), is_bare),
        one_edge=max(upright.one_edge(cut), level.one_edge(cut.T)),
        torn=_torn(image, lattice),
    )


def _as_photographed(image: Image, lattice: Lattice) -> Image:
    x, y = lattice.places(0.5 / SQUARE, 1 / SQUARE, SIZE * SQUARE)
    return Image(
        np.asarray(cv2.remap(image, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    )


def _torn(image: Image, lattice: Lattice) -> Squares:
    """Return which squares lie across rows of the photo that repeat the one above.

    Noise makes any two rows of a photo differ. Where it has none nothing is said.
    """
    rows = cv2.cvtColor(about(image, lattice), cv2.COLOR_RGB2GRAY)
    changes = cv2.absdiff(rows[1:], rows[:-1])
    if np.median((changes > 0).mean(axis=1)) < NOISY:
        return np.zeros((SIZE, SIZE), np.bool_)
    change = changes.mean(axis=1)
    repeats = np.pad(change < REPEATED * np.median(change), (1, 0)).astype(np.uint8)[:, None]
    length = np.ones((max(round(TORN * lattice.cell_pixels), 2), 1), np.uint8)
    lost = cv2.morphologyEx(repeats, cv2.MORPH_OPEN, length).ravel().astype(np.bool_)
    top = max(int(lattice.nodes[..., 1].min()), 0)
    _, y = lattice.places(0.5 / SQUARE, 1 / SQUARE, SIZE * SQUARE)
    at = (np.rint(y).astype(int) - top).clip(0, len(lost) - 1)
    return np.asarray(lost[at].reshape(SIZE, SQUARE, SIZE, SQUARE).any(axis=(1, 3)), np.bool_)


@dataclass(frozen=True)
class _Lines:
    """Evidence of upright lines in the view; of level ones in the view on its side."""

    across: Plane

    @cached_property
    def _seen(self) -> Plane:
        joined = np.minimum(cv2.blur(self.across, (1, 3)) / FAINT, 1.0)
        return np.asarray(cv2.dilate(joined, np.ones((1, 3), np.uint8)), np.float32)

    @cached_property
    def _on(self) -> Plane:
        """Evidence at each line, (height, n + 1)."""
        return self._at(SQUARE * (AROUND + np.arange(SIZE + 1)))

    @cached_property
    def _between(self) -> Plane:
        """Evidence halfway between lines, (height, n)."""
        return self._at(SQUARE * (AROUND + np.arange(SIZE)) + SQUARE // 2)

    def _at(self, x: NDArray[np.int_]) -> Plane:
        return np.maximum(self._seen[:, x - 1], self._seen[:, x])

    @property
    def beyond(self) -> float:
        """How far lines stand out beyond the field, on the side where most."""
        return max(float(self._on[side].mean() - self._between[side].mean()) for side in OUTSIDE)

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Rows of squares across which most lines do not show, though they do in most rows, (n,)."""
        gone = self._gone[:, 1:-1].mean(axis=1)
        return np.asarray((gone > MOSTLY) & (np.median(gone) <= FADED), np.bool_)

    @cached_property
    def _gone(self) -> NDArray[np.bool_]:
        """Lines that do not show across each row, (n, n + 1)."""
        rows = self._on[AROUND * SQUARE : -AROUND * SQUARE].reshape(SIZE, SQUARE, SIZE + 1)
        return np.asarray(rows[:, HEART].mean(axis=1) < GONE, np.bool_)

    def one_edge(self, cut: Squares) -> float:
        """Return how much less the one outer line shows than the other: a share of what is in the photo."""
        near, far = ~cut[:, 0], ~cut[:, -1]
        if min(near.mean(), far.mean()) < ENOUGH:
            return 0.0
        return abs(float(self._gone[near, 0].mean() - self._gone[far, -1].mean()))


def _cut(beyond: NDArray[np.bool_]) -> Squares:
    """Return which squares lie in part beyond the photo."""
    edge = AROUND * SQUARE
    shares = beyond[edge:-edge, edge:-edge].reshape(SIZE, SQUARE, SIZE, SQUARE).mean(axis=(1, 3))
    return np.asarray(shares > PART, np.bool_)


def _drawn(flat: Plane, cut: Squares) -> Plane:
    """Return the field without shade, and without what most squares have at the same place: their lines.

    Zero where nothing is drawn: noise is like itself by chance.
    """
    edge = AROUND * SQUARE
    field = np.minimum(flat[edge:-edge, edge:-edge], 1.1)
    sharp = field - cv2.GaussianBlur(field, (0, 0), SHADE * SQUARE)
    side = SIZE * FINE
    cells = cv2.resize(sharp, (side, side), interpolation=cv2.INTER_AREA).reshape(SIZE, FINE, SIZE, FINE)
    bare = np.where(cut[:, None, :, None], 0.0, cells - np.median(cells, axis=(0, 2), keepdims=True))
    bare = bare.reshape(side, side)
    centred = np.asarray(bare - bare.mean(), np.float32)
    return centred if float((centred**2).mean()) >= LEAST_DRAWN else np.zeros_like(centred)


@dataclass(frozen=True)
class _Drawings:
    """Compares the drawings of a field with others at every shift between them."""

    drawn: Plane

    @cached_property
    def _side(self) -> int:
        return cv2.getOptimalDFTSize(len(self.drawn) + int(np.ceil(FAR[1] * FINE)))

    @cached_property
    def _shifts(self) -> NDArray[np.float64]:
        """Squares by which each place of a correlation is shifted, along one axis."""
        return np.fft.fftfreq(self._side, 1 / self._side) / FINE

    @cached_property
    def _waves(self) -> NDArray[np.complexfloating]:
        return np.fft.rfft2(self.drawn, (self._side, self._side))

    def _correlation(self, other: Plane) -> NDArray[np.float64]:
        """Return the correlation at each shift, 1 for equal pictures, as of the part that both cover."""
        waves = np.fft.rfft2(other, (self._side, self._side))
        sums = np.fft.irfft2(self._waves * waves.conj(), (self._side, self._side))
        share = np.maximum(1.0 - np.abs(self._shifts) / SIZE, 1.0 / SIZE)
        energy = max(float((self.drawn**2).sum()), 1e-6)
        return np.asarray(sums / np.outer(share, share) / energy, np.float64)

    def likeness(self, other: Plane) -> float:
        """Return the largest correlation with a field that lies at most a little aside."""
        near = np.abs(self._shifts) <= ASIDE
        return float(self._correlation(other)[near][:, near].max())

    @property
    def repeated(self) -> float:
        """The largest correlation with the same field about a square aside, and how far it stands out.

        Of a map that is seen twice one shift brings the drawings to lie on themselves. Stripes of light and
        shade lie on themselves at all shifts along a line.
        """
        across, down = self._shifts[None], self._shifts[:, None]
        reach = np.hypot(across, down)
        apart = np.hypot(across - across.round(), down - down.round()) >= LIKE
        correlation = self._correlation(self.drawn)
        asked = np.where((reach > FAR[0]) & (reach < FAR[1]) & apart, correlation, -np.inf)
        row, column = np.unravel_index(int(asked.argmax()), asked.shape)
        peak = float(correlation[row, column])
        stands_out = peak - _along(np.roll(correlation, (ASTRIDE - row, ASTRIDE - column), (0, 1)))
        return stands_out + min(peak, STRIPED * stands_out)


def _along(correlation: NDArray[np.float64]) -> float:
    """Return what is left of a correlation ASTRIDE shifts to both sides of (ASTRIDE, ASTRIDE), at most."""
    near = correlation[: 2 * ASTRIDE + 1, : 2 * ASTRIDE + 1].astype(np.float32)
    angles = np.arange(WAYS) * np.pi / WAYS
    x, y = (ASTRIDE * part(angles).astype(np.float32) for part in (np.cos, np.sin))
    both = [cv2.remap(near, ASTRIDE + side * x, ASTRIDE + side * y, cv2.INTER_LINEAR) for side in (1, -1)]
    return float(np.minimum(*both).max())


def _twins(drawn: Plane, cut: Squares) -> float:
    """Return the largest correlation of two neighbouring rows on which something is drawn.

    Rows of which most is cut away are left out: two drawings of one hand are alike.
    """
    rows = np.pad(drawn, ((0, 0), (NUDGE, NUDGE)))
    energy = (drawn.reshape(SIZE, -1) ** 2).sum(axis=1)
    filled = (energy >= FILLED * energy.mean()) & (energy > 0.0) & (cut.mean(axis=1) <= MOST_COVERED)
    best = 0.0
    for row in np.flatnonzero(filled[:-1] & filled[1:]):
        start = FINE * int(row)
        below = rows[start + FINE - NUDGE : start + 2 * FINE + NUDGE]
        likeness = cv2.matchTemplate(below, drawn[start : start + FINE], cv2.TM_CCOEFF_NORMED)
        best = max(best, float(likeness.max()))
    return best


def _bleached(field: Image, is_bare: Squares) -> Squares:
    """Return which squares are mostly white and have paler lines than others, as white paper has not.

    Where nearly all squares have white paper, as in a scan, the paper itself is: none are bleached.
    """
    red, green, blue = cv2.split(field)
    darkest = np.asarray(cv2.min(cv2.min(red, green), blue), np.uint8)
    white = (darkest >= WHITE).reshape(SIZE, SQUARE, SIZE, SQUARE).mean(axis=(1, 3))
    ink = np.pad(
        255 - cv2.erode(darkest, np.ones((3, 3), np.uint8)).astype(np.int_), ((0, 1), (0, 1)), "edge"
    )
    lines, middles = SQUARE * np.arange(SIZE + 1), SQUARE * np.arange(SIZE) + SQUARE // 2
    upright, level = ink[np.ix_(middles, lines)], ink[np.ix_(lines, middles)]
    around = np.median([upright[:, :-1], upright[:, 1:], level[:-1], level[1:]], axis=0)
    is_pale = around < PALE * np.quantile(around, DARKER)
    return np.asarray((white > BLEACHED) & is_pale & (_white_paper(field, is_bare) < ALL_WHITE), np.bool_)


def _white_paper(field: Image, is_bare: Squares) -> float:
    """Return the share of the bare squares whose paper is as bright as can be, whatever is drawn on it."""
    brightest = field.max(axis=2).reshape(SIZE, SQUARE, SIZE, SQUARE)
    paper = np.quantile(brightest, 1.0 - PAPER_SHARE, axis=(1, 3))
    return float((paper >= WHITE)[is_bare].mean())
