"""Locates the coins and the season boxes: a network points, and its points must fit together."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import COIN_TRACK
from vision.find.lattice import Points
from vision.logits import sigmoid
from vision.read.strip import STRIP_SIZE, Strip
from vision.released import ReleasedModel

SEASONS, SLOTS = 4, 5
FINAL, FIRST, LAST, HEAT = 20, 21, 22, 23  # channels of the network after the seasons' 20 cells
STRIDE = 8  # pixels of the strip for one point of the network's answer
TRUSTED = 0.3  # share of a channel's probability around its peak from which the peak counts
SURE_FINAL = 0.5  # the same for the final score's place, which nothing else confirms
UNCLEAR = 0.5  # mean share of the cells' channels from which boxes show, whether or not they fit
REACH = 2  # points around a peak that belong to it
STRAY = 12.0  # pixels that a cell may lie from where the others put it
FEWEST_SLOTS = 8  # cells in place, of 20, that tell where the others are
BETWEEN = 0.35  # share of what shows at coins that may show midway between; whole tracks have 0.2 at most
COIN_HEAT = 0.4  # what the middle coin of a track must show
HEAT_BEYOND = 0.7  # what shows beyond its ends where it has more coins
APART = 20.0, 52.0  # pixels between the coins of a track, at least and at most
ASIDE = 0.25  # of that, by which a coin may lie from where the others put it


@dataclass(frozen=True, slots=True)
class LedgerPlaces:
    """Places of coins and boxes, in pixels of the strip."""

    coins: Points | None
    """Centres of the 14 coins, (14, 2); None where no whole track shows."""
    slots: Points | None
    """Middles of the numbers' cells, (4, 5, 2), seasons by number; None where no boxes show."""
    final: Points | None
    """Middle of the final score's place, (2,); None where none is printed."""
    is_unclear: bool = False
    """Whether boxes show whose places do not fit together, as where something lies on one of them."""


@dataclass(frozen=True, slots=True)
class PointedStrip:
    """A strip, and where the network points on it."""

    strip: Strip
    places: Points
    """Each channel's peak, in pixels of the strip, (23, 2)."""
    masses: NDArray[np.float64]
    """The probability around each peak, (23,)."""
    heat: NDArray[np.float64]
    """How likely a coin is at each point of the network's answer."""


