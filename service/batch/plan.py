"""Plans the work left to do in a folder, from the hashes of its files and from the ledger."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from service.batch.documents import LedgerLine
from service.batch.folder import InputFile
from service.work.tasks import PageCount


@dataclass(frozen=True, slots=True)
class Step:
    """A file whose line is to be written."""

    file: InputFile
    count: PageCount
    duplicate_of: str | None = None
    """The key of an earlier file with the same bytes, which has a line when this one's turn comes."""


def plan_steps(looked: Iterable[tuple[InputFile, PageCount]], lines: Sequence[LedgerLine]) -> list[Step]:
    """Return the files that have no line yet, or have changed, in order.

    The line of a duplicate stands only as long as the file that it names has the same bytes.
    """
    seen = list(looked)
    now = {file.key: count.sha256 for file, count in seen}
    originals = {
        line.sha256: line.key
        for line in lines
        if line.duplicate_of is None and line.sha256 and now.get(line.key, line.sha256) == line.sha256
    }
    settled = {line.key for line in lines if _stands(line, now, originals)}
    steps: list[Step] = []
    for file, count in seen:
        if file.key in settled:
            continue
        original = originals.get(count.sha256) if count.sha256 else None
        steps.append(Step(file, count, original))
        if count.sha256 and original is None:
            originals[count.sha256] = file.key
    return steps


def _stands(line: LedgerLine, now: Mapping[str, str | None], originals: Mapping[str, str]) -> bool:
    """Whether the file is still what its line tells of."""
    if line.sha256 is None or now.get(line.key) != line.sha256:
        return False
    return line.duplicate_of is None or originals.get(line.sha256) == line.duplicate_of
