"""All kinds of damage, and the files made of them: the same for the same seed, in whatever order."""

from collections.abc import Callable, Iterator

import numpy as np

from tests.badinput import fields, harm, oddpictures, papers, scenes
from tests.badinput.bases import some_whole
from tests.badinput.files import BadFile, Kind, Made, Rng, Way
from tests.badinput.formats import wrong_length, wrong_pieces, wrong_size, wrong_tags
from tests.badinput.texts import damaged
from tests.service.hostile.corpus import HEADS


def _harmed(damage: harm.Harm) -> Callable[[Rng], Made]:
    def make(rng: Rng) -> Made:
        whole = some_whole(rng)
        return Made(damage(whole.content, rng), whole.suffix, whole.rows)

    return make


def _misleading(damage: Callable[[bytes, str, Rng], bytes], *suffixes: str) -> Callable[[Rng], Made]:
    def make(rng: Rng) -> Made:
        whole = some_whole(rng, *suffixes)
        return Made(damage(whole.content, whole.suffix, rng), whole.suffix, whole.rows)

    return make


def _noise_behind_a_head(rng: Rng) -> Made:
    name = list(HEADS)[int(rng.integers(len(HEADS)))]
    size = int(10 ** rng.uniform(0, 5))
    return Made(HEADS[name] + rng.bytes(size), name.rpartition(".")[2])


KINDS = (
    Kind("cut off", _harmed(harm.cut_off)),
    Kind("bits flipped", _harmed(harm.flip_bits)),
    Kind("bits flipped in the head", _harmed(harm.flip_head)),
    Kind("blocks swapped", _harmed(harm.swap_blocks)),
    Kind("block repeated", _harmed(harm.repeat_block)),
    Kind("block left out", _harmed(harm.leave_out_block)),
    Kind("block blanked", _harmed(harm.blank_block)),
    Kind("huge number", _harmed(harm.put_huge_number)),
    Kind("wrong markers", _misleading(wrong_pieces, "jpg", "png")),
    Kind("wrong lengths", _misleading(wrong_length, "jpg", "png", "webp")),
    Kind("wrong sizes", _misleading(wrong_size, "jpg", "png", "webp", "tiff")),
    Kind("wrong tags", _misleading(lambda file, suffix, rng: wrong_tags(file, rng), "tiff")),
    Kind("noise behind a head", _noise_behind_a_head),
    Kind("deep or shallow", oddpictures.deep),
    Kind("transparent", oddpictures.transparent),
    Kind("other colours", oddpictures.other_colours),
    Kind("several pictures", oddpictures.animated),
    Kind("EXIF of nonsense", oddpictures.exif),
    Kind("profile of nonsense", oddpictures.profiles),
    Kind("many scans", oddpictures.many_scans),
    Kind("packed bombs", oddpictures.packed_bombs),
    Kind("hostile pictures", oddpictures.promises),
    Kind("two things at once", oddpictures.polyglots),
    Kind("other kinds of file", oddpictures.other_kinds),
    Kind("PDF, hostile", papers.promises),
    Kind("PDF, loops", papers.loops),
    Kind("PDF, odd pages", papers.pages),
    Kind("PDF, locked", papers.locked),
    Kind("zip, hostile", papers.zip_promises, Way.ZIP),
    Kind("zip, damaged", papers.harmed_zip, Way.ZIP),
    Kind("zip, names", papers.zip_names, Way.ZIP),
    *(Kind(way.value, damaged(way), way) for way in Way if way not in (Way.PHOTO, Way.ZIP)),
    Kind("photo of noise", scenes.noise),
    Kind("photo of words", scenes.words),
    Kind("photo of another grid", scenes.other_grids),
    Kind("photo of a strange field", scenes.strange_fields),
    Kind("sheet in part", scenes.half_sheets),
    Kind("sheet on sheet", fields.overlaid),
    Kind("sheet scribbled over", scenes.scribbled),
    Kind("sheet covered", scenes.covered),
    Kind("sheet in wrong light", scenes.wrong_light),
    Kind("sheet hardly there", scenes.hardly_there),
    Kind("sheet sheared", scenes.sheared),
    Kind("halves of two sheets", fields.collages),
    Kind("field shifted by squares", fields.shifted),
    Kind("field shifted by less", fields.shifted_a_bit),
    Kind("field mirrored", fields.mirrored),
    Kind("squares scrambled", fields.scrambled),
    Kind("row too many or too few", fields.other_rows),
    Kind("tiles exchanged", fields.exchanged),
)
"""Every kind of damage; each makes as many files."""


def bad_files(count: int, seed: int) -> Iterator[BadFile]:
    """Yield at least so many files, each kind as often as any other.

    File n of a kind is the same whatever the count, and whatever other kinds there are.
    """
    for number in range(-(-count // len(KINDS))):
        for kind in KINDS:
            yield bad_file(kind, number, seed)


def bad_file(kind: Kind, number: int, seed: int) -> BadFile:
    """Return file number `number` of a kind."""
    made = kind.make(np.random.default_rng([seed, number, *kind.name.encode()]))
    name = f"{kind.name} {number:04}.{made.suffix}"
    return BadFile(name, made.content, kind.name, kind.way, made.truth)
