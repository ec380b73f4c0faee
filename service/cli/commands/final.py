"""`surveyor final`: last maps and written season scores in, final scores and standings out."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from engine import EngineError
from engine.customsides import load_side
from service.cli.commands.files import check_there, read_lines
from service.cli.commands.options import AsJson, EdictNames, LayoutFile, MapPaths
from service.cli.commands.output import REJECTED, complain, finish, make_console, print_notes
from service.scores.scoring import Rules

if TYPE_CHECKING:
    from service.scores.final import LastSheet


def tell_final_scores(
    maps: MapPaths, edicts: EdictNames, layout: LayoutFile = None, as_json: AsJson = False
) -> None:
    """Tell the final scores, from each player's last map and the season scores written beside it.

    As in `surveyor final ann.json bob.json --edicts Greenbough Canal-Lake Wildholds Silos`. A map may carry
    `boxes` (the season scores, as a reading has them), `final` (the written final score) and `player`. What
    contradicts or is missing is named, and the exit status is then 1. If every final score follows, the
    players are ranked.
    """
    from service.scores.final import rank_sheets

    rules = Rules.of(edicts, layout=load_side(layout) if layout else None)
    check_there(maps)
    sheets = list(_sheets_of(maps, rules, as_json))
    try:
        standings = rank_sheets(sheets)
    except EngineError as error:
        raise typer.Exit(complain(str(error), REJECTED)) from error
    if standings and as_json:
        print(json.dumps(standings.to_json()))
    elif standings:
        from service.cli.tables import standings_table

        make_console().print(standings_table(standings))
    if standings and standings.problem:
        raise typer.Exit(complain(f"an open rank: {standings.problem}", REJECTED))
    finish(any(sheet.total is None for sheet in sheets))


def _sheets_of(files: list[Path], rules: Rules, as_json: bool) -> Iterator["LastSheet"]:
    """Print the final score of each sheet as it is read, and yield it."""
    from service.scores.final import LastSheet, read_sheets

    printed: set[str] = set()
    for sheet in read_lines(files, lambda file, name: read_sheets(file, name, rules), LastSheet):
        _print_final(sheet, as_json)
        if not as_json:
            print_notes(sheet.notes, printed)
        yield sheet


def _print_final(sheet: "LastSheet", as_json: bool) -> None:
    if sheet.final is None or sheet.document is None:
        complain(f"{sheet.where}: {sheet.problem}", REJECTED)
    elif as_json:
        print(json.dumps(sheet.to_json()), flush=True)
    else:
        from service.cli.finaltables import show_final

        show_final(make_console(), sheet, sheet.document, sheet.final)
