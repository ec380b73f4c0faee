"""Unpacks photos from a zip one by one, within limits."""

import struct
from collections.abc import Iterator
from pathlib import PurePosixPath
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from engine.sentence import Sentence, later
from service.documents.errors import UnreadableFileError
from service.intake.receive import Sent
from service.intake.uploadnames import path_name
from service.store.diskfull import is_out_of_room
from vision.decode.limits import MAX_DOCUMENT_BYTES
from vision.errors import Reason

MARK = b"PK\x03\x04"
MARK_OF_NONE = b"PK\x05\x06"  # an empty zip
MOST_FILES = 2000
MOST_BYTES = 4 * 2**30  # of all together, unpacked
MOST_TIMES = 100  # what a file may grow by; photos hardly shrink, bombs do
IN_MEMORY = 2**20  # bytes of a file that are not yet written to disk
PLAIN = (ZIP_STORED, ZIP_DEFLATED)  # how photos are packed; the others unpack without a bound on memory
SMALL = 2**20  # bytes that may be packed as tightly as they like
LONGEST_LIST = 2 * 2**20  # bytes of the list of files, which is read at once, and grows tenfold by that


class ZipError(UnreadableFileError):
    """The zip as a whole is refused."""


def is_zip(head: bytes) -> bool:
    """Tell by the first bytes."""
    return head.startswith((MARK, MARK_OF_NONE))


def unpack(file: BinaryIO) -> Iterator[Sent]:
    """Yield the files of a zip in its order; folders and what systems hide among them are passed over.

    Raises:
        ZipError: It is damaged, empty, or promises more files or bytes than are taken.
        OSError: There is no room for what is in it.
    """
    try:
        with ZipFile(cast(IO[bytes], _ReadInPieces(file))) as opened:
            entries = [entry for entry in opened.infolist() if _is_wanted(entry)]
            _check(entries)
            for entry in entries:
                yield _unpack(opened, entry)
    except (BadZipFile, NotImplementedError, OSError, ValueError, EOFError, struct.error) as error:
        if is_out_of_room(error):  # not the fault of the zip
            raise
        raise ZipError(
            Reason("damaged_zip", "The zip is damaged.", "Pack it again, or send the photos as they are.")
        ) from error


class _ReadInPieces:
    """A file that refuses to read long pieces: only the list of files of a bad zip is one."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, lambda: True

    def read(self, most: int = -1) -> bytes:
        piece = self._file.read(min(most, LONGEST_LIST + 1) if most >= 0 else LONGEST_LIST + 1)
        if len(piece) > LONGEST_LIST:
            raise ZipError(_too_many(later("far too many")))
        return piece


def _is_wanted(entry: ZipInfo) -> bool:
    parts = PurePosixPath(entry.filename.replace("\\", "/")).parts
    return bool(parts) and not entry.is_dir() and not any(_is_hidden(part) for part in parts)


def _is_hidden(part: str) -> bool:
    return (part.startswith(".") and part not in ("..", ".")) or part in (
        "__MACOSX",
        "Thumbs.db",
        "desktop.ini",
    )


def _check(entries: list[ZipInfo]) -> None:
    if not entries:
        raise ZipError(Reason("empty_zip", "There are no files in the zip.", "Send one with photos in it."))
    if len(entries) > MOST_FILES:
        raise ZipError(_too_many(str(len(entries))))
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > MOST_BYTES:
        raise ZipError(
            Reason(
                "too_many_bytes",
                Sentence(
                    "The zip unpacks to %(gibibytes)s GiB; at most %(most)s are taken.",
                    gibibytes=round(unpacked / 2**30, 1),
                    most=MOST_BYTES // 2**30,
                ),
                "Send it in parts.",
            )
        )


def _too_many(files: str) -> Reason:
    message = Sentence(
        "The zip holds %(files)s files; at most %(most)s are taken at once.", files=files, most=MOST_FILES
    )
    return Reason("too_many_files", message, "Send it in parts.")


def _unpack(opened: ZipFile, entry: ZipInfo) -> Sent:
    name = path_name(entry.filename) or "file"
    if entry.flag_bits & 1:
        return Sent(name, None, Reason("locked_file", "The file has a password.", "Pack it without one."))
    if entry.compress_type not in PLAIN:
        message = later("The file is packed in a way that is not read.")
        return Sent(
            name, None, Reason("unknown_packing", message, "Pack it as a plain zip, or send it alone.")
        )
    if entry.file_size > max(SMALL, MOST_TIMES * entry.compress_size):
        message = later("The file is packed as no photo can be.")
        return Sent(name, None, Reason("zip_bomb", message, "Send the photo itself."))
    if entry.file_size > MAX_DOCUMENT_BYTES:
        message = Sentence("The file has more than %(mebibytes)s MiB.", mebibytes=MAX_DOCUMENT_BYTES // 2**20)
        return Sent(name, None, Reason("too_many_bytes", message, "Send long documents in parts."))
    photo = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  # closed by who takes it
    try:
        with opened.open(entry) as packed:
            copyfileobj(packed, photo)
    except Exception as error:  # hostile bytes make it raise many kinds, and harm no other file of the zip
        photo.close()
        if is_out_of_room(error):
            raise
        return Sent(name, None, Reason("damaged_file", "The file in the zip is damaged.", "Send it again."))
    photo.seek(0)
    return Sent(name, cast(BinaryIO, photo))
