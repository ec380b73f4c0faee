"""`surveyor key` and `surveyor password`: who may come in, set up on the service's own machine."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from typer import Argument, Option

from service.access.actors import Role
from service.cli.arguments import PathsCommand
from service.cli.commands.output import USAGE, ending, make_console, tell
from service.cli.commands.serving import (
    ConfigFile,
    DataFolder,
    opened_database,
    settings_of,
    settings_with_data,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from service.access.keys import Key
    from service.setup.settings import Settings

BY = "command line"
WIDEST = 1000  # letters of a line that a program reads

key_commands = typer.Typer(help="Make, list and revoke keys.", rich_markup_mode=None)


@key_commands.command("make", cls=PathsCommand)
def make(
    role: Annotated[
        Literal["organiser", "judge", "player"], Option("--role", help="What it is for.")
    ] = "organiser",
    label: Annotated[
        str | None, Option("--label", help="Whose it is; by default the role, or the player.")
    ] = None,
    tournament: Annotated[
        str | None,
        Option("--tournament", metavar="ID", help="The only one it opens: the end of its page's address."),
    ] = None,
    player: Annotated[
        str | None, Option("--player", metavar="ID", help="Whose; without, one for each of the tournament.")
    ] = None,
    days: Annotated[
        int | None, Option("--days", min=1, help="How long it lasts; by default until revoked.")
    ] = None,
    data: DataFolder = None,
    config: ConfigFile = None,
) -> None:
    """Make a key, or one for each player of a tournament, and print it: it is shown once."""
    from service.access.keys import KeyFor, KeyScopeError, make_keys
    from service.store.events import now

    expires_at = now() + timedelta(days=days) if days else None
    with _transaction(settings_of(config, data=data)) as db, ending(USAGE, KeyScopeError):
        made = make_keys(db, BY, KeyFor(Role(role), label, tournament, player, expires_at))
    for new in made:
        print(new.secret if len(made) == 1 else f"{new.secret}\t{new.key.label}")


@key_commands.command("list", cls=PathsCommand)
def list_all(data: DataFolder = None, config: ConfigFile = None) -> None:
    """List all keys by their first letters; the keys themselves are not stored."""
    from rich.table import Table

    from service.access.keys import list_keys

    with _transaction(settings_with_data(config, data)) as db:
        known = list_keys(db)
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("id", "key", "role", "label", "tournament", "valid"):
        table.add_column(title, no_wrap=title == "id", overflow="fold")
    for key in known:
        table.add_row(
            key.id, f"{key.prefix}...", key.role, key.label, key.tournament or "all", _validity(key)
        )
    console = make_console()
    if not console.is_terminal:
        console.width = console.measure(table, options=console.options.update(max_width=WIDEST)).maximum
    console.print(table)


@key_commands.command("revoke", cls=PathsCommand)
def revoke(
    key: Annotated[str, Argument(metavar="ID", help="As `surveyor key list` tells it.")],
    data: DataFolder = None,
    config: ConfigFile = None,
) -> None:
    """Let a key open nothing from now on, also of a service that runs."""
    from service.access.keys import revoke_key

    with _transaction(settings_with_data(config, data)) as db:
        there = revoke_key(db, BY, key)
    if not there:
        raise typer.BadParameter(f"there is no key {key}; `surveyor key list` shows them")


def set_password(
    print_hash: Annotated[
        bool, Option("--print", help="Print the hash for SURVEYOR_PASSWORD_HASH, and keep nothing.")
    ] = False,
    data: DataFolder = None,
    config: ConfigFile = None,
) -> None:
    """Set the organiser's password; it is asked for, or read from a pipe."""
    from service.access.passwords import PasswordError, hash_password, keep_password_hash

    settings = settings_of(config, data=data)
    with ending(USAGE, PasswordError):
        password_hash = hash_password(_ask_password())
    if print_hash:
        print(password_hash)
        return
    if settings.password_hash:
        raise typer.BadParameter("the setting password_hash goes first: change it there (--print)")
    with ending(USAGE, OSError, before=f"{settings.data} cannot be written to: "):
        path = keep_password_hash(settings.data, password_hash)
    tell(
        f"Kept as a hash in {path}. Who came with another password is logged out. "
        "A service that runs in single-user mode asks for it once it is started again."
    )


def _ask_password() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True))
    return sys.stdin.readline().rstrip("\r\n")


@contextmanager
def _transaction(settings: "Settings") -> "Iterator[Connection]":
    with opened_database(settings) as database, database.begin() as db:
        yield db


def _validity(key: "Key") -> str:
    from service.store.events import now

    if key.revoked_at:
        return f"revoked {key.revoked_at:%Y-%m-%d}"
    if key.expires_at:
        return f"{'until' if key.is_valid(now()) else 'expired'} {key.expires_at:%Y-%m-%d}"
    return "yes"
