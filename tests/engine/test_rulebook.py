"""Rules of the rulebooks that no other test holds, one fact each; docs/rules.md names them."""

from dataclasses import replace

import pytest

from engine import LAYOUTS, Game, MapSheet, Season, Side, Square, Terrain
from engine.areas import squares_of
from engine.cards import AMBUSH_CARDS, AmbushCard, Effect, ExploreCard, HeroCard
from engine.game import PASS, Cartographer, GameState, Task, legal_moves, play, start
from engine.game.deal import deal, prepare_season
from engine.game.solo import lairs
from engine.setup import GameSetup
from tests.drawing import map_of
from tests.engine.game.situations import AnyMoves, before, destroys, draws

MONSTER, HERO = Terrain.MONSTER, Terrain.HERO
OPEN, FULL = map_of(""), map_of(rest="#")


def moments_of(setup: GameSetup) -> list[GameState]:
    """Every moment of a game in which all choose any move."""
    choose, moments = AnyMoves(3, setup.players), [start(setup)]
    while not moments[-1].is_over:
        seat = min(moments[-1].due)
        moments.append(play(moments[-1], seat, choose(moments[-1], seat)))
    return moments


def play_first(state: GameState, seat: int) -> GameState:
    """Let the player make the first legal move."""
    return play(state, seat, legal_moves(state, seat)[0])


def haunted(effect: Effect, sheet: MapSheet, *places: tuple[int, int]) -> Cartographer:
    """Return a map with the initial of a monster in these places."""
    return Cartographer(sheet, initials=((effect, draws(MONSTER, *places).area),))


def end_of_season(card: str, cartographer: Cartographer, season: Season = Season.SPRING) -> GameState:
    """Return the game after a season's last card was drawn on this map, with this ambush card beside it."""
    earlier = ["Homestead", "Marshlands", "Fishing Village"]
    state = before("Orchard", cartographer.sheet, after=earlier, season=season)
    piles = replace(state.piles, beside=(AMBUSH_CARDS[card],))
    return play_first(replace(state, cartographers=(cartographer,), piles=piles), 0)


class TestSetUp:
    @pytest.mark.parametrize("side", LAYOUTS)
    def test_all_maps_are_blank_and_identical(self, side: Side) -> None:
        """Everyone gets a blank map sheet, the same side for all."""
        setup = GameSetup.combined(layout=LAYOUTS[side], players=3)

        assert [player.sheet for player in start(setup).cartographers] == [MapSheet.blank(side)] * 3

    def test_nobody_begins_with_coins(self) -> None:
        """The coin track of a blank sheet is empty."""
        assert [player.coins for player in start(GameSetup.base()).cartographers] == [0, 0]

    @pytest.mark.parametrize("game", Game)
    def test_a_combined_game_uses_one_set_of_explore_cards(self, game: Game) -> None:
        """The sets are not mixed, though everything else may be."""
        piles = deal(GameSetup.combined(explore=game, ambushes=list(AMBUSH_CARDS)))

        assert {card.game for card in piles.explore if isinstance(card, ExploreCard)} == {game}

    def test_the_explore_deck_is_shuffled(self) -> None:
        """Any of its cards may be the first, the ambush card too."""
        piles = deal(GameSetup.base())
        first = {prepare_season(piles, seed, Season.SPRING).explore[0] for seed in range(200)}

        assert len(first) == 14

    def test_the_ambush_deck_and_the_hero_deck_are_shuffled(self) -> None:
        """Any ambush card and any hero card may be the first to come."""
        decks = [deal(GameSetup.of_heroes(seed=seed)) for seed in range(40)]

        assert len({piles.ambush[0] for piles in decks}) == 4
        assert len({piles.hero[0] for piles in decks}) == 4


