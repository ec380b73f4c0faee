"""Every listed move is legal and every unlisted one refused: on maps with few free squares, exhaustively."""

from itertools import chain, combinations
from random import Random

import pytest

from engine import MapSheet, Terrain
from engine.areas import Area, bits
from engine.cards import AMBUSH_CARDS, EXPLORE_CARDS, HERO_CARDS
from engine.game import GameState, IllegalMoveError, Move, legal_moves, play, start
from engine.setup import GameSetup, RuleSwitches
from tests.drawing import map_of
from tests.engine.game.naive import naive_moves
from tests.engine.game.situations import AnyMoves, before

FREE = map_of("r.M", "...", "F..", rest="#")
BARE = map_of("..##.", "M^..", rest="#")
PLAIN = RuleSwitches(rotate_hero_pattern=False, fallback_any_terrain=False)


def all_moves(sheet: MapSheet, *, filled: int = 1) -> list[Move]:
    """Every set of empty squares, and of them with one filled square, in every terrain."""
    empties = list(bits(sheet.empty))
    parts = chain.from_iterable(combinations(empties, size) for size in range(len(empties) + 1))
    areas = [sum(part) for part in parts]
    areas += [area | square for area in areas for square in list(bits(sheet.filled))[:filled]]
    return [Move(terrain, area) for area in areas for terrain in Terrain]


def is_accepted(state: GameState, move: Move) -> bool:
    try:
        play(state, 0, move)
    except IllegalMoveError as error:
        return not error.rule
    return True


@pytest.mark.parametrize("after", [[], ["Temple Ruins"]], ids=["open", "on ruins"])
@pytest.mark.parametrize("card", EXPLORE_CARDS)
def test_explore_cards(card: str, after: list[str]) -> None:
    """A move is listed, accepted and found by the plain rules, or none of the three."""
    for sheet, rules in ((FREE, RuleSwitches()), (BARE, PLAIN)):
        state = before(card, sheet, after=after, rules=rules)
        expected = naive_moves(state, 0)

        assert sorted(legal_moves(state, 0)) == sorted(expected)
        assert {move for move in all_moves(sheet, filled=0) if is_accepted(state, move)} == expected


@pytest.mark.parametrize("card", AMBUSH_CARDS)
def test_ambush_cards(card: str) -> None:
    """The neighbour's map decides, here two maps of which only the other one is free."""
    for sheet in (FREE, BARE):
        state = before(card, map_of(rest="#"), sheet)
        expected = naive_moves(state, 0)

        assert sorted(legal_moves(state, 0)) == sorted(expected)
        assert {move for move in all_moves(sheet) if is_accepted(state, move)} == expected


@pytest.mark.parametrize("rules", [RuleSwitches(), PLAIN], ids=["turned", "as printed"])
@pytest.mark.parametrize("card", HERO_CARDS)
def test_hero_cards(card: str, rules: RuleSwitches) -> None:
    """A hero on each square with every attack that any hero makes from anywhere, and all without."""
    state = before(card, FREE, rules=rules)
    expected = naive_moves(state, 0)

    assert sorted(legal_moves(state, 0)) == sorted(expected)
    heroes = [Move(Terrain.HERO, square, attack) for square in bits(FREE.empty) for attack in attacks()]
    assert {move for move in (*heroes, *all_moves(FREE)) if is_accepted(state, move)} == expected


def attacks() -> list[Area]:
    """Return every attack that any hero makes from anywhere on the free map, and none."""
    heroes = [before(card, FREE) for card in HERO_CARDS]
    return sorted({0, *(move.attack for state in heroes for move in naive_moves(state, 0))})


@pytest.mark.parametrize("seed", range(4))
def test_in_whole_games(seed: int) -> None:
    """At every moment of a game the listed moves are those that the plain rules find, each once."""
    state = start(GameSetup.drawn(seed, players=2))
    choose = AnyMoves(seed, 2)
    while not state.is_over:
        seat = min(state.due)
        listed = list(legal_moves(state, seat))
        if state.task in ("draw", "ambush", "hero") and Random(f"{seed}{state.time}").random() < 0.3:
            assert len(listed) == len(set(listed))
            assert set(listed) == naive_moves(state, seat)
        state = play(state, seat, choose(state, seat))
