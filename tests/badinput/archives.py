"""Zips by chance: names that lead elsewhere, bombs of any size, lists that say what is not so."""

import io
import struct
import warnings
import zipfile
from functools import cache

from tests.badinput.files import Made, Rng, pick
from tests.badinput.harm import HARMS
from tests.badinput.smallpictures import small_files
from tests.service.hostile.zips import PATHS, bad_zips, zip_of

PARTS = (
    "..",
    ".",
    "",
    "a",
    "C:",
    "~",
    "con",
    "\0",
    "\u202e",
    "x" * 300,
    "a\\..\\..",
    "%2e%2e",
    "\uff0e\uff0e",
    " ",
    "<b>",
    "-rf",
    "\x1b[2J",
    "aux.jpg",
)
HEADS = (b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06")
LINK, DEVICE = 0o120777 << 16, 0o020666 << 16
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def slips(rng: Rng) -> Made:
    """Pack files whose names lead out of any folder, as links and devices too, and folders as files."""
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        warnings.simplefilter("ignore")  # a name may come twice
        for number in range(int(rng.integers(1, 20))):
            path = pick(rng, ("/", "\\", "//")).join(pick(rng, PARTS) for _ in range(int(rng.integers(1, 9))))
            member = zipfile.ZipInfo(f"{path or 'a'}{pick(rng, ('', '.jpg', '/', '.zip'))}{number or ''}")
            member.external_attr = pick(rng, (0, 0, LINK, DEVICE))
            held = (
                b"no photo",
                b"/etc/passwd",
                b"",
                small_files()[pick(rng, ("a.jpg", "a.png", "noise.jpg"))],
            )
            zipped.writestr(member, pick(rng, held))
    return Made(file.getvalue(), "zip")


def bombs(rng: Rng) -> Made:
    """Pack what unpacks to very much: one file, many, zips in zips, or pictures of giant sides."""
    size = int(10 ** rng.uniform(5, 7.9))
    kind = int(rng.integers(5))
    if kind == 0:
        return Made(zip_of({"a.jpg": bytes(size)}, pick(rng, METHODS)), "zip")
    if kind == 1:
        file = pick(rng, (b"", bytes(size // 100), b"\xff\xd8\xff"))
        return Made(zip_of({f"{number}.jpg": file for number in range(pick(rng, (100, 1999, 2500)))}), "zip")
    if kind == 2:
        inner = zip_of({"a.jpg": bytes(size)})
        for _ in range(int(rng.integers(1, 8))):
            inner = zip_of({pick(rng, ("b.zip", "b.jpg", "c/d.zip")): inner, "e.zip": inner[:300]})
        return Made(inner, "zip")
    if kind == 3:
        head = b"\xff\xd8\xff" + bytes(size)
        return Made(zip_of({"a.jpg": head, "b.pdf": b"%PDF-1.4\n" + bytes(size)}), "zip")
    gap = pick(rng, (1, 1000, size))
    return Made(bytes(gap) + zip_of({"a.jpg": small_files()["a.jpg"]}), "zip")


def lists(rng: Rng) -> Made:
    """Change the list at a zip's end: sizes, places, ways of packing, sums, numbers, comments."""
    content = bytearray(zip_of({"a.jpg": small_files()["a.jpg"], "b.png": b"no photo", "c.jpg": b""}))
    heads = [at for at in range(len(content) - 4) if bytes(content[at : at + 4]) in HEADS]
    for _ in range(int(rng.integers(1, 4))):
        at = pick(rng, heads) + int(rng.integers(4, 42))
        width = pick(rng, ("<H", "<I"))
        number = pick(rng, (0, 1, 8, 9, 12, 14, 93, 99, 0x800, 0xFFFF, 2**31 - 1, 2**32 - 1))
        if at + 4 <= len(content):
            struct.pack_into(width, content, at, number % (2**16 if width == "<H" else 2**32))
    return Made(bytes(content), "zip")


def of_hostile_files(rng: Rng) -> Made:
    """Pack damaged small files of every kind into one zip."""
    names = [pick(rng, sorted(small_files())) for _ in range(int(rng.integers(1, 9)))]
    held = {
        f"{number} {name}": pick(rng, HARMS)(small_files()[name], rng) for number, name in enumerate(names)
    }
    return Made(zip_of(held), "zip")


@cache
def _bad_zips() -> tuple[bytes, ...]:
    return tuple(content for _, content in bad_zips(small_files()["a.jpg"]))


def harmed(rng: Rng) -> Made:
    """Take a good zip or one of those that the service's tests send, and damage its bytes."""
    content = pick(rng, (*_bad_zips(), small_files()["a.zip"], zip_of(dict.fromkeys(PATHS, b"x"))))
    return Made(pick(rng, HARMS)(content, rng), "zip")
