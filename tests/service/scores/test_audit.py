import io
import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine import MapSheet, Side, Square, Terrain
from engine.audit.cover import GaveUpError
from service.cli.main import run
from service.scores.scoring import NOTHING
from tests.drawing import map_of
from tests.service.schemas import json_schema

BLANK = MapSheet.blank(Side.A)
LEGAL = map_of("V.FFF", "VV..F").to_json()
MISREAD = map_of("F.FFF", "VV..F").to_json()
CARDS = ["Hamlet", "Orchard"]


def write(path: Path, *maps: object) -> str:
    path.write_text("\n".join(map(json.dumps, maps)))
    return str(path)


def documents(printed: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in printed.splitlines()]
    for document in found:
        jsonschema.validate(document, json_schema("audit@1"), cls=jsonschema.Draft202012Validator)
    return found


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def test_a_legal_map_is_not_odd(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["audit", "--json", write(tmp_path / "a.json", BLANK.to_json())]) == 0

    (audit,) = documents(capsys.readouterr().out)
    assert (audit["odd"], audit["oddities"]) == (False, [])


def test_an_odd_map_is_status_1_and_the_squares_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    document: dict[str, Any] = BLANK.to_json()
    document["terrain"][5][5] = "forest"
    path = write(tmp_path / "a.json", document)

    assert run(["audit", "--json", path]) == 1

    (audit,) = documents(capsys.readouterr().out)
    (oddity,) = audit["oddities"]
    assert audit["where"] == f"{path}:1"
    assert (oddity["kind"], oddity["squares"], oddity["cause"]) == ("print", [[5, 5]], "reading")
    assert oddity["remedies"] == [
        [{"map": "map", "square": [5, 5], "holds": "forest", "instead": "mountain"}]
    ]


def test_the_cards_of_spring_begin_on_the_blank_sheet(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["audit", "--json", write(tmp_path / "a.json", LEGAL), "--cards", *CARDS]) == 0

    (audit,) = documents(capsys.readouterr().out)
    assert [drawing["card"] for drawing in audit["drawings"]] == CARDS


def test_cards_that_cannot_have_drawn_the_map_are_odd(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["audit", "--json", "--cards", *CARDS, write(tmp_path / "a.json", MISREAD)]) == 1

    (audit,) = documents(capsys.readouterr().out)
    (oddity,) = audit["oddities"]
    assert oddity["kind"] == "season"
    assert [[change["square"] for change in remedy] for remedy in oddity["remedies"]] == [[[0, 0]]]


def test_each_map_is_held_against_the_one_before_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    after = map_of("V.FFF", "VV..F", "", "A", "A").to_json()
    before = write(tmp_path / "before.jsonl", LEGAL, LEGAL)
    maps = write(tmp_path / "after.jsonl", after, LEGAL)

    assert run(["audit", "--json", maps, "--before", before, "--cards", "Farmland"]) == 1

    first, second = documents(capsys.readouterr().out)
    assert [audit["odd"] for audit in (first, second)] == [False, True]


def test_a_later_season_needs_the_map_before(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", LEGAL | {"season": "fall"})

    assert run(["audit", path, "--cards", *CARDS]) == 1

    assert "need the map before it: say --before MAP" in capsys.readouterr().err


def test_people_see_the_map_the_reasons_and_whose_error_it_may_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "a.json", MISREAD)

    assert run(["audit", path, "--cards", *CARDS]) == 1

    out = " ".join(capsys.readouterr().out.split())
    assert f"{path}:1: side custom: 1 odd" in " ".join(out.split())
    assert "perhaps misread: A1 village, not forest" in out


def test_people_see_how_a_legal_season_can_have_been_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["audit", write(tmp_path / "a.json", LEGAL), "--cards", *CARDS]) == 0

    out = capsys.readouterr().out
    assert "nothing odd" in out
    assert [line.split() for line in out.splitlines() if "Hamlet" in line] == [
        ["Hamlet", "village", "with", "a", "coin", "A1,", "B1,", "B2"]
    ]


