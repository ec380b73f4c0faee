"""Join two released networks into one that gives the mean of their probabilities: they seldom err alike."""

from pathlib import Path

import onnx
from onnx import ModelProto, NodeProto, TensorProto, helper

from datasets.train.restore import FIRST, SECOND

CLASSES = 1  # axis


def pair(first: Path, second: Path, out: Path) -> None:
    """Write a network whose answer is the logarithm of the mean of two networks' probabilities.

    Both take one input of the same name, and answer with logits, classes along the second axis.

    Args:
        first: the one, ONNX.
        second: the other.
        out: where the pair goes.
    """
    models = [onnx.load(first), onnx.load(second)]
    entry, answer = models[0].graph.input[0], models[0].graph.output[0]
    parts = [_prefixed(model, name, entry.name) for model, name in zip(models, (FIRST, SECOND), strict=True)]
    shares = [f"{name}shares" for name in (FIRST, SECOND)]
    graph = helper.make_graph(
        [
            *(node for part in parts for node in part.graph.node),
            *(_softmax(part, share) for part, share in zip(parts, shares, strict=True)),
            helper.make_node("Add", shares, ["both"]),
            helper.make_node("Mul", ["both", "half"], ["mean"]),
            helper.make_node("Log", ["mean"], [answer.name]),
        ],
        "pair",
        [entry],
        [answer],
        [
            *(tensor for part in parts for tensor in part.graph.initializer),
            helper.make_tensor("half", TensorProto.FLOAT, [], [0.5]),
        ],
    )
    model = helper.make_model(graph, opset_imports=models[0].opset_import, ir_version=models[0].ir_version)
    onnx.checker.check_model(model)
    onnx.save(model, out)


def _prefixed(model: ModelProto, prefix: str, entry: str) -> ModelProto:
    """Give all names of a network a prefix, but not its input."""
    named: ModelProto = onnx.compose.add_prefix(model, prefix)
    for node in named.graph.node:
        for place, name in enumerate(node.input):
            if name == f"{prefix}{entry}":
                node.input[place] = entry
    return named


def _softmax(part: ModelProto, share: str) -> NodeProto:
    return helper.make_node("Softmax", [part.graph.output[0].name], [share], axis=CLASSES)
