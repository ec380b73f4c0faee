import numpy as np

from engine import ALL_SQUARES, Side, Terrain
from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision import CellReading, Lattice, SheetGeometry, SheetReading, draw_reading
from vision.overlay import COLOURS, DOUBT


def test_the_overlay_marks_what_was_read_and_what_is_doubtful() -> None:
    lattice = lattice_between(TILTED, 11)
    cells = tuple(
        CellReading(
            at, {Terrain.WATER: 0.5 if at == (5, 5) else 0.99} if at.row > 3 else {Terrain.EMPTY: 0.99}
        )
        for at in ALL_SQUARES
    )
    reading = SheetReading(SheetGeometry(Lattice(lattice)), Side.CUSTOM, 1.0, cells, "stub", doubt_below=0.9)

    picture = draw_reading(grid_picture(lattice), reading)

    def share(colour: tuple[int, int, int], row: int, column: int) -> float:
        x, y = reading.geometry.where.to_photo(np.array([column + 0.5, row + 0.5])).astype(int)
        return float((picture[y - 28 : y + 28, x - 28 : x + 28] == colour).all(axis=2).mean())

    assert share(COLOURS[Terrain.WATER], 7, 7) > 0.02 > share(COLOURS[Terrain.WATER], 1, 7)
    assert share(DOUBT, 5, 5) > 0.02 > share(DOUBT, 7, 7)
