"""Measures of darkness and blur, which explain why something could not be read."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.lattice import Lattice
from vision.image import Image

BRIGHT_END = 0.95  # share of the pixels that are darker than what counts as the picture's paper
PAPER_END = 0.9  # the same about a field, of which less is table
MEASURED_SIDE = 400  # pixels of the long side that are enough for a brightness
REACH = 15  # pixels on both sides of an edge that it may take to rise
LEAST_STEP = 20.0  # levels of grey that an edge must rise by
APART = 2  # rows from one that is looked at to the next, at least: neighbours show the same edges
ROWS = 400  # that are looked at in a large picture, about
FEWEST_EDGES = 100  # without so many nothing is said
SHARPEST = 0.1  # share of the edges that are taken for the sharpest
FINE = 5  # pixels of a sheet, 32 a square, up to which a line is fine
FAINT = 0.06  # of the paper's brightness, that a line is darker than it at least
WHITE = 232  # level from which a pixel is white paper, clipped in many a scan
IN_USE = 0.95  # share of the darker pixels that the levels of a picture hold
EXTREME = 0.99  # share of the pixels that are darker than the brightest levels of a picture
INK_EDGE = 20  # pixels of the picture's edge in which no ink is looked for
DARKER_THAN = 45  # levels by which ink is darker than paper; a back through which its front shows is by 40
NOISE = 0.8  # pixels of smoothing, so that a camera's noise is not taken for sharpness


def paper_level(image: Image) -> float:
    """Return the brightness of the bright end of a picture, which paper has if there is any: 0 to 255."""
    step = max(1, max(image.shape) // MEASURED_SIDE)
    return level_at(_grey(Image(image[::step, ::step])), BRIGHT_END)


def sheet_level(image: Image, lattice: Lattice) -> float:
    """Return the brightness of the paper within a sheet's field, 0 to 255."""
    along = np.arange(0.25, lattice.cells, 0.5)
    places = np.rint(lattice.to_photo(np.stack(np.meshgrid(along, along), axis=-1))).astype(int)
    height, width = image.shape[:2]
    x, y = places[..., 0].clip(0, width - 1), places[..., 1].clip(0, height - 1)
    return paper_level(Image(image[y, x]))


def haze(sheet: Image) -> float:
    """Return how bright even the darkest print of a sheet is, as a share of its paper's brightness."""
    dark, paper = np.percentile(sheet[::2, ::2].mean(axis=2), [1, 90])
    return float(dark / max(paper, 1.0))


def colour(sheet: Image) -> float:
    """Return how far red, green and blue lie apart on average, in grey levels; a grey scan has none."""
    return float(np.ptp(sheet[::2, ::2].astype(np.int16), axis=2).mean())


def tones(image: Image, lattice: Lattice) -> float:
    """Return how many levels make up what is darker than white paper about a sheet's field.

    Of red, green and blue that with most levels counts. Levels that hold few of these pixels are left out:
    in a picture of black and white, saved as JPEG, they surround each edge. Where the picture is dark or
    pale, so many are given as there would be if its levels were spread over all 256.
    """
    part = about(image, lattice)
    return max(_levels_in_use(_counts(part, channel)) for channel in range(3))


def _levels_in_use(counts: NDArray[np.float32]) -> float:
    """Return the fewest levels that together hold IN_USE of the darker pixels, as of 256."""
    upto = np.cumsum(counts, dtype=np.int64)
    darkest, brightest = np.searchsorted(upto, np.array([1.0 - EXTREME, EXTREME]) * upto[-1])
    largest = np.cumsum(np.sort(counts[:WHITE])[::-1], dtype=np.int64)
    in_use = int(np.searchsorted(largest, IN_USE * largest[-1])) + 1
    return float(in_use * len(counts) / (brightest - darkest + 1))


def grain(image: Image, lattice: Lattice) -> float:
    """Return how far pixels lie from the median of the 3 x 3 about them, on average, as a share of the paper.

    Noise and speckles are not like what is beside them; lines and drawings are, in one direction at least.
    """
    grey = _grey(about(image, lattice))
    strayed = cv2.absdiff(grey, cv2.medianBlur(grey, 3))
    return float(strayed.mean() / max(level_at(grey, PAPER_END), 1.0))


