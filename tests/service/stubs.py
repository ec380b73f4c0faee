"""Stand-ins for vision, so that the service is tested without reading pictures."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage

from engine import ALL_SQUARES, MapSheet, Side, Square, Terrain
from service import documents
from service.documents.errors import UnreadableFileError
from service.readings.hints import Hints
from service.readings.reader import PhotoReader
from service.work.tasks import PageResult, PageTask, count_pages, give_up
from service.work.workforce import Work
from tests.vision.pictures import lattice_between
from vision import (
    CellReading,
    GridNotFoundError,
    Image,
    Lattice,
    Photo,
    PhotoReading,
    Reason,
    SheetClassifier,
    SheetGeometry,
    SheetReading,
)
from vision.find.given import check_corners
from vision.find.lattice import map_nodes
from vision.read.classifier import Impression

EDICTS = ("Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands")
DRAWN = {
    Square(0, 0): Terrain.FOREST,
    Square(0, 1): Terrain.FOREST,
    Square(4, 4): Terrain.MONSTER,
    Square(6, 0): Terrain.WATER,
}
DOUBTED = Square(2, 3)
WIDTH, HEIGHT = 480, 360

NO_GRID = Reason("no_grid", "No map field was found.", "Take the photo from above.")


@dataclass(frozen=True)
class ClassifierStub:
    """A classifier that is only asked for its name."""

    name: str = "stub_v1"
    labels: tuple[Terrain, ...] = tuple(Terrain)
    doubt_below: float = 0.9

    def classify(self, sheet: Image, ruins: NDArray[np.bool_]) -> Impression:
        raise NotImplementedError

    def reconsider(self, seen: Impression, ruins: NDArray[np.bool_]) -> Impression:
        raise NotImplementedError

    def look_again(self, seen: Impression, sheet: Image, squares: Sequence[Square]) -> Impression:
        raise NotImplementedError


def stub_reading(*, doubt: bool = True, side: Side = Side.A, model: str = "stub_v1") -> SheetReading:
    """Return the reading of a sheet with a few squares drawn."""
    sheet = MapSheet.blank(side).with_terrain(DRAWN)
    geometry = SheetGeometry(Lattice(40.0 + 25.0 * map_nodes(11)))
    cells = tuple(
        CellReading(at, {Terrain.EMPTY: 0.61, Terrain.FARM: 0.37, Terrain.WATER: 0.02})
        if doubt and at == DOUBTED
        else CellReading(at, {sheet[at]: 0.98})
        for at in ALL_SQUARES
    )
    return SheetReading(geometry, side, 0.999, cells, model, 0.9)


def reading_of(sheet: SheetReading) -> documents.Reading:
    """Return the reading of a photo with this sheet."""
    return documents.Reading(
        photo=documents.Photo(name="a.jpg"),
        status=documents.Status.REVIEW,
        reason=None,
        seconds=0.1,
        model=sheet.model,
        sheets=(documents.Sheet.from_reading(sheet),),
    )


def read_by_width(
    photo: Photo,
    classifier: SheetClassifier,
    hints: Hints,
) -> PhotoReading:
    """Read what the photo's width asks for: a doubtful sheet, a clear one, none, or a mistake of ours."""
    width, height = photo.image().shape[1::-1]
    if hints.corners is not None:
        check_corners(hints.corners, width, height)
    if width == WIDTH + 1:
        raise GridNotFoundError(NO_GRID)
    if width == WIDTH + 2:
        raise ZeroDivisionError("a mistake of ours")
    sheet = stub_reading(doubt=width != WIDTH + 3, side=hints.side or Side.A, model=classifier.name)
    sheet = lying_as_said(sheet, hints)
    sheets = (sheet, stub_reading(side=Side.D)) if width == WIDTH + 4 else (sheet,)
    return PhotoReading(width, height, photo.page, sheets)


def lying_as_said(sheet: SheetReading, hints: Hints) -> SheetReading:
    """Return the sheet the way up that a person has said."""
    if hints.corners is None or not hints.upright:
        return sheet
    return replace(sheet, geometry=SheetGeometry(Lattice(lattice_between(np.array(hints.corners), 11))))


def stub_reader() -> PhotoReader:
    """Return a reader that sees what `read_by_width` says."""
    return PhotoReader(ClassifierStub, read_by_width)


def get_stub_ready() -> None:
    """Load nothing."""


def read_stub_page(task: PageTask) -> PageResult:
    """Do in a worker process what `read_by_width` says."""
    try:
        photo = task.source.read()
    except UnreadableFileError as error:
        return give_up(task, error.reason)
    outcome = stub_reader().read_page(photo, task.name, task.page, task.hints)
    return PageResult.of(outcome)


STUB_WORK = Work(count_pages, read_stub_page, get_stub_ready)


def photo_of_width(width: int, height: int = HEIGHT) -> bytes:
    """Return a small grey JPEG."""
    file = io.BytesIO()
    PillowImage.new("RGB", (width, height), "grey").save(file, "JPEG")
    return file.getvalue()


DOUBTFUL_PHOTO = photo_of_width(WIDTH)
PHOTO_WITHOUT_SHEET = photo_of_width(WIDTH + 1)
UNLUCKY_PHOTO = photo_of_width(WIDTH + 2)
CLEAR_PHOTO = photo_of_width(WIDTH + 3)
PHOTO_OF_TWO_SHEETS = photo_of_width(WIDTH + 4)
