import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine import MapDocument, MapSheet, Season, Side, find_edict
from engine.final import find_final
from engine.projection import project_score
from engine.standings import Result, rank_players
from service.cli.main import run
from service.scores.gamescore import GUESSED, NO_COINS, score_documents
from service.web import examples
from tests.drawing import map_of
from tests.service.schemas import json_schema
from tests.service.stubs import EDICTS, reading_of, stub_reading

MAPS = [
    map_of(*rows).to_json() | {"coins": coins}
    for rows, coins in [(["F"], 0), (["FWA"], 1), (["FWA", "VV"], 1), (["FWA", "VVM"], 3)]
]


def check(document: dict[str, Any], name: str) -> None:
    jsonschema.validate(document, json_schema(name), cls=jsonschema.Draft202012Validator)


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> list[str]:
    """The four maps of a game as files."""
    paths = [tmp_path / f"{season}.json" for season in Season]
    for path, document in zip(paths, MAPS, strict=True):
        path.write_text(json.dumps(document))
    return [str(path) for path in paths]


def test_four_maps_are_scored_as_a_game(capsys: pytest.CaptureFixture[str], game: list[str]) -> None:
    assert run(["score", "--json", "--game", *game, "--edicts", *EDICTS]) == 0

    document = json.loads(capsys.readouterr().out)
    check(document, "game_score@1")
    assert [season["season"] for season in document["seasons"]] == ["spring", "summer", "fall", "winter"]
    assert document["total"] == sum(season["score"]["total"] for season in document["seasons"])
    assert document["lost_to_monsters"] == 2
    assert "solo" not in document


def test_four_lines_of_one_file_are_a_game_too(
    capsys: pytest.CaptureFixture[str], game: list[str], tmp_path: Path
) -> None:
    lines = tmp_path / "game.jsonl"
    lines.write_text("\n".join(json.dumps(document) for document in MAPS))
    run(["score", "--json", "--game", *game, "--edicts", *EDICTS])
    apart = capsys.readouterr().out

    assert run(["score", "--json", "--game", str(lines), "--edicts", *EDICTS]) == 0

    assert capsys.readouterr().out == apart


def test_solo_adds_the_rating_and_the_title(capsys: pytest.CaptureFixture[str], game: list[str]) -> None:
    assert run(["score", "--json", "--game", "--solo", *game, "--edicts", *EDICTS]) == 0

    document = json.loads(capsys.readouterr().out)
    check(document, "game_score@1")
    subtracted = sum(find_edict(name).solo for name in EDICTS)
    rating = document["total"] - subtracted
    assert document["solo"] == {
        "score": document["total"],
        "subtracted": subtracted,
        "rating": rating,
        "title": None,
    }


def test_people_see_the_seasons_and_the_final_score(
    capsys: pytest.CaptureFixture[str], game: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")

    assert run(["score", "--game", "--solo", *game, "--edicts", *EDICTS]) == 0

    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines() if line.split()][:5] == [
        "season",
        "─" * len(out.splitlines()[2].strip()),
        "spring",
        "summer",
        "fall",
    ]
    assert "final score" in out
    assert "no title" in out


