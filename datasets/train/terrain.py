"""Train the terrain network on drawn sheets: `python -m datasets.train.terrain DATA --out RUN`.

DATA are folders made by `python -m datasets.draw.flat.sheetset`. Training goes on where RUN's checkpoint
stopped. With `--start models/terrain_v19` it is one more cycle for a released network, instead of all of them
from nothing. Beside the terrain of each square the network learns which kind of drawing stands there: a fir
or a palm, an axe or a sword.

With `--scattered`, half of every batch are sheets on which each square is drawn by another person: the eye
meets a hundred hands a sheet instead of one or two. Terrains do not stand there as often as usual, which is
made up for by the logit adjustment of Menon et al. (2020, arXiv 2007.07314); and squares are only asked about
by themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Self

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from datasets.draw.flat.sheet import KINDS, LABELS, NO_LABEL
from datasets.draw.flat.sheetset import SheetSet
from datasets.draw.flat.spoils import KEPT, LOST, spoil
from datasets.draw.orders import at_least
from datasets.train.loop import Course, half_precision, in_turn, learn, seeded
from datasets.train.networks import TerrainNet
from datasets.train.orders import begin_training, run_in_words, training_orders
from datasets.train.restore import restore_terrain
from vision.image import Image
from vision.read.roughpaper import smooth_paper

WIDTH = 24
BATCH = 8  # sheets
SHIFT = 2  # pixels a sheet is moved at most
MISTAKEN = 0.2  # share of sheets of which the printed ruins are not known well
MISSED, IMAGINED = 0.3, 0.01  # shares of their ruins that are not known, and of other squares taken for ruins
MARKS = 0.2  # weight of the marks' losses beside the terrain's
ALONE = 0.5  # and of the terrain by each square alone
OF_KINDS = 0.5  # and of the kinds of drawings


@dataclass(frozen=True, slots=True)
class Cycle(Course):
    """A course on some of the sheets."""

    rise: float = 0.15
    sheets: int = 0
    """How many of the sheets are used, the first ones."""


# what terrain_v19 went through differs, see its card; sheets of any edition come last
CYCLES = (
    Cycle(6000, 2.5e-3, sheets=6000),
    Cycle(4000, 1.5e-3, sheets=8000),
    Cycle(6000, 1.5e-3, sheets=10000),
    Cycle(5500, 1.2e-3, sheets=19700),
)
ONE_MORE = Cycle(12000, 1.5e-3, sheets=17000)


@dataclass(frozen=True)
class Batch:
    """Some sheets as the network takes them, and what stands on them."""

    sheet: Tensor
    """(b, 3, 368, 368), RGB in 0..255."""
    ruins: Tensor
    terrain: Tensor
    kinds: Tensor
    attacks: Tensor
    initials: Tensor
    foreign: Tensor
    adjustment: Tensor
    """(b, labels), added to the logits of squares alone; see `adjustment`."""
    scattered: Tensor
    """(b,), True for sheets of which nothing can be learned from one square about another."""

    @classmethod
    def take(
        cls,
        data: SheetSet,
        chosen: NDArray[np.int64],
        rng: np.random.Generator,
        adjustment: NDArray[np.float32] | None = None,
    ) -> Self:
        """Pick sheets, mirror some of them, spoil some, and damage their pictures a little.

        An adjustment is that of scattered sheets.
        """
        sheets = [_Labelled.of(data, int(k), bool(rng.random() < 0.5), rng) for k in chosen]
        columns = {f.name: np.stack([getattr(sheet, f.name) for sheet in sheets]) for f in fields(_Labelled)}
        labels = {name: torch.from_numpy(plane) for name, plane in columns.items() if name != "picture"}
        return cls(
            torch.from_numpy(damage(columns["picture"], rng)),
            _mistaken(labels["ruins"], rng).float(), labels["terrain"].long(), labels["kinds"].long(),
            labels["attacks"].float(), labels["initials"].long(), labels["foreign"].float(),
            torch.from_numpy(np.zeros(len(LABELS), np.float32) if adjustment is None else adjustment)
            .expand(len(chosen), -1),
            torch.full((len(chosen),), adjustment is not None),
        )  # fmt: skip

    def beside(self, other: Self) -> Self:
        """Return both in one."""
        return type(self)(*(torch.cat([getattr(self, f.name), getattr(other, f.name)]) for f in fields(self)))


@dataclass(frozen=True)
class _Labelled:
    """One sheet as it goes into a batch; see FlatSheet for what each array holds."""

    picture: NDArray[np.uint8]
    ruins: NDArray[np.bool_]
    terrain: NDArray[np.int8]
    kinds: NDArray[np.int8]
    attacks: NDArray[np.bool_]
    initials: NDArray[np.int8]
    foreign: NDArray[np.int8]

    @classmethod
    def of(cls, data: SheetSet, number: int, mirrored: bool, rng: np.random.Generator) -> Self:
        """Take a sheet, perhaps mirrored, and perhaps spoil it; what is lost then is something else."""
        step = -1 if mirrored else 1
        planes = [getattr(data, f.name)[number][:, ::step] for f in fields(cls)]
        picture, ruins, terrain, kinds, attacks, initials, foreign = planes
        other = data.picture[int(rng.integers(len(data)))]
        seen, lost = spoil(np.ascontiguousarray(picture), other, rng)
        terrain, kinds = (
            np.where(lost > LOST, NO_LABEL, named).astype(np.int8) for named in (terrain, kinds)
        )
        foreign = np.where(lost > LOST, 1, np.where(lost > KEPT, NO_LABEL, foreign)).astype(np.int8)
        return cls(seen, ruins.copy(), terrain, kinds, attacks.copy(), initials.copy(), foreign)


def _mistaken(ruins: Tensor, rng: np.random.Generator) -> Tensor:
    """Return the ruins as they are known of a print: on some sheets some are missed and others imagined."""
    badly_known = torch.from_numpy(rng.random((len(ruins), 1, 1)) < MISTAKEN)
    chance = torch.from_numpy(rng.random(ruins.shape))
    return torch.where(badly_known, torch.where(ruins, chance > MISSED, chance < IMAGINED), ruins)


def damage(pictures: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """Move, dim, tint, blur and grain each picture a little, and smooth rough paper: (k, 3, s, s), 0..255."""
    out = np.empty(pictures.shape, np.float32)
    grain = rng.standard_normal(pictures.shape[1:], np.float32)  # for all, as drawing it takes long
    for index, picture in enumerate(pictures):
        moved = np.roll(picture, rng.integers(-SHIFT, SHIFT + 1, 2).tolist(), axis=(0, 1)).astype(np.float32)
        if rng.random() < 0.15:
            moved = np.asarray(cv2.GaussianBlur(moved, (0, 0), rng.uniform(0.4, 1.0)), np.float32)
        gains = np.exp(rng.normal(0, 0.05, 3) + rng.normal(0, 0.08)).astype(np.float32)
        bend = float(np.exp(rng.normal(0, 0.12)))
        bent = 255 * (moved / 255 * gains).clip(0, 1) ** bend
        here = np.roll(grain, rng.integers(0, len(picture), 2).tolist(), axis=(0, 1))
        grainy = (bent + here * np.float32(rng.uniform(0, 6))).clip(0, 255).astype(np.uint8)
        out[index] = smooth_paper(Image(grainy))
    return np.ascontiguousarray(out.transpose(0, 3, 1, 2), np.float32)


def loss_of(net: TerrainNet, batch: Batch) -> tuple[Tensor, Tensor]:
    """Return the loss, and the terrain's logits."""
    with half_precision():
        alone, terrain, marks, kinds, _ = (part.float() for part in net(batch.sheet, batch.ruins))
    loss = mean_loss(terrain, torch.where(batch.scattered[:, None, None], NO_LABEL, batch.terrain))
    loss += ALONE * mean_loss(alone + batch.adjustment[:, :, None, None], batch.terrain)
    loss += OF_KINDS * mean_loss(kinds, batch.kinds)
    known = (batch.foreign != NO_LABEL).float()
    foreign = functional.binary_cross_entropy_with_logits(marks[:, 6], batch.foreign.clamp(min=0), known)
    attack = functional.binary_cross_entropy_with_logits(marks[:, 0], batch.attacks)
    initial = functional.cross_entropy(marks[:, 1:6], batch.initials)
    return loss + MARKS * (foreign + attack + initial), terrain


