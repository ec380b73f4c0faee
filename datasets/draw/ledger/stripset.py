"""Training data of the ledger networks: drawn strips, cut as the reader cuts them.

python -m datasets.draw.ledger.stripset --count 6000 --seed 1 --out data/ledger
"""

from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.draw.ledger.columns import load_columns, write_columns
from datasets.draw.ledger.strip import draw_strip
from datasets.draw.orders import add_split, check_folder, drawing_parser
from datasets.draw.sheet.ledger import COINS
from datasets.draw.strokes import Split
from vision.read.ledgercrops import cut_numbers, cut_row

SPARE = 6  # pixels kept around each number, so that training can move it

Points = NDArray[np.float64]


@dataclass(frozen=True)
class LedgerSet:
    """Strips cut into what each network sees, with the truth."""

    small: NDArray[np.uint8]
    """Strips at half size, RGB, (n, 128, 320, 3)."""
    coins: Points
    """(n, 14, 2), strip pixels."""
    slots: Points
    """Cells of numbers and the final score's place, (n, 21, 2), strip pixels."""
    rows: NDArray[np.uint8]
    """Rows of coins, RGB, (n, 40, 448, 3)."""
    filled: NDArray[np.int64]
    """(n, 14)."""
    numbers: NDArray[np.uint8]
    """Pictures of numbers with some spare paper, RGB, (n * 21, height, width, 3)."""
    digits: NDArray[np.int64]
    """(n * 21, 5)."""


KEYS = tuple(field.name for field in fields(LedgerSet))


def cut_strip(index: int, *, seed: int, split: Split) -> tuple[NDArray[np.generic], ...]:
    """Draw one strip and cut it: what it adds to each of KEYS."""
    sample = draw_strip(seed, index, split=split)
    rng = np.random.default_rng([seed, index, 7])
    small = cv2.resize(sample.picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    coins = np.nan_to_num(sample.coins, nan=100.0)
    ends = coins[[0, -1]] + rng.normal(0, 1.2, (2, 2))
    placed = (
        coins + np.linspace(ends[0] - coins[0], ends[1] - coins[-1], COINS) + rng.normal(0, 0.7, coins.shape)
    )
    row = cut_row(sample.picture, placed)
    slots = np.nan_to_num(sample.slots, nan=100.0)
    numbers = cut_numbers(sample.picture, slots + rng.normal(0, 0.8, slots.shape), spare=SPARE)
    alone = (small, sample.coins, sample.slots, row, sample.filled)
    return *(part[None] for part in alone), numbers, sample.numbers


def load_ledgers(folder: Path) -> LedgerSet:
    """Load the strips of a folder; pictures stay on disk until they are needed.

    Raises:
        FileNotFoundError: They are not all drawn.
    """
    return LedgerSet(*load_columns(folder, KEYS))


def main() -> None:
    """Draw the strips that the command line asks for."""
    parser = drawing_parser(__doc__, count=6000, seed=1)
    add_split(parser)
    args = parser.parse_args()
    check_folder(args)
    cut = partial(cut_strip, seed=args.seed, split=args.split)
    write_columns(args.out, KEYS, cut, count=args.count, workers=args.workers)


if __name__ == "__main__":
    main()
