"""A picture of as many pixels as are read is decoded in less than a GiB."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as PillowImage

from tests.extent import or_all
from vision.decode.limits import MAX_PHOTO_PIXELS, MAX_PIXELS_OF, Kind

DECODED = """
import sys
from pathlib import Path
from vision import decode_photo
print(decode_photo(Path(sys.argv[1]).read_bytes()).size)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
"""Decodes a file, and prints how many samples it has, and the most KiB of memory that this took."""
WORST = ("RGB TIFF",)
ALL = (
    *WORST,
    "RGBA WEBP",
    "RGBA PNG",
    "RGB WEBP",
    "RGB PNG",
    "LA PNG",
    "RGBA TIFF",
    "CMYK TIFF",
    "F TIFF",
    "CMYK JPEG",
    "RGB JPEG",
)

OPTIONS: dict[str, dict[str, Any]] = {
    "WEBP": {"lossless": True, "quality": 0, "method": 0},
    "PNG": {"compress_level": 1},
    "TIFF": {"compression": "tiff_lzw"},
    "JPEG": {"progressive": True, "subsampling": 0},
}
"""Of the encoders: what is written quickly, and costs most to decode."""


@pytest.mark.parametrize("kind", or_all(WORST, ALL))
def test_the_largest_picture_takes_less_than_a_gibibyte(tmp_path: Path, kind: str) -> None:
    mode, file_kind = kind.split()
    most = MAX_PIXELS_OF[Kind.WEBP] if file_kind == "WEBP" else MAX_PHOTO_PIXELS
    side = int(most**0.5)
    file = tmp_path / "photo"
    PillowImage.new(mode, (side, side), 1).save(file, file_kind, **OPTIONS.get(file_kind, {}))

    decoded = subprocess.run(
        [sys.executable, "-c", DECODED, str(file)], capture_output=True, check=True, text=True
    )

    samples, most_kib = map(int, decoded.stdout.split())
    assert samples == side * side * 3
    assert most_kib < 2**20