def test_the_game_tells_what_cards_there_are(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    hero = BLANK.with_terrain({Square(0, 0): Terrain.HERO}).to_json()
    path = write(tmp_path / "a.json", hero)

    assert run(["audit", path]) == 0
    assert run(["audit", path, "--game", "base"]) == 1

    assert "this game has no hero cards" in " ".join(capsys.readouterr().out.split())


def test_solo_puts_monsters_where_the_card_says(tmp_path: Path) -> None:
    elsewhere = write(tmp_path / "a.json", map_of("", "MM", "M", "MM").to_json())

    assert run(["audit", elsewhere, "--cards", "Gnoll Raid"]) == 0
    assert run(["audit", elsewhere, "--cards", "Gnoll Raid", "--solo"]) == 1


def test_a_season_that_cannot_be_decided_says_so_and_is_not_odd(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def give_up(*_: object) -> None:
        raise GaveUpError

    monkeypatch.setattr("engine.audit.find_season_oddities", give_up)
    path = write(tmp_path / "a.json", LEGAL)

    assert run(["audit", "--json", path, "--cards", *CARDS]) == 0
    (document,) = documents(capsys.readouterr().out)
    assert (document["odd"], document["decided"]) == (False, False)

    assert run(["audit", path, "--cards", *CARDS]) == 0
    assert "not decided" in capsys.readouterr().out


def test_standing_ambushes_go_on(tmp_path: Path) -> None:
    before = write(tmp_path / "before.json", map_of("", ".M").to_json())
    after = write(tmp_path / "after.json", map_of(".M", "MMM", ".M", "AA").to_json())
    season = [after, "--before", before, "--cards", "Farmland"]

    assert run(["audit", *season]) == 1
    assert run(["audit", *season, "--standing", "Zombie Plague"]) == 0


def test_the_season_may_be_said_for_all_maps(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["audit", write(tmp_path / "a.json", LEGAL), "--season", "summer"]) == 1

    assert "spring to summer fills" in " ".join(capsys.readouterr().out.split())


def test_maps_come_from_stdin_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(LEGAL).encode())))

    assert run(["audit", "--json", "-"]) == 0

    assert [audit["where"] for audit in documents(capsys.readouterr().out)] == ["stdin:1"]


def test_a_reading_is_audited_sheet_by_sheet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheet = {"side": "A", "terrain": BLANK.to_json()["terrain"], "coins": 3, "coins_confidence": 0.5}
    path = write(tmp_path / "a.json", {"schema": "surveyor/reading@1", "sheets": [sheet, sheet]})

    assert run(["audit", "--json", path]) == 1

    first, second = documents(capsys.readouterr().out)
    assert (first["where"], second["where"]) == (f"{path}:1, sheet 1", f"{path}:1, sheet 2")
    assert first["oddities"][0]["cause"] == "reading"


def test_a_bad_line_is_named_and_the_others_are_audited(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "a.jsonl", {"schema": "surveyor/score@1"}, LEGAL)

    assert run(["audit", "--json", path, str(tmp_path)]) == 1

    printed = capsys.readouterr()
    assert len(documents(printed.out)) == 1
    bad, folder = printed.err.splitlines()
    assert bad.startswith(f"surveyor: {path}:1: schema: expected")
    assert folder == f"surveyor: {tmp_path}: the file cannot be read: Is a directory"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "Missing argument"),
        (["a.json", "--cards", "Hamlett"], 'did you mean "Hamlet"'),
        (["a.json", "--standing", "Hamlet"], "Hamlet is no ambush card"),
        (["a.json", "--edicts", "Silo"], 'did you mean "Silos"'),
        (["a.json", "--game", "chess"], "--game"),
        (["a.json", "b.json", "--before", "c.json", "--cards", "Hamlet"], "give one for each"),
        (["a.json", "--before", "c.json"], "say --cards too"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: list[str],
    complaint: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.json", "b.json", "c.json"):
        write(tmp_path / name, LEGAL)

    assert run(["audit", *arguments]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert complaint in printed.err


def test_the_help_tells_what_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--help"]) == 0

    assert "what on a map no legal game can have drawn" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", [["score"], ["score", "--projected"], ["audit"], ["final"]])
def test_no_map_is_a_line_and_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n")))

    assert run([*command, "-"]) == 1

    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"surveyor: stdin: {NOTHING}\n")
