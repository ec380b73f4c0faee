import csv
import io
from pathlib import Path

import pytest

from service.batch.documents import Batch, LedgerLine
from service.batch.ledger import LEDGER
from service.batch.paths import STANDINGS
from service.batch.plan import BatchRun
from service.batch.run import run_batch
from service.scores.scoring import Rules
from tests.service.batch.readers import HereAndNow
from tests.service.stubs import EDICTS


class Table:
    """A folder of photos, and the results of batches."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "photos"
        self.out = place / "out"
        self.folder.mkdir()

    def put(self, **photos: bytes) -> None:
        """Write photos by their names without an ending."""
        for name, photo in photos.items():
            (self.folder / f"{name}.jpg").write_bytes(photo)

    def run(self, workforce: HereAndNow | None = None, **options: object) -> Batch:
        """Run a batch in this process."""
        asked = {"rules": Rules.of(EDICTS)} | options
        run = BatchRun(self.folder, self.out, **asked)  # type: ignore[arg-type]
        with workforce or HereAndNow() as working:
            return run_batch(run, working)

    @property
    def ledger(self) -> list[LedgerLine]:
        """The lines of the ledger, each of another file."""
        texts = (self.out / LEDGER).read_text("ascii").splitlines()
        lines = [LedgerLine.model_validate_json(text) for text in texts]
        assert len({line.key for line in lines}) == len(lines)
        return lines

    @property
    def lines(self) -> dict[str, LedgerLine]:
        """They by the names of files."""
        return {line.file: line for line in self.ledger}

    @property
    def standings(self) -> list[dict[str, str]]:
        """The rows of the standings."""
        return list(csv.DictReader(io.StringIO((self.out / STANDINGS).read_text("utf-8"))))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)
