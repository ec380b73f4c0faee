"""The draw phase: what may be drawn, and what is gained by it."""

from dataclasses import replace

import pytest

from engine import MapSheet, Terrain
from engine.game import PASS, legal_moves, play
from engine.setup import RuleSwitches
from engine.squares import Square
from tests.drawing import map_of
from tests.engine.game.situations import before, draws

FOREST, VILLAGE, FARM, WATER, MONSTER = (
    Terrain.FOREST,
    Terrain.VILLAGE,
    Terrain.FARM,
    Terrain.WATER,
    Terrain.MONSTER,
)
ANY = {FOREST, VILLAGE, FARM, WATER, MONSTER}
CHOSEN_TERRAIN_ONLY = RuleSwitches(fallback_any_terrain=False)


def terrains_drawn(*args: object, **kwargs: object) -> set[Terrain]:
    return {move.terrain for move in legal_moves(before(*args, **kwargs), 0)}  # type: ignore[arg-type]


class TestShapes:
    def test_one_of_the_terrains_on_the_card_is_chosen(self) -> None:
        """Each player chooses one of the available terrain types."""
        assert terrains_drawn("Orchard") == {FOREST, FARM}

    def test_one_of_the_shapes_on_the_card_is_chosen(self) -> None:
        """Each player chooses one of the available shapes."""
        sizes = {move.area.bit_count() for move in legal_moves(before("Great River"), 0)}

        assert sizes == {3, 5}

    def test_a_shape_is_turned_and_flipped_as_needed(self) -> None:
        """The chosen shape can be rotated and/or flipped as needed."""
        state = before("Orchard", map_of("..", ".", ".", rest="#"))

        assert set(legal_moves(state, 0)) == {
            draws(terrain, (0, 0), (0, 1), (1, 0), (2, 0)) for terrain in (FOREST, FARM)
        }

    @pytest.mark.parametrize("filled", "FVAWMHX^#")
    def test_a_shape_overlaps_no_filled_space(self, filled: str) -> None:
        """The chosen shape cannot overlap filled spaces; mountains and wastelands are filled."""
        state = before("Fishing Village", map_of("....", f"..{filled}.", rest="#"))

        assert {move.area.bit_count() for move in legal_moves(state, 0)} == {4}
        assert len(legal_moves(state, 0)) == 2

    def test_a_shape_stays_on_the_map(self) -> None:
        """The chosen shape cannot overlap the edges of the map."""
        state = before("Fishing Village", map_of("########...", "...", "...", rest="#"))

        assert {move.area.bit_count() for move in legal_moves(state, 0)} == {1}

    def test_a_shape_with_a_gap_does_not_go_round_the_edge(self) -> None:
        """The chosen shape cannot overlap the edges of the map."""
        state = before("Pasture", map_of("##########.", "#.", rest="#"))

        assert {move.area.bit_count() for move in legal_moves(state, 0)} == {1}

    def test_a_gap_lies_over_anything(self) -> None:
        """Spaces between the squares of a shape can be empty or already filled."""
        state = before("Pasture", map_of(".^.", rest="#"))

        assert legal_moves(state, 0)[:] == (draws(FARM, (0, 0), (0, 2)),)

    def test_a_shape_need_not_be_adjacent_to_others(self) -> None:
        """The chosen shape does not have to be drawn adjacent to any shapes previously drawn."""
        state = before("Fishing Village", map_of("F"))

        assert draws(WATER, (10, 7), (10, 8), (10, 9), (10, 10)) in legal_moves(state, 0)

    def test_a_shape_may_overlap_ruins(self) -> None:
        """The chosen shape may be drawn so that it overlaps a ruins space."""
        state = before("Fishing Village", map_of("r...", rest="#"))

        assert play(state, 0, legal_moves(state, 0)[0]).cartographers[0].sheet[Square(0, 0)] is VILLAGE

    @pytest.mark.parametrize("card", ["Rift Lands", "Kethra's Gates"])
    def test_rift_lands_fill_one_square_with_any_terrain_on_the_card(self, card: str) -> None:
        """Each player draws a 1x1 square anywhere and fills it with any terrain type shown on the card."""
        state = before(card, map_of("..", rest="#"))

        assert set(legal_moves(state, 0)) == {
            draws(terrain, (0, column)) for terrain in ANY for column in range(2)
        }


class TestFallback:
    def test_one_square_is_drawn_when_no_shape_fits(self) -> None:
        """If a player cannot draw any of the shapes, he draws a 1x1 square, any terrain type."""
        state = before("Fishing Village", map_of("..", rest="#"))

        assert set(legal_moves(state, 0)) == {
            draws(terrain, (0, column)) for terrain in ANY for column in range(2)
        }

    def test_one_square_is_drawn_only_when_no_shape_fits(self) -> None:
        """The 1x1 square is drawn instead of a shape that cannot be drawn."""
        state = before("Great River", map_of("...", rest="#"))

        assert legal_moves(state, 0)[:] == (draws(WATER, (0, 0), (0, 1), (0, 2)),)

    def test_another_printing_allows_the_terrain_of_the_card_only(self) -> None:
        """A switch: the square is filled with the chosen terrain type."""
        sheet = map_of(".", rest="#")

        assert terrains_drawn("Fishing Village", sheet, rules=CHOSEN_TERRAIN_ONLY) == {VILLAGE, WATER}

    def test_after_ruins_both_printings_allow_any_terrain(self) -> None:
        """After a ruins card the 1x1 square is filled with any terrain type, whatever the switch."""
        sheet = map_of(".", rest="#")
        drawn = terrains_drawn("Fishing Village", sheet, after=["Temple Ruins"], rules=CHOSEN_TERRAIN_ONLY)

        assert drawn == ANY

    @pytest.mark.parametrize("card", ["Orchard", "Dobrik of Lorkheim", "Rift Lands"])
    def test_on_a_full_map_a_player_passes(self, card: str) -> None:
        """Who can draw nothing at all passes."""
        state = before(card, map_of(rest="#"))

        assert legal_moves(state, 0) == (PASS,)
        assert play(state, 0, PASS).cartographers[0].sheet == state.cartographers[0].sheet


