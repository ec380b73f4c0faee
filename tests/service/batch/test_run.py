import json
import os
from io import BytesIO
from pathlib import Path

import jsonschema
import pytest

from engine import Season
from engine.standings import Result, rank_players
from service.batch.documents import PageSums, State
from service.batch.ledger import LEDGER, BatchError
from service.batch.paths import STANDINGS, SUMMARY
from service.batch.plan import BatchRun
from service.batch.players import check_players
from service.batch.run import run_batch
from service.readings.storedhandwriting import Handwriting, Handwritings
from service.scores.scoring import Rules, ScoredLine, score_file
from service.work.tasks import PageTask
from tests.service.batch.conftest import Table
from tests.service.batch.readers import HereAndNow, photo_of, score_of
from tests.service.schemas import json_schema
from tests.service.stubs import EDICTS

SEVEN = photo_of(7)


def test_every_file_ends_in_one_state(table: Table) -> None:
    table.put(clear=SEVEN, doubted=photo_of(8, "doubtful"), empty=b"nothing here")

    batch = table.run()

    assert {name: line.state for name, line in table.lines.items()} == {
        "clear.jpg": State.SCORED,
        "doubted.jpg": State.REVIEW,
        "empty.jpg": State.REJECTED,
    }
    reasons = {name: line.reason and line.reason.code for name, line in table.lines.items()}
    assert reasons == {"clear.jpg": None, "doubted.jpg": "doubtful_squares", "empty.jpg": "no_grid"}
    assert (batch.files, batch.scored, batch.review, batch.rejected, batch.sheets) == (3, 1, 1, 1, 2)


def test_documents_are_those_of_the_contract(table: Table) -> None:
    table.put(clear=SEVEN, twin=SEVEN, empty=b"nothing here", scan=b"document 3")

    table.run()

    for text in (table.out / LEDGER).read_text("ascii").splitlines():
        jsonschema.validate(json.loads(text), json_schema("ledger@1"), cls=jsonschema.Draft202012Validator)
    summary = json.loads((table.out / SUMMARY).read_text("ascii"))
    jsonschema.validate(summary, json_schema("batch@1"), cls=jsonschema.Draft202012Validator)


def test_a_map_can_be_scored_again_and_gives_the_same(table: Table) -> None:
    table.put(clear=SEVEN)

    table.run()

    [sheet] = table.lines["clear.jpg"].pages[0].sheets
    [line] = score_file(BytesIO((table.out / sheet.map).read_bytes()), sheet.map, Rules())
    assert isinstance(line, ScoredLine)
    assert line.report.total == sheet.total == score_of(7).total


def test_pages_of_a_document_have_states_of_their_own(table: Table) -> None:
    table.put(scan=b"document 3")

    batch = table.run()

    line = table.lines["scan.jpg"]
    assert [page.state for page in line.pages] == [State.SCORED, State.REJECTED, State.SCORED]
    assert (line.state, line.reason and line.reason.code) == (State.REVIEW, "no_grid")
    assert (batch.files, batch.review, batch.sheets) == (1, 1, 2)
    assert batch.of_documents == PageSums(pages=3, scored=2, review=0, rejected=1, blank=0)


def test_the_same_photo_twice_is_read_once_and_counts_once(table: Table) -> None:
    table.put(a=SEVEN, b=SEVEN, c=photo_of(8))
    workforce = HereAndNow()

    batch = table.run(workforce)

    assert workforce.read == ["a.jpg", "c.jpg"]
    assert [line.duplicate_of for line in table.lines.values()] == [None, "a.jpg", None]
    assert table.lines["b.jpg"].state is State.SCORED
    assert (batch.files, batch.scored, batch.duplicates, batch.sheets) == (3, 3, 1, 2)
    assert len(table.standings) == 2


def test_the_same_map_in_two_photos_is_reported(table: Table) -> None:
    table.put(a=SEVEN, b=SEVEN + b" ", c=photo_of(8))

    batch = table.run()

    [first], [second] = (table.lines[name].pages[0].sheets for name in ("a.jpg", "b.jpg"))
    assert (first.same_as, second.same_as) == ((), (first.map,))
    assert (batch.same_maps, batch.duplicates) == (1, 0)
    assert sum("the same map as" in row["notes"] for row in table.standings) == 1


def test_the_same_map_on_two_pages_of_a_document_is_reported(table: Table) -> None:
    table.put(scan=b"document 2 7")

    batch = table.run()

    first, second = (sheet for page in table.lines["scan.jpg"].pages for sheet in page.sheets)
    assert (first.same_as, second.same_as, batch.same_maps) == ((), (first.map,), 1)


def test_blank_backs_leave_a_document_scored(table: Table) -> None:
    table.put(scan=b"document 4 backs", blank=b"document 2 backs")

    batch = table.run()

    line = table.lines["scan.jpg"]
    assert (line.state, line.reason, batch.sheets) == (State.SCORED, None, 3)
    assert batch.of_documents == PageSums(pages=6, scored=3, review=0, rejected=0, blank=3)


def test_standings_are_those_of_the_rules(table: Table) -> None:
    table.put(**{f"p{seed}": photo_of(seed, f"Player{seed:02}") for seed in range(30)})

    table.run()

    scores = [score_of(seed) for seed in range(30)]
    expected = rank_players(
        Result(f"Player{seed:02}", score.total, -score.monsters.total) for seed, score in enumerate(scores)
    )
    rows = table.standings
    assert [(int(row["rank"]), row["player"], int(row["total"])) for row in rows] == [
        (placing.rank, placing.result.player, placing.result.total) for placing in expected.placings
    ]
    assert [row["shared"] == "yes" for row in rows] == [placing.shared for placing in expected.placings]


