"""What the command lines of trainings share."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import torch

from datasets.draw.orders import at_least, check_folder, check_for_training


def run_in_words(command: Callable[[], None]) -> None:
    """Run a command; what is not there is told in a line."""
    try:
        command()
    except FileNotFoundError as error:
        sys.exit(str(error))


def training_orders(about: str | None, *, threads: int = 2) -> argparse.ArgumentParser:
    """Return the parser of a training's command line, with the options that all of them have."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a released network, or a run, that a new run begins with")
    parser.add_argument("--seed", type=at_least(0), default=1)
    parser.add_argument("--threads", type=at_least(1), default=threads)
    return parser


def begin_training(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Parse the command line, let this process use so many threads, and note in the run what was asked for.

    Raises:
        SystemExit: The run was begun otherwise, or would learn from what is kept for tests.
    """
    args = parser.parse_args()
    data = args.data if isinstance(args.data, list) else [args.data]
    check_for_training(*data, *filter(None, [vars(args).get("scattered")]))
    check_folder(args)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    return args


def train_as_asked(about: str | None, train: Callable[..., object], *, steps: int) -> None:
    """Parse the command line and train.

    Args:
        about: what the command does.
        train: takes the folder of photos, that of the run, and by name `seed`, `steps` and `start`.
        steps: of training, unless others are asked for.
    """
    parser = training_orders(about, threads=1)
    parser.add_argument("data", type=Path)
    parser.add_argument("--steps", type=at_least(1), default=steps)
    args = begin_training(parser)
    train(args.data, args.out, seed=args.seed, steps=args.steps, start=args.start)
