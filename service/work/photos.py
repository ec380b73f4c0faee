"""Reads many photo files in order, in this process or in several."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.sentence import Sentence
from service.documents import Reading
from service.formats.filenames import shown_name
from service.readings.hints import NO_HINTS, Hints
from service.readings.inputs import OVERLAY_SUFFIX, distinct_names
from service.readings.storedhandwriting import Handwritings
from service.store.durable import write_whole
from service.work.orderedresults import in_turn, read_in_order
from service.work.sources import BytesSource, FileSource, Source
from service.work.tasks import Demands, PageCount, PageResult, PageTask, count_pages, read_page
from service.work.workforce import Workforce
from vision import CornersError, Reason
from vision.context import Known

AT_HAND = 16  # pages a worker that may be read before it is their turn


@dataclass(frozen=True, slots=True)
class PhotoFile:
    """A file to be read, and what to do with it."""

    path: Path
    hints: Hints = NO_HINTS
    """The hints of a person."""
    overlay: Path | None = None
    """The path of the overlay picture, if one is wanted; pages and sheets get a suffix each."""
    known: Known | None = None
    """Facts given about the sheet."""
    handwritings: Handwritings | None = None
    """The known handwritings of its writers."""
    photo: bytes | None = field(default=None, repr=False)
    """Its bytes, where they came through a pipe; the path is then a name."""

    @property
    def source(self) -> Source:
        """The source of its bytes."""
        return FileSource(self.path) if self.photo is None else BytesSource(self.photo)


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """The outcome of a file that a command names, or of one of its pages, once its pictures are written."""

    reading: Reading
    overlays: tuple[Path, ...] = ()
    """The checked pictures that were written, one a sheet."""
    overlay_problem: str = ""
    """Why one was not, though it was wanted."""


def name_files(paths: Sequence[Path], hints: Hints, overlays: Path | None) -> list[PhotoFile]:
    """Give every file its own overlay in the folder, if there is one."""
    if overlays is None:
        return [PhotoFile(path, hints) for path in paths]
    names = distinct_names(paths)
    return [
        PhotoFile(path, hints, overlays / f"{_apart(name, path, names)}{OVERLAY_SUFFIX}")
        for path, name in zip(paths, names, strict=True)
    ]


def _apart(name: str, path: Path, names: Iterable[str]) -> str:
    """Return a name that no other file gets by the suffix of a page or a sheet."""
    marked = (f"{name}-p", f"{name}-s")
    return name + path.suffix if any(other.startswith(marked) for other in names) else name


def read_files(files: Sequence[PhotoFile], *, workers: int = 1) -> Iterator[FileOutcome]:
    """Read the files, in their order and page by page, by one or several processes.

    Raises:
        CornersError: The corners that a person gave cannot be those of a field.
        ModelError: The installation lacks a model.
        WorkforceError: No process can be started.
    """
    if workers == 1:
        for file in files:
            yield from read_file(file)
        return
    with Workforce(workers) as workforce:  # closed also when nobody reads on: what is not done is dropped
        at_hand = AT_HAND * workers
        counting = ((file, workforce.count(file.source, shown_name(file.path))) for file in files)
        pages = ((file, _pages(file, count)) for file, count in in_turn(counting, at_hand))
        for file, result in read_in_order(workforce, pages, at_hand):
            yield _finish(result, file.overlay)


def read_file(file: PhotoFile) -> Iterator[FileOutcome]:
    """Read one file page by page, and write the overlays of its sheets."""
    demands = Demands()
    for page in _pages(file, count_pages(file.source, shown_name(file.path))):
        result = demands.read(page, read_page) if isinstance(page, PageTask) else page
        yield _finish(result, file.overlay)


def _pages(file: PhotoFile, count: PageCount) -> Iterator[PageTask | PageResult]:
    """Yield the pages of a file to be read; one that cannot be opened is rejected at once."""
    if count.rejection:
        yield PageResult(count.rejection)
    if file.hints.corners is not None and len(count.pages) > 1:
        raise CornersError(_corners_of_many(len(count.pages)))
    for page in count.pages:
        yield PageTask(
            source=file.source,
            name=shown_name(file.path),
            page=page,
            sha256=count.sha256 if page else None,
            hints=file.hints,
            known=file.known,
            handwritings=file.handwritings,
            overlay=file.overlay is not None,
        )


def _corners_of_many(pages: int) -> Reason:
    return Reason(
        "bad_corners",
        Sentence("Corners are those of one photo, and the document has %(pages)s pages.", pages=pages),
        "Save the page as a photo, and give its corners.",
    )


def _finish(result: PageResult, overlay: Path | None) -> FileOutcome:
    """Write the overlays of the sheets, if they are wanted."""
    if overlay is None:
        return FileOutcome(result.reading)
    written: list[Path] = []
    for number, picture in enumerate(result.overlays, start=1):
        place = _overlay_of(overlay, result.reading.photo.page, number, len(result.overlays))
        try:
            write_whole(place, picture)
        except OSError as error:
            problem = f"{place}: {error.strerror or error}"
            return FileOutcome(result.reading, tuple(written), problem)
        written.append(place)
    return FileOutcome(result.reading, tuple(written))


def _overlay_of(overlay: Path, page: int | None, sheet: int, sheets: int) -> Path:
    """Name the overlay of a page and a sheet, where there is more than one.

    >>> _overlay_of(Path("out/scan.overlay.jpg"), 3, 2, 2)
    PosixPath('out/scan-p3-s2.overlay.jpg')
    """
    name = overlay.name.removesuffix(OVERLAY_SUFFIX)
    suffix = (f"-p{page}" if page else "") + (f"-s{sheet}" if sheets > 1 else "")
    return overlay.with_name(f"{name}{suffix}{OVERLAY_SUFFIX}")
