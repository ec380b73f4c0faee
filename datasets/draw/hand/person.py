"""A person's way of drawing: which sign for each terrain, in which colours, how firmly and how neatly."""

import colorsys
from collections import defaultdict
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from datasets.draw.hand import figures, signs
from datasets.draw.lines import Sign, Traits
from datasets.draw.pencil import Colour, Pencil
from datasets.draw.strokes import Drawing, StrokeBook
from engine import Terrain


class Way(StrEnum):
    """How a person fills a square."""

    SYMBOLS = "symbols"
    COLOURED_SYMBOLS = "coloured symbols"
    COLOUR_FILL = "colour fill"


WAYS = (Way.SYMBOLS, Way.COLOURED_SYMBOLS, Way.COLOUR_FILL)
WAY_ODDS = (0.5, 0.2, 0.3)
INVENTED = 0.4  # share of signs that are lines of our own; the others were drawn by real people
PRIVATE_COLOURS = 0.08  # share of people whose colours mean something else; they add signs to be understood
DRAWN = (
    Terrain.FOREST,
    Terrain.VILLAGE,
    Terrain.FARM,
    Terrain.WATER,
    Terrain.MONSTER,
    Terrain.HERO,
    Terrain.DESTROYED,
)
COLOURED = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)
COLOURED_SIGNS = {Terrain.HERO: 0.6, Terrain.DESTROYED: 0.35}
"""Signs that people with coloured pencils draw in any of their colours, and how many of them do."""
OF_A_TERRAIN = 0.45  # share of these that have the colour of a terrain, as people have few pencils

OWN_SIGNS: dict[Terrain, tuple[Sign, ...]] = {
    Terrain.FOREST: signs.FOREST,
    Terrain.VILLAGE: signs.VILLAGE,
    Terrain.FARM: signs.FARM,
    Terrain.WATER: signs.WATER,
    Terrain.MONSTER: figures.MONSTERS,
    Terrain.HERO: figures.HEROES,
    Terrain.DESTROYED: figures.CROSSES,
}
FOUND_SIGNS: dict[Terrain, dict[str, int]] = {
    Terrain.FOREST: {"tree": 5, "palm tree": 4, "bush": 1, "broccoli": 1, "cactus": 1},
    Terrain.VILLAGE: {"house": 5, "barn": 4, "church": 1, "tent": 1},
    Terrain.FARM: {"mined:hatch_diag": 5, "mined:hatch_hv": 2, "grass": 5, "fence": 1, "asparagus": 1},
    Terrain.WATER: {"mined:waves": 4, "ocean": 6, "mined:wave1": 3, "river": 2},
    Terrain.MONSTER: {"skull": 12, "dragon": 1, "cat": 1, "smiley face": 1, "face": 1, "bat": 1, "spider": 1,
                      "octopus": 1, "owl": 1, "bear": 1, "lion": 1, "monkey": 1, "snake": 1, "crab": 1,
                      "scorpion": 1, "shark": 1,
                      "rabbit": 1, "pig": 1, "tiger": 1},
    Terrain.HERO: {"sword": 10, "star": 9, "axe": 7, "crown": 7, "helmet": 7, "yoga": 10, "knife": 3,
                   "hammer": 3, "hat": 1, "shovel": 1, "broom": 1},
    Terrain.DESTROYED: {"mined:x": 1},
}  # fmt: skip
"""The kinds of real people's drawings that can stand for a terrain, and how often each is drawn."""

FILLED = "filled"  # the kind of a drawing that is nothing but colour
Kind = tuple[Terrain, str]
"""A kind of drawing: for which terrain, and the sign's name or FILLED."""

STACKED = ("mined:wave1",)  # drawings of one line, of which some stand above one another

HUES: dict[Terrain, tuple[float, float]] = {
    Terrain.FOREST: (118.0, 22.0),
    Terrain.VILLAGE: (4.0, 12.0),
    Terrain.FARM: (44.0, 9.0),
    Terrain.WATER: (214.0, 16.0),
    Terrain.MONSTER: (280.0, 18.0),
}
"""Mean and spread of the usual colour pencils' hues, in degrees."""


