"""Explore and check phases, ambushes, heroes, effects, and the end of each season."""

from dataclasses import replace

import pytest

from engine import MapSheet, Season, Square, Terrain
from engine.areas import area_of
from engine.cards import AMBUSH_CARDS, Effect
from engine.game import PASS, Cartographer, GameState, Task, check_invariants, legal_moves, play, start
from engine.setup import GameSetup
from tests.drawing import map_of
from tests.engine.game.situations import AnyMoves, before, destroys, draws

MONSTER, DESTROYED, HERO = Terrain.MONSTER, Terrain.DESTROYED, Terrain.HERO
FULL = map_of(rest="#")


def names(cards: tuple[object, ...]) -> list[str]:
    return [str(card) for card in cards]


def holds(sheet: MapSheet, terrain: Terrain) -> list[tuple[int, int]]:
    return [(row, column) for row, column in sheet.squares(terrain)]


def with_notes(state: GameState, **notes: object) -> GameState:
    """Return the state with something more noted on every map."""
    return replace(
        state,
        cartographers=tuple(replace(each, **notes) for each in state.cartographers),  # type: ignore[arg-type]
    )


class TestExplorePhase:
    def revealed(self, *deck: str, card: str = "Rift Lands") -> GameState:
        state = before(card, FULL, then=deck)
        return play(state, 0, PASS)

    def test_the_top_card_goes_on_top_of_those_in_play(self) -> None:
        """Place the new card on top of any explore cards already in play."""
        assert names(self.revealed("Orchard", "Hamlet").piles.revealed) == ["Rift Lands", "Orchard"]

    def test_under_a_ruins_card_another_one_is_revealed_at_once(self) -> None:
        """If the first revealed card is a ruins card, immediately reveal another card."""
        state = self.revealed("Temple Ruins", "Orchard")

        assert (str(state.card), state.must_draw_on_ruins) == ("Orchard", True)

    def test_under_two_ruins_cards_a_third_is_revealed(self) -> None:
        """If the second revealed card is also a ruins card, immediately reveal another card."""
        state = self.revealed("Temple Ruins", "Outpost Ruins", "Orchard")

        assert (str(state.card), state.must_draw_on_ruins) == ("Orchard", True)

    @pytest.mark.parametrize("between", ["Dal of Jolev", "Goblin Attack"])
    def test_ruins_wait_while_an_ambush_or_a_hero_is_resolved(self, between: str) -> None:
        """An ambush or hero card after a ruins card is resolved normally; the ruins apply to the next."""
        state = before("Rift Lands", FULL, FULL, then=["Temple Ruins", between, "Orchard"])
        for _ in range(2):
            for seat in (0, 1):
                state = play(state, seat, PASS)

        assert (str(state.card), state.must_draw_on_ruins) == ("Orchard", True)

    def test_everyone_draws_at_the_same_time(self) -> None:
        """At the same time, each player independently draws."""
        assert before("Orchard", FULL, FULL, FULL).due == {0, 1, 2}


class TestCheckPhase:
    @pytest.mark.parametrize(("time", "season"), [(["Farmland"] * 5, "spring"), (["Farmland"] * 6, "summer")])
    def test_a_season_ends_when_its_threshold_is_met(self, time: list[str], season: str) -> None:
        """If the total of the time values meets or exceeds the threshold, the season ends."""
        state = play(before("Orchard", FULL, after=time), 0, PASS)

        assert state.season == season

    @pytest.mark.parametrize(("season", "threshold"), list(zip(Season, (8, 8, 7, 6), strict=True)))
    def test_the_thresholds_are_those_of_the_season_cards(self, season: Season, threshold: int) -> None:
        """Spring and summer end at eight, fall at seven, winter at six."""
        assert before("Orchard", FULL, season=season).setup.threshold(season) == threshold

    def test_ruins_ambushes_and_heroes_take_no_time(self) -> None:
        """Only explore cards have time values; Rift Lands and Kethra's Gates have none."""
        state = before("Rift Lands", FULL, after=["Temple Ruins", "Kethra's Gates", "Orchard"])

        assert state.time == 2


