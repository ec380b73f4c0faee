import io
import json
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from engine import LAYOUTS, Season, Side, Square, Terrain
from service.cli.main import run
from service.documents import Reason, Score, Sheet, Status
from service.scans.rows import StatedGame, sheets_as_read
from service.scans.scoring import find_certainty
from service.scores.certainty import Wanted, judge, scan_reading
from service.scores.scoring import Refused, Rules, ScoredLine, score_file
from tests.service.stubs import DOUBTED, EDICTS, reading_of, stub_reading
from vision.read.reading import Marks


def test_a_scan_tells_how_far_the_score_may_be_off() -> None:
    sheet = stub_reading()

    scan = scan_reading(reading_of(sheet), Wanted(Rules.of(["Mages Valley"], coins=0)))

    score = scan.sheets[0].score
    assert (score.total, score.interval, score.settle) == (-4, (-4, -2), (DOUBTED,))
    assert score.exact is not None
    assert round(score.exact, 3) == round(0.999 * 0.61, 3)
    assert scan.reading.status == Status.REVIEW


def test_a_doubt_that_changes_nothing_is_shown_and_asks_nobody() -> None:
    sheet = replace(stub_reading(), coins=2, coins_confidence=0.999, coins_odds=(0.0, 0.0, 0.999, 0.001))

    scan = scan_reading(reading_of(sheet), Wanted(Rules.of(["Sentinel Wood"])))

    score = scan.sheets[0].score
    assert (score.exact, score.settle) == (0.998, ())
    assert (scan.reading.status, scan.reading.sheets[0].doubtful) == (Status.READ, (DOUBTED,))
    assert judge(reading_of(sheet), Wanted()).status == Status.REVIEW


def test_a_reading_without_a_doubtful_square_says_why_it_is_not_sure() -> None:
    sheet = stub_reading(doubt=False)
    shaky = [Square(0, 4), Square(0, 5), Square(10, 0), Square(10, 1)]
    chances = {Terrain.EMPTY: 0.97, Terrain.FOREST: 0.03}
    cells = [replace(each, probabilities=chances) if each.square in shaky else each for each in sheet.cells]
    reading = judge(reading_of(replace(sheet, cells=tuple(cells))), Wanted())

    assert reading.status == Status.REVIEW
    assert not reading.sheets[0].doubtful
    assert reading.reason is not None
    assert reading.reason.code == "not_all_sure"
    assert reading.reason.message.endswith("the least sure: A5, A6, K1.")
    assert [each.code for each in reading.reasons] == ["not_all_sure"]
    of_total = judge(reading, Wanted(Rules.of(["Canal Lake"], coins=0)))
    assert (of_total.status, of_total.reason, of_total.reasons) == (Status.READ, None, ())


def test_coins_of_which_any_count_is_as_likely_are_not_called_none() -> None:
    sheet = replace(stub_reading(doubt=False), coins=None, coins_odds=(0.25, 0.25, 0.25, 0.25))

    (scanned,) = scan_reading(reading_of(sheet), Wanted(Rules())).sheets

    assert scanned.map.coins is None
    reason = judge(reading_of(sheet), Wanted(Rules.of(["Sentinel Wood"]))).reason
    assert reason is not None
    assert reason.advice == "Count the filled coins and say how many there are."


def test_coins_that_nobody_is_sure_of_count_as_they_are_likeliest() -> None:
    odds = (0.0, 0.02, 0.0, 0.95)
    sheet = replace(stub_reading(doubt=False), coins=None, coins_odds=odds)

    (scanned,) = scan_reading(reading_of(sheet), Wanted(Rules.of(["Sentinel Wood"]))).sheets

    assert (scanned.score.coins, scanned.map.coins) == (3, 3)
    low, high = scanned.score.interval or (0, 0)
    assert low <= scanned.score.total <= high


