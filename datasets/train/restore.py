"""Make a released network learn on: put its files' weights back where training left them.

Checkpoints are large and are not kept; the released files are in every clone.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from datasets.draw.flat.sheet import KINDS, LABELS
from datasets.draw.flat.sheetset import SheetSet
from datasets.train.checkpoints import NAME, give_weights, load_weights
from datasets.train.networks import TerrainNet

ADDED = "kinds."  # layers that networks released before terrain_v13 lack; they begin anew
FIRST, SECOND = "a_", "b_"  # how the names of each network begin where a file holds two
SHOWN = 64  # sheets by which the normalisations find their means and spreads again
Weights = dict[str, NDArray[np.float32]]


def restore_terrain(folder: Path, sheets: SheetSet, width: int) -> TerrainNet:
    """Return the network released in `folder`, or that of a run, ready to be trained.

    Its eye was released in whole numbers of 8 bits, so its weights come back to within half a step of those.
    Its normalisations were folded into the convolutions, and are unfolded: on `sheets` the restored network
    says the same whether it normalises by a batch or by what it remembers.

    Args:
        folder: a released model, with the parts `eye` and `context`; or a run's cycle.
        sheets: drawn sheets, of any kind that training draws.
        width: that of the released network (`datasets.train.terrain.WIDTH`).

    Raises:
        FileNotFoundError: There is no such model.
        SystemExit: It is of another architecture.
    """
    net = TerrainNet(len(LABELS), len(KINDS), width)
    if (folder / NAME).exists():
        load_weights(folder, net)
    else:
        pictures = np.ascontiguousarray(sheets.picture[:SHOWN].transpose(0, 3, 1, 2), np.float32)
        _put_back(net, net.look, _released(folder), torch.from_numpy(pictures), folder)
    net.to(memory_format=torch.channels_last)
    return net


def restore(net: nn.Module, folder: Path, shown: Tensor) -> None:
    """Put the weights of a released network, or of a run, into another of its kind, ready to be trained.

    A released one goes on with its normalisations as they are found here, and without dropout, as those that
    learned on so far did; one of a run with both, as from nothing.

    Args:
        net: of the same width.
        folder: a released model of one part, as the lattice network's; or a run's.
        shown: pictures by which the normalisations find their means and spreads, (k, 3, s, s).

    Raises:
        FileNotFoundError: There is no such model.
        SystemExit: It is of another architecture.
    """
    if (folder / NAME).exists():
        load_weights(folder, net)
    else:
        _put_back(net, net, _weights(onnx.load(folder / "model.onnx")), shown, folder)


def _put_back(
    net: nn.Module, look: Callable[[Tensor], object], released: Weights, shown: Tensor, folder: Path
) -> None:
    """Give a network its released weights; unfold its normalisations by what `look` sees of pictures."""
    net.eval()
    norms = dict(_norms(net))
    for norm in norms.values():
        _let_through(norm)
    weights = {name: torch.from_numpy(weight.copy()) for name, weight in released.items()}
    folded = {conv: weights.pop(f"{conv}.bias") for conv in norms if f"{conv}.bias" in weights}
    if len(folded) < len(norms):
        raise SystemExit(f"{folder} is of another architecture")
    missing, strange = give_weights(net, weights, folder, strict=False)
    lost = [name for name in missing if not _is_of_norm(name, norms) and not name.startswith(ADDED)]
    if lost or strange:
        raise SystemExit(f"{folder} is of another architecture: {', '.join([*lost, *strange])}")
    for conv, norm in norms.items():
        norm.bias.data.copy_(folded[conv])
    _unfold(look, list(norms.values()), shown)


def _released(folder: Path) -> Weights:
    """Return all weights of both parts by their names in a TerrainNet, with what folded biases became."""
    eye, context = (onnx.load(folder / part / "model.onnx") for part in ("eye", "context"))
    named = {**_weights(eye), **_weights(context)}
    return {name.removeprefix("net."): weight for name, weight in named.items()}


def _weights(model: onnx.ModelProto) -> Weights:
    """Return all weights of a part."""
    return {**_exact(model), **_whole_numbers(model), **_of_linear_layers(model)}


def _exact(model: onnx.ModelProto) -> Weights:
    """Return what kept its name and its floats; where the file holds two networks, the second's."""
    kept = {}
    for tensor in model.graph.initializer:
        name = tensor.name.removeprefix(SECOND)
        name = name.replace(".weight_bias", ".bias")  # as the folding of a normalisation names it
        if name.startswith(FIRST):
            continue
        if tensor.data_type == onnx.TensorProto.FLOAT and name.endswith((".weight", ".bias")):
            kept[name] = numpy_helper.to_array(tensor)
    return kept


