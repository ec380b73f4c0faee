"""`surveyor score`: maps in, scores out, of one moment, a whole game or the seasons still to come."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from engine import EngineError
from engine.certainty import SURE
from engine.customsides import load_side
from service.cli.commands.files import check_there, read_lines
from service.cli.commands.options import AsJson, CoinCount, EdictNames, LayoutFile, SeasonName, Sure
from service.cli.commands.output import REJECTED, complain, finish, make_console, print_notes
from service.scores.gamescore import score_documents
from service.scores.scoring import NO_EDICTS, Rules, ScoredLine, score_file

if TYPE_CHECKING:
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
    edicts: EdictNames,
    files: Annotated[
        list[Path] | None,
        Argument(metavar="[FILE...]", help="JSON maps or readings, one a line; - is stdin."),
    ] = None,
    as_json: AsJson = False,
    season: SeasonName = None,
    coins: CoinCount = None,
    layout: LayoutFile = None,
    sure: Sure = SURE,
    game: WholeGame = False,
    solo: Solo = False,
    projected: Projected = False,
) -> None:
    """Score maps or readings given as JSON. The options fill in what a map does not say.

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
    if game and projected:
        raise typer.BadParameter("--game scores seasons that are over, --projected those still to come")
    if game:
        return _score_game(files or [Path("-")], rules, solo, as_json)
    if solo:
        raise typer.BadParameter("--solo rates a whole game: say --game too, with its four maps")
    if projected:
        return _project(files or [Path("-")], rules, as_json)
    refused = False
    printed: set[str] = set()
    for line in _scored_lines(files or [Path("-")], rules, sure):
        refused |= bool(line.problem)
        _print_score(line, as_json)
        if not as_json:
            print_notes((*line.notes, *_left_out(line)), printed)
    finish(refused)


def _left_out(line: ScoredLine) -> Iterator[str]:
    """Yield a note where no edicts are known, as the total is then no score that a player would know."""
    if line.document is not None and not line.document.edicts:
        yield NO_EDICTS


def _scored_lines(files: list[Path], rules: Rules, sure: float = SURE) -> Iterator[ScoredLine]:
    return read_lines(files, lambda file, name: score_file(file, name, rules, sure), ScoredLine)


def _print_score(line: ScoredLine, as_json: bool) -> None:
    if line.report is None or line.document is None:
        complain(f"{line.where}: {line.problem}", REJECTED)
    elif as_json:
        notes = {"notes": list(line.notes)} if line.notes else {}
        certainty = line.certainty.to_json() if line.certainty else {}
        print(json.dumps(line.report.to_json() | notes | certainty), flush=True)
    else:
        from service.cli.tables import show_score

        show_score(make_console(), line.where, line.document, line.report, line.certainty, line.doubtful)


def _score_game(files: list[Path], rules: Rules, solo: bool, as_json: bool) -> None:
    if rules.season or rules.coins is not None:
        raise typer.BadParameter("--game takes coins from each map, and scores all seasons")
    lines = list(_scored_lines(files, rules))
    for line in lines:
        if line.problem:
            complain(f"{line.where}: {line.problem}", REJECTED)
    finish(any(line.problem for line in lines))
    try:
        scored = score_documents([line.document for line in lines if line.document], solo=solo)
    except EngineError as error:
        complain(str(error), REJECTED)
        raise typer.Exit(REJECTED) from error
    if as_json:
        print(json.dumps(scored.to_json()))
    else:
        from service.cli.tables import show_game

        show_game(make_console(), scored)


def _project(files: list[Path], rules: Rules, as_json: bool) -> None:
    from service.scores.projecting import ProjectedLine, project_file

    refused = False
    printed: set[str] = set()
    for line in read_lines(files, lambda file, name: project_file(file, name, rules), ProjectedLine):
        refused |= bool(line.problem)
        _print_projection(line, as_json)
        if not as_json:
            print_notes(line.notes, printed)
    finish(refused)


def _print_projection(line: "ProjectedLine", as_json: bool) -> None:
    if line.projection is None or line.document is None:
        complain(f"{line.where}: {line.problem}", REJECTED)
    elif as_json:
        print(json.dumps(line.to_json()), flush=True)
    else:
        from service.cli.finaltables import show_projection

        show_projection(make_console(), line, line.document, line.projection)
