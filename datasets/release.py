"""Turn a training run into a released model: ONNX, settings, hash; `python -m datasets.release KIND RUN ...`.

The export is compared with the trained network before anything is written.
"""

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import nn

from datasets.calibrate import expected_calibration_error, fit_temperature, risk_threshold
from datasets.cellset import LABELS, CellSet, cut_folder
from datasets.checkpoints import NAME
from datasets.networks import LatticeNet, TerrainNet
from datasets.train_lattice import SIDE, STRIDE
from vision.cells import CROP_PIXELS

MODELS = Path("models")
ACCEPTED_RISK = 0.01  # share of squares wrong among those not called doubtful, on hands unseen in training
CLOSE_ENOUGH = 1e-3


def main() -> None:
    """Parse the command line and release."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("lattice", "terrain"))
    parser.add_argument("run", type=Path)
    parser.add_argument(
        "--calibrate", type=Path, help="generated folder with hands that training did not see"
    )
    args = parser.parse_args()
    if args.kind == "lattice":
        release_lattice(args.run, MODELS / "lattice_v1")
    else:
        release_terrain(args.run, args.calibrate, MODELS / "terrain_v1")


def release_lattice(run: Path, folder: Path) -> None:
    """Release the lattice network of a run."""
    net = _trained(LatticeNet(width=16), run)
    example = (torch.rand(1, 3, SIDE, SIDE) * 255,)
    _export(net, example, ["photo"], folder)
    _write_config(folder, {"side": SIDE, "stride": STRIDE, "parameters": _count(net), **_run_facts(run)})


def release_terrain(run: Path, calibration: Path, folder: Path) -> None:
    """Release the terrain network of a run, calibrated on other hands than it was trained on."""
    net = _trained(TerrainNet(len(LABELS), width=24), run)
    example = (torch.rand(3, 3, CROP_PIXELS, CROP_PIXELS) * 255, torch.tensor([0.0, 1.0, 0.0]))
    _export(net, example, ["cells", "ruins"], folder)
    held_out = cut_folder(calibration, all_cells=True)
    logits = classify_all(folder, held_out)
    temperature = fit_temperature(logits, held_out.labels)
    threshold = risk_threshold(logits / temperature, held_out.labels, ACCEPTED_RISK)
    _write_config(
        folder,
        {
            "labels": [str(label) for label in LABELS],
            "crop_pixels": CROP_PIXELS,
            "temperature": round(temperature, 4),
            "doubt_below": round(threshold, 4),
            "accepted_risk": ACCEPTED_RISK,
            "calibration_ece": round(expected_calibration_error(logits / temperature, held_out.labels), 5),
            "calibration_right": round(float((logits.argmax(1) == held_out.labels).mean()), 5),
            "parameters": _count(net),
            **_run_facts(run),
        },
    )


def classify_all(folder: Path, cells: CellSet, batch: int = 512) -> NDArray[np.float32]:
    """Return the released network's logits for every cell, (k, labels)."""
    session = onnxruntime.InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"])
    parts = [
        session.run(
            None,
            {
                "cells": cells.cells[k : k + batch].transpose(0, 3, 1, 2).astype(np.float32),
                "ruins": cells.ruins[k : k + batch].astype(np.float32),
            },
        )[0]
        for k in range(0, len(cells.labels), batch)
    ]
    return np.concatenate(parts)


def _trained(net: nn.Module, run: Path) -> nn.Module:
    net.load_state_dict(torch.load(run / NAME, weights_only=True)["net"])
    return net.eval()


def _run_facts(run: Path) -> dict[str, Any]:
    return {"trained_steps": int(torch.load(run / NAME, weights_only=True)["step"])}


def _count(net: nn.Module) -> int:
    return sum(parameter.numel() for parameter in net.parameters())


def _export(net: nn.Module, example: tuple[torch.Tensor, ...], names: list[str], folder: Path) -> None:
    """Write model.onnx and check that it answers as the trained network does."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "model.onnx"
    dynamic = (
        {name: {0: torch.export.Dim("batch", min=1, max=4096)} for name in names} if len(names) > 1 else None
    )
    torch.onnx.export(
        net, example, path, input_names=names, output_names=["out"], dynamo=True, external_data=False,
        dynamic_shapes=dynamic, verbose=False,
    )  # fmt: skip
    _forget_origins(path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    answered = session.run(None, {name: part.numpy() for name, part in zip(names, example, strict=True)})[0]
    apart = float(np.abs(answered - net(*example).detach().numpy()).max())
    if apart > CLOSE_ENOUGH:
        raise SystemExit(f"the export of {folder.name} differs from the trained network by {apart:.4f}")


def _forget_origins(path: Path) -> None:
    """Leave out the source lines and paths of the machine that the exporter notes on every node."""
    model = onnx.load(path)
    model.ClearField("doc_string")
    graph = model.graph
    for part in (
        model,
        graph,
        *graph.node,
        *graph.value_info,
        *graph.input,
        *graph.output,
        *graph.initializer,
    ):
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
    onnx.save(model, path)


def _write_config(folder: Path, settings: dict[str, Any]) -> None:
    digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
    document = {"name": folder.name, "sha256": digest, **settings}
    (folder / "config.json").write_text(json.dumps(document, indent=2) + "\n")
    print(json.dumps(document, indent=2))


if __name__ == "__main__":
    main()
