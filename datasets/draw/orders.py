"""Options that the commands which draw many things share, and how a folder remembers them."""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import get_args

from datasets.draw.strokes import Split

NOTE = "order.txt"
"""The file of a folder that says by which options its contents are made."""
CHANGES_NOTHING = ("out", "workers", "threads")


def drawing_parser(description: str | None, *, count: int, seed: int) -> ArgumentParser:
    """Return a parser of a count and a seed, with these defaults, a folder and a number of processes."""
    parser = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=at_least(1), default=count)
    parser.add_argument("--seed", type=at_least(0), default=seed)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=at_least(1), default=2)
    return parser


def at_least(least: int) -> Callable[[str], int]:
    """Return what reads a whole number that is no smaller, for a parser."""

    def whole_number(text: str) -> int:
        number = int(text)
        if number < least:
            raise ArgumentTypeError(f"{number} is less than {least}")
        return number

    return whole_number


def add_split(parser: ArgumentParser) -> None:
    """Let a command draw with the strokes of people who are kept for tests."""
    parser.add_argument("--split", choices=get_args(Split), default="train", help="whose drawings to use")


def check_folder(options: Namespace) -> None:
    """Note in the folder `out` by which options its contents are made, so that the same command can go on.

    Raises:
        SystemExit: Other things lie there, or were made by other options.
    """
    folder: Path = options.out
    asked = {name: _in_words(value) for name, value in vars(options).items() if name not in CHANGES_NOTHING}
    if folder.exists() and not folder.is_dir():
        raise SystemExit(f"{folder} is no folder")
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / NOTE
    if all(path == note for path in folder.iterdir()):  # nothing is made yet
        note_down(folder, asked)
        return
    before = noted(folder)
    if not before:
        raise SystemExit(f"{folder} holds other things already; name another folder, or empty it")
    others = ", ".join(f"{name} {said}" for name, said in before.items() if said != asked.get(name))
    if before != asked:
        raise SystemExit(f"{folder} holds what was made with {others}; name another folder, or empty it")


def note_down(folder: Path, options: Mapping[str, str]) -> None:
    """Write into a folder by which options its contents are made."""
    (folder / NOTE).write_text(json.dumps(options, indent=1) + "\n", "utf-8")


def noted(folder: Path) -> dict[str, str]:
    """Return by which options a folder's contents are made; none of them where nobody noted it."""
    note = folder / NOTE
    said = note.read_text("utf-8") if note.exists() else ""
    return dict(json.loads(said)) if said else {}


def check_for_training(*folders: Path) -> None:
    """Let nobody learn from what is kept for tests.

    Raises:
        SystemExit: A folder holds that.
    """
    for folder in folders:
        if noted(folder).get("split") == "test":
            raise SystemExit(f"{folder} is kept for tests, so it is not learned from")


def tell_unfinished(folder: Path, there: int, things: str) -> None:
    """Say so where a folder holds fewer things than were to be drawn into it."""
    wanted = int(noted(folder).get("count", 0))
    if there < wanted:
        print(f"{folder} holds {there} of the {wanted} {things} that were to be drawn", file=sys.stderr)


def _in_words(option: object) -> str:
    return " ".join(map(str, option)) if isinstance(option, list) else str(option)
