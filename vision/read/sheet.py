"""Identifies the printed side and which way up it lies, by its mountains and wastelands.

How they look does not matter: the judge says what is printed in a square whatever it looks like, and one
picture is printed in all mountains of a sheet, so these look alike. The season boxes below the map tell the
way up of any print. Where all that leaves it open, the drawings tell: houses and trees are recognised best
upright.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine import ALL_SQUARES, LAYOUTS, SIZE, Layout, Side
from vision.find.judgement import MIRRORED, PRINTS, Judgement
from vision.logits import softmax
from vision.read.likeness import Likeness, rearranged

SEEN_AT_LEAST = 0.03  # a network is never surer than this that something is not printed in a square
LEAST_WAY = 0.002  # nor that a sheet does not lie some way up: side A looks alike upside down
SUREST = 0.9999  # of a side: only a person is surer
RUINS_AT_LEAST = 0.12  # nor than this that printed ruins are not there: a drawing may hide them
RUINS_COUNT = 0.5  # of a mountain's say: ruins lie beneath what was drawn
RARELY_MIRRORED = 0.02  # photos that show a mirror image, for one that does not
BOXES_COUNT = 12.0  # log probability that a way up gains with all season boxes below the map
DRAWINGS_COUNT = 0.5  # of the log probability with which drawings are recognised: neighbours err alike

REPEATED = {"mountain": (0.11, 3.12), "wasteland": (-0.25, 0.76), "ruins": (-0.26, 2.11)}
"""Log probability that a side gains with each square of a kind: where it is unlike the others of its kind,
and how much more with a likeness of 1. Fitted on drawn sheets by `python -m datasets.train.sides`."""

ALIKE = 0.2  # mean likeness of the mountains below which nothing of the print shows
JUDGED = 0.1  # of the judge's log probability of a side, beside like squares: it errs in many squares alike

Printed = NDArray[np.float64]
"""Probabilities by `PRINTS`, (n, n, 4)."""
Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True, slots=True)
class SideMatch:
    """How well the printed features fit a side."""

    side: Side
    way: int
    """Quarter turns counter-clockwise that bring the sheet upright; from 4 on, seen in a mirror."""
    confidence: float
    """Probability against the other sides, 0 to 1."""
    upright: float
    """Probability against the other ways up."""
    match: float
    """Mean probability of the mountains and wastelands where the side has them, 0 to 1; 1 if it has none."""

    @property
    def is_mirrored(self) -> bool:
        """Whether the sheet is seen in a mirror."""
        return self.way >= MIRRORED


def match_side(
    judged: Judgement,
    layouts: Mapping[Side, Layout] = LAYOUTS,
    *,
    ways: tuple[int, ...] = tuple(range(2 * MIRRORED)),
    shown: NDArray[np.bool_] | None = None,
    boxes: NDArray[np.float64] | None = None,
    recognised: NDArray[np.float64] | None = None,
    alike: Likeness | None = None,
) -> SideMatch:
    """Return the side whose mountains and wastelands a sheet shows, and which way up it lies.

    Args:
        judged: what the judge says of the lattice as it was found.
        layouts: the sides that it may be.
        ways: ways up that it may lie.
        shown: which squares lie in the photo and are not covered, (n, n); all of them by default.
        boxes: share of the season boxes that show below the map, for all ways up, (8,), if looked at.
        recognised: log probability of what is read after so many quarter turns, (4,), if that was looked at.
        alike: how alike the squares look, as the lattice was found, if that was looked at.
    """
    seen = np.where(shown[..., None], judged.printed, np.nan) if shown is not None else judged.printed
    sides = sorted(layouts)
    turned = {way: _brought_upright(seen, way) for way in ways}
    fits = np.array([[_log_likelihood(layouts[side], turned[way]) for way in ways] for side in sides])
    if alike is not None:
        fits = _with_likeness(fits, *repeats(alike, [layouts[side] for side in sides], ways, shown))
    weighed = fits + log_ways(judged, ways, boxes, recognised)
    shares = softmax(weighed.ravel()).reshape(weighed.shape)
    best, way = np.unravel_index(int(weighed.argmax()), weighed.shape)
    return SideMatch(
        sides[best],
        ways[way],
        min(float(shares[best].sum()), SUREST),
        min(float(shares[:, way].sum()), SUREST),
        _mean_seen(layouts[sides[best]], turned[ways[way]]),
    )


def log_ways(
    judged: Judgement,
    ways: tuple[int, ...],
    boxes: NDArray[np.float64] | None,
    recognised: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """Return how likely each way up is whatever the side, as log probabilities but for their sum.

    Takes the same arguments as `match_side`.
    """
    logs = np.log(np.maximum(judged.ways, LEAST_WAY))
    logs[MIRRORED:] += np.log(RARELY_MIRRORED)
    if boxes is not None:
        logs += BOXES_COUNT * boxes**3  # few boxes are likely none: 756 sheets, turned, showed 0.81 at most
    if recognised is not None:
        in_a_mirror = [recognised[-quarters % MIRRORED] for quarters in range(MIRRORED)]
        logs += DRAWINGS_COUNT * np.concatenate([recognised, in_a_mirror])
    return np.asarray(logs[list(ways)])


def _with_likeness(
    fits: NDArray[np.float64], squares: NDArray[np.float64], likenesses: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the log probabilities of sides and ways with what `repeats` found.

    They stay as they are where no mountains look alike: the picture shows too little of its print.
    """
    mountains = likenesses[..., 0] / np.maximum(squares[..., 0], 1)
    if mountains.max() < ALIKE:
        return fits
    offsets, slopes = np.array(list(REPEATED.values())).T
    return np.asarray(JUDGED * fits + (offsets * squares + slopes * likenesses).sum(axis=-1))


