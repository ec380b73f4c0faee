"""The pages' own letters within a drawing: a browser lends a picture none of the page's."""

from base64 import b64encode
from functools import cache

from service.pages.assets import FOLDER

PLAIN, BOLD = ("serif.woff2", "400"), ("serif-semibold.woff2", "600 800")
"""Files, and the weights that they are for, as surveyor.css has them."""


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
