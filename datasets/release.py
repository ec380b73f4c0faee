"""Turn a training run into a released model: ONNX, settings, hash; `python -m datasets.release KIND RUN ...`.

The export is compared with the trained network before anything is written.
"""

import argparse
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import nn

from datasets.calibrate import fit_temperature, least_confidence
from datasets.checkpoints import NAME
from datasets.flatsheet import LABELS
from datasets.judgebench import judged_candidates, least_sure_of
from datasets.ledgerbench import LedgerJudged, judge_strips
from datasets.ledgernets import DIGITS, CoinsNet, NumbersNet, PlacesNet
from datasets.ledgerprint import NUMBERS
from datasets.ledgerset import SPARE, LedgerSet, load_ledgers
from datasets.ledgerstrip import HUNDREDS, NO_DIGIT, ONES, READABLE
from datasets.networks import JudgeNet, LatticeNet, TerrainContext, TerrainEye, TerrainNet
from datasets.pairing import pair
from datasets.quantising import count_in_whole_numbers
from datasets.sheetset import SheetSet
from datasets.terrain_release import calibrated, quantise
from datasets.train_lattice import SIDE, STRIDE
from datasets.train_terrain import WIDTH
from engine import SIZE
from vision.find.candidate import AROUND, SQUARE
from vision.read.cells import CELL_PIXELS, MARGIN
from vision.read.ledger import LedgerModel
from vision.read.ledgercrops import NUMBER_SIZE, best_prints
from vision.read.numbers import as_input
from vision.released import load_model

MODELS = Path("models")
COINS_RISK = 0.005  # share of counts that are wrong without being called doubtful
NUMBERS_RISK = 0.005  # the same of numbers
LEAST_ODDS = {"coins": 0.9, "numbers": 0.75}
"""Nothing less likely is given, for prints and hands may be stranger than those drawn."""
RANGED = 60  # sheets by whose numbers the ranges of whole numbers are found
LEDGER_SEED = 32  # of the strips by which doubt is chosen
LEDGER_STRIPS = 1200
CLOSE_ENOUGH = 1e-3
EYE_GROWS = (CELL_PIXELS, 2 * MARGIN)
LEAST_SURE = 0.95  # nothing less likely is believed, for photos may be stranger than those drawn
LEAST_FOUND = 0.5  # probability from which a lattice is worth a person's look
JUDGE_RISK = 0.002  # share of lattices that are wrong among those called sure


