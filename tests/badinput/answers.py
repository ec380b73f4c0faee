"""How one bad file ends, and what in that is a finding."""

import io
import time
from dataclasses import dataclass, field

from service.documents import Reading, Sheet, Status
from service.intake.zips import ZipError, unpack
from service.readings.reader import PhotoReader
from tests.badinput.files import BadFile, Rows, Way
from tests.badinput.targets import PARSERS, REFUSED
from vision import VisionError, open_pages

OURS = ("internal_error",)
BESIDE_THE_MAP = ("boxes_uncertain", "boxes_contradict", "coins_uncertain", "sheet_unread")
"""Reasons for review that cast no doubt on the squares."""
FEW_DOUBTS = 12  # squares: with fewer, and no reason against the map, a person trusts the others
MOST_WRONG = 3  # squares of a damaged sheet that may be wrong without being doubted, as on whole ones
SOME = 3  # pages of a document, and files of a zip, that are read


@dataclass(frozen=True, slots=True)
class Answer:
    """How a file ended."""

    outcome: str
    """read, review or rejected; of several pages the most sure."""
    codes: tuple[str, ...]
    findings: tuple[str, ...]
    seconds: float = 0.0
    """Of the processor."""
    peak: int = 0
    """Bytes of memory that the process held at most."""


@dataclass
class _Pages:
    """What has come of the pages of a file."""

    outcomes: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)

    def answer(self) -> Answer:
        order = (Status.READ, Status.REVIEW, Status.REJECTED)
        surest = next(outcome for outcome in order if outcome in self.outcomes)
        return Answer(surest.value, tuple(self.codes), tuple(self.findings))


def answer(file: BadFile, reader: PhotoReader) -> Answer:
    """Return how the file ends."""
    pages = _Pages()
    began = time.process_time()
    if file.way is Way.PHOTO:
        _read(file.content, file, reader, pages)
    elif file.way is Way.ZIP:
        _unpack(file, reader, pages)
    else:
        taken = PARSERS[file.way](file.content)
        pages.outcomes.append(Status.REJECTED if taken == REFUSED else Status.READ)
    done = pages.answer()
    return Answer(done.outcome, done.codes, done.findings, time.process_time() - began)


def _unpack(file: BadFile, reader: PhotoReader, pages: _Pages) -> None:
    try:
        for number, packed in enumerate(unpack(io.BytesIO(file.content))):
            if packed.refusal is not None:
                pages.outcomes.append(Status.REJECTED)
                pages.codes.append(packed.refusal.code)
            if packed.photo is not None:
                with packed.photo as photo:
                    content = photo.read()
                if number < SOME:
                    _read(content, file, reader, pages, may_be_whole=True)
    except ZipError as error:
        pages.codes.append(error.reason.code)
    pages.outcomes.append(Status.REJECTED)


def _read(
    content: bytes, file: BadFile, reader: PhotoReader, pages: _Pages, *, may_be_whole: bool = False
) -> None:
    """Read some pages, as the service does: each by its number, or the only one."""
    try:
        opened = open_pages(content)
        numbers: list[int | None] = list(range(1, len(opened) + 1)) if opened.numbered else [None]
    except VisionError as error:
        pages.outcomes.append(Status.REJECTED)
        pages.codes.append(error.reason.code)
        return
    for number in numbers[:SOME]:
        reading = reader.read_page(content, file.name, number).reading
        pages.outcomes.append(reading.status)
        if reading.reason:
            pages.codes.append(reading.reason.code)
        pages.findings += _findings(reading, file.truth, may_be_whole)


def _findings(reading: Reading, truth: Rows | None, may_be_whole: bool) -> list[str]:
    code = reading.reason.code if reading.reason else None
    if code in OURS:
        return [f"{code}: {reading.reason and reading.reason.message}"]
    if may_be_whole or reading.status is Status.REJECTED:
        return []
    wrong = [_wrongly_sure(sheet, reading, truth) for sheet in reading.sheets]
    return [words for words in wrong if words]


def _wrongly_sure(sheet: Sheet, reading: Reading, truth: Rows | None) -> str:
    """Say what is wrong in an answer that casts no doubt on the map, if anything."""
    reason = sheet.reason or reading.reason
    if (reason and reason.code not in BESIDE_THE_MAP) or len(sheet.doubtful) >= FEW_DOUBTS:
        return ""
    if truth is None:
        return f"{len(sheet.doubtful)} doubts on garbage"
    wrong = sum(
        shown is not drawn and drawn is not None and (row, column) not in sheet.doubtful
        for row, (shown_row, drawn_row) in enumerate(zip(sheet.terrain, truth, strict=True))
        for column, (shown, drawn) in enumerate(zip(shown_row, drawn_row, strict=True))
    )
    most = 0 if reading.status is Status.READ else MOST_WRONG
    return f"{wrong} squares wrong without a doubt" if wrong > most else ""
