"""Small pictures, damaged in ways that know their format: they are soon opened, so there can be thousands.

Where the others of the corpus damage photos that were read before, these are after the doors themselves.
"""

import io
import struct
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from PIL import Image as PillowImage
from PIL import ImageSequence

from tests.badinput.bases import HEIC, bases
from tests.badinput.files import Made, Rng, pick
from tests.badinput.formats import Piece, jpeg_of, jpeg_pieces, png_of, png_pieces
from tests.badinput.harm import HARMS, Harm
from tests.service.hostile.zips import zip_of
from tests.vision.files import encoded, pdf_of, with_orientation

SIZE = (252, 246)  # pixels: a little more than is refused as too small
NUMBERS = (0, 1, 2, 3, 7, 8, 15, 16, 17, 127, 128, 239, 255, 256, 4096, 32767, 65535)
LONG_NUMBERS = (*NUMBERS, 65536, 2**24, 2**31 - 1, 2**31, 2**32 - 1)
Picture = PillowImage.Image


@cache
def small_pictures() -> tuple[Picture, ...]:
    """Return a small sheet, noise, and one colour."""
    noise = np.random.default_rng(3).integers(0, 256, (*SIZE[::-1], 3), np.uint8)
    sheet = PillowImage.fromarray(bases()[0].picture).resize(SIZE)
    return sheet, PillowImage.fromarray(noise), PillowImage.new("RGB", SIZE, (226, 214, 190))


@cache
def small_files() -> dict[str, bytes]:
    """Return good files by their names, of every kind that is let in and of some that are not."""
    sheet, noise, plain = small_pictures()
    jpeg = encoded(sheet, "JPEG", quality=75)
    made = {
        "a.jpg": jpeg,
        "noise.jpg": encoded(noise, "JPEG", quality=40),
        "progressive.jpg": encoded(sheet, "JPEG", progressive=True),
        "halved.jpg": encoded(sheet, "JPEG", quality=60, subsampling=2, restart_marker_rows=1),
        "cmyk.jpg": encoded(sheet.convert("CMYK"), "JPEG"),
        "a.png": encoded(sheet, "PNG"),
        "palette.png": encoded(sheet.quantize(16), "PNG"),
        "plain.png": encoded(plain, "PNG"),
        "a.webp": encoded(sheet, "WEBP"),
        "lossless.webp": encoded(sheet.quantize(8).convert("RGB"), "WEBP", lossless=True),
        "a.tiff": encoded(sheet, "TIFF"),
        "lzw.tiff": encoded(sheet, "TIFF", compression="tiff_lzw"),
        "jpeg.tiff": encoded(sheet, "TIFF", compression="jpeg"),
        "fax.tiff": encoded(sheet.convert("1"), "TIFF", compression="group4"),
        "a.gif": encoded(sheet, "GIF"),
        "a.bmp": encoded(sheet, "BMP"),
        "a.pdf": pdf_of(jpeg),
        "a.zip": zip_of({"one.jpg": jpeg}),
    }
    return made | {path.name: path.read_bytes() for path in sorted(HEIC.glob("*.heic"))}


def _of(suffix: str, rng: Rng) -> bytes:
    return pick(rng, [content for name, content in small_files().items() if name.endswith(suffix)])


def harmed(suffix: str, harms: Sequence[Harm]) -> Callable[[Rng], Made]:
    """Return what damages the bytes of a small file of this kind."""

    def make(rng: Rng) -> Made:
        return Made(pick(rng, harms)(_of(suffix, rng), rng), suffix)

    return make


def spliced(suffix: str) -> Callable[[Rng], Made]:
    """Return what joins the parts of two small files of a kind: the beginning of one, the rest of another."""

    def make(rng: Rng) -> Made:
        if suffix == "jpg":
            first, second = (list(jpeg_pieces(_of(suffix, rng))) for _ in range(2))
            return Made(jpeg_of(_mixed(first, second, rng)), suffix)
        if suffix == "png":
            first, second = (list(png_pieces(_of(suffix, rng))) for _ in range(2))
            return Made(png_of(_mixed(first, second, rng)), suffix)
        begun, other = _of(suffix, rng), _of(suffix, rng)
        cut, on = int(rng.integers(1, len(begun))), int(rng.integers(1, len(other)))
        return Made(begun[:cut] + other[on:], suffix)

    return make


