"""The sample photos, as another file each time."""

from itertools import count
from pathlib import Path

SHEETS = Path(__file__).parents[1] / "sheets"
PHOTOS = tuple(path.read_bytes() for path in sorted(SHEETS.glob("*/photo.jpg")))
_NUMBERS = count()


def new_photos(many: int) -> list[bytes]:
    """Return the sample photos in turn, each with a number after its end: no two are the same file."""
    return [PHOTOS[at % len(PHOTOS)] + b"\n%d" % next(_NUMBERS) for at in range(many)]
