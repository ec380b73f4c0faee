"""Documents of several pages, and HEIC: opened page by page, each as faithful as its file."""

import io
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image as PillowImage

from tests.vision.decode.refused import reason_of
from tests.vision.decode.test_pictures import BLUE, RED, colour_at, is_near
from tests.vision.files import HEIGHT, WIDTH, corner_marked, encoded, pdf_of
from vision import decode_photo, open_pages, open_photo
from vision.decode import limits
from vision.decode.pdf import RENDERED_SIDE

HEIC = Path(__file__).with_name("heic")
JPEG = encoded(corner_marked(), "JPEG", quality=95)


def test_a_page_that_is_one_jpeg_is_that_jpeg() -> None:
    (page,) = open_pages(pdf_of(JPEG))

    assert (page.kind, page.page) == ("PDF", 1)
    assert np.array_equal(page.image(), decode_photo(JPEG))


@pytest.mark.parametrize(
    ("rotate", "left", "right"),
    [
        (90, "top right", "bottom right"),
        (180, "bottom right", "bottom left"),
        (270, "bottom left", "top left"),
    ],
)
def test_a_turned_page_is_turned(rotate: int, left: str, right: str) -> None:
    photo = open_photo(pdf_of(JPEG, rotate=rotate))

    assert (photo.width, photo.height) == ((WIDTH, HEIGHT) if rotate == 180 else (HEIGHT, WIDTH))
    assert is_near(colour_at(photo.image(), left), RED)
    assert is_near(colour_at(photo.image(), right), BLUE)


def test_the_exif_of_a_jpeg_in_a_page_turns_nothing() -> None:
    exif = PillowImage.Exif()
    exif[0x0112] = 6

    image = decode_photo(pdf_of(encoded(corner_marked(), "JPEG", exif=exif)))

    assert image.shape == (HEIGHT, WIDTH, 3)
    assert is_near(colour_at(image, "top left"), RED)


@pytest.mark.parametrize(
    "place",
    [
        {"a": 80.0},
        {"e": 40.0},
        {"a": -160.0, "e": 160.0},
        {"a": 0.0, "b": 130.0, "c": -160.0, "d": 0.0, "e": 160.0},
    ],
    ids=["narrow", "aside", "mirrored", "turned"],
)
def test_a_jpeg_that_is_not_the_page_as_it_is_seen_is_rendered(place: dict[str, float]) -> None:
    photo = open_photo(pdf_of(JPEG, **place))  # type: ignore[arg-type]

    assert (photo.width, photo.height) == (RENDERED_SIDE, round(RENDERED_SIDE * 130 / 160))
    assert photo.image_at(800).shape[1] == pytest.approx(RENDERED_SIDE / 4, abs=2)


def test_a_mirrored_jpeg_is_mirrored() -> None:
    image = open_photo(pdf_of(JPEG, a=-160.0, e=160.0)).image_at(800)

    assert is_near(colour_at(image, "top right"), RED)
    assert is_near(colour_at(image, "top left"), BLUE)


def test_a_cropped_page_shows_what_the_crop_leaves() -> None:
    cropped = pdf_of(JPEG).replace(b"/Rotate 0", b"/CropBox [0 0 80 130] /Rotate 0", 1)

    image = open_photo(cropped).image_at(800)

    assert is_near(colour_at(image, "top left"), RED)
    assert is_near(colour_at(image, "top right"), (128, 128, 128))


def test_a_jpeg_of_printers_inks_is_rendered() -> None:
    inks = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    page = encoded(PillowImage.fromarray(inks, "CMYK"), "JPEG")

    assert open_photo(pdf_of(page)).width == RENDERED_SIDE


def test_a_page_of_any_size_is_rendered_at_a_bounded_one() -> None:
    for side in (20.0, 14000.0):
        photo = open_photo(pdf_of(JPEG, size=(side, side), a=side / 2))

        assert (photo.width, photo.height) == (RENDERED_SIDE, RENDERED_SIDE)


