"""`surveyor score`, `final` and `audit`: maps in; scores, final scores and what cannot be out."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from engine import EngineError, Season
from engine.certainty import SURE
from engine.customsides import load_side
from service.cli.commands import options, output
from service.cli.commands.files import STDIN, check_there, read_lines
from service.formats.gamenames import GameName
from service.scores.gamescore import score_lines
from service.scores.scoring import Refused, Rules, ScoredLine, score_file

if TYPE_CHECKING:
    from rich.console import Console

    from service.scores.audit import AuditedMap, AuditRules, MapToAudit
    from service.scores.final import LastSheet
    from service.scores.projecting import ProjectedLine

WholeGame = Annotated[
    bool, Option("--game", help="The four maps are one player's seasons, spring first: tell the final score.")
]
Solo = Annotated[bool, Option("--solo", help="With --game: tell the solo rating and the title.")]
Projected = Annotated[
    bool,
    Option("--projected", help="Tell what each edict gives now, and the seasons still to come would score."),
]


def score(
    edicts: options.EdictNames,
    files: Annotated[
        list[Path] | None,
        Argument(metavar="[FILE...]", help="JSON maps or readings, one a line; - is stdin."),
    ] = None,
    as_json: options.AsJson = False,
    season: options.SeasonName = None,
    coins: options.CoinCount = None,
    layout: options.LayoutFile = None,
    sure: options.Sure = SURE,
    game: WholeGame = False,
    solo: Solo = False,
    projected: Projected = False,
) -> None:
    """Score maps or readings given as JSON. The options fill in what a map does not say.

    They go before what was read from a photo.
    The score of a reading says how sure it is: `surveyor read --json photo.jpg | surveyor score --json
    --edicts Greenbough` prints the probability that the total is exact, what it surely lies in, and the
    squares to settle.

    With --game, as in `surveyor score --game spring.json summer.json fall.json winter.json`, the maps are the
    four seasons of one player, and the final score is printed.

    With --projected, as in `surveyor score --projected map.json --season fall --coins 4 --edicts Greenbough
    Canal-Lake Wildholds Silos`, --season is the one that comes next, spring if it is not given.
    """
    rules = Rules.of(edicts, season, coins, load_side(layout) if layout else None)
    check_there(files or ())
    files = files or [STDIN]
    if game and projected:
        raise typer.BadParameter("--game scores seasons that are over, --projected those still to come")
    if game:
        return _score_game(files, rules, solo, as_json)
    if solo:
        raise typer.BadParameter("--solo rates a whole game: say --game too, with its four maps")
    if projected:
        return _project(files, rules, as_json)
    scored = read_lines(files, lambda file, name: score_file(file, name, rules, sure))
    _finish(output.print_results(scored, as_json, _show_score))


def _finish(printed: Iterable[object]) -> None:
    """Go through all that is printed, and end with status 1 if something was refused."""
    output.finish(any([isinstance(each, Refused) for each in printed]))


def _show_score(console: "Console", line: ScoredLine) -> None:
    from service.cli.tables import show_score

    show_score(console, line)


def _score_game(files: list[Path], rules: Rules, solo: bool, as_json: bool) -> None:
    if rules.season or rules.coins is not None:
        raise typer.BadParameter("--game takes coins from each map, and scores all seasons")
    lines = list(read_lines(files, lambda file, name: score_file(file, name, rules)))
    _finish(output.print_results([line for line in lines if isinstance(line, Refused)], as_json, _show_score))
    with output.ending(output.REJECTED, EngineError):
        scored = score_lines([line for line in lines if isinstance(line, ScoredLine)], solo=solo)
    if as_json:
        print(json.dumps(scored.to_json()))
    else:
        from service.cli.gametables import show_game

        show_game(output.make_console(), scored)
        output.print_notes(scored.notes)


def _project(files: list[Path], rules: Rules, as_json: bool) -> None:
    from service.scores.projecting import project_file

    projected = read_lines(files, lambda file, name: project_file(file, name, rules))
    _finish(output.print_results(projected, as_json, _show_projection))


def _show_projection(console: "Console", line: "ProjectedLine") -> None:
    from service.cli.gametables import show_projection

    show_projection(console, line)


def tell_final_scores(
    maps: options.MapPaths,
    edicts: options.EdictNames,
    layout: options.LayoutFile = None,
    as_json: options.AsJson = False,
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
    sheets = list(output.print_results(read, as_json, _show_final))
    finals = [sheet for sheet in sheets if not isinstance(sheet, Refused)]
    with output.ending(output.REJECTED, EngineError):
        standings = rank_sheets(finals) if len(finals) == len(sheets) else None
    if standings and as_json:
        print(json.dumps(standings.to_json()))
    elif standings:
        from service.cli.gametables import standings_table

        output.make_console().print(standings_table(standings))
    if standings and standings.problem:
        raise typer.Exit(output.complain(f"an open rank: {standings.problem}", output.REJECTED))
    output.finish(len(finals) < len(sheets) or any(sheet.final.total is None for sheet in finals))


def _show_final(console: "Console", sheet: "LastSheet") -> None:
    from service.cli.gametables import show_final

    show_final(console, sheet)


def audit(
    maps: options.MapPaths,
    cards: options.CardNames,
    standing: options.StandingNames,
    edicts: options.EdictNames,
    before: Annotated[
        Path | None, Option("--before", metavar="MAP", help="The maps before the season, one for each map.")
    ] = None,
    game: Annotated[
        GameName, Option("--game", help="Which game the maps are from.", case_sensitive=False)
    ] = GameName.COMBINED,
    solo: Annotated[bool, Option("--solo", help="Monsters come where solo mode puts them.")] = False,
    season: Annotated[Season | None, options.season_option("The season that ends with the maps.")] = None,
    layout: options.LayoutFile = None,
    as_json: options.AsJson = False,
) -> None:
    """Tell what on a map no legal game can have drawn, square by square; exit with 1 if anything is odd.

    With --cards, the cards revealed in a season in their order, what was added to the map of --before (in
    spring, to the blank sheet) must be made of their shapes, one each. Where that cannot be decided in a few
    seconds, it is said (`decided` is false), and counts as nothing odd.
    """
    from service.scores.audit import AuditRules, audit_maps, find_ambushes, find_cards

    if before and not cards:
        raise typer.BadParameter("--before is held against the cards of the season: say --cards too")
    rules = AuditRules(
        find_cards(cards),
        find_ambushes(standing),
        game,
        season,
        solo,
        Rules.of(edicts).edicts,
        load_side(layout) if layout else None,
    )
    check_there(maps)
    drawn = _maps_to_audit(maps, rules)
    earlier = _maps_to_audit([before] if before else [], rules)
    audited = output.print_results(audit_maps(drawn, earlier, rules), as_json, _show_audit)
    output.finish(any([isinstance(each, Refused) or each.audit.is_odd for each in audited]))


def _maps_to_audit(files: list[Path], rules: "AuditRules") -> "list[MapToAudit | Refused]":
    from service.scores.audit import read_maps

    return list(read_lines(files, lambda file, name: read_maps(file, name, rules)))


def _show_audit(console: "Console", audited: "AuditedMap") -> None:
    from service.cli.tables import show_audit

    show_audit(console, audited)
