"""The files of a folder of photos."""

import os
from dataclasses import dataclass
from pathlib import Path

from service.batch.documents import key_of
from service.formats.filenames import shown_name
from service.readings.inputs import is_photo, walk


@dataclass(frozen=True, slots=True, order=True)
class InputFile:
    """A file of the folder."""

    path: Path
    """Within the folder."""

    @property
    def name(self) -> str:
        """The path as text."""
        return shown_name(self.path)

    @property
    def raw(self) -> str | None:
        """The bytes of the path in hexadecimal, if they are no text."""
        path_bytes = os.fsencode(self.path)
        return None if self.name.encode() == path_bytes else path_bytes.hex()

    @property
    def key(self) -> str:
        """A key that no other file has."""
        return key_of(self.name, self.raw)


@dataclass(frozen=True, slots=True)
class Listing:
    """The files in a folder."""

    photos: tuple[InputFile, ...]
    """Files that by their names are photos or documents, and folders that may not be entered; sorted."""
    others: tuple[InputFile, ...]
    """All other files that are not hidden."""


def list_folder(folder: Path, besides: Path) -> Listing:
    """List the files of a folder and those below, but for `besides`; links to folders are not followed."""
    photos: list[InputFile] = []
    others: list[InputFile] = []
    for path, is_open in walk(folder, besides.resolve()):
        file = InputFile(path.relative_to(folder))
        wanted = photos if not is_open or is_photo(path) else others
        wanted.append(file)
    return Listing(tuple(sorted(photos)), tuple(sorted(others)))
