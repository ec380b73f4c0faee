"""The commands that take maps: score, from files and pipes."""

import io
import json
import os
import sys
from pathlib import Path

import pytest

from service.cli.main import run
from service.scores.scoring import NOTHING
from service.web import examples
from tests.service.cli.printed import documents, write
from tests.service.stubs import CLEAR_PHOTO, EDICTS, PHOTO_OF_TWO_SHEETS, PHOTO_WITHOUT_SHEET


def test_score_reads_maps_from_stdin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = json.dumps(examples.MAP).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line + b"\n" + line)))

    assert run(["score", "--json"]) == 0

    first, second = documents(capsys.readouterr().out)
    assert (first.pop("where"), second.pop("where")) == ("stdin:1", "stdin:2")
    assert first == second
    assert first["schema"] == "surveyor/score@1"
    assert list(first["edicts"]) == ["Borderlands", "Sentinel Wood"]


@pytest.mark.parametrize("options", [[], ["--projected", "--season", "fall"]])
def test_each_score_says_of_which_line_and_sheet_it_is(
    capsys: pytest.CaptureFixture[str], photo_folder: Path, options: list[str]
) -> None:
    photos = [PHOTO_WITHOUT_SHEET, PHOTO_OF_TWO_SHEETS, CLEAR_PHOTO]
    names = [write(photo_folder / f"{number}.jpg", photo) for number, photo in enumerate(photos)]
    run(["read", "--json", *names])
    path = write(photo_folder / "readings.jsonl", capsys.readouterr().out.encode())

    assert run(["score", "--json", path, "--edicts", *EDICTS, *options]) == 1

    printed = capsys.readouterr()
    scores = documents(printed.out)
    assert [scored["where"] for scored in scores] == [f"{path}:2, sheet 1", f"{path}:2, sheet 2", f"{path}:3"]
    if not options:
        assert [scored["photo"]["name"] for scored in scores] == [names[1], names[1], names[2]]
    assert printed.err.startswith(f"surveyor: {path}:1: ")


@pytest.mark.parametrize("command", ["read", "scan"])
def test_names_that_are_no_text_are_told_apart(
    capsys: pytest.CaptureFixture[str], photo_folder: Path, command: str
) -> None:
    for name in (b"\xfe.jpg", b"\xff.jpg"):
        (photo_folder / os.fsdecode(name)).write_bytes(CLEAR_PHOTO)

    assert run([command, str(photo_folder)]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in (r"\xfe.jpg", r"\xff.jpg"))

    run(["read", "--json", str(photo_folder)])
    readings = capsys.readouterr().out
    names = [Path(reading["photo"]["name"]).name for reading in documents(readings)]
    assert names == [r"\xfe.jpg", r"\xff.jpg"]

    odd = photo_folder / os.fsdecode(b"\xff.jsonl")
    odd.write_text(readings)
    run(["score", "--json", str(odd)])
    assert documents(capsys.readouterr().out)[0]["where"] == f"{photo_folder}/\\xff.jsonl:1"


def test_a_closed_standard_input_is_an_empty_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)

    assert run(["score", "--json"]) == 1

    assert capsys.readouterr().err == f"surveyor: stdin: {NOTHING}\n"


def test_the_score_of_a_map_with_doubtful_squares_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "map.json", json.dumps(examples.MAP | {"doubtful": [[0, 0], [3, 4]]}).encode())

    run(["score", path])
    assert "2 squares are doubtful, so what is counted on the map may be wrong." in capsys.readouterr().out

    run(["score", "--json", path])
    (scored,) = documents(capsys.readouterr().out)
    assert scored["notes"] == ["2 squares are doubtful, so what is counted on the map may be wrong."]


@pytest.mark.parametrize("command", ["score", "audit"])
def test_a_reading_without_a_sheet_is_refused(
    capsys: pytest.CaptureFixture[str], photo_folder: Path, command: str
) -> None:
    photo = write(photo_folder / "nothing.jpg", PHOTO_WITHOUT_SHEET)
    run(["read", "--json", photo])
    path = write(photo_folder / "reading.json", capsys.readouterr().out.encode())

    assert run([command, "--json", path]) == 1

    printed = capsys.readouterr()
    assert printed.out == ""
    assert "shows no map" in printed.err


def test_what_is_wrong_in_a_reading_is_named_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "reading.json", json.dumps(examples.READING | {"status": "fine"}).encode())

    assert run(["score", path]) == 1

    printed = capsys.readouterr().err
    assert printed.startswith(f"surveyor: {path}:1: this is no reading (status: ")


def test_score_shows_people_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "maps.jsonl", json.dumps(examples.MAP).encode())

    assert run(["score", path]) == 0

    assert "Sentinel Wood" in capsys.readouterr().out


def test_a_score_without_edicts_says_that_they_are_left_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bare = {name: value for name, value in examples.MAP.items() if name not in {"edicts", "season"}}
    path = write(tmp_path / "maps.jsonl", json.dumps(bare).encode())

    assert run(["score", path]) == 0

    assert "no edicts are given" in capsys.readouterr().err


def test_a_bad_line_is_named_and_the_others_are_scored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "maps.jsonl", b"nonsense\n" + json.dumps(examples.MAP).encode())

    assert run(["score", "--json", path, str(tmp_path)]) == 1

    printed = capsys.readouterr()
    assert len(documents(printed.out)) == 1
    bad, folder = printed.err.splitlines()
    assert bad.startswith(f"surveyor: {path}:1: ")
    assert folder == f"surveyor: {tmp_path}: the file cannot be read: Is a directory"
