"""Figures on photos that nobody trained on: `python -m datasets.measure WHAT [FOLDER]`.

photos      squares read rightly: NNN.jpg + NNN.json with the truth, as draw.photo.generate writes them
peers       the same squares by plain readers: nearest neighbours, a small network, a fill threshold
ablations   what each part of the reader adds, on the same
lattices    where the sheets lie, node by node, turned and mirrored too, on the same
finding     printed 9 x 9 grids, clean and under stress, beside plain baselines: photos and a corners.csv
ledger      coins and numbers along the true lattice, on the same
judge       how often the judge of lattices is right, by how sure it is, on the same
refusals    photos without a sheet
spoilt      photos with truth, each spoilt in 33 ways: what is read wrongly without being asked about
ladders     ever worse photos: ten drawn ones, and ten of the folder
speed       beside a full decode: drawn photos, and some of the folder
throughput  sheets a minute for each core, beside a reader of answer sheets: some of the folder
engine      the rules
cuts        sheets that run out of the photo, drawn
heldout     squares of drawn sheets whose prints, strokes and cameras training never met
context     what the season before and the cards are worth to the reading
hands       what knowing the hand is worth
strips      coins and numbers on drawn strips of the paper below the map

The last six want no folder. `make bench` makes one report of nearly all. Nothing is learned from what is
measured. Where a folder is not here, what can be drawn is measured.
"""

import argparse
import sys
from collections.abc import Callable
from json import JSONDecodeError
from pathlib import Path

from datasets.measure.ablations import bench_ablations
from datasets.measure.certainty import bench_judge
from datasets.measure.context import bench_context
from datasets.measure.cuts import bench_cuts
from datasets.measure.engine import bench_engine
from datasets.measure.finding import bench_finding
from datasets.measure.hands import bench_hands
from datasets.measure.heldout import bench_heldout
from datasets.measure.ladders import bench_ladders
from datasets.measure.ledger import bench_ledger, bench_strips
from datasets.measure.peers import bench_peers
from datasets.measure.reading import bench_photos
from datasets.measure.sheets import bench_lattices, bench_refusals
from datasets.measure.speed import bench_speed
from datasets.measure.spoiling.stress import STRESSES
from datasets.measure.spoilt import bench_spoilt
from datasets.measure.throughput import bench_throughput
from datasets.measure.truths import PICTURES, photos_with_truth

MEASURED_IN: dict[str, Callable[[Path], None]] = {
    "photos": bench_photos,
    "ablations": bench_ablations,
    "peers": bench_peers,
    "lattices": bench_lattices,
    "ledger": bench_ledger,
    "judge": bench_judge,
    "refusals": bench_refusals,
    "spoilt": bench_spoilt,
}
"""Measures that take a folder of photos and nothing else."""

NEEDED = {
    "photos": ("corners",),
    "spoilt": ("corners",),
    "ablations": ("points",),
    "peers": ("points",),
    "lattices": ("points",),
    "judge": ("points",),
    "ledger": ("points", "coins", "boxes", "style"),
}
"""What each of them that wants truths wants of a truth, beside a map."""

SAMPLES = Path("tests/sheets")
ALONE: dict[str, Callable[[], None]] = {
    "engine": bench_engine,
    "cuts": bench_cuts,
    "heldout": bench_heldout,
    "context": bench_context,
    "hands": bench_hands,
    "strips": bench_strips,
}
"""Measures that take no folder."""


def main() -> None:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["finding", "ladders", "speed", "throughput", *MEASURED_IN, *ALONE])
    parser.add_argument("folder", type=Path, nargs="?", help="where the photos are, where any are")
    parser.add_argument("--stress", nargs="+", choices=["all", *STRESSES], default=["all"], help="of finding")
    parser.add_argument("--pictures", type=Path, help="where finding and ladders draw what went wrong")
    args = parser.parse_args()
    if args.what in ALONE:
        return ALONE[args.what]()
    folder = _present(args.folder)
    if args.what == "ladders":
        return bench_ladders(folder, args.pictures)
    if args.what == "speed":
        return bench_speed(folder)
    if args.what == "throughput":
        return bench_throughput(folder, SAMPLES)
    if args.folder is None:
        parser.error(f"say the folder with what {args.what} measures")
    if folder is None:
        sys.exit("So nothing was measured.")
    if args.what == "finding":
        if not (folder / "corners.csv").is_file():
            sys.exit(f"There is no corners.csv in {folder}.")
        kinds = tuple(STRESSES) if "all" in args.stress else tuple(args.stress)
        return bench_finding(folder, kinds, args.pictures)
    if args.what in NEEDED:
        _check_truths(folder, NEEDED[args.what])
    MEASURED_IN[args.what](folder)


def _check_truths(folder: Path, needed: tuple[str, ...]) -> None:
    """Say what is missing beside the photos of a folder.

    Raises:
        SystemExit: A truth is missing or cannot be read, or lacks something needed.
    """
    try:
        truths = list(photos_with_truth(folder))
    except JSONDecodeError as error:
        sys.exit(f"A truth in {folder} is no JSON: {error}")
    if not truths:
        sys.exit(f"No photo in {folder} has its truth beside it, as NNN.jpg and NNN.json.")
    for path, truth in truths:
        for part in needed:
            if part not in truth:
                sys.exit(f"The truth of {path} does not tell its {part}.")


def _present(folder: Path | None) -> Path | None:
    """Return the folder if it is here; say so if it is not.

    Raises:
        SystemExit: There are no photos in it.
    """
    if folder is None:
        return None
    if not folder.is_dir():
        print(f"{folder} is not here; what lies in ../shared does not ship with the project.")
        return None
    if not any(path.suffix.lower() in PICTURES for path in folder.rglob("*")):
        sys.exit(f"There are no photos in {folder}.")
    return folder


if __name__ == "__main__":
    main()
