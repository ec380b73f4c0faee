"""The explore, ruins, ambush and hero cards of both games, by name, as facts.toml tells them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from engine.boxes import Game
from engine.errors import MapFormatError, UnknownCardError
from engine.facts import Confidence, Fact, facts
from engine.names import find_named, plain_name
from engine.shapes import Offsets, Shape
from engine.terrain import Terrain

__all__ = [
    "AMBUSH_CARDS",
    "DRAGON_COINS",
    "EXPLORE_CARDS",
    "HERO_CARDS",
    "RUINS_CARDS",
    "AmbushCard",
    "Card",
    "Confidence",
    "Corner",
    "Direction",
    "Effect",
    "ExploreCard",
    "HeroCard",
    "RuinsCard",
    "find_card",
]

DRAGON_COINS = 3  # for a Dragon that is bound
HERO_LETTER, ATTACK_LETTER = "H", "*"


class Direction(StrEnum):
    """The way of an ambush card's arrow: maps are passed that way, solo monsters travel that way."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Corner(StrEnum):
    """The corner of the map where a monster begins in solo mode."""

    TOP_LEFT = "top_left"
    TOP_RIGHT = "top_right"
    BOTTOM_LEFT = "bottom_left"
    BOTTOM_RIGHT = "bottom_right"


class Effect(StrEnum):
    """What an ambush card of Heroes does beyond its monster."""

    DRAGON = "dragon"
    """When all spaces of the Dragon are surrounded or destroyed, gain 3 coins."""
    ZOMBIE = "zombie"
    """After scoring each season, draw a Zombie in each empty space adjacent to a Zombie."""
    TROLL = "troll"
    """After scoring each season, destroy an empty space adjacent to the Giant Troll."""
    GORGON = "gorgon"
    """After drawing the Gorgon, destroy an adjacent non-mountain space."""


@dataclass(frozen=True, slots=True)
class ExploreCard:
    """A card of which everyone draws one shape in one terrain."""

    name: str
    time: int
    terrains: tuple[Terrain, ...]
    shapes: tuple[Shape, ...]
    game: Game
    confidence: Confidence

    def __str__(self) -> str:
        """Return the name on the card."""
        return self.name


@dataclass(frozen=True, slots=True)
class RuinsCard:
    """A card that asks for ruins under the next explore card; it has no time, which counts 0."""

    name: str
    game: Game
    confidence: Confidence

    def __str__(self) -> str:
        """Return the name on the card."""
        return self.name


@dataclass(frozen=True, slots=True)
class AmbushCard:
    """A card by which neighbours draw monsters on each other's maps."""

    name: str
    shape: Shape
    direction: Direction
    corner: Corner
    corner_confidence: Confidence
    game: Game
    confidence: Confidence
    initial: str | None = None
    """The letter that is written into the monster, in Heroes."""
    effect: Effect | None = None

    def __str__(self) -> str:
        """Return the name on the card."""
        return self.name


@dataclass(frozen=True, slots=True)
class HeroCard:
    """A card by which everyone draws a hero."""

    name: str
    attack: Offsets
    """The attacked squares as printed: rows below and columns right of the hero, in reading order."""
    confidence: Confidence
    game: Game = Game.HEROES

    def __str__(self) -> str:
        """Return the name on the card."""
        return self.name


Card: TypeAlias = ExploreCard | RuinsCard | AmbushCard | HeroCard


def find_card(name: str) -> Card:
    """Return the card of this name; case, a leading "The" and punctuation do not matter.

    >>> find_card("kethras gates").name
    "Kethra's Gates"

    Raises:
        UnknownCardError: No explore, ruins, ambush or hero card has this name; the message gives the nearest.
    """
    return find_named(name, _BY_PLAIN_NAME, UnknownCardError)


def parse_attack(drawing: str) -> Offsets:
    """Return the attacked squares of a pattern drawn with H for the hero, relative to it.

    >>> parse_attack("*./.H")
    ((-1, -1),)

    Raises:
        MapFormatError: There is not exactly one hero in it.
    """
    letters = [
        (letter, row, column)
        for row, line in enumerate(drawing.split("/"))
        for column, letter in enumerate(line)
    ]
    heroes = [(row, column) for letter, row, column in letters if letter == HERO_LETTER]
    if len(heroes) != 1:
        raise MapFormatError(f'"{drawing:.40}" is no attack pattern: it has {len(heroes)} heroes H')
    ((top, left),) = heroes
    return tuple((row - top, column - left) for letter, row, column in letters if letter == ATTACK_LETTER)


def _explore_card(fact: Fact) -> ExploreCard:
    with_coin = [fact.text("coin_shape")] if fact.has("coin_shape") else []
    shapes = [Shape.parse(drawing, has_coin=True) for drawing in with_coin]
    shapes += [Shape.parse(drawing) for drawing in fact.texts("shapes")]
    return ExploreCard(
        fact.name,
        fact.number("time"),
        tuple(Terrain(name) for name in fact.texts("terrains")),
        tuple(shapes),
        fact.choice("game", Game),
        fact.confidence,
    )


def _ruins_card(fact: Fact) -> RuinsCard:
    return RuinsCard(fact.name, fact.choice("game", Game), fact.confidence)


def _ambush_card(fact: Fact) -> AmbushCard:
    return AmbushCard(
        fact.name,
        Shape.parse(fact.text("shape")),
        fact.choice("direction", Direction),
        fact.choice("corner", Corner),
        fact.choice("corner_confidence", Confidence),
        fact.choice("game", Game),
        fact.confidence,
        fact.text("initial") if fact.has("initial") else None,
        fact.choice("effect", Effect) if fact.has("effect") else None,
    )


def _hero_card(fact: Fact) -> HeroCard:
    return HeroCard(fact.name, parse_attack(fact.text("attack")), fact.confidence, fact.choice("game", Game))


EXPLORE_CARDS: Mapping[str, ExploreCard] = MappingProxyType(
    {card.name: card for card in map(_explore_card, facts("explore"))}
)
"""Every explore card of both games but the ruins, by the name on it."""
RUINS_CARDS: Mapping[str, RuinsCard] = MappingProxyType(
    {card.name: card for card in map(_ruins_card, facts("ruins"))}
)
AMBUSH_CARDS: Mapping[str, AmbushCard] = MappingProxyType(
    {card.name: card for card in map(_ambush_card, facts("ambush"))}
)
HERO_CARDS: Mapping[str, HeroCard] = MappingProxyType(
    {card.name: card for card in map(_hero_card, facts("hero"))}
)
_ALL: tuple[Card, ...] = (
    *EXPLORE_CARDS.values(),
    *RUINS_CARDS.values(),
    *AMBUSH_CARDS.values(),
    *HERO_CARDS.values(),
)
_BY_PLAIN_NAME: Mapping[str, Card] = MappingProxyType({plain_name(card.name): card for card in _ALL})
