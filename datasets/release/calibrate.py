"""Turn a network's logits into probabilities that can be trusted, and find below which to doubt."""

import numpy as np
from numpy.typing import NDArray

from vision.logits import softmax

Logits = NDArray[np.float32] | NDArray[np.float64]


def fit_temperature(logits: Logits, labels: NDArray[np.int64]) -> float:
    """Return the temperature of least negative log-likelihood (Guo et al. 2017, arXiv 1706.04599)."""
    tried = np.geomspace(0.3, 5.0, 200)
    return float(min(tried, key=lambda temperature: _surprise(logits / np.float32(temperature), labels)))


def _surprise(logits: Logits, labels: NDArray[np.int64]) -> float:
    likely = softmax(logits)[np.arange(len(labels)), labels]
    return float(-np.log(np.maximum(likely, 1e-12)).mean())


def risk_threshold(logits: Logits, labels: NDArray[np.int64], risk: float) -> float:
    """Return the least confidence at which, of all squares as sure, no more than `risk` are wrong."""
    confidence, right = confidences(logits, labels).T
    return least_confidence(confidence, right == 0, risk)


def confidences(logits: Logits, labels: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how sure the network is of its answers, and whether each is right, (k, 2)."""
    probabilities = softmax(logits)
    return np.stack([probabilities.max(axis=1), probabilities.argmax(axis=1) == labels], axis=1)


def least_confidence(confidence: NDArray[np.float64], wrong: NDArray[np.bool_], risk: float) -> float:
    """Return the least confidence at which, of all answers as sure, no more than `risk` are wrong."""
    order = np.argsort(-confidence)
    risks = wrong[order].cumsum() / np.arange(1, len(order) + 1)
    bearable = np.nonzero(risks <= risk)[0]
    return float(confidence[order][bearable[-1]]) if len(bearable) else 1.0
