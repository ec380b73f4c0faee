import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine import Season
from service.cli import run
from service.schemas import json_schema

QUICK = ["play", "--bot", "random", "--seed", "7"]


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "240")


def check(document: dict[str, Any], name: str) -> None:
    jsonschema.validate(document, json_schema(name), cls=jsonschema.Draft202012Validator)


def played(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert run([*QUICK, "--json", *options]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def test_a_game_is_printed_with_cards_maps_scores_and_standings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*QUICK, "--players", "4"]) == 0

    told = capsys.readouterr().out
    assert "side A, players: 4, seed 7" in told
    assert "edict A: " in told
    assert "Spring: Treetop Village (2) > Hinterland Stream (2)" in told
    assert told.count("seat 3 (random)") == 4 * 2
    assert "final score" in told


@pytest.mark.parametrize("game", ["base", "heroes", "combined"])
@pytest.mark.parametrize("players", ["1", "3"])
def test_a_game_document_validates(capsys: pytest.CaptureFixture[str], game: str, players: str) -> None:
    document = played(capsys, "--game", game, "--players", players)

    check(document, "game@1")
    check(document["transcript"], "transcript@1")
    check(document["transcript"]["setup"], "setup@1")


def test_the_same_seed_gives_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert played(capsys) == played(capsys)


def test_the_seats_are_played_as_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*QUICK, "--bot", "greedy"]) == 0

    told = capsys.readouterr().out
    assert "seat 0 (random)" in told
    assert "seat 1 (greedy)" in told


def test_the_set_up_is_that_of_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    edicts = ["Silos", "Treetower", "Canal Lake", "Shieldgate"]
    setup = played(capsys, "--side", "B", "--edicts", *edicts)["transcript"]["setup"]

    assert (setup["side"], setup["edicts"], setup["seed"]) == ("B", edicts, 7)


def test_a_solo_game_has_a_rating(capsys: pytest.CaptureFixture[str]) -> None:
    assert played(capsys, "--players", "1")["scores"][0]["solo"]["title"] is None

    assert run([*QUICK, "--players", "1"]) == 0
    assert "solo rating" in capsys.readouterr().out


def test_what_rests_on_one_source_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    notes = played(capsys, "--game", "heroes", "--players", "1")["notes"]

    assert "rest on one source for Dragon Inferno" in notes[0]


def test_a_home_made_side_is_played_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    side = tmp_path / "home.toml"
    side.write_text('name = "Home"\ncoins = 9\nmap = """\n' + "...........\n" * 10 + '^.........r\n"""\n')
    document = played(capsys, "--layout", str(side))

    assert document["transcript"]["setup"]["layout"]["name"] == "Home"
    check(document, "game@1")


def test_the_maps_and_the_transcript_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    document = played(capsys, "--export", str(tmp_path / "game"))
    maps = sorted(path.name for path in (tmp_path / "game" / "maps").iterdir())
    winter = json.loads((tmp_path / "game" / "maps" / "seat-1-winter.json").read_text())

    assert maps == sorted(f"seat-{seat}-{season}.json" for seat in (0, 1) for season in Season)
    check(winter, "map@1")
    assert winter == document["maps"][1][3]
    assert json.loads((tmp_path / "game" / "transcript.json").read_text()) == document["transcript"]


def test_an_exported_map_scores_as_it_did_in_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    document = played(capsys, "--export", str(tmp_path))
    assert run(["score", "--json", str(tmp_path / "maps" / "seat-0-fall.json")]) == 0

    score = json.loads(capsys.readouterr().out)
    assert score["total"] == document["scores"][0]["seasons"][2]["score"]["total"]


def test_a_transcript_tells_the_game_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    document = played(capsys, "--export", str(tmp_path))
    (tmp_path / "game.json").write_text(json.dumps(document))

    for name in ("transcript.json", "game.json"):
        assert run(["play", "--json", "--replay", str(tmp_path / name)]) == 0
        assert json.loads(capsys.readouterr().out) == document


def test_a_game_under_way_is_told_so_far(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    transcript = played(capsys)["transcript"]
    transcript["moves"] = transcript["moves"][:20]
    (tmp_path / "begun.json").write_text(json.dumps(transcript))

    assert run(["play", "--json", "--replay", str(tmp_path / "begun.json")]) == 0
    document = json.loads(capsys.readouterr().out)
    check(document, "game@1")
    assert (document["finished"], document["scores"], document["standings"]) == (False, None, None)
    assert run(["play", "--replay", str(tmp_path / "begun.json")]) == 0
    assert "not finished: move 21 is to come" in capsys.readouterr().out


def test_an_illegal_transcript_is_refused_with_the_move_and_the_rule(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    transcript = played(capsys)["transcript"]
    transcript["moves"][2]["squares"] = [[0, 0]]
    (tmp_path / "odd.json").write_text(json.dumps(transcript))

    assert run(["play", "--replay", str(tmp_path / "odd.json")]) == 1
    assert "odd.json: move 3: seat 0: a 1x1 square is drawn only when" in complaint(capsys)


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff", b"[" * 100_000])
def test_what_is_no_transcript_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "odd.json").write_bytes(content)

    assert run(["play", "--replay", str(tmp_path / "odd.json")]) == 1
    assert "odd.json: " in complaint(capsys)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--players", "0"], "--players"),
        (["--players", "101"], "--players"),
        (["--seed", "-1"], "--seed"),
        (["--bot", "genius"], "--bot"),
        (["--edicts", "Silos"], "a game has four edicts, one of each category: 1 given"),
        (["--edicts", "Sylos"], 'no edict is named "Sylos"'),
        (["--game", "heroes", "--side", "A"], "ruins cards are always included"),
        (["--side", "custom"], "--layout"),
    ],
)
def test_wrong_usage_is_one_line(capsys: pytest.CaptureFixture[str], options: list[str], told: str) -> None:
    assert run([*QUICK, *options]) == 2
    assert told in complaint(capsys)


def test_a_missing_transcript_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--replay", "missing.json"]) == 1
    assert complaint(capsys) == "surveyor: missing.json: No such file or directory\n"


def test_a_folder_that_cannot_be_written_to_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")

    assert run([*QUICK, "--export", str(tmp_path / "file" / "maps")]) == 2
    assert "cannot be written to" in complaint(capsys)
