"""Measure one thing and write what came of it: `python -m tests.bench.report.apart NAME SHARED OUT`."""

import sys
from dataclasses import replace
from pathlib import Path

import cv2

from tests.bench.report.catalogue import MEASURES
from tests.bench.report.records import Outcome, append_outcome
from tests.bench.report.running import end_when_told


def main() -> None:
    """Measure."""
    end_when_told()
    name, shared, out = sys.argv[1:]
    cv2.setNumThreads(1)
    measure = next(one for one in MEASURES if one.name == name)
    figures = tuple(replace(one, source=measure.command) for one in measure.run(Path(shared)))
    append_outcome(Path(out), Outcome(name, figures))


if __name__ == "__main__":
    main()