class TestTurns:
    def test_the_seasons_follow_each_other_from_spring_to_winter(self) -> None:
        """Spring, summer, fall, winter."""
        seasons = [state.season for state in moments_of(GameSetup.base())]

        assert list(dict.fromkeys(seasons)) == list(Season)

    def test_everyone_chooses_for_himself(self) -> None:
        """What one player has drawn leaves the others the choice that they had."""
        state = before("Orchard", OPEN, OPEN)

        assert list(legal_moves(play_first(state, 0), 1)) == list(legal_moves(state, 1))

    def test_nothing_obliges_an_ambush_to_lie_on_ruins(self) -> None:
        """An ambush card after a ruins card is resolved normally."""
        state = before("Goblin Attack", map_of("r"), OPEN, after=["Temple Ruins"])

        assert set(legal_moves(state, 1)) == set(legal_moves(before("Goblin Attack", OPEN, OPEN), 1))

    def test_nothing_obliges_a_hero_to_stand_on_ruins(self) -> None:
        """A hero card after a ruins card is resolved normally."""
        state = before("Dal of Jolev", map_of("r"), after=["Temple Ruins"])

        assert set(legal_moves(state, 0)) == set(legal_moves(before("Dal of Jolev", OPEN), 0))

    def test_without_ruins_cards_ruins_have_no_effect(self) -> None:
        """Ruins have no effect on what is drawn unless both games are combined."""
        state = before("Orchard", map_of(*["r.r.r.r"] * 11))

        assert set(legal_moves(state, 0)) == set(legal_moves(before("Orchard", OPEN), 0))

    def test_a_threshold_may_be_exceeded(self) -> None:
        """Nine of eight: the season ends as well."""
        state = before("Orchard", FULL, after=["Farmland", "Homestead", "Marshlands", "Fishing Village"])

        assert play(state, 0, PASS).season is Season.SUMMER

    def test_all_draw_the_last_card_of_a_season(self) -> None:
        """The check phase comes when everyone has drawn."""
        state = before("Orchard", FULL, FULL, after=["Homestead", "Marshlands", "Fishing Village"])

        assert state.is_seasons_last
        assert play(state, 0, PASS).season is Season.SPRING


class TestAmbushes:
    def test_maps_are_passed_back_before_the_next_card(self) -> None:
        """After an ambush everyone draws on his own map."""
        state = before("Goblin Attack", OPEN, OPEN, OPEN)
        for seat in range(3):
            state = play_first(state, seat)

        assert [state.map_before(seat) for seat in range(3)] == [0, 1, 2]

    def test_the_gap_of_the_bugbears_lies_over_anything(self) -> None:
        """The two spaces between them can be empty or filled."""
        state = before("Bugbear Assault", map_of(".F.", ".^.", rest="#"), OPEN)

        assert list(legal_moves(state, 1)) == [draws(MONSTER, (0, 0), (0, 2), (1, 0), (1, 2))]

    @pytest.mark.parametrize("card", [card for card in AMBUSH_CARDS.values() if card.effect], ids=str)
    def test_every_square_of_a_monster_has_its_initial(self, card: AmbushCard) -> None:
        """The initial of the monster is written into the shape."""
        state = before(card.name, OPEN, OPEN)
        move = legal_moves(state, 1)[0]

        assert card.effect
        assert play(state, 1, move).cartographers[0].with_initial(card.effect) == move.area

    def test_on_a_full_map_no_monster_is_drawn(self) -> None:
        """The neighbour passes."""
        assert legal_moves(before("Goblin Attack", FULL, OPEN), 1) == (PASS,)

    def test_a_mountain_that_a_neighbour_surrounds_pays_the_owner_of_the_map(self) -> None:
        """The coin goes onto the track of the map, whoever filled the last of the four spaces."""
        state = before("Zombie Plague", map_of(".F.", "F^F"), OPEN)

        assert [player.coins for player in play(state, 1, draws(MONSTER, (2, 1))).cartographers] == [1, 0]

    def test_a_combined_game_adds_one_ambush_card_a_season(self) -> None:
        """However many are chosen, one goes into the explore deck each season."""
        setup = GameSetup.combined(ambushes=list(AMBUSH_CARDS), heroes=False)
        left = {state.season: len(state.piles.ambush) for state in moments_of(setup)}

        assert list(left.values()) == [7, 6, 5, 4]

    def test_several_ambush_cards_may_lie_in_a_later_deck(self) -> None:
        """Those that were not revealed, and the new one."""
        piles = deal(GameSetup.base())
        for season in Season:
            piles = prepare_season(piles, 0, season)

        assert sum(isinstance(card, AmbushCard) for card in piles.explore) == 4


