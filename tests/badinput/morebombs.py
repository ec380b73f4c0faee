"""More small PDFs that ask for any time or memory, each drawn by chance: every one is another size."""

import zlib
from collections.abc import Callable

from tests.badinput.bombs import BOMBS, FORM, SIZE, packed_in, stream
from tests.badinput.files import Made, Rng, pick
from tests.service.hostile.documents import PAGES, page, pdf

IMAGE = "/Type /XObject /Subtype /Image"
SHOWN = b"q 300 0 0 300 0 0 cm /Im Do Q"
Bomb = Callable[[Rng], bytes]


def _many(rng: Rng, least: int, most: int) -> int:
    """Return a number between these, small and large ones alike often."""
    return int(least * (most / least) ** rng.random())


def _page(drawing: bytes, resources: str, *objects: bytes | str) -> bytes:
    page_object = page(f"{SIZE} /Contents 4 0 R /Resources << {resources} >>")
    return pdf([PAGES, page_object, stream(packed_in(drawing)), *objects])


def _picture(content: bytes, entries: str, filters: str) -> bytes:
    return _page(SHOWN, "/XObject << /Im 5 0 R >>", stream(content, f"{IMAGE} {entries}", filters))


def _sides(rng: Rng) -> tuple[int, int]:
    sides = (1, 300, 7900, 8000, 30_000, 65_535, 2**31 - 1)
    return pick(rng, sides), pick(rng, sides)


def run_lengths(rng: Rng) -> bytes:
    """A drawing that is packed by three filters, each of them a hundred times."""
    body = b"\x81\x20" * _many(rng, 100, 3_000_000)
    return pdf(
        [
            PAGES,
            page(f"{SIZE} /Contents 4 0 R"),
            stream(packed_in(body), "", "[/FlateDecode /RunLengthDecode]"),
        ]
    )


def letters_for_zeros(rng: Rng) -> bytes:
    """A drawing in letters, each of which stands for four bytes."""
    letters = packed_in(b"z" * _many(rng, 1000, 60_000_000) + b"~>")
    return pdf([PAGES, page(f"{SIZE} /Contents 4 0 R"), stream(letters, "", "[/FlateDecode /ASCII85Decode]")])


def fax(rng: Rng) -> bytes:
    """A fax of any number of rows, none of which are there."""
    width, height = _sides(rng)
    entries = f"/Width {width} /Height {height} /ColorSpace /DeviceGray /BitsPerComponent 1"
    more = f"/DecodeParms << /K {pick(rng, (-1, 0, 9))} /Columns {width} /Rows {height} >>"
    return _picture(rng.bytes(300) * pick(rng, (1, 1000)), f"{entries} {more}", "/CCITTFaxDecode")


def two_tones(rng: Rng) -> bytes:
    """A JBIG2 picture whose page and regions are larger than what they hold."""
    width, height = _sides(rng)
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    first = bytes(4) + b"\x30\0\1" + (19).to_bytes(4, "big") + size + bytes(11)
    region = size + bytes(8) + b"\0" + b"\0\x03\xff\xfd\xff\x02\xfe\xfe\xfe" + rng.bytes(40)
    second = b"\0\0\0\1" + b"\x26\0\1" + len(region).to_bytes(4, "big") + region
    entries = f"/Width {width} /Height {height} /ColorSpace /DeviceGray /BitsPerComponent 1"
    return _picture(first + second * pick(rng, (1, 300)), entries, "/JBIG2Decode")


def wavelets(rng: Rng) -> bytes:
    """A JPEG 2000 picture of giant sides, or of tiles of a pixel each."""
    width, height = (side.to_bytes(4, "big") for side in _sides(rng))
    tile = pick(rng, (1, 8, 300, 65_535)).to_bytes(4, "big")
    colours = int(pick(rng, (1, 3, 200)))
    size = b"\0\0" + width + height + bytes(8) + tile + tile + bytes(8) + colours.to_bytes(2, "big")
    size += b"\x07\x01\x01" * colours
    code = b"\xff\x52\0\x0c\0\0\0\1\0\5\4\4\0\1" + b"\xff\x5c\0\x13\x40" + b"\x48" * 16
    start = b"\xff\x4f\xff\x51" + (len(size) + 2).to_bytes(2, "big") + size + code
    tiles = b"\xff\x90\0\x0a\0\0\0\0\0\0\0\1\xff\x93" + rng.bytes(60)
    return _picture(start + tiles + b"\xff\xd9", "/Width 300 /Height 300", "/JPXDecode")