class TestRuins:
    def test_after_a_ruins_card_the_shape_overlaps_ruins(self) -> None:
        """Each player must draw an available shape so that it overlaps a ruins space, if possible."""
        state = before("Fishing Village", map_of("r....", rest="#"), after=["Temple Ruins"])

        assert {move.area for move in legal_moves(state, 0)} == {
            draws(WATER, (0, 0), (0, 1), (0, 2), (0, 3)).area
        }

    def test_ruins_already_drawn_on_do_not_count(self) -> None:
        """The shape overlaps a ruins space that is not filled."""
        state = before("Fishing Village", map_of("f....", "r", rest="#"), after=["Temple Ruins"])

        assert {move.area.bit_count() for move in legal_moves(state, 0)} == {1}

    def test_who_cannot_reach_ruins_draws_one_square_anywhere(self) -> None:
        """If no shape can be drawn so that it overlaps ruins: a 1x1 square anywhere, any terrain type."""
        state = before("Fishing Village", map_of("....", "", "r", rest="#"), after=["Temple Ruins"])

        assert len(legal_moves(state, 0)) == 5 * len(ANY)
        assert {move.terrain for move in legal_moves(state, 0)} == ANY

    def test_without_unfilled_ruins_one_square_is_drawn(self) -> None:
        """If there are no unfilled ruins spaces left: a 1x1 square anywhere, any terrain type."""
        state = before("Fishing Village", map_of("f", "...."), after=["Temple Ruins"])

        assert {move.area.bit_count() for move in legal_moves(state, 0)} == {1}
        assert {move.terrain for move in legal_moves(state, 0)} == ANY

    @pytest.mark.parametrize("ruins", [["Temple Ruins"], ["Temple Ruins", "Outpost Ruins"]])
    def test_two_ruins_cards_ask_for_one_drawing_on_ruins(self, ruins: list[str]) -> None:
        """If one or more ruins cards are revealed, the next explore card is drawn on ruins."""
        assert before("Orchard", after=ruins).must_draw_on_ruins

    def test_ruins_apply_to_the_next_explore_card_only(self) -> None:
        """The ruins card applies to the next explore card that is revealed."""
        assert not before("Orchard", after=["Temple Ruins", "Farmland"]).must_draw_on_ruins

    def test_rift_lands_are_drawn_on_ruins_too(self) -> None:
        """The 1x1 square of Rift Lands overlaps a ruins space, if possible."""
        state = before("Rift Lands", map_of(".r.", rest="#"), after=["Temple Ruins"])

        assert {move.area for move in legal_moves(state, 0)} == {draws(FARM, (0, 1)).area}


class TestCoins:
    def coins_after(self, card: str, sheet: MapSheet, *places: tuple[int, int], coins: int = 0) -> int:
        state = before(card, sheet)
        state = replace(state, cartographers=(replace(state.cartographers[0], coins=coins),))
        terrain = legal_moves(state, 0)[0].terrain
        return play(state, 0, draws(terrain, *places)).cartographers[0].coins

    def test_a_shape_with_a_coin_gives_one(self) -> None:
        """If a player chooses a shape with a coin, he fills in the next coin symbol."""
        assert self.coins_after("Farmland", map_of(""), (0, 0), (1, 0)) == 1

    def test_a_shape_without_a_coin_gives_none(self) -> None:
        """Only some shapes come with a coin."""
        assert self.coins_after("Farmland", map_of(""), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1)) == 0

    def test_the_square_instead_of_a_shape_gives_none(self) -> None:
        """The 1x1 square drawn instead comes without a coin."""
        assert self.coins_after("Farmland", map_of(".", rest="#"), (0, 0)) == 0

    def test_a_surrounded_mountain_gives_a_coin(self) -> None:
        """If a player surrounds a mountain by filling all four adjacent spaces: a coin."""
        sheet = map_of(".F.", "F^F", ".....")

        assert self.coins_after("Fishing Village", sheet, (2, 0), (2, 1), (2, 2), (2, 3)) == 1

    def test_a_mountain_open_on_one_side_gives_none(self) -> None:
        """All four adjacent spaces have to be filled."""
        sheet = map_of(".F.", "F^.", ".....")

        assert self.coins_after("Fishing Village", sheet, (2, 0), (2, 1), (2, 2), (2, 3)) == 0

    def test_two_mountains_surrounded_at_once_give_two(self) -> None:
        """Every mountain has a coin."""
        sheet = map_of(".F.", "F^F", "....", "F^F", ".F.")

        assert self.coins_after("Fishing Village", sheet, (2, 0), (2, 1), (2, 2), (2, 3)) == 2

    def test_coins_beyond_the_track_are_ignored(self) -> None:
        """If all coin symbols are filled in, additional coins are ignored."""
        assert self.coins_after("Farmland", map_of(""), (0, 0), (1, 0), coins=14) == 14
