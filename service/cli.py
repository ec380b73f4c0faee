"""The `surveyor` command: photos and maps in, readings and scores out.

Exit status: 0 all well; 1 some input was rejected or needs review (with --strict), or a map given to `score`
was refused; 2 wrong usage; 3 the installation is at fault. Vision is imported only by the commands that need
it, so that `surveyor score` starts at once.
"""

import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer
from typer import Argument, Option

from engine import EngineError, Season, Side
from service.arguments import EdictsCommand
from service.scoring import Rules, ScoredLine, score_file

if TYPE_CHECKING:
    from rich.console import Console

    from service.photos import FileOutcome

REJECTED, USAGE, INSTALLATION = 1, 2, 3  # exit statuses

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
SeasonName = Annotated[
    Season | None,
    Option("--season", help="Score only this season's two edicts.", case_sensitive=False),
]
CoinCount = Annotated[int | None, Option("--coins", metavar="N", help="Filled coins of the coin track.")]


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


@app.command(cls=EdictsCommand)
def score(
    edicts: EdictNames,
    files: Annotated[
        list[Path] | None, Argument(metavar="[FILE...]", help="JSON maps, one a line; none or - reads stdin.")
    ] = None,
    as_json: AsJson = False,
    season: SeasonName = None,
    coins: CoinCount = None,
) -> None:
    """Score maps given as JSON. The options fill in what a map does not say."""
    rules = Rules.of(edicts, season, coins)
    refused = False
    for line in _scored_lines(files or [Path("-")], rules):
        refused |= bool(line.problem)
        _print_score(line, as_json)
    _finish(refused)


@app.command(cls=EdictsCommand)
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
    for path in files:
        with ExitStack() as stack:
            try:
                file: BinaryIO = (
                    sys.stdin.buffer if path == Path("-") else stack.enter_context(path.open("rb"))
                )
                yield from score_file(file, "stdin" if path == Path("-") else str(path), rules)
            except OSError as error:
                yield ScoredLine(str(path), problem=f"the file cannot be read: {error.strerror}")


def _print_score(line: ScoredLine, as_json: bool) -> None:
    if line.report is None or line.document is None:
        _complain(f"{line.where}: {line.problem}", REJECTED)
    elif as_json:
        print(json.dumps(line.report.to_json()), flush=True)
    else:
        from service.tables import show_score

        show_score(_console(), line.where, line.document, line.report)


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
