"""Pictures that the ledger networks look at: the row of coins, and one picture a number."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.lattice import Points
from vision.image import Image
from vision.read.ledgerplaces import SEASONS, SLOTS

COIN_PIXELS = 32  # from one coin to the next in the picture of the row
ROW_HEIGHT = 40
NUMBER_SIZE = (56, 44)  # width and height of a number's picture, in pixels of the strip


def cut_row(strip: Image, places: Points) -> Image:
    """Straighten the row of coins, so that coins stand 32 pixels apart whatever the print.

    Args:
        strip: RGB, from `straighten_strip`.
        places: centres of the coins in strip pixels, left to right, (n, 2).

    Returns:
        RGB, (40, 32 n, 3).
    """
    count = len(places)
    step = (places[-1] - places[0]) / (count - 1)
    along = (np.arange(count * COIN_PIXELS) + 0.5) / COIN_PIXELS - 0.5
    known = np.arange(-1, count + 1)
    padded = np.concatenate([[places[0] - step], places, [places[-1] + step]])
    middle = np.stack([np.interp(along, known, padded[:, axis]) for axis in (0, 1)], axis=-1)
    down = np.array([-step[1], step[0]]) / COIN_PIXELS
    offsets = np.arange(ROW_HEIGHT) - (ROW_HEIGHT - 1) / 2
    at = (middle[None] + offsets[:, None, None] * down).astype(np.float32)
    row = cv2.remap(strip, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return Image(np.asarray(row, np.uint8))


def best_prints(numbers: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return for each cell of the season boxes which other cell shows best what is printed beneath it.

    Coins, monsters and totals are printed alike in all seasons, an edict's letter in the second cell of a
    season and in the first one of the next. Of several the brightest shows most, for little is written there.

    Args:
        numbers: RGB, season by season, and last the final score's place if there is one, (20 or 21, height,
            width, 3).

    Returns:
        Places in `numbers`, (20 or 21,); the final score's is a total's.
    """
    bright = numbers.mean(axis=(1, 2, 3))
    best = np.empty(len(numbers), np.int64)
    for season in range(SEASONS):
        first, second = (season - 1) % SEASONS * SLOTS + 1, (season + 1) % SEASONS * SLOTS
        best[season * SLOTS : season * SLOTS + 2] = first, second
        others = np.array([other * SLOTS for other in range(SEASONS) if other != season])
        for slot in range(2, SLOTS):
            best[season * SLOTS + slot] = others[bright[others + slot].argmax()] + slot
    totals = np.arange(SLOTS - 1, SEASONS * SLOTS, SLOTS)
    best[SEASONS * SLOTS :] = totals[bright[totals].argmax()]
    return best


def cut_numbers(strip: Image, places: Points, *, spare: int = 0) -> NDArray[np.uint8]:
    """Cut one picture around each place.

    Args:
        strip: RGB, from `straighten_strip`.
        places: middles of the numbers' cells in strip pixels, (k, 2).
        spare: pixels to take along on each side.

    Returns:
        RGB, (k, 44 + 2 * spare, 56 + 2 * spare, 3).
    """
    width, height = (side + 2 * spare for side in NUMBER_SIZE)
    padding = max(width, height)
    padded = cv2.copyMakeBorder(strip, padding, padding, padding, padding, cv2.BORDER_REPLICATE)
    limit = np.array(strip.shape[1::-1]) - 1
    corners = np.clip(np.round(places), 0, limit).astype(int) + padding - (width // 2, height // 2)
    return np.stack([padded[y : y + height, x : x + width] for x, y in corners])
