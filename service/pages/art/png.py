"""Pixels of our SVG, by resvg."""

from functools import cache

import resvg_py

from service.printing.fonts import Face, can_write, font_file

NARROWEST, WIDEST = 200, 2400  # pixels of a picture


def png_of(svg: str, width: int) -> bytes:
    """Return an SVG of ours as PNG, so many pixels wide.

    Letters are those of our sheets, so that a picture is the same on every machine. Names in scripts that
    they lack are written with what the machine has.

    Raises:
        ValueError: It is too narrow or too wide.
    """
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"a picture is {NARROWEST} to {WIDEST} pixels wide, not {width}")
    plain, bold = _fonts()
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            font_files=[plain, bold],
            font_family="Source Serif Pro",
            serif_family="Source Serif Pro",
            skip_system_fonts=_can_be_written(svg),
        )
    )


def _can_be_written(svg: str) -> bool:
    letters = "".join(sorted({letter for letter in svg if letter.isprintable()}))
    return all(can_write(letters, face) for face in (Face.PLAIN, Face.BOLD))


@cache
def _fonts() -> tuple[str, str]:
    return str(font_file(Face.PLAIN)), str(font_file(Face.BOLD))
