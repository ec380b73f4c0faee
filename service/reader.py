"""One photo in, one reading out, whatever happens on the way."""

import hashlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from engine import Side
from service.schemas import Photo, Reading, Reason, Sheet, Status
from vision import (
    Image,
    ModelError,
    SheetClassifier,
    SheetReading,
    VisionError,
    decode_photo,
    load_classifier,
    read_image,
)
from vision import Reason as VisionReason

logger = logging.getLogger(__name__)

MODEL = "terrain_v3"
ReadImage = Callable[[Image, SheetClassifier, Side | None], SheetReading]


@dataclass(frozen=True)
class Outcome:
    """How a photo ended."""

    reading: Reading
    image: Image | None = None
    """The upright photo; None if it could not be opened."""
    sheet: SheetReading | None = None
    """What was read; None if the photo was rejected."""


@dataclass(frozen=True)
class _Attempt:
    """How far reading a photo came."""

    image: Image | None = None
    sheet: SheetReading | None = None
    reason: VisionReason | None = None


def _read_image(image: Image, classifier: SheetClassifier, side: Side | None) -> SheetReading:
    return read_image(image, classifier, side=side)


class PhotoReader:
    """Reads photos, one after another or in several threads, with one classifier."""

    def __init__(
        self,
        load: Callable[[], SheetClassifier] = lambda: load_classifier(MODEL),
        read: ReadImage = _read_image,
    ) -> None:
        """Take how to get the classifier, which happens when the first photo needs it, and how to read."""
        self._load = load
        self._read = read

    @cached_property
    def classifier(self) -> SheetClassifier:
        """What tells the terrain of a square.

        Raises:
            ModelError: The installation lacks its model.
        """
        return self._load()

    def load(self) -> None:
        """Get the classifier now, not when the first photo comes.

        Raises:
            ModelError: The installation lacks its model.
        """
        _ = self.classifier

    def read_photo(self, photo: bytes, name: str, *, side: Side | None = None) -> Outcome:
        """Read a photo; one that cannot be read ends as rejected, with the reason.

        Raises:
            ModelError: The installation lacks a model, which is no fault of the photo.
        """
        began = time.perf_counter()
        attempt = self._attempt(photo, side)
        return Outcome(
            Reading(
                photo=_describe(photo, name, attempt.image),
                status=status_of(attempt.sheet),
                reason=Reason.from_vision(attempt.reason),
                seconds=round(time.perf_counter() - began, 4),
                model=attempt.sheet.model if attempt.sheet else None,
                sheets=(Sheet.from_reading(attempt.sheet),) if attempt.sheet else (),
            ),
            attempt.image,
            attempt.sheet,
        )

    def _attempt(self, photo: bytes, side: Side | None) -> _Attempt:
        image = None
        try:
            image = decode_photo(photo)
            sheet = self._read(image, self.classifier, side)
        except ModelError:
            raise
        except VisionError as error:
            return _Attempt(image, reason=error.reason)
        except Exception as error:  # one photo's bad luck must not end a batch
            logger.exception("a photo could not be read")
            return _Attempt(image, reason=internal_error(error))
        return _Attempt(image, sheet, sheet.reason)


def rejected(name: str, reason: VisionReason) -> Reading:
    """Return the reading of a file whose bytes could not be had."""
    return Reading(
        photo=Photo(name=name),
        status=Status.REJECTED,
        reason=Reason.from_vision(reason),
        seconds=0.0,
        model=None,
        sheets=(),
    )


def internal_error(error: BaseException) -> VisionReason:
    """Return the reason of a photo that met a mistake of ours."""
    return VisionReason(
        "internal_error",
        f"Surveyor failed on this photo ({type(error).__name__}).",
        "Please report it, with the photo if you can.",
    )


def status_of(sheet: SheetReading | None) -> Status:
    """Return how a photo with this sheet ended."""
    if sheet is None:
        return Status.REJECTED
    return Status.REVIEW if sheet.doubtful or sheet.reason else Status.READ


def _describe(photo: bytes, name: str, image: Image | None) -> Photo:
    height, width = (None, None) if image is None else image.shape[:2]
    return Photo(name=name, sha256=hashlib.sha256(photo).hexdigest(), width=width, height=height)
