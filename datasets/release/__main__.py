"""Turn a training run into a released model: ONNX, settings, hash; `python -m datasets.release KIND RUN ...`.

The export is compared with the trained network before anything is written.
"""

import argparse
from pathlib import Path

import datasets.train  # noqa: F401  # first, as it says so where PyTorch is missing
from datasets.release.finders import release_align, release_judge, release_lattice
from datasets.release.ledger import release_ledger
from datasets.release.terrain import release_terrain
from datasets.train.orders import run_in_words

MODELS = Path("models")
RELEASED = {
    "lattice": "lattice_v4",
    "align": "align_v2",
    "judge": "judge_v2",
    "terrain": "terrain_v19",
    "ledger": "ledger_v9",
}


def main() -> None:
    """Parse the command line and release."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=tuple(RELEASED))
    parser.add_argument("run", type=Path)
    parser.add_argument(
        "--calibrate", type=Path, help="a folder of what training never saw: photos, sheets or strips"
    )
    parser.add_argument(
        "--beside",
        type=Path,
        help="a released model that has a say, too: of terrain, or of the ledger on coins",
    )
    parser.add_argument("--into", type=Path, help="a model's folder, if not that of the one in use")
    args = parser.parse_args()
    if args.kind in ("terrain", "ledger") and args.calibrate is None:
        parser.error(f"say with --calibrate what the {args.kind} is calibrated on")
    if args.beside and not args.beside.is_dir():
        parser.error(f"there is no model in {args.beside}")
    into = args.into or MODELS / RELEASED[args.kind]
    if args.kind == "lattice":
        release_lattice(args.run, into)
    elif args.kind == "align":
        release_align(args.run, into)
    elif args.kind == "judge":
        release_judge(args.run, into, args.calibrate)
    elif args.kind == "terrain":
        release_terrain(args.run, into, args.calibrate, args.beside)
    else:
        release_ledger(args.run, into, args.calibrate, args.beside)


if __name__ == "__main__":
    run_in_words(main)
