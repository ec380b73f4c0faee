"""`surveyor play`: whole games, played by bots or replayed."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Context, Option

from engine import EngineError, Side
from engine.bots import Bot
from engine.customsides import load_side
from engine.layouts import LAYOUTS, Layout
from engine.setup import MOST_PLAYERS, RuleSwitches
from service.cli.arguments import card_names
from service.cli.commands.files import opened
from service.cli.commands.options import AsJson, EdictNames, LayoutFile, names_option
from service.cli.commands.output import REJECTED, USAGE, ending, make_console
from service.formats.gamenames import BoxName, GameName

if TYPE_CHECKING:
    from service.play.games import PlayedGame

AmbushNames = Annotated[
    list[str],
    names_option(
        "--ambush", card_names, "With --game combined: the ambush deck, four cards or more; drawn by default."
    ),
]
COMBINING = ("explore", "seasons", "ambush", "heroes")
"""The parameters that only a combined game leaves open."""
TELLING = ("replay", "export", "moves", "as_json")
"""The parameters that say something of a game that was played before."""


def play_a_game(
    context: Context,
    edicts: EdictNames,
    ambush: AmbushNames,
    players: Annotated[int, Option("--players", min=1, max=MOST_PLAYERS)] = 2,
    seed: Annotated[
        int, Option("--seed", min=0, help="Where all chance comes from: the same, the same game.")
    ] = 0,
    game: Annotated[GameName, Option("--game", case_sensitive=False)] = GameName.BASE,
    side: Annotated[
        Side | None,
        Option("--side", help="The printed side; as the game has it by default.", case_sensitive=False),
    ] = None,
    layout: LayoutFile = None,
    explore: Annotated[
        BoxName | None,
        Option("--explore", help="With --game combined: whose explore cards.", case_sensitive=False),
    ] = None,
    seasons: Annotated[
        BoxName | None,
        Option("--seasons", help="With --game combined: whose season cards.", case_sensitive=False),
    ] = None,
    heroes: Annotated[
        bool | None,
        Option("--heroes/--no-heroes", help="With --game combined: whether there are hero cards."),
    ] = None,
    no_turned_heroes: Annotated[
        bool, Option("--no-turned-heroes", help="A hero's attack pattern is drawn as printed, not turned.")
    ] = False,
    fallback_card_terrain: Annotated[
        bool,
        Option(
            "--fallback-card-terrain", help="A 1x1 square drawn for want of room has a terrain of the card."
        ),
    ] = False,
    destroyed_gorgon_gazes: Annotated[
        bool,
        Option("--destroyed-gorgon-gazes", help="A Gorgon destroyed as it is drawn still destroys a space."),
    ] = False,
    bots: Annotated[
        list[Bot] | None,
        Option(
            "--bot", help="Who plays; said several times, the seats in their order.", case_sensitive=False
        ),
    ] = None,
    export: Annotated[
        Path | None,
        Option(
            "--export",
            metavar="DIR",
            help="Write the maps of all seasons and the transcript into a new or empty folder.",
        ),
    ] = None,
    replay: Annotated[
        Path | None, Option("--replay", metavar="FILE", help="Tell the game of a transcript; - reads stdin.")
    ] = None,
    moves: Annotated[bool, Option("--moves", help="Tell each card with what every seat drew.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a whole game with bots: its cards, the maps and scores of each season, and the standings.

    The transcript of a game, which --export writes, tells it again with --replay; the options that set up a
    game do not go with it. What a combined game leaves open is drawn from the seed.
    """
    from service.play.games import export as write_game
    from service.play.games import play, set_up

    if moves and as_json:
        raise typer.BadParameter("the JSON document has all moves in its transcript; leave out --moves")
    if export:
        _check_is_unused(export)
    if replay:
        _refuse_what_sets_up(context)
        played = _replayed(replay)
    else:
        if game is not GameName.COMBINED:
            _refuse_what_combines(context)
        setup = set_up(
            game,
            players=players,
            seed=seed,
            layout=_find_layout(side, layout),
            edicts=edicts,
            explore=explore.game if explore else None,
            seasons=seasons.game if seasons else None,
            ambushes=ambush,
            heroes=heroes,
            rules=RuleSwitches(not no_turned_heroes, not fallback_card_terrain, destroyed_gorgon_gazes),
        )
        seated = bots or [Bot.GREEDY]
        _check_seats(len(seated), players)
        played = play(setup, seated)
    if export:
        with ending(USAGE, OSError, before=f"{export} cannot be written to: "):
            write_game(played, export)
    if as_json:
        print(json.dumps(played.to_json()))
    else:
        from service.cli.gametables import show_played

        show_played(make_console(), played, with_moves=moves)


def _refuse_what_sets_up(context: Context) -> None:
    unwanted = [option for name, option in _given(context).items() if name not in TELLING]
    if unwanted:
        raise typer.BadParameter(
            f"--replay tells a game whose set-up is in its transcript; leave out {', '.join(unwanted)}"
        )


def _refuse_what_combines(context: Context) -> None:
    unwanted = [option for name, option in _given(context).items() if name in COMBINING]
    if unwanted:
        raise typer.BadParameter(
            f"only a combined game leaves {', '.join(unwanted)} open: say --game combined"
        )


def _given(context: Context) -> dict[str, str]:
    """Return the options on the command line by the names of their parameters."""
    return {
        parameter.name: parameter.opts[0]
        for parameter in context.command.params
        if parameter.name
        and (source := context.get_parameter_source(parameter.name))
        and source.name == "COMMANDLINE"
    }


def _find_layout(side: Side | None, path: Path | None) -> Layout | None:
    if path is None and side is Side.CUSTOM:
        raise typer.BadParameter("what is printed on a custom side, --layout FILE.toml tells")
    if path is None:
        return LAYOUTS[side] if side else None
    if side not in (None, Side.CUSTOM):
        raise typer.BadParameter(
            f"--side {side} and --layout {path} tell two sheets, and all play on the same; leave out one"
        )
    return load_side(path)


def _check_seats(bots: int, players: int) -> None:
    if bots > players:
        raise typer.BadParameter(
            f"{bots} bots for {players} {'seats' if players > 1 else 'seat'}: "
            f"say --players {bots}, or leave out a --bot"
        )


def _replayed(path: Path) -> "PlayedGame":
    from service.play.games import LARGEST_TRANSCRIPT, replay

    with ending(REJECTED, OSError, EngineError, before=f"{path}: "), opened(path) as (file, _):
        return replay(file.read(LARGEST_TRANSCRIPT + 1))


def _check_is_unused(folder: Path) -> None:
    with ending(USAGE, OSError, before=f"{folder} cannot be written to: "):
        used = folder.is_dir() and next(folder.iterdir(), None)
    if used:
        raise typer.BadParameter(
            f"{folder} holds something already ({used.name}), and files of two games would mix; "
            "name a new folder, or empty it"
        )
