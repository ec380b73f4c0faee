import io
import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine import MapSheet, Side
from service.cli.main import run
from tests.drawing import map_of
from tests.service.schemas import json_schema

EDICTS = ("Sentinel Wood", "Canal Lake", "Great City", "Borderlands")
ROWS: list[list[int | None] | None] = [
    [12, 9, 3, -2, 22],
    [4, 6, 3, 0, 13],
    [6, 12, 5, 0, 23],
    [0, 2, 6, -3, 5],
]
TERRAIN = map_of("FFW", "", "M").to_json()
ANN: dict[str, Any] = TERRAIN | {"coins": 6, "boxes": ROWS, "player": "Ann"}
BOB = ANN | {"player": "Bob", "boxes": [*ROWS[:2], [6, 12, 5, -3, 20], ROWS[3]]}
CY = ANN | {"player": "Cy", "boxes": [*ROWS[:2], [None, None, None, None, 23], ROWS[3]]}


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def write(path: Path, *documents: object) -> str:
    path.write_text("\n".join(map(json.dumps, documents)))
    return str(path)


def reading(*sheets: dict[str, Any], **beside: object) -> dict[str, object]:
    """A reading of sheets, as far as a final score needs it."""
    return {"schema": "surveyor/reading@1", "sheets": list(sheets), **beside}


def documents(printed: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in printed.splitlines()]
    for document in found:
        schema = json_schema(document["schema"].removeprefix("surveyor/"))
        jsonschema.validate(document, schema, cls=jsonschema.Draft202012Validator)
    return found


def test_the_final_score_is_the_sum_of_the_seasons(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "ann.json", ANN)

    assert run(["final", "--json", path, "--edicts", *EDICTS]) == 0

    (final,) = documents(capsys.readouterr().out)
    assert (final["total"], final["lost_to_monsters"]) == (22 + 13 + 23 + 5, 2 + 3)
    assert (final["player"], final["where"]) == ("Ann", f"{path}:1")
    assert final["seasons"][0]["first_edict"] == {"value": 12, "origin": "written"}


def test_winter_is_counted_on_the_last_map(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "ann.json", ANN | {"boxes": ROWS[:3]})

    assert run(["final", "--json", path, "--edicts", *EDICTS]) == 0

    (final,) = documents(capsys.readouterr().out)
    assert final["seasons"][3]["monsters"] == {"value": -3, "origin": "map"}
    assert final["seasons"][3]["total"] == {"value": 5, "origin": "others"}


def test_doubtful_squares_of_the_last_map_are_noted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "ann.json", ANN | {"boxes": ROWS[:3], "doubtful": [[0, 0]]})

    run(["final", "--json", path, "--edicts", *EDICTS])

    (final,) = documents(capsys.readouterr().out)
    assert final["notes"] == ["1 square is doubtful, so what is counted on the map may be wrong."]


def test_the_maps_may_say_the_edicts_themselves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "ann.json", ANN | {"boxes": ROWS[:3], "edicts": list(EDICTS)})

    assert run(["final", "--json", path]) == 0

    assert documents(capsys.readouterr().out)[0]["total"] == 63


def test_a_contradiction_is_status_1_and_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "ann.json", ANN | {"boxes": [[12, 9, 3, -2, 23], *ROWS[1:]], "final": 64})

    assert run(["final", "--json", path, "--edicts", *EDICTS]) == 1

    (final,) = documents(capsys.readouterr().out)
    assert final["total"] is None
    assert [wrong["message"] for wrong in final["contradictions"]] == [
        "spring: 12, 9, 3 and -2 add up to 22, not to 23"
    ]


def test_a_written_final_score_is_held_against_the_seasons(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["final", write(tmp_path / "ann.json", ANN | {"final": 70}), "--edicts", *EDICTS]) == 1

    out = capsys.readouterr().out
    assert "the seasons add up to 63, but 70 is written as the final score" in out


def test_what_is_missing_is_status_1_and_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "ann.json", ANN | {"boxes": [ROWS[0], [None, 6, None, 0, None], ROWS[2]]})

    assert run(["final", path, "--edicts", *EDICTS]) == 1

    out = " ".join(capsys.readouterr().out.split())
    assert "the final score does not follow" in out
    assert "summer: the total does not follow without first edict, coins" in out


