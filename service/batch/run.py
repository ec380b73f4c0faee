"""Runs a batch from the folder to its standings; one that was interrupted goes on."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from service.batch.documents import Batch, BatchOptions, LedgerPage, PageSums, State
from service.batch.folder import list_folder
from service.batch.ledger import LEDGER, UNDER_WAY, BatchError, Ledger, PagesUnderWay, locked
from service.batch.paths import MAPS, OVERLAYS, STANDINGS, SUMMARY, remove_strays
from service.batch.plan import BatchRun, FileToRead, plan_files
from service.batch.reading import Readers, count_files, read_steps
from service.batch.standings import make_standings
from service.batch.writing import Writer
from service.store.durable import write_whole
from service.work.workforce import Workforce

OPTIONS_LOST = (
    "and with it the options that this batch was begun with; bring it back from a copy, or read the folder "
    "anew with another --out"
)
Progress = Callable[[str, int, int], None]
"""Called with the name of the step, how many files (when reading: pages) are done, and how many there are."""


def run_batch(run: BatchRun, workforce: Workforce, progress: Progress = lambda *told: None) -> Batch:
    """Read all files without a line in the ledger, also those that come meanwhile; then rank the players.

    Raises:
        BatchError: It cannot be begun, or not gone on with.
        SeasonError: An edict is missing that the season scores.
        ModelError: The installation lacks a model.
        WorkforceError: There are no workers.
        OSError: The disk is full or may not be written on. What is done stays, and the batch can go on.
    """
    if run.out.resolve() == run.folder.resolve():
        raise BatchError("the results cannot go into the folder of the photos; name another with --out")
    run.out.mkdir(parents=True, exist_ok=True)
    with locked(run.out):
        run = _as_begun(run)
        run.rules.check_season()
        (run.out / MAPS).mkdir(exist_ok=True)
        if run.overlay:
            (run.out / OVERLAYS).mkdir(exist_ok=True)
        begun = Batch(order=run.order, players=dict(run.players), finished=False)
        write_whole(run.out / SUMMARY, _to_bytes(begun))
        ledger = Ledger(run.out / LEDGER)
        _read_all(run, ledger, workforce, progress)
        ledger.tidy()
        (run.out / UNDER_WAY).unlink(missing_ok=True)
        return _finish(run, ledger)


def _as_begun(run: BatchRun) -> BatchRun:
    """Return the batch with the options that it was begun with, and the players of all its lists.

    Other options are refused, and writing over another batch. Pages that were scored by options that nobody
    knows any more are, too: what is read now might be scored by others, and ranked beside them.
    """
    summary = run.out / SUMMARY
    if not summary.exists():
        if any(_holds_something(run.out / name) for name in (LEDGER, UNDER_WAY)):
            raise BatchError(f"{summary} is gone, {OPTIONS_LOST}")
        _check_free(run.out)
        return run
    if not run.resume:
        raise BatchError(
            f"{run.out} holds a batch already; go on with it by --resume, or name another folder"
        )
    try:
        begun = Batch.model_validate_json(summary.read_bytes())
    except ValueError as error:
        raise BatchError(f"{summary} is damaged, {OPTIONS_LOST}") from error
    before = begun.order
    if run.order.filled_from(before) != before:
        raise BatchError(
            f"this batch was begun {_order_text(before)}, and goes on so; for another, name another folder"
        )
    return replace(run.ordered(before), players={**begun.players, **run.players})


def _holds_something(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _check_free(out: Path) -> None:
    """Refuse a folder with results that no batch wrote: they would be written over."""
    if (out / STANDINGS).exists() or any((out / MAPS).glob("*")):
        raise BatchError(
            f"{out} holds {STANDINGS} or {MAPS} that are of no batch; move them away, or name another folder"
        )


def _order_text(order: BatchOptions) -> str:
    """Return the options that a batch was begun with."""
    options = [
        *(["--edicts", *(f'"{name}"' for name in order.edicts)] if order.edicts else []),
        *(["--season", order.season] if order.season else []),
        *(["--side", order.side] if order.side else []),
        *([f'--layout of "{order.layout.name}"'] if order.layout else []),
        *(["--final"] if order.final else []),
    ]
    return f"with {' '.join(options)}" if options else "without edicts, season, side, layout and --final"


def _read_all(run: BatchRun, ledger: Ledger, workforce: Workforce, progress: Progress) -> None:
    """Read every file that has no line or has changed, then those that came meanwhile."""
    under_way = PagesUnderWay(run.out / UNDER_WAY)
    writer, readers = Writer(run, ledger, under_way), Readers(run, workforce)
    files = list_folder(run.folder, run.out).photos
    while files:
        counted = []
        for pair in count_files(readers, files):
            counted.append(pair)
            progress("looking", len(counted), len(files))
        _read_files(writer, readers, plan_files(run, counted, ledger.lines, under_way), progress)
        there = list_folder(run.folder, run.out).photos
        files = tuple(file for file in there if file.key not in ledger)


def _read_files(writer: Writer, readers: Readers, steps: Sequence[FileToRead], progress: Progress) -> None:
    pages, done = sum(step.pages_to_read for step in steps), count(1)
    for read in read_steps(readers, steps):
        writer.write(read, lambda: progress("reading", next(done), pages))


def _finish(run: BatchRun, ledger: Ledger) -> Batch:
    """Write the standings and the summary of the whole ledger."""
    listing = list_folder(run.folder, run.out)
    there = {file.key for file in listing.photos}
    lines = ledger.lines
    gone = {line.key: line.file for line in lines if line.key not in there}
    states = [line.state for line in lines]
    sheets = [sheet for line in lines for page in line.pages for sheet in page.sheets]
    standings = make_standings(lines, run.players, gone)
    ranked = {row.player for row in standings.rows}
    batch = Batch(
        order=run.order,
        players=dict(run.players),
        without_sheet=tuple(sorted({" ".join(name.split()) for name in run.players.values()} - ranked)),
        finished=True,
        files=len(lines),
        scored=states.count(State.SCORED),
        review=states.count(State.REVIEW),
        rejected=states.count(State.REJECTED),
        of_documents=_sum_pages([page for line in lines if len(line.pages) > 1 for page in line.pages]),
        duplicates=sum(line.duplicate_of is not None for line in lines),
        sheets=len(sheets),
        same_maps=sum(bool(sheet.same_as) for sheet in sheets),
        gone=tuple(gone.values()),
        others=tuple(file.name for file in listing.others),
        unranked=standings.problem,
    )
    remove_strays(run.out, {sheet.map for sheet in sheets})
    write_whole(run.out / STANDINGS, standings.to_csv())
    write_whole(run.out / SUMMARY, _to_bytes(batch))
    return batch


def _sum_pages(pages: Sequence[LedgerPage]) -> PageSums | None:
    if not pages:
        return None
    ends = Counter("blank" if page.is_blank else page.state.value for page in pages)
    return PageSums(pages=len(pages), **{end: ends[end] for end in ("scored", "review", "rejected", "blank")})


def _to_bytes(batch: Batch) -> bytes:
    return f"{batch.to_line()}\n".encode("ascii")
