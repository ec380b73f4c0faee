"""The `surveyor` command: photos and maps in, readings and scores out.

Exit status: 0 all well; 1 some input was rejected or needs review (with --strict), a map given to `score`
was refused, a score did not follow for `final`, or `audit` found something odd; 2 wrong usage; 3 the
installation is at fault. Vision is imported only by the commands that need it, so that `surveyor score`
starts at once.
"""

import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, TypeVar

import typer
from typer import Argument, Option

from engine import EngineError, Season, Side
from engine.bots import Bot
from engine.customsides import load_side
from engine.setup import MOST_PLAYERS
from service.arguments import NamesCommand
from service.gamenames import GameName
from service.gamescore import score_documents
from service.scoring import Rules, ScoredLine, score_file

if TYPE_CHECKING:
    from rich.console import Console

    from service.audit import AuditedMap, AuditRules
    from service.final import LastSheet
    from service.photos import FileOutcome
    from service.play import PlayedGame
    from service.projecting import ProjectedLine

REJECTED, USAGE, INSTALLATION = 1, 2, 3  # exit statuses

Line = TypeVar("Line")

app = typer.Typer(
    help="Read photos of Cartographers map sheets, and score them.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
)

PhotoPaths = Annotated[list[Path], Argument(metavar="PHOTO...", help="Photos, or folders of photos.")]
AsJson = Annotated[bool, Option("--json", help="Print one JSON document a line, and nothing else.")]
SideName = Annotated[
    Side | None, Option("--side", help="The printed side; found out by default.", case_sensitive=False)
]
OverlayFolder = Annotated[
    Path | None, Option("--overlay", metavar="DIR", help="Write a picture of what was read for each photo.")
]
Strict = Annotated[bool, Option("--strict", help="Exit with 1 if a photo is rejected or needs review.")]
Workers = Annotated[int, Option("--workers", min=1, max=64, help="Read with so many processes.")]
EdictNames = Annotated[
    list[str],
    Option(
        "--edicts",
        metavar="NAME...",
        default_factory=list,
        show_default=False,
        help="One to four scoring cards in the order A B C D; the names end at the next option or file.",
    ),
]
CardNames = Annotated[
    list[str],
    Option(
        "--cards",
        metavar="NAME...",
        default_factory=list,
        show_default=False,
        help="The cards revealed in the season, in their order; the names end as those of --edicts do.",
    ),
]
StandingNames = Annotated[
    list[str],
    Option(
        "--standing",
        metavar="NAME...",
        default_factory=list,
        show_default=False,
        help="Ambush cards of earlier seasons whose effects go on.",
    ),
]
SeasonName = Annotated[
    Season | None,
    Option("--season", help="Score only this season's two edicts.", case_sensitive=False),
]
LayoutFile = Annotated[
    Path | None,
    Option("--layout", metavar="FILE.toml", help="The sheet of maps of side custom; docs/custom-sides.md."),
]
CoinCount = Annotated[int | None, Option("--coins", metavar="N", help="Filled coins of the coin track.")]
WholeGame = Annotated[
    bool, Option("--game", help="The four maps are one player's seasons, spring first: tell the final score.")
]
Solo = Annotated[bool, Option("--solo", help="With --game: tell the solo rating and the title.")]
Projected = Annotated[
    bool,
    Option("--projected", help="Tell what each edict gives now, and the seasons still to come would score."),
]


@app.command()
def read(
    photos: PhotoPaths,
    as_json: AsJson = False,
    side: SideName = None,
    overlay: OverlayFolder = None,
    strict: Strict = False,
    workers: Workers = 1,
) -> None:
    """Read photos of map sheets: what is drawn on every square, and how sure that is."""
    outcomes = []
    for outcome in _read(photos, side, overlay, workers):
        outcomes.append(outcome)
        if as_json:
            print(outcome.reading.to_line(), flush=True)
    if not as_json:
        from service.tables import show_readings

        show_readings(_console(), [(outcome.reading, outcome.overlay) for outcome in outcomes])
    _finish(strict and any(outcome.reading.needs_a_person for outcome in outcomes))


