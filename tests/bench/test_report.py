"""The report: what is kept, compared, drawn and said, from figures that are given."""

import csv
import time
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from datasets.measure.figures import Better, Figure, Row
from datasets.measure.judged import ASKED, settled_name
from datasets.measure.speed import GROUP as SPEED
from datasets.measure.speed import SEARCH, WHOLE
from datasets.measure.tables import figure_text, table
from tests.bench.report.__main__ import MINUTES, write_report
from tests.bench.report.catalogue import MEASURES, Measure
from tests.bench.report.charts import RISK, risk_chart, stages_chart
from tests.bench.report.footprint import spent_by
from tests.bench.report.headlines import HEADLINES
from tests.bench.report.page import FIGURES
from tests.bench.report.published import published
from tests.bench.report.records import (
    Change,
    Outcome,
    append_outcome,
    compare,
    latest,
    read_history,
    read_outcomes,
    run_of,
)
from tests.bench.report.running import AT_ONCE, Runner
from tests.bench.report.shortfalls import shortfalls

RIGHT = Row("Reading", source="make x").counted("right", 90, 100, "squares")
WRONG = Row("Reading").counted("wrong", 10, 100, "squares", better=Better.LESS)
TIME = Row("Speed").timed("read", [2.0, 2.1, 2.2], "rounds")


def test_a_share_of_squares_is_no_surer_than_its_sheets() -> None:
    """Ten sheets, one of them wholly wrong: the squares are not a hundred independent ones."""
    sheets = [np.full(10, number == 0) for number in range(10)]
    figure = Row("Reading").clustered("wrong", sheets, "squares")
    independent = Row("Reading").counted("wrong", 10, 100, "squares")

    assert figure.value == independent.value == 0.1
    assert figure.high is not None
    assert independent.high is not None
    assert figure.high > independent.high + 0.05


def test_no_miss_is_not_certainty() -> None:
    figure = Row("Reading").clustered("wrong", [np.zeros(10, np.bool_)] * 3, "squares")

    assert figure.value == 0
    assert figure.high == pytest.approx(0.1135, abs=1e-3)  # Wilson's of 0 in 30


def test_a_time_reaches_a_tenth_to_each_side() -> None:
    assert (TIME.low, TIME.high) == pytest.approx((1.89, 2.31))


def test_outcomes_come_back_from_disk(tmp_path: Path) -> None:
    outcomes = [Outcome("a", (RIGHT, TIME), 2.0), Outcome("b", left_out="it failed: no", failed=True)]
    for one in outcomes:
        append_outcome(tmp_path / "outcomes", one)

    assert read_outcomes(tmp_path / "outcomes") == outcomes


@pytest.mark.parametrize(
    ("now", "change"),
    [
        (replace(RIGHT, value=0.80), Change.WORSE),
        (replace(RIGHT, value=0.97), Change.BETTER),
        (replace(WRONG, value=0.20), Change.WORSE),
        (replace(TIME, value=2.5), Change.WORSE),
        (replace(TIME, value=1.5), Change.BETTER),
        (replace(RIGHT, value=0.88), Change.SLIPPED),
        (replace(RIGHT, value=RIGHT.value + 0.01), None),
        (replace(TIME, value=TIME.value + 0.05), None),
        (replace(RIGHT, value=0.10, better=Better.NEITHER), None),
    ],
)
def test_what_lies_outside_the_last_interval_has_changed(now: Figure, change: Change | None) -> None:
    before = run_of("2030-01-01", "abc", 0.1, [RIGHT, WRONG, TIME])

    assert [one.change for one in compare([now], before)] == ([change] if change else [])


@pytest.mark.parametrize(
    "figure",
    [
        replace(TIME, value=1.2345678, low=None, high=None),
        Row("Reading").counted("wrong", 0, 3, "squares", better=Better.LESS),
    ],
)
def test_the_same_figure_again_has_not_changed(figure: Figure) -> None:
    assert compare([figure], run_of("2030-01-01", "abc", 0.1, [figure])) == []


def test_a_figure_without_an_interval_has_changed_by_more_than_a_tenth() -> None:
    slow = replace(TIME, value=2.0, low=None, high=None)
    before = run_of("2030-01-01", "abc", 0.1, [slow])

    assert compare([replace(slow, value=2.15)], before) == []
    assert [one.change for one in compare([replace(slow, value=2.3)], before)] == [Change.WORSE]


