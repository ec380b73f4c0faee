"""Reading many photo files in order: each ends in one outcome, in this process or in several."""

import signal
from collections.abc import Iterator, Sequence
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
from vision import SheetReading, draw_reading
from vision.context import Known

OVERLAY_QUALITY = 88


@dataclass(frozen=True, slots=True)
class PhotoFile:
    """A file to be read, and what to do with it."""

    path: Path
    side: Side | None = None
    overlay: Path | None = None
    """Where the checked picture goes, if one is wanted."""
    known: Known | None = None
    """What else is known of the sheet."""


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """How a file ended."""

    reading: Reading
    overlay: Path | None = None
    """The checked picture, if it was written."""
    overlay_problem: str = ""
    """Why it was not, though it was wanted."""
    sheet: SheetReading | None = None
    """What was read, with all its probabilities; None if the photo was rejected."""


def name_files(paths: Sequence[Path], *, side: Side | None, overlays: Path | None) -> list[PhotoFile]:
    """Give every file its own overlay in the folder, if there is one."""
    if overlays is None:
        return [PhotoFile(path, side) for path in paths]
    names = distinct_names(paths)
    return [
        PhotoFile(path, side, overlays / f"{name}{OVERLAY_SUFFIX}")
        for path, name in zip(paths, names, strict=True)
    ]


def read_files(files: Sequence[PhotoFile], *, workers: int = 1) -> Iterator[FileOutcome]:
    """Read the files, in their order, by one or several processes.

    Raises:
        ModelError: The installation lacks a model.
    """
    if workers == 1:
        yield from map(read_file, files)
        return
    yield from _read_in_pool(files, workers)


def _read_in_pool(files: Sequence[PhotoFile], workers: int) -> Iterator[FileOutcome]:
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts)
    try:
        futures = [pool.submit(read_file, file) for file in files]
        for file, future in zip(files, futures, strict=True):
            yield _result(file, future)
    finally:  # also when interrupted, or when nobody reads on: what has not begun is not begun
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts() -> None:
    """Let only the parent process answer Ctrl-C, so that no worker prints a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def read_file(file: PhotoFile) -> FileOutcome:
    """Read one file, and write its overlay if it has a sheet."""
    name = shown_name(file.path)
    try:
        photo = read_bytes(file.path)
    except UnreadableFileError as error:
        return FileOutcome(rejected(name, error.reason))
    outcome = load_reader().read_photo(photo, name, side=file.side)
    if file.known:
        outcome = in_context(outcome, file.known)
    if file.overlay is None:
        return FileOutcome(outcome.reading, sheet=outcome.sheet)
    return _with_overlay(outcome, file.overlay)


@cache
def load_reader() -> PhotoReader:
    """Return this process's reader."""
    return PhotoReader()


def _result(file: PhotoFile, future: Future[FileOutcome]) -> FileOutcome:
    try:
        return future.result()
    except BrokenExecutor as error:  # a worker was killed; the files it had not finished are lost to it
        return FileOutcome(rejected(shown_name(file.path), internal_error(error)))


def _with_overlay(outcome: Outcome, overlay: Path) -> FileOutcome:
    if outcome.image is None or outcome.sheet is None:
        return FileOutcome(outcome.reading)
    try:
        picture = PillowImage.fromarray(draw_reading(outcome.image, outcome.sheet))
        picture.save(overlay, quality=OVERLAY_QUALITY)
    except OSError as error:
        problem = f"{overlay}: {error.strerror or error}"
        return FileOutcome(outcome.reading, overlay_problem=problem, sheet=outcome.sheet)
    return FileOutcome(outcome.reading, overlay, sheet=outcome.sheet)