def test_pages_come_in_order_with_their_numbers() -> None:
    blank = encoded(np.full((HEIGHT, WIDTH, 3), 255, np.uint8), "JPEG")

    pages = list(open_pages(pdf_of(blank, JPEG, blank)))

    assert [page.page for page in pages] == [1, 2, 3]
    assert [int(page.image()[20, 20, 1]) < 60 for page in pages] == [False, True, False]


def test_a_long_document_is_opened_one_page_at_a_time() -> None:
    pages = open_pages(pdf_of(*[JPEG] * 60))

    assert len(pages) == 60
    assert pages[59].page == 60


def test_where_a_single_photo_is_wanted_a_document_is_refused() -> None:
    assert reason_of(pdf_of(JPEG, JPEG)) == "several_pages"


def test_a_tiff_of_several_pages_is_a_document_and_of_one_a_photo() -> None:
    first, second = (PillowImage.new("RGB", (WIDTH, HEIGHT), colour) for colour in (RED, BLUE))
    both = encoded(first, "TIFF", save_all=True, append_images=[second])

    pages = open_pages(both)

    assert [page.page for page in pages] == [1, 2]
    assert is_near(colour_at(pages[1].image(), "top left"), BLUE, 2)
    assert is_near(colour_at(pages[0].image(), "top left"), RED, 2)
    assert open_photo(encoded(first, "TIFF")).page is None


def test_a_locked_pdf_is_reported_from_a_damaged_one() -> None:
    locked = pdf_of(JPEG).replace(
        b"trailer <<",
        b"trailer << /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (%s) /U (%s) >> /ID [(a) (a)] "
        % (b"o" * 32, b"u" * 32),
    )

    assert reason_of(locked) == "locked_pdf"
    assert reason_of(b"%PDF-1.4\nnothing more") == "damaged_pdf"


def test_a_picture_whose_coding_has_no_name_in_text_is_rendered() -> None:
    named = pdf_of(JPEG)
    (page,) = open_pages(named.replace(b"/DCTDecode", b"/DCTDec\x93de"))

    assert b"/DCTDecode" in named
    assert page.image().ndim == 3


def test_a_pdf_without_pages_is_refused() -> None:
    file = io.BytesIO()
    with pdfium.PdfDocument.new() as empty:
        empty.save(file)

    assert reason_of(file.getvalue()) in {"no_pages", "damaged_pdf"}  # releases of the library differ


def test_a_document_of_too_many_pages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PAGES", 2)

    assert reason_of(pdf_of(JPEG, JPEG, JPEG)) == "too_many_pages"


def test_a_page_whose_picture_is_a_bomb_is_refused_before_it_is_rendered() -> None:
    bomb = JPEG.replace(bytes([HEIGHT >> 8, HEIGHT & 255, WIDTH >> 8, WIDTH & 255]), b"\x4e\x20\x4e\x20", 1)
    document = (
        pdf_of(JPEG, a=80.0)
        .replace(JPEG, bomb)
        .replace(b"/Width 320 /Height 260", b"/Width 20000 /Height 20000")
    )

    assert reason_of(document) == "too_many_pixels"


def test_a_scan_of_one_bit_a_pixel_counts_by_its_bits() -> None:
    scan = encoded(PillowImage.new("1", (9000, 9000), 1), "PDF")

    assert open_photo(scan).width == RENDERED_SIDE


@pytest.mark.parametrize(
    ("name", "size", "left", "right"),
    [
        ("upright", (WIDTH, HEIGHT), "top left", "top right"),
        ("orientation-3", (WIDTH, HEIGHT), "bottom right", "bottom left"),
        ("orientation-6", (HEIGHT, WIDTH), "top right", "bottom right"),
    ],
)
def test_a_heic_is_turned_once(name: str, size: tuple[int, int], left: str, right: str) -> None:
    photo = open_photo((HEIC / f"{name}.heic").read_bytes())

    assert (photo.width, photo.height, photo.kind) == (*size, "HEIC")
    assert photo.image().shape == (*size[::-1], 3)
    assert is_near(colour_at(photo.image(), left), RED, 30)
    assert is_near(colour_at(photo.image(), right), BLUE, 30)
