"""Checkpoints of a training run, written whole or not at all."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

NAME = "checkpoint.pt"


def save_checkpoint(run: Path, step: int, net: nn.Module, optimizer: Optimizer, plan: LRScheduler) -> None:
    """Write the state after `step` steps, replacing the last one in one move."""
    run.mkdir(parents=True, exist_ok=True)
    state = {
        "step": step,
        "net": net.state_dict(),
        "optimizer": optimizer.state_dict(),
        "plan": plan.state_dict(),
        "chance": torch.get_rng_state(),  # of dropout
    }
    torch.save(state, run / f"{NAME}.part")
    (run / f"{NAME}.part").replace(run / NAME)


def load_checkpoint(run: Path, net: nn.Module, optimizer: Optimizer, plan: LRScheduler) -> int:
    """Take up a run where it stopped; return how many steps it has done, 0 for a new one."""
    if not (run / NAME).exists():
        return 0
    state = torch.load(run / NAME, weights_only=True)
    give_weights(net, state["net"], run)
    optimizer.load_state_dict(state["optimizer"])
    plan.load_state_dict(state["plan"])
    torch.set_rng_state(state["chance"])
    return int(state["step"])


def load_weights(run: Path, net: nn.Module) -> None:
    """Give a network the weights of a run."""
    give_weights(net, torch.load(run / NAME, weights_only=True)["net"], run)


def trained(net: nn.Module, run: Path) -> nn.Module:
    """Return the network with the weights of a run, ready to be exported."""
    load_weights(run, net)
    return net.eval()


def facts_of(net: nn.Module, run: Path) -> dict[str, Any]:
    """Return what a model's settings say of its training; say so if it is not at its end."""
    state = torch.load(run / NAME, weights_only=True)
    steps, wanted = int(state["step"]), int(state["plan"]["total_steps"])
    if steps < wanted:
        print(
            f"{run} was cut off after {steps} of {wanted} steps; the same command trains on", file=sys.stderr
        )
    return {"parameters": sum(parameter.numel() for parameter in net.parameters()), "trained_steps": steps}


def give_weights(
    net: nn.Module, weights: Mapping[str, Tensor], folder: Path, *, strict: bool = True
) -> tuple[list[str], list[str]]:
    """Give a network the weights in that folder; return which it lacks, and which it has no place for.

    Raises:
        SystemExit: They are of another architecture.
    """
    try:
        missing, strange = net.load_state_dict(weights, strict=strict)
    except RuntimeError as error:
        raise SystemExit(f"{folder} is of another architecture") from error
    return missing, strange