def fineness(sheet: Image) -> float:
    """Return the share of a sheet that fine dark lines cover: printed ones and those of drawings.

    Filters that paint or smear a photo swallow them, and leave a map that looks empty.
    """
    grey = _grey(sheet)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (FINE, FINE))
    closed = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, disc)
    return float((closed - grey > FAINT * level_at(grey, PAPER_END)).mean())


def about(image: Image, lattice: Lattice) -> Image:
    """Return the upright part of the photo that a sheet's field lies in, as far as it is in the photo."""
    left, top = np.maximum(lattice.nodes.min(axis=(0, 1)), 0.0).astype(int)
    right, bottom = np.ceil(lattice.nodes.max(axis=(0, 1))).astype(int) + 1
    return Image(image[top:bottom, left:right])


def ink_share(image: Image) -> float:
    """Return the share of a picture, but for its edge, that is clearly darker than its bright end."""
    grey = _grey(image)[INK_EDGE:-INK_EDGE, INK_EDGE:-INK_EDGE]
    return float((grey < paper_level(image) - DARKER_THAN).mean()) if grey.size else 0.0


def edge_width(image: Image, *, aslant: bool = False) -> float:
    """Return over how many pixels the sharpest edges rise, in the direction in which they are softest.

    A step blurred by a Gaussian of s pixels rises over 2.5 s. A shaken photo is blurred along the shake only,
    so that the worst direction counts; thin lines that a shake has doubled look sharp, though. 0 where there
    are too few edges.

    Args:
        image: RGB.
        aslant: whether edges crossed along the diagonals count too, which costs twice as much.
    """
    grey = cv2.GaussianBlur(_grey(image), (0, 0), NOISE).astype(np.float32)
    step = max(APART, max(grey.shape) // ROWS)
    ways = [grey[::step], np.ascontiguousarray(grey.T[::step])]
    if aslant:
        ways += [_turned(grey, 45.0, step), _turned(grey, -45.0, step)]
    return max(_width_across(way) for way in ways)


def _turned(grey: NDArray[np.float32], degrees: float, step: int) -> NDArray[np.float32]:
    """Return one row in `step` of the picture turned about its middle, with all of it in the frame."""
    height, width = grey.shape
    side = int(np.ceil(np.hypot(height, width)))
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1.0)
    turn[:, 2] += ((side - width) / 2, (side - height) / 2)
    turn[1] /= step
    seen = cv2.warpAffine(grey, turn, (side, -(-side // step)), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _width_across(grey: NDArray[np.float32]) -> float:
    """Return the width of the sharpest edges that are crossed from left to right, each row by itself."""
    line = np.ones((1, 2 * REACH + 1), np.uint8)
    slope = np.abs(cv2.filter2D(grey, -1, np.array([[-0.5, 0.0, 0.5]], np.float32)))
    rise = cv2.dilate(grey, line) - cv2.erode(grey, line)
    crests = (rise > LEAST_STEP) & (slope >= cv2.dilate(slope, line))
    if crests.sum() < FEWEST_EDGES:
        return 0.0
    return float(np.quantile(rise[crests] / np.maximum(slope[crests], 1e-3), SHARPEST))


def level_at(grey: NDArray[np.uint8], share: float) -> float:
    """Return the level below which a share of the pixels lies: `numpy.quantile`, by counting levels."""
    lower, between = divmod(share * (grey.size - 1), 1.0)
    upto = np.cumsum(_counts(grey), dtype=np.int64)
    low, high = np.searchsorted(upto, [lower, min(lower + 1, grey.size - 1)], side="right")
    return float(low + between * (high - low))


def _counts(picture: NDArray[np.uint8], channel: int = 0) -> NDArray[np.float32]:
    """Return how many pixels have each level of a channel, (256,)."""
    counts = cv2.calcHist([picture], [channel], None, [256], [0, 256])
    return np.asarray(counts.ravel(), np.float32)


def _grey(image: Image) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8)
