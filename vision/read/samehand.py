"""Within a sheet one hand draws all of a terrain alike: a fir is no hero where the forests are firs.

The network that sees the whole sheet could learn this, and does so too little. Here a person is thought to
have one kind of drawing for each terrain: firs or palms for forests, swords or axes for heroes. All squares
together tell which, and that tells how well each drawing fits each terrain. The numbers were chosen on photos
used for development (card of terrain_v13).
"""

import numpy as np
from numpy.typing import NDArray

from vision.read.classifier import TINY, Kinds, KindSet, Probabilities

STRAYS = 0.2  # share of the drawings that are of another kind than the hand's others for their terrain
FREQUENT = 0.35  # power of how frequent a terrain is on the sheet
RESTRAINT = 0.9  # power of the result: what the squares say together is less than independent evidence


def of_one_hand(terrain: Probabilities, kinds: Kinds | None, drawn: NDArray[np.bool_]) -> Probabilities:
    """Return what each square holds in the light of the others, by Bayes' rule.

    A square's share of a terrain grows by how much likelier its look is for the kind that this hand draws
    than for any hand's, and with how frequent the terrain is on the sheet.

    Args:
        terrain: what each square seems to hold by itself, (k, labels).
        kinds: what kind of drawing each looks like, if that is known.
        drawn: which of them a person may have drawn on, (k,); the others have no say, and keep theirs.
    """
    kinds = kinds or _one_of_each(terrain)
    say = terrain * drawn[:, None]
    others = say.sum(axis=0) - say + 1.0  # one more square of each, or what is rare would not be believed
    frequent = others / others.sum(axis=1, keepdims=True)
    heard = (terrain * _fits(say, kinds) * frequent**FREQUENT) ** RESTRAINT
    heard /= heard.sum(axis=1, keepdims=True)
    return np.asarray(np.where(drawn[:, None], heard, terrain), np.float64)


def _one_of_each(terrain: Probabilities) -> Kinds:
    """Return the kinds of a network that knows only one for each terrain."""
    labels = terrain.shape[1]
    return Kinds(terrain, KindSet(np.arange(labels), np.ones(labels)))


def _within_terrain(kinds: Kinds) -> Probabilities:
    """Return how likely each kind is if the square holds its terrain, (k, kinds)."""
    of_one_terrain = kinds.known.terrain[:, None] == kinds.known.terrain
    chances = kinds.chances + TINY * kinds.known.shares
    return np.asarray(chances / (chances @ of_one_terrain), np.float64)


def _fits(say: Probabilities, kinds: Kinds) -> NDArray[np.float64]:
    """Return how much likelier each square's look is for the hand's kind of each terrain, (k, labels).

    Which kind that is, all other squares tell, each as far as it holds the terrain.
    """
    known = kinds.known
    gains = (1.0 - STRAYS) * _within_terrain(kinds) / known.shares + STRAYS
    evidence = say[:, known.terrain] * np.log(gains)
    chosen = np.log(known.shares) + evidence.sum(axis=0) - evidence
    fits = np.ones_like(say)
    for column in np.unique(known.terrain):
        of_it = known.terrain == column
        weights = np.exp(chosen[:, of_it] - chosen[:, of_it].max(axis=1, keepdims=True))
        fits[:, column] = (weights * gains[:, of_it]).sum(axis=1) / weights.sum(axis=1)
    return fits
