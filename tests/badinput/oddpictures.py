"""Pictures coded oddly: deep, transparent, in other colours, moving, or with nonsense beside them."""

import io
import struct
import zlib
from functools import cache

import cv2
import numpy as np
from PIL import Image as PillowImage
from PIL import ImageCms

from tests.badinput.bases import Base, bases, some_base, whole_files
from tests.badinput.files import Made, Rng, pick
from tests.badinput.formats import Piece, jpeg_of, jpeg_pieces, png_of, png_pieces
from tests.service.hostile.corpus import HTML, OTHERS, SVG
from tests.service.hostile.pictures import bad_pictures
from tests.vision.files import display_p3, encoded, with_orientation

SMALL = 800
BOMB = 60_000_000  # bytes that a few thousand unpack to
TAGS = (0x0112, 0x8769, 0x8825, 0xA005, 0x0201, 0x0202, 0x927C, 0x9286, 0x010E, 0x0100, 0x0101, 0x0117)


def _small(base: Base) -> PillowImage.Image:
    opened = PillowImage.fromarray(base.picture)
    opened.thumbnail((SMALL, SMALL))
    return opened


def deep(rng: Rng) -> Made:
    """Save a photo with 1 or 16 bits a sample, or as numbers with a point, some of them none."""
    base = some_base(rng)
    small = _small(base)
    grey = np.asarray(small.convert("L"))
    match int(rng.integers(6)):
        case 0:
            return Made(encoded(grey.astype(np.uint16) * 257, "PNG"), "png", base.rows)
        case 1:
            return Made(_png_of_16_bits(np.asarray(small)), "png", base.rows)
        case 2:
            return Made(encoded(small.convert("1"), "PNG"), "png", base.rows)
        case 3:
            wild = grey.astype(np.float32) * 10.0 ** float(rng.integers(-30, 30))
            wild[rng.random(wild.shape) < 0.001] = pick(rng, (np.nan, np.inf, -np.inf, 1e38))
            return Made(encoded(PillowImage.fromarray(wild), "TIFF"), "tiff", base.rows)
        case 4:
            return Made(
                encoded(PillowImage.fromarray(grey.astype(np.int32) - 128), "TIFF"), "tiff", base.rows
            )
        case _:
            return Made(encoded(small.quantize(int(rng.integers(2, 256))), "PNG"), "png", base.rows)


def _png_of_16_bits(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> bytes:
    deep_picture = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR).astype(np.uint16) * 257
    return cv2.imencode(".png", deep_picture)[1].tobytes()


