import io
import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine import MapSheet, Side
from service.cli.main import run
from service.documents import Photo
from service.readings.emptymap import reading_by_hand
from tests.drawing import map_of
from tests.service.schemas import json_schema
from tests.service.stubs import reading_of, stub_reading

EDICTS = ("Sentinel Wood", "Canal Lake", "Great City", "The Cauldrons")
MAP = map_of("FWA", "VV").to_json() | {"coins": 3}


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> str:
    return write(tmp_path / "map.json", MAP)


def write(path: Path, *documents: object) -> str:
    path.write_text("\n".join(map(json.dumps, documents)))
    return str(path)


def documents(printed: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in printed.splitlines()]
    for document in found:
        jsonschema.validate(document, json_schema("projection@1"), cls=jsonschema.Draft202012Validator)
    return found


def test_every_season_to_come_is_projected_from_spring_on(
    capsys: pytest.CaptureFixture[str], path: str
) -> None:
    assert run(["score", "--projected", "--json", path, "--edicts", *EDICTS]) == 0

    (projection,) = documents(capsys.readouterr().out)
    assert projection["edicts"] == {"Sentinel Wood": 1, "Canal Lake": 2, "Great City": 2, "The Cauldrons": 0}
    assert [season["season"] for season in projection["seasons"]] == ["spring", "summer", "fall", "winter"]
    assert projection["total"] == (1 + 2 + 3) + (2 + 2 + 3) + (2 + 0 + 3) + (0 + 1 + 3)


def test_the_season_that_comes_next_may_be_given(capsys: pytest.CaptureFixture[str], path: str) -> None:
    assert run(["score", "--projected", "--json", path, "--season", "fall", "--edicts", *EDICTS]) == 0

    (projection,) = documents(capsys.readouterr().out)
    assert [season["season"] for season in projection["seasons"]] == ["fall", "winter"]


def test_a_map_may_tell_its_season_and_edicts_itself(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "map.json", MAP | {"season": "winter", "edicts": list(EDICTS)})

    assert run(["score", "--projected", "--json", path]) == 0

    (projection,) = documents(capsys.readouterr().out)
    assert projection["total"] == 0 + 1 + 3


def test_people_see_the_edicts_the_seasons_and_the_total(
    capsys: pytest.CaptureFixture[str], path: str
) -> None:
    assert run(["score", "--projected", path, "--season", "fall", "--edicts", *EDICTS]) == 0

    out = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert " ".join(out.split()).startswith(f"{path}:1: side custom, if nothing more is drawn ")
    assert "B Canal Lake 2" in lines
    assert "fall 2 0 3 0 5" in lines
    assert "winter 1 0 3 0 4" in lines
    assert "total 9" in lines


def test_what_is_not_told_counts_nothing_and_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "map.json", map_of("FWA").to_json())

    assert run(["score", "--projected", path, "--edicts", *EDICTS[:2]]) == 0

    out = capsys.readouterr().out
    assert "summer 2 ? 0 0 2" in [" ".join(line.split()) for line in out.splitlines()]
    assert "edicts that were not given count nothing: C, D" in out
    assert "coins that were not given count nothing" in out


def test_maps_come_from_stdin_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(MAP).encode())))

    assert run(["score", "--projected", "--json", "--edicts", *EDICTS]) == 0

    assert len(documents(capsys.readouterr().out)) == 1


def test_a_bad_map_is_named_and_the_others_are_projected(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "maps.jsonl", {"schema": "surveyor/score@1"}, MAP)

    assert run(["score", "--projected", "--json", path, "--edicts", *EDICTS]) == 1

    printed = capsys.readouterr()
    assert len(documents(printed.out)) == 1
    assert [line.rpartition(": ")[0] for line in printed.err.splitlines()] == [f"surveyor: {path}:1: schema"]


def test_what_nobody_has_seen_in_print_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "d.json", MapSheet.blank(Side.D).to_json())
    command = ["score", "--projected", path, "--edicts", "The Golden Granary"]

    assert run(command) == 0
    assert "ruins of side D, which rest on one source" in capsys.readouterr().err

    assert run([*command, "--json"]) == 0
    assert "ruins of side D" in documents(capsys.readouterr().out)[0]["notes"][0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--game"], "--game scores seasons that are over, --projected those still to come"),
        (["--solo"], "--solo rates a whole game"),
        (["--season", "autumn"], "--season"),
        (["--coins", "15"], "0 to 14"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(
    capsys: pytest.CaptureFixture[str], path: str, arguments: list[str], complaint: str
) -> None:
    assert run(["score", "--projected", path, *arguments, "--edicts", *EDICTS]) == 2

    assert complaint in capsys.readouterr().err


def test_the_help_gives_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "--help"]) == 0

    assert "surveyor score --projected map.json --season fall" in " ".join(capsys.readouterr().out.split())


def test_a_reading_is_projected_like_a_map(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    read = reading_by_hand(Photo(name="a.jpg", sha256="0" * 64, width=9, height=9), Side.A)
    path = write(tmp_path / "reading.json", json.loads(read.model_dump_json(by_alias=True)))

    assert run(["score", "--projected", "--json", path, "--edicts", *EDICTS]) == 0
    (projection,) = documents(capsys.readouterr().out)
    assert projection["total"] == 0
    assert run(["score", "--projected", write(tmp_path / "none.json", {"schema": "surveyor/reading@1"})]) == 1
    assert "this is no reading" in capsys.readouterr().err


def test_what_is_doubtful_of_a_reading_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "reading.json", json.loads(reading_of(stub_reading()).to_line()))

    assert run(["score", "--projected", "--json", path, "--edicts", *EDICTS]) == 0

    (projection,) = documents(capsys.readouterr().out)
    assert projection["notes"] == ["1 square is doubtful, so what is counted on the map may be wrong."]
