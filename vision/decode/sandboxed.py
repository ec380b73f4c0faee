"""The program in the sandbox: opens one PDF, TIFF or HEIC file, and gives out its pages as plain pixels.

`vision.decode.sandbox` starts it by its path, in a process of its own, and talks with it over its standard
input. It imports nothing of this project, so that it starts quickly, and it sets its own limits before it
sees a byte of the file; what goes beyond them ends this process, and no other.

Each message is a line of JSON that ends with the lengths of the parts of bytes that follow it.
"""

import io
import json
import math
import os
import re
import resource
import socket
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Protocol

Head = dict[str, Any]
Answer = tuple[Head, list[bytes], "Pixels | None"]

LEAST_SIDE_POINTS = 1.0  # a page of a PDF narrower than this shows nothing
FITS = 0.005  # of the page's sides, by which a picture may miss its edges and still be the whole page
BITS_PER_PIXEL = 24
ROWS = 256  # of a picture that are sent at once
LONGEST_PROFILE = 4 * 2**20  # bytes of an ICC profile; those of printers have two million
BITS_PER_SAMPLE, PHOTOMETRIC, WHITE_IS_ZERO = 258, 262, 0  # of TIFF
SHOWN_OTHERWISE = re.compile(rb"/Decode\s*\[|/Mask\b")
"""Marks a picture in a PDF that is shown with other colours than its own, or with some left out."""
AS_THEY_ARE = ("L", "RGB", "RGBA", "CMYK", "LAB", "I", "I;16", "I;16B", "F")
"""Kinds of pixels that are given out as they are; all others become RGB or RGBA."""


class RefusedError(Exception):
    """The file is not to be read; the text is the reason's code."""


class Pixels(Protocol):
    """The pixels of a page."""

    length: int
    """In bytes."""

    def parts(self) -> Iterator[bytes | memoryview]:
        """Yield them row by row, from the top."""
        ...


class Opened(Protocol):
    """An opened file."""

    def count(self) -> int:
        """Return how many pages it has."""
        ...

    def look(self, index: int) -> tuple[Head, bytes]:
        """Return what is known of a page before it is drawn, and the JPEG that is all of it, if any."""
        ...

    def draw(self, index: int, scale: float) -> tuple[Head, bytes, Pixels]:
        """Return the kind and size of a page's pixels, the ICC profile of its colours, and the pixels."""
        ...


def main() -> None:
    """Open the file that the parent sends, and answer what it asks, until it asks no more."""
    line = socket.socket(fileno=os.dup(0))
    _hush()
    file = line.makefile("rwb")
    order = json.loads(file.readline())
    _limit_memory(order["memory"])
    _limit_time(order["seconds"])
    content = file.read(order["parts"][0])
    opened: Opened | None = None
    try:
        opened = OPENERS[order["kind"]](content, order)
        _send(file, ({"pages": opened.count()}, [], None))
    except Exception as error:  # whatever the libraries say of hostile bytes
        _send(file, _refusal(error))
        return
    each = order["seconds"] - _used()  # what opening the file took is every page's, too
    left: dict[int, float] = {}  # seconds that each page may still take, however often it is drawn
    for asked in file:
        request = json.loads(asked)
        page, began = request["page"], _used()
        try:
            _limit_time(left.get(page, each))
            answer = _answer(opened, request)
        except Exception as error:
            answer = _refusal(error)
        _send(file, answer)
        left[page] = left.get(page, each) - (_used() - began)


def _answer(opened: Opened, request: Head) -> Answer:
    if request["do"] == "look":
        head, jpeg = opened.look(request["page"])
        return head, [jpeg], None
    head, profile, pixels = opened.draw(request["page"], request["scale"])
    return head, [profile if len(profile) <= LONGEST_PROFILE else b""], pixels


def _refusal(error: Exception) -> Answer:
    code = str(error) if isinstance(error, RefusedError) else "damaged"
    if isinstance(error, MemoryError | ImportError):
        code = "too_demanding" if isinstance(error, MemoryError) else "not_installed"
    return {"refused": code}, [], None


def _send(file: Any, answer: Answer) -> None:
    head, parts, pixels = answer
    lengths = [len(part) for part in parts] + ([pixels.length] if pixels else [])
    file.write(json.dumps({**head, "parts": lengths}).encode() + b"\n")
    for part in parts:
        file.write(part)
    for rows in pixels.parts() if pixels else ():
        file.write(rows)
    file.flush()


