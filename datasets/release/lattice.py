"""Release the lattice network."""

from pathlib import Path

import torch

from datasets.release.place import in_place_of
from datasets.release.runs import facts_of, trained, write_config
from datasets.train.export import export
from datasets.train.lattice import SIDE, STRIDE
from datasets.train.networks import LatticeNet


def release_lattice(run: Path, folder: Path) -> None:
    """Release the lattice network of a run."""
    net = trained(LatticeNet(width=16), run)
    photo = torch.rand(1, 3, SIDE, SIDE) * 255
    with in_place_of(folder) as new:
        export(net, (photo,), {"photo": {}}, ("out",), new / "model.onnx")
        write_config(new, {"side": SIDE, "stride": STRIDE, **facts_of(net, run)})
