"""The files of a folder of photos."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from service.batch.documents import key_of
from service.readings.inputs import OVERLAY_SUFFIX, PHOTO_SUFFIXES, shown_name


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
    """All else, but for what is hidden."""


def list_folder(folder: Path, besides: Path) -> Listing:
    """List the files of a folder and those below, but for `besides`; links to folders are not followed."""
    photos: list[InputFile] = []
    others: list[InputFile] = []
    for path, is_file in _walk(folder, besides.resolve()):
        file = InputFile(path.relative_to(folder))
        wanted = photos if not is_file or _is_photo(path) else others
        wanted.append(file)
    return Listing(tuple(sorted(photos)), tuple(sorted(others)))


def _walk(folder: Path, besides: Path) -> Iterator[tuple[Path, bool]]:
    """Yield each file, and each folder that may not be entered, with whether it is a file."""
    closed: list[Path] = []
    walk = os.walk(folder, onerror=lambda error: closed.append(Path(os.fsdecode(error.filename))))
    for place, folders, names in walk:
        links = [name for name in folders if Path(place, name).is_symlink()]
        folders[:] = [name for name in folders if name not in links and not name.startswith(".")]
        folders[:] = [name for name in folders if Path(place, name).resolve() != besides]
        for name in (*names, *links):
            if not name.startswith("."):
                yield Path(place, name), True
    yield from ((path, False) for path in closed)


def _is_photo(path: Path) -> bool:
    return path.suffix.lower() in PHOTO_SUFFIXES and not path.name.endswith(OVERLAY_SUFFIX)
