import os

import pytest

from engine import Layout, Season, Side
from engine.customsides import side_of
from service.batch.documents import Batch, State
from service.batch.ledger import LEDGER, UNDER_WAY, BatchError, locked
from service.batch.paths import MAPS, STANDINGS, SUMMARY
from service.readings.hints import Hints
from service.scores.scoring import Rules
from service.work.tasks import PageTask
from tests.service.batch.conftest import Table
from tests.service.batch.readers import HereAndNow, photo_of, score_of
from tests.service.stubs import EDICTS

SEVEN = photo_of(7)


def test_going_on_reads_only_what_has_no_line_or_changed(table: Table) -> None:
    table.put(a=photo_of(1), b=photo_of(2), c=photo_of(3))
    table.run()
    table.put(b=photo_of(9), d=photo_of(4))
    (table.folder / "c.jpg").unlink()
    workforce = HereAndNow()

    batch = table.run(workforce, resume=True)

    assert workforce.read == ["b.jpg", "d.jpg"]
    assert set(table.lines) == {"a.jpg", "b.jpg", "c.jpg", "d.jpg"}
    assert (batch.files, batch.scored, batch.gone) == (4, 4, ("c.jpg",))
    noted = [row["file"] for row in table.standings if "no longer in the folder" in row["notes"]]
    assert noted == ["c.jpg"]
    [sheet] = table.lines["b.jpg"].pages[0].sheets
    assert sheet.total == score_of(9).total
    maps = {f"{MAPS}/{path.name}" for path in (table.out / MAPS).iterdir()}
    assert maps == {each.map for line in table.lines.values() for page in line.pages for each in page.sheets}


def test_a_document_goes_on_at_the_page_where_it_was_interrupted(table: Table) -> None:
    table.put(a=photo_of(1), scan=b"document 5 7")
    pages: list[int | None] = []

    def interrupt_at(page: int) -> HereAndNow:
        def look(task: PageTask) -> None:
            if task.page == page:
                raise KeyboardInterrupt
            pages.append(task.page)

        return HereAndNow(look)

    with pytest.raises(KeyboardInterrupt):
        table.run(interrupt_at(3))
    with (table.out / UNDER_WAY).open("ab") as kept:
        kept.write(b'{"key": "scan.jp')  # killed in the middle of a line
    before = set(table.lines)
    with pytest.raises(KeyboardInterrupt):
        table.run(interrupt_at(5), resume=True)
    batch = table.run(interrupt_at(6), resume=True)

    assert before == {"a.jpg"}
    assert pages == [None, 1, 2, 3, 4, 5]
    line = table.lines["scan.jpg"]
    assert [page.page for page in line.pages] == [1, 2, 3, 4, 5]
    assert [len(sheet.same_as) for page in line.pages for sheet in page.sheets] == [0, 1, 2, 3, 4]
    assert (line.model, batch.same_maps, batch.sheets) == ("words_v1", 4, 6)
    assert not (table.out / UNDER_WAY).exists()


def interrupt_document(table: Table) -> None:
    """Read a document of three pages, and be interrupted at the last."""
    table.put(scan=b"document 3 7")

    def interrupt(task: PageTask) -> None:
        if task.page == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table.run(HereAndNow(interrupt))


def test_a_document_that_changed_after_an_interruption_is_read_whole(table: Table) -> None:
    interrupt_document(table)
    table.put(scan=b"document 3 8")
    table.run(workforce := HereAndNow(), resume=True)

    assert workforce.read == ["scan.jpg"] * 3
    assert {sheet.total for page in table.lines["scan.jpg"].pages for sheet in page.sheets} == {
        score_of(8).total
    }


def test_going_on_with_what_is_done_changes_nothing(table: Table) -> None:
    table.put(a=photo_of(1), b=photo_of(1), c=b"nothing")
    table.run()
    before = {name: (table.out / name).read_bytes() for name in (LEDGER, STANDINGS, SUMMARY)}
    workforce = HereAndNow()

    table.run(workforce, resume=True)

    assert workforce.read == []
    assert {name: (table.out / name).read_bytes() for name in before} == before


def test_results_that_were_removed_are_written_again(table: Table) -> None:
    table.put(a=photo_of(1), b=photo_of(1), c=photo_of(2))
    before = table.run()
    [gone] = [sheet.map for page in table.lines["a.jpg"].pages for sheet in page.sheets]
    content = (table.out / gone).read_bytes()
    (table.out / gone).unlink()
    (table.out / STANDINGS).unlink()

    batch = table.run(workforce := HereAndNow(), resume=True)

    assert workforce.read == ["a.jpg"]
    assert batch == before
    assert table.lines["b.jpg"].duplicate_of == "a.jpg"
    assert (table.out / gone).read_bytes() == content
    assert len(table.standings) == 2


