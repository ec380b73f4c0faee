"""Find corrections that are likely wrong, by confident learning (Northcutt et al. 2021, arXiv 1911.00068).

Judges are the network, which never learned from these squares, and the other squares of the same writer.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageDraw

from datasets.corrections.corrected import CorrectedSet
from datasets.draw.flat.sheet import LABELS, NO_LABEL
from engine import ALL_SQUARES, Square, Terrain
from vision import SheetClassifier
from vision.context.adaptation import KnownHand, of_length_one
from vision.corrections import cut_cell
from vision.image import Image

FOLDS = 5
THUMB, CAPTION, COLUMNS = 96, 26, 10


@dataclass(frozen=True, slots=True)
class Flag:
    """A square of which something was said that is likely wrong."""

    sheet: int
    """Its place in the set."""
    square: Square
    said: Terrain
    likelier: Terrain
    chance_said: float
    chance_likelier: float

    def __str__(self) -> str:
        """Tell it in a line."""
        return (
            f"sheet {self.sheet}, square {self.square}: said {self.said} ({self.chance_said:.1%}), "
            f"likelier {self.likelier} ({self.chance_likelier:.1%})"
        )


@dataclass(frozen=True)
class _Said:
    """Every square that something was said of, and what the network makes of it."""

    places: list[tuple[int, int]]
    """Of the sheet in the set, and of the square on it."""
    labels: NDArray[np.int64]
    shares: NDArray[np.float64]
    """How likely each label is, given the network and the writer's other squares."""


def find_flags(data: CorrectedSet, classifier: SheetClassifier) -> list[Flag]:
    """Return the corrections that are likely wrong, the worst first; `data` has one at least.

    A label stands against another if that other is at least as likely as it is, on average, where people
    say it; each square is judged without its own label.
    """
    said = _judge(data, classifier)
    own = said.shares[np.arange(len(said.labels)), said.labels]
    usual = np.array(
        [own[said.labels == k].mean() if (said.labels == k).any() else 1.0 for k in range(len(LABELS))]
    )
    against = np.where(said.shares >= usual, said.shares, 0.0)
    likelier = against.argmax(axis=1)
    flags = [
        Flag(
            sheet,
            ALL_SQUARES[square],
            LABELS[label],
            LABELS[other],
            float(shares[label]),
            float(shares[other]),
        )
        for (sheet, square), label, other, shares in zip(
            said.places, said.labels.tolist(), likelier.tolist(), said.shares, strict=True
        )
        if other != label and shares[other] > shares[label]
    ]
    return sorted(flags, key=lambda flag: flag.chance_said - flag.chance_likelier)


def without(data: CorrectedSet, flags: Iterable[Flag]) -> CorrectedSet:
    """Return the set as if nothing had been said of the flagged squares."""
    terrain = data.terrain.copy()
    for flag in flags:
        terrain[flag.sheet][flag.square] = NO_LABEL
    return replace(data, terrain=terrain)


def _judge(data: CorrectedSet, classifier: SheetClassifier) -> _Said:
    seen = [
        classifier.classify(Image(picture), ruins)
        for picture, ruins in zip(data.picture, data.ruins, strict=True)
    ]
    by_writer: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for sheet, square in np.argwhere(data.terrain.reshape(len(data), -1) != NO_LABEL).tolist():
        by_writer[str(data.writer[sheet]) or f"sheet {sheet}"].append((sheet, square))
    places: list[tuple[int, int]] = []
    shares: list[NDArray[np.float64]] = []
    for own in by_writer.values():
        hand = KnownHand(
            of_length_one(np.stack([seen[sheet].signs[square] for sheet, square in own])),
            _in_order(np.stack([seen[sheet].terrain[square] for sheet, square in own]), classifier),
            tuple(LABELS[int(data.terrain[sheet][ALL_SQUARES[square]])] for sheet, square in own),
        )
        places += own
        shares.append(_out_of_fold(hand))
    labels = np.array([data.terrain[sheet][ALL_SQUARES[square]] for sheet, square in places], np.int64)
    return _Said(places, labels, np.concatenate(shares))


def _out_of_fold(hand: KnownHand) -> NDArray[np.float64]:
    """Return how likely each square of a hand is each terrain, by the network and the other folds."""
    shares, fold = hand.shares.copy(), np.arange(len(hand.terrains)) % FOLDS
    for number in range(FOLDS):
        inside, others = fold == number, np.flatnonzero(fold != number)
        if inside.any() and len(others):
            rest = KnownHand(
                hand.signs[others], hand.shares[others], tuple(hand.terrains[k] for k in others.tolist())
            )
            shares[inside] = rest.correct(hand.shares[inside], hand.signs[inside])
    return shares


def _in_order(shares: NDArray[np.float64], classifier: SheetClassifier) -> NDArray[np.float64]:
    """Return the network's probabilities in the order of LABELS."""
    return shares[:, [classifier.labels.index(label) for label in LABELS]]


def draw_flags(data: CorrectedSet, flags: Sequence[Flag], path: Path) -> None:
    """Write a picture of the flagged squares, each with what was said and what is likelier."""
    rows = -(-len(flags) // COLUMNS)
    page = PillowImage.new("RGB", (COLUMNS * THUMB, max(rows, 1) * (THUMB + CAPTION)), "white")
    pen = ImageDraw.Draw(page)
    for number, flag in enumerate(flags):
        x, y = number % COLUMNS * THUMB, number // COLUMNS * (THUMB + CAPTION)
        crop = cut_cell(Image(data.picture[flag.sheet]), flag.square)
        page.paste(PillowImage.fromarray(cv2.resize(crop, (THUMB - 4, THUMB - 4))), (x, y))
        pen.text((x + 2, y + THUMB - 2), f"{flag.said}?", fill="black")
        pen.text((x + 2, y + THUMB + 9), f"{flag.likelier} {flag.chance_likelier:.0%}", fill="firebrick")
    path.parent.mkdir(parents=True, exist_ok=True)
    page.save(path)
