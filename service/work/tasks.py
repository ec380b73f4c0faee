"""Tasks of a worker: count the pages of a file, read one of them."""

import hashlib
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from service.documents import Reading
from service.documents.errors import UnreadableFileError
from service.readings.context import in_context
from service.readings.hints import NO_HINTS, Hints
from service.readings.pictures import encode_jpeg
from service.readings.reader import Outcome, PhotoReader, internal_error, rejected
from service.readings.storedhandwriting import Handwritings, by_handwriting
from service.store.packedsheets import pack_sheet
from service.work.sources import Source
from vision import Photo, Reason, SheetReading, VisionError, draw_reading, open_pages
from vision.context import Known
from vision.decode.limits import MOST_DEATHS, TOO_DEMANDING
from vision.overlay import LONG_SIDE

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PageCount:
    """The pages of a file."""

    sha256: str | None
    """Hash of its bytes; None if they could not be had."""
    pages: tuple[int | None, ...] = ()
    """Numbers of the pages from 1; None alone for a photo, nothing for a file that cannot be opened."""
    rejection: Reading | None = None
    """How such a file ends."""


@dataclass(frozen=True, slots=True)
class PageTask:
    """One photo, or one page of a document, to be read."""

    source: Source
    name: str
    """The name of the file in the reading."""
    page: int | None = None
    """The page of a document, from 1."""
    sha256: str | None = None
    """The hash of the document's bytes, so that not each page computes it; of a photo it is computed."""
    hints: Hints = NO_HINTS
    """The hints of a person."""
    known: Known | None = None
    """Facts given about the sheet."""
    handwritings: Handwritings | None = None
    """The known handwritings of its writers."""
    overlay: bool = False
    """Whether a picture of what was read is wanted of each sheet."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """The answer of a worker about a photo, or a page of a document."""

    reading: Reading
    seen: tuple[bytes, ...] = ()
    """The sheets with all probabilities, packed; none if the photo was rejected."""
    overlays: tuple[bytes, ...] = ()
    """Of each sheet, if they were wanted: what was read, drawn over the photo, as JPEG."""

    @classmethod
    def of(cls, outcome: Outcome, overlays: tuple[bytes, ...] = ()) -> "PageResult":
        """Return what is sent of an outcome to the process that asked."""
        return cls(outcome.reading, tuple(map(pack_sheet, outcome.sheets)), overlays)


@dataclass(slots=True)
class Demands:
    """How many pages of a document asked too much of the machine; after two the others are not tried."""

    refused: int = 0

    def read(self, task: PageTask, read: Callable[[PageTask], PageResult]) -> PageResult:
        """Have a page of the document read, if any are tried still."""
        if self.refused >= MOST_DEATHS:
            return give_up(task, TOO_DEMANDING)
        result = read(task)
        reason = result.reading.reason
        self.refused += reason is not None and reason.code == TOO_DEMANDING.code
        return result


@cache
def load_reader() -> PhotoReader:
    """Return this process's reader."""
    return PhotoReader()


def get_ready() -> None:
    """Load what this process reads with, so that a task which comes then begins at once.

    Raises:
        ModelError: The installation lacks a model.
    """
    load_reader().load()


def count_pages(source: Source, name: str) -> PageCount:
    """Return how many pages the file has, and the hash of its bytes; nothing is decoded."""
    try:
        photo = source.read()
    except UnreadableFileError as error:
        return PageCount(None, rejection=rejected(name, error.reason))
    sha256 = hashlib.sha256(photo).hexdigest()
    try:
        pages = open_pages(photo)
    except VisionError as error:
        return PageCount(sha256, rejection=rejected(name, error.reason, sha256=sha256))
    except Exception as error:  # one file's bad luck must not end a batch
        logger.exception("the pages of a file could not be counted")
        return PageCount(sha256, rejection=rejected(name, internal_error(error), sha256=sha256))
    return PageCount(sha256, tuple(range(1, len(pages) + 1)) if pages.numbered else (None,))


def read_page(task: PageTask) -> PageResult:
    """Read a photo or a page; one that cannot be read ends as rejected, with the reason.

    Raises:
        CornersError: The corners that a person gave cannot be those of a field.
        ModelError: The installation lacks a model, which is no fault of the photo.
    """
    try:
        photo = task.source.read()
    except UnreadableFileError as error:
        return give_up(task, error.reason)
    outcome = load_reader().read_page(photo, task.name, task.page, task.hints, sha256=task.sha256)
    outcome = by_handwriting(outcome, task.handwritings) if task.handwritings else outcome
    outcome = in_context(outcome, task.known) if task.known else outcome
    wanted = outcome.photo if task.overlay else None
    overlays = tuple(_draw_overlays(wanted, outcome.sheets)) if wanted else ()
    return PageResult.of(outcome, overlays)


def give_up(task: PageTask, reason: Reason) -> PageResult:
    """Return the result of a page that could not be read."""
    return PageResult(rejected(task.name, reason, sha256=task.sha256, page=task.page))


def _draw_overlays(photo: Photo, sheets: tuple[SheetReading, ...]) -> Iterator[bytes]:
    for sheet in sheets:
        image = photo.image_at(LONG_SIDE)
        yield encode_jpeg(draw_reading(image, sheet.scaled(photo.scale_of(image))))
