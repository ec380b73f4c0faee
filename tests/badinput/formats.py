"""Damage that knows the format: wrong markers, lengths and sizes, with all check sums made right."""

import struct
import zlib
from collections.abc import Iterator

from tests.badinput.files import Rng, pick

SIZES = (0, 1, 2, 7, 239, 240, 241, 8000, 8001, 16383, 32767, 65500, 65535)
LONG_SIZES = (*SIZES, 2**24, 2**31 - 1, 2**31, 2**32 - 1)
PNG_HEAD = 8
FRAMES = range(0xC0, 0xD0)  # markers of a JPEG that tell its size, and a few others
STANDALONE = (0xD8, 0xD9, 0x01, *range(0xD0, 0xD8))
SCAN = 0xDA
Piece = tuple[bytes, bytes]
"""Marker or name, and what it holds."""


def jpeg_pieces(jpeg: bytes) -> list[Piece]:
    """Take a JPEG apart: its segments, each without its length; the first scan keeps all that follows."""
    pieces: list[Piece] = []
    at = 2
    while at + 4 <= len(jpeg):
        marker, length = jpeg[at : at + 2], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if marker[1] == SCAN:
            pieces.append((marker, jpeg[at + 4 :]))
            break
        pieces.append((marker, jpeg[at + 4 : at + 2 + length]))
        at += 2 + length
    return pieces


def jpeg_of(pieces: list[Piece]) -> bytes:
    """Put a JPEG together."""
    return b"\xff\xd8" + b"".join(
        marker + (struct.pack(">H", min(_told(marker, body), 65535)) + body) for marker, body in pieces
    )


def _told(marker: bytes, body: bytes) -> int:
    """Return the length of a segment; a scan's is that of its head alone."""
    return 2 + (1 + 2 * body[0] + 3 if marker[1] == SCAN and body else len(body))


def png_pieces(png: bytes) -> Iterator[Piece]:
    """Take a PNG apart."""
    at = PNG_HEAD
    while at + 12 <= len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def png_of(pieces: list[Piece]) -> bytes:
    """Put a PNG together, with right sums."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in pieces
    )


def wrong_pieces(file: bytes, suffix: str, rng: Rng) -> bytes:
    """Rename, reorder, repeat, leave out or fill with noise a piece of a JPEG or PNG."""
    is_png = suffix == "png"
    pieces = list(png_pieces(file)) if is_png else jpeg_pieces(file)
    at, other = (int(place) for place in rng.integers(0, len(pieces), 2))
    name, body = pieces[at]
    match int(rng.integers(5)):
        case 0:
            pieces[at] = (rng.bytes(4) if is_png else b"\xff" + rng.bytes(1), body)
        case 1:
            pieces[at], pieces[other] = pieces[other], pieces[at]
        case 2:
            pieces.insert(other, (name, body))
        case 3:
            del pieces[at]
        case _:
            noise = bytearray(body)
            for place in rng.integers(0, max(1, len(body)), 8):
                if place < len(noise):
                    noise[place] = int(rng.integers(256))
            pieces[at] = (name, bytes(noise))
    return png_of(pieces) if is_png else jpeg_of(pieces)


def wrong_length(file: bytes, suffix: str, rng: Rng) -> bytes:
    """Let a piece say that it is longer or shorter than it is."""
    if suffix == "png":
        at = _some_start(file, [len(body) + 12 for _, body in png_pieces(file)], PNG_HEAD, rng)
        return file[:at] + struct.pack(">I", pick(rng, LONG_SIZES) % 2**32) + file[at + 4 :]
    if suffix == "webp":
        at = pick(rng, (4, 16))
        return file[:at] + struct.pack("<I", pick(rng, LONG_SIZES) % 2**32) + file[at + 4 :]
    lengths = [len(body) + 4 for _, body in jpeg_pieces(file)]
    at = _some_start(file, lengths, 2, rng) + 2
    return file[:at] + struct.pack(">H", pick(rng, SIZES)) + file[at + 2 :]


def _some_start(file: bytes, lengths: list[int], first: int, rng: Rng) -> int:
    number = int(rng.integers(len(lengths)))
    return first + sum(lengths[:number])


def wrong_size(file: bytes, suffix: str, rng: Rng) -> bytes:
    """Let a picture say that it has other pixels than it has."""
    width, height = pick(rng, LONG_SIZES), pick(rng, LONG_SIZES)
    if suffix == "png":
        pieces = list(png_pieces(file))
        name, head = pieces[0]
        pieces[0] = (name, struct.pack(">II", width % 2**32, height % 2**32) + head[8:])
        return png_of(pieces)
    if suffix == "webp":
        return _wrong_webp(file, width, height)
    if suffix == "tiff":
        return wrong_tags(file, rng, (256, 257))
    return _wrong_frame(file, width, height)


def _wrong_webp(file: bytes, width: int, height: int) -> bytes:
    chunk = file[12:16]
    if chunk == b"VP8 ":
        size = struct.pack("<HH", width % 2**14, height % 2**14)
        return file[:26] + size + file[30:]
    if chunk == b"VP8L":
        bits = (width - 1) % 2**14 | ((height - 1) % 2**14) << 14
        return file[:21] + struct.pack("<I", bits) + file[25:]
    return (
        file[:24] + struct.pack("<I", width % 2**24)[:3] + struct.pack("<I", height % 2**24)[:3] + file[30:]
    )


def _wrong_frame(file: bytes, width: int, height: int) -> bytes:
    pieces = jpeg_pieces(file)
    for number, (marker, body) in enumerate(pieces):
        if marker[1] in FRAMES and marker[1] not in (0xC4, 0xC8, 0xCC):
            size = struct.pack(">HH", height % 2**16, width % 2**16)
            pieces[number] = (marker, body[:1] + size + body[5:])
    return jpeg_of(pieces)


def wrong_tags(file: bytes, rng: Rng, tags: tuple[int, ...] = ()) -> bytes:
    """Change tags of a TIFF: these, or any."""
    order = "<" if file[:2] == b"II" else ">"
    (start,) = struct.unpack(f"{order}I", file[4:8])
    (count,) = struct.unpack(f"{order}H", file[start : start + 2])
    changed = bytearray(file)
    for number in range(count):
        at = start + 2 + 12 * number
        (tag,) = struct.unpack(f"{order}H", file[at : at + 2])
        if tag not in tags and (tags or rng.random() > 0.2):
            continue
        field, value = pick(rng, ((8, "I"), (4, "I"), (2, "H"))) if not tags else (8, "I")
        number_put = pick(rng, LONG_SIZES) % (2**32 if value == "I" else 2**16)
        struct.pack_into(order + value, changed, at + field, number_put)
    return bytes(changed)
