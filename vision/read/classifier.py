"""The terrain classifier: a released network, behind a protocol that tests can stand in for."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import Square, Terrain
from engine.sentence import Sentence
from vision.equality import ComparesArrays
from vision.errors import ModelError, Reason
from vision.image import Image
from vision.logits import sigmoid, softmax
from vision.read.cells import CELL_PIXELS, MARGIN, PAPER
from vision.read.roughpaper import smooth_paper
from vision.released import ReleasedModel, load_model

Probabilities = NDArray[np.float64]
"""One row a square, one column a label; each row sums to 1."""
Run = Callable[..., dict[str, NDArray[np.float32]]]
"""A network: arrays in and out by their names."""
MODEL = "terrain_v19"
TINY = 1e-12  # probability that stands for none, as its logarithm is taken
INITIALS = ("", "D", "Z", "T", "G")
"""Letters on a monster: none, or that of Dragon, Zombie, Troll or Gorgon."""


@dataclass(frozen=True, eq=False)
class KindSet(ComparesArrays):
    """The kinds of drawings that a network tells apart: firs and palms, axes and swords."""

    terrain: NDArray[np.int_]
    """For which terrain each kind is drawn, as a column of the terrain's probabilities, (kinds,)."""
    shares: NDArray[np.float64]
    """How many people draw the kind for its terrain, (kinds,); those of a terrain sum to 1."""


@dataclass(frozen=True, eq=False)
class Kinds(ComparesArrays):
    """The kinds of drawings that the squares of a sheet look like."""

    chances: Probabilities
    """How likely each kind is from the square alone, (k, kinds)."""
    known: KindSet


@dataclass(frozen=True, eq=False)
class Impression(ComparesArrays):
    """A network's answer about a sheet; one row a square, row by row."""

    terrain: Probabilities
    """From the whole sheet, where ruins are printed, and each cell once more by itself, (k, labels)."""
    alone: Probabilities
    """From each cell alone, (k, labels)."""
    attack: NDArray[np.float64]
    """How likely an attack mark is, (k,)."""
    initial: Probabilities
    """How likely each of INITIALS is, (k, 5)."""
    signs: NDArray[np.float64]
    """The features of each square, (k, features); like drawings lie close."""
    foreign: NDArray[np.float64]
    """How likely it is that something hides the square which is no drawing of the game, (k,)."""
    kinds: Kinds | None = None
    """The kinds of the drawings, from a network that tells them apart."""
    beside: "Impression | None" = None
    """The answer of the second network, where there are two."""


@runtime_checkable
class SheetClassifier(Protocol):
    """Anything that tells how likely each terrain is in each square."""

    @property
    def name(self) -> str:
        """Name of the model, as it stands in readings."""
        ...

    @property
    def labels(self) -> tuple[Terrain, ...]:
        """The terrains of the probabilities' columns."""
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

    def reconsider(self, seen: Impression, ruins: NDArray[np.bool_]) -> Impression:
        """Return what the same sheet seems to hold once it is known where ruins are printed."""
        ...

    def look_again(self, seen: Impression, sheet: Image, squares: Sequence[Square]) -> Impression:
        """Return what the same sheet seems to hold if these squares look as on another picture of it.

        Args:
            seen: what was made of the sheet.
            sheet: the other picture, RGB from `rectify`, on which no ruins are printed.
            squares: those that are looked at again.
        """
        ...


