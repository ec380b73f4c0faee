import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import MapSheet, Side, Terrain
from service.cli.main import run
from service.documents import Noticed, Status
from service.documents.readings import SHEET_UNREAD
from service.readings.context import in_context
from tests.service.documents.test_schemas import check
from tests.service.stubs import CLEAR_PHOTO, DOUBTED, DOUBTFUL_PHOTO, DRAWN, EDICTS, stub_reader
from vision import Reason
from vision.context import Known
from vision.context.known import cells_of

BEFORE = MapSheet.blank(Side.A).with_terrain({DOUBTED: Terrain.FARM})


@pytest.fixture(autouse=True)
def _vision(stubbed_vision: None) -> None:
    """Read what the photo's width asks for."""


@pytest.fixture(name="photo")
def _photo(tmp_path: Path) -> str:
    path = tmp_path / "doubtful.jpg"
    path.write_bytes(DOUBTFUL_PHOTO)
    return str(path)


@pytest.fixture(name="before")
def _before(tmp_path: Path) -> str:
    path = tmp_path / "before.json"
    path.write_text(json.dumps(BEFORE.to_json()))
    return str(path)


def documents(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_without_context_a_reading_says_nothing_of_it(capsys: pytest.CaptureFixture[str], photo: str) -> None:
    assert run(["read", "--json", photo]) == 0

    (reading,) = documents(capsys)
    assert "context" not in reading["sheets"][0]


def test_the_map_before_settles_a_doubtful_square_and_both_readings_are_reported(
    capsys: pytest.CaptureFixture[str], photo: str, before: str
) -> None:
    assert run(["read", "--json", photo, "--before", before]) == 0

    (reading,) = documents(capsys)
    check(reading, "reading@1")
    (sheet,) = reading["sheets"]
    row, column = DOUBTED
    assert (reading["reason"]["code"], sheet["doubtful"]) == ("not_all_sure", [])
    assert sheet["terrain"][row][column] == "farm"
    assert sheet["context"]["terrain"][row][column] == "empty"
    assert sheet["context"]["doubtful"] == [[row, column]]
    (rethought,) = sheet["context"]["rethought"]
    assert (rethought["square"], rethought["effect"]) == ([row, column], "changed")


def test_a_reading_may_be_the_map_before(
    capsys: pytest.CaptureFixture[str], photo: str, tmp_path: Path
) -> None:
    earlier = tmp_path / "earlier.jsonl"
    earlier.write_text(stub_reader().read_page(DOUBTFUL_PHOTO, "a.jpg").reading.to_line())

    assert run(["read", "--json", photo, "--before", str(earlier)]) == 0

    (reading,) = documents(capsys)
    assert reading["sheets"][0]["context"]["explained"] is None


def test_what_nobody_settled_in_the_map_before_stays_in_doubt(
    capsys: pytest.CaptureFixture[str], photo: str, tmp_path: Path
) -> None:
    reading, before = tmp_path / "reading.jsonl", tmp_path / "before.json"
    reading.write_text(stub_reader().read_page(DOUBTFUL_PHOTO, photo).reading.to_line())
    assert run(["correct", str(reading), "--set", "A1=forest"]) == 0
    before.write_text(capsys.readouterr().out)

    assert run(["read", "--json", photo, "--before", str(before)]) == 0

    (read,) = documents(capsys)
    assert (read["status"], read["sheets"][0]["doubtful"]) == ("review", [list(DOUBTED)])


def test_doubtful_squares_that_are_none_are_reported(
    capsys: pytest.CaptureFixture[str], photo: str, tmp_path: Path
) -> None:
    before = tmp_path / "before.json"
    before.write_text(json.dumps(BEFORE.to_json() | {"doubtful": [[0, 0], [11, 0]]}))

    assert run(["read", photo, "--before", str(before)]) == 2

    assert "doubtful[1]" in capsys.readouterr().err


def test_a_scan_is_scored_by_the_joint_reading(
    capsys: pytest.CaptureFixture[str], photo: str, before: str
) -> None:
    assert run(["scan", "--json", photo, "--before", before, "--edicts", *EDICTS]) == 0

    (scan,) = documents(capsys)
    check(scan, "scan@1")
    assert scan["sheets"][0]["map"]["terrain"][DOUBTED.row][DOUBTED.column] == "farm"


def test_cards_that_cannot_have_drawn_the_sheet_are_reported(
    capsys: pytest.CaptureFixture[str], photo: str
) -> None:
    assert len(DRAWN) == 4

    assert run(["read", "--json", photo, "--cards", "Great River", "Farmland"]) == 0

    (reading,) = documents(capsys)
    assert reading["status"] == "review"
    assert reading["reason"]["code"] == "season_unexplained"
    assert reading["sheets"][0]["context"]["explained"] is False


def test_people_are_reported_what_the_context_did(
    capsys: pytest.CaptureFixture[str], photo: str, before: str
) -> None:
    assert run(["read", photo, "--before", before]) == 0

    assert "C4 farm, not empty" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--standing", "Zombie Plague"], "say --cards too"),
        (["--cards", "Great Rivver"], "no card is named"),
        (["--before", "missing.json"], "missing.json cannot be read"),
    ],
)
def test_what_cannot_be_known_is_reported_in_a_line(
    capsys: pytest.CaptureFixture[str], photo: str, arguments: list[str], problem: str
) -> None:
    assert run(["read", photo, *arguments]) == 2

    assert problem in capsys.readouterr().err


def test_there_is_one_map_before_for_each_photo(
    capsys: pytest.CaptureFixture[str], photo: str, before: str
) -> None:
    assert run(["read", photo, photo, "--before", before]) == 2

    assert "1 maps for 2 photos" in capsys.readouterr().err


def test_a_map_before_of_another_side_is_reported_beside_all_that_the_photo_shows() -> None:
    """What the photo and the sheet showed stays in the reasons, and what contradicts goes before it."""
    outcome = stub_reader().read_page(CLEAR_PHOTO, "a.jpg")
    (sheet,) = outcome.sheets
    marred = sheet.noticing(Reason("boxes_uncertain", "Some numbers are not sure.", "Look at them."))
    lost = Noticed(code=SHEET_UNREAD, message="Another sheet could not be read.", advice="Look.")
    boxes = Noticed.all_of(marred.reasons)
    reading = outcome.reading.model_copy(update={"reasons": (lost, *boxes)})
    known = Known(before=cells_of(BEFORE), before_side=Side.B)

    read = in_context(replace(outcome, reading=reading, sheets=(marred,)), known).reading

    assert [reason.code for reason in read.reasons] == [SHEET_UNREAD, "before_other_side", "boxes_uncertain"]
    assert (read.status, read.reason and read.reason.code) == (Status.REVIEW, SHEET_UNREAD)
    alone = in_context(replace(outcome, sheets=(marred,)), known).reading
    assert (alone.status, alone.reason and alone.reason.code) == (Status.REVIEW, "before_other_side")
