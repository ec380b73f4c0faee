"""Squares that a person has confirmed tell how this player draws, and sharpen the rest at once.

What the network got wrong of them is carried over to squares that look alike, by a logistic regression over
likenesses (kernel logistic regression, Jaakkola and Haussler 1999) on top of the network's own answers. What
it got right changes nothing. The networks are not trained; fifty squares take a few milliseconds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from engine import ALL_SQUARES, SIZE, MapSheet, Square, Terrain
from vision.logits import softmax
from vision.read.classifier import Impression
from vision.read.reading import CellReading, Marks, SheetReading

SHARPNESS = 6.0  # how fast a lesson fades with unlikeness
EVERYWHERE = 0.1  # how much of it is taken for a habit of the hand, and holds whatever a square looks like
FIRMNESS = 0.1  # how strongly the network's own answers are kept to
ROUNDS = 150
LEAST = 1e-6  # probability that nothing falls below
PICTURES_SHARE = 0.55  # what the picture's own reading gets where the hand speaks against a sure square
TERRAINS = tuple(Terrain)

Shares = NDArray[np.float64]
"""One row a square, one column a terrain."""


@dataclass(frozen=True)
class KnownHand:
    """How a player draws: what some confirmed squares look like, were read as, and hold."""

    signs: NDArray[np.float64]
    """(k, features), of length 1 each."""
    shares: Shares
    """Their probabilities by the network, (k, terrains)."""
    terrains: tuple[Terrain, ...]
    """The terrains that they hold."""

    @classmethod
    def learn(cls, reading: SheetReading, confirmed: Mapping[Square, Terrain] | MapSheet) -> Self:
        """Take what a person said of some squares of a sheet, or all, as the network read it."""
        chosen = [k for k, cell in enumerate(reading.cells) if cell.square in confirmed]
        cells = [reading.cells[k] for k in chosen]
        return cls(
            of_length_one(reading.signs[chosen]),
            _shares(cells),
            tuple(confirmed[cell.square] for cell in cells),
        )

    @classmethod
    def seen(cls, seen: Impression, labels: Sequence[Terrain], confirmed: Mapping[Square, Terrain]) -> Self:
        """Take what a person said of some squares of a sheet, of which there is a picture and no reading."""
        cells = [CellReading(square, _drawn(labels, seen.terrain[_place(square)])) for square in confirmed]
        return cls(
            of_length_one(seen.signs[[_place(square) for square in confirmed]]),
            _shares(cells),
            tuple(confirmed.values()),
        )

    def __add__(self, other: "KnownHand") -> "KnownHand":
        """Join what two sheets of one player tell."""
        return KnownHand(
            np.concatenate([self.signs, other.signs]),
            np.concatenate([self.shares, other.shares]),
            self.terrains + other.terrains,
        )

    def correct(self, shares: Shares, signs: NDArray[np.float64]) -> Shares:
        """Return the probabilities of other squares, (m, terrains), in the light of this hand.

        Args:
            shares: what the network makes of them; each row sums to 1.
            signs: what they look like, of length 1 each.
        """
        return softmax(_logs(shares) + _likeness(signs, self.signs) @ self._lesson)

    @cached_property
    def _lesson(self) -> Shares:
        """The log-odds that each confirmed square adds to the terrains of squares like it."""
        likeness = _likeness(self.signs, self.signs)
        said = np.eye(len(TERRAINS))[[TERRAINS.index(terrain) for terrain in self.terrains]]
        lesson = np.zeros_like(said)
        step = 1.0 / (0.5 * float(np.linalg.eigvalsh(likeness)[-1]) + FIRMNESS)
        for _ in range(ROUNDS):
            wrong = softmax(_logs(self.shares) + likeness @ lesson) - said
            lesson = lesson - step * (wrong + FIRMNESS * lesson)
        return lesson


def adapt(
    reading: SheetReading, hand: KnownHand, confirmed: Mapping[Square, Terrain] | None = None
) -> SheetReading:
    """Read a sheet anew, knowing the hand; confirmed squares of this sheet are certain.

    Args:
        reading: the sheet as the network read it.
        hand: what is known of the player, from this sheet or from others.
        confirmed: what a person said of squares of this sheet.
    """
    said = confirmed or {}
    if not hand.terrains and not said:
        return reading
    corrected = hand.correct(_shares(reading.cells), of_length_one(reading.signs)) if hand.terrains else None
    cells = tuple(
        replace(cell, probabilities={said[cell.square]: 1.0}, marks=Marks())
        if cell.square in said
        else cell
        if corrected is None or cell.terrain.is_printed
        else _with(cell, corrected[k])
        for k, cell in enumerate(reading.cells)
    )
    return replace(reading, cells=cells)


def sharpen(
    reading: SheetReading, said: Mapping[Square, Terrain], others: KnownHand | None = None
) -> SheetReading:
    """Read the rest of a sheet anew after a person settled some squares; nothing changes unasked.

    A doubtful square may become sure, but only by what was said of this very sheet: from another sheet
    alone one in sixteen that became so was wrong (docs/context.md). A square that was sure keeps its terrain,
    and is asked about where the hand speaks against it.

    Args:
        reading: the sheet as the network read it.
        said: what a person said of squares of this sheet.
        others: what is known of the player from other sheets.

    Raises:
        ValueError: something is said of a square that is not on the map.
        TypeError: a square is said to hold the name of a terrain, and not the terrain.
    """
    _check_said(said)
    own = KnownHand.learn(reading, said)
    by_own = adapt(reading, own, said)
    by_all = adapt(reading, own + others, said) if others is not None and others.terrains else by_own
    doubted, asked = set(reading.doubtful), set(by_own.doubtful)
    cells = []
    for before, alone, after in zip(reading.cells, by_own.cells, by_all.cells, strict=True):
        if before.square in doubted:
            is_open = before.square in asked or alone.terrain is not after.terrain
            cells.append(_asked_still(after, reading.doubt_below) if is_open else after)
        elif before.square not in said and after.terrain is not before.terrain:
            cells.append(_torn(before, after))
        else:
            cells.append(after)
    return replace(reading, cells=tuple(cells))


def of_length_one(signs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the signs scaled to length 1, so that only their kind is compared."""
    return np.asarray(signs / np.maximum(np.linalg.norm(signs, axis=-1, keepdims=True), 1e-9), np.float64)


