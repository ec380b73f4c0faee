"""How the photo of a scan is shown beside its map."""

from math import cos, radians, sin
from types import SimpleNamespace
from typing import Any

import pytest

from service.pages.scans.view import AROUND, SheetView

SIDE = 1100.0  # pixels of the field in the photo


def view_of(turned: float) -> SheetView:
    """Return a sheet whose field is turned clockwise about (1000, 2000), by so many degrees."""
    turn = radians(turned)
    nodes = [
        [
            (1000 + cos(turn) * right - sin(turn) * down, 2000 + sin(turn) * right + cos(turn) * down)
            for right in (column * 100 - SIDE / 2 for column in range(12))
        ]
        for down in (row * 100 - SIDE / 2 for row in range(12))
    ]
    read: Any = SimpleNamespace(lattice=nodes)
    nothing: Any = None
    return SheetView(0, nothing, read, nothing, nothing, nothing, True, (), ())


@pytest.mark.parametrize("turned", [0, 10, 90, 170, -90, -135])
def test_a_sheet_photographed_from_any_side_is_shown_upright_and_fills_its_frame(turned: float) -> None:
    view = view_of(turned)

    turn, *middle = view.upright.removeprefix("rotate(").removesuffix(")").split()
    assert float(turn) == pytest.approx(-turned)
    assert middle == ["1000", "2000"]
    around = AROUND * SIDE
    frame = [1000 - SIDE / 2 - around, 2000 - SIDE / 2 - around, SIDE + 2 * around, SIDE + 2 * around]
    assert [float(number) for number in view.frame.split()] == pytest.approx(frame, abs=1)
