"""`surveyor score`: maps in, scores out, of one moment, a whole game or the seasons still to come."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from engine import EngineError
from engine.certainty import SURE
from engine.customsides import load_side
from service.cli.commands.files import STDIN, check_there, read_lines
from service.cli.commands.options import AsJson, CoinCount, EdictNames, LayoutFile, SeasonName, Sure
from service.cli.commands.output import REJECTED, ending, finish, make_console, print_results
from service.scores.gamescore import score_documents
from service.scores.scoring import Refused, Rules, ScoredLine, score_file

if TYPE_CHECKING:
    from rich.console import Console

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
    _finish(print_results(scored, as_json, _show_score))


def _finish(printed: Iterable[object]) -> None:
    """Go through all that is printed, and end with status 1 if something was refused."""
    finish(any([isinstance(each, Refused) for each in printed]))


def _show_score(console: "Console", line: ScoredLine) -> None:
    from service.cli.tables import show_score

    show_score(console, line)


def _score_game(files: list[Path], rules: Rules, solo: bool, as_json: bool) -> None:
    if rules.season or rules.coins is not None:
        raise typer.BadParameter("--game takes coins from each map, and scores all seasons")
    lines = list(read_lines(files, lambda file, name: score_file(file, name, rules)))
    _finish(print_results([line for line in lines if isinstance(line, Refused)], as_json, _show_score))
    with ending(REJECTED, EngineError):
        scored = score_documents([line.document for line in lines if isinstance(line, ScoredLine)], solo=solo)
    if as_json:
        print(json.dumps(scored.to_json()))
    else:
        from service.cli.gametables import show_game

        show_game(make_console(), scored)


def _project(files: list[Path], rules: Rules, as_json: bool) -> None:
    from service.scores.projecting import project_file

    projected = read_lines(files, lambda file, name: project_file(file, name, rules))
    _finish(print_results(projected, as_json, _show_projection))


def _show_projection(console: "Console", line: "ProjectedLine") -> None:
    from service.cli.gametables import show_projection

    show_projection(console, line)
