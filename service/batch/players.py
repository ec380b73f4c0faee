"""Reads a players' file: CSV of file names and the players whose sheets they show."""

import os
from collections.abc import Mapping
from pathlib import Path

from service.batch.folder import list_folder
from service.batch.ledger import BatchError
from service.formats.csvrows import NAME_TITLES, find_column, read_rows, repeated_title

FILES = ("file", "photo", "datei", "foto", "fichier", "archivo")
"""Headings of the column of files, in any case."""


def read_players(path: Path) -> Mapping[str, str]:
    """Return the players by the names of files, in lower case.

    Raises:
        BatchError: Nobody is named, or a file twice.
        CsvFileError: The file cannot be read.
    """
    rows = read_rows(path)
    titles = [title.strip().casefold() for title in rows[0]] if rows else []
    file_at, player_at = find_column(titles, FILES), find_column(titles, NAME_TITLES)
    if file_at is None or player_at is None:
        file_at, player_at = 0, 1
    else:
        rows = rows[1:]
        repeated = repeated_title(titles, (file_at, player_at))
        if repeated:
            raise BatchError(f'{path}: two columns are called "{repeated}"; leave one of them out')
    players: dict[str, str] = {}
    for row in rows:
        if len(row) <= max(file_at, player_at) or not row[file_at].strip() or not row[player_at].strip():
            raise BatchError(f'{path}: a line names no file or no player: "{",".join(row)}"')
        if not row[player_at].strip().isprintable():
            raise BatchError(f"{path}: a player's name has signs that do not print; write it as plain text")
        file = row[file_at].strip().casefold()
        if players.setdefault(file, row[player_at].strip()) != row[player_at].strip():
            raise BatchError(f'{path}: "{row[file_at].strip()}" has two players')
    if not players:
        raise BatchError(f"{path}: nobody is named in it; write a file and a player in each line")
    return players


def check_players(path: Path, players: Mapping[str, str], folder: Path, besides: Path) -> list[str]:
    """Return the files that the list names and the folder does not hold.

    Raises:
        BatchError: It names none that is there, as where the columns stand in another order.
    """
    there = {name for file in list_folder(folder, besides).photos for name in names_of(file.name)}
    strange = [name for name in players if name not in there]
    if there and len(strange) == len(players):
        raise BatchError(
            f'{path}: none of the files that it names, such as "{strange[0]}", lies in {folder}; write the '
            'columns "file" and "player"'
        )
    return strange


def names_of(file: str) -> tuple[str, str, str]:
    """Return the names of a file: its path in the folder, its name, its name without the ending.

    >>> names_of("day 1/IMG_7.JPG")
    ('day 1/img_7.jpg', 'img_7.jpg', 'img_7')
    """
    base = os.path.basename(file)
    return file.casefold(), base.casefold(), os.path.splitext(base)[0].casefold()


def player_of(file: str, players: Mapping[str, str]) -> str | None:
    """Return the player of a file, found by its path in the folder, its name, or its name without the ending.

    >>> player_of("day 1/IMG_7.JPG", {"img_7": "Ada"})
    'Ada'
    """
    return next((players[name] for name in names_of(file) if name in players), None)