def transparent(rng: Rng) -> Made:
    """Make parts of a photo, or all of it, transparent: what is beneath is not to be seen."""
    base = some_base(rng)
    small = _small(base).convert("RGBA")
    alpha = np.asarray(small.getchannel("A")).copy()
    match int(rng.integers(4)):
        case 0:
            alpha[:] = int(rng.integers(0, 12))
        case 1:
            alpha[:] = rng.integers(0, 256, alpha.shape)
        case 2:
            alpha[: alpha.shape[0] // 2] = 0
        case _:
            alpha[:] = cv2.resize(
                rng.integers(0, 2, (9, 7), dtype=np.uint8) * 255, alpha.shape[::-1], interpolation=0
            )
    small.putalpha(PillowImage.fromarray(alpha))
    kind = pick(rng, ("PNG", "WEBP", "TIFF"))
    return Made(encoded(small, kind), kind.lower(), base.rows)


def other_colours(rng: Rng) -> Made:
    """Save a photo in CMYK, YCCK, Lab or HSV, some with an Adobe segment that says otherwise."""
    base = some_base(rng)
    small = _small(base)
    match int(rng.integers(5)):
        case 0:
            return Made(encoded(small.convert("CMYK"), "JPEG"), "jpg", base.rows)
        case 1:
            return Made(_with_adobe(encoded(small.convert("CMYK"), "JPEG"), rng), "jpg", base.rows)
        case 2:
            return Made(_with_adobe(encoded(small, "JPEG"), rng), "jpg", base.rows)
        case 3:
            lab = ImageCms.profileToProfile(
                small,
                ImageCms.createProfile("sRGB"),
                ImageCms.createProfile("LAB"),
                outputMode="LAB",
            )
            assert lab is not None
            return Made(encoded(lab, "TIFF"), "tiff", base.rows)
        case _:
            return Made(encoded(small.convert(pick(rng, ("CMYK", "YCbCr", "L"))), "TIFF"), "tiff", base.rows)


def _with_adobe(jpeg: bytes, rng: Rng) -> bytes:
    """Say of the colours what is not so; the components are named anew too."""
    pieces = [piece for piece in jpeg_pieces(jpeg) if piece[0][1] not in (0xE0, 0xEE)]
    pieces.insert(0, (b"\xff\xee", b"Adobe\0\x64" + bytes(4) + bytes([int(rng.integers(0, 5))])))
    return jpeg_of(pieces)


def animated(rng: Rng) -> Made:
    """Put several pictures into one file: the first counts, or each page of a TIFF."""
    base = some_base(rng)
    first = _small(base)
    kind = pick(rng, ("WEBP", "PNG", "TIFF", "MPO", "GIF"))
    frames = [first.rotate(float(turn) * 90) for turn in rng.integers(0, 4, int(rng.integers(1, 4)))]
    if kind == "PNG" and rng.random() < 0.5:
        frames = [PillowImage.new("RGB", (int(rng.integers(1, 999)), 300)), *frames]
        frames = [frame.resize(first.size) for frame in frames]
    file = io.BytesIO()
    first.save(file, kind, save_all=True, append_images=frames)
    content = file.getvalue()
    if rng.random() < 0.4:  # the lengths of its parts, or the list of frames
        changed = bytearray(content)
        for place in rng.integers(12, min(len(changed), 600), 3):
            changed[place] = int(rng.integers(256))
        content = bytes(changed)
    return Made(content, {"MPO": "jpg"}.get(kind, kind.lower()), base.rows)


def exif(rng: Rng) -> Made:
    """Put EXIF of nonsense into a JPEG, PNG or WebP: wrong types, counts, places, orientations."""
    base = some_base(rng)
    small = _small(base)
    if rng.random() < 0.3:
        kind = pick(rng, ("JPEG", "PNG", "WEBP"))
        turned = encoded(small, kind, **with_orientation(int(rng.integers(-1, 12)) % 65536))
        return Made(turned, kind.lower(), base.rows)
    entries = b"".join(
        struct.pack("<HHII", pick(rng, TAGS), int(rng.integers(0, 14)), _odd(rng), _odd(rng))
        for _ in range(int(rng.integers(1, 30)))
    )
    mark = pick(rng, (b"II*\0", b"MM\0*", b"II+\0", b"XX*\0"))
    start = struct.pack("<I", pick(rng, (8, 8, 8, 0, 7, 2**31, 2**32 - 1)))
    body = mark + start + struct.pack("<H", len(entries) // 12) + entries + struct.pack("<I", 8)
    if rng.random() < 0.3:
        body = rng.bytes(int(rng.integers(1, 3000)))
    if rng.random() < 0.5:
        pieces = jpeg_pieces(encoded(small, "JPEG"))
        return Made(jpeg_of([(b"\xff\xe1", b"Exif\0\0" + body), *pieces]), "jpg", base.rows)
    chunks = list(png_pieces(encoded(small.convert("L"), "PNG")))
    return Made(png_of([chunks[0], (b"eXIf", body), *chunks[1:]]), "png", base.rows)


def _odd(rng: Rng) -> int:
    return pick(rng, (0, 1, 2, 4, 8, 100, 65535, 2**31 - 1, 2**31, 2**32 - 1, int(rng.integers(500))))


def profiles(rng: Rng) -> Made:
    """Put a profile of colours into a photo that is cut off, flipped, of other colours, or huge."""
    base = some_base(rng)
    small = _small(base)
    whole = pick(rng, (display_p3(), ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()))
    whole = whole[:24] + bytes(12) + whole[36:]  # without the moment at which it was made
    match int(rng.integers(4)):
        case 0:
            profile = whole[: int(rng.integers(0, len(whole)))]
        case 1:
            changed = bytearray(whole)
            for place in rng.integers(0, len(whole), int(rng.integers(1, 20))):
                changed[place] = int(rng.integers(256))
            profile = bytes(changed)
        case 2:
            profile = rng.bytes(int(rng.integers(1, 60_000)))
        case _:
            profile = whole[:128] + struct.pack(">I", _odd(rng)) + whole[132:]
    kind = pick(rng, ("JPEG", "PNG", "WEBP", "TIFF"))
    colours = pick(rng, ("RGB", "L", "CMYK")) if kind in ("JPEG", "TIFF") else "RGB"
    return Made(encoded(small.convert(colours), kind, icc_profile=profile), kind.lower(), base.rows)


def many_scans(rng: Rng) -> Made:
    """Make a progressive JPEG say everything again and again."""
    file = whole_files(int(rng.integers(4)))["progressive"]
    pieces = jpeg_pieces(file.content)
    rest = pieces[-1][1]
    whole = b"\xff\xda" + struct.pack(">H", 2 + 1 + 2 * rest[0] + 3) + rest[:-2]
    times = int(10 ** rng.uniform(0.3, 2.6))
    large = jpeg_of(pieces[:-1]) + whole * times + b"\xff\xd9"
    return Made(large, "jpg", file.rows)


def packed_bombs(rng: Rng) -> Made:
    """Let a few bytes unpack to very many: in a PNG's pixels, words or profile, or in a TIFF's strip."""
    bomb = zlib.compress(bytes(int(BOMB * rng.uniform(0.2, 1.5))), 9)
    width, height = (int(side) for side in rng.integers(300, 9000, 2))
    head = struct.pack(">IIBBBBB", width, height, pick(rng, (1, 8, 16)), pick(rng, (0, 2, 6)), 0, 0, 0)
    chunks: dict[str, list[Piece]] = {
        "pixels": [(b"IDAT", bomb)],
        "words": [(b"zTXt", b"a\0\0" + bomb), (b"IDAT", b"")],
        "more words": [(b"iTXt", b"a\0\1\0\0\0" + bomb)] * 3,
        "profile": [(b"iCCP", b"a\0\0" + bomb), (b"IDAT", bomb)],
        "split": [(b"IDAT", bomb[at : at + 7]) for at in range(0, min(len(bomb), 70_000), 7)],
    }
    if rng.random() < 0.8:
        chosen = chunks[pick(rng, sorted(chunks))]
        return Made(png_of([(b"IHDR", head), *chosen, (b"IEND", b"")]), "png")
    return Made(_packed_tiff(width, height, bomb), "tiff")


def _packed_tiff(width: int, height: int, strip: bytes) -> bytes:
    tags = {256: width, 257: height, 258: 8, 259: 8, 262: 1, 277: 1, 278: height, 279: len(strip)}
    tags[273] = 8 + 2 + 12 * (len(tags) + 1) + 4
    listed = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in sorted(tags.items()))
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + listed + bytes(4) + strip


@cache
def _promising() -> tuple[tuple[str, bytes], ...]:
    return tuple(bad_pictures(whole_files(0)["small jpeg"].content))


def promises(rng: Rng) -> Made:
    """Take one of the pictures that the service's own tests send, whole or with a few bits flipped."""
    name, content = pick(rng, _promising())
    if rng.random() < 0.5:
        changed = bytearray(content)
        for place in rng.integers(0, min(len(changed), 200), 2):
            changed[place] ^= 1 << int(rng.integers(8))
        content = bytes(changed)
    return Made(content, name.rpartition(".")[2], bases()[0].rows)


def polyglots(rng: Rng) -> Made:
    """Make a file that is two things at once; the first counts, or a PDF within a kilobyte."""
    files = list(whole_files(int(rng.integers(len(bases())))).values())
    first, second = pick(rng, files), pick(rng, files)
    noise = pick(rng, (HTML, SVG, b"PK\x03\x04", bytes(1000), b"%PDF-1.4\n%", b""))
    match int(rng.integers(3)):
        case 0:
            return Made(first.content + noise + second.content, first.suffix, first.rows)
        case 1:
            return Made(noise + second.content, second.suffix, second.rows)
        case _:
            half = int(rng.integers(4, 600))
            return Made(first.content[:half] + second.content[half:], first.suffix, first.rows)


def other_kinds(rng: Rng) -> Made:
    """Name what is no photo one: markup, programs, archives; some with a photo's first bytes."""
    other = OTHERS[pick(rng, sorted(OTHERS))]
    heads = (b"", b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"II*\0", b"\0\0\0\x18ftypheic", b"%PDF-1.7\n")
    return Made(pick(rng, heads) + other + rng.bytes(int(rng.integers(0, 200))), "jpg")