def _mixed(first: list[Piece], second: list[Piece], rng: Rng) -> list[Piece]:
    cut, on = int(rng.integers(1, len(first) + 1)), int(rng.integers(0, len(second)))
    return first[:cut] + second[on:]


def jpeg_tables(rng: Rng) -> Made:
    """Put nonsense into the tables of a JPEG: codes that overflow, quanta of nought, wrong numbers."""
    pieces = jpeg_pieces(_of("jpg", rng))
    tables = [at for at, (marker, _) in enumerate(pieces) if marker[1] in (0xC4, 0xDB, 0xDD)]
    for at in rng.choice(tables, min(2, len(tables)), replace=False) if tables else ():
        marker, body = pieces[int(at)]
        changed = bytearray(body)
        for place in rng.integers(0, len(changed), int(rng.integers(1, 20))):
            changed[place] = pick(rng, (0, 1, 16, 127, 255))
        pieces[int(at)] = (marker, bytes(changed))
    return Made(jpeg_of(pieces), "jpg")


def jpeg_frames(rng: Rng) -> Made:
    """Call a JPEG lossless, arithmetic or hierarchical, of 12 bits, of odd components or giant sides."""
    pieces = jpeg_pieces(_of("jpg", rng))
    for at, (marker, body) in enumerate(pieces):
        if marker[1] not in (0xC0, 0xC1, 0xC2):
            continue
        changed = bytearray(body)
        match int(rng.integers(5)):
            case 0:
                marker = bytes([0xFF, pick(rng, (0xC1, 0xC2, 0xC3, 0xC5, 0xC9, 0xCA, 0xCB, 0xCF))])
            case 1:
                changed[0] = pick(rng, (0, 1, 7, 12, 16, 255))
            case 2:
                changed[5] = pick(rng, (0, 1, 2, 4, 5, 255))
            case 3:
                changed[7 + 3 * int(rng.integers(max(1, changed[5] % 4)))] = int(rng.integers(256))
            case _:
                changed[1:5] = struct.pack(">HH", pick(rng, NUMBERS), pick(rng, NUMBERS))
        pieces[at] = (marker, bytes(changed))
    return Made(jpeg_of(pieces), "jpg")


