"""Seasons of whole games played by bots: one player's maps before and after, drawn by one hand."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Self

import numpy as np

from datasets.draw.flat.sheet import FlatSheet, draw_known_sheet
from datasets.draw.hand.person import Hand, random_hand
from datasets.draw.maps import DrawnMap, Shape
from datasets.draw.recipe import Recipe
from datasets.draw.sheet.paper import random_print
from datasets.draw.sheet.printing import Print
from datasets.draw.strokes import Split, StrokeBook, load_strokes
from engine import (
    AMBUSH_CARDS,
    LAYOUTS,
    AmbushCard,
    GameSetup,
    MapSheet,
    Season,
    Side,
    Terrain,
)
from engine.areas import Area, squares_of
from engine.bots import Bot, choose_move
from engine.cards import Card
from engine.game import GameState, play, start
from engine.game.cartographer import Cartographer
from engine.game.state import Task

LETTERS = {card.effect: card.initial for card in AMBUSH_CARDS.values() if card.effect and card.initial}
DRAWN = tuple(terrain for terrain in Terrain if terrain not in (Terrain.EMPTY, Terrain.DESTROYED))
BOTS = (Bot.GREEDY, Bot.RANDOM)
GAMES = 100_000  # of one series at most


@dataclass(frozen=True)
class PlayedSeason:
    """A player's maps when two seasons in a row were scored, and the cards revealed in between."""

    before: DrawnMap
    after: DrawnMap
    season: Season
    cards: tuple[Card, ...]
    standing: tuple[AmbushCard, ...]
    """Ambush cards of earlier seasons whose effects go on."""


@dataclass(frozen=True)
class DrawnSeason:
    """A season, and its two sheets as a reader sees them: the later one has the strokes of the earlier."""

    played: PlayedSeason
    before: FlatSheet
    after: FlatSheet
    hand: Hand


@dataclass(frozen=True)
class Artist:
    """A person with a pad of sheets of one print, whose strokes on a map begun alike are alike."""

    hand: Hand
    edition: Print
    book: StrokeBook
    strokes: int
    """The seed of every stroke."""

    @classmethod
    def random(cls, seed: int, number: int, split: Split) -> Self:
        """Return person number `number` of the series `seed`."""
        hands, prints, strokes = (
            np.random.default_rng(s) for s in np.random.SeedSequence(seed, spawn_key=(number, 2)).spawn(3)
        )
        book = load_strokes(split)
        return cls(random_hand(hands, book), random_print(prints), book, int(strokes.integers(2**32)))

    def draw(self, drawn: DrawnMap, recipe: Recipe, photo: int) -> FlatSheet:
        """Draw the map, and take photo number `photo` of it."""
        draw_rng, light_rng = (
            np.random.default_rng(self.strokes),
            np.random.default_rng([self.strokes, photo]),
        )
        return draw_known_sheet(drawn, self.hand, self.edition, recipe, self.book, draw_rng, light_rng)


def draw_seasons(recipe: Recipe, seed: int, games: int, *, split: Split = "train") -> Iterator[DrawnSeason]:
    """Play games and draw the seasons of their first players; the same numbers give the same pixels.

    Args:
        recipe: how the photos are damaged.
        seed: of the series of games.
        games: how many, of both boxes in turn.
        split: whose strokes are used.
    """
    for game in range(games):
        artist = Artist.random(seed, game, split)
        seasons = list(played_seasons(set_up(GAMES * seed + game), BOTS[game // 2 % len(BOTS)]))
        maps = [seasons[0].before, *(season.after for season in seasons)]
        sheets = [artist.draw(drawn, recipe, photo) for photo, drawn in enumerate(maps)]
        for season, (before, after) in zip(seasons, pairwise(sheets), strict=True):
            yield DrawnSeason(season, before, after, artist.hand)


def set_up(seed: int) -> GameSetup:
    """Return a set-up of one of the two boxes, on one of its sides."""
    if seed % 2:
        return GameSetup.base(layout=LAYOUTS[(Side.A, Side.B)[seed // 2 % 2]], seed=seed)
    return GameSetup.of_heroes(layout=LAYOUTS[(Side.C, Side.D)[seed // 2 % 2]], seed=seed)


def played_seasons(setup: GameSetup, bot: Bot) -> Iterator[PlayedSeason]:
    """Play a game and go through the seasons of its first player, from the blank sheet on."""
    states = list(_states(setup, bot))
    blank = setup.blank_sheet()
    before = DrawnMap(blank, (), frozenset(squares_of(blank.area(Terrain.WASTELAND))))
    drawn, standing = before, tuple[AmbushCard, ...]()
    for earlier, later in pairwise(states):
        was, now = earlier.cartographers[0], later.cartographers[0]
        if len(now.snapshots) > len(was.snapshots):
            scored = replace(now, sheet=now.snapshots[-1].sheet)
            drawn = _with_added(drawn, was, scored, earlier.task)
            cards = later.revealed_in(earlier.season)
            yield PlayedSeason(before, drawn, earlier.season, cards, standing)
            standing += tuple(card for card in cards if isinstance(card, AmbushCard) and card.effect)
            before, was = drawn, scored
        drawn = _with_added(drawn, was, now, earlier.task)


def _states(setup: GameSetup, bot: Bot) -> Iterator[GameState]:
    chance = Random(setup.seed)
    state = start(setup)
    yield state
    while not state.is_over:
        seat = min(state.due)
        state = play(state, seat, choose_move(state, seat, bot, chance))
        yield state


def _with_added(drawn: DrawnMap, was: Cartographer, now: Cartographer, task: Task) -> DrawnMap:
    """Return the map with what was drawn and crossed out between two moments."""
    crossed = now.sheet.area(Terrain.DESTROYED) & ~was.sheet.area(Terrain.DESTROYED)
    fallen = crossed & was.sheet.empty if task is Task.AMBUSH else 0  # monsters in a hero's attack pattern
    added = [_shape(terrain, was.sheet.empty & now.sheet.area(terrain)) for terrain in DRAWN]
    shapes = [shape for shape in [*added, _shape(Terrain.MONSTER, fallen)] if shape[1]]
    beneath = {square: was.sheet[square] for square in squares_of(crossed)}
    beneath |= dict.fromkeys(squares_of(fallen), Terrain.MONSTER)
    return DrawnMap(
        now.sheet,
        (*drawn.shapes, *shapes),
        drawn.wastelands,
        drawn.beneath | beneath,
        {square: LETTERS[effect] for effect, area in now.initials for square in squares_of(area)},
        _marked(now.attacked, now.sheet),
    )


def _shape(terrain: Terrain, area: Area) -> tuple[Terrain, Shape]:
    return terrain, frozenset(squares_of(area))


def _marked(attacked: Area, sheet: MapSheet) -> Shape:
    printed = sheet.area(Terrain.MOUNTAIN) | sheet.area(Terrain.WASTELAND)
    return frozenset(squares_of(attacked & ~printed))
