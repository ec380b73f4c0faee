"""Release the terrain network: its eye in whole numbers, its probabilities calibrated."""

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import nn

from datasets.draw.flat.sheet import KINDS, LABELS, NO_LABEL, SHARES_OF_KINDS
from datasets.draw.flat.sheetset import SheetSet
from datasets.measure.judged import expected_calibration_error
from datasets.release.calibrate import Logits, confidences, fit_temperature, risk_threshold
from datasets.release.place import check_held_out, in_place_of, write_config
from datasets.release.quantising import count_in_whole_numbers
from datasets.train.checkpoints import facts_of, trained
from datasets.train.export import export
from datasets.train.networks import TerrainContext, TerrainEye, TerrainNet
from datasets.train.terrain import WIDTH
from engine import SIZE
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN
from vision.read.classifier import Run, look, understand
from vision.read.roughpaper import smooth_paper

ALONE_COUNTS = 0.4  # of what a cell shows by itself beside the whole sheet; card of terrain_v19
ACCEPTED_RISK = 0.0075  # share of squares wrong among those not called doubtful, on unseen strokes
RANGED = 96  # sheets by which the ranges of the eye's numbers are found
WORSE = 0.001  # share of squares by which whole numbers may read worse than floats
EYE_GROWS = (CELL_PIXELS, 2 * MARGIN)


def release_terrain(run: Path, folder: Path, calibration: Path, beside: Path | None = None) -> None:
    """Release the terrain network of a run, calibrated on other hands than it was trained on.

    Its eye and what it makes of the signs are two files: where ruins are printed is known only after a
    first look, and nobody need look twice.

    Args:
        run: of `datasets.train.terrain`.
        folder: the model's.
        calibration: sheets with strokes that training did not see.
        beside: a released network that has an equal say; calibrated is each by itself.

    Raises:
        SystemExit: Training saw what it would be calibrated on, or whole numbers read measurably worse.
    """
    check_held_out(calibration)
    net, held_out = trained(TerrainNet(len(LABELS), len(KINDS), WIDTH), run), SheetSet.load(calibration)
    precision = "8 bit whole numbers (static QDQ, one scale a channel)"
    facts = {"precision": "32 bit floats", **facts_of(net, run)}
    together = {"alone_counts": ALONE_COUNTS} | ({"beside": beside.name} if beside else {})
    with in_place_of(folder) as new:
        _export_parts(net, new)
        quantise(new, held_out)
        write_config(new / "eye", {"cell_pixels": CELL_PIXELS, "margin": MARGIN, "precision": precision})
        write_config(new / "context", {**calibrated(new, held_out), **facts, **together})


def _export_parts(net: nn.Module, folder: Path) -> None:
    side = SIZE * CELL_PIXELS + 2 * MARGIN
    sheet, ruins = torch.rand(1, 3, side, side) * 255, (torch.rand(1, SIZE, SIZE) < 0.1).float()
    growing = {"sheet": {2: EYE_GROWS, 3: EYE_GROWS}}
    export(TerrainEye(net), (sheet,), growing, ("signs",), folder / "eye" / "model.onnx")
    signs = net.look(sheet).detach()
    growing = {"signs": {2: (1, 0), 3: (1, 0)}, "ruins": {1: (1, 0), 2: (1, 0)}}
    outputs = ("alone", "terrain", "marks", "kinds")
    export(TerrainContext(net), (signs, ruins), growing, outputs, folder / "context" / "model.onnx")


def quantise(folder: Path, sheets: SheetSet) -> None:
    """Let the eye in the folder count in whole numbers of 8 bits.

    Raises:
        SystemExit: It would read measurably worse.
    """
    before = logits_of(folder, sheets)["terrain"]
    shown = ({"sheet": _as_input(picture)} for picture in sheets.picture[:RANGED])
    count_in_whole_numbers(folder / "eye" / "model.onnx", shown)
    after = logits_of(folder, sheets)["terrain"]
    labels, known = known_squares(sheets.terrain)
    lost = float((before[known].argmax(1) == labels).mean() - (after[known].argmax(1) == labels).mean())
    print(f"whole numbers read {lost:.3%} of the squares worse")
    if lost > WORSE:
        raise SystemExit("whole numbers lose too much; release the floats")


def logits_of(folder: Path, sheets: SheetSet) -> dict[str, Logits]:
    """Return the released network's logits of every square, (k * 121, labels), by what they say."""
    eye, context = (_runner(folder / part / "model.onnx") for part in ("eye", "context"))
    answers = [
        understand(context, look(eye, smooth_paper(Image(picture))), ruins)
        for picture, ruins in zip(sheets.picture, sheets.ruins, strict=True)
    ]
    return {
        name: np.concatenate([answer[name].reshape(answer[name].shape[1], -1).T for answer in answers])
        for name in answers[0]
    }


def _runner(path: Path) -> Run:
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return lambda **inputs: dict(zip(names, session.run(names, inputs), strict=True))


def known_squares(labels: NDArray[np.int8]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the labels of the squares that show what they hold, and which squares those are."""
    flat = labels.reshape(-1)
    known = flat != NO_LABEL
    return flat[known].astype(np.int64), known


def calibrated(folder: Path, sheets: SheetSet) -> dict[str, Any]:
    """Return the settings by which the network's answers become probabilities and doubts."""
    answers = logits_of(folder, sheets)
    labels, known = known_squares(sheets.terrain)
    alone, terrain = answers["alone"][known], answers["terrain"][known]
    of_kinds, shown = known_squares(sheets.kinds)
    temperature = fit_temperature(terrain, labels)
    return {
        "labels": [str(label) for label in LABELS],
        "temperature": round(temperature, 4),
        "temperature_alone": round(fit_temperature(alone, labels), 4),
        "doubt_below": round(risk_threshold(terrain / temperature, labels, ACCEPTED_RISK), 4),
        "accepted_risk": ACCEPTED_RISK,
        "calibration_ece": round(expected_calibration_error(confidences(terrain / temperature, labels)), 5),
        "calibration_right": round(float((terrain.argmax(1) == labels).mean()), 5),
        "calibration_right_alone": round(float((alone.argmax(1) == labels).mean()), 5),
        "kinds": _named_kinds(),
        "temperature_kinds": round(fit_temperature(answers["kinds"][shown], of_kinds), 4),
        "calibration_right_kinds": round(float((answers["kinds"][shown].argmax(1) == of_kinds).mean()), 5),
    }


def _named_kinds() -> dict[str, dict[str, float]]:
    """Return how often each kind of drawing is made for its terrain, in the network's order."""
    named: dict[str, dict[str, float]] = {}
    for (terrain, name), share in SHARES_OF_KINDS.items():
        named.setdefault(str(terrain), {})[name] = round(share, 5)
    return named


def _as_input(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    return np.ascontiguousarray(picture[None].transpose(0, 3, 1, 2), np.float32)