def test_players_are_known_by_the_code_then_by_the_list_then_by_the_file(table: Table) -> None:
    table.put(a=photo_of(1, "Ada"), b=photo_of(2), c=photo_of(3))

    table.run(players={"a": "Not Ada", "b.jpg": "Bob"})

    assert {row["file"]: row["player"] for row in table.standings} == {
        "a.jpg": "Ada",
        "b.jpg": "Bob",
        "c.jpg": "c.jpg",
    }
    [sheet] = table.lines["b.jpg"].pages[0].sheets
    assert json.loads((table.out / sheet.map).read_text())["player"] == "Bob"


def test_players_of_a_documents_pages_are_known_by_the_list(table: Table) -> None:
    table.put(scan=b"document 3", four=b"document 4 backs", one=photo_of(9))
    places = {"scan.jpg, page 1": "Ada", "scan, page 3": "Bob", "four.jpg": "Carl", "one, sheet 1": "Dan"}

    batch = table.run(players=places | {"scan.jpg, page 2": "Eve"})

    assert {(row["file"], row["page"]): row["player"] for row in table.standings} == {
        ("scan.jpg", "1"): "Ada",
        ("scan.jpg", "3"): "Bob",
        ("four.jpg", "1"): "four.jpg, page 1",
        ("four.jpg", "3"): "four.jpg, page 3",
        ("one.jpg", ""): "Dan",
    }
    noted = [row["file"] for row in table.standings if "gives all sheets of four.jpg to Carl" in row["notes"]]
    assert noted == ["four.jpg", "four.jpg"]
    assert batch.without_sheet == ("Carl", "Eve")  # page 2 shows no sheet
    [sheet] = table.lines["scan.jpg"].pages[2].sheets
    assert json.loads((table.out / sheet.map).read_text())["player"] == "Bob"


def test_a_file_takes_with_it_its_players_hand_alone_or_where_nobody_is_named_all(table: Table) -> None:
    table.put(a=photo_of(1), b=photo_of(2), c=photo_of(3), d=b"document 2")
    hands = Handwritings({"Ada": Handwriting({}, {}), "Bob": Handwriting({}, {})})
    taken: dict[str, list[str]] = {}

    def look(task: PageTask) -> None:
        taken[task.name] = sorted(task.handwritings.by_writer) if task.handwritings else []

    named = {"a": "Ada", "b": "Carl", "d": "Ada"}  # whose each page of the document is, nobody said
    table.run(HereAndNow(look), players=named, handwritings=hands)

    assert taken == {"a.jpg": ["Ada"], "b.jpg": [], "c.jpg": ["Ada", "Bob"], "d.jpg": ["Ada", "Bob"]}


def test_a_final_score_that_does_not_follow_is_to_be_reviewed(table: Table) -> None:
    table.put(a=SEVEN)

    table.run(final=True)

    assert table.lines["a.jpg"].reason is not None
    assert table.lines["a.jpg"].reason.code == "final_unknown"
    assert [(row["rank"], row["total"]) for row in table.standings] == [("", "")]


def test_a_list_that_names_no_photo_of_the_folder_is_refused(table: Table) -> None:
    table.put(a=SEVEN)
    named = {"ada": "a.jpg"}  # the columns stand the other way round

    with pytest.raises(BatchError, match='none of the files that it names, such as "ada"'):
        check_players(Path("players.csv"), named, table.folder, table.out)


def test_files_of_the_list_that_are_not_there_are_reported(table: Table) -> None:
    table.put(A=SEVEN)
    named = {"a.jpg": "Ada", "nope.jpg": "Bo"}

    assert check_players(Path("players.csv"), named, table.folder, table.out) == ["nope.jpg"]


def test_results_do_not_go_among_the_photos(table: Table) -> None:
    table.out = table.folder / "."

    with pytest.raises(BatchError, match="--out"):
        table.run()


def test_results_in_a_folder_below_are_no_input(table: Table) -> None:
    table.put(a=SEVEN)
    table.out = table.folder / "results"
    table.run(overlay=True)

    batch = table.run(resume=True, overlay=True)

    assert (batch.files, batch.others) == (1, ())


def test_names_may_be_anything(table: Table) -> None:
    names = [
        b"line\nbreak.jpg",
        b"[bold]x.jpg",
        b"\xff\xfe.jpg",
        b"\xff\xff.jpg",
        b"=1+1.jpg",
        "ö.jpg".encode(),
    ]
    for seed, name in enumerate(names):
        Path(os.fsdecode(os.path.join(os.fsencode(table.folder), name))).write_bytes(photo_of(seed))
    table.run()

    batch = table.run(workforce := HereAndNow(), resume=True)

    assert (batch.files, batch.scored, workforce.read) == (6, 6, [])
    raw = {bytes.fromhex(line.raw) for line in table.ledger if line.raw}
    assert raw == {b"\xff\xfe.jpg", b"\xff\xff.jpg"}
    assert "\n=1+1" not in (table.out / STANDINGS).read_text()


def test_a_folder_without_photos_is_a_batch_of_nothing(table: Table) -> None:
    (table.folder / "notes.txt").write_text("none")

    batch = table.run()

    assert (batch.files, batch.finished, batch.others) == (0, True, ("notes.txt",))
    assert table.standings == []


def test_a_season_scores_its_two_edicts(table: Table) -> None:
    table.put(a=SEVEN)
    rules = Rules.of(EDICTS, Season.SPRING)
    with HereAndNow() as workforce:
        run_batch(BatchRun(table.folder, table.out, rules), workforce)

    [sheet] = table.lines["a.jpg"].pages[0].sheets
    assert sheet.score is not None
    assert list(sheet.score.edicts) == ["Sentinel Wood", "Canal Lake"]
