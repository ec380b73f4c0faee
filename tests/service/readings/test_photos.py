import os
from pathlib import Path

import pytest
from PIL import Image as PillowImage

from engine import Side
from service.documents import Status
from service.readings.hints import Hints
from service.work.photos import PhotoFile, name_files, read_files
from tests.service.stubs import (
    CLEAR_PHOTO,
    DOUBTFUL_PHOTO,
    PHOTO_OF_TWO_SHEETS,
    PHOTO_WITHOUT_SHEET,
    UNLUCKY_PHOTO,
)
from tests.vision.files import pdf_of
from vision import CornersError

pytestmark = pytest.mark.usefixtures("stubbed_vision")


@pytest.fixture(name="four_photos")
def _four_photos(photo_folder: Path) -> list[Path]:
    contents = [DOUBTFUL_PHOTO, UNLUCKY_PHOTO, PHOTO_WITHOUT_SHEET, CLEAR_PHOTO]
    paths = [photo_folder / f"{name}.jpg" for name in "dcba"]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    return paths


def test_one_bad_photo_does_not_stop_the_others(four_photos: list[Path]) -> None:
    outcomes = list(read_files(name_files(four_photos, Hints(), None)))

    assert [outcome.reading.status for outcome in outcomes] == [
        Status.REVIEW,
        Status.REJECTED,
        Status.REJECTED,
        Status.READ,
    ]
    assert [outcome.reading.photo.name for outcome in outcomes] == [str(path) for path in four_photos]


def test_a_sheet_that_was_found_has_an_overlay(four_photos: list[Path], tmp_path: Path) -> None:
    files = name_files(four_photos, Hints(), tmp_path)

    overlays = [outcome.overlays for outcome in read_files(files)]

    assert overlays == [(tmp_path / "d.overlay.jpg",), (), (), (tmp_path / "a.overlay.jpg",)]
    with PillowImage.open(tmp_path / "d.overlay.jpg") as picture, PillowImage.open(four_photos[0]) as photo:
        assert picture.size == photo.size


def test_each_page_and_each_sheet_has_an_overlay_of_its_own(photo_folder: Path, tmp_path: Path) -> None:
    scan = photo_folder / "scan.pdf"
    scan.write_bytes(pdf_of(CLEAR_PHOTO, PHOTO_WITHOUT_SHEET, PHOTO_OF_TWO_SHEETS))

    outcomes = list(read_files(name_files([scan], Hints(), tmp_path)))

    assert [outcome.reading.photo.page for outcome in outcomes] == [1, 2, 3]
    assert [outcome.reading.status for outcome in outcomes] == [Status.READ, Status.REJECTED, Status.REVIEW]
    assert [[path.name for path in outcome.overlays] for outcome in outcomes] == [
        ["scan-p1.overlay.jpg"],
        [],
        ["scan-p3-s1.overlay.jpg", "scan-p3-s2.overlay.jpg"],
    ]
    assert all((tmp_path / path.name).exists() for outcome in outcomes for path in outcome.overlays)


def test_a_page_has_not_the_overlay_of_another_file(photo_folder: Path, tmp_path: Path) -> None:
    paths = [photo_folder / "scan.pdf", photo_folder / "scan-p1.jpg"]

    names = [file.overlay for file in name_files(paths, Hints(), tmp_path)]

    assert names == [tmp_path / "scan.pdf.overlay.jpg", tmp_path / "scan-p1.overlay.jpg"]


def test_a_damaged_page_does_not_end_the_document(photo_folder: Path) -> None:
    half = CLEAR_PHOTO[: len(CLEAR_PHOTO) // 2]
    (photo_folder / "scan.pdf").write_bytes(pdf_of(CLEAR_PHOTO, half, CLEAR_PHOTO))

    outcomes = list(read_files([PhotoFile(photo_folder / "scan.pdf")]))

    assert [outcome.reading.status for outcome in outcomes] == [Status.READ, Status.REJECTED, Status.READ]
    assert [outcome.reading.photo.page for outcome in outcomes] == [1, 2, 3]


def test_corners_are_those_of_one_page(photo_folder: Path) -> None:
    (photo_folder / "scan.pdf").write_bytes(pdf_of(CLEAR_PHOTO, CLEAR_PHOTO))
    file = PhotoFile(photo_folder / "scan.pdf", Hints(corners=((0, 0), (300, 0), (300, 300), (0, 300))))

    with pytest.raises(CornersError):
        list(read_files([file]))


def test_an_overlay_that_cannot_be_written_is_reported_and_the_reading_kept(four_photos: list[Path]) -> None:
    (outcome,) = read_files([PhotoFile(four_photos[0], overlay=Path("nowhere/at/all.jpg"))])

    assert outcome.reading.status is Status.REVIEW
    assert outcome.overlays == ()
    assert "No such file" in outcome.overlay_problem


def test_the_side_is_handed_on(four_photos: list[Path]) -> None:
    (outcome,) = read_files([PhotoFile(four_photos[0], Hints(Side.D))])

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


def test_several_processes_keep_the_order_of_pages(tmp_path: Path) -> None:
    """Real readers see nothing in these photos; each page is told by its number, between its neighbours."""
    scan, text = tmp_path / "scan.pdf", tmp_path / "a.jpg"
    scan.write_bytes(pdf_of(*[CLEAR_PHOTO] * 5))
    text.write_bytes(b"text")

    outcomes = list(read_files([PhotoFile(text), PhotoFile(scan), PhotoFile(text)], workers=2))

    assert [outcome.reading.photo.page for outcome in outcomes] == [None, 1, 2, 3, 4, 5, None]
    assert {outcome.reading.status for outcome in outcomes} == {Status.REJECTED}


def test_corners_are_those_of_one_page_for_several_processes_too(photo_folder: Path) -> None:
    (photo_folder / "scan.pdf").write_bytes(pdf_of(CLEAR_PHOTO, CLEAR_PHOTO))
    file = PhotoFile(photo_folder / "scan.pdf", Hints(corners=((0, 0), (300, 0), (300, 300), (0, 300))))

    with pytest.raises(CornersError):
        list(read_files([file], workers=2))


def test_a_file_that_may_not_be_read_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "secret.jpg"
    path.write_bytes(CLEAR_PHOTO)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("root may read everything")

    (outcome,) = read_files([PhotoFile(path)])

    assert outcome.reading.status is Status.REJECTED
