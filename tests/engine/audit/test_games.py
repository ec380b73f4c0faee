"""What is played by the rules is never odd, and what is changed afterwards nearly always is."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import ALL_SQUARES, Square, Terrain
from engine.audit import CardsInPlay, SeasonPlayed
from engine.audit.alone import find_oddities
from engine.audit.season import explain_season, find_season_oddities
from engine.cards import AMBUSH_CARDS
from engine.setup import GameSetup
from tests.engine.audit.played import seasons_of

DRAWN = [Terrain.EMPTY, Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER]
SETUPS = {"base": GameSetup.base, "heroes": GameSetup.of_heroes, "combined": GameSetup.combined}


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 3))
@example(seed=12508, players=1)  # a hero strikes all of a Gorgon as it is drawn: it does not gaze
@example(seed=52368, players=1)  # two ambushes open a season, the one without an effect first
def test_no_season_of_a_legal_game_is_odd(seed: int, players: int) -> None:
    setup = GameSetup.drawn(seed, players=players)
    ambushes = tuple(AMBUSH_CARDS[name] for name in setup.ambushes)
    ours = CardsInPlay((setup.explore,), (setup.seasons,), ambushes, setup.heroes, setup.ruins)
    for known in (ours, CardsInPlay()):
        for played in seasons_of(setup):
            assert find_oddities(played.after, known) == ()
            assert find_season_oddities(played, known) == ()


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("name", SETUPS)
def test_a_legal_season_is_explained_card_by_card(name: str, players: int) -> None:
    """The history fills all that was added, each square once, and gives the coins that were filled in."""
    for played in seasons_of(SETUPS[name](players=players, seed=11)):
        history = explain_season(played)

        assert history is not None
        by_effect = history.effects.zombies | history.effects.ravaged
        by_effect |= history.effects.gazed if history.effects.gazed_empty else 0
        areas = [drawing.area for drawing in history.drawings]
        assert sum(areas) == played.added & ~by_effect
        assert sum(area.bit_count() for area in areas) == sum(areas).bit_count()


@pytest.mark.parametrize("name", SETUPS)
def test_a_square_changed_afterwards_is_found(name: str) -> None:
    """A change that another legal season explains is no oddity; of thousands of changes few are such."""
    chance = Random(3)
    found = tried = 0
    for played in seasons_of(SETUPS[name](seed=5)):
        for _ in range(20):
            changed = _with_one_change(played, chance)
            tried += 1
            found += bool(find_season_oddities(changed, CardsInPlay()))

    assert found >= 0.9 * tried


def _with_one_change(played: SeasonPlayed, chance: Random) -> SeasonPlayed:
    sheet = played.after.sheet
    open_to_all = [square for square in ALL_SQUARES if sheet[square].is_type or not sheet[square].is_filled]
    square: Square = chance.choice([s for s in open_to_all if sheet[s] is not Terrain.MOUNTAIN])
    other = chance.choice([terrain for terrain in DRAWN if terrain is not sheet[square]])
    after = played.after.with_square(square, other)
    return SeasonPlayed(
        played.before, after, played.cards, played.standing, solo=played.solo, rules=played.rules
    )
