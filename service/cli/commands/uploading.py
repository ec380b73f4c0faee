"""`surveyor upload`: a folder of photos to a service."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from engine import Season
from service.cli.commands import options, output
from service.cli.commands.files import check_there

if TYPE_CHECKING:
    from service.client import Client, Json

AT_ONCE = 20  # files in a request
PATIENCE_AT_FIRST = 5.0  # seconds in which a service must answer that is there at all
MOST_BYTES = 64 * 2**20  # likewise, but for a file that is longer alone


def upload(
    photos: Annotated[
        list[Path], Argument(metavar="PHOTO...", help="Photos, PDFs, zips, or folders of them.")
    ],
    tournament: Annotated[
        str, Option("--tournament", metavar="NAME", help="Whose sheets they are: its name or identifier.")
    ],
    server: Annotated[
        str, Option("--server", envvar="SURVEYOR_SERVER", metavar="ADDRESS", help="Where the service is.")
    ] = "http://127.0.0.1:8000",
    season: Annotated[Season | None, options.season_option("At whose end all these were drawn.")] = None,
    side: options.SideName = None,
    round: Annotated[
        int | None, Option("--round", min=1, metavar="N", help="The round that all these are of.")
    ] = None,
    strict: options.Strict = False,
) -> None:
    """Send photos to a service, wait until all are read, and tell how each ended.

    What is sent is safe even if this is interrupted; sent again, the same photo is the same sheet. A service
    that asks for a key gets the one in SURVEYOR_KEY.
    """
    from service.client import AddressError, Client, ServiceError, UnreachableError
    from service.readings.inputs import find_photos

    check_there(photos)
    found = find_photos(photos, {".zip"})
    output.note_others(found.others)
    if not found.photos:
        raise typer.BadParameter(f"there are no photos in {', '.join(map(str, photos))}")
    key = os.environ.get("SURVEYOR_KEY")
    try:
        with (
            output.ending(output.USAGE, AddressError, LookupError),
            output.ending(output.REJECTED, ServiceError, UnreachableError),
        ):
            with Client(server, key, patience=PATIENCE_AT_FIRST) as client:
                its_id = client.find_tournament(tournament)
            with Client(server, key) as client:
                details = {"season": season, "side": side, "round": _round(client, its_id, round)}
                known = {key: str(value) for key, value in details.items() if value is not None}
                rows = _send(client, its_id, found.photos, known)
    except OSError as error:
        problem = f"{error.filename}: the file cannot be read: {error.strerror}"
        raise typer.Exit(output.complain(problem, output.REJECTED)) from error
    _show(rows)
    output.finish(strict and any(row["state"] != "scored" for row in rows))


def _send(
    client: "Client",
    tournament: str,
    files: Sequence[Path],
    known: Mapping[str, str],
) -> "list[Json]":
    """Send all, then wait for all; return how each file ended, in their order."""
    from service.cli.batchprogress import showing_progress

    batches: list[str] = []
    with showing_progress() as progress:
        sent = 0
        for some in _in_parts(files):
            progress("sending", sent, len(files))
            batches.append(client.upload(tournament, some, **known)["id"])
            sent += len(some)
        read = 0
        for batch in batches:
            progress("reading", read, len(files))
            read += client.wait(tournament, batch)["counts"]["total"]
    return [row for batch in batches for row in client.files(tournament, batch)]


def _round(client: "Client", tournament: str, number: int | None) -> str | None:
    """Return the identifier of a round, or raise LookupError before anything is sent."""
    if number is None:
        return None
    rounds = client.pages(f"/v1/tournaments/{tournament}/rounds", "rounds")
    found = next((each["id"] for each in rounds if each["number"] == number), None)
    if found is None:
        raise LookupError(f"the tournament has no round {number}")
    return str(found)


def _in_parts(files: Sequence[Path]) -> Iterator[list[Path]]:
    """Yield the files in groups that make requests of a sensible length."""
    part: list[Path] = []
    size = 0
    for path in files:
        length = path.stat().st_size
        if part and (len(part) == AT_ONCE or size + length > MOST_BYTES):
            yield part
            part, size = [], 0
        part.append(path)
        size += length
    if part:
        yield part


def _show(rows: Sequence["Json"]) -> None:

    console = output.make_console()
    for row in rows:
        reason = row["reason"]
        why = f"  {reason['message']} {reason['advice']}" if reason else ""
        again = "  sent before" if row["duplicate_of"] else ""
        console.print(f"{output.printable(row['name'])}  {row['state']}{again}{why}")
    counts = {state: sum(row["state"] == state for row in rows) for state in ("scored", "review", "rejected")}
    outcomes = ", ".join(f"{count} {state}" for state, count in counts.items())
    console.print(f"{output.counted(len(rows), 'file')}: {outcomes}")