def test_people_see_how_each_number_is_known(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "cy.json", CY | {"boxes": CY["boxes"][:3]})

    assert run(["final", path, "--edicts", *EDICTS]) == 0

    out = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert " ".join(out.split()).startswith(f"Cy ({path}:1): side custom: final score 63 ")
    assert "spring 12 9 3 -2 22" in lines
    assert "fall ? ? ? ? 23" in lines
    assert "winter *2 *0 *6 *-3 =5" in lines
    assert "final 63" in lines
    assert "* counted on the last map; = follows from the others; ? not known" in lines
    assert "stars lost to monsters, which break a tie: ?" in lines


def test_marks_that_are_not_used_are_not_explained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["final", write(tmp_path / "ann.json", ANN)]) == 0

    out = capsys.readouterr().out
    assert "counted" not in out
    assert "not known" not in out


def test_players_are_ranked_and_a_tie_broken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bob = BOB | {"boxes": [*ROWS[:2], [6, 15, 5, -3, 23], ROWS[3]]}

    assert run(["final", "--json", write(tmp_path / "all.jsonl", bob, ANN)]) == 0

    *_, standings = documents(capsys.readouterr().out)
    ranked = [(each["rank"], each["player"], each["lost_to_monsters"]) for each in standings["placings"]]
    assert ranked == [(1, "Ann", 5), (2, "Bob", 8)]


def test_people_see_the_standings_last(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{sheet['player']}.json", sheet) for sheet in (BOB, CY)]

    assert run(["final", *paths, "--edicts", *EDICTS]) == 0

    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[lines.index("1 Cy 63 ?") + 1] == "2 Bob 60 8"


def test_a_player_alone_is_not_ranked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["final", "--json", write(tmp_path / "ann.json", ANN)]) == 0

    assert [each["schema"] for each in documents(capsys.readouterr().out)] == ["surveyor/final@1"]


def test_nobody_is_ranked_while_one_final_score_does_not_follow(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "all.jsonl", ANN, BOB | {"boxes": []})

    assert run(["final", "--json", path, "--edicts", *EDICTS]) == 1

    assert {each["schema"] for each in documents(capsys.readouterr().out)} == {"surveyor/final@1"}


def test_a_sheet_without_a_player_goes_by_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "all.jsonl", ANN, BOB | {"player": None})

    assert run(["final", "--json", path, "--edicts", *EDICTS]) == 0

    *_, standings = documents(capsys.readouterr().out)
    assert [placing["player"] for placing in standings["placings"]] == ["Ann", f"{path}:2"]


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        (ANN, "2 sheets are those of Ann"),
        (BOB | {"edicts": ["Greenbough"]}, "the sheets name different edicts"),
    ],
    ids=["same player", "other edicts"],
)
def test_sheets_that_make_no_standings_are_status_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, other: dict[str, Any], complaint: str
) -> None:
    path = write(tmp_path / "all.jsonl", ANN | {"edicts": list(EDICTS)}, other)

    assert run(["final", "--json", path]) == 1

    printed = capsys.readouterr()
    assert complaint in printed.err
    assert [each["schema"] for each in documents(printed.out)] == ["surveyor/final@1"] * 2


def test_an_open_tie_is_reported_and_the_others_are_ranked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "all.jsonl", ANN | {"edicts": list(EDICTS)}, CY)

    assert run(["final", "--json", path]) == 1

    printed = capsys.readouterr()
    *_, standings = documents(printed.out)
    assert "Ann and Cy tie at 63" in printed.err
    assert (standings["open_ties"], standings["winners"]) == ([["Ann", "Cy"]], [])


def test_all_sheets_of_a_reading_are_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheet = {key: ANN[key] for key in ("side", "terrain", "coins", "boxes", "player")}
    path = write(tmp_path / "photo.json", reading(sheet, sheet | {"player": "Bob"}, edicts=list(EDICTS)))

    assert run(["final", "--json", path]) == 0

    *finals, standings = documents(capsys.readouterr().out)
    assert [final["where"] for final in finals] == [f"{path}:1, sheet 1", f"{path}:1, sheet 2"]
    assert standings["winners"] == ["Ann", "Bob"]