class TestAmbush:
    @pytest.mark.parametrize(
        ("card", "painted"), [("Bugbear Assault", [2, 0, 1]), ("Goblin Attack", [1, 2, 0])]
    )
    def test_maps_are_passed_in_the_direction_of_the_arrow(self, card: str, painted: list[int]) -> None:
        """Each player passes his map to the neighbour in that direction, who draws on it."""
        state = before(card, FULL, FULL, FULL)

        assert [state.map_before(seat) for seat in range(3)] == painted

    def test_the_neighbour_draws_monsters(self) -> None:
        """Each player draws the depicted shape on his neighbour's map, with monsters."""
        state = before("Goblin Attack", FULL, map_of(""))
        state = play(state, 0, draws(MONSTER, (0, 0), (1, 1), (2, 2)))

        assert holds(state.cartographers[1].sheet, MONSTER) == [(0, 0), (1, 1), (2, 2)]

    def test_who_cannot_draw_the_shape_draws_one_monster(self) -> None:
        """If the shape cannot be drawn: a 1x1 square anywhere on the neighbour's map."""
        state = before("Goblin Attack", FULL, map_of("..", rest="#"))

        assert set(legal_moves(state, 0)) == {draws(MONSTER, (0, 0)), draws(MONSTER, (0, 1))}

    def test_a_single_monster_has_no_initial(self) -> None:
        """The 1x1 square is filled with the monster terrain type, but without the initial."""
        state = before("Dragon Inferno", FULL, map_of("..", rest="#"))
        state = play(state, 0, draws(MONSTER, (0, 0)))

        assert state.cartographers[1].with_initial(Effect.DRAGON) == 0

    def test_the_monster_of_heroes_has_its_initial(self) -> None:
        """The shape is filled with the monster terrain type and the initial of the monster."""
        state = before("Giant Troll Ravage", FULL, map_of(""))
        state = play(state, 0, draws(MONSTER, (0, 0), (0, 1), (0, 2), (1, 1)))

        assert state.cartographers[1].with_initial(Effect.TROLL).bit_count() == 4

    @pytest.mark.parametrize(
        ("card", "beside", "box"),
        [("Gnoll Raid", [], ["Gnoll Raid"]), ("Zombie Plague", ["Zombie Plague"], [])],
    )
    def test_ambush_cards_leave_the_column(self, card: str, beside: list[str], box: list[str]) -> None:
        """The base game's return to the box; those of Heroes stay nearby as a reminder."""
        state = before(card, FULL, FULL)
        for seat in (0, 1):
            state = play(state, seat, PASS)

        assert (names(state.piles.beside), names(state.piles.discarded)) == (beside, box)
        assert names(state.piles.revealed) == ["Rift Lands"]


class TestHeroes:
    def test_a_hero_destroys_the_monsters_in_its_pattern(self) -> None:
        """When a hero is drawn, all monster spaces within its attack pattern are destroyed."""
        state = before("Dobrik of Lorkheim", map_of(".M", ".M"))
        state = play(state, 0, draws(HERO, (0, 0), attack=[(0, 1), (1, 0)]))

        assert holds(state.cartographers[0].sheet, DESTROYED) == [(0, 1)]

    def test_monsters_drawn_later_in_the_pattern_are_destroyed(self) -> None:
        """For the rest of the game, monster spaces drawn within any hero's attack pattern are destroyed."""
        state = with_notes(before("Rift Lands", map_of("H..")), attacked=area_of([Square(0, 1)]))
        sheet = play(state, 0, draws(MONSTER, (0, 1))).cartographers[0].sheet

        assert (holds(sheet, MONSTER), holds(sheet, DESTROYED)) == ([], [(0, 1)])

    def test_other_terrain_in_the_pattern_stays(self) -> None:
        """Attack patterns can overlap filled spaces; only monsters are destroyed."""
        state = before("Dobrik of Lorkheim", map_of(".F", "^"))
        state = play(state, 0, draws(HERO, (0, 0), attack=[(0, 1), (1, 0)]))

        assert holds(state.cartographers[0].sheet, DESTROYED) == []

    def test_a_pattern_may_reach_over_the_edge(self) -> None:
        """Attack patterns can overlap the edge of the map."""
        state = before("Freyla the True", map_of(".", rest="#"))

        assert draws(HERO, (0, 0)) in legal_moves(state, 0)

    def test_the_pattern_of_a_destroyed_hero_remains_active(self) -> None:
        """If a hero space is destroyed, that hero's attack pattern remains active."""
        cartographer = Cartographer(map_of("")).draw_hero(1, 2).destroy(1).draw(2, MONSTER)

        assert holds(cartographer.sheet, DESTROYED) == [(0, 0), (0, 1)]

    def test_a_hero_card_returns_to_the_box(self) -> None:
        """After all players have finished, discard the hero card and return it to the game box."""
        assert names(play(before("Dal of Jolev", FULL), 0, PASS).piles.discarded) == ["Dal of Jolev"]

    def test_a_destroyed_space_is_filled(self) -> None:
        """Destroyed spaces count as filled spaces: one may complete a mountain."""
        cartographer = Cartographer(map_of(".F.", "F^F", ".")).destroy(area_of([Square(2, 1)]))

        assert cartographer.coins == 1