@dataclass(frozen=True, slots=True)
class SignStyle:
    """One person's sign for one terrain: an own sign with its traits, or drawings of a kind."""

    name: str
    """The own sign's name, or the label of the drawings."""
    own: Sign | None
    traits: Traits
    drawings: tuple[Drawing, ...] = ()
    copies: int = 1
    """How many small ones stand in a square; only for drawings."""
    size: float = 0.8
    stretch: float = 1.0
    """Width over height, beside what the sign has itself."""
    bent: float = 0.0
    """How far each copy is bent out of shape, in cells; only for drawings."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A second neighbour, who draws some of the monsters."""

    style: SignStyle
    pencil: Pencil
    shading: float


@dataclass(frozen=True, slots=True)
class Hand:
    """One person with pencils."""

    way: Way
    styles: dict[Terrain, SignStyle]
    graphite: Pencil
    colours: dict[Terrain, Pencil]
    """Pencils of the coloured terrains; empty for a hand that only has graphite."""
    sign_pencils: dict[Terrain, Pencil]
    """Coloured pencils of signs whose squares are not filled: of heroes and of destroyed squares."""
    fills: dict[Terrain, "Fill"]
    sign_on_fill: dict[Terrain, bool]
    """Whether a sign stands on a filled square of the terrain too."""
    monster_pencil: Pencil
    """The neighbour's: another graphite, a blue ballpoint, or the own one."""
    monster_shading: float
    """Pressure of the grey shading round monsters, 0 for none."""
    outline: float
    """Share of the shapes whose border is drawn over."""
    wobble: float
    scatter: float
    """How far signs stand off the middle of their square, in cells."""
    slant: float
    overshoot: float
    tidy_joins: bool
    """Whether waves and hatching run on into the next square of a shape."""
    smudges: float
    retraced: float
    """Share of signs whose lines are gone over twice."""
    guest: Guest

    def as_guest(self) -> "Hand":
        """Return the hand as it is while the second neighbour holds the pencil."""
        return replace(
            self,
            styles={**self.styles, Terrain.MONSTER: self.guest.style},
            colours={t: pencil for t, pencil in self.colours.items() if t != Terrain.MONSTER},
            fills={t: fill for t, fill in self.fills.items() if t != Terrain.MONSTER},
            monster_pencil=self.guest.pencil,
            monster_shading=self.guest.shading,
        )

    def kind(self, terrain: Terrain) -> Kind:
        """Return which kind of drawing the hand makes for a terrain."""
        return terrain, FILLED if terrain in self.fills else self.styles[terrain].name

    def sign_pencil(self, terrain: Terrain) -> Pencil:
        """Return the pencil that draws the signs of a terrain."""
        if terrain in self.sign_pencils:
            return self.sign_pencils[terrain]
        if self.way == Way.COLOURED_SYMBOLS and terrain in self.colours:
            return self.colours[terrain]
        return self.monster_pencil if terrain == Terrain.MONSTER else self.graphite


@dataclass(frozen=True, slots=True)
class Fill:
    """How a person fills a square with a coloured pencil."""

    angle: float
    spacing: float
    """Between lines, in cells."""
    width: float
    pressure: float
    wash: float
    """Pressure of an even tone under the lines, 0 for none."""
    inset: float
    ragged: float


def shares_of_kinds() -> dict[Kind, float]:
    """Return how many people draw each kind for its terrain; those of a terrain sum to 1."""
    shares: dict[Kind, float] = defaultdict(float)
    for terrain in DRAWN:
        filled = WAY_ODDS[WAYS.index(Way.COLOUR_FILL)] if terrain in COLOURED else 0.0
        own, found = OWN_SIGNS[terrain], FOUND_SIGNS[terrain]
        for sign in own:
            shares[terrain, sign.__name__] += (1.0 - filled) * INVENTED / len(own)
        for name, odds in found.items():
            shares[terrain, name] += (1.0 - filled) * (1.0 - INVENTED) * odds / sum(found.values())
        if filled:
            shares[terrain, FILLED] = filled
    return dict(shares)


