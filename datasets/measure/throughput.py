"""Measure how many sheets a core reads in a minute, beside a reader of answer sheets.

`python -m datasets.measure throughput [FOLDER]`. The stated pace of a public reader of answer sheets is 200
sheets a minute (OMRChecker's README). Here, from bytes to what is read, on one thread: ours, and a reader as
public ones are built (decode, the page's outline, straighten, mean grey of each cell against a threshold),
which can only tell filled from empty. Paces are by the processor's time, so that others on the machine change
them less.
"""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from datasets.measure.baselines import tutorial
from datasets.measure.cellreaders import FillThreshold, cells_of
from datasets.measure.figures import Better, Figure, Row
from datasets.measure.peers import THRESHOLD
from datasets.measure.sheets import encoded
from datasets.measure.speed import measured, shared_photos, tried
from datasets.measure.tables import tables
from engine import SIZE
from vision import Lattice, SheetClassifier, decode_photo, load_classifier, read_sheet
from vision.find.lattice import Points, nodes_between
from vision.image import shrink
from vision.read.cells import rectify

GROUP = "Throughput: sheets a minute for each core used"
SOURCE = "python -m datasets.measure throughput ../shared/data/photos"
STATED = 200  # sheets a minute, of a public reader of answer sheets
BAR = 3 * STATED
ROUNDS = 5
LARGE = "photos of 8 megapixels"
SMALL_COPIES = "the same, 1600 pixels long"
SMALL = 1600  # pixels of the long side of a small copy
THRESHOLD_GREY = 210.0  # what the fill threshold learns; its value costs no time
A_MINUTE = 60.0
OURS, DECODE = "Surveyor", "decode alone"


def bench_throughput(folder: Path | None, samples: Path) -> None:
    """Print the table."""
    print(tables(throughput_figures(folder, samples)))


def throughput_figures(folder: Path | None, samples: Path) -> list[Figure]:
    """Return the paces on photos of the folder, on small copies of them, and on the sample photos."""
    cv2.setNumThreads(1)
    classifier = load_classifier()
    sets = {"the sample photos": [path.read_bytes() for path in sorted(samples.glob("*/photo.jpg"))]}
    if folder:
        photos = [jpeg for _, jpeg in shared_photos(folder)]
        sets[LARGE] = photos
        sets[SMALL_COPIES] = [smaller(jpeg) for jpeg in photos]
    return [figure for name, photos in sets.items() for figure in _figures(name, photos, classifier)]


def _figures(stratum: str, photos: list[bytes], classifier: SheetClassifier) -> list[Figure]:
    paces: dict[str, list[float]] = {}
    beside = []
    for jpeg in photos:
        taken = measured(works(jpeg, classifier), ROUNDS)
        seconds = {name: float(np.median(rounds)) for name, rounds in taken.items()}
        for name, each in seconds.items():
            paces.setdefault(name, []).append(A_MINUTE / each)
        beside.append(seconds[OURS] / seconds[THRESHOLD])
    figures = []
    for name, values in paces.items():
        row, bar = Row(GROUP, stratum, name, SOURCE), BAR if name == OURS else None
        figures.append(row.timed("pace", values, "photos", unit="a minute", better=Better.MORE, bar=bar))
    ours = Row(GROUP, stratum, OURS, SOURCE)
    return [*figures, ours.timed("time over the fill threshold's", beside, "photos")]


def works(jpeg: bytes, classifier: SheetClassifier) -> dict[str, Callable[[], object]]:
    """Return what is measured on one photo."""
    coded = np.frombuffer(jpeg, np.uint8)
    return {
        DECODE: lambda: cv2.imdecode(coded, cv2.IMREAD_COLOR),
        THRESHOLD: lambda: read_filled(jpeg),
        OURS: lambda: tried(lambda: read_sheet(jpeg, classifier)),
    }


def read_filled(jpeg: bytes) -> object:
    """Tell which squares are filled, as readers of answer sheets do; nothing where no outline is found."""
    photo = decode_photo(jpeg)
    quad: Points | None = tutorial(photo, 11)
    if quad is None:
        quad = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * np.array(photo.shape[1::-1], np.float64)
    sheet = rectify(photo, Lattice(nodes_between(quad, SIZE)))
    return FillThreshold(THRESHOLD_GREY)(cells_of(sheet))


def smaller(jpeg: bytes) -> bytes:
    """Return a photo again as JPEG, `SMALL` pixels long."""
    photo = decode_photo(jpeg)
    return encoded(shrink(photo, min(1.0, SMALL / max(photo.shape))), quality=90)
