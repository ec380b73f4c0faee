"""Photos that are a few words, and a stand-in for reading them: `sheet 17` shows the map of seed 17."""

import hashlib
import os
import random
import signal
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from engine import ALL_SQUARES, MapDocument, MapSheet, ScoreReport, Side, Terrain
from service.documents import Photo, Reading, Sheet, Status
from service.documents.errors import UnreadableFileError
from service.readings.reader import rejected
from service.scores.scoring import Rules, score_document
from service.work.sources import FileSource, Source
from service.work.tasks import Demands, PageCount, PageResult, PageTask, give_up
from service.work.workforce import Begin, Work, Workforce
from tests.service.stubs import EDICTS, NO_GRID, get_stub_ready
from vision import CellReading, Lattice, Reason, SheetGeometry, SheetReading
from vision.find.lattice import map_nodes
from vision.own_sheets.sheetcode import SheetCode

BLANK = Reason("blank_page", "Hardly anything is on this page.", "Leave it out.")
TRIES = ".tries"
DRAWN = (Terrain.EMPTY, Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)


def photo_of(seed: int, *words: str) -> bytes:
    """Return a photo of the sheet drawn from the seed; `doubtful` and a player's name may follow."""
    return " ".join(("sheet", str(seed), *words)).encode()


def map_of(seed: int) -> MapSheet:
    """Return a map drawn at random."""
    rng = random.Random(seed)
    blank = MapSheet.blank(Side.A)
    return blank.with_terrain(
        {square: rng.choice(DRAWN) for square in ALL_SQUARES if blank[square] is Terrain.EMPTY}
    )


def coins_of(seed: int) -> int:
    """Return how many coins are filled on it."""
    return seed % 4


def score_of(seed: int) -> ScoreReport:
    """Return the score of a sheet, without the batch."""
    return score_document(Rules.of(EDICTS).complete(MapDocument(map_of(seed), coins_of(seed))))


def count_words(source: Source, name: str) -> PageCount:
    """Take `document N` for N pages, `document N 7` for N times the sheet 7, or `document N backs` for
    sheets and their blank backs, all else for photos.
    """
    photo = source.read()
    sha256 = hashlib.sha256(photo).hexdigest()
    if photo.startswith(b"document"):
        return PageCount(sha256, tuple(range(1, int(photo.split()[1]) + 1)))
    return PageCount(sha256, (None,))


def read_words(task: PageTask) -> PageResult:
    """Read a sheet; one whose name says `once` kills the first reader, one that says `poison` each."""
    path = task.source.path if isinstance(task.source, FileSource) else Path(os.devnull)
    with Path(f"{path}{TRIES}").open("a+") as tries:
        tries.write(".")
        tries.seek(0)
        first = len(tries.read()) == 1
    if "poison" in path.name or ("once" in path.name and first):
        os.kill(os.getpid(), signal.SIGKILL)
    return PageResult(_reading(task, task.source.read()))


def _reading(task: PageTask, photo: bytes) -> Reading:
    sha256 = task.sha256 or hashlib.sha256(photo).hexdigest()
    about = Photo(name=task.name, sha256=sha256, page=task.page)
    words = photo.decode().split()
    if words[0] == "document":
        same = words[2:3]  # that all pages show
        words = ["nothing"] if task.page == 2 and not same else ["sheet", *(same or [str(task.page)])]
    if words[1:] == ["backs"]:
        words = ["blank"] if task.page and task.page % 2 == 0 else ["sheet", f"{task.page}"]
    if words[0] != "sheet":
        reason = BLANK if words[0] == "blank" else NO_GRID
        return rejected(task.name, reason).model_copy(update={"photo": about})
    seed, doubtful, player = int(words[1]), "doubtful" in words[2:], "".join(words[2:3])
    sheet = Sheet.from_reading(_sheet(seed, doubtful))
    code = SheetCode(Side.A, 1, "", player) if player and not doubtful else None
    values = {
        "coins": coins_of(seed),
        "coins_confidence": 1.0,
        "code": code and {"side": "A", "sheet": 1, "tournament": "", "player": player},
    }
    return Reading(
        photo=about,
        status=Status.REVIEW if doubtful else Status.READ,
        reason=None,
        seconds=0.01,
        model="words_v1",
        sheets=(Sheet.model_validate(sheet.model_dump() | values),),
    )


def _sheet(seed: int, doubtful: bool) -> SheetReading:
    drawn = map_of(seed)
    geometry = SheetGeometry(Lattice(40.0 + 25.0 * map_nodes(11)))
    sure = [0.5 if doubtful and number == 30 else 0.98 for number in range(len(ALL_SQUARES))]
    cells = tuple(CellReading(square, {drawn[square]: sure[k]}) for k, square in enumerate(ALL_SQUARES))
    sure_of_side = 0.5 if doubtful else 0.999  # on a square alone the total might not hang
    return SheetReading(geometry, Side.A, sure_of_side, cells, "words_v1", 0.9)


WORDS = Work(count_words, read_words, get_stub_ready)


class HereAndNow(Workforce):
    """Does each task at once, in this process."""

    def __init__(self, before: Callable[[PageTask], None] = lambda task: None) -> None:
        super().__init__(1, work=WORDS)
        self._before = before
        self.read: list[str] = []

    def count(self, source: Source, name: str, *, alone: Begin | None = None) -> "Future[PageCount]":
        future: Future[PageCount] = Future()
        future.set_result(count_words(source, name))
        return future

    def submit(
        self, task: PageTask, *, alone: Begin | None = None, demands: Demands | None = None
    ) -> "Future[PageResult]":
        self._before(task)
        self.read.append(task.name)
        future: Future[PageResult] = Future()
        future.set_result(_reading_of(task))
        return future


def _reading_of(task: PageTask) -> PageResult:
    try:
        return PageResult(_reading(task, task.source.read()))
    except UnreadableFileError as error:
        return give_up(task, error.reason)
