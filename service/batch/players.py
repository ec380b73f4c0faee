"""Reads a players' file: CSV of file names, or of pages in them, and the players whose sheets they show."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from service.batch.folder import list_folder
from service.batch.ledger import BatchError
from service.formats.csvrows import NAME_TITLES, cell_of, find_columns, read_rows, repeated_title

TITLES = {
    "file": ("file", "photo", "datei", "foto", "fichier", "archivo"),
    "player": NAME_TITLES,
    "page": ("page", "seite", "página", "pagina"),
    "sheet": ("sheet", "blatt", "bogen", "feuille", "hoja"),
}
"""Headings of the columns, in any case."""
_NUMBER = re.compile(r"0*[1-9][0-9]{0,5}")
_PLACE = re.compile(r"(, page \d+)?(, sheet \d+)?$")


def read_players(path: Path) -> Mapping[str, str]:
    """Return the players by the names of files, or of places in them, in lower case.

    Raises:
        BatchError: Nobody is named, or a file or a place in it twice, or players without their files.
        CsvFileError: The file cannot be read.
    """
    rows = read_rows(path)
    columns = find_columns(rows[0], TITLES) if rows else {}
    if "file" in columns and "player" in columns:
        titles, *rows = rows
        if repeated := repeated_title(titles, columns):
            raise BatchError(f'{path}: two columns are called "{repeated}"; leave one of them out')
    elif "player" in columns:  # as in a list for `surveyor print`: its tables would be taken for players
        raise BatchError(f'{path}: a column "{rows[0][columns["player"]]}" needs a column "file" beside it')
    else:
        columns = {"file": 0, "player": 1}
    players: dict[str, str] = {}
    for row in rows:
        file, player = cell_of(row, columns, "file"), cell_of(row, columns, "player")
        if not file or not player:
            raise BatchError(f'{path}: a line names no file or no player: "{",".join(row)}"')
        if not player.isprintable():
            raise BatchError(f"{path}: a player's name has signs that do not print; write it as plain text")
        page, sheet = (_number(cell_of(row, columns, what), path) for what in ("page", "sheet"))
        place = place_in(file, page, sheet)
        if players.setdefault(place.casefold(), player) != player:
            raise BatchError(f'{path}: "{place}" has two players')
    if not players:
        raise BatchError(f"{path}: nobody is named in it; write a file and a player in each line")
    return players


def _number(text: str, path: Path) -> int | None:
    """Return the number of a page or of a sheet, from 1; None where none is given."""
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise BatchError(f'{path}: "{text}" is no number of a page or of a sheet; they count from 1')
    return int(text)


def check_players(path: Path, players: Mapping[str, str], folder: Path, besides: Path) -> list[str]:
    """Return the files that the list names and the folder does not hold.

    Raises:
        BatchError: It names none that is there, as where the columns stand in another order.
    """
    there = {name for file in list_folder(folder, besides).photos for name in names_of(file.name)}
    strange = [name for name in players if not {name, _PLACE.sub("", name)} & there]
    if there and len(strange) == len(players):
        raise BatchError(
            f'{path}: none of the files that it names, such as "{strange[0]}", lies in {folder}; write the '
            'columns "file" and "player", and for the sheets of a document "page"'
        )
    return strange


def place_in(file: str, page: int | None, sheet: int | None) -> str:
    """Name a page of a document, or a sheet among several.

    >>> place_in("scan.pdf", 3, None), place_in("four.jpg", None, 2)
    ('scan.pdf, page 3', 'four.jpg, sheet 2')
    """
    return file + (f", page {page}" if page else "") + (f", sheet {sheet}" if sheet else "")


def names_of(file: str) -> tuple[str, str, str]:
    """Return the names of a file: its path in the folder, its name, its name without the ending.

    >>> names_of("day 1/IMG_7.JPG")
    ('day 1/img_7.jpg', 'img_7.jpg', 'img_7')
    """
    base = os.path.basename(file)
    return file.casefold(), base.casefold(), os.path.splitext(base)[0].casefold()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sheet stands: of how many pages on which, of how many sheets which, each from 1."""

    page: int | None = None
    pages: int = 1
    sheet: int = 1
    sheets: int = 1

    @property
    def spellings(self) -> Iterable[tuple[int | None, int | None]]:
        """The ways in which a list may name it: the page or sheet may be left out if there is only one."""
        pages = (self.page, None) if self.pages == 1 else (self.page,)
        sheets = (self.sheet, None) if self.sheets == 1 else (self.sheet,)
        return product(pages, sheets)

    def of(self, file: str) -> str:
        """Name the place in a file, as briefly as may be."""
        return place_in(file, *list(self.spellings)[-1])


def player_of(file: str, players: Mapping[str, str], place: Place = Place()) -> str | None:
    """Return the player of a sheet, found by its file's path in the folder, name, or name without the ending.

    >>> player_of("day 1/IMG_7.JPG", {"img_7": "Ada"})
    'Ada'
    >>> player_of("scan.pdf", {"scan.pdf": "Ada", "scan, page 2": "Bo"}, Place(page=2, pages=9))
    'Bo'
    """
    places = (place_in(name, *spelling) for name in names_of(file) for spelling in place.spellings)
    return next((players[place] for place in places if place in players), None)