class TestHeroes:
    def test_attack_patterns_fill_nothing(self) -> None:
        """Marked spaces are empty unless otherwise filled."""
        state = before("Dobrik of Lorkheim", OPEN)
        state = play(state, 0, draws(HERO, (5, 5), attack=[(4, 5), (6, 5), (5, 4), (5, 6)]))

        assert len(state.cartographers[0].sheet.squares(Terrain.EMPTY)) == 120

    def test_several_hero_cards_may_lie_in_a_later_deck(self) -> None:
        """Those that were not revealed, and the new one."""
        piles = deal(GameSetup.of_heroes())
        for season in Season:
            piles = prepare_season(piles, 0, season)

        assert sum(isinstance(card, HeroCard) for card in piles.explore) == 4

    def test_the_patterns_of_earlier_heroes_stay(self) -> None:
        """Every hero's pattern stays, not only the newest."""
        player = Cartographer(OPEN).draw_hero(draws(HERO, (0, 0)).area, draws(HERO, (0, 1)).area)
        player = player.draw_hero(draws(HERO, (5, 5)).area, draws(HERO, (5, 6)).area)

        assert player.draw(draws(MONSTER, (0, 1)).area, MONSTER).sheet[Square(0, 1)] is Terrain.DESTROYED


class TestSeasonsEnd:
    def test_coins_stay_on_the_track_when_they_are_scored(self) -> None:
        """Each season gives a star for each filled-in coin, those of earlier seasons too."""
        player = end_of_season("Zombie Plague", Cartographer(FULL, coins=3)).cartographers[0]

        assert (player.scores[0].coins, player.coins) == (3, 3)

    def test_a_mountain_at_the_edge_is_surrounded_by_the_spaces_it_has(self) -> None:
        """The edge of the map needs no filling."""
        assert Cartographer(map_of("^.", "F")).draw(draws(MONSTER, (0, 1)).area, MONSTER).coins == 1

    def test_the_final_score_is_the_sum_of_the_four_season_boxes(self) -> None:
        """Each player totals the stars of all four seasons."""
        player = moments_of(GameSetup.base(seed=4))[-1].cartographers[0]

        assert player.stars == sum(score.total for score in player.scores)
        assert len(player.scores) == 4

    @pytest.mark.parametrize(
        ("rows", "after"),
        [
            pytest.param([".r.", "#M#", "###"], [".m.", "#M#", "###"], id="over ruins"),
            pytest.param([".#.", "MMM", "###"], [".#.", "MMM", "###"], id="not from other monsters"),
        ],
    )
    def test_zombies_spread_from_zombies_alone(self, rows: list[str], after: list[str]) -> None:
        """Into each empty space beside one with the initial, ruins among them."""
        player = haunted(Effect.ZOMBIE, map_of(*rows, rest="#"), (1, 1)).spread_zombies()

        assert [line[:3] for line in str(player.sheet).split()[:3]] == after

    def test_new_zombies_spread_after_the_next_season(self) -> None:
        """They have the initial too, and the effect comes after each season."""
        player = haunted(Effect.ZOMBIE, map_of("M"), (0, 0))

        assert len(player.spread_zombies().spread_zombies().sheet.squares(MONSTER)) == 1 + 2 + 3

    def test_a_destroyed_troll_destroys_nothing(self) -> None:
        """A destroyed space has no terrain type: there is no Troll any more."""
        sheet = map_of("", "XXX", ".X", "#", rest=".")

        assert end_of_season("Giant Troll Ravage", haunted(Effect.TROLL, sheet, (1, 0))).task is Task.DRAW

    def test_effects_after_winter_change_no_score(self) -> None:
        """They come after the last scoring."""
        sheet = OPEN.with_terrain({Square(5, 5): MONSTER})
        ended = end_of_season("Zombie Plague", haunted(Effect.ZOMBIE, sheet, (5, 5)), Season.WINTER)

        assert len(ended.cartographers[0].sheet.squares(MONSTER)) == 5
        assert ended.cartographers[0].monster_stars == -4


