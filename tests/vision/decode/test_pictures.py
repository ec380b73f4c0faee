"""Pictures of every kind come upright, in 8 bit sRGB, whatever their file holds."""

import numpy as np
import pytest
from PIL import Image as PillowImage

from tests.vision.files import HEIGHT, WIDTH, corner_marked, display_p3, encoded, with_orientation
from vision import decode_photo, open_photo
from vision.image import Image

RED, BLUE = (220, 20, 20), (20, 20, 220)
CORNERS = {
    1: ("top left", "top right"),
    2: ("top right", "top left"),
    3: ("bottom right", "bottom left"),
    4: ("bottom left", "bottom right"),
    5: ("top left", "bottom left"),
    6: ("top right", "bottom right"),
    7: ("bottom right", "top right"),
    8: ("bottom left", "top left"),
}
"""Where the stored picture's top left and top right lie once it has been turned upright."""


def colour_at(image: Image, corner: str) -> tuple[int, ...]:
    rows = slice(8, 40) if "top" in corner else slice(-40, -8)
    columns = slice(8, 40) if "left" in corner else slice(-40, -8)
    return tuple(np.rint(image[rows, columns].reshape(-1, 3).mean(axis=0)).astype(int).tolist())


def is_near(colour: tuple[int, ...], expected: tuple[int, ...], tolerance: int = 14) -> bool:
    return max(abs(a - b) for a, b in zip(colour, expected, strict=True)) <= tolerance


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_every_exif_orientation_is_applied_once(kind: str, orientation: int) -> None:
    photo = open_photo(encoded(corner_marked(), kind, **with_orientation(orientation)))

    image = photo.image()
    was_left, was_right = CORNERS[orientation]
    assert (photo.width, photo.height) == ((WIDTH, HEIGHT) if orientation < 5 else (HEIGHT, WIDTH))
    assert image.shape == (photo.height, photo.width, 3)
    assert is_near(colour_at(image, was_left), RED)
    assert is_near(colour_at(image, was_right), BLUE)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_reduced_jpeg_is_upright_too(orientation: int) -> None:
    large = np.repeat(np.repeat(corner_marked(), 4, axis=0), 4, axis=1)
    photo = open_photo(encoded(large, "JPEG", **with_orientation(orientation)))

    image = photo.image_at(300)

    assert max(image.shape) == 4 * WIDTH // 4
    assert is_near(colour_at(image, CORNERS[orientation][0]), RED)
    assert is_near(colour_at(image, CORNERS[orientation][1]), BLUE)


@pytest.mark.parametrize(
    ("asked", "given"), [(1, 160), (160, 160), (161, 320), (640, 640), (641, 1280), (9999, 1280)]
)
def test_the_smallest_sufficient_scale_is_decoded(asked: int, given: int) -> None:
    large = np.repeat(np.repeat(corner_marked(), 4, axis=0), 4, axis=1)

    photo = open_photo(encoded(large, "JPEG"))

    assert photo.image_at(asked).shape[1] == given
    assert (photo.width, photo.height) == (4 * WIDTH, 4 * HEIGHT)


def test_a_larger_decode_is_not_made_twice() -> None:
    photo = open_photo(encoded(np.repeat(corner_marked(), 2, axis=1), "JPEG"))

    whole = photo.image()

    assert photo.image_at(100) is whole


def test_a_reduced_jpeg_is_the_whole_one_made_smaller() -> None:
    rng = np.random.default_rng(2)
    smooth = PillowImage.fromarray(rng.integers(0, 255, (20, 24, 3), np.uint8)).resize((960, 800))
    photo = encoded(smooth, "JPEG", quality=95)

    half = open_photo(photo).image_at(480).astype(int)
    blocks = decode_photo(photo).reshape(400, 2, 480, 2, 3).mean(axis=(1, 3))

    assert np.abs(half - blocks).max() < 6


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "WEBP"])
def test_colours_of_display_p3_become_those_of_srgb(kind: str) -> None:
    stored = np.full((HEIGHT, WIDTH, 3), (200, 100, 60), np.uint8)
    options = {"quality": 97} if kind in ("JPEG", "WEBP") else {}

    image = decode_photo(encoded(stored, kind, icc_profile=display_p3(), **options))

    assert is_near(colour_at(image, "top left"), (216, 95, 50), 4)  # by the published matrices


