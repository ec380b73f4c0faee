"""The pages of files that were sent."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, select

from service.documents import Reading
from service.documents.errors import ConflictError, NotHereError
from service.files.documents import FileStatus
from service.readings.hints import Hints
from service.store.tables import Record, pages, readings


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page that was read, with its reading in force."""

    page: int | None
    """Its number; None of a photo."""
    is_rejected: bool
    reading: Reading
    hints: Hints
    """As a person has given them last."""

    @property
    def number(self) -> int:
        """Its number; a photo is page 1."""
        return self.page or 1


def read_pages(db: Connection, file: FileStatus) -> list[ReadPage]:
    """Return the pages of a file that were read, in their order."""
    wanted = (
        select(readings.c.document, pages.c.number, pages.c.rejection, pages.c.asked)
        .join(pages, pages.c.reading_id == readings.c.id)
        .where(pages.c.file_id == file.original)
        .order_by(pages.c.number)
    )
    return [
        ReadPage(
            each.number,
            bool(each.rejection),
            _named(Reading.model_validate(each.document), file.name),
            Hints.of_json(each.asked),
        )
        for each in db.execute(wanted)
    ]


def hints_of(db: Connection, page: str) -> Hints:
    """Return what a person has said of a page that is there, for it to be read."""
    return Hints.of_json(db.execute(select(pages.c.asked).where(pages.c.id == page)).scalar_one())


def _named(reading: Reading, name: str) -> Reading:
    """Return a reading under a file's own name, not that of the file with the same bytes that was read."""
    return reading.model_copy(update={"photo": reading.photo.model_copy(update={"name": name})})


def find_unopened(db: Connection, files: Iterable[str]) -> frozenset[tuple[str, int]]:
    """Return the pages, by file and number, without a picture, whose map was entered by hand."""
    wanted = (
        select(pages.c.file_id, pages.c.number, readings.c.document)
        .join(readings, pages.c.reading_id == readings.c.id)
        .where(pages.c.file_id.in_(set(files)), pages.c.rejection.is_(None), readings.c.model.is_(None))
    )
    return frozenset(
        (each.file_id, each.number or 1)
        for each in db.execute(wanted)
        if not Reading.model_validate(each.document).has_picture
    )


def find_done_page(db: Connection, file: FileStatus, number: int) -> Record:
    """Return a page of a file by its number, as its row, if it has been read.

    Raises:
        NotHereError: The file has fewer pages.
        ConflictError: The page waits to be read.
    """
    wanted = select(pages).where(pages.c.file_id == file.original).order_by(pages.c.number)
    found = next((page for page in db.execute(wanted) if (page.number or 1) == number), None)
    if found is None:
        raise NotHereError("page")
    if found.state != "done":
        raise ConflictError("This page waits to be read already.")
    return found
