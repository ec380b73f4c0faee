"""Turn a training run into a released model: ONNX, settings, hash; `python -m datasets.release KIND RUN ...`.

The export is compared with the trained network before anything is written.
"""

import argparse
from pathlib import Path

import datasets.train  # noqa: F401  # first, as it says so where PyTorch is missing
from datasets.release.align import release_align
from datasets.release.judge import release_judge
from datasets.release.lattice import release_lattice
from datasets.release.ledger import release_ledger
from datasets.release.terrain import release_terrain
from datasets.train.orders import run_in_words

MODELS = Path("models")


def main() -> None:
    """Parse the command line and release."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("lattice", "align", "judge", "terrain", "ledger"))
    parser.add_argument("run", type=Path)
    parser.add_argument(
        "--calibrate", type=Path, help="a folder of what training never saw: photos, sheets or strips"
    )
    parser.add_argument(
        "--beside",
        type=Path,
        help="a released model that has a say, too: of terrain, or of the ledger on coins",
    )
    args = parser.parse_args()
    if args.kind in ("terrain", "ledger") and args.calibrate is None:
        parser.error(f"say with --calibrate what the {args.kind} is calibrated on")
    if args.kind == "lattice":
        release_lattice(args.run, MODELS / "lattice_v4")
    elif args.kind == "align":
        release_align(args.run, MODELS / "align_v2")
    elif args.kind == "judge":
        release_judge(args.run, MODELS / "judge_v2", args.calibrate)
    elif args.kind == "terrain":
        release_terrain(args.run, MODELS / "terrain_v19", args.calibrate, args.beside)
    else:
        release_ledger(args.run, MODELS / "ledger_v9", args.calibrate, args.beside)


if __name__ == "__main__":
    run_in_words(main)
