"""Reads photos: each photo or page gets a reading, whatever happens on the way."""

import hashlib
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.sentence import Sentence
from service.documents import Noticed, Photo, Reading, Reason, Sheet, Status
from service.readings.hints import NO_HINTS, Hints
from service.scores.certainty import Wanted, judge
from vision import (
    CornersError,
    ModelError,
    PhotoDecodeError,
    PhotoReading,
    SheetClassifier,
    SheetReading,
    VisionError,
    load_classifier,
    open_pages,
    open_photo,
    read_photo,
)
from vision import Photo as OpenedPhoto
from vision import Reason as VisionReason

logger = logging.getLogger(__name__)

TOO_DEMANDING = VisionReason(
    "too_demanding",
    "Reading this needs more memory than there is for one photo.",
    "Send a photo at the phone's normal size, as JPEG.",
)
ReadPhoto = Callable[[OpenedPhoto, SheetClassifier, Hints], PhotoReading]


@dataclass(frozen=True)
class Outcome:
    """The result of reading a photo, or a page of a document."""

    reading: Reading
    photo: OpenedPhoto | None = None
    """None if it could not be opened."""
    sheets: tuple[SheetReading, ...] = ()
    """The sheets with all probabilities; none if the photo was rejected."""


def _read_photo(photo: OpenedPhoto, classifier: SheetClassifier, hints: Hints) -> PhotoReading:
    return read_photo(
        photo,
        classifier,
        side=hints.side,
        corners=hints.corners,
        upright=hints.upright,
        layout=hints.layout,
    )


class PhotoReader:
    """Reads photos, one after another or in several threads, with one classifier."""

    def __init__(
        self,
        load: Callable[[], SheetClassifier] = load_classifier,
        read: ReadPhoto = _read_photo,
    ) -> None:
        """Take how to get the classifier, which happens when the first photo needs it, and how to read."""
        self._load = load
        self._read = read

    @cached_property
    def classifier(self) -> SheetClassifier:
        """The classifier of squares.

        Raises:
            ModelError: The installation lacks its model.
        """
        return self._load()

    def load(self) -> None:
        """Load the classifier now, not when the first photo comes.

        Raises:
            ModelError: The installation lacks its model.
        """
        _ = self.classifier

    def read_page(
        self,
        photo: bytes,
        name: str,
        page: int | None = None,
        hints: Hints = NO_HINTS,
        *,
        sha256: str | None = None,
    ) -> Outcome:
        """Read a page of a document, counted from 1, or a photo; one that cannot be read ends as rejected.

        Long documents take long to hash, so that callers pass their `sha256` if they know it.

        Raises:
            CornersError: The corners that a person gave cannot be those of a field.
            ModelError: The installation lacks a model, which is no fault of the photo.
        """
        about = Photo(name=name, sha256=sha256 or hashlib.sha256(photo).hexdigest(), page=page)
        began, opened = time.perf_counter(), None
        reasons: Sequence[VisionReason]
        try:
            opened = _open_page(photo, page)
            measured = {"width": opened.width, "height": opened.height, "page": opened.page}
            about = about.model_copy(update=measured)
            read = self._read(opened, self.classifier, hints)
        except (ModelError, CornersError):
            raise
        except VisionError as error:
            reasons = error.reasons
        except MemoryError:
            reasons = [TOO_DEMANDING]
        except Exception as error:  # one photo's bad luck must not end a batch
            logger.exception("a photo could not be read")
            reasons = [internal_error(error)]
        else:
            return Outcome(_reading(read, about, _seconds_since(began)), opened, read.sheets)
        details = {"photo": about, "seconds": _seconds_since(began)}
        return Outcome(rejected(name, *reasons).model_copy(update=details), opened)


def rejected(
    name: str, *reasons: VisionReason, sha256: str | None = None, page: int | None = None
) -> Reading:
    """Return the reading of a file or a page that could not be read; the first reason is the weightiest."""
    return Reading(
        photo=Photo(name=name, sha256=sha256, page=page),
        status=Status.REJECTED,
        reason=Reason.of(reasons[0]),
        reasons=Noticed.all_of(reasons),
        seconds=0.0,
        model=None,
        sheets=(),
    )


def internal_error(error: BaseException) -> VisionReason:
    """Return the reason of a photo that caused an unexpected error."""
    return VisionReason(
        "internal_error",
        Sentence("Surveyor failed on this photo (%(error)s).", error=type(error).__name__),
        "Please report it, with the photo if you can.",
    )


def _open_page(photo: bytes, page: int | None) -> OpenedPhoto:
    if page is None:
        return open_photo(photo)
    pages = open_pages(photo)
    if not 1 <= page <= len(pages):
        raise PhotoDecodeError(_no_such_page(page, len(pages)))
    return pages[page - 1]


def _no_such_page(page: int, pages: int) -> VisionReason:
    return VisionReason(
        "no_such_page",
        Sentence("The document has %(pages)s pages, and no page %(page)s.", pages=pages, page=page),
        "Send the document again.",
    )


def _reading(read: PhotoReading, about: Photo, seconds: float) -> Reading:
    weightiest = [sheet.reason for sheet in read.sheets if sheet.reason]
    reasons = [*read.reasons, *weightiest, *(each for sheet in read.sheets for each in sheet.reasons)]
    reading = Reading(
        photo=about,
        status=Status.REVIEW,
        reason=Reason.of_any(reasons[0]) if reasons else None,
        reasons=Noticed.all_of(reasons),
        seconds=seconds,
        model=read.sheets[0].model,
        sheets=tuple(_sheet(sheet, alone=len(read.sheets) == 1) for sheet in read.sheets),
    )
    return judge(reading, Wanted())


def _sheet(sheet: SheetReading, *, alone: bool) -> Sheet:
    """Return the sheet as a document; among several, each has its own reason."""
    document = Sheet.from_reading(sheet)
    own = None if alone else Reason.of_any(sheet.reason)
    return document.model_copy(update={"reason": own})


def _seconds_since(began: float) -> float:
    return round(time.perf_counter() - began, 4)
