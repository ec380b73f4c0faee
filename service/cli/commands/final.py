"""`surveyor final`: last maps and written season scores in, final scores and standings out."""

import json
from typing import TYPE_CHECKING

import typer

from engine import EngineError
from engine.customsides import load_side
from service.cli.commands.files import check_there, read_lines
from service.cli.commands.options import AsJson, EdictNames, LayoutFile, MapPaths
from service.cli.commands.output import REJECTED, complain, ending, finish, make_console, print_results
from service.scores.scoring import Refused, Rules

if TYPE_CHECKING:
    from rich.console import Console

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
    from service.scores.final import rank_sheets, read_sheets

    rules = Rules.of(edicts, layout=load_side(layout) if layout else None)
    check_there(maps)
    read = read_lines(maps, lambda file, name: read_sheets(file, name, rules))
    sheets = list(print_results(read, as_json, _show))
    finals = [sheet for sheet in sheets if not isinstance(sheet, Refused)]
    with ending(REJECTED, EngineError):
        standings = rank_sheets(finals) if len(finals) == len(sheets) else None
    if standings and as_json:
        print(json.dumps(standings.to_json()))
    elif standings:
        from service.cli.gametables import standings_table

        make_console().print(standings_table(standings))
    if standings and standings.problem:
        raise typer.Exit(complain(f"an open rank: {standings.problem}", REJECTED))
    finish(len(finals) < len(sheets) or any(sheet.final.total is None for sheet in finals))


def _show(console: "Console", sheet: "LastSheet") -> None:
    from service.cli.gametables import show_final

    show_final(console, sheet)
