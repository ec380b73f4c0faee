"""Writes the results of each file: first its maps, then its line in the ledger."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.metadata import version

from service.batch.documents import LedgerLine, LedgerPage, LedgerSheet, PageOfDocument, State
from service.batch.ledger import Ledger, PagesUnderWay
from service.batch.paths import map_place, overlay_place
from service.batch.plan import BatchRun, FileToRead
from service.batch.players import Place, player_of
from service.batch.reading import Page, ReadStep, now
from service.batch.scoring import judge_page
from service.documents import Photo, Reading, Reason
from service.readings.reader import rejected
from service.store.durable import write_whole
from service.work.tasks import PageCount, PageResult
from vision import Reason as VisionReason

CHANGED = VisionReason(
    "changed_while_read",
    "The file changed while it was read.",
    "Wait until it is copied whole, and go on with --resume.",
)
CHANGED_DOCUMENT = PageCount(None, rejection=rejected("", CHANGED))
NOT_HAD = frozenset({CHANGED.code, "unreadable_file"})
"""Reasons of a file whose bytes, as they were counted, nobody read."""


class Writer:
    """Writes the files of one batch, one after another."""

    def __init__(self, run: BatchRun, ledger: Ledger, under_way: PagesUnderWay) -> None:
        """Take the batch, the lines that it has already, and the pages without a line."""
        self._run = run
        self._ledger = ledger
        self._under_way = under_way
        self._places: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """Of each drawing, where its maps lie, and the file that each is of."""
        for line in ledger.lines:
            for page in line.pages:
                self._remember(line.key, page.sheets)

    def write(self, read: ReadStep, page_done: Callable[[], None]) -> None:
        """Write a file's maps and overlays as its pages come, then its line.

        A duplicate of one that could not be read gets none: it is to be read itself.

        Raises:
            OSError: There is no room; then the file has no line.
        """
        step = read.step
        self._forget(step.file.key)
        if step.duplicate_of is not None and self._ledger[step.duplicate_of].sha256 is None:
            self._ledger.forget(step.file.key)
            return
        written = []
        for page in read.pages:
            written.append(self._keep(step, page))
            page_done()
        pages = [each.page for each in written]
        if len(pages) > 1 and not self._is_unchanged(step):  # nobody hashed it at each page
            self._forget(step.file.key)
            step, pages = replace(step, count=CHANGED_DOCUMENT), []
        state, reason = self._end(step, pages)
        line = LedgerLine(
            file=step.file.name,
            raw=step.file.raw,
            sha256=step.count.sha256 if all(map(_is_had, pages)) else None,
            state=state,
            reason=reason,
            duplicate_of=step.duplicate_of,
            pages=tuple(pages),
            model=next((each.model for each in written if each.model), None),
            rules=version("surveyor"),
            began=read.began,
            ended=now(),
        )
        self._ledger.add(line)
        self._under_way.clear()

    def _is_unchanged(self, step: FileToRead) -> bool:
        """Tell whether a document still has the bytes that were counted, and so had them at each page."""
        with suppress(OSError), (self._run.folder / step.file.path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == step.count.sha256
        return False

    def _keep(self, step: FileToRead, page: Page) -> PageOfDocument:
        """Write a page, unless it was written before the batch was interrupted."""
        if isinstance(page, PageOfDocument):
            self._remember(step.file.key, page.page.sheets)
            return page
        written = PageOfDocument(
            key=step.file.key,
            sha256=step.count.sha256,
            page=self._write_page(step, page),
            model=page.reading.model,
        )
        if len(step.count.pages) > 1 and _is_had(written.page):
            self._under_way.add(written)
        return written

    def _end(self, step: FileToRead, pages: Sequence[LedgerPage]) -> tuple[State, Reason | None]:
        """Return the state of the file as a whole, and the reason."""
        if step.duplicate_of is not None:
            original = self._ledger[step.duplicate_of]
            return original.state, original.reason
        if step.count.rejection:
            return State.REJECTED, step.count.rejection.reason
        told = [page for page in pages if not page.is_blank] or pages
        states = {page.state for page in told}
        reason = next((page.reason for page in told if page.reason), None)
        return (states.pop() if len(states) == 1 else State.REVIEW), reason

    def _write_page(self, step: FileToRead, result: PageResult) -> LedgerPage:
        reading, file = _checked(result.reading, step), step.file

        def name_player(sheet: int, sheets: int) -> str | None:
            place = Place(reading.photo.page, len(step.count.pages), sheet, sheets)
            return player_of(file.name, self._run.players, place)

        page, maps = judge_page(
            reading,
            self._run.rules,
            final=self._run.final,
            name_map=partial(map_place, file.name, step.count.sha256 or ""),
            name_player=name_player,
        )
        for sheet, document in zip(page.sheets, maps, strict=True):
            write_whole(self._run.out / sheet.map, f"{document.to_line()}\n".encode("ascii"))
        for sheet, picture in zip(page.sheets, result.overlays, strict=False):
            write_whole(self._run.out / overlay_place(sheet.map), picture)
        sheets = tuple(map(self._compared, page.sheets))
        self._remember(file.key, sheets)
        return page.model_copy(update={"sheets": sheets})

    def _compared(self, sheet: LedgerSheet) -> LedgerSheet:
        """Return the sheet with the maps of other files and pages that are the same."""
        if sheet.drawing is None:
            return sheet
        return sheet.model_copy(update={"same_as": tuple(self._places[sheet.drawing])})

    def _remember(self, file: str, sheets: Sequence[LedgerSheet]) -> None:
        for sheet in sheets:
            if sheet.drawing:
                self._places[sheet.drawing][sheet.map] = file

    def _forget(self, file: str) -> None:
        """Leave out what a file showed when it was read before."""
        for places in self._places.values():
            for place in [place for place, of in places.items() if of == file]:
                del places[place]


def _is_had(page: LedgerPage) -> bool:
    return page.reason is None or page.reason.code not in NOT_HAD


def _checked(reading: Reading, step: FileToRead) -> Reading:
    """Return the reading, or a rejection if the file has changed since it was hashed."""
    if reading.photo.sha256 in (None, step.count.sha256):
        return reading
    photo = Photo(name=step.file.name, sha256=step.count.sha256, page=reading.photo.page)
    return rejected(step.file.name, CHANGED).model_copy(update={"photo": photo})
