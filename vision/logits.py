"""From the logits that a network answers with to probabilities."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def softmax(logits: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return the probabilities of logits, in their shape; along the last axis they sum to 1."""
    grown = np.exp(np.asarray(logits, np.float64) - logits.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True), np.float64)


def sigmoid(logits: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return the probability of each logit."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.asarray(logits, np.float64))), np.float64)
