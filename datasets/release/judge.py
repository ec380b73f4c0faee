"""Release the judge of lattices, its certainty measured on photos that it did not learn from."""

from pathlib import Path
from typing import Any

import torch

from datasets.measure.judge import judged_candidates, least_sure_of
from datasets.measure.truths import photos_with_truth
from datasets.release.place import in_place_of
from datasets.release.runs import facts_of, trained, write_config
from datasets.train.export import export
from datasets.train.networks import JudgeNet
from engine import SIZE
from vision.find.candidate import AROUND, SQUARE

LEAST_SURE = 0.97  # nothing less likely is believed, for photos may be stranger than those drawn
LEAST_FOUND = 0.9  # probability from which a lattice is worth a person's look
LEAST_FOLLOWED = 0.5  # and from which it is if its print is that of a side
JUDGE_RISK = 0.002  # share of lattices that are wrong among those called sure


def release_judge(run: Path, folder: Path, calibration: Path | None) -> None:
    """Release the judge of a run; its certainty is measured on what a search comes upon in other photos.

    Args:
        run: of `datasets.train.judge`.
        folder: the model's.
        calibration: photos of the wide world that training did not see; without them the settings stay.

    Raises:
        SystemExit: There are no photos with truth to measure its certainty on.
    """
    if calibration and not any(photos_with_truth(calibration)):
        raise SystemExit(f"there are no photos with truth in {calibration}")
    net = trained(JudgeNet(), run)
    side = (SIZE + 2 * AROUND) * SQUARE
    view, growing = torch.rand(1, 3, side, side) * 255, {"view": {2: (SQUARE, 0), 3: (SQUARE, 0)}}
    facts = {"square": SQUARE, "around": AROUND, **facts_of(net, run)}
    settings = {"sure": LEAST_SURE, "found": LEAST_FOUND, "followed": LEAST_FOLLOWED, **facts}
    with in_place_of(folder) as new:
        export(net, (view,), growing, ("place", "way", "squares"), new / "model.onnx")
        write_config(new, settings)
    if calibration:
        write_config(folder, {**settings, **_certainty(calibration)})


def _certainty(calibration: Path) -> dict[str, Any]:
    """Return from which probability on a lattice is sure to be right, by the model as it is written."""
    chances, right = judged_candidates(calibration)
    sure = round(max(LEAST_SURE, least_sure_of(chances, right, JUDGE_RISK)), 4)
    return {"sure": sure, "accepted_risk": JUDGE_RISK, "candidates": len(right)}