class TestDragon:
    BOUND = map_of("FFF", ".FF", "FFFF", "FFFF")

    def drawn(self, sheet: MapSheet, coins: int = 0) -> Cartographer:
        lair = area_of([Square(0, 0), Square(0, 1)])
        return Cartographer(sheet, coins).draw_monster(lair, Effect.DRAGON)

    def test_a_surrounded_dragon_gives_three_coins(self) -> None:
        """When all spaces of the Dragon are surrounded, gain 3 coins; the edge surrounds as well."""
        dragon = self.drawn(map_of("..F", ".F")).draw(area_of([Square(1, 0)]), Terrain.FARM)

        assert dragon.coins == 3

    def test_the_coins_are_gained_once(self) -> None:
        """The coins are gained at the moment when all spaces are surrounded, and never again."""
        dragon = self.drawn(map_of("..F", "FF"))

        assert dragon.coins == dragon.destroy(area_of([Square(0, 0)])).coins == 3

    def test_a_destroyed_dragon_gives_three_coins(self) -> None:
        """When all spaces of the Dragon are surrounded or destroyed, gain 3 coins."""
        open_dragon = self.drawn(map_of("..."))
        hero = open_dragon.draw_hero(area_of([Square(5, 5)]), area_of([Square(0, 0), Square(0, 1)]))

        assert (open_dragon.coins, hero.coins) == (0, 3)

    def test_one_open_space_lets_the_dragon_live(self) -> None:
        """All spaces have to be surrounded or destroyed."""
        assert self.drawn(map_of("..F", "F")).coins == 0

    def test_the_track_has_its_end(self) -> None:
        """Additional coins are ignored."""
        assert self.drawn(map_of("..F", "FF"), coins=13).coins == 14


def end_of_season(cartographer: Cartographer, *beside: str, season: Season = Season.SPRING) -> GameState:
    """Return the game after the last drawing of a season, with these ambush cards beside the map."""
    state = before("Orchard", cartographer.sheet, after=["Farmland"] * 6, season=season)
    cards = tuple(AMBUSH_CARDS[name] for name in beside)
    state = replace(state, piles=replace(state.piles, beside=cards), cartographers=(cartographer,))
    return play(state, 0, legal_moves(state, 0)[-1])


def haunted(*rows: str, **monsters: list[tuple[int, int]]) -> Cartographer:
    """Return a map of wasteland but for these rows, with the initials of monsters in their places."""
    initials = tuple(
        (Effect(name), area_of(Square(*place) for place in places)) for name, places in monsters.items()
    )
    return Cartographer(map_of(*rows, rest="#"), initials=initials)


