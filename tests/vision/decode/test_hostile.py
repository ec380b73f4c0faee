"""Whatever bytes come, they are decoded or refused with a reason, without a word on the terminal."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as PillowImage

from tests.extent import ALL_TESTS
from tests.vision.files import corner_marked, display_p3, encoded, pdf_of
from vision import Pages, PhotoDecodeError, open_pages

VARIANTS = 30 if ALL_TESTS else 15  # of each kind of file
APART, FEWER = ("tiff", "fax", "frames", "pdf", "heic"), 10 if ALL_TESTS else 5
"""Kinds for each of which a process is started, and how many variants these have."""
MOST_PAGES = 3


@cache
def whole_files() -> dict[str, bytes]:
    """Return one good file of each kind; small, so that a change hits what matters."""
    picture = corner_marked()
    noise = np.random.default_rng(5).integers(0, 255, picture.shape, np.uint8)
    jpeg = encoded(picture, "JPEG", icc_profile=display_p3())
    grey = PillowImage.fromarray(picture).convert("L")
    return {
        "jpeg": jpeg,
        "progressive": encoded(noise, "JPEG", progressive=True),
        "cmyk": encoded(PillowImage.fromarray(noise).convert("CMYK"), "JPEG"),
        "png": encoded(picture, "PNG"),
        "png16": encoded(np.asarray(grey, np.uint16) * 257, "PNG"),
        "webp": encoded(picture, "WEBP"),
        "tiff": encoded(picture, "TIFF", compression="tiff_lzw"),
        "fax": encoded(grey.convert("1"), "TIFF", compression="group4"),
        "frames": encoded(grey, "TIFF", save_all=True, append_images=[grey, grey]),
        "pdf": pdf_of(jpeg, jpeg),
        "heic": Path(__file__).with_name("heic").joinpath("orientation-6.heic").read_bytes(),
    }


def cut_off(file: bytes, rng: np.random.Generator) -> bytes:
    return file[: int(rng.integers(1, len(file)))]


def overwritten(file: bytes, rng: np.random.Generator) -> bytes:
    changed = bytearray(file)
    for place in rng.integers(0, len(file), int(rng.integers(1, 12))):
        changed[place] = int(rng.integers(256))
    return bytes(changed)


def header_overwritten(file: bytes, rng: np.random.Generator) -> bytes:
    return overwritten(file[:400], rng) + file[400:]


def with_a_hole(file: bytes, rng: np.random.Generator) -> bytes:
    start, end = sorted(int(place) for place in rng.integers(0, len(file), 2))
    return file[:start] + file[end:]


def with_huge_numbers(file: bytes, rng: np.random.Generator) -> bytes:
    place = int(rng.integers(0, min(len(file), 2000)))
    number = (b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", bytes(4))[rng.integers(3)]
    return file[:place] + number + file[place + 4 :]


HARMS: tuple[Callable[[bytes, np.random.Generator], bytes], ...] = (
    cut_off,
    overwritten,
    header_overwritten,
    with_a_hole,
    with_huge_numbers,
)


@pytest.mark.parametrize(
    ("kind", "variant"),
    [(kind, at) for kind in sorted(whole_files()) for at in range(FEWER if kind in APART else VARIANTS)],
)
def test_a_harmed_file_is_decoded_or_refused(
    kind: str, variant: int, capfd: pytest.CaptureFixture[str]
) -> None:
    rng = np.random.default_rng([variant, *kind.encode()])
    harmed = HARMS[variant % len(HARMS)](whole_files()[kind], rng)

    ends = _ends(harmed)

    assert set(ends) <= {"decoded", "refused", "no such page"}
    assert capfd.readouterr() == ("", "")


def _ends(file: bytes) -> list[str]:
    """Return how the first pages end."""
    try:
        pages = open_pages(file)
    except PhotoDecodeError as error:
        return [_refused(error)]
    return [_end(pages, index) for index in range(MOST_PAGES)]


def _end(pages: Pages, index: int) -> str:
    try:
        image = pages[index].image()
    except PhotoDecodeError as error:
        return _refused(error)
    except IndexError:
        return "no such page"
    return "decoded" if image.dtype == np.uint8 and image.ndim == 3 else "something else"


def _refused(error: PhotoDecodeError) -> str:
    return "refused" if error.reason.message and error.reason.advice else "refused without a word"


HEADS = (
    b"",
    b"\xff\xd8\xff",
    b"\x89PNG\r\n\x1a\n",
    b"RIFF\x00\x10\x00\x00WEBP",
    b"II*\0",
    b"MM\0*",
    b"%PDF-1.7\n",
    b"\0\0\0\x18ftypheic",
    b"GIF89a",
)


@pytest.mark.parametrize("size", [1, 3, 12, 100, 5000])
@pytest.mark.parametrize("head", HEADS)
def test_noise_after_a_good_beginning_is_refused(
    head: bytes, size: int, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(size).integers(0, 256, size, np.uint8).tobytes()

    assert "refused" in _ends(head + noise)
    assert capfd.readouterr() == ("", "")
