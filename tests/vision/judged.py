"""What the judge would say of a lattice, for tests that have no picture of a sheet."""

from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine import ALL_SQUARES, LAYOUTS, SIZE, Layout, Side, Square
from vision.find.judgement import HERE, MIRRORED, PRINTS, Judgement

Number = TypeVar("Number", bound=np.generic)

SURE = 0.94  # of what is printed in a square, and of the way up


def judged_as(
    print_: Side | Layout | None,
    *,
    probability: float = 0.999,
    way: int = 0,
    sure_of_way: float = SURE,
    covered: Iterable[Square] = (),
) -> Judgement:
    """Return the judgement of a lattice on which a side's print shows.

    Args:
        print_: what is printed; None for nothing at all.
        probability: that the lattice is the printed one; what is left goes to "none of these places".
        way: quarter turns counter-clockwise that bring the sheet upright; from 4 on, seen in a mirror.
        sure_of_way: how sure that is.
        covered: squares of the upright sheet that something lies on.
    """
    upright = print_layers(LAYOUTS[print_] if isinstance(print_, Side) else print_)
    lying = np.zeros((SIZE, SIZE))
    for square in covered:
        lying[square] = 1.0
    places = np.zeros(10)
    places[[HERE, -1]] = probability, 1.0 - probability
    ways = np.full(2 * MIRRORED, (1.0 - sure_of_way) / (2 * MIRRORED - 1))
    ways[way] = sure_of_way
    return Judgement(places, ways, as_found(upright, way), as_found(lying, way))


def print_layers(layout: Layout | None) -> NDArray[np.float64]:
    """Return how likely each of `PRINTS` is in each square of the upright sheet, (11, 11, 4)."""
    printed = (
        {"mountain": layout.mountains, "wasteland": layout.wastelands, "ruins": layout.ruins}
        if layout
        else {}
    )
    layers = np.full((SIZE, SIZE, len(PRINTS)), (1.0 - SURE) / (len(PRINTS) - 1))
    for square in ALL_SQUARES:
        kind = next((kind for kind, squares in printed.items() if square in squares), "nothing")
        layers[square][PRINTS.index(kind)] = SURE
    return layers


def as_found(upright: NDArray[Number], way: int) -> NDArray[Number]:
    """Return an upright sheet's squares, (11, 11, ...), as those of the lattice that was found lying so."""
    turned = np.rot90(upright, -(way % MIRRORED))
    return np.ascontiguousarray(turned[:, ::-1] if way >= MIRRORED else turned)