class TestGorgon:
    def test_between_mountains_and_the_edge_it_destroys_nothing(self) -> None:
        """A mountain is never destroyed; where nothing else is adjacent the game goes on."""
        state = before("Gorgon Gaze", map_of(".^.^", "^.^", ".^", rest="#"), FULL)
        state = play(play(state, 0, PASS), 1, draws(MONSTER, (0, 0), (0, 2), (1, 1)))

        assert state.task is Task.DRAW

    def test_it_may_destroy_an_empty_space_and_a_wasteland(self) -> None:
        """Any adjacent space that is no mountain."""
        state = before("Gorgon Gaze", map_of(".#.", ".."), FULL)
        state = play(play(state, 0, PASS), 1, draws(MONSTER, (0, 0), (0, 2), (1, 1)))

        assert destroys(0, 1) in legal_moves(state, 1)
        assert destroys(1, 0) in legal_moves(state, 1)

    @pytest.mark.parametrize("gazes", [False, True])
    def test_a_gorgon_destroyed_at_once_destroys_a_space_only_by_the_switch(self, gazes: bool) -> None:
        """The rulebooks do not say; a destroyed Giant Troll destroys nothing either."""
        places = draws(MONSTER, (0, 0), (0, 2), (1, 1))
        state = before("Gorgon Gaze", map_of(""), FULL)
        rules = replace(state.setup.rules, destroyed_gorgon_gazes=gazes)
        attacked = replace(state.cartographers[0], attacked=places.area)
        state = replace(
            state,
            setup=replace(state.setup, rules=rules),
            cartographers=(attacked, state.cartographers[1]),
        )
        state = play(play(state, 0, PASS), 1, places)

        assert state.cartographers[0].sheet.squares(MONSTER) == []
        assert (state.task is Task.GAZE) == gazes
        assert state.due == frozenset({1}) or not gazes


class TestSoloAmbush:
    @pytest.mark.parametrize(
        ("card", "edge", "inside"),
        [
            ("Kobold Onslaught", [(8, 0), (7, 0)], [(7, 1), (6, 1)]),
            ("Bugbear Assault", [(0, 8), (1, 8)], [(1, 7), (2, 7)]),
            ("Goblin Attack", [(8, 8), (7, 8)], [(7, 7), (6, 7)]),
            ("Gnoll Raid", [(0, 0), (1, 0)], [(1, 1), (2, 1)]),
        ],
    )
    def test_each_round_starts_in_the_same_corner_and_direction(
        self, card: str, edge: list[tuple[int, int]], inside: list[tuple[int, int]]
    ) -> None:
        """Move one space in from the edge, and attempt it again as before."""
        shape = AMBUSH_CARDS[card].shape
        boxes = [
            (min(at.row for at in squares_of(area)), min(at.column for at in squares_of(area)))
            for area in lairs(AMBUSH_CARDS[card])
        ]
        around = 2 * (11 - shape.height) + 2 * (11 - shape.width)

        assert (boxes[:2], boxes[around : around + 2]) == (edge, inside)

    def test_nobody_else_draws(self) -> None:
        """In solo mode there is no neighbour: no move is asked for."""
        tasks = {state.task for state in moments_of(GameSetup.base(players=1))}

        assert Task.AMBUSH not in tasks
