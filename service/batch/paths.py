"""Paths of a batch's results in its folder."""

import re
from collections.abc import Collection
from pathlib import Path, PurePosixPath

from service.readings.inputs import OVERLAY_SUFFIX
from service.store.durable import UNFINISHED

STANDINGS, SUMMARY, MAPS, OVERLAYS = "standings.csv", "batch.json", "maps", "overlays"
MAP_SUFFIX = ".json"
PLAIN = re.compile(r"[^A-Za-z0-9._-]+")
LONGEST = 60  # letters of a photo's name in that of its map
OURS = re.compile(r".+-[0-9a-f]{12}(-p\d+)?(-s\d+)?(\.json|\.overlay\.jpg)")


def map_place(file: str, sha256: str, page: int | None, sheet: int | None) -> str:
    """Name the map of a sheet: the same whenever the same bytes are read again.

    >>> map_place("day 1/IMG 7.jpg", "ab" * 32, 3, None)
    'maps/IMG-7-abababababab-p3.json'
    """
    stem = PLAIN.sub("-", PurePosixPath(file).stem).strip(".-")[:LONGEST] or "photo"
    suffix = (f"-p{page}" if page else "") + (f"-s{sheet}" if sheet else "")
    return f"{MAPS}/{stem}-{sha256[:12]}{suffix}{MAP_SUFFIX}"


def overlay_place(map_at: str) -> str:
    """Name the picture of what was read beside a map.

    >>> overlay_place("maps/IMG-7-abababababab-p3.json")
    'overlays/IMG-7-abababababab-p3.overlay.jpg'
    """
    return f"{OVERLAYS}/{PurePosixPath(map_at).stem}{OVERLAY_SUFFIX}"


def remove_strays(out: Path, maps: Collection[str]) -> None:
    """Remove maps and pictures that no line names: of files that changed, or were being written.

    Files of other names are left alone.
    """
    wanted = {*maps, *map(overlay_place, maps)}
    for place in (MAPS, OVERLAYS):
        for path in (out / place).glob("*"):
            if path.name.endswith(UNFINISHED) or (
                OURS.fullmatch(path.name) and f"{place}/{path.name}" not in wanted
            ):
                path.unlink(missing_ok=True)