@dataclass(frozen=True)
class OnnxClassifier:
    """A terrain network from `models/`, with its calibrated temperatures."""

    name: str
    """The folder's."""
    eye: ReleasedModel
    """Tells what each square looks like."""
    context: ReleasedModel
    """Tells what that means, from all squares together and where ruins are printed."""
    labels: tuple[Terrain, ...]
    temperature: float
    temperature_alone: float
    doubt_below: float
    kinds: KindSet | None = None
    """The kinds of drawings that the network tells apart, if it does."""
    temperature_kinds: float = 1.0
    alone_counts: float = 0.0
    """How much what a cell shows by itself counts beside what the whole sheet says it means."""
    beside: "OnnxClassifier | None" = None
    """Another network; it has half the say, shared with one beside it. What learned apart errs apart."""
    mirrored: bool = False
    """Whether it looks at sheets in a mirror, in which nothing that is drawn means something else."""

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        """Return calibrated probabilities for every square of the sheet."""
        return self._classify(smooth_paper(sheet), ruins)

    def _classify(self, smooth: Image, ruins: NDArray[np.bool_]) -> Impression:
        own = self._understood(look(self.eye.run, smooth, mirrored=self.mirrored), ruins)
        return own if self.beside is None else _averaged(own, self.beside._classify(smooth, ruins))

    def reconsider(self, seen: Impression, ruins: NDArray[np.bool_]) -> Impression:
        """Return the probabilities for a sheet already seen, without looking at it again."""
        own = self._understood(_as_planes(seen.signs), ruins)
        if self.beside is None or seen.beside is None:
            return own
        return _averaged(own, self.beside.reconsider(seen.beside, ruins))

    def look_again(self, seen: Impression, sheet: Image, squares: Sequence[Square]) -> Impression:
        """Return the probabilities for a sheet already seen, with another look at some squares alone."""
        return self._look_again(seen, gathered(smooth_paper(sheet), squares), squares)

    def _look_again(self, seen: Impression, small: Image, squares: Sequence[Square]) -> Impression:
        signs = _as_planes(seen.signs)
        looked = look(self.eye.run, small, mirrored=self.mirrored)
        for number, square in enumerate(squares):
            row, column = divmod(number, slots_for(squares))
            signs[:, :, square.row, square.column] = looked[:, :, 2 * row, 2 * column]
        own = self._understood(signs, np.zeros(signs.shape[2:], np.bool_))
        if self.beside is None or seen.beside is None:
            return own
        return _averaged(own, self.beside._look_again(seen.beside, small, squares))

    def _understood(self, signs: NDArray[np.float32], ruins: NDArray[np.bool_]) -> Impression:
        answers = understand(self.context.run, signs, ruins, mirrored=self.mirrored)
        marks = _by_square(answers["marks"])
        whole = _by_square(answers["terrain"]) / self.temperature
        alone = _by_square(answers["alone"]) / self.temperature_alone
        return Impression(
            terrain=softmax(whole + self.alone_counts * alone),
            alone=softmax(alone),
            attack=sigmoid(marks[:, 0]),
            initial=softmax(marks[:, 1:6]),
            signs=_by_square(signs),
            foreign=sigmoid(marks[:, 6]),
            kinds=self._kinds(answers),
        )

    def _kinds(self, answers: Mapping[str, NDArray[np.float32]]) -> Kinds | None:
        if self.kinds is None:
            return None
        return Kinds(softmax(_by_square(answers["kinds"]) / self.temperature_kinds), self.kinds)


def load_classifier(name: str = MODEL) -> OnnxClassifier:
    """Load a released terrain model.

    Raises:
        ModelError: `model_missing`, `model_damaged`, or `model_format` where it was made for other cells.
    """
    eye, context = load_model(f"{name}/eye"), load_model(f"{name}/context")
    if (eye.config.get("cell_pixels"), eye.config.get("margin")) != (CELL_PIXELS, MARGIN):
        raise ModelError(
            Reason(
                "model_format",
                Sentence("Model %(model)s was made for other cells.", model=name),
                "Use a model of this version.",
            )
        )
    settings = context.config
    return OnnxClassifier(
        name,
        eye,
        context,
        tuple(Terrain(label) for label in settings["labels"]),
        float(settings["temperature"]),
        float(settings["temperature_alone"]),
        float(settings["doubt_below"]),
        _kind_set(settings),
        float(settings.get("temperature_kinds", 1.0)),
        float(settings.get("alone_counts", 0.0)),
        replace(load_classifier(settings["beside"]), mirrored=True) if "beside" in settings else None,
    )


def _kind_set(settings: Mapping[str, Any]) -> KindSet | None:
    """Return the kinds that a model's settings name, with the shares of each terrain's, or None."""
    if "kinds" not in settings:
        return None
    found = [
        (settings["labels"].index(label), share)
        for label, of_label in settings["kinds"].items()
        for share in of_label.values()
    ]
    labels, shares = zip(*found, strict=True)
    return KindSet(np.array(labels), np.array(shares, np.float64))