def test_a_page_under_way_whose_map_was_removed_is_read_again(table: Table) -> None:
    interrupt_document(table)
    first, _ = sorted((table.out / MAPS).iterdir())
    first.unlink()
    table.run(workforce := HereAndNow(), resume=True)

    assert workforce.read == ["scan.jpg"] * 2
    assert len([*(table.out / MAPS).iterdir()]) == 3


def test_players_of_earlier_lists_keep_their_names(table: Table) -> None:
    table.put(a=photo_of(1), b=photo_of(2))
    table.run(players={"a.jpg": "Ann", "b.jpg": "Bob"})

    table.run(resume=True)
    assert {row["player"] for row in table.standings} == {"Ann", "Bob"}

    table.run(resume=True, players={"b.jpg": "Carl"})
    assert {row["player"] for row in table.standings} == {"Ann", "Carl"}


def test_a_duplicate_is_read_when_the_file_that_it_repeats_has_changed(table: Table) -> None:
    table.put(a=SEVEN, b=SEVEN)
    table.run()
    table.put(a=photo_of(8))

    batch = table.run(resume=True)

    assert table.lines["b.jpg"].duplicate_of is None
    assert (batch.duplicates, batch.sheets) == (0, 2)


def test_a_batch_is_not_written_over(table: Table) -> None:
    table.put(a=SEVEN)
    table.run()

    with pytest.raises(BatchError, match="--resume"):
        table.run()


@pytest.mark.parametrize("resume", [True, False])
@pytest.mark.parametrize("name", [STANDINGS, f"{MAPS}/ann.json"])
def test_what_is_of_no_batch_is_not_written_over(table: Table, name: str, resume: bool) -> None:
    table.put(a=SEVEN)
    (table.out / MAPS).mkdir(parents=True)
    (table.out / name).write_bytes(b"mine")

    with pytest.raises(BatchError, match=r"out holds .* of no batch; move"):
        table.run(resume=resume)

    assert (table.out / name).read_bytes() == b"mine"
    (table.out / name).unlink()
    assert table.run(resume=resume).files == 1


def test_a_batch_goes_on_as_it_was_begun(table: Table) -> None:
    table.put(a=SEVEN)
    table.run()

    with pytest.raises(BatchError, match='begun with --edicts "Sentinel Wood"'):
        table.run(resume=True, final=True)


@pytest.mark.parametrize("kept", [LEDGER, UNDER_WAY])
@pytest.mark.parametrize(("left", "complaint"), [(None, "is gone"), (b'{"schema": "sur', "is damaged")])
def test_pages_scored_by_options_that_are_lost_are_not_ranked_beside_others(
    table: Table, left: bytes | None, complaint: str, kept: str
) -> None:
    table.put(a=SEVEN)
    table.run()
    (table.out / LEDGER).rename(table.out / kept)
    (table.out / SUMMARY).unlink()
    if left is not None:
        (table.out / SUMMARY).write_bytes(left)
    table.put(b=photo_of(8))
    before = (table.out / kept).read_bytes()

    with pytest.raises(BatchError, match=rf"batch\.json {complaint}, .* another --out"):
        table.run(workforce := HereAndNow(), resume=True, rules=Rules())

    assert workforce.read == []
    assert (table.out / kept).read_bytes() == before


def test_who_goes_on_need_not_name_the_edicts_again(table: Table) -> None:
    table.put(a=SEVEN)
    begun = table.run(rules=Rules.of(EDICTS, Season.WINTER), final=True)
    table.put(b=photo_of(8))

    batch = table.run(resume=True, rules=Rules())

    assert (batch.order, batch.files) == (begun.order, 2)
    with pytest.raises(BatchError, match='begun with --edicts "Sentinel Wood"'):
        table.run(resume=True, rules=Rules.of(EDICTS[:1]))


def test_every_page_is_read_on_the_layout_that_the_batch_was_begun_with(table: Table) -> None:
    table.put(a=SEVEN, b=b"document 2")
    harbour = side_of({"name": "Harbour", "map": "^.........r " * 11}, where="harbour")
    layouts: list[Layout | None] = []

    table.run(HereAndNow(lambda task: layouts.append(task.hints.layout)), hints=Hints(layout=harbour))

    assert layouts == [harbour] * 3
    with pytest.raises(BatchError, match=r'begun with .* --layout of "Harbour"'):
        table.run(resume=True, hints=Hints(Side.A))
    table.run(resume=True, hints=Hints(layout=harbour))
    table.put(c=photo_of(8))
    table.run(HereAndNow(lambda task: layouts.append(task.hints.layout)), resume=True)
    assert layouts == [harbour] * 4


def test_two_batches_do_not_write_into_one_folder(table: Table) -> None:
    table.put(a=SEVEN)
    table.out.mkdir()

    with locked(table.out), pytest.raises(BatchError, match="another batch"):
        table.run()


