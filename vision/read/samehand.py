"""Within a sheet one hand draws all of a terrain alike: a fir is no hero where the forests are firs.

The network that sees the whole sheet could learn this, and does so too little. Here a person is thought to
have one kind of drawing for each terrain: firs or palms for forests, swords or axes for heroes. All squares
together tell which, and that tells how well each drawing fits each terrain. And squares that look alike hold
alike, whatever kind of drawing that is. The numbers were chosen on photos used for development (cards of
terrain_v18 and terrain_v17).
"""

import numpy as np
from numpy.typing import NDArray

from vision.read.classifier import TINY, Impression, Kinds, KindSet, Probabilities

STRAYS = 0.2  # share of the drawings that are of another kind than the hand's others for their terrain
FREQUENT = 0.35  # power of how frequent a terrain is on the sheet
RESTRAINT = 0.9  # power of the result: what the squares say together is less than independent evidence
SHARPNESS = 8.0  # how fast the vote of another square fades with unlikeness
STRANGER = 0.03  # vote of a square that is like no other, which may hold anything
OWN_SAY = 0.8  # power of what a square seems to hold by itself
VOTES_SAY = 0.5  # power of what those like it seem to hold


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


def as_those_alike(
    shares: Probabilities, seen: Impression, drawn: NDArray[np.bool_], destroyed: int
) -> Probabilities:
    """Return what each square holds in the light of those that look like it.

    The others vote on it, each with a weight that falls with unlikeness (Nadaraya and Watson's estimate), and
    the vote joins what the square seems to hold by itself, as logarithms. What is struck out looks like what
    lies beneath the stroke, so that destroyed squares have no vote and stay as likely as they were.

    Args:
        shares: what each square seems to hold, (k, labels); each row sums to 1.
        seen: what the networks make of the sheet; its signs say how alike squares look.
        drawn: which of them a person may have drawn on and nothing hides, (k,); the others have no vote, and
            keep theirs.
        destroyed: column of destroyed squares.
    """
    weights = np.exp(SHARPNESS * (_resemblance(seen) - 1.0)) * drawn
    np.fill_diagonal(weights, 0.0)
    whole = np.delete(shares, destroyed, axis=1)
    votes = weights @ whole + STRANGER / whole.shape[1]
    votes /= votes.sum(axis=1, keepdims=True)
    joined = (whole + TINY) ** OWN_SAY * votes**VOTES_SAY
    joined *= (1.0 - shares[:, [destroyed]]) / joined.sum(axis=1, keepdims=True)
    heard = np.insert(joined, destroyed, shares[:, destroyed], axis=1)
    return np.asarray(np.where(drawn[:, None], heard, shares), np.float64)


def _resemblance(seen: Impression) -> NDArray[np.float64]:
    """Return how alike each two squares look, (k, k), 1.0 if quite: the mean of the networks' cosines.

    What all squares of the sheet have in common, such as its paper and light, is taken away first.
    """
    networks = (seen,) if seen.beside is None else (seen, seen.beside)
    apart = [network.signs - network.signs.mean(axis=0) for network in networks]
    directions = [signs / (np.linalg.norm(signs, axis=1, keepdims=True) + TINY) for signs in apart]
    return np.asarray(np.mean([signs @ signs.T for signs in directions], axis=0), np.float64)


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
