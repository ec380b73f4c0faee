"""A batch that ends itself in the middle, as a process of its own: `killed.py FOLDER OUT REAL AFTER`."""

import os
import signal
import sys
from pathlib import Path

from service.batch.plan import BatchRun
from service.batch.run import run_batch
from service.scores.scoring import Rules
from service.work.workforce import Work, Workforce
from tests.service.batch.readers import WORDS
from tests.service.stubs import EDICTS


def main(folder: str, out: str, real: str, after: str) -> None:
    """Run, and be killed after so many files."""

    def tell(doing: str, done: int, of: int) -> None:
        if doing == "reading" and done == int(after):
            os.kill(os.getpid(), signal.SIGKILL)

    run = BatchRun(Path(folder), Path(out), Rules.of(EDICTS), resume=True)
    with Workforce(2, work=Work() if real == "real" else WORDS) as workforce:
        run_batch(run, workforce, tell)


if __name__ == "__main__":
    main(*sys.argv[1:])
