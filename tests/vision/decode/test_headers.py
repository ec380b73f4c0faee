"""Files of many small parts, which would take Pillow minutes to go through, are refused by their heads."""

import zlib

import pytest

from tests.vision.files import corner_marked, encoded
from vision import PhotoDecodeError, open_pages
from vision.decode.headers import MAX_CHUNKS, MAX_JUNK, MAX_SEGMENTS

JPEG, PNG = (encoded(corner_marked(), kind) for kind in ("JPEG", "PNG"))
COMMENT = b"\xff\xfe\0\2"
EXIF = b"\xff\xe1\xff\xff" + b"Exif\0\0".ljust(65533, b"\0")


def segments(part: bytes, count: int) -> bytes:
    """Return the JPEG with so many more segments in its head."""
    begins = JPEG.index(b"\xff\xdb")
    return JPEG[:begins] + count * part + JPEG[begins:]


def chunks(count: int) -> bytes:
    """Return the PNG with so many empty chunks that nobody needs."""
    empty = bytes(4) + b"teSt" + zlib.crc32(b"teSt").to_bytes(4, "big")
    return PNG[:33] + count * empty + PNG[33:]


@pytest.mark.parametrize("photo", [segments(COMMENT, MAX_SEGMENTS // 2), segments(EXIF, 3), chunks(1000)])
def test_what_cameras_and_phones_write_is_read(photo: bytes) -> None:
    assert open_pages(photo)[0].image_at(500).size


@pytest.mark.parametrize(
    ("photo", "code"),
    [
        pytest.param(segments(COMMENT, MAX_SEGMENTS), "too_demanding", id="comments"),
        pytest.param(segments(EXIF, 40), "too_demanding", id="exif"),
        pytest.param(chunks(MAX_CHUNKS), "too_demanding", id="chunks"),
        pytest.param(segments(b"\0", MAX_JUNK + 1), "damaged_photo", id="zeros between"),
        pytest.param(segments(b"\xff", MAX_JUNK + 1), "damaged_photo", id="marks between"),
        pytest.param(JPEG[:20] + bytes(10 * MAX_JUNK), "damaged_photo", id="no pixels"),
    ],
)
def test_a_head_of_far_too_many_parts_is_refused(photo: bytes, code: str) -> None:
    with pytest.raises(PhotoDecodeError) as caught:
        open_pages(photo)

    assert caught.value.reason.code == code
