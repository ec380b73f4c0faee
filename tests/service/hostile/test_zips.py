"""What becomes of each hostile zip, in this process."""

import io
import tracemalloc

import pytest

from service.intake.zips import ZipError, unpack
from tests.service.hostile.corpus import whole_files
from tests.service.hostile.zips import bad_zips

ENDS = {
    "none.zip": "empty_zip",
    "folders.zip": "empty_zip",
    "hidden.zip": "empty_zip",
    "bomb.zip": ["zip_bomb"],
    "bomb by bzip2.zip": ["unknown_packing"],
    "bomb by lzma.zip": ["unknown_packing"],
    "bomb in zips.zip": [None],
    "many.zip": "too_many_files",
    "very many.zip": "too_many_files",
    "overlapping.zip": [None] * 400,
    "quine.zip": ["damaged_file"],
    "too small a size.zip": ["damaged_file"],
    "too large a size.zip": ["zip_bomb"],
    "wrong sum.zip": ["damaged_file"],
    "password.zip": ["locked_file"],
    "unknown method.zip": ["unknown_packing"],
    "elsewhere.zip": ["damaged_file"],
    "names that are no text.zip": [None],
    "names in a wrong script.zip": "damaged_zip",
    "names.zip": [None] * 14,
    "one name.zip": [None] * 3,
    "long comment.zip": "damaged_zip",
    "list beyond the end.zip": "damaged_zip",
    "list without an end.zip": "damaged_zip",
    "huge sizes.zip": "damaged_zip",
}
MOST_MEMORY = 20_000_000  # bytes that unpacking takes at most


@pytest.fixture(scope="module")
def zips() -> dict[str, bytes]:
    return dict(bad_zips(whole_files()["a.jpg"]))


@pytest.mark.parametrize("name", ENDS)
def test_a_hostile_zip_ends_so_and_takes_little_memory(zips: dict[str, bytes], name: str) -> None:
    tracemalloc.start()
    try:
        assert _end(zips[name]) == ENDS[name]
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()


def _end(zipped: bytes) -> str | list[str | None]:
    """Return why a zip is not taken, or of each file in it, why that is not."""
    ends: list[str | None] = []
    try:
        for packed in unpack(io.BytesIO(zipped)):
            ends.append(packed.refusal.code if packed.refusal else None)
            if packed.photo:
                packed.photo.close()
    except ZipError as error:
        return error.reason.code
    return ends
