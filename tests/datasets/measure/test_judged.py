"""What is measured of photos, and what is said where nothing can be."""

import sys
from pathlib import Path

import numpy as np
import pytest

from datasets.measure.__main__ import main
from datasets.measure.judged import judge_reading
from engine import ALL_SQUARES, Side, Terrain
from vision import CellReading, Lattice, SheetGeometry, SheetReading
from vision.find.lattice import map_nodes


def test_squares_of_a_sheet_with_a_print_of_its_own_are_judged() -> None:
    cells = tuple(CellReading(square, {Terrain.FARM: 1.0}) for square in ALL_SQUARES)
    reading = SheetReading(SheetGeometry(Lattice(map_nodes(11))), Side.CUSTOM, 1.0, cells, "stub", 0.9)

    judged = judge_reading(reading, dict.fromkeys(ALL_SQUARES, Terrain.FARM))

    assert judged.right.all()
    assert not np.any(judged.ruins)


@pytest.mark.parametrize(
    ("what", "said"), [("photos", "has its truth beside it"), ("finding", "There is no corners.csv")]
)
def test_photos_without_what_a_measure_needs_are_refused_in_words(
    what: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "001.jpg").touch()
    monkeypatch.setattr(sys, "argv", ["measure", what, str(tmp_path)])

    with pytest.raises(SystemExit, match=said):
        main()


@pytest.mark.parametrize(
    ("what", "truth", "said"),
    [
        ("photos", "{", "is no JSON"),
        ("photos", "{}", "does not tell its corners"),
        ("ledger", '{"points": [], "coins": 3}', "does not tell its boxes"),
    ],
)
def test_a_truth_that_cannot_be_used_is_named(
    what: str, truth: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "001.jpg").touch()
    (tmp_path / "001.json").write_text(truth)
    monkeypatch.setattr(sys, "argv", ["measure", what, str(tmp_path)])

    with pytest.raises(SystemExit, match=said):
        main()
