"""Kinds of hostile files for every door: small, so that there can be ten thousand of them."""

import numpy as np

from tests.badinput import archives, lists, smallpictures
from tests.badinput.bombs import BOMBS
from tests.badinput.corpus import KINDS
from tests.badinput.files import BadFile, Kind, Made, Rng, Way, pick
from tests.badinput.harm import HARMS, cut_off, flip_bits, flip_head, put_huge_number
from tests.badinput.morebombs import MORE, bomb_of
from tests.badinput.smallpictures import harmed
from tests.badinput.texts import damaged

FORMATS = ("jpg", "png", "webp", "tiff", "heic", "gif", "bmp", "pdf")
FLIPS = (flip_bits, flip_head, put_huge_number)
MOVED = tuple(harm for harm in HARMS if harm not in (cut_off, *FLIPS))
RARE, USUAL, OFTEN = 1, 8, 16
LARGE = (
    "cut off",
    "bits flipped",
    "block left out",
    "EXIF of nonsense",
    "profile of nonsense",
    "many scans",
    "packed bombs",
    "hostile pictures",
    "PDF, hostile",
    "PDF, loops",
    "PDF, odd pages",
    "PDF, locked",
)
"""Kinds of the corpus of photos that are sent through these doors too."""


def _upper(suffix: str) -> str:
    return {"jpg": "JPEG", "heic": "HEIC"}.get(suffix, suffix.upper())


def _large_bombs(rng: Rng) -> Made:
    return bomb_of(pick(rng, sorted(BOMBS)))(rng)


INVENTIONS: dict[Kind, int] = {
    **{Kind(f"{_upper(each)} cut off", harmed(each, (cut_off,))): USUAL for each in FORMATS},
    **{Kind(f"{_upper(each)} with bits flipped", harmed(each, FLIPS)): USUAL for each in FORMATS},
    **{Kind(f"{_upper(each)} with blocks moved", harmed(each, MOVED)): USUAL // 2 for each in FORMATS},
    **{Kind(f"{_upper(each)} spliced", smallpictures.spliced(each)): USUAL // 2 for each in FORMATS},
    Kind("JPEG of wrong tables", smallpictures.jpeg_tables): USUAL,
    Kind("JPEG of wrong frames", smallpictures.jpeg_frames): USUAL,
    Kind("JPEG of many segments", smallpictures.jpeg_comments): USUAL,
    Kind("PNG of a wrong head", smallpictures.png_heads): USUAL,
    Kind("PNG of wrong rows", smallpictures.png_rows): USUAL,
    Kind("PNG that moves", smallpictures.png_frames): USUAL,
    Kind("WebP of wrong chunks", smallpictures.webp_chunks): USUAL,
    Kind("pictures that move", smallpictures.moving): USUAL,
    Kind("TIFF of wrong tags", smallpictures.tiff_tags): OFTEN,
    Kind("TIFF of wrong lists", smallpictures.tiff_lists): USUAL,
    Kind("HEIC of wrong boxes", smallpictures.heif_boxes): OFTEN,
    Kind("GIF and BMP, giant", smallpictures.gif_and_bmp): USUAL,
    Kind("formats not let in", smallpictures.other_formats): USUAL,
    Kind("bits, palettes, inks, depths", smallpictures.odd_modes): USUAL,
    Kind("two or three files at once", smallpictures.two_at_once): OFTEN,
    Kind("next to nothing", smallpictures.next_to_nothing): OFTEN,
    Kind("wrong names", smallpictures.wrong_names): OFTEN,
    Kind("frames torn", smallpictures.torn_frames): USUAL,
    Kind("PDF bombs of fixed size", _large_bombs): 2 * RARE,
    **{Kind(f"PDF bomb: {name}", bomb_of(name)): RARE for name in MORE},
    Kind("zip slips", archives.slips, Way.ZIP): OFTEN,
    Kind("zip bombs", archives.bombs, Way.ZIP): USUAL,
    Kind("zip of a wrong list", archives.lists, Way.ZIP): OFTEN,
    Kind("zip of hostile files", archives.of_hostile_files, Way.ZIP): USUAL,
    Kind("zip with bytes damaged", archives.harmed, Way.ZIP): USUAL,
    Kind("CSV of odd names", lists.csv, Way.PLAYERS): 2 * OFTEN,
    Kind("CSV without an end", lists.csv_shapes, Way.PLAYERS): OFTEN,
    Kind("workbooks", lists.workbooks, Way.PLAYERS): OFTEN,
    **{Kind(way.value, damaged(way), way): 2 * OFTEN for way in Way if way not in (Way.PHOTO, Way.ZIP)},
    **{kind: RARE for kind in KINDS if kind.name in LARGE},
}  # fmt: skip
"""Each kind, and how many files of it a round has."""


def invented(kind: Kind, number: int, seed: int) -> BadFile:
    """Return file number `number` of a kind: the same for the same seed, whatever else is made."""
    made = kind.make(np.random.default_rng([seed, number, 7, *kind.name.encode()]))
    return BadFile(f"{kind.name} {number:04}.{made.suffix}", made.content, kind.name, kind.way, made.truth)
