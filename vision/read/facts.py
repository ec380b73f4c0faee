"""Facts about a sheet that was found, or a photo without one, that the table of rules asks for."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine import COIN_TRACK, Side
from vision.read.consistency import Consistency
from vision.read.ledger import LedgerReading
from vision.read.sheet import SideMatch
from vision.read.unseen import Lost


@dataclass(frozen=True)
class Seen:
    """Facts about a sheet once its squares are read."""

    probability: float
    """That the lattice is the printed one; 1 where lines and the markers of our own sheets agree."""
    match: SideMatch
    """The side by the print."""
    said: Side | None
    """The side by a person, a marker or a layout."""
    sides: frozenset[Side]
    """The sides whose print is known."""
    brightness: float
    """Of the paper, 0 to 255."""
    edge_width: float
    """Squares over which the sharpest edges rise."""
    haze: float
    """Brightness of the darkest print, as a share of the paper's."""
    fineness: float
    """Share of the sheet that fine lines cover, of the print and of drawings."""
    colour: float
    """Grey levels between red, green and blue, on average."""
    most_alike: int
    """Squares of the most frequent terrain that is drawn."""
    left_open: float
    """Share of the squares on which nothing lies that are read with doubt."""
    in_doubt: float
    """Share of those, and of squares that hold something else or look empty in too much light."""
    agreement: Consistency
    """How far the picture agrees with itself."""
    tones: float
    """Levels that make up what is darker than white paper, in red, green or blue, whichever has most."""
    grain: float
    """How far pixels stray from those around them, on average, as a share of the paper's brightness."""
    lost: Lost
    """Squares that do not show as they are."""
    elsewhere: float = 0.0
    """How surely a mountain or wasteland is printed where the side has none."""
    is_sound: bool = True
    """Whether the photo's file is undamaged."""
    ledger: LedgerReading | None = None
    """The coins and numbers below the map; None of sheets that may have no ledger, or another."""
    track: int = COIN_TRACK
    """Coins that are printed below the map."""
    contradictions: Sequence[str] = ()
    """Contradictions in the numbers below the map."""


@dataclass(frozen=True)
class Unfound:
    """Facts about a photo in which no sheet was found."""

    brightness: float
    """Of the photo's bright end, 0 to 255."""
    edge_width: float
    """Pixels of the searched photo over which the sharpest edges rise."""
    is_at_edge: bool = False
    """Whether what looks like the map reaches the edge of the photo."""
    square: float | None = None
    """Pixels of the full photo that a square of it is wide; None where nothing looks like a map."""
    least: int = 0
    """Pixels that a square needs."""
    other_squares: int | None = None
    """Squares along a side of a grid that is no map, if there is one."""
    ink: float = 1.0
    """Share of the picture that is clearly darker than its bright end."""
