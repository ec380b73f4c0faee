from datasets.draw.flat.seasons import played_seasons
from engine import LAYOUTS, GameSetup, Season, Side, Terrain
from engine.audit import Evidence, SeasonPlayed
from engine.audit.season import explain_season
from engine.bots import Bot

SETUP = GameSetup.of_heroes(layout=LAYOUTS[Side.C], seed=3)


def test_a_game_gives_its_four_seasons_each_beginning_where_the_last_ended() -> None:
    seasons = list(played_seasons(SETUP, Bot.RANDOM))

    assert [each.season for each in seasons] == list(Season)
    assert [each.before for each in seasons[1:]] == [each.after for each in seasons[:-1]]


def test_every_filled_square_is_in_a_shape_or_was_crossed_out() -> None:
    for each in played_seasons(SETUP, Bot.RANDOM):
        sheet, drawn = each.after.sheet, {square for _, shape in each.after.shapes for square in shape}
        held = set(
            sheet.squares(
                *(terrain for terrain in Terrain if terrain.is_type and terrain is not Terrain.MOUNTAIN)
            )
        )

        assert held <= drawn
        assert set(sheet.squares(Terrain.DESTROYED)) == set(each.after.beneath)


def test_the_cards_can_have_drawn_the_season() -> None:
    for each in played_seasons(SETUP, Bot.RANDOM):
        before, after = (Evidence.of(drawn.sheet) for drawn in (each.before, each.after))

        assert explain_season(SeasonPlayed(before, after, each.cards, each.standing)) is not None
