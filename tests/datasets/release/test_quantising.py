"""Networks that count in whole numbers say the same on every processor."""

from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="training is not installed: make .venv/train")

LARGEST_INPUT = 255
MOST = 2**15 - 1  # that 16 bits hold, in which processors without VNNI add pairs of products
IN_WHOLE_NUMBERS = ("terrain_v19/eye", "terrain_v20/eye", "ledger_v9/numbers")


@pytest.mark.parametrize("name", IN_WHOLE_NUMBERS)
def test_no_two_products_overflow(name: str) -> None:
    weights = [
        onnx.numpy_helper.to_array(tensor).astype(np.int64)
        for tensor in onnx.load(Path("models") / name / "model.onnx").graph.initializer
        if tensor.data_type == onnx.TensorProto.INT8 and tensor.name.endswith("weight_quantized")
    ]

    assert len(weights) > 4
    assert 2 * LARGEST_INPUT * max(np.abs(weight).max() for weight in weights) <= MOST
