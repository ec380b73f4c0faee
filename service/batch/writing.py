"""Writes the results of each file: first its maps, then its line in the ledger."""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version

from service.batch.documents import LedgerLine, LedgerPage, LedgerSheet, State
from service.batch.ledger import Ledger
from service.batch.paths import map_place, overlay_place
from service.batch.plan import BatchRun, FileToRead
from service.batch.players import player_of
from service.batch.reading import ReadStep, now
from service.batch.scoring import judge_page
from service.documents import Photo, Reading, Reason
from service.documents.readings import BLANK_PAGE
from service.readings.reader import rejected
from service.store.durable import write_whole
from service.work.tasks import PageResult
from vision import Reason as VisionReason

CHANGED = VisionReason(
    "changed_while_read",
    "The file changed while it was read.",
    "Wait until it is copied whole, and go on with --resume.",
)


class Writer:
    """Writes the files of one batch, one after another."""

    def __init__(self, run: BatchRun, ledger: Ledger) -> None:
        """Take the batch, and the lines that it has already."""
        self._run = run
        self._ledger = ledger
        self._places: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """Of each drawing, where its maps lie, and the file that each is of."""
        for line in ledger.lines:
            for page in line.pages:
                self._remember(line.key, page.sheets)

    def write(self, read: ReadStep) -> None:
        """Write a file's maps and overlays as its pages come, then its line.

        Raises:
            OSError: There is no room; then the file has no line.
        """
        models: list[str] = []
        pages: list[LedgerPage] = []
        self._forget(read.step.file.key)
        for result in read.pages:
            pages.append(self._write_page(read.step, result))
            models.extend([result.reading.model] if result.reading.model else [])
        state, reason = self._end(read.step, pages)
        line = LedgerLine(
            file=read.step.file.name,
            raw=read.step.file.raw,
            sha256=read.step.count.sha256,
            state=state,
            reason=reason,
            duplicate_of=read.step.duplicate_of,
            pages=tuple(pages),
            model=models[0] if models else None,
            rules=version("surveyor"),
            began=read.began,
            ended=now(),
        )
        self._ledger.add(line)

    def _end(self, step: FileToRead, pages: Sequence[LedgerPage]) -> tuple[State, Reason | None]:
        """Return the state of the file as a whole, and the reason."""
        if step.duplicate_of is not None:
            original = self._ledger[step.duplicate_of]
            return original.state, original.reason
        if step.count.rejection:
            return State.REJECTED, step.count.rejection.reason
        told = [page for page in pages if not (page.reason and page.reason.code == BLANK_PAGE)] or pages
        states = {page.state for page in told}
        reason = next((page.reason for page in told if page.reason), None)
        return (states.pop() if len(states) == 1 else State.REVIEW), reason

    def _write_page(self, step: FileToRead, result: PageResult) -> LedgerPage:
        reading, file = _checked(result.reading, step), step.file
        alone = len(step.count.pages) == len(reading.sheets) == 1
        page, maps = judge_page(
            reading,
            self._run.rules,
            final=self._run.final,
            name_map=partial(map_place, file.name, step.count.sha256 or ""),
            player=player_of(file.name, self._run.players) if alone else None,
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


def _checked(reading: Reading, step: FileToRead) -> Reading:
    """Return the reading, or a rejection if the file has changed since it was hashed."""
    if reading.photo.sha256 in (None, step.count.sha256):
        return reading
    photo = Photo(name=step.file.name, sha256=step.count.sha256, page=reading.photo.page)
    return rejected(step.file.name, CHANGED).model_copy(update={"photo": photo})
