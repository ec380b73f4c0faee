"""The `surveyor` command: photos and maps in, readings and scores out.

Exit status: 0 all well; 1 some input was rejected or needs review (with --strict), a map given to `score`
was refused, a score did not follow for `final`, or `audit` found something odd; 2 wrong usage; 3 the
installation is at fault. Vision is imported only by the commands that need it, so that `surveyor score`
starts at once.
"""

import logging
import os
import sys

import typer

from engine import EngineError
from service.arguments import NamesCommand
from service.commands.auditing import audit
from service.commands.correcting import correct
from service.commands.final import tell_final_scores
from service.commands.output import INSTALLATION, REJECTED, USAGE, complain
from service.commands.photos import read, scan
from service.commands.playing import play_a_game
from service.commands.scoring import score
from service.commands.serving import serve

app = typer.Typer(
    help="Read photos of Cartographers map sheets, and score them.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command(cls=NamesCommand)(read)
app.command(cls=NamesCommand)(score)
app.command(cls=NamesCommand)(scan)
app.command("final", cls=NamesCommand)(tell_final_scores)
app.command(cls=NamesCommand)(audit)
app.command(cls=NamesCommand)(correct)
app.command("play", cls=NamesCommand)(play_a_game)
app.command()(serve)


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
        return complain(error.format_message(), error.exit_code)
    except EngineError as error:
        return complain(str(error), USAGE)
    except BrokenPipeError:  # whoever read our output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REJECTED
    except Exception as error:
        return _complain_of_installation(error)
    return status if isinstance(status, int) else 0


def _complain_of_installation(error: Exception) -> int:
    """Report what is neither a photo's nor a user's fault."""
    from vision import VisionError

    if os.environ.get("SURVEYOR_DEBUG"):
        raise error
    if isinstance(error, VisionError):
        return complain(str(error), INSTALLATION)
    problem = f"{type(error).__name__}: {error}"
    return complain(
        f"a mistake of ours ({problem}); please report it. SURVEYOR_DEBUG=1 shows more.", INSTALLATION
    )
