"""A stand-in for vision that leaves open what a test wants to settle; the width of the photo says what."""

import os
from collections.abc import Mapping
from dataclasses import replace

from engine import MapSheet, Side, Square, Terrain
from engine.sentence import Sentence
from service.readings.hints import Hints
from service.readings.reader import PhotoReader
from service.work.tasks import PageResult, PageTask, count_pages
from service.work.workforce import Work
from tests.service.stubs import (
    DRAWN,
    WIDTH,
    ClassifierStub,
    get_stub_ready,
    lying_as_said,
    photo_of_width,
    stub_reading,
)
from vision import GridNotFoundError, Photo, PhotoReading, Reason, SheetClassifier, SheetReading
from vision.find.given import check_corners
from vision.read.reading import CellReading

TEN = tuple(Square(row, column) for row in (0, 10) for column in range(3, 8))
"""Squares at the edge of which the picture says: forest, which earns a star there by `EDICTS`, or water."""
LOOK = "Look at it."
REASONS = {
    WIDTH + 12: Reason("side_uncertain", "It may be another side.", LOOK),
    WIDTH + 13: Reason("boxes_uncertain", "A number cannot be read.", LOOK),
    WIDTH + 19: Reason(
        "coins_uncertain", Sentence("Perhaps %(coins)s are filled.", coins=4), "Count the filled coins."
    ),
    WIDTH + 22: Reason(
        "side_contradicted",
        Sentence(
            "You said side %(said)s, but the printed mountains are those of side %(side)s.",
            said="A",
            side="C",
        ),
        "Leave out the side, or check the sheet.",
    ),
    WIDTH + 14: Reason("lattice_uncertain", "The lines may lie elsewhere.", LOOK),
}
MISPLACED = Reason("lattice_uncertain", "The squares may not be where they were read.", LOOK)
TEN_SQUARES, NO_COINS = photo_of_width(WIDTH + 10), photo_of_width(WIDTH + 11)
WHICH_SIDE, WHICH_NUMBERS, WHICH_LINES = (photo_of_width(WIDTH + more) for more in (12, 13, 14))
SETTLED, LATER_MAP = photo_of_width(WIDTH + 15), photo_of_width(WIDTH + 16)
NOTHING_SURE = photo_of_width(WIDTH + 18)
"""A sheet whose lines leave doubt, so that every square is asked about, and ten of them in any case."""
LIKELY_COINS = photo_of_width(WIDTH + 19)
"""A sheet whose track leaves doubt; perhaps four coins are filled."""
DEADLY = photo_of_width(WIDTH + 20)
"""A photo at which the program that reads ends."""
TWO_SEASONS = photo_of_width(WIDTH + 21)
"""A sheet on which numbers of spring and summer are written."""
CONTRADICTED = photo_of_width(WIDTH + 22)
"""A sheet of side C, as its print says, of which somebody said that it is of side A."""
NO_SHEET = photo_of_width(WIDTH + 17)
"""A photo that shows no sheet, unless a person points at its corners."""

ALMOST_SURE = photo_of_width(WIDTH + 24)
"""A sheet whose forest at A4 is water once in 125 times, so that it is not called doubtful."""
OTHER_GRID = photo_of_width(WIDTH + 23)
"""A photo that shows no map, but a sudoku."""


def read_doubtful(
    photo: Photo,
    classifier: SheetClassifier,
    hints: Hints,
) -> PhotoReading:
    """Read what the photo's width asks for."""
    width, height = photo.image().shape[1::-1]
    if hints.corners is not None:
        check_corners(hints.corners, width, height)
    elif width == WIDTH + 17:
        raise GridNotFoundError(Reason("no_grid", "No map field was found.", "Take it from above."))
    elif width == WIDTH + 23:
        raise GridNotFoundError(
            Reason("wrong_squares", "The grid has 9 x 9 squares.", "Photograph a map sheet.")
        )
    sheet = lying_as_said(_sheet(width, hints.side or Side.A), hints)
    return PhotoReading(width, height, photo.page, (sheet,))


def _sheet(width: int, side: Side) -> SheetReading:
    drawn: dict[Square, Terrain] = dict(DRAWN)
    if width == WIDTH + 16:  # a forest is gone, another has become a farm
        drawn[Square(0, 0)], drawn[Square(0, 1)] = Terrain.EMPTY, Terrain.FARM
    doubted = TEN if width in (WIDTH + 10, WIDTH + 18) else ()
    sheet = MapSheet.blank(side).with_terrain(drawn)
    read = stub_reading(doubt=False, side=side)
    cells = tuple(replace(cell, probabilities=_shares(cell, sheet, doubted)) for cell in read.cells)
    if width == WIDTH + 24:
        likely = {Terrain.FOREST: 0.992, Terrain.WATER: 0.008}
        cells = tuple(
            replace(cell, probabilities=likely) if cell.square == TEN[0] else cell for cell in cells
        )
    coins = None if width in (WIDTH + 11, WIDTH + 19) else 3
    boxes: tuple[tuple[int | None, ...], ...] = ((1, 2, 3, None, None),)
    if width == WIDTH + 21:
        boxes = ((1, 2, 3, 0, 6), (1, 2, 3, 0, 6))
    if width == WIDTH + 18:
        read = replace(read, doubt_below=1.0).noticing(MISPLACED)
    more = (REASONS[width],) if width in REASONS else ()
    return replace(read, cells=cells, coins=coins, boxes=boxes).noticing(*more)


def _shares(cell: CellReading, sheet: MapSheet, doubted: tuple[Square, ...]) -> Mapping[Terrain, float]:
    if cell.square in doubted:
        return {Terrain.FOREST: 0.6, Terrain.WATER: 0.4}
    return {sheet[cell.square]: 0.98}


def read_page(task: PageTask) -> PageResult:
    """Do in a worker process what `read_doubtful` says; one photo ends the process."""
    data = task.source.read()
    if data == DEADLY:
        os._exit(1)
    outcome = PhotoReader(ClassifierStub, read_doubtful).read_page(data, task.name, task.page, task.hints)
    return PageResult.of(outcome)


WORK = Work(count_pages, read_page, get_stub_ready)
