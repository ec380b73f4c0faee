"""Damage to bytes, whatever they are."""

from collections.abc import Callable

from tests.badinput.files import Rng, pick

Harm = Callable[[bytes, Rng], bytes]
NUMBERS = (
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"\0\0\0\0",
    b"\x80\0\0\0",
    b"\0\0\xff\xff",
    b"\xff\0\0\0",
)
HEAD = 400  # bytes in which most formats tell what they hold


def cut_off(file: bytes, rng: Rng) -> bytes:
    """Keep the beginning: a few bytes, a share, or all but a few."""
    few, share, end = int(rng.integers(40)), rng.random(), int(rng.integers(1, 40))
    length = pick(rng, (few, int(share * HEAD), int(share * len(file)), len(file) - end))
    return file[: max(0, length)]


def flip_bits(file: bytes, rng: Rng) -> bytes:
    """Flip one bit to a hundred, anywhere."""
    changed = bytearray(file)
    for place in rng.integers(0, len(file), int(10 ** rng.uniform(0, 2))):
        changed[place] ^= 1 << int(rng.integers(8))
    return bytes(changed)


def flip_head(file: bytes, rng: Rng) -> bytes:
    """Flip a few bits where the format is told."""
    changed = bytearray(file)
    for place in rng.integers(0, min(len(file), HEAD), int(rng.integers(1, 9))):
        changed[place] ^= 1 << int(rng.integers(8))
    return bytes(changed)


def swap_blocks(file: bytes, rng: Rng) -> bytes:
    """Exchange two blocks of the same length."""
    size = int(rng.integers(1, max(2, len(file) // 4)))
    first, second = sorted(int(place) for place in rng.integers(0, max(1, len(file) - size), 2))
    second = max(second, first + size)
    return (
        file[:first]
        + file[second : second + size]
        + file[first + size : second]
        + file[first : first + size]
        + file[second + size :]
    )


def repeat_block(file: bytes, rng: Rng) -> bytes:
    """Write a block several times over."""
    start, end = sorted(int(place) for place in rng.integers(0, len(file), 2))
    end = min(end, start + 20_000)
    return file[:end] + file[start:end] * int(rng.integers(1, 6)) + file[end:]


def leave_out_block(file: bytes, rng: Rng) -> bytes:
    """Leave a block out."""
    start, end = sorted(int(place) for place in rng.integers(0, len(file), 2))
    return file[:start] + file[end:]


def blank_block(file: bytes, rng: Rng) -> bytes:
    """Put zeros, ones or noise in a block's place, as a failing card does."""
    start, end = sorted(int(place) for place in rng.integers(0, len(file), 2))
    end = min(end, start + int(10 ** rng.uniform(0, 5)))
    fills = (bytes(end - start), b"\xff" * (end - start), rng.bytes(end - start))
    return file[:start] + pick(rng, fills) + file[end:]


def put_huge_number(file: bytes, rng: Rng) -> bytes:
    """Put a number of four bytes in the place of others, near the beginning."""
    place = int(rng.integers(2, max(3, min(len(file), 1500))))
    return file[:place] + pick(rng, NUMBERS) + file[place + 4 :]


HARMS: tuple[Harm, ...] = (
    cut_off,
    flip_bits,
    flip_head,
    swap_blocks,
    repeat_block,
    leave_out_block,
    blank_block,
    put_huge_number,
)
