"""Endless editions: any ink on any paper, ruled by hand or by a press, with any picture as its art."""

import colorsys
from dataclasses import replace

import numpy as np

from datasets.draw.pencil import Colour
from datasets.draw.pictures import Pictures
from datasets.draw.sheet.paper import random_print
from datasets.draw.sheet.printing import GridStyle, IconArt, Print
from datasets.draw.sheet.texture import TEXTURES

WITH_ICONS = 0.65  # share of editions whose art is icons; each kind of art by itself
ANY_COLOUR = 0.4  # share of editions in colours that no known sheet has
RULED_BY_HAND = 0.2
PALE = 0.2  # share with lines that hardly show
BOLD = 0.15  # and with thick ones
FRAME_APART = 0.25  # share whose frame stands apart from the field
TINTED = 0.08  # share whose squares are printed in two tints
TEXTURED = 0.4  # share whose paper has a texture


def world_print(rng: np.random.Generator, pictures: Pictures) -> Print:
    """Return an edition unlike any other."""
    edition = random_print(rng)
    if rng.random() < ANY_COLOUR:
        edition = replace(
            edition, paper_colour=_colour(rng, 0.25, (0.7, 1.0)), ink=_colour(rng, 0.9, (0.05, 0.45)),
            accent=_colour(rng, 0.9, (0.2, 0.7)), mountain_colour=_colour(rng, 0.9, (0.1, 0.6)),
        )  # fmt: skip
    if rng.random() < RULED_BY_HAND:
        edition = replace(edition, wobble=float(rng.uniform(0.01, 0.05)), grid=GridStyle.SOLID)
    if rng.random() < PALE:
        edition = replace(edition, grid_strength=float(rng.uniform(0.08, 0.25)))
    if rng.random() < BOLD:
        edition = replace(edition, grid_width=float(rng.uniform(0.045, 0.1)), grid=GridStyle.SOLID)
    if rng.random() < FRAME_APART:
        gap, width = float(rng.uniform(0.07, 0.4)), float(rng.uniform(0.02, 0.12))
        edition = replace(edition, frame="apart", frame_gap=gap, frame_width=width)
    if rng.random() < TINTED:
        tinted = str(rng.choice(["squares", "squares", "rows", "columns"]))
        edition = replace(edition, tinted=tinted, tint=float(rng.uniform(0.05, 0.35)))
    if rng.random() < TEXTURED:
        kind, relief = str(rng.choice(list(TEXTURES))), float(rng.uniform(0.01, 0.07))
        edition = replace(edition, texture=kind, relief=relief)
    return replace(
        edition,
        mountain_icon=_art("mountain", rng, pictures),
        ruins_icon=_art("ruins", rng, pictures),
        wasteland_icon=_art("wasteland", rng, pictures),
        decorations=tuple(
            (art, (float(rng.uniform(0.3, edition.width - 2.5)), float(rng.uniform(0.2, edition.top - 2.2))))
            for art in (_art("other", rng, pictures) for _ in range(int(rng.integers(0, 4))))
            if art
        ),
    )


def _art(kind: str, rng: np.random.Generator, pictures: Pictures) -> IconArt | None:
    path = pictures.icon(kind, rng) if rng.random() < WITH_ICONS else None
    if path is None:
        return None
    return IconArt(
        path,
        size=float(rng.uniform(0.5, 0.98)),
        strength=float(rng.uniform(0.35, 1.0)) if rng.random() < 0.7 else float(rng.uniform(0.15, 0.4)),
        ink=_colour(rng, 0.9, (0.05, 0.6)) if rng.random() < 0.6 else None,
        ground=float(rng.uniform(0.1, 0.9)) if rng.random() < 0.3 else 0.0,
        mirrored=bool(rng.random() < 0.3),
    )


def _colour(rng: np.random.Generator, most: float, value: tuple[float, float]) -> Colour:
    r, g, b = colorsys.hsv_to_rgb(
        float(rng.uniform()), float(rng.uniform(0, most)), float(rng.uniform(*value))
    )
    return 255 * r, 255 * g, 255 * b