def test_a_reading_may_tell_the_player_beside_its_sheet(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    sheet = {key: ANN[key] for key in ("side", "terrain", "coins", "boxes")}

    assert run(["final", "--json", write(tmp_path / "a.json", reading(sheet, player="Dee", final=64))]) == 1

    (final,) = documents(capsys.readouterr().out)
    assert final["player"] == "Dee"
    assert [wrong["rule"] for wrong in final["contradictions"]] == ["final_sum"]


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        (reading(), "sheets: no sheet was found in this photo"),
        (reading() | {"sheets": None}, "sheets: expected a list"),
        ([], "JSON object"),
        ({"schema": "surveyor/score@1"}, "schema: expected"),
        (ANN | {"season": "fall"}, "this is the map of fall; the final score needs the last map"),
        (ANN | {"boxes": [[1, 2]]}, "spring has 5 boxes, not 2"),
        (ANN | {"boxes": [["12", 9, 3, -2, 22]]}, 'boxes[0]: expected a whole number or null, not "12"'),
        (ANN | {"boxes": [None] * 5}, "4 seasons, not of 5"),
        (ANN | {"final": "63"}, "final: expected a whole number or null"),
        (ANN | {"player": 3}, "player: expected a name"),
        (ANN | {"edicts": ["Silo"]}, 'did you mean "Silos"'),
        (ANN | {"coins": 15}, "coins: expected a whole number from 0 to 14"),
    ],
)
def test_a_document_that_is_no_last_map_is_named_and_the_others_are_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, document: object, complaint: str
) -> None:
    path = write(tmp_path / "all.jsonl", document, ANN)

    assert run(["final", "--json", path]) == 1

    printed = capsys.readouterr()
    assert [final["where"] for final in documents(printed.out)] == [f"{path}:2"]
    assert printed.err.startswith(f"surveyor: {path}:1: ")
    assert complaint in printed.err


def test_a_file_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["final", "missing.json"]) == 2

    assert "missing.json" in capsys.readouterr().err


def test_last_maps_come_from_stdin_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(ANN).encode())))

    assert run(["final", "--json", "-"]) == 0

    assert [final["where"] for final in documents(capsys.readouterr().out)] == ["stdin:1"]


def test_a_side_of_ones_own_is_reported_by_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    side = tmp_path / "side.toml"
    side.write_text('coins = 5\nmap = """\n' + ("." * 11 + "\n") * 11 + '"""\n')

    assert run(["final", write(tmp_path / "ann.json", ANN), "--layout", str(side)]) == 1

    assert "coins must be a whole number from 0 to 5, not 6" in capsys.readouterr().err


def test_what_nobody_has_seen_in_print_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheet = MapSheet.blank(Side.D).to_json() | {"coins": 0, "boxes": [[None] * 4 + [0]] * 4}
    path = write(tmp_path / "d.json", sheet | {"edicts": ["The Golden Granary"]})

    assert run(["final", path]) == 0
    assert "ruins of side D, which rest on one source" in capsys.readouterr().err

    assert run(["final", "--json", path]) == 0
    assert "ruins of side D" in documents(capsys.readouterr().out)[0]["notes"][0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "Missing argument"),
        (["a.json", "--edicts", "Silo"], 'did you mean "Silos"'),
        (["a.json", "--edicts", "Silos", "Silos"], "the same edict is given twice"),
        (["a.json", "--layout", "missing.toml"], "missing.toml: the file cannot be read"),
        (["a.json", "--season", "fall"], "--season"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert run(["final", *arguments]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert complaint in printed.err


def test_a_name_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheets = [ANN | {"player": "A\x1b[2Jnn"}, BOB]

    assert run(["final", write(tmp_path / "all.jsonl", *sheets), "--edicts", *EDICTS]) == 0

    assert "\x1b" not in capsys.readouterr().out


def test_the_help_gives_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["final", "--help"]) == 0

    assert "surveyor final ann.json bob.json --edicts" in " ".join(capsys.readouterr().out.split())
