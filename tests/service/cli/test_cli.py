import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.testing

from service.cli.main import app, run
from service.readings.reader import PhotoReader
from service.scores.scoring import NOTHING
from service.web import examples
from service.work import photos, tasks
from tests.service.stubs import (
    CLEAR_PHOTO,
    DOUBTFUL_PHOTO,
    EDICTS,
    PHOTO_OF_TWO_SHEETS,
    PHOTO_WITHOUT_SHEET,
    UNLUCKY_PHOTO,
    ClassifierStub,
)
from tests.vision.files import pdf_of
from vision import ModelError, Reason

COMMANDS = ("read", "score", "scan", "serve", "key make", "score --edicts Silos")


@pytest.fixture(name="clear")
def _clear(photo_folder: Path) -> str:
    return _write(photo_folder / "clear.jpg", CLEAR_PHOTO)


@pytest.fixture(name="doubtful")
def _doubtful(photo_folder: Path) -> str:
    return _write(photo_folder / "doubtful.jpg", DOUBTFUL_PHOTO)


@pytest.fixture(name="blank")
def _blank(photo_folder: Path) -> str:
    return _write(photo_folder / "blank.jpg", PHOTO_WITHOUT_SHEET)


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch, stubbed_vision: None) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("SURVEYOR_DEBUG", raising=False)


def _write(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)


def documents(printed: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.splitlines()]


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, option: str) -> None:
    result = typer.testing.CliRunner().invoke(app, [*command.split(), option])

    assert result.exit_code == 0
    assert result.output.startswith("Usage:")
    assert "--help" in result.output


def test_no_command_at_all_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0

    assert "scan" in capsys.readouterr().out


def test_read_prints_one_reading_a_line_in_the_order_of_the_inputs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, doubtful: str, clear: str, blank: str
) -> None:
    odd = _write(tmp_path / "odd.jpg", b"no picture")
    assert run(["read", "--json", doubtful, odd, blank, clear]) == 0

    printed = capsys.readouterr()
    readings = documents(printed.out)
    assert [reading["photo"]["name"] for reading in readings] == [doubtful, odd, blank, clear]
    assert [reading["status"] for reading in readings] == ["review", "rejected", "rejected", "read"]
    assert {reading["schema"] for reading in readings} == {"surveyor/reading@1"}
    assert printed.err == ""


def test_read_takes_a_folder(capsys: pytest.CaptureFixture[str], doubtful: str, clear: str) -> None:
    assert run(["read", "--json", str(Path(clear).parent)]) == 0

    assert [reading["photo"]["name"] for reading in documents(capsys.readouterr().out)] == [clear, doubtful]


def test_read_shows_people_a_table(
    capsys: pytest.CaptureFixture[str], doubtful: str, blank: str, tmp_path: Path
) -> None:
    assert run(["read", doubtful, blank, "--overlay", str(tmp_path / "out")]) == 0

    out = capsys.readouterr().out
    assert "C4" in out
    assert "No map field was found. Take the photo from above." in " ".join(out.split())
    assert (tmp_path / "out" / "doubtful.overlay.jpg").exists()


@pytest.mark.parametrize("columns", ["10", "80"])
def test_tables_keep_their_letters_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, photo_folder: Path, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    photo = _write(photo_folder / f"{'long' * 12}.jpg", DOUBTFUL_PHOTO)

    assert run(["read", photo]) == 0
    heading = capsys.readouterr().out.splitlines()[0]
    assert re.fullmatch(r"photo +status +side +coins +doubtful squares", heading)

    assert run(["scan", photo]) == 0
    assert "│   │ 1 │ 2 │ 3 │ 4 │ 5 │ 6 │ 7 │ 8 │ 9 │10 │11 │" in capsys.readouterr().out


def test_rows_are_shown_as_soon_as_they_are_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, doubtful: str, clear: str
) -> None:
    shown: list[str] = []
    read_file = photos.read_file

    def look_before(file: photos.PhotoFile) -> Iterator[photos.FileOutcome]:
        shown.append(capsys.readouterr().out)
        yield from read_file(file)

    monkeypatch.setattr(photos, "read_file", look_before)

    assert run(["read", doubtful, clear]) == 0

    assert ["review" in part for part in shown] == [False, True]
    assert [part.count("doubtful squares") for part in shown] == [0, 1]


