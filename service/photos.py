"""Reading many photo files in order: each page ends in one outcome, in this process or in several."""

import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from PIL import Image as PillowImage

from engine import Side
from service.context import in_context
from service.inputs import OVERLAY_SUFFIX, UnreadableFileError, distinct_names, read_bytes, shown_name
from service.reader import Outcome, PhotoReader, internal_error, rejected
from service.schemas import Reading
from vision import Photo, SheetReading, draw_reading
from vision.context import Known
from vision.given import Corners
from vision.overlay import SIDE

OVERLAY_QUALITY = 88


@dataclass(frozen=True, slots=True)
class PhotoFile:
    """A file to be read, and what to do with it."""

    path: Path
    side: Side | None = None
    overlay: Path | None = None
    """Where the checked picture goes, if one is wanted; pages and sheets are told apart by a suffix."""
    corners: Corners | None = None
    """Where a person says that the field's corners lie."""
    known: Known | None = None
    """What else is known of the sheet."""


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """How a photo, or a page of a document, ended."""

    reading: Reading
    overlays: tuple[Path, ...] = ()
    """The checked pictures that were written, one a sheet."""
    overlay_problem: str = ""
    """Why one was not, though it was wanted."""
    sheets: tuple[SheetReading, ...] = ()
    """What was read, with all its probabilities; none if the photo was rejected."""


def name_files(
    paths: Sequence[Path], *, side: Side | None, overlays: Path | None, corners: Corners | None = None
) -> list[PhotoFile]:
    """Give every file its own overlay in the folder, if there is one."""
    if overlays is None:
        return [PhotoFile(path, side, corners=corners) for path in paths]
    names = distinct_names(paths)
    return [
        PhotoFile(path, side, overlays / f"{_apart(name, path, names)}{OVERLAY_SUFFIX}", corners)
        for path, name in zip(paths, names, strict=True)
    ]


def _apart(name: str, path: Path, names: Iterable[str]) -> str:
    """Return a name from which no page's or sheet's suffix makes that of another file."""
    marked = (f"{name}-p", f"{name}-s")
    return name + path.suffix if any(other.startswith(marked) for other in names) else name


def read_files(files: Sequence[PhotoFile], *, workers: int = 1) -> Iterator[FileOutcome]:
    """Read the files, in their order and page by page, by one or several processes.

    Raises:
        CornersError: The corners that a person gave cannot be those of a field.
        ModelError: The installation lacks a model.
    """
    if workers == 1:
        for file in files:
            yield from read_file(file)
        return
    yield from _read_in_pool(files, workers)


def _read_in_pool(files: Sequence[PhotoFile], workers: int) -> Iterator[FileOutcome]:
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts)
    try:
        futures = [pool.submit(_read_whole_file, file) for file in files]
        for file, future in zip(files, futures, strict=True):
            yield from _result(file, future)
    finally:  # also when interrupted, or when nobody reads on: what has not begun is not begun
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts() -> None:
    """Let only the parent process answer Ctrl-C, so that no worker prints a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _read_whole_file(file: PhotoFile) -> tuple[FileOutcome, ...]:
    return tuple(read_file(file))


def read_file(file: PhotoFile) -> Iterator[FileOutcome]:
    """Read one file page by page, and write the overlays of its sheets."""
    name = shown_name(file.path)
    try:
        photo = read_bytes(file.path)
    except UnreadableFileError as error:
        yield FileOutcome(rejected(name, error.reason))
        return
    for outcome in load_reader().read_pages(photo, name, side=file.side, corners=file.corners):
        yield _finish(in_context(outcome, file.known) if file.known else outcome, file.overlay)


@cache
def load_reader() -> PhotoReader:
    """Return this process's reader."""
    return PhotoReader()


def _result(file: PhotoFile, future: Future[tuple[FileOutcome, ...]]) -> tuple[FileOutcome, ...]:
    try:
        return future.result()
    except BrokenExecutor as error:  # a worker was killed; the files it had not finished are lost to it
        return (FileOutcome(rejected(shown_name(file.path), internal_error(error))),)


def _finish(outcome: Outcome, overlay: Path | None) -> FileOutcome:
    """Write the overlays of the sheets, if they are wanted."""
    if overlay is None or outcome.photo is None:
        return FileOutcome(outcome.reading, sheets=outcome.sheets)
    written: list[Path] = []
    try:
        for number, sheet in enumerate(outcome.sheets, start=1):
            place = _overlay_of(overlay, outcome.reading.photo.page, number, len(outcome.sheets))
            _write_overlay(outcome.photo, sheet, place)
            written.append(place)
    except OSError as error:
        problem = f"{place}: {error.strerror or error}"
        return FileOutcome(outcome.reading, tuple(written), problem, outcome.sheets)
    return FileOutcome(outcome.reading, tuple(written), sheets=outcome.sheets)


def _overlay_of(overlay: Path, page: int | None, sheet: int, sheets: int) -> Path:
    """Name the overlay of a page and a sheet, where there is more than one.

    >>> _overlay_of(Path("out/scan.overlay.jpg"), 3, 2, 2)
    PosixPath('out/scan-p3-s2.overlay.jpg')
    """
    name = overlay.name.removesuffix(OVERLAY_SUFFIX)
    suffix = (f"-p{page}" if page else "") + (f"-s{sheet}" if sheets > 1 else "")
    return overlay.with_name(f"{name}{suffix}{OVERLAY_SUFFIX}")


def _write_overlay(photo: Photo, sheet: SheetReading, place: Path) -> None:
    image = photo.image_at(SIDE)
    drawn = draw_reading(image, sheet.scaled(photo.scale_of(image)))
    PillowImage.fromarray(drawn).save(place, quality=OVERLAY_QUALITY)
