import hashlib
from collections.abc import Sequence

import pytest

from engine import Side
from service.documents import Status
from service.readings.hints import Hints
from service.readings.reader import PhotoReader, rejected
from tests.service.stubs import (
    CLEAR_PHOTO,
    DOUBTFUL_PHOTO,
    HEIGHT,
    NO_GRID,
    PHOTO_WITHOUT_SHEET,
    UNLUCKY_PHOTO,
    WIDTH,
    ClassifierStub,
    stub_reader,
)
from vision import ModelError, PhotoReading, Reason


@pytest.mark.parametrize(
    ("photo", "status", "code"),
    [
        (CLEAR_PHOTO, Status.READ, None),
        (DOUBTFUL_PHOTO, Status.REVIEW, None),
        (PHOTO_WITHOUT_SHEET, Status.REJECTED, "no_grid"),
        (UNLUCKY_PHOTO, Status.REJECTED, "internal_error"),
        (b"", Status.REJECTED, "empty_file"),
    ],
    ids=["clear", "doubtful", "without sheet", "unlucky", "empty"],
)
def test_every_photo_ends_in_one_status(photo: bytes, status: Status, code: str | None) -> None:
    reading = stub_reader().read_page(photo, "a.jpg").reading

    assert reading.status is status
    assert (reading.reason and reading.reason.code) == code
    assert bool(reading.sheets) == (status is not Status.REJECTED)


def test_a_photo_is_named_hashed_and_measured() -> None:
    photo = stub_reader().read_page(DOUBTFUL_PHOTO, "some/a.jpg").reading.photo

    assert photo.name == "some/a.jpg"
    assert photo.sha256 == hashlib.sha256(DOUBTFUL_PHOTO).hexdigest()
    assert (photo.width, photo.height, photo.page) == (WIDTH, HEIGHT, None)


def test_a_rejected_photo_that_could_be_opened_is_measured_too() -> None:
    photo = stub_reader().read_page(PHOTO_WITHOUT_SHEET, "a.jpg").reading.photo

    assert (photo.width, photo.height) == (WIDTH + 1, HEIGHT)


def test_a_mistake_of_ours_tells_its_kind_and_no_more() -> None:
    reason = stub_reader().read_page(UNLUCKY_PHOTO, "a.jpg").reading.reason

    assert reason is not None
    assert "ZeroDivisionError" in reason.message
    assert "Traceback" not in reason.message + reason.advice


def test_the_side_that_is_reported_is_taken() -> None:
    (sheet,) = stub_reader().read_page(DOUBTFUL_PHOTO, "a.jpg", hints=Hints(Side.C)).reading.sheets

    assert sheet.side is Side.C


def test_a_missing_model_is_not_the_photos_fault() -> None:
    def load() -> ClassifierStub:
        raise ModelError(Reason("model_missing", "The model is missing.", "Install it."))

    with pytest.raises(ModelError):
        PhotoReader(load).read_page(DOUBTFUL_PHOTO, "a.jpg")


def test_the_classifier_is_loaded_once() -> None:
    loaded: list[ClassifierStub] = []

    def load() -> ClassifierStub:
        loaded.append(ClassifierStub())
        return loaded[-1]

    reader = PhotoReader(load)

    assert _names([reader, reader]) == ["stub_v1", "stub_v1"]
    assert len(loaded) == 1


def _names(readers: Sequence[PhotoReader]) -> list[str]:
    return [reader.classifier.name for reader in readers]


def test_a_file_without_bytes_is_rejected() -> None:
    reading = rejected("a.jpg", NO_GRID)

    assert reading.status is Status.REJECTED
    assert reading.photo.sha256 is None


def test_a_photo_that_needs_more_memory_than_a_worker_has_is_rejected_with_the_reason() -> None:
    def read(*_: object) -> PhotoReading:
        raise MemoryError

    reading = PhotoReader(ClassifierStub, read).read_page(CLEAR_PHOTO, "a.jpg").reading

    assert reading.status is Status.REJECTED
    assert reading.reason is not None
    assert reading.reason.code == "too_demanding"