def random_hand(rng: np.random.Generator, book: StrokeBook, way: Way | None = None) -> Hand:
    """Return a person nobody has met."""
    way = way or WAYS[int(rng.choice(3, p=WAY_ODDS))]
    graphite = random_graphite(rng)
    spread = float(rng.uniform(0.3, 1.2))
    private = bool(rng.random() < PRIVATE_COLOURS)
    colours = _colours(rng, graphite, spread, private=private) if way != Way.SYMBOLS else {}
    common = _fill(rng)
    return Hand(
        way=way,
        styles={terrain: _style(rng, book, terrain) for terrain in DRAWN},
        graphite=graphite,
        colours=colours,
        sign_pencils=_sign_pencils(rng, graphite, colours) if colours else {},
        fills={t: _varied(common, rng) for t in colours} if way == Way.COLOUR_FILL else {},
        sign_on_fill=_signs_on_fills(rng, private=private),
        monster_pencil=_neighbour_pencil(rng, graphite),
        monster_shading=_shading(rng),
        outline=float(rng.choice([0.0, 0.0, rng.uniform(0.3, 1.0), 1.0])),
        wobble=float(rng.choice([0.001, 0.003, 0.006, 0.01])),
        scatter=float(rng.uniform(0.01, 0.07) if rng.random() < 0.75 else rng.uniform(0.05, 0.12)),
        slant=float(rng.normal(0, 0.08)),
        overshoot=float(rng.uniform(0.0, 0.06)),
        tidy_joins=bool(rng.random() < 0.2),
        smudges=float(rng.choice([0.0, 0.0, rng.uniform(0.1, 0.6)])),
        retraced=float(rng.choice([0.0, 0.0, 0.0, rng.uniform(0.1, 0.7)])),
        guest=Guest(_style(rng, book, Terrain.MONSTER), _neighbour_pencil(rng, graphite), _shading(rng)),
    )


def _shading(rng: np.random.Generator) -> float:
    return float(rng.choice([0.0, 0.0, rng.uniform(0.2, 0.9)]))


def random_graphite(rng: np.random.Generator) -> Pencil:
    """Return a pencil as lies at hand: soft or hard, pointed or blunt."""
    grey = float(rng.uniform(22, 95))
    tint = rng.normal(0, 3, 3)
    colour = (grey + tint[0], grey + tint[1], grey + 4 + tint[2])
    return Pencil(
        colour,
        float(rng.uniform(0.36, 1.0)),
        float(rng.uniform(0.018, 0.055)),
        float(rng.beta(1.5, 3.0) * 0.6),
    )


def _neighbour_pencil(rng: np.random.Generator, own: Pencil) -> Pencil:
    kind = rng.random()
    if kind < 0.55:
        return own
    if kind < 0.8:
        return random_graphite(rng)
    ink: Colour = (float(rng.uniform(20, 60)), float(rng.uniform(40, 80)), float(rng.uniform(120, 190)))
    if kind > 0.95:
        ink = (float(rng.uniform(150, 200)), float(rng.uniform(20, 60)), float(rng.uniform(20, 60)))
    return Pencil(ink, float(rng.uniform(0.75, 1.0)), float(rng.uniform(0.02, 0.04)), 0.05)


def _colours(
    rng: np.random.Generator, graphite: Pencil, spread: float, *, private: bool
) -> dict[Terrain, Pencil]:
    hues = {terrain: float(rng.normal(mean, sigma * spread)) for terrain, (mean, sigma) in HUES.items()}
    if private:
        hues = dict(zip(hues, rng.permutation(list(hues.values())).tolist(), strict=True))
    strength = float(rng.uniform(0.5, 1.0))
    pencils = {terrain: _colour_pencil(rng, hue, strength, graphite) for terrain, hue in hues.items()}
    if rng.random() < 0.12:
        pencils[Terrain.FARM] = _colour_pencil(rng, float(rng.uniform(18, 34)), strength, graphite)
    if rng.random() < 0.2:
        pencils[Terrain.MONSTER] = _dark_pencil(rng, graphite)
    return pencils