def test_pages_and_sheets_have_rows_of_their_own(
    capsys: pytest.CaptureFixture[str], photo_folder: Path
) -> None:
    scan = photo_folder / "s.pdf"
    scan.write_bytes(pdf_of(CLEAR_PHOTO, PHOTO_OF_TWO_SHEETS))

    assert run(["read", str(scan)]) == 0

    out = "".join(capsys.readouterr().out.split())
    assert [label in out for label in (",page1", ",page2,sheet1", ",page2,sheet2", ",page3")] == [
        True
    ] * 3 + [False]


def test_corners_are_handed_on(capsys: pytest.CaptureFixture[str], clear: str) -> None:
    assert run(["read", "--json", clear, "--corners", "10,10 300,12 300,300 8,290", "--upright"]) == 0

    assert documents(capsys.readouterr().out)[0]["status"] == "read"

    assert run(["read", "--json", clear, "--upright"]) == 2
    assert "name these" in capsys.readouterr().err


@pytest.mark.parametrize(
    "corners", ["10,10 300,12", "top left", "10,10 300,300 300,10 10,300", "1,1 9,1 9,9 1,9"]
)
@pytest.mark.parametrize("command", [["read", "--json"], ["scan", "--json"], ["read"]])
def test_bad_corners_are_wrong_usage(
    capsys: pytest.CaptureFixture[str], command: list[str], corners: str, clear: str
) -> None:
    assert run([*command, clear, "--corners", corners]) == 2

    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)
    assert "corners" in printed.err


def test_corners_of_several_photos_are_wrong_usage(
    capsys: pytest.CaptureFixture[str], clear: str, doubtful: str
) -> None:
    assert run(["read", clear, doubtful, "--corners", "10,10 300,12 300,300 8,290"]) == 2

    assert "one photo" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["read", "scan"])
def test_strict_tells_of_doubts_by_the_exit_status(command: str, doubtful: str, clear: str) -> None:
    assert run([command, clear, "--strict"]) == 0
    assert run([command, clear, doubtful, "--strict"]) == 1
    assert run([command, clear, doubtful]) == 0


def test_a_mistake_of_ours_in_one_photo_is_a_rejection(
    capsys: pytest.CaptureFixture[str], photo_folder: Path, clear: str
) -> None:
    unlucky = _write(photo_folder / "unlucky.jpg", UNLUCKY_PHOTO)

    assert run(["read", "--json", unlucky, clear]) == 0

    printed = capsys.readouterr()
    first, second = documents(printed.out)
    assert first["reason"]["code"] == "internal_error"
    assert second["status"] == "read"
    assert "Traceback" not in printed.err


def test_scan_prints_the_map_and_the_score(capsys: pytest.CaptureFixture[str], doubtful: str) -> None:
    assert run(["scan", doubtful, "--edicts", *EDICTS, "--season", "winter", "--coins", "3"]) == 0

    out = capsys.readouterr().out
    assert [line.split() for line in out.splitlines() if line.startswith((" Sentinel", " total"))] == [
        ["Sentinel", "Wood", "2"],
        ["total", "1"],
    ]
    assert "Canal Lake" not in out
    assert "hangs on none of it: C4 empty 61% or farm 37%" in out


def test_scan_takes_the_photo_after_the_edicts_too(capsys: pytest.CaptureFixture[str], doubtful: str) -> None:
    assert run(["scan", "--json", "--edicts", *EDICTS, doubtful]) == 0

    (scan,) = documents(capsys.readouterr().out)
    assert list(scan["sheets"][0]["score"]["edicts"]) == list(EDICTS)


def test_scan_gives_programs_the_reading_the_map_and_the_score(
    capsys: pytest.CaptureFixture[str], doubtful: str, blank: str
) -> None:
    assert run(["scan", "--json", doubtful, blank, "--edicts", *EDICTS]) == 0

    scan, rejected = documents(capsys.readouterr().out)
    assert scan["schema"] == "surveyor/scan@1"
    assert scan["sheets"][0]["map"]["edicts"] == list(EDICTS)
    assert scan["sheets"][0]["score"]["monsters"] == -4
    assert rejected["sheets"] == []
    assert rejected["reading"]["reason"]["code"] == "no_grid"


