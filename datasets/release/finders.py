"""Release the networks that find sheets: the lattice network, the one that aligns, and the judge."""

from pathlib import Path
from typing import Any

import torch

from datasets.measure.certainty import judged_candidates
from datasets.measure.truths import photos_with_truth
from datasets.release.calibrate import least_confidence
from datasets.release.place import in_place_of, write_config
from datasets.train.checkpoints import facts_of, trained
from datasets.train.export import export
from datasets.train.lattice import SIDE, STRIDE
from datasets.train.networks import AlignNet, JudgeNet, LatticeNet
from engine import SIZE
from vision.find import align, candidate
from vision.find.candidate import SQUARE

ALIGNED = {"seen": 0.11, "vague": 0.2, "nowhere": 0.25}
"""Squares by which the network thinks that it errs: up to which there is a lattice, up to which there may be
one, seen at another scale, and from which a first look is not worth a second one."""
LEAST_SURE = 0.97  # nothing less likely is believed, for photos may be stranger than those drawn
LEAST_FOUND = 0.9  # probability from which a lattice is worth a person's look
LEAST_FOLLOWED = 0.5  # and from which it is if its print is that of a side
JUDGE_RISK = 0.002  # share of lattices that are wrong among those called sure


def release_lattice(run: Path, folder: Path) -> None:
    """Release the network of a run of `datasets.train.lattice`."""
    net = trained(LatticeNet(width=16), run)
    photo = torch.rand(1, 3, SIDE, SIDE) * 255
    with in_place_of(folder) as new:
        export(net, (photo,), {"photo": {}}, ("out",), new / "model.onnx")
        write_config(new, {"side": SIDE, "stride": STRIDE, **facts_of(net, run)})


def release_align(run: Path, folder: Path) -> None:
    """Release the network of a run of `datasets.train.align`."""
    net = trained(AlignNet(), run)
    view, growing = _view(align.AROUND)
    with in_place_of(folder) as new:
        export(net, (view,), growing, ("aside",), new / "model.onnx")
        write_config(new, {"square": SQUARE, "around": align.AROUND, **ALIGNED, **facts_of(net, run)})


def release_judge(run: Path, folder: Path, calibration: Path | None) -> None:
    """Release the judge of a run; its certainty is measured on what a search comes upon in other photos.

    Args:
        run: of `datasets.train.judge`.
        folder: the model's.
        calibration: photos of the wide world that training did not see; without them it is LEAST_SURE.

    Raises:
        SystemExit: There are no photos with truth to measure its certainty on.
    """
    if calibration and not any(photos_with_truth(calibration)):
        raise SystemExit(f"there are no photos with truth in {calibration}")
    net = trained(JudgeNet(), run)
    view, growing = _view(candidate.AROUND)
    facts = {"square": SQUARE, "around": candidate.AROUND, **facts_of(net, run)}
    settings = {"sure": LEAST_SURE, "found": LEAST_FOUND, "followed": LEAST_FOLLOWED, **facts}
    with in_place_of(folder) as new:
        export(net, (view,), growing, ("place", "way", "squares"), new / "model.onnx")
        write_config(new, settings)
    if calibration:
        write_config(folder, {**settings, **_certainty(calibration)})


def _view(around: int) -> tuple[torch.Tensor, dict[str, dict[int, tuple[int, int]]]]:
    """Return an example of a view with so many squares around the field, and how views grow."""
    side = (SIZE + 2 * around) * SQUARE
    return torch.rand(1, 3, side, side) * 255, {"view": {2: (SQUARE, 0), 3: (SQUARE, 0)}}


def _certainty(calibration: Path) -> dict[str, Any]:
    """Return from which probability on a lattice is sure to be right, by the model as it is written."""
    chances, right = judged_candidates(calibration)
    sure = round(max(LEAST_SURE, least_confidence(chances, ~right, JUDGE_RISK)), 4)
    return {"sure": sure, "accepted_risk": JUDGE_RISK, "candidates": len(right)}
