import io

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as PillowImage

from tests.vision.pictures import huge_png, photo_bytes
from vision import PhotoDecodeError, decode_photo


@pytest.fixture(name="corner_marked")
def _corner_marked() -> NDArray[np.uint8]:
    """A grey picture, 320 wide and 260 high, with a red top-left corner."""
    picture = np.full((260, 320, 3), 128, np.uint8)
    picture[:60, :60] = (220, 20, 20)
    return picture


def reason_of(photo: bytes) -> str:
    with pytest.raises(PhotoDecodeError) as caught:
        decode_photo(photo)
    assert caught.value.reason.message
    assert caught.value.reason.advice
    return caught.value.reason.code


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_comes_as_upright_rgb(corner_marked: NDArray[np.uint8], kind: str) -> None:
    image = decode_photo(photo_bytes(corner_marked, kind))

    assert image.shape == (260, 320, 3)
    assert np.abs(image[20, 20].astype(int) - (220, 20, 20)).max() < 12


@pytest.mark.parametrize(
    ("orientation", "size", "corner"),
    [(1, (260, 320), (0, 0)), (3, (260, 320), (-1, -1)), (6, (320, 260), (0, -1)), (8, (320, 260), (-1, 0))],
)
def test_the_exif_orientation_is_applied(
    corner_marked: NDArray[np.uint8], orientation: int, size: tuple[int, int], corner: tuple[int, int]
) -> None:
    image = decode_photo(photo_bytes(corner_marked, orientation=orientation))

    assert image.shape[:2] == size
    assert image[corner][0] > 180 > 100 > image[corner][1]


def test_transparent_pixels_are_laid_on_white() -> None:
    file = io.BytesIO()
    PillowImage.new("RGBA", (300, 300), (0, 0, 0, 0)).save(file, "PNG")

    assert tuple(decode_photo(file.getvalue())[10, 10]) == (255, 255, 255)


def test_sixteen_bit_grey_keeps_its_brightness() -> None:
    file = io.BytesIO()
    PillowImage.fromarray(np.full((300, 300), 40000, np.uint16)).save(file, "PNG")

    assert decode_photo(file.getvalue())[5, 5, 0] == pytest.approx(155, abs=2)


def test_cmyk_becomes_rgb() -> None:
    file = io.BytesIO()
    PillowImage.new("CMYK", (300, 300), (0, 0, 0, 0)).save(file, "JPEG")

    assert decode_photo(file.getvalue()).shape == (300, 300, 3)


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