@app.command(cls=NamesCommand)
def score(
    edicts: EdictNames,
    files: Annotated[
        list[Path] | None, Argument(metavar="[FILE...]", help="JSON maps, one a line; none or - reads stdin.")
    ] = None,
    as_json: AsJson = False,
    season: SeasonName = None,
    coins: CoinCount = None,
    layout: LayoutFile = None,
    game: WholeGame = False,
    solo: Solo = False,
    projected: Projected = False,
) -> None:
    """Score maps given as JSON. The options fill in what a map does not say.

    With --game, as in `surveyor score --game spring.json summer.json fall.json winter.json`, the maps are the
    four seasons of one player, and the final score is told.

    With --projected, as in `surveyor score --projected map.json --season fall --coins 4 --edicts Greenbough
    Canal-Lake Wildholds Silos`, --season is the one that comes next, spring if it is not told.
    """
    rules = Rules.of(edicts, season, coins, load_side(layout) if layout else None)
    if game and projected:
        raise typer.BadParameter("--game scores seasons that are over, --projected those still to come")
    if game:
        return _score_game(files or [Path("-")], rules, solo, as_json)
    if solo:
        raise typer.BadParameter("--solo rates a whole game: say --game too, with its four maps")
    if projected:
        return _project(files or [Path("-")], rules, as_json)
    refused = False
    told: set[str] = set()
    for line in _scored_lines(files or [Path("-")], rules):
        refused |= bool(line.problem)
        _print_score(line, as_json)
        if not as_json:
            _tell_once(line.notes, told)
    _finish(refused)


@app.command(cls=NamesCommand)
def scan(
    photos: PhotoPaths,
    edicts: EdictNames,
    as_json: AsJson = False,
    side: SideName = None,
    overlay: OverlayFolder = None,
    season: SeasonName = None,
    coins: CoinCount = None,
    strict: Strict = False,
    workers: Workers = 1,
) -> None:
    """Read photos of map sheets, and score them."""
    rules = Rules.of(edicts, season, coins)
    rules.check_season()
    from service.scan import scan_reading
    from service.tables import show_scan

    console = _console()
    doubt = False
    for outcome in _read(photos, side, overlay, workers):
        doubt |= outcome.reading.needs_a_person
        result = scan_reading(outcome.reading, rules)
        if as_json:
            print(result.to_line(), flush=True)
        else:
            show_scan(console, result, outcome.overlay)
    _finish(strict and doubt)


@app.command("final", cls=NamesCommand)
def tell_final_scores(
    maps: Annotated[list[Path], Argument(metavar="MAP...", help="JSON maps or readings; - reads stdin.")],
    edicts: EdictNames,
    layout: LayoutFile = None,
    as_json: AsJson = False,
) -> None:
    """Tell the final scores, from each player's last map and the season scores written beside it.

    As in `surveyor final ann.json bob.json --edicts Greenbough Canal-Lake Wildholds Silos`. A map may carry
    `boxes` (the season scores, as a reading has them), `final` (the written final score) and `player`. What
    contradicts or is missing is named, and the exit status is then 1. If every final score follows, the
    players are ranked.
    """
    from service.final import rank_sheets

    rules = Rules.of(edicts, layout=load_side(layout) if layout else None)
    sheets = list(_told_sheets(maps, rules, as_json))
    try:
        standings = rank_sheets(sheets)
    except EngineError as error:
        raise typer.Exit(_complain(str(error), REJECTED)) from error
    if standings and as_json:
        print(json.dumps(standings.to_json()))
    elif standings:
        from service.tables import standings_table

        _console().print(standings_table(standings))
    _finish(any(sheet.total is None for sheet in sheets))


@app.command(cls=NamesCommand)
def audit(
    maps: Annotated[list[Path], Argument(metavar="MAP...", help="JSON maps or readings; - reads stdin.")],
    cards: CardNames,
    standing: StandingNames,
    edicts: EdictNames,
    before: Annotated[
        Path | None, Option("--before", metavar="MAP", help="The maps before the season, one for each map.")
    ] = None,
    game: Annotated[
        GameName, Option("--game", help="Which game the maps are from.", case_sensitive=False)
    ] = GameName.COMBINED,
    solo: Annotated[bool, Option("--solo", help="Monsters come where solo mode puts them.")] = False,
    season: Annotated[
        Season | None, Option("--season", help="The season that ends with the maps.", case_sensitive=False)
    ] = None,
    layout: LayoutFile = None,
    as_json: AsJson = False,
) -> None:
    """Tell what on a map no legal game can have drawn, square by square; exit with 1 if anything is odd.

    With --cards, the cards revealed in a season in their order, what was added to the map of --before (in
    spring, to the blank sheet) must be made of their shapes, one each.
    """
    from service.audit import AuditRules, audit_maps, find_ambushes, find_cards

    rules = AuditRules(
        find_cards(cards),
        find_ambushes(standing),
        game,
        season,
        solo,
        Rules.of(edicts).edicts,
        load_side(layout) if layout else None,
    )
    drawn = [line for path in maps for line in _maps_to_audit(path, rules)]
    earlier = list(_maps_to_audit(before, rules)) if before else []
    odd = False
    for line in audit_maps(drawn, earlier, rules):
        odd |= line.audit.is_odd or bool(line.problem)
        _print_audit(line, as_json)
    _finish(odd)