def test_coins_and_side_are_asked_about_where_they_weigh_most() -> None:
    odds = (0.1, 0.6, 0.3)
    sheet = replace(stub_reading(doubt=False), coins=None, coins_odds=odds, side_confidence=0.9)

    (scanned,) = scan_reading(reading_of(sheet), Wanted(Rules.of(["Sentinel Wood"]))).sheets

    assert scanned.score.settle == ()
    assert scanned.score.settle_also == ("coins", "side")
    assert scanned.score.interval == (scanned.score.total - 1, scanned.score.total + 1)


def test_season_boxes_are_asked_about_only_by_who_wants_them() -> None:
    unread = Reason(code="boxes_uncertain", message="A box.", advice="Look.")
    sheet = replace(
        stub_reading(doubt=False), coins=2, coins_confidence=1.0, boxes=((1, None, 2, 0, 3), None, None, None)
    )
    reading = reading_of(sheet).model_copy(update={"reason": unread})
    rules = Rules.of(["Sentinel Wood"])

    assert judge(reading, Wanted(rules)).status == Status.READ
    assert judge(reading, Wanted(rules, boxes=True)).status == Status.REVIEW
    hazy = reading.model_copy(update={"reason": unread.model_copy(update={"code": "washed_out"})})
    assert judge(hazy, Wanted(rules)).status == Status.REVIEW


def test_the_same_is_said_of_the_document_and_on_the_page() -> None:
    reading, rules = reading_of(stub_reading()), Rules.of(EDICTS)

    (scanned,) = scan_reading(reading, Wanted(rules)).sheets
    (line,) = score_file(io.BytesIO(reading.to_line().encode()), "r.jsonl", rules)
    page = find_certainty(sheets_as_read(reading)[0], reading.sheets[0], StatedGame(EDICTS))

    assert isinstance(line, ScoredLine)
    assert line.certainty is not None
    assert line.certainty == page
    assert scanned.score == Score.from_report(line.report, scanned.score.notes, page)


@pytest.mark.parametrize("side", [Side.D, Side.CUSTOM])
def test_a_reading_is_scored_on_the_side_of_ones_own_that_is_given(side: Side) -> None:
    ruins = frozenset({Square(5, 0)})  # beside the water, where side D has none
    own = replace(LAYOUTS[Side.D], side=Side.CUSTOM, ruins=ruins, replaces=Side.D)
    reading = reading_of(stub_reading(side=side))

    (line,) = score_file(
        io.BytesIO(reading.to_line().encode()), "r.jsonl", Rules.of(["The Golden Granary"], layout=own)
    )

    assert isinstance(line, ScoredLine)
    assert line.report.lines[0].stars.squares == (Square(6, 0),)
    assert line.document.sheet.ruins == ruins


def test_numbers_written_for_the_season_are_weighed_and_the_same_is_said_of_them() -> None:
    cards = ("Mages Valley", *EDICTS[1:])
    counted = replace(stub_reading(), coins=0, coins_confidence=0.9999, coins_odds=(0.9999, 0.0001))
    plain, rules = reading_of(counted), Rules.of(cards, season=Season.WINTER)
    (alone,) = scan_reading(plain, Wanted(rules)).sheets
    stars = [alone.score.edicts[cards["ABCD".index(letter)]] for letter in Season.WINTER.letters]
    numbers = (*stars, 0, alone.score.monsters, None)
    sheet = plain.sheets[0].model_copy(update={"boxes": (None, None, None, numbers)})
    written = plain.model_copy(update={"sheets": (sheet,)})

    (scanned,) = scan_reading(written, Wanted(rules)).sheets
    (line,) = score_file(io.BytesIO(written.to_line().encode()), "r.jsonl", rules)
    page = find_certainty(sheets_as_read(written)[0], sheet, StatedGame(cards, Season.WINTER))

    assert alone.score.exact is not None
    assert scanned.score.exact is not None
    assert alone.score.exact < 0.7 < 0.98 < scanned.score.exact
    assert (alone.score.written_fits, scanned.score.written_fits) == (None, True)
    assert page is not None
    assert isinstance(line, ScoredLine)
    assert line.certainty == page
    assert round(page.exact, 4) == scanned.score.exact