def _averaged(own: Impression, other: Impression) -> Impression:
    """Return what two networks make of a sheet together; the first alone says what drawings look like."""
    return Impression(
        terrain=both_say(own.terrain, other.terrain),
        alone=both_say(own.alone, other.alone),
        attack=(own.attack + other.attack) / 2,
        initial=(own.initial + other.initial) / 2,
        signs=own.signs,
        foreign=(own.foreign + other.foreign) / 2,
        kinds=_both_kinds(own.kinds, other.kinds),
        beside=other,
    )


def _both_kinds(own: Kinds | None, other: Kinds | None) -> Kinds | None:
    """Return what two networks say of the kinds, where both know the same ones; else what one says."""
    if own is None or other is None or own.known != other.known:
        return own or other
    return Kinds(both_say(own.chances, other.chances), own.known)


def both_say(own: Probabilities, other: Probabilities) -> Probabilities:
    """Return the geometric mean, of sum 1: the mean of the logits."""
    return softmax((np.log(own + TINY) + np.log(other + TINY)) / 2)


def look(eye: Run, sheet: Image, *, mirrored: bool = False) -> NDArray[np.float32]:
    """Return what each square of a sheet looks like to the eye, as it is or in a mirror, (1, features, n, n).

    Args:
        eye: the network that looks.
        sheet: RGB from `rectify`.
        mirrored: whether it looks in a mirror.
    """
    if not mirrored:
        return eye(sheet=_picture(sheet))["signs"]
    return _mirrored(eye(sheet=_picture(cv2.flip(sheet, 1)))["signs"])


def gathered(sheet: Image, squares: Sequence[Square]) -> Image:
    """Return a small sheet on which these squares alone stand, row by row, each with half a square around it.

    So every second square of every second row is one of them. RGB, as `rectify` has it.
    """
    edge = CELL_PIXELS // 2 - MARGIN
    wide = np.pad(sheet, ((edge, edge), (edge, edge), (0, 0)), mode="edge")
    slots, size = slots_for(squares), 2 * CELL_PIXELS
    small = np.full((slots * size, slots * size, 3), round(255 * PAPER), np.uint8)
    for number, square in enumerate(squares):
        row, column = divmod(number, slots)
        window = wide[CELL_PIXELS * square.row :, CELL_PIXELS * square.column :][:size, :size]
        small[size * row :, size * column :][:size, :size] = window
    return Image(small[edge:-edge, edge:-edge])


def slots_for(squares: Sequence[Square]) -> int:
    """Return how many squares stand in a row of the small sheet."""
    return math.ceil(math.sqrt(len(squares)))


def understand(
    context: Run, signs: NDArray[np.float32], ruins: NDArray[np.bool_], *, mirrored: bool = False
) -> dict[str, NDArray[np.float32]]:
    """Return the logits of what a sheet holds, as it is or in a mirror, each (1, channels, n, n)."""
    printed = ruins[None].astype(np.float32)
    if not mirrored:
        return context(signs=signs, ruins=printed)
    answers = context(signs=_mirrored(signs), ruins=_mirrored(printed))
    return {name: _mirrored(logits) for name, logits in answers.items()}


def _picture(sheet: Image | cv2.typing.MatLike) -> NDArray[np.float32]:
    """Turn (height, width, 3) into (1, 3, height, width), as networks want it."""
    return np.stack(cv2.split(sheet))[None].astype(np.float32)


def _mirrored(planes: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.ascontiguousarray(planes[..., ::-1])


def _as_planes(signs: NDArray[np.float64]) -> NDArray[np.float32]:
    """Turn (n * n, features) into (1, features, n, n)."""
    side = math.isqrt(len(signs))
    return signs.T.reshape(1, -1, side, side).astype(np.float32)


def _by_square(answer: NDArray[np.float32]) -> NDArray[np.float64]:
    """Turn (1, channels, n, n) into (n * n, channels)."""
    return np.asarray(answer.reshape(answer.shape[1], -1).T, np.float64)
