"""Has the files of a batch read by the workers, and returns their pages in the order of the files."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from service.batch.documents import PageOfDocument
from service.batch.folder import InputFile
from service.batch.plan import BatchRun, FileToRead
from service.batch.players import Place, player_of
from service.documents.errors import UnreadableFileError
from service.readings.reader import rejected
from service.work.orderedresults import done, in_turn, read_in_order
from service.work.sources import BytesSource, FileSource, Source
from service.work.tasks import PageCount, PageResult, PageTask
from service.work.workforce import Workforce

Page = PageResult | PageOfDocument
"""A page as it was read, or as it was written before the batch was interrupted."""
AHEAD = 8  # times as many pages at hand as the workers take, so that a slow one holds nobody up


@dataclass(frozen=True, slots=True)
class Readers:
    """The workers that read a batch."""

    run: BatchRun
    workforce: Workforce

    def source(self, file: InputFile) -> Source:
        """Return where a worker finds the bytes.

        Raises:
            UnreadableFileError: They are to travel, and cannot be had.
        """
        source = FileSource(self.run.folder / file.path)
        return BytesSource(source.read()) if self.run.travel else source


@dataclass(frozen=True, slots=True)
class ReadStep:
    """A file, and its pages as they are read."""

    step: FileToRead
    began: str
    pages: Iterator[Page]
    """To be gone through before the next file is asked for; none of a duplicate or a rejected file."""


def count_files(readers: Readers, files: Iterable[InputFile]) -> Iterator[tuple[InputFile, PageCount]]:
    """Count the pages of each file, and hash it."""
    return in_turn(((file, _count(readers, file)) for file in files), _at_hand(readers))


def _count(readers: Readers, file: InputFile) -> Future[PageCount]:
    try:
        return readers.workforce.count(readers.source(file), file.name)
    except UnreadableFileError as error:
        return done(PageCount(None, rejection=rejected(file.name, error.reason)))


def read_steps(readers: Readers, steps: Sequence[FileToRead]) -> Iterator[ReadStep]:
    """Read the files; their pages are read side by side, some ahead of their turn."""
    begun = (((step, now()), _pages(readers, step)) for step in steps)
    results = read_in_order(readers.workforce, begun, _at_hand(readers))
    for (step, began), pages in groupby(results, key=lambda result: result[0]):
        yield ReadStep(step, began, (page for _, page in pages if page))


def _at_hand(readers: Readers) -> int:
    return AHEAD * readers.workforce.at_most


def _pages(readers: Readers, step: FileToRead) -> Iterator[PageTask | Page | None]:
    """Yield the pages of a file to be read, or as they are already; None for a file without any."""
    if not step.pages_to_read:
        yield None
        return
    try:
        source = readers.source(step.file)
    except UnreadableFileError as error:
        yield PageResult(rejected(step.file.name, error.reason))
        return
    for page in step.count.pages:
        if page and page in step.written:
            yield step.written[page]
            continue
        yield PageTask(
            source,
            step.file.name,
            page,
            sha256=step.count.sha256 if len(step.count.pages) > 1 else None,
            hints=readers.run.hints,
            handwritings=readers.run.handwritings.of_file(_player(readers.run, step, page)),
            overlay=readers.run.overlay,
        )


def _player(run: BatchRun, step: FileToRead, page: int | None) -> str | None:
    """Return whose page it is, if somebody said so; a document may be of all players."""
    return player_of(step.file.name, run.players, Place(page, len(step.count.pages)))


def now() -> str:
    """Return the present moment in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
