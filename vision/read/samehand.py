"""Within a sheet, like drawings mean like things, as one hand drew them.

The network that sees the whole sheet could learn this, and does so too little: in training, every map has
some of everything. Here each square hears what the sure squares that look like it hold, and what is common
on the sheet. The numbers were chosen on photos used for development (card of terrain_v11).
"""

import numpy as np
from numpy.typing import NDArray

from vision.read.classifier import Probabilities

FADING = 9.0  # how fast the say of a square fades with unlikeness
SURE = 0.9  # confidence from which a square has a say
COMMON = 0.2  # what is common on the sheet has the say of so many squares that look the same
LEAST = 0.02  # share that nothing falls below, or the only hero of a sheet would be taken for a tree
WEIGHT = 0.6  # of what like squares hold, beside what the square itself shows
RESTRAINT = 0.8  # power of the result: what like squares say is no independent evidence


def of_one_hand(
    terrain: Probabilities, signs: NDArray[np.float64], drawn: NDArray[np.bool_]
) -> Probabilities:
    """Return what each square holds in the light of the others.

    Args:
        terrain: what each square seems to hold by itself, (k, labels).
        signs: what each looks like, (k, features); like drawings lie close.
        drawn: which of them a person may have drawn on, (k,); the others have no say, and keep theirs.
    """
    directions = signs / np.maximum(np.linalg.norm(signs, axis=1, keepdims=True), 1e-9)
    say = np.exp(FADING * (directions @ directions.T - 1.0)) * (drawn & (terrain.max(axis=1) > SURE))
    np.fill_diagonal(say, 0.0)
    common = terrain[drawn].mean(axis=0) if drawn.any() else terrain.mean(axis=0)
    shares = (say @ terrain + COMMON * common) / (say.sum(axis=1, keepdims=True) + COMMON)
    heard = (terrain * (shares + LEAST) ** WEIGHT) ** RESTRAINT
    heard /= heard.sum(axis=1, keepdims=True)
    return np.asarray(np.where(drawn[:, None], heard, terrain), np.float64)
