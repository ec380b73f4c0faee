"""The plan of a batch: what was asked, and which files are left to be read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.customsides import fields_of, side_of
from service.batch.documents import BatchOptions, LedgerLine, LedgerPage, PageOfDocument
from service.batch.folder import InputFile
from service.batch.ledger import PagesUnderWay
from service.batch.paths import overlay_place
from service.documents import CustomSide
from service.readings.hints import NO_HINTS, Hints
from service.readings.storedhandwriting import Handwritings
from service.scores.scoring import Rules
from service.work.tasks import PageCount


@dataclass(frozen=True, slots=True)
class BatchRun:
    """A batch as it was asked for."""

    folder: Path
    out: Path
    rules: Rules = field(default_factory=Rules)
    hints: Hints = NO_HINTS
    """Hints on all photos."""
    final: bool = False
    """Whether final scores count, not those of the maps."""
    overlay: bool = False
    players: Mapping[str, str] = field(default_factory=dict)
    """Players by the names of files."""
    handwritings: Handwritings = field(default_factory=Handwritings)
    """The hands that are known, by the names of players."""
    resume: bool = False
    travel: bool = False
    """Whether the photos' bytes travel to the workers, who see no common folder."""

    @property
    def order(self) -> BatchOptions:
        """The options that may not change when the batch is resumed."""
        edicts = tuple(edict.name for edict in self.rules.edicts)
        layout = CustomSide.model_validate(fields_of(self.hints.layout)) if self.hints.layout else None
        return BatchOptions(
            edicts=edicts, season=self.rules.season, side=self.hints.side, layout=layout, final=self.final
        )

    def ordered(self, order: BatchOptions) -> "BatchRun":
        """Return the batch with these options."""
        fields = order.layout.model_dump(mode="json", exclude_none=True) if order.layout else None
        layout = side_of(fields, where="the layout") if fields else None
        rules, hints = Rules.of(order.edicts, order.season), Hints(order.side, layout=layout)
        return replace(self, rules=rules, hints=hints, final=order.final)

    def holds(self, pages: Iterable[LedgerPage]) -> bool:
        """Tell whether what was written of these pages is still there, and not removed by somebody."""
        maps = [sheet.map for page in pages for sheet in page.sheets]
        pictures = map(overlay_place, maps) if self.overlay else ()
        return all((self.out / place).exists() for place in (*maps, *pictures))


@dataclass(frozen=True, slots=True)
class FileToRead:
    """A file that is to be read."""

    file: InputFile
    count: PageCount
    duplicate_of: str | None = None
    """The key of an earlier file with the same bytes."""
    written: Mapping[int, PageOfDocument] = field(default_factory=dict)
    """The pages of a document that were written before the batch was interrupted, by their numbers."""

    @property
    def pages_to_read(self) -> int:
        """How many of its pages come, also those that are written."""
        return 0 if self.duplicate_of is not None else len(self.count.pages)


def plan_files(
    run: BatchRun,
    looked: Iterable[tuple[InputFile, PageCount]],
    lines: Sequence[LedgerLine],
    under_way: PagesUnderWay,
) -> list[FileToRead]:
    """Return the files that have no line yet, have changed, or whose results were removed, in order.

    The line of a duplicate stands only as long as the file that it names has the same bytes.
    """
    seen = list(looked)
    now = {file.key: count.sha256 for file, count in seen}
    lines = [line for line in lines if line.key not in now or run.holds(line.pages)]
    originals = {
        line.sha256: line.key
        for line in lines
        if line.duplicate_of is None and line.sha256 and now.get(line.key, line.sha256) == line.sha256
    }
    settled = {line.key for line in lines if _stands(line, now, originals)}
    steps: list[FileToRead] = []
    for file, count in seen:
        if file.key in settled:
            continue
        original = originals.get(count.sha256) if count.sha256 else None
        written = under_way.of(file.key, count.sha256)
        kept = {number: page for number, page in written.items() if run.holds([page.page])}
        steps.append(FileToRead(file, count, original, kept))
        if count.sha256 and original is None:
            originals[count.sha256] = file.key
    return steps


def _stands(line: LedgerLine, now: Mapping[str, str | None], originals: Mapping[str, str]) -> bool:
    """Tell whether the file is still the one that its line is about."""
    if line.sha256 is None or now.get(line.key) != line.sha256:
        return False
    return line.duplicate_of is None or originals.get(line.sha256) == line.duplicate_of
