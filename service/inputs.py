"""The files that a person means by the names on the command line, in a stable order."""

import os
import stat
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from vision import Reason
from vision.image import MAX_PHOTO_BYTES

PHOTO_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".tif", ".tiff", ".pdf"})
"""What counts as a photo in a folder; those that cannot be read yet are rejected by name, not passed over."""

OVERLAY_SUFFIX = ".overlay.jpg"


class UnreadableFileError(Exception):
    """A file whose bytes cannot be had; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        """Keep the reason."""
        super().__init__(reason.message)
        self.reason = reason


def find_photos(given: Iterable[Path]) -> list[Path]:
    """Return the files as given, and in place of each folder the photos in it and below, sorted."""
    return [photo for path in given for photo in (_photos_in(path) if _is_folder(path) else [path])]


def _is_folder(path: Path) -> bool:
    """Whether it is a folder that can be looked at; what else it is, opening it will say."""
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name too long, a folder above it that may not be entered
        return False


def _photos_in(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.rglob("*") if _is_photo(path.relative_to(folder)) and path.is_file()
    )


def _is_photo(path: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.parts)
    ours = path.name.endswith(OVERLAY_SUFFIX)
    return path.suffix.lower() in PHOTO_SUFFIXES and not hidden and not ours


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a photo's file.

    Raises:
        UnreadableFileError: with reason `unreadable_file` or `too_many_bytes`.
    """
    try:
        if path.exists() and not path.is_file():
            raise _refusal("unreadable_file", "This is not a file.", "Name a photo, or a folder of photos.")
        with path.open("rb") as file:
            _check_size(os.fstat(file.fileno()))
            return file.read(MAX_PHOTO_BYTES + 1)
    except OSError as error:
        problem = error.strerror or type(error).__name__
        raise _refusal(
            "unreadable_file", f"The file cannot be opened: {problem}.", "Check its name and who may read it."
        ) from error
    except ValueError as error:  # a name with a NUL in it
        raise _refusal("unreadable_file", "This cannot be the name of a file.", "Check it.") from error


def _check_size(status: os.stat_result) -> None:
    if stat.S_ISREG(status.st_mode) and status.st_size > MAX_PHOTO_BYTES:
        raise _refusal(
            "too_many_bytes",
            f"The file has {status.st_size / 2**20:.0f} MiB; at most {MAX_PHOTO_BYTES // 2**20} are read.",
            "Send the photo as a JPEG at the phone's normal size.",
        )


def _refusal(code: str, message: str, advice: str) -> UnreadableFileError:
    return UnreadableFileError(Reason(code, message, advice))


def shown_name(path: Path) -> str:
    """Return the path as text that can be printed and put into JSON, whatever bytes its name has."""
    return os.fsencode(path).decode(errors="replace")


def distinct_names(paths: Sequence[Path]) -> list[str]:
    """Name each path by its stem, led by as many of its folders as tell it from the others.

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
