"""A game as its pages show it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from engine import ALL_SQUARES, Season, Square, Terrain
from engine.areas import squares_of
from engine.cards import AMBUSH_CARDS
from engine.game import GameState, Move
from engine.game.cartographer import Cartographer
from engine.heroes import attacked_from
from engine.projection import Projection, project_score
from engine.scoring import EDICT_LETTERS, ScoreReport, score_map
from engine.sentence import Sentence
from engine.shapes import Offsets
from engine.squares import SIZE, Squares
from engine.unconfirmed import setup_notes
from service.formats.squarenames import label, labels
from service.pages.mapview import view_map
from service.pages.playing import terms
from service.pages.playing.gamelog import Story, after, drawn_by
from service.pages.playing.placements import Way, code_of, terrains_of, ways_of
from service.pages.playing.reasons import why_not

SCORED_IN: Mapping[str, Sequence[Season]] = {
    letter: [season for season in Season if letter in season.letters] for letter in EDICT_LETTERS
}
"""The seasons that score each edict."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The shape, laid on the map before it is drawn."""

    way: Way
    corner: Square
    terrain: Terrain
    fits: bool
    reason: str
    """Why it fits, or does not."""
    stakes: tuple[int, ...] = ()
    """The change of each score, from `stakes_of`; empty where it does not fit."""

    @property
    def squares(self) -> Squares:
        """The squares that it covers."""
        return squares_of(self.way.area_at(self.corner))

    @property
    def struck(self) -> Squares:
        """The squares that a hero attacks."""
        return squares_of(attacked_from(self.corner, self.way.attack))

    @property
    def first(self) -> str:
        """The name of its first square."""
        return label(self.way.first_at(self.corner))

    @property
    def code(self) -> str:
        """The move that draws it, as addresses tell it."""
        return code_of(self.terrain, self.way, self.way.first_at(self.corner))


@dataclass(frozen=True, slots=True)
class Choice:
    """How the next shape will be drawn, as far as it is chosen."""

    ways: Sequence[Way]
    way: Way
    terrains: Sequence[Terrain]
    terrain: Terrain
    laid: Laid | None = None


def choose(state: GameState, way: str, terrain: str, *, to: str = "", at: str = "") -> Choice | None:
    """Return what is chosen of the present card; nothing when nothing can be drawn.

    Args:
        state: The game.
        way: The number of a way; any other word is the first that fits.
        terrain: The name of a terrain; any other word is the first on the card.
        to: The square that was tapped, if one was.
        at: The first square of a shape that is laid already.
    """
    ways, terrains = ways_of(state), terrains_of(state)
    if not ways:
        return None
    fitting = next(each for each in ways if each.places)
    chosen = next((each for each in ways if str(each.number) == way), fitting)
    filled = next((each for each in terrains if each == terrain), terrains[0])
    corner = _corner(chosen, to, at)
    laid = lay(state, chosen, filled, corner) if corner else None
    return Choice(ways, chosen, terrains, filled, laid)


def _corner(way: Way, to: str, at: str) -> Square | None:
    squares = {label(square): square for square in ALL_SQUARES}
    if to in squares:
        return way.corner_under(squares[to])
    return way.corner_for(way.shape.offsets[0], squares[at]) if at in squares else None


def lay(state: GameState, way: Way, terrain: Terrain, corner: Square) -> Laid:
    """Return the shape laid on the map, and what would change if it were drawn."""
    if not way.fits_at(corner):
        return Laid(way, corner, terrain, False, why_not(state, way, corner))
    stakes = stakes_of(state, way.move(terrain, corner))
    reason = Sentence(terms.FITS, square=labels(squares_of(way.area_at(corner))))
    return Laid(way, corner, terrain, True, reason, stakes)


def project(state: GameState, cartographer: Cartographer) -> Projection:
    """Return what the game would end with if nothing more were drawn."""
    seasons = list(Season)
    next_scored = seasons[min(len(cartographer.scores), len(seasons) - 1)]
    return project_score(
        cartographer.sheet,
        state.setup.edicts,
        coins=cartographer.coins,
        season=next_scored,
        earned=cartographer.stars,
    )


def stakes_of(state: GameState, move: Move, now: Projection | None = None) -> tuple[int, ...]:
    """Return what a move would change: each edict, coins, monsters, and what the game would end with."""
    before = now or project(state, state.cartographers[0])
    then = project(state, after(state, move))
    return tuple(later - earlier for earlier, later in zip(_numbers(before), _numbers(then), strict=True))


def _numbers(projection: Projection) -> tuple[int, ...]:
    report = projection.seasons[0][1]
    edicts = (line.stars.total for line in projection.lines)
    return (*edicts, report.coins, report.monsters.total, projection.total)


def all_stakes(state: GameState, way: Way, terrain: Terrain) -> Mapping[str, tuple[int, ...]]:
    """Return what would change wherever a way is drawn, by the first square."""
    now = project(state, state.cartographers[0])
    return {
        label(way.first_at(corner)): stakes_of(state, way.move(terrain, corner), now)
        for corner in squares_of(way.places)
    }


