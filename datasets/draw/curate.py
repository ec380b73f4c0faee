"""Choose the drawings by real people that may ship with the project and are worth drawing with.

People who draw a map want others to read it. So drawings that anybody would take for another terrain are left
out: blades of grass in a flat line, waves that stand up, hatchings that lie.

python -m datasets.draw.curate ../shared/data/strokes/strokes_dev.ndjson.gz
"""

import argparse
import gzip
import json
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.draw.strokes import CURATED_FILE, Polyline

ALLOWED_SOURCES = ("quickdraw-", "pendigits/", "omniglot/")  # CC BY 4.0, CC BY 4.0, MIT
SIMPLIFY_TOLERANCE = 1.5  # of 255; below the width of a pencil line
FLAT = 0.08  # height over width of a single line below which it is a dash, and nobody's water
MAX_POINTS = 220  # longer drawings are scribbled over and cost space
WAVES = ("ocean", "river", "mined:waves", "mined:wave1")
ACROSS = 1.0  # how far the ink of waves runs across at least for how far it runs up and down
UPRIGHT = 0.4  # share of the ink of blades, posts and hatchings that runs across at most
STANDING = 0.3  # height over width of blades at least; flatter ones are taken for water

LIMITS = {
    "tree": 306, "palm tree": 300, "bush": 200, "cactus": 150, "broccoli": 150,
    "house": 308, "barn": 302, "church": 200, "tent": 150, "castle": 120,
    "mined:waves": 240, "mined:wave1": 600, "ocean": 320, "river": 150,
    "mined:hatch_diag": 535, "grass": 314, "mined:hatch_hv": 420, "fence": 100, "asparagus": 100,
    "skull": 290, "dragon": 300, "cat": 150, "smiley face": 200, "face": 120, "bat": 100, "spider": 120,
    "octopus": 100, "owl": 60, "bear": 60, "lion": 60, "monkey": 50, "snake": 60, "crab": 60,
    "scorpion": 50, "shark": 50, "rabbit": 50, "pig": 40, "tiger": 40,
    "sword": 298, "star": 290, "axe": 300, "crown": 290, "helmet": 280, "yoga": 300, "knife": 200,
    "hammer": 200, "hat": 100, "shovel": 60, "broom": 40,
    "mined:x": 600, "mined:scribblefill": 200, "circle": 80, "bridge": 60, "jail": 30,
}  # fmt: skip
"""How many drawings of a kind are kept; kinds that are not named are left out."""

DIGIT_LIMIT = 600
LETTER_LIMIT = 14


@dataclass(frozen=True, slots=True)
class Extent:
    """The size of a drawing and where its ink goes."""

    width: float
    height: float
    horizontal: float
    """Share of the ink's length that runs within 35 degrees of the horizontal."""
    run_across: float
    run_down: float
    """How far the ink runs to and fro, and up and down."""


def curate(lines: Iterable[str]) -> list[dict[str, Any]]:
    """Return the records worth keeping, in a fixed order, no more of each label than its limit."""
    kept: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in map(json.loads, lines):
        if _is_allowed(record) and _is_readable(record):
            kept[record["label"]].append(record)
    return [record for label in sorted(kept) for record in _best(label, kept[label])]


def _is_allowed(record: dict[str, Any]) -> bool:
    return record["source"].startswith(ALLOWED_SOURCES) and _limit(record["label"]) > 0


def _limit(label: str) -> int:
    if label.startswith("digit:"):
        return DIGIT_LIMIT
    return LETTER_LIMIT if label.startswith("latin:") else LIMITS.get(label, 0)


def _best(label: str, records: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Pick the same arbitrary selection each time; drawings that Quick, Draw! recognised come first."""
    ordered = sorted(records, key=lambda r: (not r.get("recognized", True), zlib.crc32(r["id"].encode())))
    for record in ordered[: _limit(label)]:
        strokes = [_simplify(stroke) for stroke in record["strokes"]]
        yield {"id": record["id"], "label": label, "source": record["source"], "strokes": strokes}


def _simplify(stroke: list[list[float]]) -> list[list[int]]:
    points = np.array(stroke, np.float32)[:, :2]
    simple = cv2.approxPolyDP(points.reshape(-1, 1, 2), SIMPLIFY_TOLERANCE, closed=False)
    return [[round(float(x)), round(float(y))] for x, y in simple.reshape(-1, 2)]


def _is_readable(record: dict[str, Any]) -> bool:
    strokes = [np.array(stroke, np.float32)[:, :2] for stroke in record["strokes"]]
    if not strokes or sum(map(len, strokes)) > MAX_POINTS * 3:
        return False
    label, extent = record["label"], _extent(strokes)
    if label in WAVES:
        is_line = len(strokes) == 1 and (label == "river" or extent.height <= FLAT * extent.width)
        return extent.run_across >= ACROSS * extent.run_down and not is_line
    if label == "grass":
        return extent.horizontal <= UPRIGHT and extent.height >= STANDING * extent.width
    if label == "fence":
        return extent.horizontal <= UPRIGHT
    if label.startswith("mined:hatch"):
        return extent.horizontal <= UPRIGHT and _is_hatching(strokes, extent)
    if label == "mined:x":
        return min(extent.width, extent.height) > 0.45 * max(extent.width, extent.height)
    return True


def _is_hatching(strokes: list[Polyline], extent: Extent) -> bool:
    """Tell whether at least three long lines run side by side over a good part of the box."""
    if len(strokes) < 3 or max(extent.width, extent.height) == 0:
        return False
    chords = np.array([stroke[-1] - stroke[0] for stroke in strokes])
    lengths = np.hypot(chords[:, 0], chords[:, 1])
    middles = np.array([stroke.mean(0) for stroke in strokes])
    across = np.array([-chords.sum(0)[1], chords.sum(0)[0]])
    gaps = np.diff(np.sort(middles @ across / (np.hypot(*across) + 1e-6)))
    return bool(np.median(lengths) > 45 and np.median(np.abs(gaps)) > 5)


def _extent(strokes: list[Polyline]) -> Extent:
    points = np.concatenate(strokes)
    width, height = (points.max(0) - points.min(0)).tolist()
    steps = np.concatenate([np.diff(stroke, axis=0) for stroke in strokes])
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    flat = lengths[np.abs(steps[:, 1]) < 0.7 * np.abs(steps[:, 0])].sum()
    across, down = np.abs(steps).sum(axis=0).tolist()
    return Extent(width, height, float(flat / max(lengths.sum(), 1e-6)), across, down)


def write_curated(records: Iterable[dict[str, Any]], target: Path) -> None:
    """Write the records as compact gzipped lines; the same records give the same bytes."""
    text = "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records)
    target.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def main() -> None:
    """Read the stroke file named on the command line and write the curated one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("--out", type=Path, default=CURATED_FILE)
    arguments = parser.parse_args()
    with gzip.open(arguments.source, "rt", encoding="utf-8") as lines:
        records = curate(lines)
    write_curated(records, arguments.out)
    print(f"{len(records)} drawings, {arguments.out.stat().st_size / 1e6:.2f} MB, in {arguments.out}")


if __name__ == "__main__":
    main()