def _hush() -> None:
    """Let nothing here read what the parent sends, or print: libraries do, past Python."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _limit_memory(most: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # it writes no files
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _used() -> float:
    """Return the seconds of the processor that this process has taken."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _limit_time(seconds: float) -> None:
    """Let the kernel end this process after so many seconds more of the processor; it counts whole seconds.

    Raises:
        RefusedError: None are left. Were the kernel asked, each answer might take the rest of a second.
    """
    if seconds <= 0:
        raise RefusedError("too_demanding")
    until = math.ceil(_used() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))


# --- PDF ---------------------------------------------------------------------------------------------


class Pdf:
    """A PDF: a page that is one whole JPEG is given as that, any other is rendered."""

    def __init__(self, content: bytes, order: Head) -> None:
        """Open it, within the limits of what is ordered."""
        import pypdfium2
        from pypdfium2 import raw

        self._raw, self._lib, self._order = raw, pypdfium2, order
        self._is_shown_otherwise = SHOWN_OTHERWISE.search(content) is not None
        try:
            self._document = pypdfium2.PdfDocument(content)
        except pypdfium2.PdfiumError as error:
            raise RefusedError(self._why_closed(error.err_code)) from error

    def _why_closed(self, code: int) -> str:
        if code == self._raw.FPDF_ERR_PASSWORD:
            return "locked"
        if code == self._raw.FPDF_ERR_SUCCESS:  # nothing is wrong with it but that nothing is in it
            return "no_pages"
        return "damaged"

    def count(self) -> int:
        """Return how many pages it has."""
        return len(self._document)

    def look(self, index: int) -> tuple[Head, bytes]:
        """Return the size of a page, and the JPEG that is all of it."""
        page = self._document[index]
        points = page.get_size()
        if min(points) < LEAST_SIDE_POINTS:
            raise RefusedError("damaged")
        things = list(islice(page.get_objects(), self._order["things"] + 1))
        if len(things) > self._order["things"]:
            raise RefusedError("too_complex")
        images = [thing for thing in things if isinstance(thing, self._lib.PdfImage)]
        if sum(map(_bits, images)) > BITS_PER_PIXEL * self._order["pixels"]:
            raise RefusedError("too_many_pixels")
        return {"points": points, "turned": page.get_rotation() % 360}, self._whole_page(page, things)

    def draw(self, index: int, scale: float) -> tuple[Head, bytes, Pixels]:
        """Return the pixels of a page."""
        page = self._document[index]
        bitmap = page.render(scale=scale, rev_byteorder=True, draw_annots=True)
        size, channels = (bitmap.width, bitmap.height), bitmap.n_channels
        mode = {1: "L", 3: "RGB", 4: "RGBX"}[channels]
        return {"mode": mode, "size": size}, b"", Rows(bitmap.buffer, size, channels, bitmap.stride)

    def _whole_page(self, page: Any, things: list[Any]) -> bytes:
        """Return the JPEG that is all there is on a page, upright, from edge to edge; nothing: render it."""
        if len(things) != 1 or not isinstance(things[0], self._lib.PdfImage):
            return b""
        if self._is_shown_otherwise or self._raw.FPDFPage_GetAnnotCount(page):
            return b""
        image = things[0]
        if self._raw.FPDFClipPath_CountPaths(self._raw.FPDFPageObj_GetClipPath(image)) > 0:
            return b""
        if self._filters(image) != ["DCTDecode"] or self._raw.FPDFPageObj_HasTransparency(image):
            return b""
        plain = (self._raw.FPDF_COLORSPACE_DEVICEGRAY, self._raw.FPDF_COLORSPACE_DEVICERGB)
        if not _fills(image, page) or image.get_metadata().colorspace not in plain:
            return b""
        return bytes(image.get_data())

    def _filters(self, image: Any) -> list[str]:
        """Return how the picture is coded; nothing where a name of it is no text."""
        try:
            return list(image.get_filters())
        except UnicodeDecodeError:
            return []


def _fills(image: Any, page: Any) -> bool:
    """Whether the picture lies upright on the page, and shows from edge to edge."""
    a, b, c, d, e, f = image.get_matrix().get()
    left, bottom, right, top = page.get_cropbox()
    wide, high = right - left, top - bottom
    off = (a - wide, b, c, d - high, e - left, f - bottom)
    return all(abs(by) <= FITS * min(wide, high) for by in off)