def list_boxes(state: GameState) -> list[tuple[Season, ScoreReport]]:
    """Return what is written in the boxes of the seasons, and of those to come what the map would give."""
    cartographer = state.cartographers[0]
    written = list(zip(Season, cartographer.scores, strict=False))
    if len(written) == len(Season):
        return written
    return [*written, *project(state, cartographer).seasons]


def mark_squares(story: Story, choice: Choice | None) -> Mapping[Square, Sequence[str]]:
    """Return what the styles know the squares by that are tapped; the shape fits on those that are open."""
    laid = choice.laid if choice else None
    marked: dict[str, Collection[Square]] = {
        "fresh": drawn_by(story.last_happenings()),
        "on": laid.squares if laid else (),
        "bad": laid.squares if laid and not laid.fits else (),
        "struck": laid.struck if laid else (),
        "open": _open(choice.way) if choice else (),
        "attacked": squares_of(story.state.cartographers[0].attacked),
    }
    return {square: [name for name, squares in marked.items() if square in squares] for square in ALL_SQUARES}


def _open(way: Way) -> Squares:
    return tuple(square for square in ALL_SQUARES if way.fits_at(way.corner_under(square)))


def name_monsters(cartographer: Cartographer) -> Mapping[Square, str]:
    """Return the letters of the monsters in Heroes, by their squares."""
    return {
        square: card.initial
        for card in AMBUSH_CARDS.values()
        if card.effect and card.initial
        for square in squares_of(cartographer.alive(card.effect))
    }


def script_data(state: GameState, choice: Choice) -> dict[str, object]:
    """Return what the script knows of the present card."""
    sheet = state.cartographers[0].sheet
    return {
        "ways": [_way_data(each, choice.ways) for each in choice.ways],
        "map": ["".join(terrain.letter for terrain in row) for row in sheet.rows],
        "elsewhere": state.task in terms.ELSEWHERE,
        "corner": list(choice.laid.corner) if choice.laid else None,
    }


def _way_data(way: Way, ways: Sequence[Way]) -> dict[str, object]:
    rows = [0] * SIZE
    for square in squares_of(way.places):
        rows[square.row] |= 1 << square.column
    return {
        "cells": way.shape.offsets,
        "grip": way.grip,
        "attack": way.attack,
        "size": (way.shape.height, way.shape.width),
        "places": rows,
        "turned": turned(way, ways),
        "flipped": flipped(way, ways),
    }


def turned(way: Way, ways: Sequence[Way]) -> int:
    """Return the number of the way that is this one turned to the right by a quarter."""
    return _like(way, ways, lambda row, column: (column, -row))


def flipped(way: Way, ways: Sequence[Way]) -> int:
    """Return the number of the way that is this one seen in a mirror."""
    return _like(way, ways, lambda row, column: (row, -column))


def _like(way: Way, ways: Sequence[Way], changed: Callable[[int, int], tuple[int, int]]) -> int:
    shape = _set_up([changed(*at) for at in way.shape.offsets])
    attack = tuple(sorted(changed(*at) for at in way.attack))
    return next(
        each.number for each in ways if each.shape.offsets == shape and tuple(sorted(each.attack)) == attack
    )


def _set_up(offsets: Sequence[tuple[int, int]]) -> Offsets:
    top, left = min(row for row, _ in offsets), min(column for _, column in offsets)
    return tuple(sorted((row - top, column - left) for row, column in offsets))


def about_story(story: Story) -> dict[str, object]:
    """Return what every page of a game shows."""
    state = story.state
    return {
        "terms": terms,
        "story": story,
        "address": story.address,
        "state": state,
        "cartographer": state.cartographers[0],
        "happenings": story.last_happenings(),
        "scored_in": SCORED_IN,
        "boxes": list_boxes(state),
        "notes": setup_notes(state.setup),
    }


def about_game(story: Story) -> dict[str, object]:
    """Return what the page of a game under way shows beside the shape that is laid."""
    state, cartographer = story.state, story.state.cartographers[0]
    report = score_map(cartographer.sheet, state.setup.edicts, coins=cartographer.coins)
    return about_story(story) | {
        "map": view_map(cartographer.sheet, report=report, edicts=state.setup.edicts),
        "monsters": name_monsters(cartographer),
        "threshold": state.setup.threshold(state.season),
        "projected": project(state, cartographer).total,
    }


def script_words(state: GameState, translate: Callable[[str], str]) -> dict[str, object]:
    """Return what the script says."""
    filled = {terrain.letter: translate(words) for terrain, words in terms.IN_THE_WAY.items()}
    sentences = {
        "where": terms.WHERE,
        "fits": terms.FITS,
        "ruins": terms.NO_RUINS,
        "elsewhere": terms.ELSEWHERE.get(state.task, ""),
    }
    return {"filled": filled} | {name: translate(words) if words else "" for name, words in sentences.items()}