def repeats(
    alike: Likeness, layouts: Sequence[Layout], ways: tuple[int, ...], shown: NDArray[np.bool_] | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how many squares of each kind show, and the sum of their mean likenesses to the others of it.

    Both (layouts, ways, kinds), the kinds in the order of `REPEATED`.
    """
    seen = alike if shown is None else np.where(np.outer(shown, shown), alike, np.nan)
    kinds = np.array([_layer(layout) == PRINTS.index(kind) for layout in layouts for kind in REPEATED])
    masks = kinds.reshape(len(kinds), -1).T.astype(np.float64)
    found = np.array([_likenesses_within(brought_upright(seen, way), masks) for way in ways])
    squares, likenesses = found.reshape(len(ways), 2, len(layouts), -1).transpose(1, 2, 0, 3)
    return squares, likenesses


def _likenesses_within(alike: Likeness, masks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the squares of each mask, (n * n, m), that have others, and their likenesses' sum: (2, m)."""
    known = ~np.isnan(alike)
    others = known @ masks
    likenesses = np.where(known, alike, 0.0) @ masks / np.maximum(others, 1)
    members = masks * (others > 0)
    return np.stack([members.sum(axis=0), (members * likenesses).sum(axis=0)])


def brought_upright(alike: Likeness, way: int) -> Likeness:
    """Return how alike the squares are, in the order in which they stand on the upright sheet."""
    numbers = np.arange(SIZE * SIZE).reshape(SIZE, SIZE)
    return rearranged(alike, _brought_upright(numbers, way))


def layouts_with(own: Layout) -> dict[Side, Layout]:
    """Return the sides that a sheet may be of which a person says that it is a side of their own.

    A printed side that has the same mountains and wastelands cannot be told from it, and is left out.
    """
    others = {
        side: layout
        for side, layout in LAYOUTS.items()
        if (layout.mountains, layout.wastelands) != (own.mountains, own.wastelands)
    }
    return others | {Side.CUSTOM: own}


def _brought_upright(squares: NDArray[Number], way: int) -> NDArray[Number]:
    """Return what is known of each square, (n, n, ...), as it stands on the upright sheet."""
    flipped = squares[:, ::-1] if way >= MIRRORED else squares
    return np.rot90(flipped, way % MIRRORED)


@lru_cache(maxsize=16)
def _layer(layout: Layout) -> NDArray[np.int_]:
    """Return what the layout has in each square, (n, n), as an index into `PRINTS`."""
    kinds = {"mountain": layout.mountains, "wasteland": layout.wastelands, "ruins": layout.ruins}
    layer = np.zeros((SIZE, SIZE), np.int_)
    for square in ALL_SQUARES:
        for kind, squares in kinds.items():
            if square in squares:
                layer[square] = PRINTS.index(kind)
    return layer


def _log_likelihood(layout: Layout, printed: Printed) -> float:
    """Return how likely the squares show this.

    A drawing may hide ruins: where the side has them or nothing, either will do, and it counts in full.
    Whether ruins show where the side has them counts half.
    """
    layer = _layer(layout)
    ruins = layer == PRINTS.index("ruins")
    said = np.take_along_axis(printed, layer[..., None], -1)[..., 0]
    bare = printed[..., PRINTS.index("nothing")] + printed[..., PRINTS.index("ruins")]
    stands = np.where(ruins | (layer == PRINTS.index("nothing")), bare, said)
    logs = np.log(np.maximum(stands, SEEN_AT_LEAST))
    logs += RUINS_COUNT * ruins * np.log(np.maximum(said, RUINS_AT_LEAST) / np.maximum(bare, SEEN_AT_LEAST))
    return float(np.nansum(logs))


def _mean_seen(layout: Layout, printed: Printed) -> float:
    layer = _layer(layout)
    marked = (layer > 0) & (layer != PRINTS.index("ruins"))
    if not marked.any():
        return 1.0
    said = np.take_along_axis(printed, layer[..., None], -1)[..., 0][marked]
    return float(np.nanmean(said)) if not np.isnan(said).all() else 0.0