def main() -> None:
    """Parse the command line and release."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("lattice", "judge", "terrain", "ledger"))
    parser.add_argument("run", type=Path)
    parser.add_argument("--calibrate", type=Path, help="folder of sheets by hands that training did not see")
    parser.add_argument("--beside", type=Path, help="a released ledger whose coins network answers, too")
    args = parser.parse_args()
    if args.kind == "lattice":
        release_lattice(args.run, MODELS / "lattice_v3")
    elif args.kind == "judge":
        release_judge(args.run, MODELS / "judge_v1", args.calibrate)
    elif args.kind == "ledger":
        release_ledger(args.run, load_ledgers(args.calibrate), MODELS / "ledger_v6", args.beside)
    else:
        release_terrain(args.run, args.calibrate, MODELS / "terrain_v6")


def release_lattice(run: Path, folder: Path) -> None:
    """Release the lattice network of a run."""
    net = _trained(LatticeNet(width=16), run)
    example = (torch.rand(1, 3, SIDE, SIDE) * 255,)
    _export(net, example, {"photo": {}}, ("out",), folder)
    _write_config(folder, {"side": SIDE, "stride": STRIDE, "parameters": _count(net), **_run_facts(run)})


def release_judge(run: Path, folder: Path, calibration: Path | None) -> None:
    """Release the judge of a run; its certainty is measured on what a search comes upon in other photos.

    Args:
        run: of `datasets.train_judge`.
        folder: the model's.
        calibration: photos of the wide world that training did not see; without them the settings stay.
    """
    net = _trained(JudgeNet(), run)
    side = (SIZE + 2 * AROUND) * SQUARE
    growing = {"view": {2: (SQUARE, 0), 3: (SQUARE, 0)}}
    _export(net, (torch.rand(1, 3, side, side) * 255,), growing, ("place", "way", "squares"), folder)
    facts = {"square": SQUARE, "around": AROUND, "parameters": _count(net), **_run_facts(run)}
    _write_config(folder, {"sure": LEAST_SURE, "found": LEAST_FOUND, **facts})
    if calibration:
        chances, right = judged_candidates(calibration)
        sure = round(max(LEAST_SURE, least_sure_of(chances, right, JUDGE_RISK)), 4)
        measured = {"accepted_risk": JUDGE_RISK, "candidates": len(right)}
        _write_config(folder, {"sure": sure, "found": LEAST_FOUND, **facts, **measured})


def release_terrain(run: Path, calibration: Path, folder: Path) -> None:
    """Release the terrain network of a run, calibrated on other hands than it was trained on.

    Its eye and what it makes of the signs are two files: where ruins are printed is known only after a
    first look, and nobody need look twice.
    """
    net = _trained(TerrainNet(len(LABELS), WIDTH), run)
    side, held_out = SIZE * CELL_PIXELS + 2 * MARGIN, SheetSet.load(calibration)
    sheet, ruins = torch.rand(1, 3, side, side) * 255, (torch.rand(1, SIZE, SIZE) < 0.1).float()
    eye, context = TerrainEye(net), TerrainContext(net)
    _export(eye, (sheet,), {"sheet": {2: EYE_GROWS, 3: EYE_GROWS}}, ("signs",), folder / "eye")
    growing = {"signs": {2: (1, 0), 3: (1, 0)}, "ruins": {1: (1, 0), 2: (1, 0)}}
    _export(
        context, (net.look(sheet).detach(), ruins), growing, ("alone", "terrain", "marks"), folder / "context"
    )
    quantise(folder, held_out)
    precision = "8 bit whole numbers (static QDQ, one scale a channel)"
    _write_config(folder / "eye", {"cell_pixels": CELL_PIXELS, "margin": MARGIN, "precision": precision})
    facts = {"precision": "32 bit floats", "parameters": _count(net), **_run_facts(run)}
    _write_config(folder / "context", {**calibrated(folder, held_out), **facts})


def release_ledger(runs: Path, held_out: LedgerSet, folder: Path, beside: Path | None = None) -> None:
    """Release the networks whose runs lie in `runs`, calibrated on strokes training did not see.

    One that was not trained anew stays as it lies in `folder`. Of the coins network and the one of an earlier
    model, `beside`, the mean counts.
    """
    nets: dict[str, tuple[nn.Module, str, tuple[int, ...]]] = {
        "places": (PlacesNet(), "strip", (1, *held_out.small.shape[3:], *held_out.small.shape[1:3])),
        "coins": (CoinsNet(), "row", (1, *held_out.rows.shape[3:], *held_out.rows.shape[1:3])),
        "numbers": (NumbersNet(), "numbers", (NUMBERS, 6, *NUMBER_SIZE[::-1])),
    }
    facts = {}
    for name, (net, entry, shape) in nets.items():
        if not (runs / name / NAME).exists():
            continue
        growing = {entry: {0: (1, 0)} if name == "numbers" else {}}  # numbers come in any count
        _export(_trained(net, runs / name), (torch.rand(shape) * 255,), growing, ("out",), folder / name)
        facts[name] = {"parameters": _count(net), **_run_facts(runs / name)}
    if "numbers" in facts:
        shown = ({"numbers": _numbers_input(some)} for some in _cells(held_out)[:RANGED])
        count_in_whole_numbers(folder / "numbers" / "model.onnx", shown)
        facts["numbers"]["temperature"] = round(_numbers_temperature(folder, held_out), 4)
    if "coins" in facts:
        if beside:
            pair(beside / "coins" / "model.onnx", *[folder / "coins" / "model.onnx"] * 2)
        facts["coins"]["temperature"] = round(_coins_temperature(folder, held_out), 4)
    for name, known in facts.items():
        _write_config(folder / name, {"temperature": 1.0, "doubt_below": 0.0, **known})
    model = LedgerModel(*(load_model(f"{folder.name}/{name}") for name in ("places", "coins", "numbers")))
    judged = list(judge_strips(model, seed=LEDGER_SEED, count=LEDGER_STRIPS))
    for name, doubt, risk in (
        ("coins", _coins_doubt(judged), COINS_RISK),
        ("numbers", _numbers_doubt(judged), NUMBERS_RISK),
    ):
        if name in facts:
            doubt_below = round(max(doubt, LEAST_ODDS[name]), 4)
            _write_config(folder / name, {**facts[name], "doubt_below": doubt_below, "accepted_risk": risk})
    if "places" in facts:
        _write_config(folder / "places", facts["places"])


def _coins_temperature(folder: Path, held_out: LedgerSet) -> float:
    rows = (np.ascontiguousarray(row.transpose(2, 0, 1)[None], np.float32) for row in held_out.rows)
    logits = _answers(folder / "coins", "row", rows).transpose(0, 2, 1).reshape(-1, 3)
    truth = held_out.filled.reshape(-1)
    return fit_temperature(logits[truth >= 0], truth[truth >= 0])


def _numbers_temperature(folder: Path, held_out: LedgerSet) -> float:
    logits = _answers(folder / "numbers", "numbers", map(_numbers_input, _cells(held_out)))
    truth = held_out.digits
    shown = (truth[:, READABLE] == 1) & (truth[:, ONES] != NO_DIGIT)
    digits = logits.reshape(len(truth), -1)[shown, : 3 * DIGITS].reshape(-1, DIGITS)
    return fit_temperature(digits, truth[shown, HUNDREDS : ONES + 1].flatten())


def _cells(held_out: LedgerSet) -> NDArray[np.uint8]:
    """Return the pictures of each sheet's numbers, no paper to spare, (sheets, 21, height, width, 3)."""
    width, height = NUMBER_SIZE
    middle = held_out.numbers[:, SPARE : SPARE + height, SPARE : SPARE + width]
    return middle.reshape(-1, NUMBERS, height, width, 3)


