"""Learning from corrections: `python -m datasets.corrections build|flag|retrain|swap|rollback ...`.

build STORE --out DIR            what people said, as data to learn from (DIR/train) and to test on (DIR/test)
flag DIR --picture FLAGS.png     corrections that are likely wrong, to be looked at
retrain DIR/train --sheets DRAWN --calibrate SHEETS --out RUN
                                 let the released network learn on (needs torch); RUN/model is the candidate
swap CANDIDATE --tests DIR...    put it in place of the released model if no test set gets worse
rollback KEPT                    take back what a swap did
"""

import argparse
import hashlib
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from datasets.corrections.corrected import FILE, CorrectedSet, build
from datasets.corrections.flags import draw_flags, find_flags, without
from datasets.corrections.swap import TestSet, compare_all, install, roll_back
from datasets.draw.orders import at_least, check_folder, check_for_training, note_down
from datasets.release.place import check_held_out
from vision import load_classifier
from vision.corrections import CorrectionStore

MODELS = Path("models")
KEPT = Path("data/models-before")
MOST_SHOWN = 100  # flags in the picture


def build_sets(args: argparse.Namespace) -> None:
    """Turn a store into data, split by writer."""
    if not args.store.is_dir():
        sys.exit(f"there is no folder {args.store}")
    built = build(CorrectionStore(args.store))
    for problem in built.problems:
        print(f"left out: {problem}", file=sys.stderr)
    for split, data in built.sets.items():
        data.save(args.out / split)
        note_down(args.out / split, {"split": split})
        wrong = int((data.terrain != data.read).sum())
        writers = len({name for name in data.writer.tolist() if name})
        people = f"{len(data)} sheets of {writers} named writers"
        print(f"{split}: {people}; {data.squares} squares, {wrong} of them read wrong")


def flag_labels(args: argparse.Namespace) -> None:
    """Print the corrections that are likely wrong, and perhaps draw them."""
    for split in ("train", "test"):
        data = CorrectedSet.load(args.data / split)
        flags = find_flags(data, load_classifier()) if len(data) else []
        print(f"{split}: {len(flags)} of {data.squares} squares")
        for found in flags:
            print(f"  {found}; {data.sheet[found.sheet]}")
        if args.picture and flags:
            path = args.picture.with_stem(f"{args.picture.stem}-{split}")
            draw_flags(data, flags[:MOST_SHOWN], path)
            print(f"  drawn in {path}")


def retrain_network(args: argparse.Namespace) -> None:
    """Go on training, and export the candidate."""
    check_for_training(args.data, args.sheets)
    check_held_out(args.calibrate)
    if find_spec("torch") is None:
        sys.exit("training needs PyTorch, which `make .venv/train` installs")
    import torch

    from datasets.corrections.retrain import release_candidate, retrain
    from datasets.draw.flat.sheetset import SheetSet

    torch.set_num_threads(args.threads)
    released, corrected = load_classifier(), CorrectedSet.load(args.data)
    if not len(corrected):
        sys.exit(f"nobody corrected anything in {args.data}, so there is nothing to learn")
    check_folder(made_of(args, MODELS / released.name))
    if not args.with_flagged:
        flags = find_flags(corrected, released)
        corrected = without(corrected, flags)
        print(f"{len(flags)} squares that are likely wrong are left out; flag shows them", flush=True)
    drawn = SheetSet.load(args.sheets, most=args.most)
    retrain(MODELS / released.name, drawn, corrected, args.out, steps=args.steps, seed=args.seed)
    print(f"the candidate is {release_candidate(args.out, args.calibrate)}")


def made_of(args: argparse.Namespace, released: Path) -> argparse.Namespace:
    """Return all that a retrained network depends on; of the corrections and the released one, hashes."""
    files = {"corrections": args.data / FILE, "released": released / "context" / "model.onnx"}
    digests = {name: hashlib.sha256(path.read_bytes()).hexdigest()[:12] for name, path in files.items()}
    chosen = {name: getattr(args, name) for name in ("sheets", "most", "with_flagged", "steps", "seed")}
    return argparse.Namespace(out=args.out, **chosen, **digests)


def swap_model(args: argparse.Namespace) -> None:
    """Compare the candidate with the released model, and put it in its place if nothing gets worse."""
    if not (args.candidate / "eye").is_dir():
        sys.exit(f"there is no retrained network in {args.candidate}")
    for folder in args.tests:
        check_held_out(folder)
    released = load_classifier()
    candidate = load_classifier(str(args.candidate.resolve()))  # an absolute path leaves `models` behind
    candidate = replace(candidate, beside=released.beside, doubt_below=released.doubt_below)
    tests = [test for test in map(TestSet.load, args.tests) if not test.is_empty]
    if not tests:
        sys.exit(f"{released.name} stays: there are no sheets to test the candidate on")
    compared = compare_all(released, candidate, tests)
    for comparison in compared:
        print(comparison)
    if not all(comparison.is_no_worse for comparison in compared):
        sys.exit(f"{released.name} stays: the candidate is not shown to be as good everywhere")
    if args.dry:
        return print(f"{released.name} would be replaced")
    kept = install(args.candidate, MODELS / released.name, KEPT)
    print(f"{released.name} is replaced; take it back with: python -m datasets.corrections rollback {kept}")
    print("the model card still tells of the one before: run make bench")


def take_back(args: argparse.Namespace) -> None:
    """Put a kept model back."""
    name, _, _ = args.kept.name.rpartition("-")
    current = MODELS / name
    roll_back(args.kept, current)
    print(f"{current} is {args.kept.name} again")


def main() -> None:
    """Parse the command line and do what it asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("build")
    command.add_argument("store", type=Path)
    command.add_argument("--out", type=Path, required=True)
    command.set_defaults(run=build_sets)
    command = commands.add_parser("flag")
    command.add_argument("data", type=Path, help="what build wrote")
    command.add_argument("--picture", type=Path)
    command.set_defaults(run=flag_labels)
    command = commands.add_parser("retrain")
    command.add_argument("data", type=Path, help="the train folder of what build wrote")
    command.add_argument("--sheets", type=Path, required=True, help="drawn sheets, to be learned from too")
    command.add_argument("--calibrate", type=Path, required=True, help="sheets by hands unseen in training")
    command.add_argument("--out", type=Path, required=True)
    command.add_argument("--with-flagged", action="store_true", help="learn from likely wrong labels too")
    command.add_argument("--steps", type=at_least(6), default=300)  # in a fifth of which the rate rises
    command.add_argument("--most", type=int, default=2000, help="of the drawn sheets")
    command.add_argument("--seed", type=at_least(0), default=1)
    command.add_argument("--threads", type=at_least(1), default=2)
    command.set_defaults(run=retrain_network)
    command = commands.add_parser("swap")
    command.add_argument("candidate", type=Path)
    command.add_argument("--tests", type=Path, nargs="+", required=True, help="folders of frozen test sets")
    command.add_argument("--dry", action="store_true", help="only tell")
    command.set_defaults(run=swap_model)
    command = commands.add_parser("rollback")
    command.add_argument("kept", type=Path)
    command.set_defaults(run=take_back)
    args = parser.parse_args()
    try:
        args.run(args)
    except FileNotFoundError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
