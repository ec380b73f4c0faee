import os
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from PIL import Image as PillowImage

from engine import Side
from service import photos
from service.photos import PhotoFile, name_files, read_files
from service.schemas import Status
from tests.service.stubs import CLEAR_PHOTO, DOUBTFUL_PHOTO, PHOTO_WITHOUT_SHEET, UNLUCKY_PHOTO

pytestmark = pytest.mark.usefixtures("stubbed_vision")


@pytest.fixture(name="four_photos")
def _four_photos(photo_folder: Path) -> list[Path]:
    contents = [DOUBTFUL_PHOTO, UNLUCKY_PHOTO, PHOTO_WITHOUT_SHEET, CLEAR_PHOTO]
    paths = [photo_folder / f"{name}.jpg" for name in "dcba"]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    return paths


def test_one_bad_photo_does_not_stop_the_others(four_photos: list[Path]) -> None:
    outcomes = list(read_files(name_files(four_photos, side=None, overlays=None)))

    assert [outcome.reading.status for outcome in outcomes] == [
        Status.REVIEW,
        Status.REJECTED,
        Status.REJECTED,
        Status.READ,
    ]
    assert [outcome.reading.photo.name for outcome in outcomes] == [str(path) for path in four_photos]


def test_a_sheet_that_was_found_has_an_overlay(four_photos: list[Path], tmp_path: Path) -> None:
    files = name_files(four_photos, side=None, overlays=tmp_path)

    overlays = [outcome.overlay for outcome in read_files(files)]

    assert overlays == [tmp_path / "d.overlay.jpg", None, None, tmp_path / "a.overlay.jpg"]
    with PillowImage.open(tmp_path / "d.overlay.jpg") as picture, PillowImage.open(four_photos[0]) as photo:
        assert picture.size == photo.size


def test_an_overlay_that_cannot_be_written_is_told_and_the_reading_kept(four_photos: list[Path]) -> None:
    (outcome,) = read_files([PhotoFile(four_photos[0], overlay=Path("nowhere/at/all.jpg"))])

    assert outcome.reading.status is Status.REVIEW
    assert outcome.overlay is None
    assert "No such file" in outcome.overlay_problem


def test_the_side_is_handed_on(four_photos: list[Path]) -> None:
    (outcome,) = read_files([PhotoFile(four_photos[0], side=Side.D)])

    assert outcome.reading.sheets[0].side is Side.D


def test_a_missing_file_is_rejected() -> None:
    (outcome,) = read_files([PhotoFile(Path("missing.jpg"))])

    assert outcome.reading.reason is not None
    assert outcome.reading.reason.code == "unreadable_file"


def test_several_processes_keep_the_order(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.jpg" for number in range(4)]
    for path in paths[::2]:
        path.write_bytes(b"text")

    codes = [
        outcome.reading.reason and outcome.reading.reason.code
        for outcome in read_files([PhotoFile(path) for path in paths], workers=2)
    ]

    assert codes == ["not_a_photo", "unreadable_file"] * 2


def test_a_photo_whose_worker_died_is_rejected() -> None:
    future: Future[photos.FileOutcome] = Future()
    future.set_exception(BrokenProcessPool())

    outcome = photos._result(PhotoFile(Path("a.jpg")), future)

    assert outcome.reading.reason is not None
    assert outcome.reading.reason.code == "internal_error"


def test_a_file_that_may_not_be_read_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "secret.jpg"
    path.write_bytes(CLEAR_PHOTO)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("root may read everything")

    (outcome,) = read_files([PhotoFile(path)])

    assert outcome.reading.status is Status.REJECTED
