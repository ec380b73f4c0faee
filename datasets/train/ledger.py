"""Train a ledger network on drawn strips.

python -m datasets.train.ledger places|coins|whole|numbers DATA --out RUN

DATA is a folder made by `python -m datasets.draw.ledger.stripset`, or for `coins` and `whole` by
`python -m datasets.draw.ledger.coinrows`. Training goes on where RUN's checkpoint stopped.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from datasets.draw.ledger.coinrows import CoinRows, load_rows
from datasets.draw.ledger.strip import EMPTY, FILLED, HUNDREDS, MINUS, NO_DIGIT, ONES, READABLE, UNKNOWN
from datasets.draw.ledger.stripset import SPARE, LedgerSet, load_ledgers
from datasets.draw.orders import at_least
from datasets.draw.sheet.ledger import NUMBERS
from datasets.train.ledger_networks import (
    COINS,
    DIGITS,
    ENDS,
    HEAT,
    NUMBER_CHANNELS,
    STRIDE,
    CoinsNet,
    NumbersNet,
    PlacesNet,
    WholeNet,
)
from datasets.train.loop import Course, half_precision, learn, seeded
from datasets.train.orders import begin_training, run_in_words, training_orders
from datasets.train.restore import SHOWN, restore
from vision.image import Image
from vision.read.coins import in_even_light
from vision.read.ledgercrops import COIN_PIXELS, NUMBER_SIZE, best_prints
from vision.read.strip import STRIP_SIZE

SMOOTHING = 0.003
STRANGE_PRINT = 0.08  # share of numbers that are shown with another print than their own
WHOLE_ROWS = 0.5  # share of the batches that show whole rows where rows are judged as a whole
FEWEST_WHOLE = 3  # coins of the others
BLANKS = 0.25  # share of a batch that is taken from all cells, written in or not
GRID = (STRIP_SIZE[1] // STRIDE, STRIP_SIZE[0] // STRIDE)  # rows and columns of the places' answer


Data = TypeVar("Data")


@dataclass(frozen=True, slots=True)
class Task(Generic[Data]):
    """One of the networks and how it learns."""

    net: Callable[[], nn.Module]
    load: Callable[[Path], Data]
    loss: Callable[[nn.Module, Data, np.random.Generator, int], Tensor]
    batch: int
    steps: int
    rate: float
    shown: Callable[[Data, np.random.Generator, int], Tensor]
    """So many pictures as the network takes them, by which a released one is restored."""


def damage(pictures: NDArray[np.uint8], rng: np.random.Generator) -> Tensor:
    """Dim, tint and grain each picture a little: (k, 3, height, width), 0..255."""
    k = len(pictures)
    gains = np.exp(rng.normal(0, 0.05, (k, 1, 1, 3)) + rng.normal(0, 0.1, (k, 1, 1, 1))).astype(np.float32)
    bends = np.exp(rng.normal(0, 0.15, (k, 1, 1, 1))).astype(np.float32)
    out = 255 * (pictures / np.float32(255) * gains).clip(0, 1) ** bends
    out += rng.standard_normal(out.shape, np.float32) * rng.uniform(0, 5, (k, 1, 1, 1)).astype(np.float32)
    return torch.from_numpy(np.ascontiguousarray(out.clip(0, 255).transpose(0, 3, 1, 2)))


def moved(pairs: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Cut numbers out of their spare paper, off the middle, slanted, stretched or blurred.

    Args:
        pairs: of each number its picture and that of its print, which are moved alike, (k, 2, h, w, 3).
        rng: for how they are moved.
    """
    width, height = NUMBER_SIZE
    middle = np.array([width / 2 + SPARE, height / 2 + SPARE]) - 0.5
    out = np.empty((len(pairs), 2, height, width, 3), np.uint8)
    for index, pair in enumerate(pairs):
        bend = np.eye(2) + rng.normal(0, (0.08, 0.1), (2, 2)) * [[1.0, 1.0], [0.4, 0.8]]
        start = middle + rng.normal(0, 2.0, 2) - bend @ (np.array([width, height]) / 2 - 0.5)
        blur = rng.uniform(0.4, 1.0) if rng.random() < 0.25 else 0.0
        for side, picture in enumerate(pair):
            out[index, side] = cv2.warpAffine(
                picture, np.column_stack([bend, start]), (width, height),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
            )  # fmt: skip
            if blur:
                out[index, side] = cv2.GaussianBlur(out[index, side], (0, 0), blur)
    return out