def _bits(image: Any) -> int:
    """Return how many bits the picture takes, decoded; scanners lay masks of one bit a pixel over a page."""
    width, height = image.get_px_size()
    return int(width * height * (image.get_metadata().bits_per_pixel or BITS_PER_PIXEL))


class Rows:
    """Pixels whose rows are padded, as a library's own picture has them."""

    def __init__(self, data: Any, size: tuple[int, int], channels: int, stride: int) -> None:
        """Take the picture's memory, its width and height, and the bytes from one row to the next."""
        self._data = memoryview(data).cast("B")
        self._row, self._height, self._stride = size[0] * channels, size[1], stride
        self.length = self._row * self._height

    def parts(self) -> Iterator[bytes | memoryview]:
        """Yield the rows."""
        for start in range(0, self._height * self._stride, self._stride):
            yield self._data[start : start + self._row]


# --- TIFF and HEIC -----------------------------------------------------------------------------------


class Tiff:
    """A TIFF, which the library turns upright itself."""

    def __init__(self, content: bytes, order: Head) -> None:
        """Open it, within the limits of what is ordered."""
        import warnings

        from PIL import Image

        warnings.simplefilter("ignore")
        self._picture = Image.open(io.BytesIO(content), formats=["TIFF"])

    def count(self) -> int:
        """Return how many pages it has."""
        return int(getattr(self._picture, "n_frames", 1))

    def look(self, index: int) -> tuple[Head, bytes]:
        """Return the size of a page, and the JPEG that is all of it."""
        self._picture.seek(index)
        return {"size": self._picture.size}, b""

    def draw(self, index: int, scale: float) -> tuple[Head, bytes, Pixels]:
        """Return the pixels of a page."""
        self._picture.seek(index)
        self._picture.load()
        picture = _plain(self._picture)
        tags = getattr(self._picture, "tag_v2", {})
        head = {
            "mode": picture.mode,
            "size": picture.size,
            "bits": int(tags.get(BITS_PER_SAMPLE, (16,))[0]),
            "white_is_zero": tags.get(PHOTOMETRIC) == WHITE_IS_ZERO,
        }
        return head, bytes(self._picture.info.get("icc_profile") or b""), Bands(picture)


def _plain(picture: Any) -> Any:
    if picture.mode in AS_THEY_ARE and "transparency" not in picture.info:
        return picture
    try:
        return picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    except ValueError as error:
        raise RefusedError(f"unknown_pixels {picture.mode}") from error


class Bands:
    """The pixels of Pillow's picture."""

    def __init__(self, picture: Any) -> None:
        """Take the picture, decoded."""
        self._picture = picture
        width, height = picture.size
        self.length = len(picture.crop((0, 0, 1, 1)).tobytes()) * width * height

    def parts(self) -> Iterator[bytes | memoryview]:
        """Yield some rows at once."""
        width, height = self._picture.size
        for top in range(0, height, ROWS):
            yield self._picture.crop((0, top, width, min(top + ROWS, height))).tobytes()


class Heif:
    """A HEIC, which the library turns upright itself: its first picture alone is read."""

    def __init__(self, content: bytes, order: Head) -> None:
        """Open it, within the limits of what is ordered."""
        import pi_heif

        self._picture = pi_heif.open_heif(content, convert_hdr_to_8bit=True)

    def count(self) -> int:
        """Return how many pages it has."""
        return 1

    def look(self, index: int) -> tuple[Head, bytes]:
        """Return the size of a page, and the JPEG that is all of it."""
        return {"size": self._picture.size}, b""

    def draw(self, index: int, scale: float) -> tuple[Head, bytes, Pixels]:
        """Return the pixels of a page."""
        picture = self._picture
        pixels = Rows(picture.data, picture.size, len(picture.mode), picture.stride)
        head = {"mode": picture.mode, "size": picture.size}
        return head, bytes(picture.info.get("icc_profile") or b""), pixels


OPENERS: dict[str, Callable[[bytes, Head], Opened]] = {"PDF": Pdf, "TIFF": Tiff, "HEIC": Heif}

if __name__ == "__main__":
    sys.excepthook = lambda *_: None  # the parent sees that this process has ended
    main()
