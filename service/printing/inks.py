"""The inks a sheet is printed with: in colour, or so that little of them is used."""

from dataclasses import dataclass

Ink = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

BLACK: Ink = (0, 0, 0)
WHITE: Ink = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Inks:
    """One choice of inks; tags and code are black in each."""

    line: Ink
    """Frames, letters, outlines."""
    grid: Ink
    """Lines between the squares, light enough for pencil to stand out."""
    rule: Ink
    """Lines to write on, and small print."""
    pale: Ink
    """Letters and signs that numbers are written over."""
    ruins: Ink
    stone: Ink
    """The faces of ruined stones."""
    rock: Ink
    """The ground of mountains."""
    shade: Ink
    """The dark side of peaks."""
    peak: Ink
    """The light side of peaks."""
    gold: Ink
    barren: Ink
    """The ground of wastelands."""
    crack: Ink
    accent: Ink
    """The compass rose, and what is to please."""
    solid: bool
    """Whether grounds are printed full; otherwise they are hatched."""


COLOUR = Inks(
    line=(52, 40, 32),
    grid=(172, 152, 124),
    rule=(150, 132, 108),
    pale=(206, 194, 174),
    ruins=(228, 218, 204),
    stone=(248, 243, 234),
    rock=(70, 54, 46),
    shade=(150, 134, 116),
    peak=(250, 244, 230),
    gold=(238, 204, 120),
    barren=(164, 156, 146),
    crack=(88, 76, 66),
    accent=(154, 74, 46),
    solid=True,
)
SAVING = Inks(
    line=(70, 70, 70),
    grid=(165, 165, 165),
    rule=(150, 150, 150),
    pale=(205, 205, 205),
    ruins=(228, 228, 228),
    stone=WHITE,
    rock=(112, 112, 112),
    shade=(64, 64, 64),
    peak=WHITE,
    gold=WHITE,
    barren=(226, 226, 226),
    crack=(120, 120, 120),
    accent=(120, 120, 120),
    solid=False,
)
