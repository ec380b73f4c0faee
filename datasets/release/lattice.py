"""Release the lattice network."""

from pathlib import Path

import torch

from datasets.release.runs import facts_of, trained, write_config
from datasets.train.export import export
from datasets.train.lattice import SIDE, STRIDE
from datasets.train.networks import LatticeNet


def release_lattice(run: Path, folder: Path) -> None:
    """Release the lattice network of a run."""
    net = trained(LatticeNet(width=16), run)
    photo = torch.rand(1, 3, SIDE, SIDE) * 255
    export(net, (photo,), {"photo": {}}, ("out",), folder / "model.onnx")
    write_config(folder, {"side": SIDE, "stride": STRIDE, **facts_of(net, run)})
