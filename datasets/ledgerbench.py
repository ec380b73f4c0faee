"""How well coins and numbers are read where the truth is known; nothing is learned from it.

python -m datasets.ledgerbench strips            (drawn strips, strokes that training did not see)
python -m datasets.ledgerbench photos FOLDER     (NNN.jpg + NNN.json; the true lattice is given)
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.intervals import share
from datasets.ledgerprint import MONSTERS, SLOTS
from datasets.ledgerstrip import NO_DIGIT, READABLE, StripSample, draw_strip
from vision import decode_photo
from vision.geometry import SheetGeometry
from vision.ledger import LedgerModel, LedgerReading, load_ledger, read_ledger, read_strip
from vision.strip import STRIP_SIZE, Strip

SEED = 31  # no training or calibration strip has it


@dataclass(frozen=True, slots=True)
class LedgerTruth:
    """What a perfect reader would read."""

    coins: int
    boxes: tuple[tuple[int | None, ...], ...]
    """Seasons that are filled in; None where no number was written."""
    final: int | None
    """The written final score."""
    stratum: str


@dataclass(frozen=True, slots=True)
class LedgerJudged:
    """One sheet, held against its truth."""

    truth: LedgerTruth
    reading: LedgerReading
    seconds: float

    @property
    def numbers(self) -> Iterator[tuple[int | None, int | None, float]]:
        """Truth, reading and confidence of each number in the seasons that are filled in."""
        for season, wanted in enumerate(self.truth.boxes):
            box = self.reading.boxes[season] if season < len(self.reading.boxes) else None
            sure = self.reading.boxes_confidence[season] if box else None
            yield from zip(wanted, box or (None,) * 5, sure or (0.0,) * 5, strict=True)

    @property
    def invented(self) -> int:
        """Numbers read in seasons that are not filled in."""
        unwritten = self.reading.boxes[len(self.truth.boxes) :]
        return sum(number is not None for box in unwritten for number in box or ())


def judge_strips(model: LedgerModel, *, seed: int, count: int) -> Iterator[LedgerJudged]:
    """Read drawn strips of lifelike games with strokes that training did not see.

    On a tenth of them something lies; there a number or a count may well be null, but not wrong.
    """
    seen = np.ones(STRIP_SIZE[::-1], np.bool_)
    for index in range(count):
        sample = draw_strip(seed, index, split="test", lifelike=True)
        if not np.isfinite(sample.coins).all() or not np.isfinite(sample.slots[:-1]).all():
            continue
        began = time.perf_counter()
        reading = read_strip(Strip(sample.picture, seen), model)
        yield LedgerJudged(_truth_of(sample), reading, time.perf_counter() - began)


def _truth_of(sample: StripSample) -> LedgerTruth:
    seasons = sample.numbers[:-1, :READABLE].reshape(-1, SLOTS, READABLE).tolist()
    boxes = [tuple(_number(place, *digits) for place, digits in enumerate(season)) for season in seasons]
    written = tuple(box for box in boxes if box != (None,) * SLOTS)
    final = _number(SLOTS, *sample.numbers[-1, :READABLE].tolist())
    return LedgerTruth(int(sample.marked.sum()), written, final, "drawn")


def _number(place: int, minus: int, *digits: int) -> int | None:
    if digits[-1] == NO_DIGIT:
        return None
    amount = int("".join(str(digit) for digit in digits if digit != NO_DIGIT))
    return -amount if minus or place == MONSTERS else amount


def judge_photos(model: LedgerModel, folder: Path) -> Iterator[LedgerJudged]:
    """Read photos along their true lattice."""
    for path in sorted(folder.glob("*.jpg")):
        truth = json.loads(path.with_suffix(".json").read_text())
        lattice = np.asarray(truth["points"], np.float64).reshape(12, 12, 2)
        image = decode_photo(path.read_bytes())
        began = time.perf_counter()
        reading = read_ledger(image, SheetGeometry(lattice, 0.0, 1.0), model)
        seconds = time.perf_counter() - began
        boxes = tuple((*box[:MONSTERS], -abs(box[MONSTERS]), box[-1]) for box in truth["boxes"])
        yield LedgerJudged(LedgerTruth(truth["coins"], boxes, None, truth["style"]), reading, seconds)


def ledger_table(judged: Sequence[LedgerJudged]) -> str:
    """Return the figures per stratum as a Markdown table."""
    groups: dict[str, list[LedgerJudged]] = defaultdict(list)
    for one in judged:
        groups["all"].append(one)
        groups[one.truth.stratum].append(one)
    lines = [
        "| stratum | sheets | coins right (95 %) | of those given | wrong | numbers right (95 %)"
        " | null | wrong (95 %) |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join(lines + [_row(name, group) for name, group in sorted(groups.items())])


def _row(name: str, group: Sequence[LedgerJudged]) -> str:
    given = [one for one in group if one.reading.coins is not None]
    right = sum(one.reading.coins == one.truth.coins for one in given)
    numbers = [pair[:2] for one in group for pair in one.numbers]
    legible = [pair for pair in numbers if pair[0] is not None]
    good = sum(truth == read for truth, read in legible)
    empty = sum(read is None for _, read in legible)
    bad = sum(read is not None and truth != read for truth, read in numbers)
    return (
        f"| {name} | {len(group)} | {share(right, len(group))} | {share(right, len(given))}"
        f" | {len(given) - right} | {share(good, len(legible))} | {empty / max(len(legible), 1):.1%}"
        f" | {share(bad, len(numbers))} |"
    )


def report(judged: Iterable[LedgerJudged]) -> None:
    """Print the table, the time, and numbers read where nothing is written."""
    all_judged = list(judged)
    print(ledger_table(all_judged))
    print(f"\nnumbers read where none is written: {sum(one.invented for one in all_judged)}")
    finals = [(one.truth.final, one.reading.final) for one in all_judged]
    written = [pair for pair in finals if pair[0] is not None]
    wrong = sum(read is not None and truth != read for truth, read in finals)
    print(f"final scores right: {share(sum(a == b for a, b in written), len(written))}, wrong: {wrong}")
    print(f"time for one ledger: {1000 * np.median([one.seconds for one in all_judged]):.0f} ms (median)")


def main() -> None:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("strips", "photos"))
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--count", type=int, default=300)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.what == "strips":
        return report(judge_strips(load_ledger(), seed=SEED, count=args.count))
    if args.folder is None or not args.folder.is_dir():
        sys.exit("say a folder of photos with truth; ../shared/data/photos does not ship with the project.")
    return report(judge_photos(load_ledger(), args.folder))


if __name__ == "__main__":
    main()