def test_the_map_of_a_scan_can_be_scored_again(
    capsys: pytest.CaptureFixture[str], doubtful: str, tmp_path: Path
) -> None:
    run(["scan", "--json", doubtful, "--edicts", *EDICTS])
    (sheet,) = documents(capsys.readouterr().out)[0]["sheets"]
    again = _write(tmp_path / "map.json", json.dumps(sheet["map"], indent=1).encode())

    assert run(["score", "--json", again]) == 0

    (scored,) = documents(capsys.readouterr().out)
    assert scored.pop("where") == f"{again}:1"
    assert scored.items() <= sheet["score"].items()
    assert {"exact", "interval", "settle"} <= sheet["score"].keys() - scored.keys()


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
    names = [_write(photo_folder / f"{number}.jpg", photo) for number, photo in enumerate(photos)]
    run(["read", "--json", *names])
    path = _write(photo_folder / "readings.jsonl", capsys.readouterr().out.encode())

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
    path = _write(tmp_path / "map.json", json.dumps(examples.MAP | {"doubtful": [[0, 0], [3, 4]]}).encode())

    run(["score", path])
    assert "2 squares are doubtful, so what is counted on the map is a guess." in capsys.readouterr().out

    run(["score", "--json", path])
    (scored,) = documents(capsys.readouterr().out)
    assert scored["notes"] == ["2 squares are doubtful, so what is counted on the map is a guess."]


@pytest.mark.parametrize("command", ["score", "audit"])
def test_a_reading_without_a_sheet_is_refused(
    capsys: pytest.CaptureFixture[str], photo_folder: Path, command: str
) -> None:
    photo = _write(photo_folder / "nothing.jpg", PHOTO_WITHOUT_SHEET)
    run(["read", "--json", photo])
    path = _write(photo_folder / "reading.json", capsys.readouterr().out.encode())

    assert run([command, "--json", path]) == 1

    printed = capsys.readouterr()
    assert printed.out == ""
    assert "shows no map" in printed.err


def test_what_is_wrong_in_a_reading_is_named_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = _write(tmp_path / "reading.json", json.dumps(examples.READING | {"status": "fine"}).encode())

    assert run(["score", path]) == 1

    printed = capsys.readouterr().err
    assert printed.startswith(f"surveyor: {path}:1: this is no reading (status: ")


def test_score_shows_people_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = _write(tmp_path / "maps.jsonl", json.dumps(examples.MAP).encode())

    assert run(["score", path]) == 0

    assert "Sentinel Wood" in capsys.readouterr().out


def test_a_score_without_edicts_says_that_they_are_left_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bare = {name: value for name, value in examples.MAP.items() if name not in {"edicts", "season"}}
    path = _write(tmp_path / "maps.jsonl", json.dumps(bare).encode())

    assert run(["score", path]) == 0

    assert "no edicts are given" in capsys.readouterr().err


def test_a_scan_without_edicts_says_that_they_are_left_out(
    capsys: pytest.CaptureFixture[str], clear: str
) -> None:
    photo = str(clear)

    run(["scan", photo])
    without = " ".join(capsys.readouterr().out.split())
    run(["scan", photo, "--edicts", "Greenbough"])

    assert "no edicts are given" in without
    assert "total without edicts" in without
    assert "coins and monsters alone: " in without
    assert without.index("no edicts are given") < without.index("stars as read")
    assert "no edicts are given" not in " ".join(capsys.readouterr().out.split())


def test_a_bad_line_is_named_and_the_others_are_scored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = _write(tmp_path / "maps.jsonl", b"nonsense\n" + json.dumps(examples.MAP).encode())

    assert run(["score", "--json", path, str(tmp_path)]) == 1

    printed = capsys.readouterr()
    assert len(documents(printed.out)) == 1
    bad, folder = printed.err.splitlines()
    assert bad.startswith(f"surveyor: {path}:1: ")
    assert folder == f"surveyor: {tmp_path}: the file cannot be read: Is a directory"


@pytest.mark.parametrize("command", ["read", "scan", "score", "audit", "final", "restore"])
def test_a_file_that_is_not_there_is_wrong_usage_before_anything_is_done(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, clear: str
) -> None:
    there = [] if command == "restore" else [clear]
    options = {"audit": ["--cards", "Lagoon"], "restore": ["--data", str(tmp_path / "new")]}.get(command, [])

    assert run([command, *there, "missing.jpg", *options]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "surveyor: there is no file or folder missing.jpg\n"


def test_a_photo_comes_through_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, doubtful: str
) -> None:
    _pipe(monkeypatch, Path(doubtful).read_bytes())

    assert run(["read", "--json", "-", doubtful, "--overlay", str(tmp_path)]) == 0

    piped, named = documents(capsys.readouterr().out)
    assert piped["photo"]["name"] == "stdin"
    assert piped["photo"]["sha256"] == named["photo"]["sha256"]
    assert piped["sheets"] == named["sheets"]
    assert (tmp_path / "stdin.overlay.jpg").exists()


