"""Let networks count in whole numbers of 8 bits: a third of the time, a third of the size."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

Inputs = dict[str, NDArray[np.float32]]


class _Examples:
    """Shows a network's inputs one after another, as onnxruntime's CalibrationDataReader does."""

    def __init__(self, examples: Iterable[Inputs]) -> None:
        self.rest: Iterator[Inputs] = iter(examples)

    def get_next(self) -> Inputs | None:
        return next(self.rest, None)


def count_in_whole_numbers(path: Path, examples: Iterable[Inputs]) -> None:
    """Let an exported network's eye count in whole numbers of 8 bits, in place.

    What follows its last residual block stays exact, for it takes no time. Weights have 7 bits, so that pairs
    of products fit the 16 bits in which older x86 processors add them.

    Args:
        path: the network, ONNX.
        examples: inputs by which the ranges of its numbers are found.
    """
    exact = path.with_name("exact.onnx")
    quant_pre_process(path, exact, skip_symbolic_shape=True)
    nodes = list(onnx.load(exact).graph.node)
    quantize_static(
        exact, path, _Examples(examples), quant_format=QuantFormat.QDQ, per_channel=True,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, reduce_range=True,
        extra_options={"CalibMovingAverage": True},
        nodes_to_exclude=[node.name for node in nodes[_last_residual(nodes) + 1 :]],
    )  # fmt: skip
    exact.unlink()


def _last_residual(nodes: Sequence[onnx.NodeProto]) -> int:
    """Return the place of the last sum of two things that the network made itself."""
    made = {name for node in nodes for name in node.output}
    sums = (
        place
        for place, node in enumerate(nodes)
        if node.op_type == "Add" and all(name in made for name in node.input)
    )
    return max(sums)
