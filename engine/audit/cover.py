"""Exact cover: choose one drawing for each card so that together they fill an area, each square once."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.areas import Area, bits
from engine.terrain import Terrain

MOST_STEPS = 20_000  # a few seconds; beyond, the search is given up as undecided


class Drawing(NamedTuple):
    """One way in which one card can have been drawn."""

    card: int
    """The place of the card in the order of revelation."""
    area: Area
    """The squares that it fills; none when the player had to pass."""
    terrain: Terrain
    has_coin: bool = False
    is_fallback: bool = False
    """Whether it is the 1x1 square in place of a shape that does not fit."""


class GaveUpError(Exception):
    """The search took too many steps."""


class StepCounter:
    """Counts the steps of one search."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        """Allow so many steps."""
        self.left = most

    def step(self) -> None:
        """Take a step, or raise GaveUpError when there are too many."""
        self.left -= 1
        if self.left < 0:
            raise GaveUpError


def covers(
    area: Area, cards: Sequence[int], drawings: Sequence[Drawing], counter: StepCounter
) -> Iterator[tuple[Drawing, ...]]:
    """Go through all choices of one drawing for each card that fill the area exactly.

    >>> from engine.terrain import Terrain
    >>> ones = [Drawing(card, 1 << bit, Terrain.FARM) for card in (0, 1) for bit in (0, 1)]
    >>> len(list(covers(0b11, [0, 1], ones, StepCounter())))
    2

    Raises:
        GaveUpError: It took too many steps.
    """
    counter.step()
    if not cards:
        if not area:
            yield ()
        return
    usable = [drawing for drawing in drawings if drawing.card in cards and not drawing.area & ~area]
    for drawing in _fewest(area, cards, usable):
        others = [card for card in cards if card != drawing.card]
        for rest in covers(area & ~drawing.area, others, usable, counter):
            yield (drawing, *rest)


def _fewest(area: Area, cards: Sequence[int], drawings: Sequence[Drawing]) -> Sequence[Drawing]:
    """Return the drawings of the card, or on the square, that has the fewest; none if the sizes cannot do."""
    by_card: dict[int, list[Drawing]] = {card: [] for card in cards}
    for drawing in drawings:
        by_card[drawing.card].append(drawing)
    fewest = min(by_card.values(), key=len)
    if not fewest or not _has_size(area, by_card.values()):
        return ()
    for square in bits(area):
        on_square = [drawing for drawing in drawings if drawing.area & square]
        if len(on_square) < len(fewest):
            fewest = on_square
        if not fewest:
            return ()
    return fewest


def _has_size(area: Area, choices: Iterable[Sequence[Drawing]]) -> bool:
    """Whether one drawing of each choice can have as many squares together as the area."""
    least = most = 0
    for drawings in choices:
        sizes = {drawing.area.bit_count() for drawing in drawings}
        least += min(sizes)
        most += max(sizes)
    return least <= area.bit_count() <= most
