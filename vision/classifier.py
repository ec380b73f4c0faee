"""What is drawn in each cell: a released network, behind a protocol that tests can stand in for."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine import Terrain
from vision.cells import CROP_PIXELS
from vision.errors import ModelError, Reason
from vision.released import ReleasedModel, load_model

Probabilities = NDArray[np.float64]
"""One row a cell, one column a label; each row sums to 1."""


class CellClassifier(Protocol):
    """Anything that tells how likely each terrain is in each cell."""

    @property
    def name(self) -> str:
        """Name of the model, as it stands in readings."""
        ...

    @property
    def labels(self) -> tuple[Terrain, ...]:
        """What the columns of the probabilities stand for."""
        ...

    @property
    def doubt_below(self) -> float:
        """Confidence below which a square should be looked at by a person."""
        ...

    def classify(self, cells: NDArray[np.uint8], ruins: NDArray[np.bool_]) -> Probabilities:
        """Return the probabilities, shape (k, labels).

        Args:
            cells: RGB crops from `cut_cells`, (k, CROP_PIXELS, CROP_PIXELS, 3).
            ruins: whether ruins are printed under each, (k,).
        """
        ...


@dataclass(frozen=True)
class OnnxClassifier:
    """A terrain network from `models/`, with its calibrated temperature."""

    model: ReleasedModel
    labels: tuple[Terrain, ...]
    temperature: float
    doubt_below: float

    @property
    def name(self) -> str:
        """Name of the model's folder."""
        return self.model.name

    def classify(self, cells: NDArray[np.uint8], ruins: NDArray[np.bool_]) -> Probabilities:
        """Return calibrated probabilities, shape (k, labels)."""
        pictures = np.ascontiguousarray(cells.transpose(0, 3, 1, 2), np.float32)
        logits = self.model.run(cells=pictures, ruins=ruins.astype(np.float32)) / self.temperature
        grown = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
        return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float64)


def load_classifier(name: str = "terrain_v1") -> OnnxClassifier:
    """Load a released terrain model.

    Raises:
        ModelError: `model_missing`, `model_damaged`, or `model_format` where it was made for other cells.
    """
    model = load_model(name)
    if model.config["crop_pixels"] != CROP_PIXELS:
        raise ModelError(
            Reason("model_format", f"Model {name} was made for other cells.", "Use a model of this version.")
        )
    return OnnxClassifier(
        model,
        tuple(Terrain(label) for label in model.config["labels"]),
        float(model.config["temperature"]),
        float(model.config["doubt_below"]),
    )