def _whole_numbers(model: onnx.ModelProto) -> Weights:
    """Return what counts in whole numbers, each channel with a scale of its own."""
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    weights = {}
    for name, whole in tensors.items():
        if name.endswith(".weight_quantized"):
            stem = name.removesuffix("_quantized")
            scale = tensors[f"{stem}_scale"].reshape(-1, 1, 1, 1)
            zero = tensors[f"{stem}_zero_point"].reshape(-1, 1, 1, 1).astype(np.float32)
            weights[stem] = (whole - zero) * scale
            bias = tensors[f"{stem}_bias_quantized"] * tensors[f"{stem}_bias_quantized_scale"]
            weights[stem.replace(".weight", ".bias")] = bias.astype(np.float32)
    return weights


def _of_linear_layers(model: onnx.ModelProto) -> Weights:
    """Return what lost its name: factors before a named bias is added, and what ruins add to a square."""
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    users = {name: node for node in model.graph.node for name in node.input}
    weights = {}
    for node in model.graph.node:
        factors = [tensors[name] for name in node.input if name in tensors]
        if node.op_type == "MatMul" and factors:
            (bias,) = (name for name in users[node.output[0]].input if name in tensors)
            weights[bias.replace(".bias", ".weight")] = factors[0].T
        elif node.op_type == "Mul" and factors and factors[0].ndim == 3:
            weights["ruins"] = factors[0].reshape(-1)
    return weights


def _norms(net: nn.Module) -> Iterator[tuple[str, nn.BatchNorm2d]]:
    """Yield the normalisations in the order in which they work, with the names of their convolutions."""
    for name, module in net.named_modules():
        if isinstance(module, nn.BatchNorm2d):
            yield f"{name.rpartition('.')[0]}.0", module


def _is_of_norm(name: str, norms: dict[str, nn.BatchNorm2d]) -> bool:
    return any(name.startswith(f"{conv.rpartition('.')[0]}.1.") for conv in norms)


def _let_through(norm: nn.BatchNorm2d) -> None:
    """Let a normalisation change nothing."""
    nn.init.zeros_(norm.running_mean)
    nn.init.constant_(norm.running_var, 1.0 - norm.eps)


def _unfold(look: Callable[[Tensor], object], norms: list[nn.BatchNorm2d], shown: Tensor) -> None:
    """Let the normalisations remember what they see of the pictures shown, and undo it."""
    seen: dict[int, list[Tensor]] = {place: [] for place in range(len(norms))}
    hooks = [
        norm.register_forward_pre_hook(lambda _, inputs, place=place: seen[place].append(inputs[0]))
        for place, norm in enumerate(norms)
    ]
    with torch.no_grad():
        look(shown)
    for hook in hooks:
        hook.remove()
    for place, norm in enumerate(norms):
        spread, mean = torch.var_mean(seen[place][0], dim=(0, 2, 3), correction=0)
        for kept, found in ((norm.running_mean, mean), (norm.running_var, spread)):
            kept.data.copy_(found)
        norm.weight.data.copy_(torch.sqrt(spread + norm.eps))
        norm.bias.data.add_(mean)