class TestEffectsAfterScoring:
    ROOM = ("....", ".^..", "....", ".")

    def test_zombies_spread_to_all_adjacent_empty_spaces(self) -> None:
        """After scoring each season, draw a Zombie in each empty space adjacent to a Zombie."""
        zombie = haunted("..M..", "..#", zombie=[(0, 2)]).spread_zombies()

        assert holds(zombie.sheet, MONSTER) == [(0, 1), (0, 2), (0, 3)]
        assert zombie.with_initial(Effect.ZOMBIE).bit_count() == 3

    def test_destroyed_zombies_do_not_spread(self) -> None:
        """A destroyed space has no terrain type: there is no Zombie any more."""
        zombie = haunted("..X..", zombie=[(0, 2)])

        assert zombie.spread_zombies() is zombie

    def test_zombies_in_a_heros_pattern_are_destroyed(self) -> None:
        """All monster spaces drawn within any hero's attack pattern are destroyed."""
        zombie = replace(haunted(".M.", zombie=[(0, 1)]), attacked=1).spread_zombies()

        assert (holds(zombie.sheet, DESTROYED), holds(zombie.sheet, MONSTER)) == ([(0, 0)], [(0, 1), (0, 2)])

    def test_the_troll_destroys_an_empty_space_of_the_owners_choice(self) -> None:
        """After scoring each season, destroy an empty space adjacent to the Giant Troll."""
        state = end_of_season(haunted(*self.ROOM, "", "M.", ".", troll=[(5, 0)]), "Giant Troll Ravage")

        assert (state.task, state.season) == (Task.RAVAGE, Season.SPRING)
        assert set(legal_moves(state, 0)) == {destroys(5, 1), destroys(6, 0)}
        assert play(state, 0, destroys(6, 0)).cartographers[0].sheet[Square(6, 0)] is DESTROYED

    def test_a_troll_without_empty_spaces_beside_it_does_nothing(self) -> None:
        """Only an empty space is destroyed."""
        state = end_of_season(haunted(*self.ROOM, "", "MF", troll=[(5, 0)]), "Giant Troll Ravage")

        assert (state.task, state.season) == (Task.DRAW, Season.SUMMER)

    @pytest.mark.parametrize(
        ("order", "finds_room"),
        [
            (["Zombie Plague", "Giant Troll Ravage"], False),
            (["Giant Troll Ravage", "Zombie Plague"], True),
        ],
    )
    def test_effects_are_resolved_in_the_order_revealed(self, order: list[str], finds_room: bool) -> None:
        """If there are multiple cards, resolve them one at a time in the order they were revealed."""
        haunts = haunted(*self.ROOM, "", "M.M", zombie=[(5, 0)], troll=[(5, 2)])

        assert (destroys(5, 1) in legal_moves(end_of_season(haunts, *order), 0)) is finds_room

    def test_seasons_are_scored_before_the_effects(self) -> None:
        """Ongoing effects resolve after scoring."""
        state = end_of_season(haunted(*self.ROOM, "", "M.", zombie=[(5, 0)]), "Zombie Plague")

        assert state.cartographers[0].scores[0].monsters.total == -1
        assert state.cartographers[0].snapshots[0].sheet[Square(5, 1)] is Terrain.EMPTY

    def test_effects_are_resolved_after_winter_too(self) -> None:
        """After scoring each season: winter as well, though it counts for nothing any more."""
        state = end_of_season(
            haunted(*self.ROOM, "", "M.", zombie=[(5, 0)]), "Zombie Plague", season=Season.WINTER
        )

        assert state.is_over
        assert state.cartographers[0].sheet[Square(5, 1)] is MONSTER


