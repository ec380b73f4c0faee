"""Pictures that promise more than is good, and EXIF of nonsense."""

import struct
import zlib
from collections.abc import Iterator

HUGE = ((65535, 65535), (2**31 - 1, 2**31 - 1), (1, 2**31 - 1), (8001, 8001), (0, 0), (100_000, 3))
LARGE = 8000, 8000  # pixels that are just let in
BOMB = 60_000_000  # bytes that a few thousand unpack to


def bad_pictures(jpeg: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield names and bytes.

    Args:
        jpeg: a good photo.
    """
    for width, height in HUGE:
        size = f"{width} x {height}"
        yield f"png of {size}.png", png(width, height)
        yield f"jpeg of {size}.jpg", _resized(jpeg, width, height)
        yield f"tiff of {size}.tiff", tiff({256: width, 257: height})
        yield f"webp of {size}.webp", webp(width, height)
    yield "png of all that is let in.png", png(*LARGE, bytes(1000))
    yield "jpeg of all that is let in.jpg", _resized(jpeg, *LARGE)
    yield "png with a bomb in its text.png", _with_chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(BOMB)))
    yield "png with a bomb in its profile.png", _with_chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(BOMB)))
    yield "png with too many pixels in its data.png", png(300, 300, bytes(BOMB))
    yield "png of many chunks.png", _with_chunk(b"tEXt", b"a\0b", times=20_000)
    yield "jpeg of many scans.jpg", _many_scans(jpeg)
    yield "jpeg of many comments.jpg", jpeg[:2] + b"\xff\xfe\0\x03a" * 20_000 + jpeg[2:]
    yield "tiff that returns.tiff", _returning_tiff()
    yield "tiff of many pages.tiff", _many_pages(5000)
    yield "tiff of one strip too many.tiff", tiff({256: 300, 257: 300, 273: 2**32 - 1, 279: 2**32 - 1})
    yield "tiff with a huge tag.tiff", tiff({256: 300, 257: 300}, (700, 1, 2**32 - 1, 8))
    for number, exif in enumerate(_nonsense()):
        yield f"exif {number}.jpg", _with_exif(jpeg, exif)


def png(width: int, height: int, pixels: bytes = b"") -> bytes:
    """Return a PNG that says how large it is, with whatever pixels."""
    header = struct.pack(">IIBBBBB", width % 2**32, height % 2**32, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(pixels)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _with_chunk(name: bytes, content: bytes, times: int = 1) -> bytes:
    whole = png(300, 300, bytes(301 * 900))
    return whole[:33] + _chunk(name, content) * times + whole[33:]


def webp(width: int, height: int) -> bytes:
    """Return a WebP that says how large it is."""
    size = struct.pack("<I", width % 2**24)[:3] + struct.pack("<I", height % 2**24)[:3]
    chunk = b"VP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + size
    return b"RIFF" + struct.pack("<I", len(chunk) + 4) + b"WEBP" + chunk


def tiff(tags: dict[int, int], *more: tuple[int, int, int, int]) -> bytes:
    """Return a TIFF of these tags; `more` have a type, a count and a value of their own."""
    plain = {258: 8, 259: 1, 262: 1, 273: 8, 277: 1, 278: 2**31 - 1, 279: 10} | tags
    entries = [(tag, 4, 1, value % 2**32) for tag, value in plain.items()] + list(more)
    directory = b"".join(struct.pack("<HHII", *entry) for entry in sorted(entries))
    return b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", len(entries)) + directory + bytes(4)


def _returning_tiff() -> bytes:
    whole = tiff({256: 300, 257: 300})
    return whole[:-4] + struct.pack("<I", 8)


def _many_pages(count: int) -> bytes:
    page = tiff({256: 300, 257: 300})[8:-4]
    starts = [8 + number * (len(page) + 4) for number in range(1, count)] + [0]
    return b"II*\0" + struct.pack("<I", 8) + b"".join(page + struct.pack("<I", at) for at in starts)


def _frame(jpeg: bytes) -> int:
    """Return where the size of a JPEG stands."""
    return next(at for at in range(len(jpeg)) if jpeg[at : at + 2] in (b"\xff\xc0", b"\xff\xc2")) + 5


def _resized(jpeg: bytes, width: int, height: int) -> bytes:
    at = _frame(jpeg)
    return jpeg[:at] + struct.pack(">HH", height % 2**16, width % 2**16) + jpeg[at + 4 :]


def _many_scans(jpeg: bytes) -> bytes:
    start = jpeg.index(b"\xff\xda")
    return jpeg[:start] + jpeg[start:-2] * 60 + jpeg[-2:]


def _with_exif(jpeg: bytes, exif: bytes) -> bytes:
    body = b"Exif\0\0" + exif
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def _nonsense() -> Iterator[bytes]:
    """Yield EXIF: orientations that are none, lists that return to themselves, places beyond the end."""
    for orientation in (0, 9, 255, 65535):
        yield _exif((0x0112, 3, 1, orientation))
    yield _exif((0x0112, 2, 4, 0x41414141))
    yield _exif((0x0112, 5, 1, 2**32 - 1))
    yield _exif((0x0112, 3, 2**32 - 1, 8))
    yield _exif((0x8769, 4, 1, 8), (0x8825, 4, 1, 8))
    yield _exif((0x8825, 4, 1, 2**31))
    yield _exif(*((tag, 7, 60_000, 0) for tag in range(1, 60)))
    yield b"II*\0" + struct.pack("<I", 2**32 - 1)
    yield b"MM\0*" + bytes(60_000)
    yield b"II*\0" + struct.pack("<IH", 8, 65535) + b"\xff" * 500
    yield b""
    yield b"<script>alert(1)</script>"


def _exif(*entries: tuple[int, int, int, int]) -> bytes:
    directory = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return b"II*\0" + struct.pack("<IH", 8, len(entries)) + directory + struct.pack("<I", 8)
