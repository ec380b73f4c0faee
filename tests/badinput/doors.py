"""Two doors that can be tried in one process, the library and the command: what becomes of a file there."""

import io
import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from service.cli.main import run
from service.intake.zips import ZipError, unpack
from tests.badinput.documents import good_documents
from tests.badinput.files import BadFile, Way
from tests.badinput.targets import PARSERS, TAKEN
from vision import SheetClassifier, VisionError, open_pages, read_photo

OURS = ("internal_error", "reader_died", "reader_hung")
"""Reasons that are no fault of a file."""
SOME = 3  # pages of a document that are read
REJECTED, REVIEW, READ = "rejected", "review", "read"


def through_library(file: BadFile, classifier: SheetClassifier) -> str:
    """Read a file as a program does that imports `vision` or the engine."""
    if file.way is Way.PHOTO:
        return _surest(list(_read(file.content, classifier)))
    if file.way is Way.ZIP:
        return _surest([REJECTED, *_unpacked(file.content, classifier)])
    return READ if PARSERS[file.way](file.content) == TAKEN else REJECTED


def _surest(ends: list[str]) -> str:
    return next((end for end in (READ, REVIEW) if end in ends), REJECTED)


def _read(content: bytes, classifier: SheetClassifier) -> Iterator[str]:
    """Read the first pages, and the bytes as if they were those of a single picture."""
    try:
        pages = open_pages(content)
    except VisionError as error:
        yield _refused(error)
        return
    for number in range(min(SOME, len(pages))):
        try:
            reading = read_photo(pages[number], classifier)
            yield READ if all(sheet.reason is None for sheet in reading.sheets) else REVIEW
        except VisionError as error:
            yield _refused(error)


def _refused(error: VisionError | ZipError) -> str:
    assert error.reason.advice, error
    return REJECTED


def _unpacked(content: bytes, classifier: SheetClassifier) -> Iterator[str]:
    try:
        for number, packed in enumerate(unpack(io.BytesIO(content))):
            if packed.photo is None:
                continue
            with packed.photo as photo:
                held = photo.read()
            if number < SOME:
                yield from _read(held, classifier)
    except ZipError as error:
        yield _refused(error)


def through_command(file: BadFile, folder: Path) -> tuple[str, int]:
    """Give a file to each command that takes such a file, and hold what it prints to what it promises.

    Returns:
        What came of it, and how many pages it has, at least 1.
    """
    place = folder / "given" / f"a.{file.name.rpartition('.')[2]}"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(file.content)
    try:
        ends = [end for arguments in COMMANDS[file.way](place) for end in _run(list(arguments))]
    finally:
        place.unlink()
    return _surest(ends), max(1, len(ends)) if file.way is Way.PHOTO else 1


def _run(arguments: list[str]) -> list[str]:
    """Run a command and return what came of each page, or of the whole."""
    printed, complained = io.StringIO(), io.StringIO()
    with redirect_stdout(printed), redirect_stderr(complained):
        status = run(arguments)
    words = complained.getvalue()
    assert status in (0, 1, 2), (status, words)
    assert "Traceback" not in words, words
    assert "unexpected error" not in words, words
    assert all(line.startswith("surveyor: ") or not line for line in words.splitlines()), words
    if arguments[0] == "read":
        return [_status(line) for line in printed.getvalue().splitlines()]
    assert words or status == 0 or printed.getvalue(), (arguments, status)
    return [READ if status == 0 else REJECTED]


def _status(line: str) -> str:
    document = json.loads(line)
    assert document["reason"] is None or document["reason"]["code"] not in OURS, document["reason"]
    return str(document["status"])


def _photos(place: Path) -> Iterator[list[str]]:
    yield ["read", "--json", str(place)]


def _maps(place: Path) -> Iterator[list[str]]:
    yield ["score", "--json", "--edicts", "Greenbough", "--", str(place)]
    yield ["audit", str(place)]


def _readings(place: Path) -> Iterator[list[str]]:
    yield ["score", "--json", "--edicts", "Greenbough", "--", str(place)]
    yield ["correct", str(place), "--set", "A1=farm"]


def _sides(place: Path) -> Iterator[list[str]]:
    blank = place.with_name("map.json")
    blank.write_bytes(good_documents()[Way.MAP][1])
    yield ["score", "--json", "--layout", str(place), "--edicts", "Greenbough", "--", str(blank)]


def _lists(place: Path) -> Iterator[list[str]]:
    empty = place.with_name("empty")
    empty.mkdir(exist_ok=True)
    out = ["--out", str(place.with_name("out")), "--edicts", "Greenbough"]
    yield ["batch", str(empty), *out, "--players", str(place)]


COMMANDS: dict[Way, Callable[[Path], Iterator[list[str]]]] = {
    Way.PHOTO: _photos,
    Way.ZIP: _photos,
    Way.NOTATION: _maps,
    Way.MAP: _maps,
    Way.SIDE: _sides,
    Way.TRANSCRIPT: _maps,
    Way.CORRECTIONS: _readings,
    Way.READING: _readings,
    Way.PLAYERS: _lists,
}
"""What is run for a file of each sort."""
