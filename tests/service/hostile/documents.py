"""PDFs that promise more than is good."""

import zlib
from collections.abc import Iterator, Sequence

from tests.vision.files import pdf_of

BOMB = 100_000_000  # bytes that a few thousand unpack to
DRAWN = 4_000_000  # bytes of a drawing, which take a thousand times as long


def bad_documents(jpeg: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield names and bytes.

    Args:
        jpeg: a good photo.
    """
    for box in ("0 0 1e9 1e9", "0 0 14400 1", "0 0 0 0", "0 0 NaN 5"):
        yield f"page of {box}.pdf", pdf([PAGES, page(f"/MediaBox [{box}]")])
    yield "count.pdf", pdf(["<< /Type /Pages /Kids [3 0 R] /Count 999999999 >>", page()])
    yield "negative count.pdf", pdf(["<< /Type /Pages /Kids [3 0 R] /Count -7 >>", page()])
    yield "many pages.pdf", _many_pages(5000)
    yield "pages all one.pdf", pdf([f"<< /Type /Pages /Kids [{'3 0 R ' * 2}] /Count 2 >>", page()])[:-1]
    yield "deep tree.pdf", _deep_tree(3000)
    yield "own child.pdf", pdf(["<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>"])
    yield "locked.pdf", _locked(pdf([PAGES, page()]))
    yield "drawing.pdf", _drawing_of(DRAWN)
    twice = zlib.compress(zlib.compress(bytes(BOMB), 9), 9)
    yield "twice packed.pdf", _drawing(twice, "[/FlateDecode /FlateDecode]")
    yield "many filters.pdf", _drawing(b"00" * 50, "[" + "/ASCIIHexDecode " * 500 + "]")
    yield "picture of 30000.pdf", _picture(30_000, 30_000)
    yield "picture of 2147483647.pdf", _picture(2**31 - 1, 2**31 - 1)
    yield "picture of all that is let in.pdf", _picture(8000, 8000)
    yield "form in itself.pdf", _form_in_itself()
    yield "forms in forms.pdf", _doubling_forms(12)
    yield "script.pdf", pdf([PAGES, page()], "/OpenAction << /S /JavaScript /JS (app.alert(1)) >>")
    yield "nested lists.pdf", pdf([PAGES, page("/A " + "[" * 20_000)])
    yield "table that returns.pdf", b"%PDF-1.4\ntrailer << /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF"
    yield "rotated.pdf", pdf_of(jpeg, rotate=45)
    yield "far too tall.pdf", pdf_of(jpeg, size=(1, 14000))
    yield "behind a kilobyte.pdf", b" " * 1020 + pdf_of(jpeg)


def long_documents() -> Iterator[tuple[str, bytes]]:
    """Yield PDFs that take a worker's life, or all its time."""
    yield "long drawing.pdf", _drawing_of(BOMB)
    yield "forms in forms without an end.pdf", _doubling_forms(24)


PAGES = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"


def page(more: str = "/MediaBox [0 0 3000 99]") -> str:
    """Return the object of a page; one so narrow is refused before it is drawn."""
    return f"<< /Type /Page /Parent 2 0 R {more} >>"


def pdf(objects: Sequence[str | bytes], more: str = "") -> bytes:
    """Return a PDF of a catalogue, with more in it if wanted, and of these objects from the second on."""
    bodies = [f"<< /Type /Catalog /Pages 2 0 R {more} >>", *objects]
    file, places = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(file))
        body = body.encode() if isinstance(body, str) else body
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(bodies) + 1, len(file))
    return file + b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1) + table + end


def _stream(content: bytes, filters: str, more: str = "") -> bytes:
    head = f"<< /Length {len(content)} /Filter {filters} {more} >>\nstream\n".encode()
    return head + content + b"\nendstream"


def _drawing(content: bytes, filters: str) -> bytes:
    return pdf([PAGES, page("/MediaBox [0 0 300 300] /Contents 4 0 R"), _stream(content, filters)])


def _drawing_of(size: int) -> bytes:
    return _drawing(zlib.compress(b"0 0 5 5 re f " * (size // 13), 9), "/FlateDecode")


def _picture(width: int, height: int) -> bytes:
    entries = f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray"
    pixels = _stream(zlib.compress(bytes(10_000)), "/FlateDecode", f"{entries} /BitsPerComponent 8")
    drawing = _stream(zlib.compress(b"300 0 0 300 0 0 cm /Im Do"), "/FlateDecode")
    resources = "/Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >>"
    return pdf([PAGES, page(f"/MediaBox [0 0 300 300] {resources}"), drawing, pixels])


def _form(number: int, drawing: bytes, child: int) -> bytes:
    resources = f"/Resources << /XObject << /F {child} 0 R >> >>"
    entries = f"/Type /XObject /Subtype /Form /BBox [0 0 300 300] {resources}"
    return _stream(zlib.compress(drawing), "/FlateDecode", entries)


def _form_in_itself() -> bytes:
    resources = "/Contents 4 0 R /Resources << /XObject << /F 4 0 R >> >>"
    return pdf([PAGES, page(f"/MediaBox [0 0 300 300] {resources}"), _form(4, b"/F Do", 4)])


def _doubling_forms(depth: int) -> bytes:
    resources = "/Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >>"
    forms = [_form(number, b"/F Do /F Do", number + 1) for number in range(4, 4 + depth)]
    return pdf(
        [PAGES, page(f"/MediaBox [0 0 300 300] {resources}"), *forms, _form(4 + depth, b"", 4 + depth)]
    )


def _many_pages(count: int) -> bytes:
    kids = " ".join(f"{number} 0 R" for number in range(3, 3 + count))
    return pdf([f"<< /Type /Pages /Kids [{kids}] /Count {count} >>", *[page()] * count])


def _deep_tree(depth: int) -> bytes:
    nodes = [
        f"<< /Type /Pages /Kids [{number + 1} 0 R] /Count 1 /Parent {max(2, number - 1)} 0 R >>"
        for number in range(2, 2 + depth)
    ]
    return pdf([*nodes, page()])


def _locked(document: bytes) -> bytes:
    lock = b"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >> /ID [<00> <00>] >>\nstartxref"
    return document.replace(b">>\nstartxref", lock % (b"41" * 32, b"42" * 32))
