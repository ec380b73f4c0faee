"""A drawing as it is given out: an SVG that brings its letters along, or the pixels of it, by resvg."""

from base64 import b64encode
from functools import cache

import resvg_py

from service.pages.assets import FOLDER
from service.printing.fonts import Face, can_write, font_file

PLAIN, BOLD = ("serif.woff2", "400"), ("serif-semibold.woff2", "600 800")
"""Files, and the weights that they are for, as surveyor.css has them."""
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


def with_letters(svg: str) -> str:
    """Return an SVG of ours that brings its letters along, and looks the same in every browser."""
    faces = (PLAIN, BOLD) if "font-weight" in svg else (PLAIN,)
    return svg.replace("<defs>", f"<defs><style>{''.join(map(_face, faces))}</style>", 1)


@cache
def _face(file: tuple[str, str]) -> str:
    name, weight = file
    letters = b64encode((FOLDER / name).read_bytes()).decode()
    return (
        f'@font-face{{font-family:"Surveyor Serif";font-weight:{weight};'
        f'src:url("data:font/woff2;base64,{letters}")}}'
    )
