"""The `surveyor` command: photos and maps in, readings and scores out.

Exit status: 0 all well; 1 some input was rejected or needs review (with --strict), a map given to `score`
was refused, a score did not follow for `final`, or `audit` found something odd; 2 wrong usage; 3 the
installation is at fault. Vision is imported only by the commands that need it, so that `surveyor score`
starts at once.
"""

import codecs
import errno
import io
import logging
import os
import sys
from importlib import metadata
from typing import Annotated, TextIO

import typer
from pydantic import ValidationError

from engine import EngineError
from service.cli.arguments import NamesCommand, PathsCommand, PlayersCommand
from service.cli.commands.access import key_commands, set_password
from service.cli.commands.batch import batch
from service.cli.commands.correcting import correct
from service.cli.commands.maps import audit, score, tell_final_scores
from service.cli.commands.output import INSTALLATION, REJECTED, USAGE, complain, print_no_more
from service.cli.commands.photos import read, scan
from service.cli.commands.playing import play_a_game
from service.cli.commands.printing import print_sheets
from service.cli.commands.serving import backup, copy, correction_commands, restore, serve
from service.cli.commands.uploading import upload
from service.formats.wrongvalues import in_our_words
from service.store.diskfull import NO_ROOM
from service.work.processlimits import compute_in_one_thread

MOST_ALIKE = {"\N{MIDDLE DOT}": ".", "\N{EN DASH}": "-", "\N{MULTIPLICATION SIGN}": "x"}
"""Letters of a terminal that knows few, in place of those that it does not know."""
TOO_LITTLE_MEMORY = (
    "there is too little memory for this; end other programs, give less at a time, or take fewer workers"
)
MEND_IT = "install what it names, or Surveyor anew. SURVEYOR_DEBUG=1 shows more."
UNWRITABLE = NO_ROOM | {errno.EIO}
"""Error numbers of writing to a disk that is full or broken."""

app = typer.Typer(
    help="Read photos of Cartographers map sheets, and score them.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
app.command(cls=NamesCommand, short_help="Read photos of map sheets, square by square.")(read)
app.command(cls=NamesCommand)(score)
app.command(cls=NamesCommand)(scan)
app.command(cls=NamesCommand, short_help="Read and score a folder of photos, and rank the players.")(batch)
app.command(
    "final", cls=NamesCommand, short_help="Tell the final scores, from the last maps of the players."
)(tell_final_scores)
app.command(cls=NamesCommand, short_help="Tell what on a map no legal game can have drawn.")(audit)
app.command(cls=NamesCommand, short_help="Print the map of a reading with what you say of it.")(correct)
app.add_typer(
    correction_commands, name="corrections", short_help="Gather what people corrected in a service."
)
app.command("play", cls=NamesCommand, short_help="Play a whole game with bots.")(play_a_game)
app.command("print", cls=PlayersCommand, short_help="Print map sheets of our own design.")(print_sheets)
app.command(cls=PathsCommand)(serve)
app.command(cls=PathsCommand, short_help="Send photos to a service, and wait until all are read.")(upload)
app.command("password", cls=PathsCommand, short_help="Set the organiser's password.")(set_password)
app.add_typer(key_commands, name="key")
app.command(cls=PathsCommand, short_help="Write the database and all photos into one file.")(backup)
app.command(cls=PathsCommand, short_help="Unpack a backup into a new folder.")(restore)
app.command(cls=PathsCommand, short_help="Copy a data folder into a server's database.")(copy)


@app.callback(invoke_without_command=True)
def tell_version(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    """Print the version, if that is all that is asked."""
    if version:
        print(f"surveyor {metadata.version('surveyor')}")
        raise typer.Exit


def main() -> None:
    """Run the command line, and leave with its exit status."""
    compute_in_one_thread()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit status; whatever goes wrong is one line on stderr."""
    logging.getLogger("service").addHandler(logging.NullHandler())  # tracebacks are for a server's log
    sys.stderr = sys.stderr or _nowhere()
    if sys.stdout is None:
        return complain("there is nowhere to print to: standard output is closed", REJECTED)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO())  # a closed one is an empty one
    _print_on_any_terminal()
    try:
        status = app(arguments or ["--help"], prog_name="surveyor", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return complain(_advised(error), error.exit_code)
    except EngineError as error:
        return complain(str(error), USAGE)
    except BrokenPipeError:  # the reader of our output has closed it
        print_no_more(sys.stdout)
        return REJECTED
    except OSError as error:
        if error.errno not in UNWRITABLE:
            return _complain_of_installation(error)
        print_no_more(sys.stdout)
        return complain(f"the output cannot be written: {error.strerror}", REJECTED)
    except Exception as error:
        return _complain_of_installation(error)
    return status if isinstance(status, int) else 0


def _nowhere() -> TextIO:
    """Return what takes the place of a closed standard error, in whose place files would be opened else."""
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _advised(error: typer.TyperException) -> str:
    """Return what was wrong, with the nearest option, or where the commands are listed."""
    if nearest := getattr(error, "possibilities", None):  # of an option that there is not
        return f"{error.message}; did you mean {nearest[0]}?"
    if isinstance(error.__cause__, ValidationError):  # of the type of an option or argument
        error.message = in_our_words(error.__cause__.errors()[0])
    said = error.format_message().removeprefix("Invalid value: ")
    if said.startswith("No such command") and (group := getattr(error, "ctx", None)):
        return f"{said} `{group.command_path} --help` lists them."
    return said


def _print_on_any_terminal() -> None:
    """Print similar letters, or question marks, on terminals that lack some letters."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("surveyor", _most_alike)
        sys.stdout.reconfigure(errors="surveyor")


def _most_alike(error: UnicodeError) -> tuple[str, int]:
    """Return the replacement for letters that cannot be printed, and the position after them."""
    assert isinstance(error, UnicodeEncodeError)
    letters = error.object[error.start : error.end]
    return "".join(MOST_ALIKE.get(letter, "?") for letter in letters), error.end


def _complain_of_installation(error: Exception) -> int:
    """Report an error that is caused by the installation, not by a photo or a user."""
    if os.environ.get("SURVEYOR_DEBUG"):
        raise error
    problem = f"{type(error).__name__}: {error}"
    if isinstance(error, MemoryError):
        return complain(TOO_LITTLE_MEMORY, INSTALLATION)
    if isinstance(error, ImportError):  # maybe of what reads photos, which then cannot be asked below
        return complain(f"a part of the installation cannot be loaded ({problem}); {MEND_IT}", INSTALLATION)
    from vision import CornersError, VisionError

    if isinstance(error, CornersError):
        return complain(str(error), USAGE)
    if isinstance(error, VisionError):
        return complain(str(error), INSTALLATION)
    return complain(
        f"unexpected error ({problem}); please report it. SURVEYOR_DEBUG=1 shows more.", INSTALLATION
    )
