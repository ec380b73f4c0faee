"""Measure what knowing the handwriting adds: `python -m datasets.measure hands`.

Each person, of whom training saw no stroke, draws two maps on two sheets. A sheet is read with nothing known,
after its ten least sure squares were settled, and after the other sheet was confirmed: as pages
and commands do, which never change a square silently.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from datasets.draw.flat.seasons import Artist
from datasets.draw.maps import random_map
from datasets.draw.recipe import Recipe
from datasets.measure.figures import Figure, Row
from datasets.measure.flat import Tally, hidden_squares, read_flat, tally_figures
from datasets.measure.tables import tables
from engine import LAYOUTS, MapSheet, Square, Terrain
from vision import SheetClassifier, SheetReading, load_classifier
from vision.context.adaptation import KnownHand, sharpen
from vision.read.reading import CellReading

GROUP = "What knowing the hand is worth"
SOURCE = "python -m datasets.measure hands"
SEED = 78
HANDS = 60
SETTLED = 10  # squares, the least sure, that a person settles


@dataclass(frozen=True)
class ReadSheet:
    """One sheet of a person, and its truth."""

    reading: SheetReading
    truth: MapSheet
    hidden: frozenset[Square]
    """Squares of which nobody can say what they hold."""

    @property
    def cells(self) -> list[CellReading]:
        """The squares that are judged, the least sure first."""
        drawn = [cell for cell in self.reading.cells if not self.truth[cell.square].is_printed]
        seen = [cell for cell in drawn if cell.square not in self.hidden]
        return sorted(seen, key=lambda cell: cell.confidence)


def bench_hands() -> None:
    """Print a table with a row for each thing that may be known of a hand."""
    print(tables(hand_figures()))


def read_pairs(classifier: SheetClassifier, hands: int, seed: int) -> Iterator[tuple[ReadSheet, ReadSheet]]:
    """Let people draw two maps each, and read them."""
    sides, recipe = sorted(LAYOUTS), Recipe.load("train")
    for number in range(hands):
        artist, rng = Artist.random(seed, number, "test"), np.random.default_rng([seed, number])

        def read(photo: int, artist: Artist = artist, rng: np.random.Generator = rng) -> ReadSheet:
            drawn = random_map(rng, sides[int(rng.integers(len(sides)))])
            anew = replace(artist, strokes=artist.strokes + photo + 1)
            sheet = anew.draw(drawn, recipe, photo)
            reading = read_flat(sheet, drawn.sheet.side, classifier)
            return ReadSheet(reading, drawn.sheet, hidden_squares(sheet))

        yield read(0), read(1)


def hand_figures(hands: int = HANDS, seed: int = SEED) -> list[Figure]:
    """Return how the sheets of so many people are read by what is known of their hands."""
    pairs = list(read_pairs(load_classifier(), hands, seed))
    sheets = [(own, other) for pair in pairs for own, other in (pair, pair[::-1])]
    plain = [(own, own.reading) for own, _ in sheets]
    known = {
        "all but ten squares: those ten settled": [_judge(*pair, own_ten=True) for pair in plain],
        "all but ten squares: the hand learned from them": [
            _judge(own, _with_ten(own), own_ten=True) for own, _ in sheets
        ],
        "all squares: nothing known": [_judge(*pair) for pair in plain],
        "all squares: another sheet confirmed": [
            _judge(own, _with_other(own, other)) for own, other in sheets
        ],
        "all squares: every question answered": [_answer_all(own, is_learning=False) for own, _ in sheets],
        "all squares: every question answered, the hand learned meanwhile": [
            _answer_all(own, is_learning=True) for own, _ in sheets
        ],
    }
    return [
        figure
        for name, tallies in known.items()
        for figure in tally_figures(Row(GROUP, name, source=SOURCE), tallies)
    ]


def _with_ten(own: ReadSheet) -> SheetReading:
    said = {cell.square: own.truth[cell.square] for cell in own.cells[:SETTLED]}
    return sharpen(own.reading, said)


def _with_other(own: ReadSheet, other: ReadSheet) -> SheetReading:
    said = {cell.square: other.truth[cell.square] for cell in other.cells}
    return sharpen(own.reading, {}, KnownHand.learn(other.reading, said))


def _answer_all(own: ReadSheet, *, is_learning: bool) -> Tally:
    """Answer each question in reading order, as a person does."""
    judged, said, reading = {cell.square for cell in own.cells}, dict[Square, Terrain](), own.reading
    while left := [at for at in reading.doubtful if at in judged and at not in said]:
        said[left[0]] = own.truth[left[0]]
        reading = sharpen(own.reading, said) if is_learning else own.reading
    unasked = [cell for cell in reading.cells if cell.square in judged and cell.square not in said]
    missed = Tally.of(unasked, own.truth, ()).wrong
    return Tally(len(judged), missed, missed, len(said))


def _judge(own: ReadSheet, reading: SheetReading, *, own_ten: bool = False) -> Tally:
    chosen = {cell.square for cell in own.cells[SETTLED if own_ten else 0 :]}
    return Tally.of([cell for cell in reading.cells if cell.square in chosen], own.truth, reading.doubtful)
