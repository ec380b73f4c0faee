import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

from engine import Square, Terrain
from service.cli.main import run
from tests.service.documents.test_schemas import check
from tests.service.stubs import CLEAR_PHOTO, DOUBTED, DOUBTFUL_PHOTO, stub_reader
from vision.corrections import CorrectionStore
from vision.read.classifier import MODEL
from vision.released import read_settings


@pytest.fixture(name="photo")
def _photo(tmp_path: Path) -> Path:
    path = tmp_path / "doubtful.jpg"
    path.write_bytes(DOUBTFUL_PHOTO)
    return path


@pytest.fixture(name="reading")
def _reading(tmp_path: Path, photo: Path) -> Path:
    path = tmp_path / "reading.jsonl"
    path.write_text(stub_reader().read_page(DOUBTFUL_PHOTO, str(photo)).reading.to_line())
    return path


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_map_has_what_was_said_in_place_of_what_was_read(
    capsys: pytest.CaptureFixture[str], reading: Path
) -> None:
    assert run(["correct", str(reading), "--set", "C4=farm", "a1=water", "--player", "ann"]) == 0

    document = printed(capsys)
    check(document, "map@1")
    assert document["terrain"][DOUBTED.row][DOUBTED.column] == "farm"
    assert document["terrain"][0][0] == "water"
    assert document["player"] == "ann"


@pytest.mark.parametrize(
    ("letter", "terrain"),
    [
        ("X", "destroyed"),
        ("X?", "destroyed"),
        ("v", "village"),
        ("\N{MIDDLE DOT}", "empty"),
    ],
)
def test_what_the_printed_map_calls_a_terrain_is_taken(
    capsys: pytest.CaptureFixture[str], reading: Path, letter: str, terrain: str
) -> None:
    assert run(["correct", str(reading), "--set", f"C4={letter}"]) == 0

    assert printed(capsys)["terrain"][DOUBTED.row][DOUBTED.column] == terrain


def test_what_nobody_settled_is_reported_and_kept_in_the_map(
    capsys: pytest.CaptureFixture[str], reading: Path
) -> None:
    assert run(["correct", str(reading), "--set", "A1=water"]) == 0

    shown = capsys.readouterr()
    document = json.loads(shown.out)
    check(document, "map@1")
    assert document["doubtful"] == [list(DOUBTED)]
    assert "1 square is still in doubt (C4): the map holds the likeliest." in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("settling", [["--set", "C4=empty"], ["--confirm"]])
def test_what_is_settled_is_not_in_doubt(
    capsys: pytest.CaptureFixture[str], reading: Path, settling: list[str]
) -> None:
    assert run(["correct", str(reading), *settling]) == 0

    shown = capsys.readouterr()
    assert "doubtful" not in json.loads(shown.out)
    assert shown.err == ""


def test_the_words_may_come_before_the_reading(capsys: pytest.CaptureFixture[str], reading: Path) -> None:
    assert run(["correct", "--set", "C4=farm", "A1=water", str(reading)]) == 0

    assert printed(capsys)["terrain"][0][0] == "water"


def test_a_reading_may_come_through_a_pipe(
    capsys: pytest.CaptureFixture[str], reading: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(reading.read_bytes())))

    assert run(["correct", "-", "--confirm"]) == 0

    assert printed(capsys)["terrain"][0][0] == "forest"


def test_what_was_said_is_kept_with_its_pictures(
    capsys: pytest.CaptureFixture[str], reading: Path, tmp_path: Path
) -> None:
    options = ["--set", "C4=farm", "--store", str(tmp_path / "store"), "--player", "ann", "--by", "bob"]

    assert run(["correct", str(reading), *options]) == 0

    store = CorrectionStore(tmp_path / "store")
    (record,), problems = store.read()
    assert problems == []
    assert (record.square, record.read, record.said) == (DOUBTED, Terrain.EMPTY, Terrain.FARM)
    assert record.probabilities == {Terrain.EMPTY: 0.61, Terrain.FARM: 0.37, Terrain.WATER: 0.02}
    assert (record.writer, record.by) == ("ann", "bob")
    assert record.photo == hashlib.sha256(DOUBTFUL_PHOTO).hexdigest()
    assert store.picture(record.crop).shape == (48, 48, 3)
    assert store.picture(record.picture).shape == (368, 368, 3)
    check(record.to_json(), "correction@1")
    assert "1 square kept" in capsys.readouterr().err