def _check_said(said: Mapping[Square, Terrain]) -> None:
    """Refuse what nobody can say of a sheet."""
    for square, terrain in said.items():
        if square not in ALL_SQUARES:
            raise ValueError(f"{square} is not on the map: rows and columns are 0 to {SIZE - 1}")
        if not isinstance(terrain, Terrain):
            raise TypeError(f"{terrain!r:.40} is no terrain; say it as in Terrain.FARM")


def _place(square: Square) -> int:
    return square.row * SIZE + square.column


def _drawn(labels: Sequence[Terrain], shares: NDArray[np.float64]) -> dict[Terrain, float]:
    """Return what the network makes of a square, without what only a printer draws."""
    return {
        label: share for label, share in zip(labels, shares.tolist(), strict=True) if not label.is_printed
    }


def _asked_still(cell: CellReading, doubt_below: float) -> CellReading:
    """Return a cell that stays doubtful, whatever became likelier; what it lacks of 1 is doubt."""
    if cell.confidence < doubt_below:
        return cell
    scale = (doubt_below - LEAST) / cell.confidence
    return replace(
        cell, probabilities={terrain: share * scale for terrain, share in cell.probabilities.items()}
    )


def _torn(before: CellReading, after: CellReading) -> CellReading:
    """Return a cell that keeps its terrain, and is doubtful."""
    torn = {before.terrain: PICTURES_SHARE, after.terrain: 1.0 - PICTURES_SHARE}
    return replace(before, probabilities=torn)


def _with(cell: CellReading, shares: NDArray[np.float64]) -> CellReading:
    """Return the cell with new shares of what it may hold; what it lacks of 1 stays as doubt."""
    whole = sum(cell.probabilities.values())
    heard = {terrain: float(shares[TERRAINS.index(terrain)]) for terrain in cell.probabilities}
    scale = whole / max(sum(heard.values()), LEAST)
    return replace(cell, probabilities={terrain: share * scale for terrain, share in heard.items()})


def _shares(cells: Sequence[CellReading]) -> Shares:
    shares = np.array([[cell.probabilities.get(terrain, 0.0) for terrain in TERRAINS] for cell in cells])
    shares = shares.reshape(-1, len(TERRAINS))
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), LEAST), np.float64)


def _likeness(some: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.exp(SHARPNESS * (some @ others.T - 1.0)) + EVERYWHERE, np.float64)


def _logs(shares: Shares) -> Shares:
    return np.asarray(np.log(np.maximum(shares, LEAST)), np.float64)