def test_a_damaged_colour_profile_is_passed_over() -> None:
    image = decode_photo(encoded(corner_marked(), "PNG", icc_profile=b"no profile" * 30))

    assert is_near(colour_at(image, "top left"), RED)


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
@pytest.mark.parametrize(("stored", "shown"), [(0, 0), (257 * 40, 40), (40000, 156), (65535, 255)])
def test_sixteen_bits_of_grey_are_scaled_to_eight(kind: str, stored: int, shown: int) -> None:
    image = decode_photo(encoded(np.full((HEIGHT, WIDTH), stored, np.uint16), kind))

    assert colour_at(image, "top left") == (shown,) * 3


def test_grey_stored_as_fractions_spans_its_own_range() -> None:
    ramp = np.linspace(0, 1, WIDTH, dtype=np.float32)[None].repeat(HEIGHT, axis=0)

    image = decode_photo(encoded(ramp, "TIFF"))

    assert (int(image[5, 0, 0]), int(image[5, -1, 0])) == (0, 255)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF"])
def test_what_is_transparent_lies_on_white(kind: str) -> None:
    layered = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    layered[:, WIDTH // 2 :, 3] = 128
    options = {"lossless": True} if kind == "WEBP" else {}

    image = decode_photo(encoded(layered, kind, **options))

    assert colour_at(image, "top left") == (255, 255, 255)
    assert is_near(colour_at(image, "top right"), (127, 127, 127), 2)


@pytest.mark.parametrize("kind", ["JPEG", "TIFF"])
def test_printers_inks_become_light(kind: str) -> None:
    inks = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    inks[:, WIDTH // 2 :] = (0, 255, 255, 0)

    image = decode_photo(encoded(PillowImage.fromarray(inks, "CMYK"), kind))

    assert is_near(colour_at(image, "top left"), (255, 255, 255), 4)
    assert is_near(colour_at(image, "top right"), (255, 0, 0), 6)


@pytest.mark.parametrize(
    ("mode", "kind"),
    [("1", "PNG"), ("1", "TIFF"), ("L", "JPEG"), ("L", "WEBP"), ("LA", "PNG"), ("P", "PNG"), ("P", "TIFF")],
)
def test_pictures_of_few_colours_are_read(mode: str, kind: str) -> None:
    striped = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    striped[:, WIDTH // 2 :] = 0
    picture = PillowImage.fromarray(striped)

    image = decode_photo(
        encoded(picture.convert("L").convert(mode) if mode != "P" else picture.quantize(4), kind)
    )

    assert is_near(colour_at(image, "top left"), (255, 255, 255), 3)
    assert is_near(colour_at(image, "top right"), (0, 0, 0), 3)


def test_a_fax_is_read() -> None:
    fax = PillowImage.fromarray(corner_marked()).convert("1")

    assert decode_photo(encoded(fax, "TIFF", compression="group4")).shape == (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_of_an_animated_picture_the_first_frame_is_taken(kind: str) -> None:
    first, second = (PillowImage.new("RGB", (WIDTH, HEIGHT), colour) for colour in (RED, BLUE))
    options = {"lossless": True} if kind == "WEBP" else {}

    image = decode_photo(encoded(first, kind, save_all=True, append_images=[second], **options))

    assert is_near(colour_at(image, "top left"), RED, 3)


def test_a_progressive_jpeg_is_read() -> None:
    image = decode_photo(encoded(corner_marked(), "JPEG", progressive=True))

    assert is_near(colour_at(image, "top left"), RED)
