import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine import Season
from service.cli.main import run
from tests.service.schemas import json_schema

QUICK = ["play", "--bot", "random", "--seed", "7"]


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "240")


def check(document: dict[str, Any], name: str) -> None:
    jsonschema.validate(document, json_schema(name), cls=jsonschema.Draft202012Validator)


def played(capsys: pytest.CaptureFixture[str], *options: str, seed: str = "7") -> dict[str, Any]:
    assert run([*QUICK[:-1], seed, "--json", *options]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def test_a_game_is_printed_with_cards_maps_scores_and_standings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*QUICK, "--players", "4"]) == 0

    printed = capsys.readouterr().out
    assert "side A, players: 4, seed 7" in printed
    assert "edict A: " in printed
    assert "Spring: Treetop Village (2) > Hinterland Stream (2)" in printed
    assert printed.count("seat 3 (random)") == 4 * 2
    assert "final score" in printed


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

    printed = capsys.readouterr().out
    assert "seat 0 (random)" in printed
    assert "seat 1 (greedy)" in printed


def test_the_set_up_is_that_of_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    edicts = ["Borderlands", "Treetower", "Canal Lake", "Shieldgate"]
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


def test_a_game_under_way_is_reported_so_far(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
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
    ("options", "message"),
    [
        (["--players", "0"], "--players"),
        (["--players", "101"], "--players"),
        (["--seed", "-1"], "--seed"),
        (["--bot", "genius"], "--bot"),
        (["--edicts", "Borderlands"], "a game has four edicts, one of each category: 1 given"),
        (["--edicts", "Sylos"], 'no edict is named "Sylos"'),
        (
            ["--game", "heroes", "--side", "A"],
            "side A is of Cartographers; to play both games together, say --game combined",
        ),
        (["--side", "C", "--edicts", "Silos"], "Silos and side C are of Cartographers Heroes"),
        (["--side", "custom"], "--layout"),
        (["--side", "A", "--layout", "home.toml"], "leave out one"),
        (["--bot", "greedy", "--bot", "planner"], "3 bots for 2 seats: say --players 3"),
        (["--bot", "greedy", "--players", "1"], "2 bots for 1 seat:"),
        (["--replay", "a.json", "--players", "4"], "leave out --players, --seed, --bot"),
        (["--replay", "a.json", "--no-heroes"], "--heroes"),
        (["--explore", "heroes"], "say --game combined"),
        (["--no-heroes"], "say --game combined"),
        (["--game", "combined", "--ambush", "Goblin Attack"], "the ambush deck needs 4 or more: 1 given"),
        (["--game", "combined", "--ambush", "Goblins"], "Goblin"),
        (["--moves", "--json"], "leave out --moves"),
    ],
)
def test_wrong_usage_is_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert run([*(QUICK[:-2] if "--seed" in options else QUICK), *options]) == 2
    assert message in complaint(capsys)


def test_a_file_larger_than_any_game_is_refused_unread(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(b" " * 16_000_001)

    assert run(["play", "--replay", str(path)]) == 1

    assert "no game has as much to tell" in capsys.readouterr().err


def test_a_missing_transcript_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--replay", "missing.json"]) == 1
    assert complaint(capsys) == "surveyor: missing.json: No such file or directory\n"


def test_a_folder_that_cannot_be_written_to_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")

    assert run([*QUICK, "--export", str(tmp_path / "file" / "maps")]) == 2
    assert "cannot be written to" in complaint(capsys)


def test_a_used_folder_is_not_written_to(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "transcript.json").write_text("{}")

    assert run([*QUICK, "--export", str(tmp_path)]) == 2
    assert "holds something already (transcript.json)" in complaint(capsys)
    assert [path.name for path in tmp_path.iterdir()] == ["transcript.json"]


def test_a_combined_game_is_that_of_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    ambushes = ["Goblin Attack", "Dragon Inferno", "Gorgon Gaze", "Zombie Plague"]
    options = ["--explore", "base", "--seasons", "heroes", "--ambush", *ambushes, "--heroes"]
    setup = played(capsys, "--game", "combined", *options)["transcript"]["setup"]

    assert (setup["explore"], setup["seasons"]) == ("Cartographers", "Cartographers Heroes")
    assert (setup["ambushes"], setup["heroes"]) == (ambushes, True)


def test_heroes_can_be_left_out_of_a_combined_game(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = [
        played(capsys, "--game", "combined", "--no-heroes", seed=seed)["transcript"]["setup"]["heroes"]
        for seed in ("1", "2", "3")
    ]

    assert drawn == [False, False, False]


def test_the_rules_can_be_switched(capsys: pytest.CaptureFixture[str]) -> None:
    switches = ["--no-turned-heroes", "--fallback-card-terrain", "--destroyed-gorgon-gazes"]
    rules = played(capsys, *switches)["transcript"]["setup"]["rules"]

    assert rules == {
        "rotate_hero_pattern": False,
        "fallback_any_terrain": False,
        "destroyed_gorgon_gazes": True,
    }
    assert run([*QUICK, *switches]) == 0
    assert "attack patterns are drawn as printed" in capsys.readouterr().out


HEROIC = ["--game", "heroes", "--players", "1"]


def test_a_printed_game_fits_a_terminal_and_ends_no_line_with_blanks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*QUICK, *HEROIC, "--moves"]) == 0

    lines = capsys.readouterr().out.split("\n")
    assert max(map(len, lines)) <= 80
    assert [line for line in lines if line.endswith(" ")] == []


def test_the_ruins_are_on_the_maps(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*QUICK]) == 0

    printed = capsys.readouterr().out
    assert "small on ruins, r empty ruins" in printed
    assert " r │" in printed


def test_initials_and_attacks_are_reported_below_the_maps(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*QUICK, *HEROIC]) == 0

    printed = capsys.readouterr().out
    assert re.search(r"initials: .*[DZTG] at [A-K]\d", printed)
    assert re.search(r"attacked: [A-K]\d", printed)


def test_what_every_seat_drew_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    transcript = played(capsys)["transcript"]
    first, second = transcript["moves"][:2]
    assert run([*QUICK, "--moves"]) == 0

    printed = capsys.readouterr().out
    for seat, move in enumerate((first, second)):
        squares = " ".join(f"{'ABCDEFGHIJK'[row]}{column + 1}" for row, column in move["squares"])
        assert re.search(rf"seat {seat} +{move['terrain']} at {squares}\n", printed)
    assert re.search(r"seat 0 +monster at .*, on the map of seat 1\n", printed)


def test_what_happens_by_itself_is_reported_with_the_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*QUICK, *HEROIC, "--moves"]) == 0

    assert "then monster at " in capsys.readouterr().out


def test_a_custom_side_needs_its_layout_in_the_transcript(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    transcript = played(capsys)["transcript"]
    transcript["setup"]["side"] = "custom"
    (tmp_path / "odd.json").write_text(json.dumps(transcript))

    assert run(["play", "--replay", str(tmp_path / "odd.json")]) == 1
    assert '"layout" is missing, which says what is printed' in complaint(capsys)


def test_a_transcript_speaks_no_python(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_bytes(b"\x89PNG\xff")

    assert run(["play", "--replay", str(tmp_path / "odd.json")]) == 1
    assert "it is not text in UTF-8" in complaint(capsys)