def test_numbers_of_an_earlier_season_or_an_unknown_card_say_nothing() -> None:
    plain = reading_of(stub_reading())
    rows = ((1, 2, 0, 0, 3), None, None, (4, 4, 0, -4, 4))
    sheet = plain.sheets[0].model_copy(update={"boxes": rows})
    written = plain.model_copy(update={"sheets": (sheet,)})

    (scanned,) = scan_reading(written, Wanted(Rules.of(EDICTS, season=Season.SPRING, coins=0))).sheets
    page = find_certainty(sheets_as_read(written)[0], sheet, StatedGame((None, *EDICTS[1:]), Season.WINTER))

    assert scanned.score.written_fits is None
    assert page is not None
    assert page.written_fits is None


def test_a_rejected_reading_has_no_score_and_says_why() -> None:
    reason = Reason(code="no_grid", message="No map field was found.", advice="Step back.")
    rejected = reading_of(stub_reading()).model_copy(
        update={"sheets": (), "status": Status.REJECTED, "reason": reason}
    )

    (line,) = score_file(io.BytesIO(rejected.to_line().encode()), "r.jsonl", Rules())

    assert line == Refused("r.jsonl:1", "a.jpg shows no map: No map field was found.")


def test_nothing_is_sure_where_all_squares_may_be_misplaced() -> None:
    sheet = replace(stub_reading(), doubt_below=1.0)

    scan = scan_reading(reading_of(sheet), Wanted(Rules.of(["Mages Valley"])))

    assert (scan.sheets[0].score.exact, scan.sheets[0].score.settle) == (None, None)
    assert scan.reading.status == Status.REVIEW


def test_marks_that_are_likely_are_reported() -> None:
    sheet = stub_reading()
    marked = Marks(attack=0.9, initial={"": 0.3, "G": 0.7}, foreign=0.1)
    cells = tuple(
        replace(cell, marks=marked) if cell.square == Square(0, 0) else cell for cell in sheet.cells
    )

    marks = Sheet.from_reading(replace(sheet, cells=cells)).marks

    assert list(marks) == ["0,0"]
    assert (marks["0,0"].attack, marks["0,0"].initial, marks["0,0"].foreign) == (0.9, "G", 0.1)


def test_a_reading_that_says_nothing_but_its_confidence_is_no_surer_than_that() -> None:
    document = reading_of(stub_reading()).model_dump(mode="json")
    (sheet,) = document["sheets"]
    sheet["alternatives"] = {}
    del sheet["possible"]
    sheet["confidence"] = [[1.0 if share > 0.9 else share for share in row] for row in sheet["confidence"]]

    (scored,) = score_file(
        io.BytesIO(json.dumps(document).encode()), "r.json", Rules.of(["Mages Valley"], coins=0)
    )

    assert isinstance(scored, ScoredLine)
    assert scored.certainty is not None
    assert scored.certainty.exact < 0.9
    assert scored.certainty.settle == (DOUBTED,)


def test_a_scan_is_scored_audited_and_summed_up_by_the_game_that_it_tells(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, web: httpx.Client
) -> None:
    scan = scan_reading(reading_of(stub_reading()), Wanted(Rules.of(EDICTS, season=Season.FALL)))
    path = tmp_path / "scan.json"
    path.write_text(scan.to_line())

    for command in ("score", "audit", "final"):
        run([command, "--json", str(path)])
    printed = capsys.readouterr()
    score, audit = map(json.loads, printed.out.splitlines())

    assert list(score["edicts"]) == list(EDICTS[2:])
    assert web.post("/v1/scores", json=json.loads(scan.to_line())).json()["edicts"] == score["edicts"]
    assert audit["where"] == f"{path}:1"
    assert "the map of fall" in printed.err


def test_edicts_given_beside_a_scan_go_before_its_own() -> None:
    scan = scan_reading(reading_of(stub_reading()), Wanted(Rules.of(EDICTS, season=Season.FALL)))

    (line,) = score_file(io.BytesIO(scan.to_line().encode()), "s.json", Rules.of(["Greenbough"]))

    assert isinstance(line, ScoredLine)
    assert [each.edict.name for each in line.report.lines] == ["Greenbough"]
