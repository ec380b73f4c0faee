"""The cards before the game and in each season."""

from collections import Counter

from engine import Game, Season
from engine.cards import EXPLORE_CARDS, HERO_CARDS, AmbushCard, HeroCard, RuinsCard
from engine.game import Piles, start
from engine.game.deal import all_cards, deal, prepare_season
from engine.setup import GameSetup


def spring(setup: GameSetup) -> Piles:
    return prepare_season(deal(setup), setup.seed, Season.SPRING)


def test_one_set_of_explore_cards_is_used() -> None:
    """Choose which set of explore cards to use; do not combine the sets."""
    explore = deal(GameSetup.of_heroes()).explore

    assert {card.name for card in explore} == {
        name for name, card in EXPLORE_CARDS.items() if card.game is Game.HEROES
    }


def test_the_base_game_has_thirteen_explore_cards_of_which_two_are_ruins() -> None:
    """13 explore cards."""
    explore = deal(GameSetup.base()).explore

    assert (len(explore), sum(isinstance(card, RuinsCard) for card in explore)) == (13, 2)


def test_ruins_cards_are_in_when_games_are_combined() -> None:
    """Always include the ruins cards, no matter which set of explore cards is used."""
    explore = deal(GameSetup.combined(explore=Game.HEROES)).explore

    assert sum(isinstance(card, RuinsCard) for card in explore) == 2


def test_hero_cards_can_be_left_out() -> None:
    """The hero cards can be included or left out."""
    assert deal(GameSetup.combined(heroes=False)).hero == ()
    assert set(deal(GameSetup.combined(heroes=True)).hero) == set(HERO_CARDS.values())


def test_spring_begins_with_one_ambush_and_one_hero_card_in_the_deck() -> None:
    """Take the top card of the ambush deck and the hero deck, then shuffle them into the explore deck."""
    piles = spring(GameSetup.of_heroes(seed=4))

    assert sum(isinstance(card, AmbushCard) for card in piles.explore) == 1
    assert sum(isinstance(card, HeroCard) for card in piles.explore) == 1
    assert (len(piles.ambush), len(piles.hero)) == (3, 3)


def test_the_same_seed_deals_the_same() -> None:
    """Every shuffle comes from the seed."""
    assert start(GameSetup.base(seed=9)) == start(GameSetup.base(seed=9))


def test_the_deal_is_the_same_on_every_machine() -> None:
    """The shuffles do not depend on hashes, nor on the version of anything."""
    names = [card.name for card in spring(GameSetup.base(seed=7)).explore]

    assert names[:4] == ["Treetop Village", "Hinterland Stream", "Marshlands", "Temple Ruins"]


def test_another_seed_deals_otherwise() -> None:
    """Every shuffle comes from the seed."""
    assert len({spring(GameSetup.base(seed=seed)).explore for seed in range(20)}) == 20


def test_each_season_is_shuffled_anew() -> None:
    """Reshuffle the explore deck."""
    piles = spring(GameSetup.base(seed=7))

    assert prepare_season(piles, 7, Season.SUMMER).explore != prepare_season(piles, 7, Season.FALL).explore


def test_no_card_is_lost() -> None:
    """Reshuffle the explore deck, including all explore cards revealed this season."""
    piles = deal(GameSetup.combined(seed=2))

    assert Counter(all_cards(prepare_season(piles, 2, Season.SPRING))) == Counter(all_cards(piles))