@pytest.mark.parametrize(("model", "is_installed"), [(MODEL, True), ("nowhere", False), ("x" * 300, False)])
def test_what_was_said_tells_the_hash_of_the_network_that_read_it(
    model: str, is_installed: bool, reading: Path, tmp_path: Path
) -> None:
    reading.write_text(json.dumps(json.loads(reading.read_text("utf-8")) | {"model": model}))

    assert run(["correct", str(reading), "--set", "C4=farm", "--store", str(tmp_path / "store")]) == 0

    (record,), _ = CorrectionStore(tmp_path / "store").read()
    network = read_settings(f"{MODEL}/context")["sha256"]
    assert record.model_sha256 == (network if is_installed else None)


def test_a_confirmed_sheet_is_kept_whole_but_for_what_is_printed(reading: Path, tmp_path: Path) -> None:
    assert (
        run(["correct", str(reading), "--confirm", "--set", "C4=farm", "--store", str(tmp_path / "s")]) == 0
    )

    records, _ = CorrectionStore(tmp_path / "s").read()
    said = {record.square: record.said for record in records}
    assert len(said) == 121 - 5
    assert said[DOUBTED] is Terrain.FARM
    assert said[Square(0, 0)] is Terrain.FOREST
    assert sum(record.said is not record.read for record in records) == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "say what a square holds"),
        (["--set", "L4=farm"], '"L4" is no square'),
        (["--set", "C4=fram"], 'did you mean "farm"'),
        (["--set", "C4"], "says nothing of a square"),
        (["--set", "C4=farm", "c4=water"], "C4 is said twice"),
        (["--set", "B4=farm"], "B4: side A has a mountain printed there"),
        (["--confirm", "--sheet", "2"], "there is no sheet 2"),
    ],
)
def test_what_cannot_be_said_is_reported_in_a_line(
    capsys: pytest.CaptureFixture[str], reading: Path, arguments: list[str], problem: str
) -> None:
    assert run(["correct", str(reading), *arguments]) == 2

    message = capsys.readouterr().err
    assert problem in message
    assert message.count("\n") == 1


def test_of_several_readings_the_photo_tells_which(
    capsys: pytest.CaptureFixture[str], reading: Path, tmp_path: Path, photo: Path
) -> None:
    clear = stub_reader().read_page(CLEAR_PHOTO, "clear.jpg").reading.to_line()
    reading.write_text(f"{clear}\n{reading.read_text()}\n")

    assert run(["correct", str(reading), "--confirm"]) == 2
    assert "say which with --photo" in capsys.readouterr().err
    assert run(["correct", str(reading), "--confirm", "--photo", str(photo)]) == 0


def test_a_photo_that_has_changed_is_not_kept(
    capsys: pytest.CaptureFixture[str], reading: Path, photo: Path, tmp_path: Path
) -> None:
    photo.write_bytes(CLEAR_PHOTO)

    assert run(["correct", str(reading), "--confirm", "--store", str(tmp_path / "s")]) == 2

    assert "has changed since it was read" in capsys.readouterr().err
    assert not (tmp_path / "s").exists()


def test_an_empty_name_of_a_player_is_refused(capsys: pytest.CaptureFixture[str], reading: Path) -> None:
    assert run(["correct", str(reading), "--set", "A1=water", "--player", " "]) == 2

    assert "--player needs a name" in capsys.readouterr().err
