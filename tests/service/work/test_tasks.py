import hashlib
import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image as PillowImage

from service.documents import Status
from service.work.sources import BytesSource, FileSource
from service.work.tasks import Demands, PageResult, PageTask, count_pages, give_up, read_page
from tests.service.stubs import CLEAR_PHOTO, PHOTO_OF_TWO_SHEETS, PHOTO_WITHOUT_SHEET
from tests.vision.files import pdf_of
from vision.decode.limits import TOO_DEMANDING

pytestmark = pytest.mark.usefixtures("stubbed_vision")

DOCUMENT = pdf_of(CLEAR_PHOTO, PHOTO_WITHOUT_SHEET, CLEAR_PHOTO)


@pytest.mark.parametrize(
    ("photo", "pages", "code"),
    [
        (CLEAR_PHOTO, (None,), None),
        (DOCUMENT, (1, 2, 3), None),
        (pdf_of(CLEAR_PHOTO), (1,), None),
        (b"text", (), "not_a_photo"),
        (b"", (), "empty_file"),
    ],
    ids=["photo", "document", "document of one page", "text", "nothing"],
)
def test_pages_are_counted_and_the_file_is_hashed(
    photo: bytes, pages: tuple[int | None, ...], code: str | None
) -> None:
    count = count_pages(BytesSource(photo), "a")

    assert (count.pages, count.sha256) == (pages, hashlib.sha256(photo).hexdigest())
    reason = count.rejection and count.rejection.reason
    assert (reason and reason.code) == code
    assert count.rejection is None or count.rejection.photo.sha256 == count.sha256


def test_a_file_that_is_not_there_has_no_pages(tmp_path: Path) -> None:
    count = count_pages(FileSource(tmp_path / "a.jpg"), "a.jpg")

    assert (count.sha256, count.pages) == (None, ())
    assert count.rejection is not None
    assert count.rejection.status is Status.REJECTED


def test_each_page_is_read_by_itself() -> None:
    tasks = [PageTask(BytesSource(DOCUMENT), "a.pdf", page) for page in (1, 2, 3, 4)]

    readings = [read_page(task).reading for task in tasks]

    assert [reading.photo.page for reading in readings] == [1, 2, 3, 4]
    codes = [reading.reason and reading.reason.code for reading in readings]
    assert codes == [None, "no_grid", None, "no_such_page"]
    assert {reading.photo.sha256 for reading in readings} == {hashlib.sha256(DOCUMENT).hexdigest()}


def test_after_two_pages_that_ask_too_much_no_other_of_the_document_is_tried() -> None:
    demands, tried = Demands(), []

    def read(task: PageTask) -> PageResult:
        tried.append(task.page)
        return give_up(task, TOO_DEMANDING) if task.page in (2, 3) else read_page(task)

    results = [demands.read(PageTask(BytesSource(DOCUMENT), "a.pdf", page), read) for page in range(1, 7)]

    assert tried == [1, 2, 3]
    codes = [result.reading.reason and result.reading.reason.code for result in results]
    assert codes == [None, *5 * ["too_demanding"]]


def test_an_overlay_of_each_sheet_comes_if_it_is_wanted() -> None:
    source = BytesSource(PHOTO_OF_TWO_SHEETS)

    result = read_page(PageTask(source, "a.jpg", overlay=True))

    sizes = [PillowImage.open(io.BytesIO(picture)).size for picture in result.overlays]
    assert sizes == [(result.reading.photo.width, result.reading.photo.height)] * 2
    assert read_page(PageTask(source, "a.jpg")).overlays == ()


def test_a_photo_that_has_gone_since_is_rejected(tmp_path: Path) -> None:
    result = read_page(PageTask(FileSource(tmp_path / "a.jpg"), "a.jpg", 3))

    assert result.reading.reason is not None
    assert result.reading.reason.code == "unreadable_file"
    assert result.reading.photo.page == 3


def test_readers_import_neither_database_nor_web() -> None:
    """A command that reads one photo waits for all that is imported, and every reader holds it in memory."""
    code = "import sys, service.work.tasks; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert not {"sqlalchemy", "fastapi", "typer"} & set(loaded.stdout.split())