class TestGorgon:
    def test_whoever_drew_the_gorgon_destroys_a_space(self) -> None:
        """After drawing the Gorgon, destroy an adjacent non-mountain space."""
        state = before("Gorgon Gaze", FULL, map_of("F.F", ".", "F#F"))
        state = play(play(state, 1, PASS), 0, draws(MONSTER, (0, 1), (1, 0), (1, 2)))

        assert (state.task, state.due) == (Task.GAZE, frozenset({0}))
        state = play(state, 0, destroys(2, 0))
        assert state.cartographers[1].sheet[Square(2, 0)] is DESTROYED

    def test_mountains_and_destroyed_spaces_are_spared(self) -> None:
        """The space is no mountain; a destroyed one cannot be destroyed again."""
        state = before("Gorgon Gaze", FULL, map_of("^.X.", ".#.", rest="#"))
        state = play(play(state, 1, PASS), 0, draws(MONSTER, (0, 1), (0, 3), (1, 2)))
        targets = {move.area for move in legal_moves(state, 0)}

        assert destroys(0, 0).area not in targets
        assert destroys(0, 2).area not in targets
        assert destroys(1, 1).area in targets

    def test_a_single_monster_does_not_gaze(self) -> None:
        """Without its initial the monster is no Gorgon."""
        state = before("Gorgon Gaze", FULL, map_of("..", rest="#"))
        state = play(play(state, 1, PASS), 0, draws(MONSTER, (0, 0)))

        assert state.task is Task.DRAW

    def test_it_gazes_once(self) -> None:
        """The effect comes after drawing it; later ambushes do not wake it."""
        gorgon = Cartographer(map_of("F.F", "MFM"), initials=((Effect.GORGON, area_of([Square(1, 0)])),))
        state = before("Goblin Attack", FULL, gorgon.sheet)
        state = replace(state, cartographers=(state.cartographers[0], gorgon))
        state = play(play(state, 1, PASS), 0, draws(MONSTER, (5, 5), (6, 6), (7, 7)))

        assert state.task is Task.DRAW


class TestSeasons:
    def test_each_season_adds_one_ambush_and_one_hero_card(self) -> None:
        """Take the top card of the ambush deck and hero deck, and shuffle them into the explore deck."""
        state, found = start(GameSetup.of_heroes(players=2, seed=3)), {}
        choose = AnyMoves(3, 2)
        while not state.is_over:
            found[state.season] = (len(state.piles.ambush), len(state.piles.hero))
            state = play(state, min(state.due), choose(state, min(state.due)))

        assert list(found.values()) == [(3, 3), (2, 2), (1, 1), (0, 0)]

    def test_ambushes_not_revealed_stay_in_the_explore_deck(self) -> None:
        """An ambush card that was not revealed remains in the deck for the next season."""
        goblins = "Goblin Attack"
        state = before("Orchard", FULL, after=["Farmland"] * 6, then=["Hamlet", goblins])
        state = play(state, 0, PASS)
        piles = state.piles

        assert goblins in names((*piles.explore, *piles.revealed, *piles.discarded))
        assert state.season is Season.SUMMER

    def test_explore_cards_revealed_come_back(self) -> None:
        """Reshuffle the explore deck, including all explore cards revealed this season."""
        state = play(before("Orchard", FULL, after=["Farmland"] * 6, then=["Hamlet"]), 0, PASS)

        assert sorted(names((*state.piles.explore, *state.piles.revealed))) == sorted(
            ["Hamlet", "Orchard", *["Farmland"] * 6]
        )

    def test_two_edicts_coins_and_monsters_are_scored(self) -> None:
        """In spring edicts A and B, one star for each coin, one lost beside monsters."""
        cartographer = replace(Cartographer(map_of("FFF", ".M", rest="#")), coins=2)
        (scored,) = end_of_season(replace(cartographer, sheet=map_of("FM.##", rest="#"))).cartographers
        report = scored.scores[0]

        assert [line.edict.name for line in report.lines] == ["Sentinel Wood", "Canal Lake"]
        assert (report.coins, report.monsters.total) == (2, 0)

    def test_after_winter_the_game_is_over(self) -> None:
        """Once winter has ended and players have been evaluated, the game is over."""
        state = play(before("Orchard", FULL, after=["Farmland"] * 6, season=Season.WINTER), 0, PASS)

        assert (state.is_over, state.due) == (True, frozenset())
        assert legal_moves(state, 0) == ()

    @pytest.mark.parametrize("players", [1, 2, 7, 100])
    def test_any_number_can_play(self, players: int) -> None:
        """1 to 100 players."""
        state = start(GameSetup.drawn(5, players=players))
        choose = AnyMoves(5, players)
        while state.season is Season.SPRING:
            state = play(state, min(state.due), choose(state, min(state.due)))
        check_invariants(state)

        assert len(state.cartographers) == players
        assert all(len(cartographer.scores) == 1 for cartographer in state.cartographers)