def _numbers_input(numbers: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the pictures of a sheet's numbers as their network takes them."""
    return as_input(numbers, numbers[best_prints(numbers)])


def _answers(folder: Path, entry: str, inputs: Iterable[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the released network's answer to each input."""
    session = onnxruntime.InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"])
    return np.stack([session.run(None, {entry: one})[0].squeeze() for one in inputs])


def _coins_doubt(judged: list[LedgerJudged]) -> float:
    given = [one for one in judged if one.reading.coins is not None]
    sure = np.array([one.reading.coins_confidence for one in given])
    return least_confidence(
        sure, np.array([one.reading.coins != one.truth.coins for one in given]), COINS_RISK
    )


def _numbers_doubt(judged: list[LedgerJudged]) -> float:
    given = [number for one in judged for number in one.numbers if number[1] is not None]
    sure = np.array([confidence for _, _, confidence in given])
    return least_confidence(sure, np.array([truth != read for truth, read, _ in given]), NUMBERS_RISK)


def _trained(net: nn.Module, run: Path) -> nn.Module:
    net.load_state_dict(torch.load(run / NAME, weights_only=True)["net"])
    return net.eval()


def _run_facts(run: Path) -> dict[str, Any]:
    return {"trained_steps": int(torch.load(run / NAME, weights_only=True)["step"])}


def _count(net: nn.Module) -> int:
    return sum(parameter.numel() for parameter in net.parameters())


def _export(
    net: nn.Module,
    example: tuple[torch.Tensor, ...],
    growing: dict[str, dict[int, tuple[int, int]]],
    outputs: tuple[str, ...],
    folder: Path,
) -> None:
    """Write model.onnx and check that it answers as the trained network does.

    `growing` names the inputs; of each, the axes that grow with the number of squares: pixels a square, more.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "model.onnx"
    squares = torch.export.Dim("squares", min=3, max=40)
    shapes = {
        name: {axis: step * squares + more if step > 1 else squares for axis, (step, more) in axes.items()}
        for name, axes in growing.items()
    }
    torch.onnx.export(
        net, example, path, input_names=list(growing), output_names=list(outputs), dynamo=True,
        external_data=False, dynamic_shapes=shapes if any(growing.values()) else None, verbose=False,
    )  # fmt: skip
    forget_origins(path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    fed = {name: part.numpy() for name, part in zip(growing, example, strict=True)}
    expected = net(*example)
    expected = expected if isinstance(expected, tuple) else (expected,)
    for answered, wanted in zip(session.run(list(outputs), fed), expected, strict=True):
        apart = float(np.abs(answered - wanted.detach().numpy()).max())
        if apart > CLOSE_ENOUGH:
            raise SystemExit(f"the export of {folder.name} differs from the trained network by {apart:.4f}")


def forget_origins(path: Path) -> None:
    """Leave out the source lines and paths of the machine that the exporter notes on every node."""
    model = onnx.load(path)
    model.ClearField("doc_string")
    graph = model.graph
    for part in (
        model,
        graph,
        *graph.node,
        *graph.value_info,
        *graph.input,
        *graph.output,
        *graph.initializer,
    ):
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
    onnx.save(model, path)


def _write_config(folder: Path, settings: dict[str, Any]) -> None:
    digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
    document = {"name": folder.name, "sha256": digest, **settings}
    (folder / "config.json").write_text(json.dumps(document, indent=2) + "\n")
    print(json.dumps(document, indent=2))


if __name__ == "__main__":
    main()
