"""Export trained networks as ONNX, and compare the export with the network."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

CLOSE_ENOUGH = 1e-3


def export(
    net: nn.Module,
    example: tuple[torch.Tensor, ...],
    growing: dict[str, dict[int, tuple[int, int]]],
    outputs: tuple[str, ...],
    path: Path,
) -> None:
    """Write a network to a file and check that it answers as the trained network does.

    `growing` names the inputs; of each, the axes that grow with the number of squares: pixels a square, more.

    Raises:
        SystemExit: It answers otherwise.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    squares = torch.export.Dim("squares", min=3, max=40)
    shapes = {
        name: {axis: step * squares + more if step > 1 else squares for axis, (step, more) in axes.items()}
        for name, axes in growing.items()
    }
    torch.onnx.export(
        net, example, path, input_names=list(growing), output_names=list(outputs), dynamo=True,
        external_data=False, dynamic_shapes=shapes if any(growing.values()) else None, verbose=False,
    )  # fmt: skip
    _forget_origins(path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    fed = {name: part.numpy() for name, part in zip(growing, example, strict=True)}
    expected = net(*example)
    expected = expected if isinstance(expected, tuple) else (expected,)
    for answered, wanted in zip(session.run(list(outputs), fed), expected, strict=True):
        apart = float(np.abs(answered - wanted.detach().numpy()).max())
        if apart > CLOSE_ENOUGH:
            raise SystemExit(f"the export to {path} differs from the trained network by {apart:.4f}")


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
