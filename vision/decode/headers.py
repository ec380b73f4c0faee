"""Walks through the head of a JPEG and the chunks of a PNG before Pillow does, which takes long for each.

A file of some megabytes can hold millions of empty segments, or thousands whose contents Pillow joins one by
one, so that their bytes are copied again and again. Cameras and phones write a few hundred at most.
"""

import re
from collections.abc import Iterator
from itertools import islice

from vision.decode.limits import TOO_DEMANDING, Kind, damaged
from vision.errors import PhotoDecodeError

MAX_SEGMENTS = 2_000  # of a JPEG, before its pixels; a depth map of 10 MB takes 160
MAX_HEAD = 16 * 2**20  # bytes of a JPEG before its pixels
MAX_EXIF = 2**20  # bytes of a JPEG's EXIF, which has one segment of 64 KiB by its standard
MAX_JUNK = 2**16  # bytes between segments, which Pillow skips one by one
MAX_CHUNKS = 50_000  # of a PNG; one of 64 MB that is written 4 KiB at a time has 16,000
APP1, START_OF_SCAN = 0xE1, 0xDA
WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xDA)})
MARKER = re.compile(rb"\xff+[^\xff\0]", re.DOTALL)
PNG_SIGNATURE = 8  # bytes


def check_header(photo: bytes, kind: Kind) -> None:
    """Refuse a JPEG or PNG that would take long to open.

    Raises:
        PhotoDecodeError: with reason `too_demanding`, or `damaged_photo` where much lies between segments.
    """
    if kind is Kind.JPEG:
        _check_segments(photo)
    elif kind is Kind.PNG and _has_more(_chunks(photo), MAX_CHUNKS):
        raise PhotoDecodeError(TOO_DEMANDING)


def _check_segments(jpeg: bytes) -> None:
    junk = exif = end = 0
    for count, (marker, start, following) in enumerate(_segments(jpeg)):
        junk += start - end
        end = following
        if marker == APP1 and jpeg[start + 4 : start + 8] == b"Exif":
            exif += following - start
        if junk > MAX_JUNK:
            raise damaged()
        if count > MAX_SEGMENTS or exif > MAX_EXIF or start > MAX_HEAD:
            raise PhotoDecodeError(TOO_DEMANDING)


def _segments(jpeg: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the marker of each segment up to the pixels, where it begins, and where it ends.

    The end of a file that has no pixels counts as their beginning.
    """
    at = 0
    while found := MARKER.search(jpeg, at):
        marker, start, at = found[0][-1], found.end() - 2, found.end()
        if marker not in WITHOUT_LENGTH:
            at += int.from_bytes(jpeg[at : at + 2], "big")
        yield marker, start, at
        if marker == START_OF_SCAN:
            return
    yield START_OF_SCAN, max(at, len(jpeg)), len(jpeg)


def _chunks(png: bytes) -> Iterator[int]:
    """Yield where each chunk begins."""
    at = PNG_SIGNATURE
    while at + 12 <= len(png):
        yield at
        at += 12 + int.from_bytes(png[at : at + 4], "big")


def _has_more(things: Iterator[int], most: int) -> bool:
    return next(islice(things, most, None), None) is not None
