"""A stand-in for vision: a sheet on which one hand draws furrows that look like waves."""

import numpy as np

from engine import ALL_SQUARES, MapSheet, Side, Square, Terrain
from service import documents as schemas
from service.documents import Reading, Sheet, Status
from service.documents.errors import UnreadableFileError
from service.readings.hints import Hints
from service.readings.reader import PhotoReader
from service.work.tasks import PageResult, PageTask, count_pages, give_up
from service.work.workforce import Work
from tests.service.stubs import ClassifierStub
from vision import CellReading, Lattice, Photo, PhotoReading, SheetClassifier, SheetGeometry, SheetReading
from vision.find.lattice import map_nodes
from vision.read.reading import Marks

FURROWS = (Square(5, 0), Square(5, 1), Square(6, 0), Square(6, 1))
"""Read as water or farm, and alike: each is a question."""
TAKEN_FOR_WATER = Square(7, 0)
"""Looks like them, and was read as water without doubt."""
SMUDGE = Square(10, 10)
"""Another question, which looks like none of them."""
STAINED = Square(6, 2)
"""A furrow too, with a stain on it."""


def hand_reading(side: Side, model: str) -> SheetReading:
    """Return the sheet."""
    sheet = MapSheet.blank(side)
    cells = tuple(_cell(square, sheet[square]) for square in ALL_SQUARES)
    signs = np.array([_signs(square) for square in ALL_SQUARES])
    geometry = SheetGeometry(Lattice(40.0 + 25.0 * map_nodes(11)))
    return SheetReading(
        geometry, side, 0.999, cells, model, 0.9, coins=3, coins_confidence=0.999, signs=signs
    )


def reviewed(seen: SheetReading) -> Reading:
    """Return the document of a photo that shows this sheet, and goes to review."""
    return Reading(
        photo=schemas.Photo(name="a.jpg", sha256="a" * 64),
        status=Status.REVIEW,
        reason=None,
        seconds=0.1,
        model="stub_v1",
        sheets=(Sheet.from_reading(seen),),
    )


def _cell(square: Square, printed: Terrain) -> CellReading:
    if square in FURROWS:
        return CellReading(square, {Terrain.WATER: 0.55, Terrain.FARM: 0.445})
    if square == TAKEN_FOR_WATER:
        return CellReading(square, {Terrain.WATER: 0.92, Terrain.FARM: 0.08})
    if square == STAINED:
        return CellReading(square, {Terrain.WATER: 0.55, Terrain.FARM: 0.445}, Marks(foreign=0.9))
    if square == SMUDGE:
        return CellReading(square, {Terrain.EMPTY: 0.6, Terrain.HERO: 0.4})
    return CellReading(square, {printed: 0.995, Terrain.FOREST: 0.005})


def _signs(square: Square) -> list[float]:
    if square in (*FURROWS, TAKEN_FOR_WATER, STAINED):
        return [1.0, 0.02 * square.column, 0.0]
    return [0.0, 0.0, 1.0] if square == SMUDGE else [0.0, 1.0, 0.0]


def _read(
    photo: Photo,
    classifier: SheetClassifier,
    hints: Hints,
) -> PhotoReading:
    height, width = photo.image().shape[:2]
    return PhotoReading(width, height, photo.page, (hand_reading(hints.side or Side.A, classifier.name),))


def read_hand_page(task: PageTask) -> PageResult:
    """Do in a worker process what `hand_reading` says."""
    try:
        photo = task.source.read()
    except UnreadableFileError as error:
        return give_up(task, error.reason)
    outcome = PhotoReader(ClassifierStub, _read).read_page(photo, task.name, task.page, task.hints)
    return PageResult.of(outcome)


HAND_WORK = Work(count_pages, read_hand_page)