def _sign_pencils(
    rng: np.random.Generator, graphite: Pencil, colours: dict[Terrain, Pencil]
) -> dict[Terrain, Pencil]:
    """Return the pencils of signs that are no terrain of the cards: of any colour, where not of graphite."""
    return {
        terrain: _sign_pencil(rng, graphite, colours)
        for terrain, share in COLOURED_SIGNS.items()
        if rng.random() < share
    }


def _sign_pencil(rng: np.random.Generator, graphite: Pencil, colours: dict[Terrain, Pencil]) -> Pencil:
    if rng.random() < OF_A_TERRAIN:
        return colours[COLOURED[int(rng.integers(len(COLOURED)))]]
    return _colour_pencil(rng, float(rng.uniform(0, 360)), float(rng.uniform(0.5, 1.0)), graphite)


def _colour_pencil(rng: np.random.Generator, hue: float, strength: float, graphite: Pencil) -> Pencil:
    saturation, value = float(rng.uniform(0.5, 1.0)), float(rng.uniform(0.35, 0.9))
    r, g, b = colorsys.hsv_to_rgb(hue / 360.0 % 1.0, saturation, value)
    width = graphite.width * float(rng.uniform(0.9, 1.5))
    pressure = min(1.0, strength * float(rng.uniform(0.8, 1.15)))
    return Pencil((255 * r, 255 * g, 255 * b), pressure, width, float(rng.uniform(0.05, 0.42)))


def _dark_pencil(rng: np.random.Generator, graphite: Pencil) -> Pencil:
    grey = float(rng.uniform(20, 90))
    return Pencil(
        (grey, grey, grey), float(rng.uniform(0.5, 1.0)), graphite.width, float(rng.uniform(0.1, 0.5))
    )


def _signs_on_fills(rng: np.random.Generator, *, private: bool) -> dict[Terrain, bool]:
    if private:
        return dict.fromkeys(COLOURED, True)
    always = rng.random() < 0.25
    return {t: bool(always or rng.random() < (0.45 if t == Terrain.MONSTER else 0.1)) for t in COLOURED}


def _fill(rng: np.random.Generator) -> Fill:
    return Fill(
        angle=float(rng.uniform(-80, 80)),
        spacing=float(rng.uniform(0.035, 0.13)),
        width=float(rng.uniform(0.025, 0.07)),
        pressure=float(rng.uniform(0.45, 1.0)),
        wash=float(rng.choice([0.0, rng.uniform(0.1, 0.75)])),
        inset=float(rng.uniform(-0.02, 0.09)),
        ragged=float(rng.uniform(0.01, 0.07)),
    )


def _varied(fill: Fill, rng: np.random.Generator) -> Fill:
    return Fill(
        angle=fill.angle + float(rng.normal(0, 14)),
        spacing=fill.spacing * float(rng.uniform(0.8, 1.3)),
        width=fill.width * float(rng.uniform(0.85, 1.2)),
        pressure=min(1.0, fill.pressure * float(rng.uniform(0.8, 1.2))),
        wash=min(0.9, fill.wash * float(rng.uniform(0.6, 1.3))),
        inset=fill.inset,
        ragged=fill.ragged,
    )


def _style(rng: np.random.Generator, book: StrokeBook, terrain: Terrain) -> SignStyle:
    traits = Traits.random(rng)
    size, stretch = float(rng.uniform(0.45, 1.02)), float(np.exp(rng.normal(0.0, 0.14)))
    if rng.random() < INVENTED:
        own = OWN_SIGNS[terrain][int(rng.integers(len(OWN_SIGNS[terrain])))]
        return SignStyle(own.__name__, own, traits, size=size, stretch=stretch)
    label = _one_of(FOUND_SIGNS[terrain], rng)
    drawings = book.pick(label, rng, int(rng.choice([1, 3, 10, 30, 100])))
    copies = int(rng.choice([1, 1, 2, 3])) if terrain == Terrain.FOREST or label in STACKED else 1
    return SignStyle(label, None, traits, drawings, copies, size, stretch, float(rng.uniform(0.0, 0.05)))


def _one_of(odds: dict[str, int], rng: np.random.Generator) -> str:
    weights = np.array(list(odds.values()), np.float64)
    return str(rng.choice(list(odds), p=weights / weights.sum()))
