"""Files that harm: all of them, by name; made from a seed, so that what was found once is found again."""

import io
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
from PIL import Image as PillowImage

from tests.service.hostile.documents import bad_documents
from tests.service.hostile.pictures import bad_pictures
from tests.service.hostile.zips import zip_of
from tests.vision.files import encoded, pdf_of

SHEET = Path(__file__).parents[2] / "sheets" / "lamp_light" / "photo.jpg"
HEIC = Path(__file__).parents[2] / "vision" / "decode" / "heic" / "orientation-6.heic"
SIDE = 640  # pixels of the longer side of the sheet that most files are made of: small, and soon read
LENGTHS = (1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 16, 20, 24, 32, 48, 64, 100, 150, 200, 333, 420, 600, 800, 1000)
SHARES = (0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
ENDS = (100, 16, 2, 1)
Rng = np.random.Generator


@cache
def whole_files() -> dict[str, bytes]:
    """Return a good file of every kind."""
    opened = PillowImage.open(SHEET)
    opened.thumbnail((SIDE, SIDE))
    jpeg, grey = encoded(opened, "JPEG", quality=70), opened.convert("L")
    return {
        "a.jpg": jpeg,
        "progressive.jpg": encoded(opened, "JPEG", quality=60, progressive=True),
        "a.png": encoded(grey, "PNG"),
        "a.webp": encoded(opened, "WEBP"),
        "a.tiff": encoded(grey, "TIFF", compression="tiff_lzw"),
        "a.pdf": pdf_of(jpeg),
        "a.heic": HEIC.read_bytes(),
        "a.zip": zip_of({"one.jpg": jpeg, "two.txt": b"no photo"}),
    }


def all_files(harms: int, seed: int = 6, *, sparse: bool = False) -> Iterator[tuple[str, bytes]]:
    """Yield names and bytes, zips among them.

    Args:
        harms: of each kind of file, how many are made by chance.
        seed: of that chance.
        sparse: whether files are cut off at a quarter of the lengths only.
    """
    yield from whole_files().items()
    for name, file in whole_files().items():
        yield from islice(_cut_off(name, file), 0, None, 4 if sparse else 1)
        yield from _harmed(name, file, np.random.default_rng([seed, *name.encode()]), harms)
    yield from _noise(np.random.default_rng(seed))
    yield from _other_kinds()
    yield from bad_pictures(whole_files()["a.jpg"])
    yield from bad_documents(whole_files()["a.jpg"])
    yield from _two_things_at_once()


def _cut_off(name: str, file: bytes) -> Iterator[tuple[str, bytes]]:
    lengths = {*LENGTHS, *(int(share * len(file)) for share in SHARES), *(len(file) - end for end in ENDS)}
    for length in sorted(length for length in lengths if length < len(file)):
        yield f"cut {length} {name}", file[:length]


def _flipped(file: bytes, rng: Rng) -> bytes:
    changed = bytearray(file)
    for place in rng.integers(0, len(file), int(rng.integers(1, 9))):
        changed[place] ^= 1 << int(rng.integers(8))
    return bytes(changed)


def _head_flipped(file: bytes, rng: Rng) -> bytes:
    return _flipped(file[:300], rng) + file[300:]


def _with_a_hole(file: bytes, rng: Rng) -> bytes:
    start, end = sorted(int(place) for place in rng.integers(0, len(file), 2))
    return file[:start] + file[end:]


def _with_a_huge_number(file: bytes, rng: Rng) -> bytes:
    place = int(rng.integers(4, min(len(file), 1500)))
    number = (b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\0", b"\0\0\xff\xff")[int(rng.integers(4))]
    return file[:place] + number + file[place + 4 :]


HARMS: tuple[Callable[[bytes, Rng], bytes], ...] = (
    _head_flipped,
    _with_a_huge_number,
    _with_a_hole,
    _flipped,
)


def _harmed(name: str, file: bytes, rng: Rng, count: int) -> Iterator[tuple[str, bytes]]:
    for number in range(count):
        harm = HARMS[number % len(HARMS)]
        yield f"{harm.__name__.strip('_')} {number} {name}", harm(file, rng)


HEADS = {
    "nothing.jpg": b"",
    "jpeg.jpg": b"\xff\xd8\xff",
    "png.png": b"\x89PNG\r\n\x1a\n",
    "webp.webp": b"RIFF\x00\x10\x00\x00WEBP",
    "little.tiff": b"II*\0",
    "big.tiff": b"MM\0+",
    "pdf.pdf": b"%PDF-1.7\n",
    "heic.heic": b"\0\0\0\x18ftypheic",
    "zip.zip": b"PK\x03\x04",
}


def _noise(rng: Rng) -> Iterator[tuple[str, bytes]]:
    for name, head in HEADS.items():
        for size in (1, 17, 300, 5000):
            yield f"noise {size} {name}", head + rng.integers(0, 256, size, np.uint8).tobytes()


SVG = (
    b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>1</script></svg>'
)
HTML = b"<!doctype html><script>fetch('/v1/keys')</script><img src=x onerror=alert(1)>"
OTHERS = {
    "svg": SVG,
    "html": HTML,
    "xml": b'<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>',
    "gif": b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00;",
    "bmp": b"BM" + bytes(60),
    "ico": b"\0\0\1\0\1\0" + bytes(40),
    "psd": b"8BPS\0\1" + bytes(40),
    "jp2": b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(20),
    "jxl": b"\xff\x0a" + bytes(20),
    "avif": b"\0\0\0\x1cftypavif" + bytes(40),
    "mp4": b"\0\0\0\x18ftypisom" + bytes(40),
    "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file",
    "exe": b"MZ\x90\0" + bytes(60),
    "elf": b"\x7fELF\2\1\1" + bytes(60),
    "gz": b"\x1f\x8b\x08" + bytes(30),
    "xz": b"\xfd7zXZ\0" + bytes(30),
    "rar": b"Rar!\x1a\x07\x01\0" + bytes(30),
    "7z": b"7z\xbc\xaf\x27\x1c" + bytes(30),
    "tar": b"a".ljust(257, b"\0") + b"ustar\0" + bytes(249),
    "sqlite": b"SQLite format 3\0" + bytes(84),
    "json": b'{"schema": "surveyor/map@1"}',
    "php": b"<?php system($_GET['a']); ?>",
    "sh": b"#!/bin/sh\nrm -rf .\n",
    "utf16": "no photo".encode("utf-16"),
    "zeros": bytes(5000),
    "pickle": b"cposix\nsystem\n(S'true'\ntR.",
}


def _other_kinds() -> Iterator[tuple[str, bytes]]:
    for kind, file in OTHERS.items():
        yield f"{kind}.jpg", file
    yield "empty.jpg", b""


def _two_things_at_once() -> Iterator[tuple[str, bytes]]:
    whole = whole_files()
    jpeg, png, pdf, zipped = whole["a.jpg"], whole["a.png"], whole["a.pdf"], whole["a.zip"]
    yield "jpeg and zip.jpg", jpeg + zipped
    yield "jpeg and html.html", jpeg + HTML
    yield "png and zip.png", png + zipped
    yield "pdf and zip.pdf", pdf + zipped
    yield "html and pdf.html", HTML + pdf
    yield "gif and jpeg.gif", OTHERS["gif"] + jpeg
    yield "png and jpeg.png", png + jpeg
    yield (
        "comment of markup.jpg",
        jpeg[:2] + b"\xff\xfe" + (len(HTML) + 2).to_bytes(2, "big") + HTML + jpeg[2:],
    )
    yield "jpeg of jpegs.jpg", jpeg * 3
    yield "gzipped.jpg", zlib.compress(jpeg)
    yield "phone.jpg", _of_two_frames()


def _of_two_frames() -> bytes:
    file, small = io.BytesIO(), PillowImage.new("RGB", (300, 260), "grey")
    small.save(file, "MPO", save_all=True, append_images=[small, small])
    return file.getvalue()


NAMES = (
    "../../etc/passwd",
    "/etc/shadow",
    "..\\..\\windows\\system.ini",
    "C:\\a.jpg",
    "<script>alert(1)</script>.jpg",
    '"><img src=x onerror=alert(1)>.jpg',
    "=cmd|' /C calc'!A0.jpg",
    "'; DROP TABLE files; --.jpg",
    "a\tb\x01\x7f.jpg",
    "\u202egpj.exe",
    "\ufeff\u200b\u2066.jpg",
    "\U0001f5fa\U0001f4a9.jpg",
    "a\u0301" * 60 + ".jpg",
    "x" * 3000 + ".jpg",
    "..",
    ".",
    "/",
    "\\",
    " ",
    "CON",
    "%00.jpg",
    "%s%n{0}{{7*7}}${7*7}.jpg",
    "a.jpg;b=c",
    "\u0130\u0131\ufb01.JPG",
)
