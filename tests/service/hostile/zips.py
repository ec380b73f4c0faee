"""Zips that promise more than is good."""

import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Mapping

BOMB = 60_000_000  # bytes that a few thousand unpack to


def zip_of(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of these files, the same at any time."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as opened:
        for name, content in files.items():
            opened.writestr(zipfile.ZipInfo(name), content, method)
    return file.getvalue()


def bad_zips(jpeg: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield names and bytes.

    Args:
        jpeg: a good photo.
    """
    text = {"a.jpg": b"no photo"}
    yield "none.zip", zip_of({})
    yield "folders.zip", zip_of({"a/": b"", "b/c/": b""})
    yield "hidden.zip", zip_of({"__MACOSX/a.jpg": jpeg, ".a.jpg": jpeg})
    yield "bomb.zip", zip_of({"a.jpg": bytes(BOMB)})
    yield "bomb by bzip2.zip", zip_of({"a.jpg": bytes(BOMB)}, zipfile.ZIP_BZIP2)
    yield "bomb by lzma.zip", zip_of({"a.jpg": bytes(BOMB)}, zipfile.ZIP_LZMA)
    yield "bomb in zips.zip", zip_of({"b.zip": zip_of({"c.zip": zip_of({"a.jpg": bytes(BOMB)})})})
    yield "photos in a zip in a zip.zip", zip_of({"b.zip": zip_of({"a.jpg": jpeg})})
    yield "many.zip", zip_of({f"{number}.jpg": b"" for number in range(2001)})
    yield "very many.zip", _very_many(200_000)
    yield "overlapping.zip", _overlapping(400, bytes(900_000))
    yield "quine.zip", _claiming(zip_of(text), size=10, packed=0)
    yield "too small a size.zip", _claiming(zip_of({"a.jpg": jpeg}), size=7)
    yield "too large a size.zip", _claiming(zip_of({"a.jpg": jpeg}), size=2**31)
    yield "too much packed.zip", _claiming(zip_of(text), packed=2**32 - 2)
    yield "wrong sum.zip", _claiming(zip_of({"a.jpg": jpeg}), sum=7)
    yield "password.zip", _claiming(zip_of(text), flags=1)
    yield "unknown method.zip", _claiming(zip_of(text), method=99)
    yield "elsewhere.zip", _claiming(zip_of(text), place=2**31)
    yield "names that are no text.zip", _renamed(zip_of({"aaaa.jpg": b"no photo"}), b"\xff\xfe\xc3(")
    yield "names with a zero.zip", _renamed(zip_of({"aaaa.jpg": b"no photo"}), b"a\0/\0")
    yield (
        "names in a wrong script.zip",
        _claiming(_renamed(zip_of({"aaaa.jpg": b"no photo"}), b"\xff\xfe\xc3("), flags=0x800),
    )
    yield "names.zip", zip_of(dict.fromkeys(PATHS, b"no photo"))
    yield "one name.zip", _one_name([b"no photo", b"none either", jpeg])
    yield "long comment.zip", zip_of(text)[:-2] + b"\xff\xff" + b"PK\x05\x06" * 16_383
    yield "list beyond the end.zip", zip_of(text)[:-10] + struct.pack("<IIH", 2**31, 5, 0)
    yield "list without an end.zip", zip_of(text)[:-10] + struct.pack("<IIH", 2**31, 2**31, 0)
    yield "huge sizes.zip", zip_of(text)[:-22] + _huge_end()


PATHS = (
    "../../../../tmp/a.jpg",
    "/etc/a.jpg",
    "..\\..\\b.jpg",
    "C:\\Windows\\c.jpg",
    "a/../../d.jpg",
    "./e.jpg",
    "x" * 4000 + ".jpg",
    "d/" * 500 + "f.jpg",
    "<b>g</b>.jpg",
    "h\x1b[31m.jpg",
    "\u202egpj.i",
    "..",
    "~/j.jpg",
    "//k//l.jpg",
)


def _claiming(
    zipped: bytes,
    *,
    size: int | None = None,
    packed: int | None = None,
    sum: int | None = None,
    flags: int | None = None,
    method: int | None = None,
    place: int | None = None,
) -> bytes:
    """Return a zip of one file whose list says something else of it."""
    at = zipped.index(b"PK\x01\x02")
    fields = {8: flags, 10: method, 16: sum, 20: packed, 24: size, 42: place}
    changed = bytearray(zipped)
    for offset, value in fields.items():
        if value is not None:
            form = "<H" if offset < 16 else "<I"
            struct.pack_into(form, changed, at + offset, value)
    return bytes(changed)


def _renamed(zipped: bytes, name: bytes) -> bytes:
    return zipped.replace(b"aaaa", name)


def _one_name(contents: list[bytes]) -> bytes:
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w") as opened:
        warnings.simplefilter("ignore")
        for content in contents:
            opened.writestr("a.jpg", content)
    return file.getvalue()


def _entry(name: bytes, packed: bytes, unpacked: bytes, place: int) -> bytes:
    sizes = struct.pack("<III", zlib.crc32(unpacked), len(packed), len(unpacked))
    head = b"PK\x01\x02" + struct.pack("<HHHHHH", 20, 20, 0, 8, 0, 33)
    return head + sizes + struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, place) + name


def _end(files: int, list_size: int, place: int) -> bytes:
    return b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, files % 2**16, files % 2**16, list_size, place, 0)


def _packed(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


def _overlapping(count: int, content: bytes) -> bytes:
    """Return a zip whose files are all the same bytes of it."""
    packed = _packed(content)
    sizes = struct.pack("<III", zlib.crc32(content), len(packed), len(content))
    body = (
        b"PK\x03\x04"
        + struct.pack("<HHHHH", 20, 0, 8, 0, 33)
        + sizes
        + struct.pack("<HH", 1, 0)
        + b"a"
        + packed
    )
    listed = _entry(b"a", packed, content, 0) * count
    return body + listed + _end(count, len(listed), len(body))


def _very_many(count: int) -> bytes:
    listed = _entry(b"a", b"", b"", 0) * count
    return b"PK\x03\x04" + bytes(30) + listed + _end(count, len(listed), 34)


def _huge_end() -> bytes:
    record = b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 2**62, 2**62, 2**62, 2**62)
    locator = b"PK\x06\x07" + struct.pack("<IQI", 0, 0, 1)
    return record + locator + b"PK\x05\x06" + b"\xff" * 16 + b"\0\0"