def jpeg_comments(rng: Rng) -> Made:
    """Put thousands of segments before the picture, or a pair of them that name thumbnails far away."""
    pieces = jpeg_pieces(_of("jpg", rng))
    marker = bytes([0xFF, pick(rng, (0xFE, 0xE1, 0xE2, 0xED, 0xEE, 0xEF))])
    names = (
        b"Exif\0\0",
        b"ICC_PROFILE\0\1\xff",
        b"MPF\0",
        b"Photoshop 3.0\0",
        b"http://ns.adobe.com/xap/1.0/\0",
    )
    some = pick(rng, (1, 30, 800))
    body = pick(rng, names) + rng.bytes(int(rng.integers(0, 60_000 // some)))
    return Made(jpeg_of([(marker, body)] * some + pieces), "jpg")


def png_heads(rng: Rng) -> Made:
    """Change what a PNG's head says: giant sides, depths and colours that there are not, interlacing."""
    pieces = list(png_pieces(_of("png", rng)))
    name, head = pieces[0]
    width, height, *rest = struct.unpack(">IIBBBBB", head)
    match int(rng.integers(3)):
        case 0:
            width, height = (pick(rng, LONG_NUMBERS) for _ in range(2))
        case 1:
            rest[int(rng.integers(5))] = pick(rng, (0, 1, 2, 3, 4, 6, 16, 64, 255))
        case _:
            rest[0], rest[1], rest[4] = pick(rng, (1, 2, 4, 8, 16)), pick(rng, (0, 2, 3, 4, 6)), 1
    pieces[0] = (name, struct.pack(">IIBBBBB", width, height, *rest))
    return Made(png_of(pieces), "png")


def png_rows(rng: Rng) -> Made:
    """Pack a PNG's rows anew: too many or too few, filters that there are not, palettes too short."""
    depth, colours = pick(rng, ((8, 2), (8, 0), (8, 3), (16, 2), (16, 6), (1, 0), (4, 3)))
    rows, width = pick(rng, (1, 240, 246, 3000)), pick(rng, (240, 252))
    length = 1 + width * depth * {0: 1, 2: 3, 3: 1, 6: 4}[colours] // 8
    body = b"".join(bytes([pick(rng, (0, 1, 2, 3, 4, 5, 255))]) + rng.bytes(length - 1) for _ in range(rows))
    palette = [(b"PLTE", rng.bytes(3 * pick(rng, (0, 1, 16, 256, 300))))] if rng.random() < 0.7 else []
    clear = [(b"tRNS", rng.bytes(pick(rng, (1, 2, 6, 400))))] if rng.random() < 0.5 else []
    head = struct.pack(">IIBBBBB", width, 246, depth, colours, 0, 0, 0)
    end: list[Piece] = [(b"IDAT", zlib.compress(body)), (b"IEND", b"")]
    return Made(png_of([(b"IHDR", head), *palette, *clear, *end]), "png")


def png_frames(rng: Rng) -> Made:
    """Let a PNG move: frames beyond number, outside the picture, out of their order."""
    pieces = list(png_pieces(small_files()["plain.png"]))
    data = next(body for name, body in pieces if name == b"IDAT")
    control: list[Piece] = [(b"acTL", struct.pack(">II", pick(rng, LONG_NUMBERS), pick(rng, LONG_NUMBERS)))]
    for number in range(pick(rng, (1, 3, 500))):
        box = [pick(rng, LONG_NUMBERS) if rng.random() < 0.3 else side for side in (*SIZE, 0, 0)]
        frame_control = struct.pack(">IIIIIHHBB", number, *box, 0, 0, pick(rng, (0, 1, 2, 9)), 0)
        control += [(b"fcTL", frame_control), (b"fdAT", struct.pack(">I", number) + data)]
    return Made(png_of([pieces[0], *control, *pieces[1:]]), "png")


def webp_chunks(rng: Rng) -> Made:
    """Change a WebP's chunks: canvas, alpha, frames and profile that are not as they are told."""
    chunks = _webp_chunks(_of("webp", rng))
    flags = struct.pack("<I", pick(rng, (0, 2, 16, 32, 62, 255)))
    sides = [struct.pack("<I", pick(rng, LONG_NUMBERS) % 2**24)[:3] for _ in range(2)]
    head = (b"VP8X", flags + sides[0] + sides[1])
    frame = (b"ANMF", b"".join(struct.pack("<I", pick(rng, NUMBERS))[:3] for _ in range(5)) + rng.bytes(20))
    extra: tuple[Piece, ...] = (
        (b"ALPH", rng.bytes(300)),
        (b"ICCP", rng.bytes(3000)),
        (b"ANIM", bytes(6)),
        frame,
        (b"EXIF", rng.bytes(100)),
    )
    some = [pick(rng, extra) for _ in range(int(rng.integers(1, 6)))] * pick(rng, (1, 1, 200))
    body = b"".join(
        name + struct.pack("<I", len(held)) + held + bytes(len(held) % 2)
        for name, held in [head, *some, *chunks]
    )
    return Made(b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body, "webp")


def _webp_chunks(webp: bytes) -> list[Piece]:
    chunks, at = [], 12
    while at + 8 <= len(webp):
        (length,) = struct.unpack("<I", webp[at + 4 : at + 8])
        chunks.append((webp[at : at + 4], webp[at + 8 : at + 8 + length]))
        at += 8 + length + length % 2
    return chunks


def moving(rng: Rng) -> Made:
    """Save a picture of many frames, of several sizes where the format lets it."""
    kind = pick(rng, ("GIF", "WEBP", "PNG", "TIFF"))
    first = small_pictures()[int(rng.integers(3))]
    frames = [first.rotate(90 * turn).resize(SIZE) for turn in range(pick(rng, (1, 4, 40)))]
    file = io.BytesIO()
    first.save(file, kind, save_all=True, append_images=frames)
    content = file.getvalue()
    return Made(pick(rng, HARMS)(content, rng) if rng.random() < 0.6 else content, kind.lower())


def tiff_tags(rng: Rng) -> Made:
    """Change the tags of a TIFF: packings, depths, samples, tiles and places of every sort."""
    content = bytearray(_of("tiff", rng))
    (start,) = struct.unpack_from("<I", content, 4)
    (count,) = struct.unpack_from("<H", content, start)
    for _ in range(int(rng.integers(1, 4))):
        at = start + 2 + 12 * int(rng.integers(count))
        match int(rng.integers(4)):
            case 0:
                struct.pack_into(
                    "<H",
                    content,
                    at,
                    pick(rng, (256, 258, 259, 262, 277, 317, 322, 324, 330, 339, 347, 34665)),
                )
            case 1:
                struct.pack_into("<H", content, at + 2, pick(rng, (0, 1, 2, 3, 4, 5, 11, 12, 13, 16, 99)))
            case 2:
                struct.pack_into("<I", content, at + 4, pick(rng, LONG_NUMBERS))
            case _:
                struct.pack_into(
                    "<I", content, at + 8, pick(rng, (*LONG_NUMBERS, 5, 6, 32773, 32946, 34712, 50000))
                )
    return Made(bytes(content), "tiff")


def tiff_lists(rng: Rng) -> Made:
    """Let the list of a TIFF's pages return to itself, lead out of the file, or be that of a big TIFF."""
    content = bytearray(_of("tiff", rng))
    (start,) = struct.unpack_from("<I", content, 4)
    (count,) = struct.unpack_from("<H", content, start)
    end = start + 2 + 12 * count
    if rng.random() < 0.4:
        big = b"II+\0\x08\0\0\0" + struct.pack("<Q", pick(rng, (16, 0, 2**63, 2**64 - 1)))
        return Made(big + struct.pack("<Q", pick(rng, (1, 12, 2**40))) + bytes(content), "tiff")
    struct.pack_into("<I", content, end, pick(rng, (start, start + 12, len(content) - 2, 2**32 - 1, 8, end)))
    return Made(bytes(content), "tiff")


def heif_boxes(rng: Rng) -> Made:
    """Change the boxes of a HEIF file: their lengths, names and numbers, one in another or twice over."""
    content = bytearray(_of("heic", rng))
    names = (
        b"ftyp",
        b"meta",
        b"hdlr",
        b"pitm",
        b"iloc",
        b"iinf",
        b"infe",
        b"iprp",
        b"ipco",
        b"ispe",
        b"ipma",
        b"iref",
        b"hvcC",
        b"mdat",
        b"irot",
        b"pixi",
    )
    places = [at for name in names if (at := content.find(name)) >= 4]
    for _ in range(int(rng.integers(1, 4))):
        at = pick(rng, places)
        match int(rng.integers(5)):
            case 0:
                struct.pack_into(">I", content, at - 4, pick(rng, LONG_NUMBERS))
            case 1:
                content[at : at + 4] = pick(rng, (*names, b"uuid", b"free", b"grid", b"iovl", b"dimg"))
            case 2:
                struct.pack_into(
                    ">I",
                    content,
                    min(at + 4 + 4 * int(rng.integers(6)), len(content) - 4),
                    pick(rng, LONG_NUMBERS),
                )
            case 3:
                content[at - 4 : at - 4] = content[at - 4 : at + 60]
            case _:
                content[at + int(rng.integers(4, 60))] = (
                    int(rng.integers(256)) if at + 60 < len(content) else 0
                )
    return Made(bytes(content), "heic")


def gif_and_bmp(rng: Rng) -> Made:
    """Damage a GIF or a BMP, or let it say that it is giant, upside down or packed."""
    if rng.random() < 0.5:
        content = bytearray(small_files()["a.bmp"])
        struct.pack_into(
            "<i",
            content,
            pick(rng, (10, 14, 18, 22, 30, 34, 46)),
            pick(rng, (0, 1, 12, -1, -(2**31), 2**31 - 1, 40, 4)),
        )
        return Made(bytes(content), "bmp")
    content = bytearray(small_files()["a.gif"])
    struct.pack_into("<HH", content, 6, pick(rng, NUMBERS), pick(rng, NUMBERS))
    return Made(pick(rng, HARMS)(bytes(content), rng), "gif")


OTHERS = (
    "BMP",
    "GIF",
    "ICO",
    "PPM",
    "TGA",
    "PCX",
    "SGI",
    "DDS",
    "JPEG2000",
    "AVIF",
    "EPS",
    "ICNS",
    "IM",
    "MSP",
    "XBM",
    "SPIDER",
)


def other_formats(rng: Rng) -> Made:
    """Save a picture in a format that is not let in, under the name of one that is."""
    kind = pick(rng, OTHERS)
    picture = small_pictures()[int(rng.integers(3))]
    mode = {"MSP": "1", "XBM": "1", "SPIDER": "F"}.get(kind, "RGB")
    try:
        content = encoded(picture.convert(mode), kind)
    except (KeyError, OSError, ValueError):  # this Pillow does not write it
        content = encoded(picture, "BMP")
    return Made(content, pick(rng, ("jpg", "png", "webp", "tiff", "heic", "pdf")))


MODES = ("1", "L", "LA", "P", "PA", "RGB", "RGBA", "RGBX", "CMYK", "YCbCr", "LAB", "HSV", "I", "I;16", "F")


def odd_modes(rng: Rng) -> Made:
    """Save a picture in any mode that a format has: bits, palettes, inks, depths, transparency, turned."""
    picture, kind = small_pictures()[int(rng.integers(3))], pick(rng, ("PNG", "TIFF", "WEBP", "JPEG"))
    options: dict[str, Any] = with_orientation(int(rng.integers(0, 12))) if rng.random() < 0.5 else {}
    for mode in rng.permutation(MODES):
        try:
            made = (
                picture.convert("L").convert(str(mode))
                if mode in ("I", "I;16", "F", "LA", "PA")
                else picture.convert(str(mode))
            )
            return Made(encoded(made, kind, **options), kind.lower())
        except (OSError, ValueError):  # the format has no such mode
            continue
    return Made(encoded(picture, kind), kind.lower())


def two_at_once(rng: Rng) -> Made:
    """Join two or three good files of any kinds, with little between them, whole or one within another."""
    names = sorted(small_files())
    parts = [small_files()[pick(rng, names)] for _ in range(int(rng.integers(2, 4)))]
    joints = [
        pick(rng, (b"", b"\0" * 100, b"\n%PDF-1.4\n", b"PK\x05\x06" + bytes(18), b"<html>", b"\xff\xd9"))
        for _ in parts
    ]
    if rng.random() < 0.5:
        content = b"".join(part + joint for part, joint in zip(parts, joints, strict=True))
    else:
        at = int(rng.integers(0, min(2000, len(parts[0]))))
        content = parts[0][:at] + joints[0] + parts[1] + parts[0][at:]
    return Made(content, pick(rng, names).rpartition(".")[2])


def next_to_nothing(rng: Rng) -> Made:
    """Make a file of no bytes, or of the first few of a good one, or of one byte over and over."""
    name = pick(rng, sorted(small_files()))
    content = small_files()[name]
    contents = (
        b"",
        content[: int(rng.integers(1, 64))],
        bytes([int(rng.integers(256))]) * int(10 ** rng.uniform(0, 5)),
    )
    return Made(pick(rng, contents), name.rpartition(".")[2])


def wrong_names(rng: Rng) -> Made:
    """Name a good file as if it were of another kind."""
    names = sorted(small_files())
    content = small_files()[pick(rng, names)]
    return Made(
        content,
        pick(
            rng, ("jpg", "png", "webp", "tiff", "heic", "pdf", "zip", "txt", "exe", "svg", "jpg.exe", "JPEG")
        ),
    )


def torn_frames(rng: Rng) -> Made:
    """Write frame upon frame of one moving picture, with parts of others between them."""
    gif = small_files()["a.gif"]
    frames = [
        encoded(frame.convert("RGB"), pick(rng, ("JPEG", "PNG")))
        for frame in ImageSequence.Iterator(PillowImage.open(io.BytesIO(gif)))
    ]
    marks = sorted(int(place) for place in rng.integers(0, len(frames[0]), 6))
    parts = [frames[0][start:end] for start, end in pairwise(marks)]
    order = rng.permutation(len(parts))
    return Made(frames[0][: marks[0]] + b"".join(parts[at] for at in order) + frames[0][marks[-1] :], "jpg")
