"""Release the ledger's networks, calibrated on strokes that training did not see."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import nn

from datasets.draw.ledger.strip import HUNDREDS, NO_DIGIT, ONES, READABLE
from datasets.draw.ledger.stripset import SPARE, LedgerSet, load_ledgers
from datasets.draw.sheet.ledger import NUMBERS
from datasets.measure.ledger import LedgerJudged, judge_strips
from datasets.release.calibrate import fit_temperature, least_confidence
from datasets.release.pairing import pair
from datasets.release.place import check_held_out, in_place_of, write_config
from datasets.release.quantising import count_in_whole_numbers
from datasets.train.checkpoints import NAME, facts_of, trained
from datasets.train.export import export
from datasets.train.ledger_networks import DIGITS, CoinsNet, NumbersNet, PlacesNet, WholeNet
from vision.read.ledger import LedgerModel
from vision.read.ledgercrops import NUMBER_SIZE, best_prints
from vision.read.numbers import as_input
from vision.released import load_model

PARTS = ("places", "coins", "whole", "numbers")
COINS_RISK = 0.005  # share of counts that are wrong without being called doubtful
NUMBERS_RISK = 0.005  # the same of numbers
LEAST_ODDS = {"coins": 0.9, "numbers": 0.75}
"""Nothing less likely is given, for prints and hands may be stranger than those drawn."""
RANGED = 60  # sheets by whose numbers the ranges of whole numbers are found
LEDGER_SEED = 32  # of the strips by which doubt is chosen
LEDGER_STRIPS = 1200


def release_ledger(runs: Path, folder: Path, calibration: Path, beside: Path | None = None) -> None:
    """Release the networks whose runs lie in `runs`; one that was not trained anew stays as it was released.

    Args:
        runs: of `datasets.train.ledger`, in folders called places, coins, whole and numbers.
        folder: the model's.
        calibration: strips by strokes that training did not see.
        beside: an earlier model; of its coins network and the new one the mean of the probabilities counts.

    Raises:
        SystemExit: There is no run, or training saw what it would be calibrated on.
    """
    if not any((runs / name / NAME).exists() for name in PARTS):
        raise SystemExit(f"there is no run of {' or '.join(PARTS)} in {runs}")
    check_held_out(calibration)
    held_out = load_ledgers(calibration)
    with in_place_of(folder) as new:
        _release_parts(runs, new, held_out, beside)


def _release_parts(runs: Path, folder: Path, held_out: LedgerSet, beside: Path | None) -> None:
    facts = _export_parts(runs, folder, held_out)
    if "numbers" in facts:
        shown = ({"numbers": _numbers_input(some)} for some in _cells(held_out)[:RANGED])
        count_in_whole_numbers(folder / "numbers" / "model.onnx", shown)
        facts["numbers"]["temperature"] = round(_numbers_temperature(folder, held_out), 4)
    if "coins" in facts:
        if beside:
            pair(beside / "coins" / "model.onnx", *[folder / "coins" / "model.onnx"] * 2)
        facts["coins"]["temperature"] = round(_coins_temperature(folder, held_out), 4)
    for name, known in facts.items():
        write_config(folder / name, {"temperature": 1.0, "doubt_below": 0.0, **known})
    doubts = _doubts(folder) if facts.keys() & LEAST_ODDS.keys() else {}
    for name, known in facts.items():
        write_config(folder / name, {**known, **doubts.get(name, {})})


def _export_parts(runs: Path, folder: Path, held_out: LedgerSet) -> dict[str, dict[str, Any]]:
    """Export the network of each run; return what is known of its training."""
    nets: dict[str, tuple[nn.Module, str, tuple[int, ...]]] = {
        "places": (PlacesNet(), "strip", (1, *held_out.small.shape[3:], *held_out.small.shape[1:3])),
        "coins": (CoinsNet(), "row", (1, *held_out.rows.shape[3:], *held_out.rows.shape[1:3])),
        "whole": (WholeNet(), "row", (1, *held_out.rows.shape[3:], *held_out.rows.shape[1:3])),
        "numbers": (NumbersNet(), "numbers", (NUMBERS, 6, *NUMBER_SIZE[::-1])),
    }
    facts = {}
    for name, (net, entry, shape) in nets.items():
        if (runs / name / NAME).exists():
            example = (torch.rand(shape) * 255,)
            growing = {entry: {0: (1, 0)} if name == "numbers" else {}}  # numbers come in any count
            export(trained(net, runs / name), example, growing, ("out",), folder / name / "model.onnx")
            facts[name] = facts_of(net, runs / name)
    return facts


def _doubts(folder: Path) -> dict[str, dict[str, float]]:
    """Return below which certainty the networks in the folder are doubted, measured on drawn strips."""
    model = LedgerModel(*(load_model(str(folder / name)) for name in PARTS))
    judged = list(judge_strips(model, seed=LEDGER_SEED, count=LEDGER_STRIPS))
    return {
        name: {"doubt_below": round(max(doubt, LEAST_ODDS[name]), 4), "accepted_risk": risk}
        for name, doubt, risk in (
            ("coins", _coins_doubt(judged), COINS_RISK),
            ("numbers", _numbers_doubt(judged), NUMBERS_RISK),
        )
    }


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
    return np.stack([session.run(None, {entry: picture})[0].squeeze() for picture in inputs])


def _coins_doubt(judged: list[LedgerJudged]) -> float:
    given = [answer for answer in judged if answer.reading.coins is not None]
    sure = np.array([answer.reading.coins_confidence for answer in given])
    return least_confidence(
        sure, np.array([answer.reading.coins != answer.truth.coins for answer in given]), COINS_RISK
    )


def _numbers_doubt(judged: list[LedgerJudged]) -> float:
    """Return it for the numbers that players left as they wrote them; those changed are measured apart."""
    given = [number for answer in judged for number in answer.numbers if number[1] is not None]
    sure = np.array([confidence for _, _, confidence in given])
    return least_confidence(sure, np.array([truth != read for truth, read, _ in given]), NUMBERS_RISK)
