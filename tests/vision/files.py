"""Files of many kinds, made for the tests of the decode door."""

import io
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageCms

WIDTH, HEIGHT = 320, 260
P3_RED, P3_GREEN, P3_BLUE = (
    (0.51512, 0.24120, -0.00105),
    (0.29198, 0.69225, 0.04189),
    (0.15710, 0.06657, 0.78407),
)
"""Display P3's primaries under D50, as an ICC profile holds them (XYZ)."""


def corner_marked() -> NDArray[np.uint8]:
    """Return a grey picture with a red top-left and a blue top-right corner."""
    picture = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    picture[:64, :64] = (220, 20, 20)
    picture[:64, -64:] = (20, 20, 220)
    return picture


def encoded(picture: PillowImage.Image | NDArray[np.generic], kind: str, **options: Any) -> bytes:
    """Return a picture as a file of this kind."""
    file = io.BytesIO()
    opened = picture if isinstance(picture, PillowImage.Image) else PillowImage.fromarray(picture)
    opened.save(file, kind, **options)
    return file.getvalue()


def with_orientation(orientation: int) -> dict[str, Any]:
    """Return the option of an encoder that writes this EXIF orientation."""
    exif = PillowImage.Exif()
    exif[0x0112] = orientation
    return {"exif": exif}


def display_p3() -> bytes:
    """Return an ICC profile of Display P3: that of sRGB with the primaries and the name changed."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    (count,) = struct.unpack(">I", profile[128:132])
    for at in range(132, 132 + 12 * count, 12):
        name, (start, size) = bytes(profile[at : at + 4]), struct.unpack(">II", profile[at + 4 : at + 12])
        primary = {b"rXYZ": P3_RED, b"gXYZ": P3_GREEN, b"bXYZ": P3_BLUE}.get(name)
        if primary:
            profile[start + 8 : start + 20] = struct.pack(">3i", *(round(65536 * x) for x in primary))
        elif name == b"desc":
            text = bytes(profile[start : start + size])
            wide, narrow = "sRGB".encode("utf-16-be"), b"sRGB"
            renamed = text.replace(wide, "dpP3".encode("utf-16-be")).replace(narrow, b"dpP3")
            profile[start : start + size] = renamed
    return bytes(profile)


def pdf_of(*pages: bytes, size: tuple[float, float] = (160, 130), rotate: int = 0, **place: float) -> bytes:
    """Return a PDF whose pages hold one JPEG each, from edge to edge unless another place is given."""
    objects, kids = [b""] * 2, []
    for jpeg in pages:
        first = len(objects) + 1
        kids.append(first)
        objects += _page_objects(jpeg, first, size, rotate, place)
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    numbers = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (numbers, len(kids))
    return _assembled(objects)


def _page_objects(
    jpeg: bytes, first: int, size: tuple[float, float], rotate: int, place: dict[str, float]
) -> list[bytes]:
    width, height = size
    put = {"a": width, "b": 0.0, "c": 0.0, "d": height, "e": 0.0, "f": 0.0} | place
    drawing = "q {a} {b} {c} {d} {e} {f} cm /Im Do Q".format(**put).encode()
    opened = PillowImage.open(io.BytesIO(jpeg))
    space = {"RGB": b"DeviceRGB", "L": b"DeviceGray", "CMYK": b"DeviceCMYK"}[opened.mode]
    return [
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %g %g] /Rotate %d /Contents %d 0 R "
        b"/Resources << /XObject << /Im %d 0 R >> >> >>" % (width, height, rotate, first + 1, first + 2),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
        b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /%s /BitsPerComponent 8 "
        b"/Filter /DCTDecode /Length %d >>\nstream\n%s\nendstream" % (*opened.size, space, len(jpeg), jpeg),
    ]


def _assembled(objects: list[bytes]) -> bytes:
    file, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (size, len(file))
    return file + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + end
