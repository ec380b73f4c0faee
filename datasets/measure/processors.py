"""Measure 8-bit networks on every kind of processor; `python -m datasets.measure.processors FOLDER`.

Processors with VNNI add four products of 8 bits in 32 bits, those with AVX2 alone add two in 16, where they
may overflow. What ONNX Runtime answers here is held against whole numbers that cannot, convolution by
convolution: where both agree in every number, every processor agrees.
"""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import numpy_helper

from datasets.measure.truths import photos_in
from vision import VisionError, read_sheet
from vision.released import ReleasedModel

NETWORKS = ("terrain_v19/eye", "terrain_v20/eye", "ledger_v9/numbers")
PAIR = 2**15 - 1  # the largest sum of two products that 16 bits hold
LARGEST_INPUT = 255

Inputs = dict[str, NDArray[np.float32]]
Numbers = NDArray[Any]


@dataclass(frozen=True)
class Agreement:
    """How the convolutions of a network agree with whole numbers."""

    inputs: int
    numbers: int
    differing: int
    apart: int
    """The most steps of 8 bits by which a number differs."""
    largest_weight: int

    @property
    def can_overflow(self) -> bool:
        """Whether two products may add up to more than 16 bits hold, by the weights alone."""
        return 2 * LARGEST_INPUT * self.largest_weight > PAIR


def main() -> None:
    """Parse the command line and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="photos")
    photos = photos_in(parser.parse_args().folder)
    print("| network | inputs | numbers | differing | most steps apart | largest weight | can overflow |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    seen = inputs_of(photos)
    for name in NETWORKS:
        found = agreement(Path("models") / name / "model.onnx", seen[name])
        print(
            f"| {name} | {found.inputs:,} | {found.numbers:,} | {found.differing:,} | {found.apart} |"
            f" {found.largest_weight} | {'yes' if found.can_overflow else 'no'} |"
        )


def inputs_of(photos: Iterable[Path]) -> dict[str, list[Inputs]]:
    """Return what the networks are shown while photos are read, by their names."""
    seen: dict[str, list[Inputs]] = {name: [] for name in NETWORKS}
    answer = ReleasedModel.run

    def noted(model: ReleasedModel, **inputs: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        if model.name in seen:
            seen[model.name].append({name: part.copy() for name, part in inputs.items()})
        return answer(model, **inputs)

    ReleasedModel.run = noted  # type: ignore[assignment, method-assign]
    try:
        for photo in photos:
            try:
                read_sheet(photo.read_bytes())
            except VisionError as error:
                print(f"{photo.name}: {error}")
    finally:
        ReleasedModel.run = answer  # type: ignore[method-assign]
    return seen


@dataclass(frozen=True)
class _Convolution:
    """One 8-bit convolution: the nodes that make its input, its weights and its output."""

    node: onnx.NodeProto
    shown: onnx.NodeProto
    weights: onnx.NodeProto
    bias: onnx.NodeProto
    out: onnx.NodeProto


def agreement(path: Path, inputs: Iterable[Inputs]) -> Agreement:
    """Hold a network's 8-bit convolutions against whole numbers."""
    model = onnx.load(path)
    held = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    layers = _convolutions(model.graph)
    for name in sorted({name for layer in layers for name in (layer.shown.input[0], layer.out.output[0])}):
        model.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.UINT8, None))
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    count = numbers = differing = apart = 0
    for shown in inputs:
        count += 1
        made = dict(zip(names, session.run(names, shown), strict=True))
        for layer in layers:
            off = np.abs(_counted(layer, made[layer.shown.input[0]], held) - made[layer.out.output[0]])
            numbers, differing = numbers + off.size, differing + int((off > 0).sum())
            apart = max(apart, int(off.max()))
    largest = max(int(np.abs(held[layer.weights.input[0]].astype(int)).max()) for layer in layers)
    return Agreement(count, numbers, differing, apart, largest)


def _convolutions(graph: onnx.GraphProto) -> list[_Convolution]:
    made = {name: node for node in graph.node for name in node.output}
    after = {name: node for node in graph.node for name in node.input}
    return [
        _Convolution(
            node, made[node.input[0]], made[node.input[1]], made[node.input[2]], after[node.output[0]]
        )
        for node in graph.node
        if node.op_type == "Conv"
        and all(name in made and made[name].op_type == "DequantizeLinear" for name in node.input)
        and after[node.output[0]].op_type == "QuantizeLinear"
    ]


def _counted(layer: _Convolution, shown: Numbers, held: dict[str, Numbers]) -> Numbers:
    """Return a layer's 8-bit answer: a sum of whole numbers, then scaled and rounded as 32-bit floats are."""
    scale_in, zero_in = (held[name] for name in layer.shown.input[1:3])
    scale_out, zero_out = (held[name] for name in layer.out.input[1:3])
    weights, scales = (held[name] for name in layer.weights.input[:2])
    summed = _convolved(shown.astype(np.float64) - float(zero_in), weights.astype(np.float64), layer.node)
    summed += held[layer.bias.input[0]].astype(np.float64)[None, :, None, None]  # exact: far below 2 ** 53
    scale = (np.float32(scale_in) * scales.astype(np.float32) / np.float32(scale_out)).astype(np.float32)
    scaled = np.rint(summed.astype(np.float32) * scale.reshape(1, -1, 1, 1)) + float(zero_out)
    return np.asarray(np.clip(scaled, 0, LARGEST_INPUT))


def _convolved(shown: Numbers, weights: Numbers, node: onnx.NodeProto) -> Numbers:
    said = {part.name: onnx.helper.get_attribute_value(part) for part in node.attribute}
    top, left, bottom, right = said.get("pads", [0, 0, 0, 0])
    down, across = said.get("strides", [1, 1])
    padded = np.pad(shown, ((0, 0), (0, 0), (top, bottom), (left, right)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, weights.shape[2:], axis=(2, 3))
    seen = windows[:, :, ::down, ::across]
    return np.asarray(np.einsum("nchwyx,ocyx->nohw", seen, weights, optimize=True))


if __name__ == "__main__":
    main()
