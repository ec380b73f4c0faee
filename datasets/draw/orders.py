"""Options that the commands which draw many things share."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import get_args

from datasets.draw.strokes import Split


def drawing_parser(description: str | None, *, count: int, seed: int) -> ArgumentParser:
    """Return a parser of a count and a seed, with these defaults, a folder and a number of processes."""
    parser = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    return parser


def add_split(parser: ArgumentParser) -> None:
    """Let a command draw with the strokes of people who are kept for tests."""
    parser.add_argument("--split", choices=get_args(Split), default="train", help="whose drawings to use")
