"""The loop that all trainings run: one rise and fall of the learning rate, reports and checkpoints."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from datasets.train.checkpoints import load_checkpoint, save_checkpoint

REPORTED = 100  # steps between two reports and checkpoints

Batch = TypeVar("Batch")


@dataclass(frozen=True, slots=True)
class Course:
    """A stretch in which the learning rate rises and falls once (Smith 2018, arXiv 1803.09820)."""

    steps: int
    rate: float
    """The highest learning rate."""
    decay: float = 1e-2
    """Of the weights, by AdamW."""
    rise: float = 0.3
    """Share of the steps in which the rate rises."""
    clips: bool = True
    """The gradient is no longer than 1."""


AnyCourse = TypeVar("AnyCourse", bound=Course)


def half_precision() -> torch.autocast:
    """Return what lets a network count in bfloat16 where the processor can, which is twice as fast.

    Where it cannot, bfloat16 is emulated, and ten times as slow as floats of 32 bits.
    """
    return torch.autocast("cpu", torch.bfloat16, enabled=torch.cpu._is_avx512_bf16_supported())


def in_turn(run: Path, courses: Sequence[AnyCourse]) -> Iterator[tuple[AnyCourse, Path, int]]:
    """Yield each course with its own folder in `run` and the count of steps before it."""
    done = 0
    for number, course in enumerate(courses, 1):
        yield course, run / f"cycle{number}", done
        done += course.steps


def seeded(seed: int, draw: Callable[[np.random.Generator], Batch]) -> Callable[[range], Iterator[Batch]]:
    """Return what draws the batch of each step in a range, by the seed and the step's number alone."""
    return lambda steps: (draw(np.random.default_rng([seed, step])) for step in steps)


def seeded_beside(
    seed: int, draw: Callable[[np.random.Generator], Batch]
) -> Callable[[range], Iterable[Batch]]:
    """Return what `seeded` does, but that a process beside this one draws."""
    return lambda steps: DataLoader(_Drawn(seeded(seed, draw), steps), batch_size=None, num_workers=1)


class _Drawn(IterableDataset):
    """The batches of some steps."""

    def __init__(self, batches: Callable[[range], Iterator[object]], steps: range) -> None:
        self.batches, self.steps = batches, steps

    def __iter__(self) -> Iterator[object]:
        cv2.setNumThreads(1)
        return self.batches(self.steps)


def learn(
    net: nn.Module,
    run: Path | None,
    course: Course,
    batches: Callable[[range], Iterable[Batch]],
    loss_of: Callable[[Batch], tuple[Tensor, Mapping[str, Tensor]]],
    *,
    done: int = 0,
) -> None:
    """Train a network in place, going on where the checkpoint in `run` stopped.

    Args:
        net: what learns.
        run: folder of the checkpoint; without one, none is kept.
        course: for how many steps and how fast.
        batches: gives the batch of each step in a range; a batch should depend on its step alone.
        loss_of: gives the loss on a batch, and figures to report beside it.
        done: count of steps in earlier courses.

    Raises:
        SystemExit: The checkpoint is one of a course of another length.
    """
    optimizer = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=course.decay)
    plan = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, course.rate, total_steps=course.steps, pct_start=course.rise
    )
    begun = load_checkpoint(run, net, optimizer, plan) if run else 0
    if plan.total_steps != course.steps:
        raise SystemExit(f"{run} has a run of {plan.total_steps} steps, not {course.steps}; name another one")
    if begun == course.steps:
        print(f"{run} has all {course.steps} steps already", flush=True)
    losses = []
    for step, batch in enumerate(batches(range(done + begun, done + course.steps)), begun + 1):
        loss, figures = loss_of(batch)
        optimizer.zero_grad()
        loss.backward()
        if course.clips:
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        plan.step()
        losses.append(loss.item())
        if step % REPORTED == 0 or step == course.steps:
            shown = [f"{name} {figure.item():.3f}" for name, figure in figures.items()]
            words = ", ".join([f"loss {np.mean(losses):.4f}", *shown])
            print(f"step {step} of {course.steps}: {words}", flush=True)
            losses.clear()
            if run:
                save_checkpoint(run, step, net, optimizer, plan)
