"""Every command of `surveyor` with its help, as it prints it."""

from collections.abc import Iterator
from typing import Any

from typer import Context
from typer.main import get_command

from service.cli.main import app

WIDTH = 100
HEAD = """# The commands

What `surveyor COMMAND --help` prints. Exit status: 0 all well; 1 some input was rejected or needs review
(with `--strict`), a map given to `score` was refused, a score did not follow for `final`, or `audit` found
something odd; 2 wrong usage; 3 the installation is at fault. Errors go to stderr, one line each.

Without `--strict`, photos that were rejected or need review leave the exit status at 0: it tells whether the
command did its work, and each reading's `status` what came of the photo. An audit that could not be decided
leaves it at 0, too.
"""


def describe_commands() -> str:
    """Return the page."""
    return HEAD + "".join(_section(name, words) for name, words in all_commands(get_command(app), "surveyor"))


def all_commands(command: Any, name: str, parent: Any = None) -> Iterator[tuple[str, str]]:
    """Yield each command's name and help, those of groups after the group's own."""
    settings = command.context_settings | {"terminal_width": WIDTH, "max_content_width": WIDTH}
    context = Context(command, info_name=name, parent=parent, **settings)
    if parent is not None:
        yield context.command_path, command.get_help(context)
    for each, below in getattr(command, "commands", {}).items():
        yield from all_commands(below, each, context)


def _section(name: str, words: str) -> str:
    lines = "\n".join(line.rstrip() for line in words.splitlines())
    return f"\n## {name}\n\n```text\n{lines}\n```\n"
