"""Where fuzzing begins: small good files and documents, and every input that was once a finding."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image as PillowImage

from tests.badinput.documents import good_documents
from tests.badinput.files import Way
from tests.service.hostile.documents import bad_documents
from tests.service.hostile.zips import bad_zips, zip_of
from tests.vision.files import encoded, pdf_of

FOUND = Path(__file__).with_name("found")
SMALL, LONGEST = (260, 250), 40_000
WAYS = {
    "notation": Way.NOTATION,
    "map": Way.MAP,
    "side": Way.SIDE,
    "transcript": Way.TRANSCRIPT,
    "corrections": Way.CORRECTIONS,
    "reading": Way.READING,
}
PLAYERS = (b"name,table\nAnn,1\nBob,1\n", "Spieler;Tisch\nZo\u00eb;2\n".encode("utf-16"))


def seeds_of(target: str) -> Iterator[bytes]:
    """Yield the inputs from which a target is fuzzed."""
    yield from found_of(target).values()
    if target in WAYS:
        yield from good_documents()[WAYS[target]]
    elif target == "players":
        yield from PLAYERS
    else:
        yield from (content for content in _files(target) if len(content) <= LONGEST)


def found_of(target: str) -> dict[str, bytes]:
    """Return the inputs that were once findings of a target, by name; they lie in `found/`."""
    return {path.name: path.read_bytes() for path in sorted((FOUND / target).glob("*"))}


def _files(target: str) -> Iterator[bytes]:
    jpeg = encoded(_small(), "JPEG", quality=50)
    if target == "zip":
        yield zip_of({"a.jpg": jpeg, "b/c.txt": b"no photo"})
        yield from (content for _, content in bad_zips(jpeg))
    elif target == "pdf":
        yield from (pdf_of(jpeg), pdf_of(jpeg, jpeg, rotate=90), pdf_of(jpeg, a=150))
        yield from (content for _, content in bad_documents(jpeg))
    else:
        yield jpeg
        yield encoded(_small(), "JPEG", quality=50, progressive=True)
        yield encoded(_small().convert("CMYK"), "JPEG", quality=30)
        for kind in ("PNG", "WEBP", "TIFF"):
            yield encoded(_small().quantize(4) if kind != "WEBP" else _small(), kind)
        yield encoded(_small().convert("1"), "TIFF", compression="group4")
        yield encoded(_small().quantize(4), "TIFF", compression="tiff_lzw")


def _small() -> PillowImage.Image:
    y, x = np.mgrid[: SMALL[1], : SMALL[0]]
    return PillowImage.fromarray(((x // 23 + y // 23) % 2 * 200).astype(np.uint8)).convert("RGB")
