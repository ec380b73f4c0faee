"""What is drawn on a sheet: a released network, behind a protocol that tests can stand in for."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine import Terrain
from vision.cells import CELL_PIXELS, MARGIN
from vision.errors import ModelError, Reason
from vision.image import Image
from vision.released import ReleasedModel, load_model

Probabilities = NDArray[np.float64]
"""One row a square, one column a label; each row sums to 1."""
INITIALS = ("", "D", "Z", "T", "G")
"""What can be written on a monster: nothing, or the letter of Dragon, Zombie, Troll or Gorgon."""


@dataclass(frozen=True)
class Impression:
    """What a network makes of a sheet; one row a square, row by row."""

    terrain: Probabilities
    """By one who sees the whole sheet and knows where ruins are printed, (k, labels)."""
    alone: Probabilities
    """From each cell alone, (k, labels)."""
    attack: NDArray[np.float64]
    """How likely an attack mark is, (k,)."""
    initial: Probabilities
    """How likely each of INITIALS is, (k, 5)."""
    signs: NDArray[np.float64]
    """What each square looks like, (k, features): like drawings lie close together."""
    foreign: NDArray[np.float64]
    """How likely it is that something hides the square which is no drawing of the game, (k,)."""


class SheetClassifier(Protocol):
    """Anything that tells how likely each terrain is in each square."""

    @property
    def name(self) -> str:
        """Name of the model, as it stands in readings."""
        ...

    @property
    def labels(self) -> tuple[Terrain, ...]:
        """What the columns of the terrain's probabilities stand for."""
        ...

    @property
    def doubt_below(self) -> float:
        """Confidence below which a square should be looked at by a person."""
        ...

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        """Return what the sheet seems to hold.

        Args:
            sheet: RGB from `rectify`, of n squares a side.
            ruins: whether ruins are printed in each square, (n, n).
        """
        ...


@dataclass(frozen=True)
class OnnxClassifier:
    """A terrain network from `models/`, with its calibrated temperatures."""

    model: ReleasedModel
    labels: tuple[Terrain, ...]
    temperature: float
    temperature_alone: float
    doubt_below: float

    @property
    def name(self) -> str:
        """Name of the model's folder."""
        return self.model.name

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        """Return calibrated probabilities for every square of the sheet."""
        picture = np.ascontiguousarray(sheet.transpose(2, 0, 1)[None], np.float32)
        answers = self.model.run(sheet=picture, ruins=ruins[None].astype(np.float32))
        marks = _by_square(answers["marks"])
        return Impression(
            terrain=_softmax(_by_square(answers["terrain"]) / self.temperature),
            alone=_softmax(_by_square(answers["alone"]) / self.temperature_alone),
            attack=_sigmoid(marks[:, 0]),
            initial=_softmax(marks[:, 1:6]),
            signs=_by_square(answers["signs"]),
            foreign=_sigmoid(marks[:, 6]),
        )


def load_classifier(name: str = "terrain_v2") -> OnnxClassifier:
    """Load a released terrain model.

    Raises:
        ModelError: `model_missing`, `model_damaged`, or `model_format` where it was made for other cells.
    """
    model = load_model(name)
    if (model.config.get("cell_pixels"), model.config.get("margin")) != (CELL_PIXELS, MARGIN):
        raise ModelError(
            Reason("model_format", f"Model {name} was made for other cells.", "Use a model of this version.")
        )
    return OnnxClassifier(
        model,
        tuple(Terrain(label) for label in model.config["labels"]),
        float(model.config["temperature"]),
        float(model.config["temperature_alone"]),
        float(model.config["doubt_below"]),
    )


def _by_square(answer: NDArray[np.float32]) -> NDArray[np.float64]:
    """Turn (1, channels, n, n) into (n * n, channels)."""
    return np.asarray(answer.reshape(answer.shape[1], -1).T, np.float64)


def _softmax(logits: NDArray[np.float64]) -> Probabilities:
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float64)


def _sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1.0 / (1.0 + np.exp(-logits)), np.float64)
