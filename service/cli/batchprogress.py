"""A batch in the terminal: a progress bar, and the sums at the end."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from service.batch.documents import Batch
from service.batch.ledger import LEDGER
from service.batch.paths import MAPS, STANDINGS
from service.batch.run import Progress as TellProgress
from service.cli.commands.output import counted, named, printable
from service.scores.scoring import NO_EDICTS


@contextmanager
def showing_progress() -> Iterator[TellProgress]:
    """Show a bar on stderr, if that is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("looking", total=None)

        def tell(doing: str, done: int, of: int) -> None:
            bar.update(task, description=doing, completed=done, total=of)

        yield tell


def show_batch(console: Console, batch: Batch, out: Path) -> None:
    """Print how many files ended how, and what a person should look at."""
    heading = Text(f"{counted(batch.files, 'file')}: ", "bold")
    console.print(
        heading.append(f"{batch.scored} scored", "green")
        .append(", ")
        .append(f"{batch.review} to review", "yellow")
        .append(", ")
        .append(f"{batch.rejected} rejected", "red")
    )
    for line in _remarks(batch):
        console.print(Text(line))
    console.print(Text(f"{printable(str(out))}: {STANDINGS}, {LEDGER}, {MAPS}"))


def _remarks(batch: Batch) -> Iterator[str]:
    if not (batch.order.edicts or batch.order.final):
        yield NO_EDICTS
    if batch.of_documents:
        pages = batch.of_documents
        yield (
            f"documents of {counted(pages.pages, 'page')}: {pages.scored} scored, {pages.review} to review, "
            f"{pages.rejected} rejected, {pages.blank} blank"
        )
    if batch.without_sheet:
        yield f"players without a row in {STANDINGS}: {named(batch.without_sheet)}"
    if batch.duplicates:
        yield f"{counted(batch.duplicates, 'file')} of them the same as another, and counted once"
    if batch.same_maps:
        yield f"{counted(batch.same_maps, 'sheet')} with the same map as another: see {STANDINGS}"
    if batch.gone:
        yield f"no longer in the folder: {named(batch.gone)}"
    if batch.others:
        yield f"left alone, being no photos by their names: {named(batch.others)}"
    if batch.unranked:
        yield f"an open rank: {batch.unranked}"