def with_prints(
    numbers: NDArray[np.uint8], chosen: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return the chosen numbers' pictures, each with its print's, (k, 2, h, w, 3).

    Some get another cell's instead, as not all publishers print all seasons alike.
    """
    width, height = NUMBER_SIZE
    pairs = np.empty((len(chosen), 2, *numbers.shape[1:]), np.uint8)
    for index, number in enumerate(chosen):
        sheet, cell = divmod(int(number), NUMBERS)
        cells = numbers[sheet * NUMBERS : (sheet + 1) * NUMBERS]
        twin = best_prints(cells[:, SPARE : SPARE + height, SPARE : SPARE + width])[cell]
        pairs[index] = cells[cell], cells[rng.integers(NUMBERS) if rng.random() < STRANGE_PRINT else twin]
    return pairs


def _strips(data: LedgerSet, rng: np.random.Generator, count: int) -> Tensor:
    return damage(data.small[np.sort(rng.integers(0, len(data.small), count))], rng)


def places_loss(net: nn.Module, data: LedgerSet, rng: np.random.Generator, batch: int) -> Tensor:
    """Return how little a batch's places agree with the truth."""
    chosen = rng.integers(0, len(data.small), batch)
    with half_precision():
        answer = net(damage(data.small[np.sort(chosen)], rng)).float()
    chosen = np.sort(chosen)
    slots, coins = np.asarray(data.slots[chosen]), np.asarray(data.coins[chosen])
    points = np.concatenate([slots, coins[:, :1], coins[:, -1:]], axis=1) / STRIDE - 0.5
    located = _spatial_surprise(answer[:, : NUMBER_CHANNELS + len(ENDS)], points)
    heat = torch.from_numpy(_heat(coins / STRIDE - 0.5))
    seen = functional.binary_cross_entropy_with_logits(answer[:, HEAT], heat, reduction="none")
    return located + (seen * (1 + 15 * heat)).mean() * 4


def _spatial_surprise(logits: Tensor, points: NDArray[np.float64]) -> Tensor:
    """Return the mean negative log-likelihood of points (b, k, 2) between the grid's points."""
    rows, columns = GRID
    b, k = points.shape[:2]
    flat = torch.cat([torch.zeros(b, k, 1), logits.flatten(2)], dim=2).log_softmax(dim=2)
    low = np.floor(np.nan_to_num(points, nan=-9.0))
    total = torch.zeros(b, k)
    weight = torch.zeros(b, k)
    for dx in (0, 1):
        for dy in (0, 1):
            x, y = low[..., 0] + dx, low[..., 1] + dy
            inside = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
            share = (1 - np.abs(np.nan_to_num(points[..., 0]) - x)) * (
                1 - np.abs(np.nan_to_num(points[..., 1]) - y)
            )
            share = torch.from_numpy(np.where(inside, share, 0.0).astype(np.float32))
            index = torch.from_numpy(np.where(inside, 1 + y * columns + x, 0).astype(np.int64))
            total = total + share * flat.gather(2, index[..., None])[..., 0]
            weight = weight + share
    return -(total + (1 - weight) * flat[..., 0]).mean()


def _heat(points: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return bumps of height 1 around points (b, 14, 2) on the grid."""
    rows, columns = GRID
    points = np.nan_to_num(points, nan=-99.0)
    x = np.exp(-((np.arange(columns) - points[..., :1]) ** 2) / 0.9)
    y = np.exp(-((np.arange(rows) - points[..., 1:]) ** 2) / 0.9)
    return np.asarray((y[..., :, None] * x[..., None, :]).max(axis=1), np.float32)


def _repainted(row: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Turn a row of coins upside down, swap its colours or blur it, which changes no coin."""
    row = row[::-1] if rng.random() < 0.5 else row
    row = row[..., rng.permutation(3)] if rng.random() < 0.3 else row
    if rng.random() < 0.2:
        row = np.asarray(cv2.GaussianBlur(row, (0, 0), rng.uniform(0.4, 1.2)), np.uint8)
    return row


def _rows(data: CoinRows, rng: np.random.Generator, count: int) -> Tensor:
    return damage(data.rows[np.sort(rng.integers(0, len(data.rows), count))], rng)


def coins_loss(net: nn.Module, data: CoinRows, rng: np.random.Generator, batch: int) -> Tensor:
    """Return how little a batch's coins agree with the truth."""
    chosen = np.sort(rng.integers(0, len(data.rows), batch))
    rows = np.stack([_repainted(row, rng) for row in data.rows[chosen]])
    rows = np.roll(rows, int(rng.integers(-2, 3)), axis=int(rng.integers(1, 3)))
    with half_precision():
        answer = net(damage(rows, rng)).float()
    truth = torch.from_numpy(data.filled[chosen])
    return functional.cross_entropy(answer, truth, ignore_index=UNKNOWN, label_smoothing=SMOOTHING)


def whole_loss(net: nn.Module, data: CoinRows, rng: np.random.Generator, batch: int) -> Tensor:
    """Return how little a batch's answers agree with whether none, some or all coins are filled."""
    count = COINS if rng.random() < WHOLE_ROWS else int(rng.integers(FEWEST_WHOLE, COINS))
    truth = rng.integers(0, 3, batch)
    with half_precision():
        answer = net(_stretches(data, rng, truth, count)).float()
    return functional.cross_entropy(answer, torch.from_numpy(truth), label_smoothing=SMOOTHING)


def _stretches(data: CoinRows, rng: np.random.Generator, filled: NDArray[np.int64], coins: int) -> Tensor:
    """Return so many coins each of some rows: none (0), some, or all (2) of them filled, as `filled` says."""
    runs = np.lib.stride_tricks.sliding_window_view(data.filled, coins, axis=1)
    fewest, most = runs.min(axis=2), runs.max(axis=2)
    held = np.where((fewest >= EMPTY) & (most <= FILLED), fewest + most, -1)  # else some are hidden
    stretches = []
    for kind in filled:
        rows, starts = np.nonzero(held == kind)
        row, start = rows[chosen := int(rng.integers(len(rows)))], starts[chosen] * COIN_PIXELS
        even = in_even_light(Image(_repainted(data.rows[row], rng)))
        stretches.append(even[:, start : start + coins * COIN_PIXELS])
    return damage(np.roll(np.stack(stretches), int(rng.integers(-2, 3)), axis=1), rng)


def _whole_rows(data: CoinRows, rng: np.random.Generator, count: int) -> Tensor:
    return _stretches(data, rng, rng.integers(0, 3, count), COINS)


def _as_input(pairs: NDArray[np.uint8], rng: np.random.Generator) -> Tensor:
    """Damage number and print, (k, 2, h, w, 3), alike; return (k, 6, h, w)."""
    k, _, height, width, _ = pairs.shape
    damaged = damage(pairs.reshape(k, 2 * height, width, 3), rng)
    return damaged.reshape(k, 3, 2, height, width).transpose(1, 2).reshape(k, 6, height, width)


def _numbers(data: LedgerSet, rng: np.random.Generator, count: int) -> Tensor:
    return _as_input(moved(with_prints(data.numbers, _chosen(data, rng, count), rng), rng), rng)


def _chosen(data: LedgerSet, rng: np.random.Generator, count: int) -> NDArray[np.int64]:
    """Return which cells a batch shows: most of them are written in."""
    written = np.flatnonzero(data.digits[:, ONES] != NO_DIGIT)
    blank = int(count * BLANKS)
    return np.sort(
        np.concatenate([rng.choice(written, count - blank), rng.integers(0, len(data.numbers), blank)])
    )


def numbers_loss(net: nn.Module, data: LedgerSet, rng: np.random.Generator, batch: int) -> Tensor:
    """Return how little a batch's numbers agree with the truth."""
    chosen = _chosen(data, rng, batch)
    truth = torch.from_numpy(np.asarray(data.digits[chosen]))
    with half_precision():
        answer = net(_as_input(moved(with_prints(data.numbers, chosen, rng), rng), rng)).float()
    legible, known = truth[:, READABLE] == 1, truth[:, READABLE] >= 0
    digits = answer[legible, : 3 * DIGITS].reshape(-1, DIGITS)
    minus, readable = answer[legible, 3 * DIGITS], answer[known, 3 * DIGITS + 1]
    return (
        3
        * functional.cross_entropy(
            digits, truth[legible, HUNDREDS : ONES + 1].flatten(), label_smoothing=SMOOTHING
        )
        + functional.binary_cross_entropy_with_logits(minus, truth[legible, MINUS].float())
        + functional.binary_cross_entropy_with_logits(readable, truth[known, READABLE].float())
    )


TASKS: dict[str, Task[Any]] = {
    "places": Task(PlacesNet, load_ledgers, places_loss, 16, 1500, 4e-3, _strips),
    "coins": Task(CoinsNet, load_rows, coins_loss, 32, 16000, 4e-3, _rows),
    "whole": Task(WholeNet, load_rows, whole_loss, 24, 6400, 3e-3, _whole_rows),
    "numbers": Task(NumbersNet, load_ledgers, numbers_loss, 96, 12000, 4e-3, _numbers),
}


def train(
    name: str, data: Path, run: Path, *, steps: int, rate: float, seed: int, start: Path | None = None
) -> nn.Module:
    """Train on a folder for so many steps in all, going on from the checkpoint in `run`.

    `rate` is the highest learning rate; `start` is a run or a released network that a new run begins with.
    """
    task = TASKS[name]
    lessons = task.load(data)
    torch.manual_seed(seed)
    net = task.net().to(memory_format=torch.channels_last)
    if start is not None:
        restore(net, start, task.shown(lessons, np.random.default_rng(seed), SHOWN))

    def loss_of(rng: np.random.Generator) -> tuple[Tensor, dict[str, Tensor]]:
        return task.loss(net, lessons, rng, task.batch), {}

    learn(net, run, Course(steps, rate, decay=5e-4, clips=False), seeded(seed, lambda rng: rng), loss_of)
    return net.eval()


def main() -> None:
    """Parse the command line and train."""
    parser = training_orders(__doc__)
    parser.add_argument("name", choices=sorted(TASKS))
    parser.add_argument("data", type=Path)
    parser.add_argument("--steps", type=at_least(1), help="how many in all, if not as many as for a release")
    parser.add_argument("--rate", type=float, help="the highest learning rate, likewise")
    args = begin_training(parser)
    task = TASKS[args.name]
    train(
        args.name, args.data, args.out,
        steps=args.steps or task.steps, rate=args.rate or task.rate, seed=args.seed, start=args.start,
    )  # fmt: skip


if __name__ == "__main__":
    run_in_words(main)