def test_what_comes_while_it_runs_is_read_too(table: Table) -> None:
    table.put(a=SEVEN)

    def bring(task: PageTask) -> None:
        table.put(b=photo_of(8))

    batch = table.run(HereAndNow(bring))

    assert (batch.files, set(table.lines)) == (2, {"a.jpg", "b.jpg"})


def test_a_file_that_changes_while_it_is_read_is_rejected_and_read_when_going_on(table: Table) -> None:
    table.put(a=SEVEN)

    table.run(HereAndNow(lambda task: table.put(a=photo_of(8))))
    assert table.lines["a.jpg"].reason is not None
    assert table.lines["a.jpg"].reason.code == "changed_while_read"

    table.run(resume=True)
    assert table.lines["a.jpg"].state is State.SCORED


def test_a_document_of_one_page_that_changes_while_it_is_read_is_read_when_going_on(table: Table) -> None:
    """The map of the new one stood in the line of the old one."""
    table.put(scan=b"document 1 7")
    table.run(HereAndNow(lambda task: table.put(scan=b"document 1 8")))
    changed = table.lines["scan.jpg"]
    table.run(resume=True)

    assert (changed.state, changed.sha256) == (State.REJECTED, None)
    assert [sheet.total for page in table.lines["scan.jpg"].pages for sheet in page.sheets] == [
        score_of(8).total
    ]


def test_a_document_that_changes_between_two_pages_is_rejected_and_read_when_going_on(table: Table) -> None:
    """Its first page was ranked beside the second of another document."""
    table.put(scan=b"document 2 7")

    def change(task: PageTask) -> None:
        if task.page == 2:
            table.put(scan=b"document 2 8")

    batch = table.run(HereAndNow(change))
    changed = table.lines["scan.jpg"]

    assert changed.reason
    assert changed.reason.code == "changed_while_read"
    assert (changed.state, changed.pages, batch.sheets) == (State.REJECTED, (), 0)
    assert not [*(table.out / MAPS).iterdir()]
    assert not table.standings
    table.run(resume=True)
    totals = {sheet.total for page in table.lines["scan.jpg"].pages for sheet in page.sheets}
    assert totals == {score_of(8).total}


def test_a_photo_that_gets_another_name_while_it_runs_is_read_by_that(table: Table) -> None:
    """It was the same as one that cannot be opened, and rejected with it for good."""
    table.put(a=photo_of(1), b=SEVEN, c=SEVEN)

    def rename(task: PageTask) -> None:
        if task.name == "b.jpg":
            (table.folder / "b.jpg").rename(table.folder / "d.jpg")

    batch = table.run(workforce := HereAndNow(rename))

    assert workforce.read == ["a.jpg", "b.jpg", "c.jpg"]
    ends = {name: (line.state, line.duplicate_of) for name, line in table.lines.items()}
    assert ends == {
        "a.jpg": (State.SCORED, None),
        "b.jpg": (State.REJECTED, None),
        "c.jpg": (State.SCORED, None),
        "d.jpg": (State.SCORED, "c.jpg"),
    }
    assert (batch.files, batch.gone, len(table.standings)) == (4, ("b.jpg",), 2)


def test_a_photo_that_could_not_be_opened_for_a_while_is_read_when_going_on(table: Table) -> None:
    table.put(a=SEVEN)

    def hide(task: PageTask) -> None:
        (table.folder / "a.jpg").rename(table.folder / ".a")

    table.run(HereAndNow(hide))
    hidden = table.lines["a.jpg"]
    (table.folder / ".a").rename(table.folder / "a.jpg")
    table.run(resume=True)

    assert (hidden.state, hidden.sha256) == (State.REJECTED, None)
    assert table.lines["a.jpg"].state is State.SCORED


def test_a_disk_that_is_full_loses_nothing_that_is_done(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.put(a=photo_of(1), b=photo_of(2), c=photo_of(3))
    room = [9]

    def sync(descriptor: int) -> None:
        room[0] -= 1
        if room[0] < 0:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(OSError, match="No space"):
        table.run()
    monkeypatch.undo()
    done = set(table.lines)

    batch = table.run(workforce := HereAndNow(), resume=True)

    assert 0 < len(done) < 3
    assert set(workforce.read) == {"a.jpg", "b.jpg", "c.jpg"} - done
    assert (batch.files, batch.scored) == (3, 3)
    assert not [path for path in table.out.rglob("*.unfinished")]


def test_a_batch_that_is_under_way_says_so(table: Table) -> None:
    table.put(a=SEVEN)
    seen: list[Batch] = []

    table.run(
        HereAndNow(lambda task: seen.append(Batch.model_validate_json((table.out / SUMMARY).read_bytes())))
    )

    assert [batch.finished for batch in seen] == [False]
