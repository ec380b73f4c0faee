"""PDFs and zips that are damaged, locked, or promise more than is good."""

import io
import zlib
from functools import cache

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tests.badinput.bases import bases, some_base, whole_files, whole_zip
from tests.badinput.files import Made, Rng, pick
from tests.badinput.harm import HARMS
from tests.service.hostile.documents import bad_documents, page, pdf
from tests.service.hostile.zips import PATHS, bad_zips, zip_of
from tests.vision.files import pdf_of

BOXES = (0, -1, 1, 0.001, 72, 300, 14400, 1e9, -1e9)


@cache
def _promising() -> tuple[bytes, ...]:
    return tuple(content for _, content in bad_documents(whole_files(0)["small jpeg"].content))


def promises(rng: Rng) -> Made:
    """Take one of the PDFs that the service's own tests send, whole or damaged."""
    content = pick(rng, _promising())
    harmed = pick(rng, HARMS)(content, rng) if rng.random() < 0.5 else content
    return Made(harmed, "pdf", bases()[0].rows)


def loops(rng: Rng) -> Made:
    """Let objects of a PDF name one another at random: pages in themselves, lists that return."""
    count = int(rng.integers(3, 30))

    def some() -> str:
        return f"{int(rng.integers(1, count + 2))} 0 R"

    objects: list[str | bytes] = [
        f"<< /Type /Pages /Kids [{some()} 3 0 R] /Count {count} /Parent {some()} >>"
    ]
    for _ in range(count):
        drawing = zlib.compress(b"q 300 0 0 300 0 0 cm /A Do /B Do Q")
        stream = f"/Length {len(drawing)} /Filter /FlateDecode >>\nstream\n".encode() + drawing
        bodies: tuple[str | bytes, ...] = (
            f"<< /Type /Page /Parent {some()} /Contents {some()} /MediaBox {some()} >>",
            page(f"/MediaBox [0 0 300 300] /Contents {some()} /Resources << /XObject << /A {some()} >> >>"),
            f"[{some()} {some()}]",
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources << /XObject << /A "
            + f"{some()} /B {some()} >> >> ".encode()
            + stream
            + b"\nendstream",
            f"<< /Type /Pages /Kids [{some()} {some()}] /Count {int(rng.integers(-3, 9))} >>",
        )
        objects.append(pick(rng, bodies))
    return Made(pdf(objects, f"/Names {some()} /Outlines {some()}"), "pdf")


def pages(rng: Rng) -> Made:
    """Lay a photo on pages of odd boxes and turns: nothing, far too large, the wrong way round."""
    base = some_base(rng)
    box = [pick(rng, BOXES) for _ in range(4)]
    crop = [pick(rng, BOXES) for _ in range(4)]
    whole = pdf_of(base.jpeg, rotate=int(rng.integers(-9, 9)) * 45, size=(abs(box[2]), abs(box[3])))
    if rng.random() < 0.5:
        objects = (
            f"/CropBox [{' '.join(str(x) for x in crop)}] /UserUnit {pick(rng, (0, -1, 1, 7e4))} /Type /Page "
        )
        whole = whole.replace(b"/Type /Page ", objects.encode(), 1)
    return Made(whole, "pdf", base.rows)


def locked(rng: Rng) -> Made:
    """Lock a PDF as programs do, with a password or with none; some damaged on top."""
    base = some_base(rng)
    word = pick(rng, ("", "secret"))
    lock = StandardEncryption(word, "owner", canPrint=0, strength=pick(rng, (40, 128)))
    file = io.BytesIO()
    canvas = Canvas(file, (300, 400), encrypt=lock, invariant=1)
    canvas.drawImage(ImageReader(io.BytesIO(base.jpeg)), 0, 0, 300, 400)
    canvas.save()
    content = file.getvalue()
    return Made(pick(rng, HARMS)(content, rng) if rng.random() < 0.5 else content, "pdf", base.rows)


@cache
def _bad_zips() -> tuple[bytes, ...]:
    return tuple(content for _, content in bad_zips(whole_files(0)["small jpeg"].content))


def zip_promises(rng: Rng) -> Made:
    """Take one of the zips that the service's own tests send, whole or damaged."""
    content = pick(rng, _bad_zips())
    return Made(pick(rng, HARMS)(content, rng) if rng.random() < 0.5 else content, "zip")


def harmed_zip(rng: Rng) -> Made:
    """Damage a good zip."""
    return Made(pick(rng, HARMS)(whole_zip(), rng), "zip")


def zip_names(rng: Rng) -> Made:
    """Pack files under names that lead elsewhere, are no text, or are all the same; zips in zips too."""
    small = whole_files(0)["small jpeg"].content
    contents = (b"", b"no photo", small, zip_of({"a.jpg": small}), rng.bytes(300))
    letters = "a/\\.:\0\x1b\u202e\ud7ff\U0001f4a9 %~<&"
    names = ["a" + "".join(pick(rng, letters) for _ in range(int(rng.integers(1, 30)))) for _ in range(6)]
    files = {name: pick(rng, contents) for name in (*names, pick(rng, PATHS))}
    zipped = zip_of(files)
    for _ in range(int(rng.integers(0, 3))):
        zipped = zip_of({pick(rng, PATHS): zipped})
    return Made(zipped, "zip")