def test_what_a_baseline_does_worse_is_no_regression() -> None:
    before = run_of("2030-01-01", "abc", 0.1, [replace(RIGHT, who="k-NN")])

    assert compare([replace(RIGHT, who="k-NN", value=0.1)], before) == []


def test_a_report_names_what_got_worse_and_goes_into_the_history(tmp_path: Path) -> None:
    first = run_of("2030-01-01", "abc", 0.1, [RIGHT])
    worse = replace(RIGHT, value=0.5)

    write_report(tmp_path, first, [Outcome("a", (RIGHT,))])
    report = write_report(tmp_path, run_of("2030-01-02", "def", 0.1, [worse]), [Outcome("a", (worse,))])

    assert report.last is not None
    assert [one.change for one in report.last.changed] == [Change.WORSE]
    assert "| Reading: right, all | 50.0 %" in (tmp_path / "2030-01-02.md").read_text()
    assert [run.commit for run in read_history(tmp_path / "history.jsonl")] == ["abc", "def"]


def test_the_page_has_the_figures_of_all_photos_and_a_file_those_of_each_stratum(
    tmp_path: Path,
) -> None:
    easy = replace(RIGHT, stratum="easy", value=0.97)
    write_report(tmp_path, run_of("2030-01-01", "abc", 0.1, [RIGHT, easy]), [Outcome("a", (RIGHT, easy))])
    with (tmp_path / "2030-01-01" / FIGURES).open(newline="") as file:
        rows = list(csv.DictReader(file))

    assert "97.0 %" not in (tmp_path / "2030-01-01.md").read_text()
    assert [(row["stratum"], row["value"]) for row in rows] == [("all", "0.9"), ("easy", "0.97")]


def test_a_figure_that_the_last_run_left_out_is_compared_with_an_earlier_one() -> None:
    runs = [run_of("2030-01-01", "abc", 0.1, [RIGHT, TIME]), run_of("2030-01-02", "def", 0.1, [TIME])]
    before = latest(runs)

    assert before is not None
    assert before.date == "2030-01-02"
    assert [one.change for one in compare([replace(RIGHT, value=0.5)], before)] == [Change.WORSE]
    assert latest([]) is None


def test_strata_lie_in_columns_where_there_are_several() -> None:
    figures = [replace(one, stratum=stratum) for stratum in ("easy", "hard") for one in (RIGHT, WRONG)]

    assert table(figures).splitlines()[0] == "|  | counted | right | wrong |"
    assert table([RIGHT, WRONG]).splitlines()[0] == "| what | figure (95 %) | counted |"
    assert figure_text(replace(RIGHT, low=None)) == "90.0 %"


def test_a_chart_is_drawn_from_the_figures() -> None:
    curve = [Row(RISK).counted(settled_name(part), 10 - at, 1000, "squares") for at, part in enumerate(ASKED)]
    drawn = ElementTree.fromstring(risk_chart(curve, []))

    assert len(drawn.findall("{*}circle")) == len(ASKED)
    assert risk_chart([RIGHT], []) == ""


def test_the_stages_are_drawn_beside_the_decode() -> None:
    row = Row(SPEED)
    figure_text = [row.timed(name, [value], "photos") for name, value in ((WHOLE, 11.0), (SEARCH, 7.0))]
    drawn = ElementTree.fromstring(stages_chart(figure_text, []))

    assert len(drawn.findall("{*}rect")) == 1 + len(figure_text)  # the paper and the bars
    assert stages_chart([RIGHT], []) == ""


def test_what_is_worse_is_said() -> None:
    ours = [replace(RIGHT, bar=0.95), WRONG, replace(TIME, name="time over theirs", value=2.0)]
    theirs = [replace(RIGHT, who="k-NN", value=0.8), replace(WRONG, who="k-NN", value=0.01)]
    said = shortfalls([*ours, *theirs])

    assert "| Reading: right, all | 90.0 % (82.6 to 94.5) | at least 95.0 % |" in said
    assert "| Reading: wrong, all | 10.0 % (5.5 to 17.4) | k-NN: 1.00 %" in said
    assert "| Speed: time over theirs, all | 2 x" in said
    assert "k-NN: 80.0 %" not in said
    assert shortfalls([RIGHT, replace(RIGHT, who="k-NN", value=0.8)]).startswith("No bar is missed")


