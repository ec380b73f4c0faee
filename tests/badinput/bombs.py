"""Small files that ask for any time or memory: what each of them costs shows only when it is opened."""

import io
import struct
import zlib
from collections.abc import Callable

from PIL import Image as PillowImage

from tests.service.hostile.documents import PAGES, page, pdf

Bomb = Callable[[], bytes]
FORM = "/Type /XObject /Subtype /Form /BBox [0 0 300 300]"
SIZE = "/MediaBox [0 0 300 300]"
MANY = 1_000_000


def packed_in(*contents: bytes) -> bytes:
    """Return contents packed as one stream, repeated parts taking next to nothing."""
    return zlib.compress(b"".join(contents), 9)


def stream(content: bytes, more: str = "", filters: str = "/FlateDecode") -> bytes:
    """Return a PDF's stream of packed content."""
    head = f"<< /Length {len(content)} /Filter {filters} {more} >>\nstream\n".encode()
    return head + content + b"\nendstream"


def _page_of(drawing: bytes, resources: str, *objects: bytes) -> bytes:
    """Return a PDF of one page; its drawing is object 4, what it names begins with object 5."""
    page_object = page(f"{SIZE} /Contents 4 0 R /Resources << {resources} >>")
    return pdf([PAGES, page_object, stream(packed_in(drawing)), *objects])


def _form(drawing: bytes, child: int, more: str = "") -> bytes:
    return stream(packed_in(drawing), f"{FORM} /Resources << /XObject << /F {child} 0 R >> >> {more}")


def forms_in_forms() -> bytes:
    """Twelve forms, each of which shows the next one twelve times."""
    forms = [_form(b"/F Do " * 12, number + 1) for number in range(5, 16)]
    return _page_of(b"/F Do " * 12, "/XObject << /F 5 0 R >>", *forms, _form(b"0 0 9 9 re f", 16))


