import io
import json

import pytest

from engine import CoinsError, EdictChoiceError, MapSheet, Season, SeasonError, Side, UnknownEdictError
from service.scores.scoring import NO_EDICTS, NOTHING, Refused, Rules, ScoredLine, score_file
from service.web import examples
from tests.service.stubs import EDICTS

MAP = examples.MAP
BARE_MAP = MapSheet.blank(Side.A).to_json()


def score(text: str | bytes, rules: Rules | None = None) -> list[ScoredLine | Refused]:
    data = text if isinstance(text, bytes) else text.encode()
    return list(score_file(io.BytesIO(data), "maps.jsonl", rules or Rules()))


def score_one(text: str, rules: Rules | None = None) -> ScoredLine:
    (line,) = score(text, rules)
    assert isinstance(line, ScoredLine)
    return line


def test_each_line_is_a_map() -> None:
    lines = score(f"{json.dumps(MAP)}\n\n{json.dumps(BARE_MAP)}")

    assert [line.where for line in lines if isinstance(line, ScoredLine)] == ["maps.jsonl:1", "maps.jsonl:3"]


def test_facts_that_count_for_nothing_are_named() -> None:
    own = MAP | {"coins": 3}
    given = Rules.of(MAP["edicts"], coins=4)

    assert score_one(json.dumps(own), given).report.coins == 3
    assert (
        "the map has its own coins; those given count for nothing" in score_one(json.dumps(own), given).notes
    )
    assert not any("count for nothing" in note for note in score_one(json.dumps(own)).notes)


def test_one_map_may_be_spread_over_lines() -> None:
    assert score_one(json.dumps(MAP, indent=2)).where == "maps.jsonl:1"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"schema": ', "this is no JSON document (Expecting value in line 1, letter 12)"),
        (b"\x89PNG\xff", "this is no JSON document (it is not text in UTF-8)"),
        ("[" * 100_000, "this is no JSON document (it is nested too deep)"),
        ("1" * 10_000, "this is no JSON document (a number in it is too long)"),
        ('{"coins": Infinity}', "this is no JSON document (Infinity is no number)"),
        ('{"coins": 1, "side": "A", "coins": 2}', "'coins' is in one object 2 times; leave one of them"),
        ("[]", "JSON object"),
        ('{"schema": "surveyor/map@9"}', "surveyor/map@1"),
        (json.dumps(MAP | {"edicts": ["Silo"], "season": None}), 'did you mean "Silos"'),
        (json.dumps(MAP | {"coins": 99}), "0 to 14"),
        (json.dumps(MAP | {"edicts": None}), "edicts D and A are missing"),
        (json.dumps(MAP | {"side": "B"}), "terrain"),
    ],
    ids=[
        "cut off",
        "binary",
        "deep",
        "long number",
        "infinite",
        "twice",
        "list",
        "schema",
        "edict",
        "coins",
        "season",
        "side",
    ],
)
def test_a_bad_document_is_a_problem_with_its_place(text: str | bytes, problem: str) -> None:
    (line,) = score(text)

    assert isinstance(line, Refused)
    assert line.where == "maps.jsonl:1"
    assert problem in line.problem


def test_a_bad_line_does_not_stop_the_others() -> None:
    lines = score(f"nonsense\n{json.dumps(MAP)}\nnonsense\n")

    assert [isinstance(line, Refused) for line in lines] == [True, False, True]
    assert [line.where for line in lines] == ["maps.jsonl:1", "maps.jsonl:2", "maps.jsonl:3"]


def test_a_photo_is_one_problem_however_many_lines_its_bytes_have() -> None:
    photo = b"\xff\xd8\xff\xe0\n\x00\xff\nlines\n\n\xfe"

    assert score(photo) == [
        Refused("maps.jsonl:1", "this is a photo: `surveyor read --json` makes a reading of it")
    ]


def test_a_file_without_a_map_is_one_problem_however_many_lines_it_has() -> None:
    assert [line.where for line in score("Notes\n\nof an evening\n3\n")] == ["maps.jsonl:1"]


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_file_is_a_problem(text: str) -> None:
    assert score(text) == [Refused("maps.jsonl", NOTHING)]


def test_a_key_that_is_nearly_a_known_one_is_noted() -> None:
    line = score_one(json.dumps(BARE_MAP | {"coin": 3, "weather": "fine"}))

    assert line.notes == ('The map has "coin", which says nothing here; is it "coins"?', NO_EDICTS)


def test_a_key_beside_the_known_one_is_let_be() -> None:
    assert score_one(json.dumps(BARE_MAP | {"coins": 3, "coin": 3})).notes == (NO_EDICTS,)


def test_the_rules_fill_in_what_the_map_does_not_say() -> None:
    line = score_one(json.dumps(BARE_MAP), Rules.of(EDICTS, Season.WINTER, 4))

    assert [scored.edict.name for scored in line.report.lines] == ["Borderlands", "Sentinel Wood"]
    assert line.report.coins == 4


def test_what_the_map_says_goes_before_the_rules() -> None:
    assert score_one(json.dumps(MAP), Rules.of(["Silos"], Season.SPRING, 9)).document.to_json() == MAP


@pytest.mark.parametrize(
    ("names", "coins", "error"),
    [
        (["Silo"], None, UnknownEdictError),
        (["Silos", "silos"], None, EdictChoiceError),
        ([*EDICTS, "Silos"], None, EdictChoiceError),
        ([], 15, CoinsError),
        ([], -1, CoinsError),
    ],
    ids=["unknown", "twice", "five", "coins", "debt"],
)
def test_rules_of_no_game_are_refused(names: list[str], coins: int | None, error: type[Exception]) -> None:
    with pytest.raises(error):
        Rules.of(names, None, coins)


def test_a_season_needs_its_edicts() -> None:
    Rules.of(EDICTS[:2], Season.SPRING).check_season()

    with pytest.raises(SeasonError):
        Rules.of(EDICTS[:2], Season.WINTER).check_season()
