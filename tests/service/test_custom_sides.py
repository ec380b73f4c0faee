"""Scores on sheets of one's own, and notes on facts that rest on one source."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine import LAYOUTS, MapSheet, Season, Side, Square, Terrain
from service.cli.main import run
from service.documents import Score
from service.readings.hints import Hints
from service.scores.certainty import Wanted, scan_reading
from service.scores.scoring import Rules
from tests.service.stubs import CLEAR_PHOTO, stub_reader

NOTE = "which rest on one source"
ON_D = MapSheet.blank(Side.D).with_terrain({Square(1, 3): Terrain.FARM})
GRANARY_MAP: dict[str, Any] = ON_D.to_json() | {"edicts": ["The Golden Granary"]}


@pytest.fixture(name="maps")
def _maps(tmp_path: Path) -> Path:
    file = tmp_path / "maps.jsonl"
    file.write_text(f"{json.dumps(GRANARY_MAP)}\n" * 2)
    return file


@pytest.fixture(name="corrected")
def _corrected(tmp_path: Path) -> Path:
    """Side D without the ruins that the farm of the maps lies on."""
    rows = str(LAYOUTS[Side.D]).replace("r", ".", 1)
    file = tmp_path / "d.toml"
    file.write_text(f'replaces = "D"\ncoins = 9\nmap = """\n{rows}\n"""\n')
    return file


def stars(printed: str) -> list[int]:
    return [json.loads(line)["edicts"]["The Golden Granary"] for line in printed.splitlines()]


def test_programs_get_a_note_with_each_score(capsys: pytest.CaptureFixture[str], maps: Path) -> None:
    assert run(["score", "--json", str(maps)]) == 0

    printed = capsys.readouterr()
    first, second = (json.loads(line) for line in printed.out.splitlines())
    assert (first.pop("where"), second.pop("where")) == (f"{maps}:1", f"{maps}:2")
    assert first == second
    assert [NOTE in note for note in first["notes"]] == [True]
    assert printed.err == ""


def test_people_get_a_note_once(capsys: pytest.CaptureFixture[str], maps: Path) -> None:
    assert run(["score", str(maps)]) == 0

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("surveyor: note: The Golden Granary")
    assert NOTE in line


def test_a_confirmed_score_has_no_notes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "maps.jsonl"
    file.write_text(json.dumps(MapSheet.blank(Side.A).to_json() | {"edicts": ["The Golden Granary"]}))

    assert run(["score", "--json", str(file)]) == 0

    assert "notes" not in json.loads(capsys.readouterr().out)


def test_the_service_gives_the_note_too(web: httpx.Client) -> None:
    assert NOTE in web.post("/v1/scores", json=GRANARY_MAP).json()["notes"][0]
    assert "notes" not in web.post("/v1/scores", json=GRANARY_MAP | {"edicts": ["Silos"]}).json()


def test_a_scan_gives_the_note_too() -> None:
    reading = stub_reader().read_page(CLEAR_PHOTO, "a.jpg", hints=Hints(Side.D)).reading
    scan = scan_reading(reading, Wanted(Rules.of(["The Golden Granary"])))

    assert NOTE in json.loads(scan.to_line())["sheets"][0]["score"]["notes"][0]


def test_a_score_without_notes_leaves_them_out() -> None:
    score = Score(schema_name="surveyor/score@1", edicts={}, coins=0, monsters=0, total=0, squares={})

    assert "notes" not in json.loads(score.to_line())


def test_a_corrected_side_changes_the_score_and_needs_no_note(
    capsys: pytest.CaptureFixture[str], maps: Path, corrected: Path
) -> None:
    assert run(["score", "--json", str(maps)]) == 0
    assert stars(capsys.readouterr().out) == [3, 3]

    assert run(["score", "--json", str(maps), "--layout", str(corrected)]) == 0

    printed = capsys.readouterr().out
    assert stars(printed) == [0, 0]
    assert "notes" not in json.loads(printed.splitlines()[0])


def test_a_map_that_contradicts_the_layout_is_refused_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, corrected: Path
) -> None:
    file = tmp_path / "maps.jsonl"
    other = MapSheet.blank(Side.CUSTOM).with_terrain({Square(1, 9): Terrain.FARM})
    file.write_text(json.dumps(other.to_json()))

    assert run(["score", "--json", str(file), "--layout", str(corrected)]) == 1

    assert "maps.jsonl:1: terrain[1][9]: the side" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "the file cannot be read"), ("map = 3", "map: draw the map"), ("{}", "the file is no TOML")],
)
def test_a_layout_that_cannot_be_used_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, maps: Path, content: str | None, message: str
) -> None:
    file = tmp_path / "home.toml"
    if content is not None:
        file.write_text(content)

    assert run(["score", str(maps), "--layout", str(file)]) == 2

    printed = capsys.readouterr()
    assert message in printed.err
    assert len(printed.err.splitlines()) == 1
    assert printed.out == ""


def test_more_coins_than_the_layout_has_are_wrong_usage(
    capsys: pytest.CaptureFixture[str], maps: Path, corrected: Path
) -> None:
    assert run(["score", str(maps), "--layout", str(corrected), "--coins", "10"]) == 2

    assert "from 0 to 9, not 10" in capsys.readouterr().err


def test_a_layout_goes_with_a_season() -> None:
    rules = Rules.of(["Silos", "Treetower"], Season.SPRING)

    assert rules.layout is None
    assert rules.read(MapSheet.blank(Side.A).to_json()).season is Season.SPRING


@pytest.mark.parametrize("command", ["read", "scan"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--layout", "nowhere.toml"], "nowhere.toml: the file cannot be read"),
        (["--layout", "D.TOML", "--side", "A"], "--layout tells sheets of side custom, not of side A"),
    ],
)
def test_a_photo_is_not_read_on_a_layout_that_cannot_be_its_own(
    capsys: pytest.CaptureFixture[str], corrected: Path, command: str, options: list[str], message: str
) -> None:
    words = [word.replace("D.TOML", str(corrected)) for word in options]

    assert run([command, "a.jpg", *words]) == 2

    printed = capsys.readouterr()
    assert message in printed.err
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)


def test_more_coins_than_the_layout_has_cannot_be_told_of_a_photo(
    capsys: pytest.CaptureFixture[str], corrected: Path
) -> None:
    assert run(["scan", "a.jpg", "--layout", str(corrected), "--coins", "10"]) == 2

    assert "from 0 to 9, not 10" in capsys.readouterr().err
