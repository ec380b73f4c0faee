"""What is refused at the door, before anything is decoded."""

import io
import struct

import numpy as np
import pytest
from PIL import Image as PillowImage

from tests.vision.decode.refused import reason_of
from tests.vision.pictures import huge_png, photo_bytes
from vision import PhotoDecodeError, decode_photo
from vision.decode import MAX_DOCUMENT_BYTES, MAX_PHOTO_BYTES, limits, most_bytes


def test_an_empty_file_is_refused() -> None:
    assert reason_of(b"") == "empty_file"


def test_text_named_jpg_is_refused() -> None:
    assert reason_of(b"Dear organiser, my sheet is attached.\n" * 50) == "not_a_photo"


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.95])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_part_of_a_picture_is_refused(kind: str, share: float) -> None:
    rng = np.random.default_rng(1)
    whole = photo_bytes(rng.integers(0, 255, (400, 500, 3), dtype=np.uint8), kind)

    assert reason_of(whole[: int(len(whole) * share)]) in {"damaged_photo", "not_a_photo"}


@pytest.mark.parametrize("side", [8100, 10000, 20000])
def test_a_picture_of_too_many_pixels_is_refused_by_its_header(side: int) -> None:
    assert reason_of(huge_png(side, side)) == "too_many_pixels"


def test_a_thumbnail_is_refused() -> None:
    assert reason_of(photo_bytes(np.zeros((100, 140, 3), np.uint8))) == "too_small"


def _huge_jpeg(side: int) -> bytes:
    """Return a small JPEG whose header promises so many pixels a side."""
    file = io.BytesIO()
    PillowImage.new("RGB", (300, 400)).save(file, "JPEG")
    return file.getvalue().replace(struct.pack(">HH", 400, 300), struct.pack(">HH", side, side), 1)


@pytest.mark.parametrize("side", [8100, 20000])
def test_a_jpeg_of_too_many_pixels_is_refused_by_its_header(side: int) -> None:
    assert reason_of(_huge_jpeg(side)) == "too_many_pixels"


def _huge_webp(side: int) -> bytes:
    """Return a small WebP whose header promises so many pixels a side."""
    file = io.BytesIO()
    PillowImage.new("RGB", (300, 400)).save(file, "WEBP", lossless=True)
    webp = bytearray(file.getvalue())
    start = webp.index(b"VP8L") + 9
    webp[start : start + 4] = struct.pack("<I", (side - 1) | (side - 1) << 14)
    return bytes(webp)


def test_a_webp_of_more_pixels_than_its_decoder_has_memory_for_is_refused_by_its_header() -> None:
    with pytest.raises(PhotoDecodeError, match=r"6400 x 6400 pixels\. At most 40 megapixels are read"):
        decode_photo(_huge_webp(6400))
    assert reason_of(_huge_webp(6300)) == "damaged_photo"


def test_a_tiff_of_too_many_pixels_is_refused_by_its_header() -> None:
    file = io.BytesIO()
    PillowImage.new("1", (9000, 9000)).save(file, "TIFF", compression="group4")

    assert reason_of(file.getvalue()) == "too_many_pixels"


def test_a_document_may_have_more_bytes_than_a_photo() -> None:
    assert most_bytes(b"%PDF-1.7") == MAX_DOCUMENT_BYTES
    assert most_bytes(b"\xff\xd8\xff\xe0") == MAX_PHOTO_BYTES < MAX_DOCUMENT_BYTES


def test_a_file_of_too_many_bytes_is_refused_unopened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PHOTO_BYTES", 1000)

    assert reason_of(photo_bytes(np.zeros((300, 400, 3), np.uint8))) == "too_many_bytes"
