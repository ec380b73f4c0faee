"""Within a sheet one hand draws all of a terrain alike: a fir is no hero where the forests are firs.

The network that sees the whole sheet could learn this, and does so too little. Here a person is thought to
have one kind of drawing for each terrain: firs or palms for forests, swords or axes for heroes. All squares
together tell which, and that tells how well each drawing fits each terrain. Squares that look alike hold
alike, whatever kind of drawing that is; who draws in several colours has one for each terrain; and where
there is as much ink as in the drawings, something is drawn. The numbers were chosen on photos used for
development (cards of terrain_v20 and terrain_v19).
"""

import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN, PAPER
from vision.read.classifier import TINY, Impression, Kinds, KindSet, Probabilities

STRAYS = 0.2  # share of the drawings that are of another kind than the hand's others for their terrain
FREQUENT = 0.35  # power of how frequent a terrain is on the sheet
RESTRAINT = 0.9  # power of the result: what the squares say together is less than independent evidence
SHARPNESS = 8.0  # how fast the vote of another square fades with unlikeness
STRANGER = 0.03  # vote of a square that is like no other, which may hold anything
OWN_SAY = 0.8  # power of what a square seems to hold by itself
VOTES_SAY = 0.5  # power of what those like it seem to hold
EDGE = 5  # pixels at the edge of a square where printed lines may be
INKED = 40  # darkest pixels of a square by which its ink is measured
FAINTEST = 0.5  # absorbance, of red, green and blue together, from which the colour of ink can be told
COLOUR = 0.06  # how far drawings in one colour lie apart: of a direction of length 1
NO_INK = 0.2  # absorbance that is added, as squares without ink differ by noise alone
AMOUNT = 0.4  # how far the ink of drawings lies apart: of its logarithm
STRANGE = 0.1  # share of the squares whose ink says nothing of what they hold


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


def as_inked(
    shares: Probabilities, ink: NDArray[np.float64], drawn: NDArray[np.bool_], empty: int
) -> Probabilities:
    """Return what each square holds in the light of how much ink is on it, and in which colour.

    As much ink as in the drawings is a drawing, whatever it shows; and what is drawn in the colour of the
    forests is one. In pencil all drawings have one colour, and colours change nothing.

    Args:
        shares: what each square seems to hold, (k, labels); each row sums to 1.
        ink: what `ink_of` measures on the sheet without the print of ruins, (k, 3).
        drawn: which of them a person may have drawn on and nothing hides, (k,); the others have no say, and
            keep theirs.
        empty: column of empty squares.
    """
    amount, joined = ink.sum(axis=1), shares.copy()
    joined[drawn] = _by_amount(shares[drawn], amount[drawn], empty)
    inked = drawn & (amount > FAINTEST)
    joined[inked] = _by_colour(joined[inked], ink[inked])
    return joined


def _by_amount(holds: Probabilities, amount: NDArray[np.float64], empty: int) -> Probabilities:
    size = np.log(amount.clip(min=0.0) + NO_INK)
    bare = holds[:, [empty]]
    factors = _factors(np.hstack([bare, 1.0 - bare]), ((size[:, None] - size) / AMOUNT) ** 2)
    of_label = np.where(np.arange(holds.shape[1]) == empty, factors[:, :1], factors[:, 1:])
    return _of_sum_1(holds * of_label)


def _by_colour(holds: Probabilities, ink: NDArray[np.float64]) -> Probabilities:
    direction = ink / np.linalg.norm(ink, axis=1, keepdims=True)
    apart = 2.0 - 2.0 * direction @ direction.T
    return _of_sum_1(holds * _factors(holds, apart / COLOUR**2))


def _factors(holds: Probabilities, apart: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by Bayes' rule how much likelier each square's look makes what it may hold, (k, columns).

    That is how much more frequent the look is among the others that hold the same than among all: densities
    of a Gaussian kernel, in which each of the others counts as far as it holds the same.

    Args:
        holds: what each square seems to hold, (k, columns); each row sums to 1.
        apart: squared distance of each two looks, in kernel widths, (k, k).
    """
    near = np.exp(-apart / 2.0)
    np.fill_diagonal(near, 0.0)
    usual = (near.sum(axis=1, keepdims=True) + 0.5) / (len(near) - 0.5)
    among = (near @ holds + usual) / (holds.sum(axis=0) - holds + 1.0)  # with one more, of a usual look
    return np.asarray(among / usual + STRANGE, np.float64)


def _of_sum_1(weighed: NDArray[np.float64]) -> Probabilities:
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), np.float64)


def ink_of(picture: Image) -> NDArray[np.float64]:
    """Return how much of red, green and blue the ink of each square absorbs, (k, 3), in natural logarithms.

    The mean of a square's darkest pixels; bare paper absorbs nothing. By Lambert and Beer's law more of the
    same ink absorbs more, in the same proportions.

    Args:
        picture: RGB from `rectify`.
    """
    field = picture[MARGIN:-MARGIN, MARGIN:-MARGIN]
    side = len(field) // CELL_PIXELS
    squares = field.reshape(side, CELL_PIXELS, side, CELL_PIXELS, 3).transpose(0, 2, 1, 3, 4)
    inside = squares[:, :, EDGE:-EDGE, EDGE:-EDGE].reshape(side * side, -1, 3)
    light = np.log(np.arange(256).clip(min=8) / (255.0 * PAPER)).clip(max=0.1)[inside]
    darkest = np.argpartition(light.sum(axis=2), INKED, axis=1)[:, :INKED]
    return np.asarray(-np.take_along_axis(light, darkest[..., None], axis=1).mean(axis=1), np.float64)


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
