"""Limits of input files: their kinds, bytes, pixels and pages."""

from enum import StrEnum

from engine.sentence import Sentence, later
from vision.errors import PhotoDecodeError, Reason

MAX_PHOTO_BYTES = 64 * 1024 * 1024
MAX_DOCUMENT_BYTES = 256 * 1024 * 1024  # a PDF or TIFF of many scanned pages
MAX_PHOTO_PIXELS = 64_000_000  # larger than most phones' full frame; a bomb beyond it is never decoded
MAX_SCANS_OF_PIXELS = 1_500_000_000  # passes over a JPEG, times its pixels; cameras make 1 to 12
MAX_PAGES = 400
MIN_PHOTO_SIDE = 240  # below this a square of the map is under 12 px and nothing drawn can be recognised
HEAD_BYTES = 1024  # of a file, by which its kind is recognised; readers of PDF look so far for its mark
HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
AT_NORMAL_SIZE = later("Send the photo at the phone's normal size.")
AT_300_DOTS = later("Scan the sheets at 300 dots an inch.")
MOST_DEATHS = 2  # pages of a document that ask too much; the others are not tried then
TOO_DEMANDING = Reason(
    "too_demanding",
    "Opening this takes more time or memory than there is for one page.",
    "Send a photo of the sheet, as JPEG.",
)


class Kind(StrEnum):
    """The kinds of files that are read."""

    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"
    HEIF = "HEIC"
    TIFF = "TIFF"
    PDF = "PDF"


DOCUMENTS = (Kind.PDF, Kind.TIFF)
"""Kinds of files that may have several pages."""
MAX_PIXELS_OF = {Kind.WEBP: 40_000_000}
"""Kinds of which fewer pixels are read, as their decoders hold a picture several times."""


def kind_of(head: bytes) -> Kind | None:
    """Tell a file's kind by its first bytes, whatever its name says; None: none that is read."""
    if head.startswith(b"\xff\xd8\xff"):
        return Kind.JPEG
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return Kind.PNG
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return Kind.WEBP
    if head[4:8] == b"ftyp" and head[8:12] in HEIF_BRANDS:
        return Kind.HEIF
    if head[:4] in (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"):
        return Kind.TIFF
    return Kind.PDF if b"%PDF-" in head[:HEAD_BYTES] else None


def most_bytes(head: bytes) -> int:
    """Return how many bytes a file that begins so may have."""
    return MAX_DOCUMENT_BYTES if kind_of(head) in DOCUMENTS else MAX_PHOTO_BYTES


def check_bytes(size: int, head: bytes) -> None:
    """Refuse a file that is empty or has too many bytes.

    Raises:
        PhotoDecodeError: with reason `empty_file` or `too_many_bytes`.
    """
    if not size:
        raise refusal(
            "empty_file", "The file is empty.", "Send the photo again; the upload may have been cut off."
        )
    most = most_bytes(head)
    if size > most:
        raise refusal(
            "too_many_bytes",
            too_large(round(size / 2**20), most),
            "Send photos as JPEG at the phone's normal size, and long documents in parts.",
        )


def too_large(mebibytes: int | str, most: int) -> Sentence:
    """Return what is said of a file with so many MiB where only `most` bytes are read."""
    return Sentence(
        "The file has %(mebibytes)s MiB; at most %(most)s are read.",
        mebibytes=mebibytes,
        most=most // 2**20,
    )


def check_pixels(width: int, height: int, kind: Kind) -> None:
    """Refuse a picture that promises too many pixels, or has too few to show a map.

    Raises:
        PhotoDecodeError: with reason `too_many_pixels` or `too_small`.
    """
    most = MAX_PIXELS_OF.get(kind, MAX_PHOTO_PIXELS)
    if width * height > most:
        problem = Sentence("The picture has %(width)s x %(height)s pixels.", width=width, height=height)
        raise too_many_pixels(problem, most, AT_300_DOTS if kind in DOCUMENTS else AT_NORMAL_SIZE)
    if min(width, height) < MIN_PHOTO_SIDE:
        raise refusal(
            "too_small",
            Sentence("The picture has only %(width)s x %(height)s pixels.", width=width, height=height),
            "Send the photo at its full size, not a thumbnail.",
        )


def check_scans(scans: int, width: int, height: int) -> None:
    """Refuse a JPEG that is drawn in far too many passes, each of which costs time and no bytes.

    Raises:
        PhotoDecodeError: with reason `too_demanding`.
    """
    if scans * width * height > MAX_SCANS_OF_PIXELS:
        raise PhotoDecodeError(TOO_DEMANDING)


def too_many_pixels(
    what: str, most: int = MAX_PHOTO_PIXELS, advice: str = AT_NORMAL_SIZE
) -> PhotoDecodeError:
    """Return the refusal of a picture that would take too much memory."""
    return refusal(
        "too_many_pixels",
        Sentence("%(problem)s At most %(most)s megapixels are read.", problem=what, most=most // 1_000_000),
        advice,
    )


def check_pages(count: int) -> None:
    """Refuse a document without pages, or with too many.

    Raises:
        PhotoDecodeError: with reason `no_pages` or `too_many_pages`.
    """
    if count < 1:
        raise no_pages()
    if count > MAX_PAGES:
        raise refusal(
            "too_many_pages",
            Sentence(
                "The document has %(pages)s pages; at most %(most)s are read.", pages=count, most=MAX_PAGES
            ),
            "Split the document into parts.",
        )


def no_pages() -> PhotoDecodeError:
    """Return the refusal of an empty document."""
    return refusal("no_pages", "The document has no pages.", "Scan the sheets again.")


def not_a_photo(head: bytes) -> PhotoDecodeError:
    """Return the refusal of a file of another kind, which begins so."""
    if head.lstrip().startswith(b"{"):
        return refusal(
            "not_a_photo",
            "This is a JSON document and no photo.",
            "Score maps and readings with `surveyor score`, or send the photo itself.",
        )
    return refusal(
        "not_a_photo",
        "This is not a picture that can be read (JPEG, PNG, WebP, HEIC, TIFF) nor a PDF.",
        "Take a photo of the sheet, or save it as JPEG.",
    )


def unknown_pixels(mode: str) -> PhotoDecodeError:
    """Return the refusal of a picture of a kind that is not read."""
    return refusal(
        "unknown_pixels",
        Sentence("Pictures with pixels of the kind %(mode)s are not read.", mode=mode),
        "Save the picture as JPEG.",
    )


def damaged() -> PhotoDecodeError:
    """Return the refusal of a picture whose bytes make no sense."""
    return refusal("damaged_photo", "The picture is damaged or cut off.", "Send the photo again.")


def refusal(code: str, message: str, advice: str) -> PhotoDecodeError:
    """Return the error of a file that is not let in."""
    return PhotoDecodeError(Reason(code, message, advice))
