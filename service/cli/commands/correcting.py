"""`surveyor correct`: corrects the map of a reading, and stores the corrections."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from engine import Square, Terrain
from service.cli.commands.files import opened
from service.cli.commands.output import USAGE, counted, ending, print_notes
from service.formats.squarenames import labels

if TYPE_CHECKING:
    from service.readings.correctionrecords import ReadSheet, Speaker

Sayings = Annotated[
    list[str],
    Option(
        "--set",
        metavar="SQUARE=TERRAIN...",
        default_factory=list,
        show_default=False,
        help="What squares hold, as in C4=farm D5=empty, or by the map's letters as in A5=X.",
    ),
]


def correct(
    sayings: Sayings,
    reading: Annotated[
        Path, Argument(metavar="READING", help="What surveyor read --json printed; - reads stdin.")
    ],
    confirm: Annotated[
        bool, Option("--confirm", help="Say that all other squares were read right, the doubtful ones too.")
    ] = False,
    photo: Annotated[
        Path | None,
        Option(
            "--photo", metavar="PHOTO", help="The photo that was read; by default where the reading says."
        ),
    ] = None,
    number: Annotated[
        int | None,
        Option("--sheet", min=1, metavar="N", help="Which sheet of the file, if there are several."),
    ] = None,
    store: Annotated[
        Path | None, Option("--store", metavar="DIR", help="Keep what you say here, to learn from.")
    ] = None,
    player: Annotated[str | None, Option("--player", metavar="NAME", help="Whose map it is.")] = None,
    by: Annotated[str | None, Option("--by", metavar="NAME", help="Who says so.")] = None,
) -> None:
    """Print the map of a reading, with what you say in place of what was read, as JSON for score and audit.

    As in `surveyor read --json IMG_1.jpg > ann.json`, then `surveyor correct ann.json --set C4=farm D5=empty
    --confirm --player ann --store corrections > ann-map.json`.

    With --store, each square that you name is kept with its picture, and with --confirm all the others too:
    they tell how this player draws, and the models learn from them (docs/corrections.md).

    Without --confirm, the doubtful squares that you do not name stay in doubt: a note names them, and so does
    the map.
    """
    from service.readings.correctionrecords import (
        Speaker,
        corrected_map,
        parse_sayings,
        with_rest_confirmed,
    )

    said = parse_sayings(sayings)
    if not said and not confirm:
        raise typer.BadParameter(
            "say what a square holds with --set C4=farm, or with --confirm that all is right"
        )
    if player is not None and not player.strip():
        raise typer.BadParameter("--player needs a name; leave it out where nobody knows whose map it is")
    shown = _bytes_of(photo) if photo else None
    read = _find_sheet(reading, shown, number)
    doubtful = () if confirm else tuple(Square(*at) for at in read.sheet.doubtful if at not in said)
    corrected = corrected_map(read, said, doubtful=doubtful, player=player)
    if store:
        kept = with_rest_confirmed(read, said) if confirm else said
        now = datetime.now(UTC).isoformat(timespec="seconds")
        _keep(read, kept, shown, store, Speaker(now, player, by))
    if doubtful:
        print_notes([_doubt_note(doubtful)])
    print(corrected.to_line())


def _find_sheet(path: Path, photo: bytes | None, number: int | None) -> "ReadSheet":
    """Return the sheet that is meant: of this photo, and of this number among those left."""
    from service.readings.correctionrecords import read_sheets

    with ending(USAGE, OSError, before=f"{path} cannot be read: "), opened(path) as (file, name):
        sheets = list(read_sheets(file, name))
    if photo is not None:
        digest = hashlib.sha256(photo).hexdigest()
        sheets = [read for read in sheets if read.reading.photo.sha256 == digest]
    if not sheets:
        whose = "of this photo " if photo is not None else ""
        raise typer.BadParameter(f"there is no sheet {whose}in {path}: only what was read can be corrected")
    if number is None and len(sheets) > 1:
        raise typer.BadParameter(
            f"there are {len(sheets)} sheets in {path}: say which with --photo, or --sheet 1 to {len(sheets)}"
        )
    if number is not None and number > len(sheets):
        raise typer.BadParameter(f"there is no sheet {number}: {path} has {len(sheets)}")
    return sheets[(number or 1) - 1]


def _bytes_of(path: Path) -> bytes:
    from service.documents.errors import UnreadableFileError
    from service.readings.inputs import read_bytes

    with ending(USAGE, UnreadableFileError, before=f"{path}: "):
        return read_bytes(path)


def _keep(
    read: "ReadSheet", said: Mapping[Square, Terrain], shown: bytes | None, store: Path, speaker: "Speaker"
) -> None:
    """Store the corrections; nothing is printed if that fails."""
    from service.readings.correctionrecords import record
    from vision import VisionError
    from vision.corrections import CorrectionStore

    photo = shown if shown is not None else _bytes_of(Path(read.reading.photo.name))
    if hashlib.sha256(photo).hexdigest() != read.reading.photo.sha256:
        raise typer.BadParameter(f"{read.reading.photo.name} has changed since it was read: read it again")
    with ending(USAGE, VisionError), ending(USAGE, OSError, before=f"{store} cannot be written to: "):
        count = record(read, photo, said, speaker, CorrectionStore(store))
    print_notes([f"{counted(count, 'square')} kept in {store}"])


def _doubt_note(doubtful: Sequence[Square]) -> str:
    """Return the note on squares that are still in doubt."""
    how_many = "1 square is" if len(doubtful) == 1 else f"{len(doubtful)} squares are"
    which = "it" if len(doubtful) == 1 else "them"
    return (
        f"{how_many} still in doubt ({labels(doubtful)}): the map holds the likeliest. "
        f"Settle {which} with --set, or say --confirm if all is right."
    )
