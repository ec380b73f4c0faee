"""Release the network that aligns lattices."""

from pathlib import Path

import torch

from datasets.release.place import in_place_of
from datasets.release.runs import facts_of, trained, write_config
from datasets.train.export import export
from datasets.train.networks import AlignNet
from engine import SIZE
from vision.find.align import AROUND
from vision.find.candidate import SQUARE

SEEN = 0.11  # squares by which the network thinks that it errs, up to which there is a lattice
VAGUE = 0.2  # the same up to which there may be one, seen at another scale
NOWHERE = 0.25  # the same at a first look, from which it is not worth a second one


def release_align(run: Path, folder: Path) -> None:
    """Release the network of a run of `datasets.train.align`."""
    net = trained(AlignNet(), run)
    side = (SIZE + 2 * AROUND) * SQUARE
    view, growing = torch.rand(1, 3, side, side) * 255, {"view": {2: (SQUARE, 0), 3: (SQUARE, 0)}}
    bounds = {"seen": SEEN, "vague": VAGUE, "nowhere": NOWHERE}
    with in_place_of(folder) as new:
        export(net, (view,), growing, ("aside",), new / "model.onnx")
        write_config(new, {"square": SQUARE, "around": AROUND, **bounds, **facts_of(net, run)})
