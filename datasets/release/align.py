"""Release the network that aligns lattices."""

from pathlib import Path

import torch

from datasets.release.runs import facts_of, trained, write_config
from datasets.train.export import export
from datasets.train.networks import AlignNet
from engine import SIZE
from vision.find.align import AROUND
from vision.find.candidate import SQUARE


def release_align(run: Path, folder: Path) -> None:
    """Release the network of a run of `datasets.train.align`."""
    net = trained(AlignNet(), run)
    side = (SIZE + 2 * AROUND) * SQUARE
    view, growing = torch.rand(1, 3, side, side) * 255, {"view": {2: (SQUARE, 0), 3: (SQUARE, 0)}}
    export(net, (view,), growing, ("aside",), folder / "model.onnx")
    write_config(folder, {"square": SQUARE, "around": AROUND, **facts_of(net, run)})
