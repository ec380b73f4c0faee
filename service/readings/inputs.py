"""The files that a person means by the names on the command line, in a stable order."""

import os
import stat
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from service.documents.errors import UnreadableFileError
from vision import Reason
from vision.decode import HEAD_BYTES, MAX_DOCUMENT_BYTES, most_bytes

DOCUMENT_SUFFIXES = frozenset({".pdf", ".tif", ".tiff"})
"""Files that may have several pages."""
PHOTO_SUFFIXES = frozenset({".jpg", ".jpeg", ".jfif", ".png", ".webp", ".heic", ".heif"}) | DOCUMENT_SUFFIXES
"""Suffixes of the files in a folder that are taken for photos."""

OVERLAY_SUFFIX = ".overlay.jpg"


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """The files that a person means, in a stable order."""

    photos: tuple[Path, ...]
    """The files as given, in place of each folder the photos in it and below."""
    others: tuple[Path, ...]
    """Other files in these folders, except overlay pictures that Surveyor wrote."""


def find_photos(given: Iterable[Path], besides: Collection[str] = ()) -> FoundFiles:
    """Find the photos among files and folders; `besides` are other endings that are wanted, as ".zip"."""
    photos: list[Path] = []
    others: list[Path] = []
    for path in given:
        if not _is_folder(path):
            photos.append(path)
            continue
        for found in sorted(_files_in(path)):
            is_wanted = is_photo(found) or found.suffix.lower() in besides or not found.is_file()
            if is_wanted or not found.name.endswith(OVERLAY_SUFFIX):
                (photos if is_wanted else others).append(found)
    return FoundFiles(tuple(photos), tuple(others))


def _is_folder(path: Path) -> bool:
    """Tell whether it is a folder that can be listed; opening it later says what is wrong with it."""
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name too long, a folder above it that may not be entered
        return False


def _files_in(folder: Path) -> list[Path]:
    """Return the files in a folder and below, and the folders there that may not be entered."""
    return [path for path, is_open in walk(folder) if not is_open or not path.is_dir()]


def walk(folder: Path, besides: Path | None = None) -> Iterator[tuple[Path, bool]]:
    """Yield the files in a folder and below, except in `besides`, with whether each can be looked into.

    What is hidden is passed over. Links to folders are not followed. A folder that may not be entered is not
    open.
    """
    closed: list[Path] = []
    entered = os.walk(folder, onerror=lambda error: closed.append(Path(os.fsdecode(error.filename))))
    for place, folders, names in entered:
        links = [name for name in folders if Path(place, name).is_symlink()]
        folders[:] = [name for name in folders if name not in links and not name.startswith(".")]
        folders[:] = [name for name in folders if Path(place, name).resolve() != besides]
        for name in (*names, *links):
            if not name.startswith("."):
                yield Path(place, name), True
    yield from ((path, False) for path in closed)


def is_photo(path: Path) -> bool:
    """Tell whether a file is a photo or a document of photos by its name, and no picture of ours."""
    return path.suffix.lower() in PHOTO_SUFFIXES and not path.name.endswith(OVERLAY_SUFFIX)


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a photo's file.

    Raises:
        UnreadableFileError: with reason `unreadable_file` or `too_many_bytes`.
    """
    try:
        if path.is_dir():
            os.listdir(path)  # says why it could not be looked into
        if path.exists() and not path.is_file():
            raise _refusal("unreadable_file", "This is not a file.", "Name a photo, or a folder of photos.")
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
            status, most = os.fstat(file.fileno()), most_bytes(head)
            if stat.S_ISREG(status.st_mode) and status.st_size > most:
                raise _too_large(f"{status.st_size / 2**20:.0f}", most)
            return head + file.read(MAX_DOCUMENT_BYTES)
    except OSError as error:
        problem = error.strerror or type(error).__name__
        raise _refusal(
            "unreadable_file", f"This cannot be opened: {problem}.", "Check its name and who may read it."
        ) from error
    except ValueError as error:  # a name with a NUL in it
        raise _refusal("unreadable_file", "This cannot be the name of a file.", "Check it.") from error


def read_stream(file: BinaryIO) -> bytes:
    """Return the bytes of a photo that comes through a pipe.

    Raises:
        UnreadableFileError: There are none, or with reason `too_many_bytes` too many.
    """
    head = file.read(HEAD_BYTES)
    if not head:
        raise _refusal("unreadable_file", "Nothing came.", "Send the bytes of a photo.")
    most = most_bytes(head)
    photo = head + file.read(most + 1 - len(head))
    if len(photo) > most:
        raise _too_large(f"more than {most // 2**20}", most)
    return photo


def _too_large(mebibytes: str, most: int) -> UnreadableFileError:
    return _refusal(
        "too_many_bytes",
        f"The file has {mebibytes} MiB; at most {most // 2**20} are read.",
        "Send photos as JPEG at the phone's normal size, and long documents in parts.",
    )


def _refusal(code: str, message: str, advice: str) -> UnreadableFileError:
    return UnreadableFileError(Reason(code, message, advice))


def distinct_names(paths: Sequence[Path]) -> list[str]:
    """Name each path by its stem, with as many of its folders as make the name unique.

    >>> distinct_names([Path("a/photo.jpg"), Path("b/photo.jpg"), Path("b/other.jpg")])
    ['a-photo', 'b-photo', 'other']
    """
    parts = [(*path.absolute().parent.parts[1:], path.stem) for path in paths]
    names = ["-".join(own[-_depth_needed(own, parts) :]) for own in parts]
    seen: Counter[str] = Counter()
    return [_numbered(name, seen) for name in names]


def _depth_needed(own: tuple[str, ...], parts: Sequence[tuple[str, ...]]) -> int:
    """Return how many parts, from the end, no other path shares; all of them where that cannot be."""
    for depth in range(1, len(own)):
        if sum(own[-depth:] == other[-depth:] for other in parts) == 1:
            return depth
    return 1


def _numbered(name: str, seen: Counter[str]) -> str:
    """Tell apart what is left: the same file twice, or two suffixes of one name."""
    seen[name] += 1
    while seen[name] > 1:
        name = f"{name}-{seen[name]}"
        seen[name] += 1
    return name