def test_no_name_shares_a_place_with_a_number(
    capsys: pytest.CaptureFixture[str], game: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    long_names = ["The Golden Granary", "Clawsgrave Peaks", "Deepwood", "Traylo Monastery"]

    assert run(["score", "--game", *game, "--edicts", *long_names]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    seasons = [line.split() for line in lines if line.strip().startswith(tuple(Season))]
    assert [season for season, *_ in seasons] == list(Season)
    assert [len(numbers) for _, *numbers in seasons] == [5] * 4


def test_the_maps_may_say_edicts_and_seasons_themselves(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = tmp_path / "game.jsonl"
    documents = [
        document | {"edicts": list(EDICTS), "season": season.value}
        for document, season in zip(MAPS, Season, strict=True)
    ]
    lines.write_text("\n".join(map(json.dumps, documents)))

    assert run(["score", "--json", "--game", str(lines)]) == 0

    check(json.loads(capsys.readouterr().out), "game_score@1")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--solo"], "--solo rates a whole game"),
        (["--game", "--coins", "3"], "takes coins from each map"),
        (["--game", "--season", "fall"], "scores all seasons"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(
    capsys: pytest.CaptureFixture[str], game: list[str], arguments: list[str], complaint: str
) -> None:
    assert run(["score", *game, *arguments, "--edicts", *EDICTS]) == 2

    assert complaint in capsys.readouterr().err


def test_three_maps_are_no_game(capsys: pytest.CaptureFixture[str], game: list[str]) -> None:
    assert run(["score", "--game", *game[:3], "--edicts", *EDICTS]) == 1

    assert "a game has 4 maps, one a season, not 3" in capsys.readouterr().err


def test_an_edict_that_is_missing_is_reported(capsys: pytest.CaptureFixture[str], game: list[str]) -> None:
    assert run(["score", "--game", *game, "--edicts", *EDICTS[:3]]) == 1

    assert "edict D is missing" in capsys.readouterr().err


def test_a_bad_map_is_named_and_no_game_is_scored(
    capsys: pytest.CaptureFixture[str], game: list[str]
) -> None:
    Path(game[1]).write_text("nonsense")

    assert run(["score", "--game", "--json", *game, "--edicts", *EDICTS]) == 1

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"surveyor: {game[1]}:1: ")


def test_maps_that_tell_their_season_come_in_any_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = tmp_path / "game.jsonl"
    documents = [document | {"season": season.value} for document, season in zip(MAPS, Season, strict=True)]
    lines.write_text("\n".join(map(json.dumps, reversed(documents))))

    assert run(["score", "--json", "--game", str(lines), "--edicts", *EDICTS]) == 0

    seasons = json.loads(capsys.readouterr().out)["seasons"]
    assert [season["score"]["coins"] for season in seasons] == [0, 1, 1, 3]


def test_a_map_in_the_place_of_another_season_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = tmp_path / "game.jsonl"
    lines.write_text("\n".join(map(json.dumps, [MAPS[0] | {"season": "winter"}, *MAPS[1:]])))

    assert run(["score", "--game", str(lines), "--edicts", *EDICTS]) == 1

    assert "the map of winter comes where that of spring should be" in capsys.readouterr().err


def test_maps_of_different_games_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = tmp_path / "game.jsonl"
    other = MAPS[3] | {"edicts": ["Silos"]}
    lines.write_text("\n".join(map(json.dumps, [*MAPS[:3], other])))

    assert run(["score", "--game", str(lines), "--edicts", *EDICTS]) == 1

    assert "the maps name different edicts" in capsys.readouterr().err


def test_coins_that_no_map_tells_count_nothing() -> None:
    edicts = tuple(find_edict(name) for name in EDICTS)

    scored = score_documents([MapDocument(map_of(), edicts=edicts)] * 4)

    assert [report.coins for report in scored.score.seasons] == [0, 0, 0, 0]


def test_a_game_says_of_which_maps_something_is_not_known(
    capsys: pytest.CaptureFixture[str], game: list[str]
) -> None:
    reading = json.loads(reading_of(stub_reading()).to_line())
    misspelt = MapSheet.blank(Side.A).to_json() | {"coin": 3}
    for path, document in zip(game, [misspelt, reading, reading, reading], strict=True):
        Path(path).write_text(json.dumps(document))
    spring, *others = game

    assert run(["score", "--json", "--game", *game, "--edicts", *EDICTS]) == 0

    document = json.loads(capsys.readouterr().out)
    check(document, "game_score@1")
    assert document["notes"] == [
        f'{spring}:1: The map has "coin", which says nothing here; is it "coins"?',
        f"{spring}:1: {NO_COINS}",
        *(f"{path}:1: {note}" for path in others for note in (NO_COINS, GUESSED)),
    ]
    assert run(["score", "--game", *game, "--edicts", *EDICTS]) == 0
    assert f"note: {spring}:1: {NO_COINS}" in capsys.readouterr().err


def test_the_other_documents_of_a_game_validate() -> None:
    edicts = [find_edict(name) for name in EDICTS]
    sheet = MapDocument.from_json(examples.MAP).sheet

    check(find_final([[12, 9, 3, 2, 23], None, [None] * 5], sheet=sheet, edicts=edicts).to_json(), "final@1")
    check(rank_players([Result("Ann", 80, 3), Result("Bob", -1, 0)]).to_json(), "standings@1")
    check(project_score(sheet, edicts, coins=2, season=Season.FALL).to_json(), "projection@1")