def deflated_twice() -> bytes:
    """A drawing of 4 GB, packed twice."""
    packer, block = zlib.compressobj(9, zlib.DEFLATED, -15), b"0 0 5 5 re f\n" * 2**16
    part = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)  # understood wherever it stands
    once = b"\x78\xda" + part * (2**32 // len(block)) + packer.flush()
    twice = zlib.compress(once, 9)
    return pdf([PAGES, page(f"{SIZE} /Contents 4 0 R"), stream(twice, "", "[/FlateDecode /FlateDecode]")])


def tiling_pattern() -> bytes:
    """A page filled with tiles of a millionth of its side, each of them a drawing."""
    tile = stream(
        packed_in(b"0 0 m 1 1 l S " * 2000),
        "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 300 300] /XStep 0.0003 "
        "/YStep 0.0003 /Resources << >>",
    )
    return _page_of(b"/Pattern cs /P scn 0 0 300 300 re f", "/Pattern << /P 5 0 R >>", tile)


def groups_in_groups() -> bytes:
    """Transparent groups, each the size of the page and each showing two more."""
    group = "/Group << /S /Transparency /I true /K true >>"
    states = "/ExtGState << /G << /ca 0.5 /BM /Luminosity >> >>"
    groups = [_form(b"/G gs /F Do /F Do", number + 1, group) for number in range(5, 29)]
    return _page_of(b"/G gs /F Do", f"{states} /XObject << /F 5 0 R >>", *groups, _form(b"", 29))


def soft_masks() -> bytes:
    """A drawing through a mask, which is drawn through a mask, and so on."""
    mask = "/ExtGState << /M << /SMask << /S /Luminosity /G {} 0 R >> /ca 0.9 >> >>"
    named = f"{FORM} /Group << /S /Transparency /CS /DeviceRGB >>"
    drawing = packed_in(b"/M gs 0 0 300 300 re f " * 3)
    masks = [
        stream(drawing, f"{named} /Resources << {mask.format(number + 1)} >>") for number in range(5, 25)
    ]
    return _page_of(b"/M gs 0 0 300 300 re f " * 3, mask.format(5), *masks, stream(packed_in(b""), named))


def dashes() -> bytes:
    """Lines of dashes a millionth of a point long."""
    return _page_of(b"[0.000001] 0 d 9 w 1 J " + b"0 0 m 300 300 250 9 7 290 c S " * 1000, "")


def pictures_on_pictures() -> bytes:
    """A picture of all pixels that are let in, shown a hundred thousand times."""
    entries = "/Type /XObject /Subtype /Image /Width 7900 /Height 7900 /ColorSpace /DeviceGray"
    picture = stream(packed_in(bytes(7900 * 7900)), f"{entries} /BitsPerComponent 8")
    form = f"{FORM} /Resources << /XObject << /Im 5 0 R >> >>"
    many = stream(packed_in(b"q 290 7 7 290 0 0 cm /Im Do Q " * 400), form)
    return _page_of(b"/F Do " * 100, "/XObject << /F 6 0 R >>", picture, many)


def function_shading() -> bytes:
    """Areas in colours that a long program computes for each of their points."""
    program = b"{ " + b"sin exch cos exch " * 20_000 + b"pop dup dup }"
    function = stream(packed_in(program), "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]")
    shading = b"<< /ShadingType 1 /ColorSpace /DeviceRGB /Matrix [300 0 0 300 0 0] /Function 5 0 R >>"
    return _page_of(b"/S sh " * 50, "/Shading << /S 6 0 R >>", function, shading)


def glyphs_of_glyphs() -> bytes:
    """Letters that are drawings of a thousand such letters."""
    fonts = []
    for number in range(5, 13):
        glyph = packed_in(b"1000 0 d0 BT /F 1 Tf (" + b"a" * 1000 + b") Tj ET")
        fonts.append(
            f"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] "
            f"/FirstChar 97 /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> "
            f"/CharProcs << /a {number + 8} 0 R >> "
            f"/Resources << /Font << /F {min(number + 1, 12)} 0 R >> >> >>".encode()
        )
        fonts.append(stream(glyph))
    ordered = fonts[::2] + fonts[1::2]
    return _page_of(b"BT /F 9 Tf (" + b"a" * 1000 + b") Tj ET", "/Font << /F 5 0 R >>", *ordered)


def endless_path() -> bytes:
    """One line of millions of bends, filled and stroked."""
    return _page_of(b"3 w 0 0 m " + b"7 290 290 7 150 150 c " * MANY + b"B", "")


def annotations() -> bytes:
    """Notes beyond number, each drawn as the same long drawing."""
    look = stream(packed_in(b"0 0 300 300 re f " * 20_000), FORM)
    note = b"<< /Type /Annot /Subtype /Stamp /Rect [0 0 300 300] /F 4 /AP << /N 5 0 R >> >>"
    notes = " ".join(["6 0 R"] * 20_000)
    page_object = page(f"{SIZE} /Contents 4 0 R /Annots [{notes}]")
    return pdf([PAGES, page_object, stream(packed_in(b"")), look, note])


def table_of_all_numbers() -> bytes:
    """A table of the document's objects that promises two thousand million of them."""
    table = zlib.compress(zlib.compress(bytes(2**28), 9), 9)
    entries = "/Type /XRef /Size 2147483647 /W [1 8 8] /Root 1 0 R"
    begin = b"%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
    at = len(begin)
    body = b"9 0 obj\n" + stream(table, entries, "[/FlateDecode /FlateDecode]") + b"\nendobj\n"
    return begin + body + b"startxref\n%d\n%%%%EOF" % at


def tiff_that_returns() -> bytes:
    """A TIFF whose list of pages never ends, each of them all that is let in."""
    file = io.BytesIO()
    PillowImage.new("1", (7900, 7900)).save(file, "TIFF", compression="tiff_adobe_deflate")
    content = bytearray(file.getvalue())
    (first,) = struct.unpack("<I", content[4:8])
    (count,) = struct.unpack("<H", content[first : first + 2])
    step = 2 + 12 * count + 4
    many = 60_000
    listed = bytes(content[first : first + step - 4])
    begin = len(content)
    chain = b"".join(listed + struct.pack("<I", begin + (at + 1) * step) for at in range(many))
    content[4:8] = struct.pack("<I", begin)
    return bytes(content) + chain[:-4] + struct.pack("<I", 0)


def jpeg_of_many_scans() -> bytes:
    """A JPEG of 16 megapixels that is drawn over and over, each time for fourteen bytes."""
    file = io.BytesIO()
    PillowImage.new("RGB", (4000, 4000), "white").save(file, "JPEG", progressive=True)
    jpeg = file.getvalue()
    last = jpeg.rindex(b"\xff\xda")
    return jpeg[:-2] + jpeg[last:-2] * 20_000 + jpeg[-2:]


BOMBS: dict[str, Bomb] = {
    "forms in forms.pdf": forms_in_forms,
    "deflated twice.pdf": deflated_twice,
    "tiling pattern.pdf": tiling_pattern,
    "groups in groups.pdf": groups_in_groups,
    "soft masks.pdf": soft_masks,
    "dashes.pdf": dashes,
    "pictures on pictures.pdf": pictures_on_pictures,
    "function shading.pdf": function_shading,
    "glyphs of glyphs.pdf": glyphs_of_glyphs,
    "endless path.pdf": endless_path,
    "annotations.pdf": annotations,
    "table of all numbers.pdf": table_of_all_numbers,
    "list that returns.tiff": tiff_that_returns,
    "many scans.jpg": jpeg_of_many_scans,
}
