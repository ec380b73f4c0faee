"""The commands that take photos: read and scan, their tables and documents."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.cli.main import run
from service.work import photos
from tests.service.cli.printed import documents, pipe, write
from tests.service.stubs import (
    CLEAR_PHOTO,
    DOUBTFUL_PHOTO,
    EDICTS,
    PHOTO_OF_TWO_SHEETS,
    PHOTO_WITHOUT_SHEET,
    UNLUCKY_PHOTO,
)
from tests.vision.files import pdf_of


@pytest.fixture(name="blank")
def _blank(photo_folder: Path) -> str:
    return write(photo_folder / "blank.jpg", PHOTO_WITHOUT_SHEET)


def test_read_prints_one_reading_a_line_in_the_order_of_the_inputs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, doubtful: str, clear: str, blank: str
) -> None:
    odd = write(tmp_path / "odd.jpg", b"no picture")
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
    photo = write(photo_folder / f"{'long' * 12}.jpg", DOUBTFUL_PHOTO)

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
    unlucky = write(photo_folder / "unlucky.jpg", UNLUCKY_PHOTO)

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
    again = write(tmp_path / "map.json", json.dumps(sheet["map"], indent=1).encode())

    assert run(["score", "--json", again]) == 0

    (scored,) = documents(capsys.readouterr().out)
    assert scored.pop("where") == f"{again}:1"
    (note,) = scored.pop("notes")
    assert "doubtful" in note
    assert scored.items() <= sheet["score"].items()
    assert {"exact", "interval", "settle"} <= sheet["score"].keys() - scored.keys()


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


def test_a_photo_comes_through_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, doubtful: str
) -> None:
    pipe(monkeypatch, Path(doubtful).read_bytes())

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
    pipe(monkeypatch, sent)

    assert run(["scan", *arguments]) == 2

    assert "stdin" in capsys.readouterr().err


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
