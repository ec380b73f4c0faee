"""The steps that all releases share: load the network of a run, write the settings of a model."""

import hashlib
import json
from pathlib import Path
from typing import Any

import torch
from torch import nn

from datasets.train.checkpoints import NAME, load_weights


def trained(net: nn.Module, run: Path) -> nn.Module:
    """Return the network with the weights of a run, ready to be exported."""
    load_weights(run, net)
    return net.eval()


def facts_of(net: nn.Module, run: Path) -> dict[str, Any]:
    """Return what a model's settings say of its training."""
    steps = int(torch.load(run / NAME, weights_only=True)["step"])
    return {"parameters": sum(parameter.numel() for parameter in net.parameters()), "trained_steps": steps}


def write_config(folder: Path, settings: dict[str, Any]) -> None:
    """Write config.json beside model.onnx: its name, its hash and the settings; print it."""
    digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
    document = {"name": folder.name, "sha256": digest, **settings}
    (folder / "config.json").write_text(json.dumps(document, indent=2) + "\n")
    print(json.dumps(document, indent=2))