def point_at_places(strip: Strip, model: ReleasedModel) -> PointedStrip:
    """Ask the network where coins, boxes and the final score are on a strip."""
    small = cv2.resize(strip.picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    answer = model.run(strip=np.ascontiguousarray(small.transpose(2, 0, 1)[None], np.float32))["out"][0]
    places, masses = _peaks(answer[:HEAT])
    return PointedStrip(strip, places, masses, sigmoid(answer[HEAT]))


def find_places(pointed: PointedStrip) -> LedgerPlaces:
    """Find the coin track and the season boxes on a strip: what is pointed at must fit together."""
    strip, places, masses = pointed.strip, pointed.places, pointed.masses
    coins = None
    if min(masses[FIRST], masses[LAST]) >= TRUSTED:
        coins = _whole_track(np.linspace(places[FIRST], places[LAST], COIN_TRACK), pointed.heat)
    if coins is not None and not strip.shows(coins).all():
        coins = None
    slots = _fit_slots(places[:FINAL], masses[:FINAL])
    shown = slots is not None and masses[FINAL] >= SURE_FINAL and strip.shows(places[FINAL : FINAL + 1]).all()
    is_unclear = slots is None and float(masses[:FINAL].mean()) >= UNCLEAR
    return LedgerPlaces(coins, slots, places[FINAL] if shown else None, is_unclear)


def share_of_boxes(pointed: PointedStrip) -> float:
    """Return which share of the season boxes' cells a strip shows, 0 to 1; they need not fit together."""
    return float(pointed.masses[:FINAL].mean())


def _peaks(logits: NDArray[np.float32]) -> tuple[Points, NDArray[np.float64]]:
    """Return each channel's peak in strip pixels, (k, 2), and the probability around it, (k,)."""
    channels, _, columns = logits.shape
    flat = logits.reshape(channels, -1).astype(np.float64)
    top = np.maximum(flat.max(axis=1, keepdims=True), 0.0)
    grown = np.exp(flat - top)
    likely = (grown / (grown.sum(axis=1, keepdims=True) + np.exp(-top))).reshape(logits.shape)
    places, masses = np.empty((channels, 2)), np.empty(channels)
    for channel, share in enumerate(likely):
        row, column = divmod(int(share.argmax()), columns)
        low = max(row - REACH, 0), max(column - REACH, 0)
        near = share[low[0] : row + REACH + 1, low[1] : column + REACH + 1]
        masses[channel] = near.sum()
        places[channel] = _centre(near) + np.array([low[1], low[0]])
    return (places + 0.5) * STRIDE, masses


def _centre(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the (x, y) of a window's centre of weight."""
    total = max(float(weights.sum()), 1e-12)
    x = float((weights.sum(axis=0) * np.arange(weights.shape[1])).sum()) / total
    y = float((weights.sum(axis=1) * np.arange(weights.shape[0])).sum()) / total
    return np.array([x, y])


def _whole_track(coins: Points, heat: NDArray[np.float64]) -> Points | None:
    """Move evenly spaced coins onto what shows; None where there are fewer coins, or more, than that."""
    step = (coins[-1] - coins[0]) / (COIN_TRACK - 1)
    if not APART[0] < float(np.hypot(*step)) < APART[1]:
        return None
    shown = np.array([_heat_at(heat, place) for place in coins])
    between = np.mean([_value_at(heat, place) for place in coins[:-1] + step / 2])
    if between > BETWEEN * np.mean([_value_at(heat, place) for place in coins]):
        return None  # an end is covered, and what is left of the track was taken for all of it
    beyond = max(_heat_at(heat, coins[0] - step), _heat_at(heat, coins[-1] + step))
    if np.median(shown) < COIN_HEAT or beyond > HEAT_BEYOND:
        return None
    moved = np.array([_onto_heat(heat, place) for place in coins])
    good = (np.linalg.norm(moved - coins, axis=1) < ASIDE * np.hypot(*step)) & (shown > COIN_HEAT)
    return np.where(good[:, None], moved, coins)


def _value_at(heat: NDArray[np.float64], place: Points) -> float:
    x, y = np.round(place / STRIDE - 0.5).astype(int)
    inside = 0 <= y < heat.shape[0] and 0 <= x < heat.shape[1]
    return float(heat[y, x]) if inside else 0.0


def _heat_at(heat: NDArray[np.float64], place: Points) -> float:
    x, y = np.round(place / STRIDE - 0.5).astype(int)
    near = heat[max(y - 1, 0) : max(y + 2, 0), max(x - 1, 0) : max(x + 2, 0)]
    return float(near.max()) if near.size else 0.0


def _onto_heat(heat: NDArray[np.float64], place: Points) -> Points:
    x, y = np.round(place / STRIDE - 0.5).astype(int)
    low = max(x - 1, 0), max(y - 1, 0)
    near = heat[low[1] : y + 2, low[0] : x + 2]
    return np.asarray((_centre(near**2) + low + 0.5) * STRIDE) if near.size else place


def _fit_slots(places: Points, masses: NDArray[np.float64]) -> Points | None:
    """Put all cells in place, given that the four seasons are printed alike and side by side."""
    season = np.repeat(np.arange(SEASONS), SLOTS).astype(np.float64)
    design = np.concatenate(
        [np.tile(np.eye(SLOTS), (SEASONS, 1)), season[:, None], season[:, None] ** 2], axis=1
    )
    trusted = masses >= TRUSTED
    fitted = places
    for _ in range(3):
        if trusted.sum() < FEWEST_SLOTS or not trusted.reshape(SEASONS, SLOTS).any(axis=0).all():
            return None
        weight = np.where(trusted, 1.0, 0.0)[:, None]
        steady = np.zeros((1, design.shape[1]))
        steady[0, -1] = 3.0  # the step changes little along the row
        solved = np.linalg.lstsq(
            np.concatenate([design * weight, steady]),
            np.concatenate([places * weight, np.zeros((1, 2))]),
            rcond=None,
        )[0]
        fitted = design @ solved
        away = np.linalg.norm(fitted - places, axis=1)
        trusted = (masses >= TRUSTED) & (away < STRAY)
    where = np.where(trusted[:, None], (places + fitted) / 2, fitted)
    inside = (where >= 0).all() and (where < np.array(STRIP_SIZE)).all()
    seasons = where.reshape(SEASONS, SLOTS, 2)
    return seasons if inside and _lie_apart(seasons) else None


def _lie_apart(seasons: Points) -> bool:
    """Whether no two seasons lie on one another, as where only one of them is in the photo."""
    wide = np.ptp(seasons[..., 0], axis=1).mean()
    steps = np.linalg.norm(np.diff(seasons.mean(axis=1), axis=0), axis=1)
    return bool(steps.min() >= wide)


def shows_all(strip: Strip, places: Points) -> NDArray[np.bool_]:
    """Whether each place, (k, 2), and what lies half a square around it, is in the photo."""
    around = [strip.shows(places + offset) for offset in ((0, 0), (-14, -10), (14, -10), (-14, 10), (14, 10))]
    return np.asarray(np.logical_and.reduce(around))
