"""`surveyor batch`: a folder of photos in; a ledger, maps and standings out."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from service.__main__ import INTERRUPTED
from service.cli.commands.handwriting import handwritings_of_players
from service.cli.commands.options import EdictNames, LayoutFile, SeasonName, SideName, Strict, own_layout
from service.cli.commands.output import REJECTED, USAGE, complain, ending, finish, make_console
from service.readings.hints import Hints
from service.scores.scoring import Rules
from service.store.diskfull import is_out_of_room

if TYPE_CHECKING:
    from service.batch.documents import Batch
    from service.batch.plan import BatchRun

MOST_WORKERS = 64


def batch(
    edicts: EdictNames,
    folder: Annotated[
        Path,
        Argument(metavar="FOLDER", exists=True, file_okay=False, help="The photos, also in folders below."),
    ],
    out: Annotated[Path, Option("--out", metavar="DIR", file_okay=False, help="Where the results go.")],
    resume: Annotated[bool, Option("--resume", help="Go on with the batch in DIR where it stopped.")] = False,
    workers: Annotated[
        int | None,
        Option(
            "--workers", min=1, max=MOST_WORKERS, help="Read with so many processes; one a core by default."
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        Option("--cluster", metavar="ADDRESS", help="Read on a Dask cluster, such as tcp://10.0.0.1:8786."),
    ] = None,
    season: SeasonName = None,
    final: Annotated[
        bool,
        Option("--final", help="Rank by the final scores, from the season scores written on the sheets."),
    ] = False,
    side: SideName = None,
    layout: LayoutFile = None,
    players: Annotated[
        Path | None,
        Option(
            "--players",
            metavar="FILE.csv",
            help="Whose photo is whose: columns file and player, of documents also page.",
        ),
    ] = None,
    hand: Annotated[
        Path | None,
        Option(
            "--hand",
            metavar="STORE",
            help="What people corrected before (correct --store): it sharpens each player's readings.",
        ),
    ] = None,
    overlay: Annotated[bool, Option("--overlay", help="Write a picture of what was read, too.")] = False,
    strict: Strict = False,
) -> None:
    """Read a folder of photos, score the sheets, and rank the players.

    DIR gets ledger.jsonl (a line for each file: how it ended, and why), standings.csv, maps/ (a JSON map of
    each sheet) and batch.json (the sums). As in `surveyor batch photos --out results --edicts Greenbough
    Canal-Lake Wildholds Silos --final`. A batch that was interrupted goes on with --resume, which
    remembers its edicts, season, side, layout, --final and players.

    With --hand, what was said of a player's earlier sheets carries over to squares that look alike. Whose
    sheet it is tell --players and the codes of our printed sheets, by the names that the store has. What was
    read before --hand was given stays as it was read.
    """
    rules = Rules.of(edicts, season)
    if not resume:  # else by the edicts that it was begun with
        rules.check_season()
    hints = Hints(side, layout=own_layout(side, layout))
    from service.batch.plan import BatchRun
    from service.cli.batchprogress import show_batch
    from service.readings.storedhandwriting import Handwritings

    named = _named_players(players, folder, out) if players else {}
    handwritings = handwritings_of_players(hand, set(named.values())) if hand else Handwritings()
    run = BatchRun(
        folder=folder,
        out=out,
        rules=rules,
        hints=hints,
        final=final,
        overlay=overlay,
        players=named,
        handwritings=handwritings,
        resume=resume,
        travel=cluster is not None,
    )
    done = _carried_out(run, workers, cluster)
    show_batch(make_console(), done, out)
    finish(strict and done.scored < done.files)


def _carried_out(run: "BatchRun", workers: int | None, cluster: str | None) -> "Batch":
    """Run a batch, showing how far it is; say how to go on where it cannot be ended.

    Raises:
        typer.Exit: The results cannot be written, or it was interrupted.
    """
    from service.batch.paths import SUMMARY
    from service.batch.run import run_batch
    from service.cli.batchprogress import showing_progress
    from service.work.cluster import ClusterError
    from service.work.workforce import Workforce

    try:
        with (
            ending(USAGE, ClusterError),
            Workforce(workers or _cores(), cluster=cluster) as workforce,
            showing_progress() as progress,
        ):
            return run_batch(run, workforce, progress)
    except OSError as error:
        raise typer.Exit(complain(_no_place(run.out, error), REJECTED)) from error
    except KeyboardInterrupt as error:
        if not (run.out / SUMMARY).exists():  # nothing was begun that could go on
            raise
        raise typer.Exit(complain(f"{run.out}: interrupted; go on with --resume", INTERRUPTED)) from error


def _named_players(players: Path, folder: Path, out: Path) -> Mapping[str, str]:
    """Return the players of the files that a list names; complain of files that are not there."""
    from service.batch.players import check_players, read_players

    named = read_players(players)
    for name in check_players(players, named, folder, out):
        complain(f'{players}: "{name}" is not in {folder}', USAGE)
    return named


def _cores() -> int:
    return min(len(os.sched_getaffinity(0)), MOST_WORKERS)


def _no_place(out: Path, error: OSError) -> str:
    problem = error.strerror or type(error).__name__
    advice = (
        "make room there, and go on with --resume" if is_out_of_room(error) else "name another with --out"
    )
    return f"{out}: the results cannot be written: {problem}; {advice}"
