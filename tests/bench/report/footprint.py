"""What a fresh process costs: the time until it has read a photo, and the memory it takes."""

import os
import sys
from pathlib import Path
from subprocess import PIPE, Popen

from datasets.measure.figures import Better, Figure, Row

ROUNDS = 5
BARE = "import cv2"
READY = "from vision import load_classifier; load_classifier()"
READ = (
    "import sys; from pathlib import Path; from vision import load_classifier, read_sheet\n"
    "known = load_classifier()\n"
    "for name in sys.argv[1:]: read_sheet(Path(name).read_bytes(), known)"
)
COMMAND = "from service.cli.main import main; main()"
PEAK = "VmHWM:"
WATCHED = f"""
import atexit
def tell():
    print("\\n" + next(line for line in open("/proc/self/status") if line.startswith("{PEAK}")))
atexit.register(tell)
"""
"""Lets a process tell its peak at its end; what the system tells of a child has its parent's memory in it."""
START = "Cold start: processor time of a fresh process over that of `python -c 'import cv2'`"
MEMORY = "Memory of a fresh process at its peak"
SOURCE = "python -m tests.bench.report --only footprint"


def footprint_figures(samples: Path, photos: Path | None) -> list[Figure]:
    """Return the cold starts as ratios, and the peaks in MB, on the sample photos and on large ones."""
    small = [str(path) for path in sorted(samples.glob("*/photo.jpg"))]
    large = [str(path) for path in sorted(photos.glob("*.jpg"))[:4]] if photos else []
    works = {
        "the models are loaded": (READY,),
        "a sample photo is read": (READ, small[0]),
        "four sample photos are read": (READ, *small),
        **({"four photos of 8 megapixels are read": (READ, *large)} if large else {}),
        "the command line has read a sample photo": (
            "from service.cli.main import main; main()",
            "read",
            small[0],
        ),
    }
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    bare = []
    for _ in range(ROUNDS):
        bare.append(spent_by(BARE))
        for name, arguments in works.items():
            spent[name].append(spent_by(*arguments))
    start, memory = Row(START, source=SOURCE), Row(MEMORY, source=SOURCE)
    times = [
        start.timed(
            f"until {name}", [own[0] / base[0] for own, base in zip(each, bare, strict=True)], "rounds"
        )
        for name, each in spent.items()
    ]
    peaks = {"only cv2 is imported": bare, **spent}
    return [
        *times,
        *(
            memory.timed(f"when {name}", [peak for _, peak in each], "rounds", unit="MB", better=Better.LESS)
            for name, each in peaks.items()
        ),
    ]


def spent_by(code: str, *arguments: str) -> tuple[float, float]:
    """Run Python code in a process of its own; return its processor seconds and its peak memory in MB.

    Raises:
        RuntimeError: It failed.
    """
    child = Popen([sys.executable, "-c", WATCHED + code, *arguments], stdout=PIPE, text=True)
    assert child.stdout is not None
    with child.stdout:
        said = child.stdout.read().splitlines()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)  # so that nobody waits for it again
    if child.returncode:
        raise RuntimeError(f"a fresh process ended with status {child.returncode}: {code[:60]}")
    peak = next(line for line in reversed(said) if line.startswith(PEAK))
    return used.ru_utime + used.ru_stime, int(peak.split()[1]) / 1024