@app.command("play", cls=NamesCommand)
def play_a_game(
    edicts: EdictNames,
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
    bots: Annotated[
        list[Bot] | None,
        Option(
            "--bot", help="Who plays; said several times, the seats in their order.", case_sensitive=False
        ),
    ] = None,
    export: Annotated[
        Path | None,
        Option("--export", metavar="DIR", help="Write the maps of all seasons and the transcript."),
    ] = None,
    replay: Annotated[
        Path | None, Option("--replay", metavar="FILE", help="Tell the game of a transcript; - reads stdin.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a whole game with bots: its cards, the maps and scores of each season, and the standings.

    The transcript of a game, which --export writes, tells it again with --replay; there the options that set
    up a game say nothing.
    """
    from service.play import play, set_up

    if replay:
        played = _replayed(replay)
    else:
        if side is Side.CUSTOM and not layout:
            raise typer.BadParameter("what is printed on a custom side, --layout FILE.toml tells")
        sheet = load_side(layout) if layout else None
        setup = set_up(game, players=players, seed=seed, side=side, layout=sheet, edicts=edicts)
        played = play(setup, bots or [Bot.GREEDY])
    if export:
        _export(played, export)
    if as_json:
        print(json.dumps(played.to_json()))
    else:
        from service.playtables import show_played

        show_played(_console(), played)


@app.command()
def serve(
    host: Annotated[str | None, Option("--host", help="Address to listen on.  [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, Option("--port", min=0, max=65535, help="[default: 8000]")] = None,
    data: Annotated[
        Path | None, Option("--data", metavar="DIR", help="Folder of what the service keeps.")
    ] = None,
) -> None:
    """Start the web service. SURVEYOR_HOST, SURVEYOR_PORT and the like set it up too."""
    from service.server import run_server
    from service.settings import SettingsError, read_settings

    try:
        settings = read_settings(host=host, port=port, data=data)
    except SettingsError as error:
        raise typer.BadParameter(str(error)) from error
    run_server(settings)


def main() -> None:
    """Run the command line, and leave with its exit status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit status; whatever goes wrong is one line on stderr."""
    logging.getLogger("service").addHandler(logging.NullHandler())  # tracebacks are for a server's log
    try:
        status = app(arguments or ["--help"], prog_name="surveyor", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _complain(error.format_message(), error.exit_code)
    except EngineError as error:
        return _complain(str(error), USAGE)
    except BrokenPipeError:  # whoever read our output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REJECTED
    except Exception as error:
        return _complain_of_installation(error)
    return status if isinstance(status, int) else 0


def _read(
    given: list[Path], side: Side | None, overlays: Path | None, workers: int
) -> Iterator["FileOutcome"]:
    from service.inputs import find_photos
    from service.photos import name_files, read_files

    paths = find_photos(given)
    if not paths:
        raise typer.BadParameter(f"there are no photos in {', '.join(map(str, given))}")
    if overlays is not None:
        _make_folder(overlays)
    for outcome in read_files(name_files(paths, side=side, overlays=overlays), workers=workers):
        if outcome.overlay_problem:
            _complain(f"the overlay cannot be written: {outcome.overlay_problem}", REJECTED)
        yield outcome


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(f"{folder} cannot be a folder for overlays: {error.strerror}") from error


def _scored_lines(files: list[Path], rules: Rules) -> Iterator[ScoredLine]:
    return _lines_of(files, lambda file, name: score_file(file, name, rules), ScoredLine)


def _lines_of(
    files: Iterable[Path], read: Callable[[BinaryIO, str], Iterator[Line]], refused: Callable[..., Line]
) -> Iterator[Line]:
    """Go through what becomes of the documents of the files, and of the files that cannot be read."""
    for path in files:
        try:
            with _opened(path) as (file, name):
                yield from read(file, name)
        except OSError as error:
            yield refused(str(path), problem=f"the file cannot be read: {error.strerror}")


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, str]]:
    """Open a file, or stdin for a hyphen, and tell its name."""
    if path == Path("-"):
        yield sys.stdin.buffer, "stdin"
        return
    with path.open("rb") as file:
        yield file, str(path)


def _maps_to_audit(path: Path, rules: "AuditRules") -> Iterator["AuditedMap"]:
    from service.audit import AuditedMap, read_maps

    return _lines_of([path], lambda file, name: read_maps(file, name, rules), AuditedMap)


def _print_audit(line: "AuditedMap", as_json: bool) -> None:
    if line.evidence is None or line.problem:
        _complain(f"{line.where}: {line.problem}", REJECTED)
    elif as_json:
        print(json.dumps(line.to_json()), flush=True)
    else:
        from service.tables import show_audit

        show_audit(_console(), line, line.evidence)


def _told_sheets(files: list[Path], rules: Rules, as_json: bool) -> Iterator["LastSheet"]:
    """Tell of each sheet as it comes."""
    from service.final import LastSheet, read_sheets

    told: set[str] = set()
    for sheet in _lines_of(files, lambda file, name: read_sheets(file, name, rules), LastSheet):
        _print_final(sheet, as_json)
        if not as_json:
            _tell_once(sheet.notes, told)
        yield sheet


def _print_final(sheet: "LastSheet", as_json: bool) -> None:
    if sheet.final is None or sheet.document is None:
        _complain(f"{sheet.where}: {sheet.problem}", REJECTED)
    elif as_json:
        print(json.dumps(sheet.to_json()), flush=True)
    else:
        from service.finaltables import show_final

        show_final(_console(), sheet, sheet.document, sheet.final)


def _project(files: list[Path], rules: Rules, as_json: bool) -> None:
    from service.projecting import ProjectedLine, project_file

    refused = False
    told: set[str] = set()
    for line in _lines_of(files, lambda file, name: project_file(file, name, rules), ProjectedLine):
        refused |= bool(line.problem)
        _print_projection(line, as_json)
        if not as_json:
            _tell_once(line.notes, told)
    _finish(refused)


def _print_projection(line: "ProjectedLine", as_json: bool) -> None:
    if line.projection is None or line.document is None:
        _complain(f"{line.where}: {line.problem}", REJECTED)
    elif as_json:
        print(json.dumps(line.to_json()), flush=True)
    else:
        from service.finaltables import show_projection

        show_projection(_console(), line, line.document, line.projection)


def _score_game(files: list[Path], rules: Rules, solo: bool, as_json: bool) -> None:
    if rules.season or rules.coins is not None:
        raise typer.BadParameter("--game takes coins from each map, and scores all seasons")
    lines = list(_scored_lines(files, rules))
    for line in lines:
        if line.problem:
            _complain(f"{line.where}: {line.problem}", REJECTED)
    _finish(any(line.problem for line in lines))
    try:
        scored = score_documents([line.document for line in lines if line.document], solo=solo)
    except EngineError as error:
        _complain(str(error), REJECTED)
        raise typer.Exit(REJECTED) from error
    if as_json:
        print(json.dumps(scored.to_json()))
    else:
        from service.tables import show_game

        show_game(_console(), scored)


def _replayed(path: Path) -> "PlayedGame":
    from service.play import replay

    try:
        with _opened(path) as (file, _):
            return replay(file.read())
    except (OSError, EngineError) as error:
        _complain(f"{path}: {getattr(error, 'strerror', None) or error}", REJECTED)
        raise typer.Exit(REJECTED) from error


def _export(played: "PlayedGame", folder: Path) -> None:
    from service.play import export

    try:
        export(played, folder)
    except OSError as error:
        raise typer.BadParameter(f"{folder} cannot be written to: {error.strerror}") from error


def _print_score(line: ScoredLine, as_json: bool) -> None:
    if line.report is None or line.document is None:
        _complain(f"{line.where}: {line.problem}", REJECTED)
    elif as_json:
        notes = {"notes": list(line.notes)} if line.notes else {}
        print(json.dumps(line.report.to_json() | notes), flush=True)
    else:
        from service.tables import show_score

        show_score(_console(), line.where, line.document, line.report)


def _tell_once(notes: Sequence[str], told: set[str]) -> None:
    for note in notes:
        if note not in told:
            print("surveyor: note:", note, file=sys.stderr)
    told.update(notes)


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, markup=False)


def _finish(rejected: bool) -> None:
    if rejected:
        raise typer.Exit(REJECTED)


def _complain(message: str, status: int) -> int:
    """Print one line on stderr and return the exit status."""
    print("surveyor:", " ".join(message.split()), file=sys.stderr)
    return status


def _complain_of_installation(error: Exception) -> int:
    """Report what is neither a photo's nor a user's fault."""
    from vision import VisionError

    if os.environ.get("SURVEYOR_DEBUG"):
        raise error
    if isinstance(error, VisionError):
        return _complain(str(error), INSTALLATION)
    problem = f"{type(error).__name__}: {error}"
    return _complain(
        f"a mistake of ours ({problem}); please report it. SURVEYOR_DEBUG=1 shows more.", INSTALLATION
    )
