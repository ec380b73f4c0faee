"""Named sets of parameters for rendering, read from datasets/draw/recipes/*.toml."""

import tomllib
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

RECIPE_FOLDER = Path(__file__).parent / "recipes"

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How often each thing is drawn, and how hard the photos are."""

    name: str
    long_side: tuple[int, int]
    """Photo size in pixels, smallest and largest."""
    share: Range
    """How much of the frame the sheet fills along its tighter side."""
    tilt: Range
    """Degrees from looking straight down."""
    roll_sigma: float
    """Degrees off upright or a quarter turn."""
    quarter_turns: float
    """Share of photos taken from one of the other three sides."""
    any_roll: float
    """Share of photos turned by any angle."""
    curl: Range
    """Height of the sheet's bend over its length."""
    lens: Range
    defocus: Range
    """Sigma in pixels of a photo with a long side of 1400."""
    motion: float
    """Share of photos with motion blur."""
    noise: Range
    """Sigma in grey levels."""
    cast_shadow: float
    occluder: float
    clutter: float
    jpeg: tuple[int, int]
    custom_side: float
    """Share of sheets with a printed layout of their own."""
    bent: float = 0.0
    """Share of photos of sheets that bend strongly."""
    max_cell: float = 72.0
    """The sheet is drawn with at most this many pixels per cell."""

    @classmethod
    def load(cls, name: str) -> Self:
        """Read a recipe by its name.

        Raises:
            FileNotFoundError: no recipe of that name.
        """
        with (RECIPE_FOLDER / f"{name}.toml").open("rb") as file:
            fields = tomllib.load(file)
        ready: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in fields.items()}
        return cls(name=name, **ready)


def add_recipe(parser: ArgumentParser) -> None:
    """Let a command draw by one of the recipes."""
    known = sorted(path.stem for path in RECIPE_FOLDER.glob("*.toml"))
    parser.add_argument("--recipe", choices=known, default="train", help="how hard the photos are")
