from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

onnx = pytest.importorskip("onnx", reason="training is not installed: make .venv/train")


def _scaling(path: Path, factor: float) -> Path:
    """Write a network that multiplies its input."""
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    row = helper.make_tensor_value_info("row", kind, [1, 3, 2])
    out = helper.make_tensor_value_info("out", kind, [1, 3, 2])
    by = onnx.numpy_helper.from_array(np.array(factor, np.float32), "by")
    graph = helper.make_graph(
        [helper.make_node("Mul", ["row", "by"], ["out"])], "scaling", [row], [out], [by]
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10), path)
    return path


def _shares(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    grown = np.exp(logits)
    return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float32)


def test_a_pair_answers_with_the_mean_of_both(tmp_path: Path) -> None:
    from datasets.release.pairing import pair

    first, second = _scaling(tmp_path / "first.onnx", 1.0), _scaling(tmp_path / "second.onnx", -2.0)
    shown = np.random.default_rng(1).normal(size=(1, 3, 2)).astype(np.float32)

    pair(first, second, tmp_path / "both.onnx")

    session = onnxruntime.InferenceSession(tmp_path / "both.onnx", providers=["CPUExecutionProvider"])
    (answer,) = session.run(["out"], {"row": shown})
    assert np.allclose(_shares(answer), (_shares(shown) + _shares(-2 * shown)) / 2, atol=1e-6)
