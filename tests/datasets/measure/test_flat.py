from datasets.measure.figures import Row
from datasets.measure.flat import Tally, tally_figures
from engine import ALL_SQUARES, MapSheet, Side, Terrain
from vision.read.reading import CellReading


def test_squares_are_wrong_silently_where_nobody_is_asked() -> None:
    cells = [CellReading(square, {Terrain.FARM: 1.0}) for square in ALL_SQUARES[:4]]
    truth = MapSheet.blank(Side.A).with_terrain({ALL_SQUARES[0]: Terrain.FARM})

    tally = Tally.of(cells, truth, ALL_SQUARES[:2])

    assert tally == Tally(squares=4, wrong=3, silent=2, asked=2)
    figures = {figure.name: figure.value for figure in tally_figures(Row("Hands"), [tally])}
    assert figures == {"squares wrong": 0.75, "silently wrong": 0.5, "asked": 0.5, "sheets right": 0.0}