def masks(rng: Rng) -> bytes:
    """A picture with a mask, which has a mask, each of all pixels that are let in."""
    side = pick(rng, (300, 3000, 7900))
    entries = f"{IMAGE} /Width {side} /Height {side} /ColorSpace /DeviceGray /BitsPerComponent 8"
    pixels = packed_in(bytes(side * side))
    count = int(rng.integers(2, 6))
    chain = [stream(pixels, f"{entries} /SMask {number + 1} 0 R") for number in range(5, 5 + count)]
    many = b"q 290 7 7 290 0 0 cm /Im Do Q " * _many(rng, 1, 300)
    return _page(many, "/XObject << /Im 5 0 R >>", *chain, stream(pixels, entries))


def colours_of_colours(rng: Rng) -> bytes:
    """A colour that is told by another, that by another, and so on or round about."""
    count = _many(rng, 3, 2000)
    function = "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0] /C1 [1] >>"
    chain: list[bytes | str] = [
        f"[/Separation /A{number} {number + 1} 0 R {function}]" for number in range(5, 5 + count)
    ]
    end: str | bytes = pick(rng, ("/DeviceGray", "5 0 R"))
    return _page(b"/C cs 1 scn 0 0 300 300 re f", "/ColorSpace << /C 5 0 R >>", *chain, end)


def large_functions(rng: Rng) -> bytes:
    """A shading whose colours stand in a table of many dimensions, of which nothing is there."""
    inputs = int(rng.integers(1, 9))
    sizes = " ".join([str(pick(rng, (2, 100, 65_535, 2**31 - 1)))] * inputs)
    entries = f"/FunctionType 0 /Domain [{'0 1 ' * inputs}] /Range [0 1 0 1 0 1] /Size [{sizes}]"
    entries += f" /BitsPerSample {pick(rng, (1, 8, 32))}"
    shading = b"<< /ShadingType 1 /ColorSpace /DeviceRGB /Matrix [300 0 0 300 0 0] /Function 5 0 R >>"
    return _page(b"/S sh " * 20, "/Shading << /S 6 0 R >>", stream(packed_in(bytes(5000)), entries), shading)


def functions_of_functions(rng: Rng) -> bytes:
    """A function made of functions, which are made of functions."""
    depth, width = int(rng.integers(3, 40)), int(rng.integers(2, 12))
    bounds = " ".join(f"{part / width:.4f}" for part in range(1, width))
    nodes = [
        f"<< /FunctionType 3 /Domain [0 1] /Functions [{f'{number + 1} 0 R ' * width}] "
        f"/Bounds [{bounds}] /Encode [{'0 1 ' * width}] >>"
        for number in range(6, 6 + depth)
    ]
    end = "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0] /C1 [1 1 1] >>"
    shading = "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 300 300] /Function 6 0 R >>"
    return _page(b"/S sh ", "/Shading << /S 5 0 R >>", shading, *nodes, end)


def patches(rng: Rng) -> bytes:
    """An area of very many bent patches, each as large as the page."""
    many = rng.bytes(26 * 5) * _many(rng, 10, 60_000)
    entries = "/ShadingType 7 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 "
    entries += "/BitsPerFlag 8 /Decode [0 300 0 300 0 1 0 1 0 1]"
    return _page(b"/S sh ", "/Shading << /S 5 0 R >>", stream(packed_in(many), entries))


def states(rng: Rng) -> bytes:
    """Millions of states put aside and never taken up again."""
    return _page(
        pick(rng, (b"q ", b"q 1 0 0 1 0 0 cm ", b"q 0 0 9 9 re W n ", b"BT ")) * _many(rng, 1000, 3_000_000),
        "",
    )


def inline_pictures(rng: Rng) -> bytes:
    """Pictures within a drawing, of sides that are not there."""
    width, height = _sides(rng)
    image = b"q 300 0 0 300 0 0 cm BI /W %d /H %d /BPC 8 /CS /G /F /Fl ID " % (width, height)
    return _page((image + zlib.compress(bytes(9000)) + b"\nEI Q ") * pick(rng, (1, 200)), "")


def pages_of_pages(rng: Rng) -> bytes:
    """A tree of pages whose every branch is the same two branches again."""
    depth = int(rng.integers(3, 40))
    nodes = [
        f"<< /Type /Pages /Kids [{number + 1} 0 R {number + 1} 0 R] "
        f"/Count {2 ** min(30, depth + 2 - number)} >>"
        for number in range(2, 2 + depth)
    ]
    return pdf([*nodes, page(SIZE)])


def objects_in_objects(rng: Rng) -> bytes:
    """A stream of objects that says that it holds far more than it does, and goes on in itself."""
    count = pick(rng, (2, 30_000, 2**31 - 1))
    entries = f"/Type /ObjStm /N {count} /First {pick(rng, (8, 2**31 - 1))} /Extends 5 0 R"
    held = packed_in(b"6 0 7 3 " * _many(rng, 1, 1_000_000))
    return pdf([PAGES, page(f"{SIZE} /Contents 6 0 R"), "<< >>", stream(held, entries)])


