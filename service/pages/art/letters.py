"""The pages' own letters within a drawing: a browser lends a picture none of the page's."""

from base64 import b64encode
from functools import cache

from service.pages.assets import FOLDER

FACES = {"serif.woff2": "400", "serif-semibold.woff2": "600 800"}
"""Files by the weights that they are for, as surveyor.css has them."""


def with_letters(svg: str) -> str:
    """Return an SVG of ours that brings its letters along, and looks the same in every browser."""
    return svg.replace("<defs>", f"<defs><style>{_faces()}</style>", 1)


@cache
def _faces() -> str:
    return "".join(
        f'@font-face{{font-family:"Surveyor Serif";font-weight:{weight};'
        f'src:url("data:font/woff2;base64,{b64encode((FOLDER / name).read_bytes()).decode()}")}}'
        for name, weight in FACES.items()
    )