def train(
    data: SheetSet,
    run: Path,
    *,
    seed: int,
    cycles: Sequence[Cycle] = CYCLES,
    start: Path | None = None,
    scattered: SheetSet | None = None,
) -> TerrainNet:
    """Train cycle after cycle, from a released network or nothing, going on from the checkpoints in `run`."""
    torch.manual_seed(seed)
    net = restore_terrain(start, data, WIDTH) if start else TerrainNet(len(LABELS), len(KINDS), WIDTH)
    net = net.to(memory_format=torch.channels_last)
    draw = _Mixed(data, scattered, adjustment(data, scattered)) if scattered else partial(_batch, data)
    for cycle, folder, done in in_turn(run, cycles):
        batches = seeded(seed, partial(draw, min(cycle.sheets, len(data))))
        learn(net.train(), folder, cycle, batches, partial(_loss, net), done=done)
    return net.eval()


def _batch(data: SheetSet, sheets: int, rng: np.random.Generator) -> Batch:
    return Batch.take(data, rng.integers(0, sheets, BATCH), rng)


@dataclass(frozen=True)
class _Mixed:
    """Draws batches of which half are sheets with another person's drawing in each square."""

    data: SheetSet
    scattered: SheetSet
    adjustment: NDArray[np.float32]

    def __call__(self, sheets: int, rng: np.random.Generator) -> Batch:
        usual = Batch.take(self.data, rng.integers(0, sheets, BATCH // 2), rng)
        chosen = rng.integers(0, len(self.scattered), BATCH // 2)
        return usual.beside(Batch.take(self.scattered, chosen, rng, self.adjustment))


def adjustment(usual: SheetSet, scattered: SheetSet) -> NDArray[np.float32]:
    """Return the logarithm of how much more often each label stands on scattered sheets, (labels,)."""
    among, of_all = (_shares(sheets.terrain) for sheets in (scattered, usual))
    return np.log(among / of_all).astype(np.float32)


def _shares(terrain: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return how often each label stands in some squares; none counts as never."""
    counts = 1 + np.bincount(terrain[terrain != NO_LABEL], minlength=len(LABELS))
    return counts / counts.sum()


def _loss(net: TerrainNet, batch: Batch) -> tuple[Tensor, dict[str, Tensor]]:
    loss, terrain = loss_of(net, batch)
    right = terrain.argmax(dim=1) == batch.terrain
    whole = (batch.terrain != NO_LABEL) & ~batch.scattered[:, None, None]
    return loss, {"right": right[whole].float().mean()}


def mean_loss(logits: Tensor, labels: Tensor) -> Tensor:
    """Return the mean loss over the squares of which it is known what they hold."""
    return functional.cross_entropy(logits, labels, ignore_index=NO_LABEL)


def main() -> None:
    """Parse the command line and train."""
    parser = training_orders(__doc__)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--steps", type=at_least(1), nargs="+", help="cycles of so many, each half as fast")
    parser.add_argument("--rate", type=float, help="the highest learning rate of the first of them")
    parser.add_argument("--scattered", type=Path, help="sheets with another person's drawing in each square")
    args = begin_training(parser)
    if args.rate and not args.steps:
        parser.error("say with --steps how long to train at that rate")
    data = SheetSet.load(*args.data)
    cycles: tuple[Cycle, ...] = (ONE_MORE,) if args.start else CYCLES
    if args.steps:
        rate = args.rate or cycles[0].rate
        cycles = tuple(Cycle(n, rate / 2**k, sheets=len(data)) for k, n in enumerate(args.steps))
    scattered = SheetSet.load(args.scattered) if args.scattered else None
    train(data, args.out, seed=args.seed, cycles=cycles, start=args.start, scattered=scattered)


if __name__ == "__main__":
    run_in_words(main)
