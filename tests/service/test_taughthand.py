"""What people corrected of a hand sharpens the reading of its sheets, by command."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Side, Terrain
from service.cli import run
from service.reader import Outcome
from service.taughthand import TaughtHand, by_hand
from tests.service.handstub import FURROWS, SMUDGE, STAINED, TAKEN_FOR_WATER, hand_reading, reviewed
from vision.adaptation import KnownHand

PHOTO = Path(__file__).parents[1] / "sheets" / "green_sheet" / "photo.jpg"
PLACE, OTHER = ("a" * 64, None, 0), ("b" * 64, None, 0)
SEEN = hand_reading(Side.A, "stub_v1")
FARMS = dict.fromkeys(FURROWS[:2], Terrain.FARM)


@pytest.fixture(name="outcome")
def _outcome() -> Outcome:
    return Outcome(reviewed(SEEN), sheets=(SEEN,))


def test_what_was_said_of_the_same_photo_settles_what_looks_alike(outcome: Outcome) -> None:
    taught = TaughtHand({PLACE: KnownHand.learn(SEEN, FARMS)}, {PLACE: FARMS})

    (sheet,) = by_hand(outcome, taught).reading.sheets

    assert {sheet.terrain[square.row][square.column] for square in FURROWS} == {Terrain.FARM}
    assert sheet.doubtful == (STAINED, TAKEN_FOR_WATER, SMUDGE)


def test_another_photo_of_the_hand_says_what_is_likelier_and_asks_all_the_same(outcome: Outcome) -> None:
    taught = TaughtHand({OTHER: KnownHand.learn(SEEN, FARMS)}, {OTHER: FARMS})

    (sheet,) = by_hand(outcome, taught).reading.sheets

    assert {sheet.terrain[square.row][square.column] for square in FURROWS} == {Terrain.FARM}
    assert sheet.terrain[7][0] is Terrain.WATER
    assert set(sheet.doubtful) == {*FURROWS, STAINED, TAKEN_FOR_WATER, SMUDGE}


def test_of_several_sheets_nobody_said_whose_they_are(outcome: Outcome) -> None:
    taught = TaughtHand({PLACE: KnownHand.learn(SEEN, FARMS)}, {PLACE: FARMS})
    two = replace(outcome, sheets=(SEEN, SEEN))

    assert by_hand(two, taught) is two


def test_the_command_knows_the_hand_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["read", "--json", str(PHOTO)]) == 0
    line = capsys.readouterr().out
    (first,) = json.loads(line)["sheets"]
    (tmp_path / "ann.json").write_text(line)
    store, (row, column) = str(tmp_path / "store"), first["doubtful"][0]
    said = f"{'ABCDEFGHIJK'[row]}{column + 1}={first['terrain'][row][column]}"
    run(["correct", str(tmp_path / "ann.json"), "--set", said, "--store", store, "--player", "ann"])
    capsys.readouterr()

    assert run(["read", "--json", str(PHOTO), "--hand", store, "--writer", "ann"]) == 0

    (again,) = json.loads(capsys.readouterr().out)["sheets"]
    assert [row, column] not in again["doubtful"]
    assert again["terrain"] == first["terrain"]
    assert again["confidence"][row][column] == 1.0


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        (["--hand", "STORE", "--writer", "bob"], 'nothing in STORE is by "bob": it knows no writer'),
        (["--hand", "STORE"], "say both"),
        (["--writer", "bob"], "say both"),
    ],
)
def test_what_is_not_known_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, told: list[str], complaint: str
) -> None:
    told = [word.replace("STORE", str(tmp_path)) for word in told]

    assert run(["read", str(PHOTO), *told]) == 2

    assert complaint.replace("STORE", str(tmp_path)) in capsys.readouterr().err