def letters_of_all_numbers(rng: Rng) -> bytes:
    """A font of 65,536 letters whose table of names is said over and over."""
    table = b"begincmap " + b"1 beginbfrange <0000> <ffff> <0000> endbfrange " * _many(rng, 10, 30_000)
    font = "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H "
    font += "/DescendantFonts [6 0 R] /ToUnicode 7 0 R >>"
    widths = f"[0 {2**31 - 1} 9 {'0 65535 5 ' * 500}]"
    wide = f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << >> /W {widths} >>"
    drawing = b"BT /F %d Tf (" % pick(rng, (9, 10**9)) + b"ab" * _many(rng, 10, 100_000) + b") Tj ET"
    return _page(drawing, "/Font << /F 5 0 R >>", font, wide, stream(packed_in(table)))


def clipped(rng: Rng) -> bytes:
    """Thousands of windows, each of a thousand corners and laid within the last."""
    path = b"".join(
        b"%d %d l " % (int(x), int(y)) for x, y in rng.integers(0, 300, (_many(rng, 10, 3000), 2))
    )
    return _page((b"0 0 m " + path + b"W* n ") * _many(rng, 10, 3000) + b"0 0 300 300 re f", "")


def fields_of_fields(rng: Rng) -> bytes:
    """A form whose fields are one another's children, drawn each time anew."""
    count = _many(rng, 3, 300)
    fields = [
        f"<< /FT /Tx /T (a) /V (b) /DA (/Helv 9 Tf) /Rect [0 0 300 300] /Type /Annot /Subtype /Widget "
        f"/Kids [{number + 1} 0 R 4 0 R] >>"
        for number in range(4, 4 + count)
    ]
    page_object = page(f"{SIZE} /Annots [{' '.join(f'{number} 0 R' for number in range(4, 4 + count))}]")
    return pdf([PAGES, page_object, *fields], "/AcroForm << /Fields [4 0 R] /NeedAppearances true >>")


def heavy_pages(rng: Rng) -> bytes:
    """Several pages, each of which takes its time."""
    drawing = b"3 w 0 0 m " + b"7 290 290 7 150 150 c " * _many(rng, 1000, 200_000) + b"B"
    count = int(rng.integers(2, 8))
    kids = " ".join(["3 0 R"] * count)
    page_object = page(f"{SIZE} /Contents 4 0 R")
    return pdf([f"<< /Type /Pages /Kids [{kids}] /Count {count} >>", page_object, stream(packed_in(drawing))])


def profiles(rng: Rng) -> bytes:
    """A colour profile of nothing, as large as it likes and of colours that there are not."""
    profile = stream(
        packed_in(bytes(_many(rng, 100, 60_000_000))), f"/N {pick(rng, (1, 3, 4, 5, 2**31 - 1))}"
    )
    return _page(b"/C cs 0 0 0 scn 0 0 300 300 re f", "/ColorSpace << /C [/ICCBased 5 0 R] >>", profile)


def palettes(rng: Rng) -> bytes:
    """A picture of a palette with too many colours, or with its own palette's palette."""
    base = pick(rng, ("/DeviceRGB", "[/Indexed /DeviceRGB 3 (abc)]"))
    space = f"[/Indexed {base} {pick(rng, (255, 70_000, 2**31 - 1, -1))} <{'ab' * 400}>]"
    entries = f"/Width 300 /Height 300 /BitsPerComponent 8 /ColorSpace {space}"
    return _picture(packed_in(rng.bytes(90_000)), entries, "/FlateDecode")


def crowded(rng: Rng) -> bytes:
    """Any number of small drawings through a state of blending, one over the other."""
    form = stream(packed_in(b"0 0 300 300 re f "), f"{FORM} /Group << /S /Transparency >>")
    blending = pick(rng, ("/Multiply", "/Hue", "/ColorBurn"))
    states_told = f"/ExtGState << /G << /BM {blending} /ca 0.3 >> >>"
    return _page(b"/G gs " + b"/F Do " * _many(rng, 10, 5000), f"{states_told} /XObject << /F 5 0 R >>", form)


MORE: dict[str, Bomb] = {
    bomb.__name__.replace("_", " "): bomb
    for bomb in (
        run_lengths, letters_for_zeros, fax, two_tones, wavelets, masks, colours_of_colours, large_functions,
        functions_of_functions, patches, states, inline_pictures, pages_of_pages, objects_in_objects,
        letters_of_all_numbers, clipped, fields_of_fields, heavy_pages, profiles, palettes, crowded,
    )
}  # fmt: skip
"""By their names."""


def bomb_of(name: str) -> Callable[[Rng], Made]:
    """Return what makes a bomb of this name: one of these, or one of the fourteen of fixed size."""
    if name in MORE:
        return lambda rng: Made(MORE[name](rng), "pdf")
    return lambda rng: Made(BOMBS[name](), name.rpartition(".")[2])
