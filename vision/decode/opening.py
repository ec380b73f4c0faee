"""Opening a file: which kind it is, how many pages it has, and each page as a photo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

from engine.sentence import Sentence
from vision.decode.composed import open_composed
from vision.decode.limits import HEAD_BYTES, Kind, check_bytes, kind_of, not_a_photo, refusal
from vision.decode.pdf import open_pdf
from vision.decode.photo import Photo
from vision.decode.pictures import open_picture
from vision.image import Image


@dataclass(frozen=True)
class Pages(Sequence[Photo]):
    """The pages of a file, each opened when it is asked for and kept no longer than it is used."""

    total: int
    open_page: Callable[[int], Photo]
    """Opens a page, counted from 0."""
    numbered: bool = False
    """Whether the file is a document whose pages have numbers, and not just a photo."""

    def __len__(self) -> int:
        """Return how many there are."""
        return self.total

    @overload
    def __getitem__(self, index: int) -> Photo: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Photo]: ...
    def __getitem__(self, index: int | slice) -> Photo | Sequence[Photo]:
        """Open a page, counted from 0; one that is damaged does not close the others.

        Raises:
            PhotoDecodeError: this page cannot be opened.
        """
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self.total))]
        place = range(self.total)[index]
        photo = self.open_page(place)
        photo.page = place + 1 if self.numbered else None
        return photo


def open_pages(photo: bytes) -> Pages:
    """Open a file of one or several pages: JPEG, PNG, WebP, HEIC, TIFF or PDF.

    Nothing is decoded yet, and limits on bytes, pages and pixels are checked before anything is.

    What PDF, TIFF and HEIC cost cannot be known beforehand: each is opened by another process, which this
    starts (of the same Python, with none of the environment's secrets) and which ends when the pages are no
    longer used. A page may take 5 s of the processor (HEIC 7) and 768 MiB there; beyond, it is refused as
    `too_demanding`, and so is all that is left of a document after two such pages. JPEG,
    PNG and WebP start nothing.

    Raises:
        PhotoDecodeError: with reason `empty_file`, `too_many_bytes`, `not_a_photo`, `damaged_photo`,
            `too_many_pixels`, `too_small`, `locked_pdf`, `damaged_pdf`, `no_pages`,
            `too_many_pages` or `too_demanding`.
        ModelError: the other process cannot be started, which is no fault of the file.
        TypeError: `photo` is a path or a picture, not bytes.
    """
    if not isinstance(photo, bytes | bytearray | memoryview):
        raise TypeError(
            "a photo is the bytes of its file, as Path.read_bytes() gives them, "
            f"not {type(photo).__name__}; what is decoded already is read by read_image"
        )
    photo = bytes(photo)
    head = photo[:HEAD_BYTES]
    check_bytes(len(photo), head)
    kind = kind_of(head)
    if kind is None:
        raise not_a_photo(head)
    if kind is Kind.PDF:
        return Pages(*open_pdf(photo), numbered=True)
    if kind in (Kind.TIFF, Kind.HEIF):
        count, open_page = open_composed(photo, kind)
        return Pages(count, open_page, numbered=count > 1)
    return _single(open_picture(photo, kind))


def open_photo(photo: bytes) -> Photo:
    """Open a file of a single picture.

    Raises:
        PhotoDecodeError: as `open_pages`, or with reason `several_pages`.
    """
    pages = open_pages(photo)
    if len(pages) > 1:
        raise refusal(
            "several_pages",
            Sentence("The file has %(pages)s pages, and a single photo is wanted.", pages=len(pages)),
            "Read the document with `surveyor read`, or send each page as a photo.",
        )
    return pages[0]


def decode_photo(photo: bytes) -> Image:
    """Decode a file of a single picture to an upright RGB picture.

    Raises:
        PhotoDecodeError: as `open_photo`, or where the pixels are damaged.
    """
    return open_photo(photo).image()


def _single(photo: Photo) -> Pages:
    return Pages(1, lambda index: photo)