def test_a_published_figure_that_is_better_is_said() -> None:
    line = next(one for one in HEADLINES if one.theirs == 0.0017)  # of squares wrong

    assert line.is_beaten(replace(WRONG, value=0.003))
    assert not line.is_beaten(replace(WRONG, value=0.001))


def test_what_was_left_out_stands_at_the_top_with_its_command(tmp_path: Path) -> None:
    run = run_of("2030-01-01", "abc", 0.1, [RIGHT])
    write_report(tmp_path, run, [Outcome("photos", (RIGHT,)), Outcome("pages", left_out="no Chromium")], 21)
    figure_text = (tmp_path / "2030-01-01.md").read_text().partition("## In short")[0]

    assert "| pages | no Chromium | `python -m tests.bench.report --only pages` |" in figure_text
    assert "in 21 minutes" in figure_text
    assert "photos |" not in figure_text


def test_what_gets_worse_by_small_steps_is_reported_in_the_end(tmp_path: Path) -> None:
    values = (0.90, 0.86, 0.82, 0.79)  # each within the interval of the one before
    for day, value in enumerate(values, 1):
        one = Row("Reading").counted("right", round(100 * value), 100, "squares")
        report = write_report(tmp_path, run_of(f"2030-01-0{day}", "abc", 0.1, [one]), [Outcome("a", (one,))])

    assert report.last is not None
    assert [one.change for one in report.last.changed] == [Change.SLIPPED]
    assert "Slowly worse, since the run of 2030-01-01" in (tmp_path / "2030-01-04.md").read_text()


def test_all_measures_fit_into_their_half_hour_with_room_to_spare() -> None:
    alone = sum(one.seconds for one in MEASURES if one.is_timed)
    others = sum(one.seconds for one in MEASURES if not one.is_timed)

    assert alone + others / AT_ONCE < 0.85 * 60 * MINUTES
    assert len({one.name for one in MEASURES}) == len(MEASURES)


def test_every_published_figure_has_a_source_and_a_judgement() -> None:
    assert len(published()) > 10
    assert all(one.source and one.comparable for one in published())


def test_every_headline_asks_for_another_figure_or_another_baseline() -> None:
    asked = [(one.key, one.plain) for one in HEADLINES]

    assert len(set(asked)) == len(asked)


def test_a_fresh_process_tells_its_time_and_its_own_memory() -> None:
    small, large = (spent_by(f"held = bytearray({size})") for size in (1, 200_000_000))

    assert 0 < small[0] < 60
    assert large[1] - small[1] == pytest.approx(200_000_000 / 2**20, rel=0.1)


def runner(tmp_path: Path, seconds: float = 60.0) -> tuple[Runner, list[str]]:
    said: list[str] = []
    ends = time.monotonic() + seconds
    return Runner(tmp_path, ends, 1.0, said.append, tmp_path / "outcomes.jsonl"), said


def test_what_needs_a_folder_that_is_not_here_is_left_out_and_no_fault(tmp_path: Path) -> None:
    run, said = runner(tmp_path)
    outcome = run.run(Measure("finding", 1, lambda _: [], "data/grids"))

    assert not outcome.failed
    assert "does not ship" in outcome.left_out
    assert said == [f"finding: left out: {outcome.left_out}, 0 s"]


def test_what_needs_a_program_that_is_not_here_is_left_out_and_no_fault(tmp_path: Path) -> None:
    run, _ = runner(tmp_path)
    outcome = run.run(Measure("pages", 1, lambda _: [], lacks=lambda: "Chromium is not here"))

    assert (outcome.left_out, outcome.failed) == ("Chromium is not here", False)


def test_what_had_no_time_left_is_a_fault(tmp_path: Path) -> None:
    run, _ = runner(tmp_path, 0)

    assert run.run(Measure("heldout", 60, lambda _: [])).failed


def test_what_fails_or_takes_too_long_is_reported_with_its_reason(tmp_path: Path) -> None:
    run, _ = runner(tmp_path)
    failed = run.run(Measure("no such measure", 60, lambda _: []))
    late = replace(run, patience=0.001).run(Measure("heldout", 60, lambda _: []))

    assert failed.failed
    assert failed.left_out.startswith("it failed: ")
    assert late.left_out == "it was not done within 0 seconds"