@pytest.mark.parametrize(("arguments", "sent"), [(["-", "-"], b"photo"), (["-"], b"")])
def test_stdin_is_one_photo(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], sent: bytes
) -> None:
    _pipe(monkeypatch, sent)

    assert run(["scan", *arguments]) == 2

    assert "stdin" in capsys.readouterr().err


def _pipe(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sent)))


def test_the_version_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0

    assert re.fullmatch(r"surveyor \d+\.\d+\S*\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["read"], "Missing argument"),
        (["dance"], "No such command 'dance'. `surveyor --help` lists them."),
        (["key", "create"], "No such command 'create'. `surveyor key --help` lists them."),
        (["read", "a.jpg", "--dance"], "No such option"),
        (["scan", "a.jpg", "--edict", "Silos"], "No such option: --edict; did you mean --edicts?"),
        (["scan", "a.jpg", "--seasn", "fall"], "did you mean --season?"),
        (["read", "a.jpg", "--side", "E"], "--side"),
        (["read", "a.jpg", "--workers", "0"], "'--workers': say 1 or more\n"),
        (["read", "a.jpg", "--workers", "two"], "'--workers': say a whole number\n"),
        (["score", "--coins", "3.5"], "'--coins': say a whole number\n"),
        (["score", "--sure", "very"], "'--sure': say a number\n"),
        (["score", "--sure", "nan"], "'--sure': say "),
        (["scan", "a.jpg", "--edicts", "Silo"], 'did you mean "Silos"'),
        (["scan", "a.jpg", "--edicts", "Silos", "Silos"], "twice"),
        (["scan", "a.jpg", "--edicts", *EDICTS, "Silos"], "at most 4"),
        (["scan", "a.jpg", "--season", "winter"], "are missing"),
        (["scan", "a.jpg", "--season", "autumn"], 'no season is named "autumn"; did you mean "fall"?'),
        (["score", "--season", "Somer"], 'did you mean "summer"?'),
        (["upload", "a.jpg", "--season", "7"], 'say "spring", "summer", "fall" or "winter"'),
        (["audit", "a.json", "--season", "Autumn"], 'did you mean "fall"?'),
        (["score", "--coins", "99"], "0 to 14"),
        (["serve", "--port", "70000"], "'--port': say 65535 or less\n"),
        (["play", "--seed", "9" * 5000], "'--seed': say a smaller number\n"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert run(arguments) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert complaint in printed.err
    assert "Value error" not in printed.err
    assert "Input" not in printed.err


@pytest.mark.parametrize(
    ("option", "words", "meant", "hyphens"),
    [
        ("--edicts", ["Silos", "sentinel", "Wood"], '"Sentinel Wood"', "Sentinel-Wood"),
        ("--edicts", ["Heart", "of", "the", "Forest"], '"Heart of the Forest"', "Heart-of-the-Forest"),
        ("--edicts", ["The", "Golden", "Granary"], '"The Golden Granary"', "The-Golden-Granary"),
        ("--cards", ["Great", "River"], '"Great River"', "Great-River"),
        ("--standing", ["Zombie", "Plague"], '"Zombie Plague"', "Zombie-Plague"),
    ],
)
def test_a_name_of_several_words_is_told_to_need_quotes(
    capsys: pytest.CaptureFixture[str], option: str, words: list[str], meant: str, hyphens: str
) -> None:
    assert run(["scan", "a.jpg", option, *words]) == 2

    errors = capsys.readouterr().err
    assert f"did you mean {meant}" in errors
    assert f"needs quotes, or hyphens, as in {hyphens}." in errors


def test_a_misspelt_name_is_told_the_nearest_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", "a.jpg", "--edicts", "Sentinal Wood"]) == 2

    errors = capsys.readouterr().err
    assert 'did you mean "Sentinel Wood"' in errors
    assert "quotes" not in errors


@pytest.mark.parametrize(
    "names",
    [
        ["Sentinel Wood,Canal Lake,Wildholds,Borderlands"],
        ["Sentinel-Wood,", "Canal-Lake, Wildholds", ",Borderlands,"],
    ],
)
def test_names_may_be_separated_by_commas(
    capsys: pytest.CaptureFixture[str], doubtful: str, names: list[str]
) -> None:
    assert run(["scan", "--json", doubtful, "--edicts", *names]) == 0

    (scan,) = documents(capsys.readouterr().out)
    assert scan["sheets"][0]["map"]["edicts"] == list(EDICTS)


@pytest.mark.parametrize("command", ["read", "scan"])
def test_a_json_document_in_place_of_a_photo_is_sent_to_score(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    path = _write(tmp_path / "reading.json", json.dumps({"schema": "surveyor/reading@1"}).encode())

    assert run([command, path]) == 0

    printed = " ".join(capsys.readouterr().out.split())
    assert "This is a JSON document and no photo." in printed
    assert "`surveyor score`" in printed
    assert "Take a photo" not in printed


@pytest.mark.parametrize("command", ["score", "final", "audit", "correct"])
def test_the_table_of_read_is_sent_back_for_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, doubtful: str, command: str
) -> None:
    run(["read", doubtful])
    _pipe(monkeypatch, capsys.readouterr().out.encode())
    status = 2 if command == "correct" else 1

    assert run([command, "-", *(["--confirm"] if command == "correct" else [])]) == status

    (errors,) = capsys.readouterr().err.splitlines()
    assert "no JSON document: `surveyor read --json` prints one" in errors


@pytest.mark.parametrize("command", ["score", "final", "audit"])
def test_a_document_without_its_schema_is_told_what_to_write(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    bare = {name: value for name, value in examples.MAP.items() if name != "schema"}
    path = _write(tmp_path / "map.json", json.dumps(bare).encode())

    assert run([command, path]) == 1

    assert '"surveyor/map@1"' in capsys.readouterr().err


def test_a_folder_without_photos_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], photo_folder: Path
) -> None:
    assert run(["read", str(photo_folder)]) == 2

    assert "there are no photos in" in capsys.readouterr().err


def test_a_file_is_no_folder_for_overlays(clear: str) -> None:
    assert run(["read", clear, "--overlay", clear]) == 2


def test_an_overlay_that_cannot_be_written_is_told_by_the_exit_status(
    capsys: pytest.CaptureFixture[str], clear: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    (out / f"{Path(clear).stem}.overlay.jpg").mkdir(parents=True)

    assert run(["read", clear, "--overlay", str(out)]) == 2

    printed = capsys.readouterr()
    assert "the picture cannot be written" in printed.err
    assert " read " in printed.out  # its line, however long the path


def test_an_environment_that_cannot_be_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SURVEYOR_PORT", "many")

    assert run(["serve"]) == 2

    assert "SURVEYOR_PORT" in capsys.readouterr().err


def test_a_name_that_could_steer_the_terminal_is_made_harmless(
    capsys: pytest.CaptureFixture[str], photo_folder: Path
) -> None:
    steering = _write(photo_folder / "\x1b[31m[bold]red.jpg", PHOTO_WITHOUT_SHEET)

    assert run(["scan", steering]) == 0

    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "[bold]red.jpg" in out


def test_an_error_that_could_steer_the_terminal_is_made_harmless_and_stays_short(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    document = json.dumps(examples.MAP | {"side": "Z\x1b[31m"})
    steering = _write(tmp_path / "\x1b[2J\u202e.json", document.encode())
    endless = _write(
        tmp_path / "endless.json", json.dumps(examples.MAP | {"edicts": ["S" * 100_000]}).encode()
    )

    assert run(["score", steering, endless]) == 1

    complaints = capsys.readouterr().err
    assert "\x1b" not in complaints
    assert "\u202e" not in complaints
    assert len(complaints) < 1000


def test_a_missing_model_is_one_line_and_a_status_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, clear: str
) -> None:
    def load() -> ClassifierStub:
        raise ModelError(Reason("model_missing", "The model is missing.", "Install it."))

    monkeypatch.setattr(tasks, "load_reader", lambda: PhotoReader(load))

    assert run(["read", clear]) == 3

    assert capsys.readouterr().err == "surveyor: The model is missing. Install it.\n"


def test_too_little_memory_is_told_as_that(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, clear: str
) -> None:
    def read_file(file: photos.PhotoFile) -> Iterator[photos.FileOutcome]:
        raise MemoryError

    monkeypatch.setattr(photos, "read_file", read_file)

    assert run(["read", clear]) == 3

    assert capsys.readouterr().err.startswith("surveyor: there is too little memory for this; end other")


def test_any_other_mistake_is_one_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, clear: str
) -> None:
    monkeypatch.setattr(photos, "read_file", lambda file: 1 / 0)

    assert run(["read", clear]) == 3

    printed = capsys.readouterr()
    assert "ZeroDivisionError" in printed.err
    assert len(printed.err.splitlines()) == 1
