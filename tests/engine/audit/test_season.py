import pytest

from engine import MapSheet, Season, Square, Terrain
from engine.audit import CardsInPlay, Evidence, Kind, Oddity, SeasonPlayed, audit_season
from engine.audit.season import find_season_oddities
from engine.boxes import Game
from engine.cards import AmbushCard, find_card
from tests.drawing import map_of

BLANK = map_of("", rest=".")


def season(
    before: MapSheet,
    after: MapSheet,
    *names: str,
    coins: tuple[int | None, int | None] = (None, None),
    standing: tuple[str, ...] = (),
    solo: bool = False,
) -> SeasonPlayed:
    beside = tuple(card for card in map(find_card, standing) if isinstance(card, AmbushCard))
    return SeasonPlayed(
        Evidence.of(before, coins=coins[0]),
        Evidence.of(after, coins=coins[1]),
        tuple(map(find_card, names)),
        beside,
        solo,
    )


def odd(played: SeasonPlayed) -> list[Kind]:
    return [oddity.kind for oddity in find_season_oddities(played, CardsInPlay())]


def the_oddity(played: SeasonPlayed) -> Oddity:
    (oddity,) = find_season_oddities(played, CardsInPlay())
    return oddity


def test_each_card_draws_one_of_its_shapes() -> None:
    """Hamlet draws three village squares around a corner, Orchard four squares of forest or farm."""
    assert odd(season(BLANK, map_of("V.FFF", "VV..F"), "Hamlet", "Orchard")) == []


@pytest.mark.parametrize(
    "rows",
    [["V.FFF", "V...F"], ["V.FFF", "VVV.F"], ["V.WWW", "VV..W"], ["V", "VV"], ["V.FFA", "VV..A"]],
    ids=[
        "a square short",
        "a square more",
        "another terrain",
        "a card not drawn",
        "two terrains in one shape",
    ],
)
def test_other_squares_are_odd(rows: list[str]) -> None:
    assert odd(season(BLANK, map_of(*rows), "Hamlet", "Orchard")) == [Kind.SEASON]


def test_squares_that_no_card_can_have_drawn_are_named() -> None:
    played = season(BLANK, map_of("V.FFF", "VV..F", "", "W"), "Hamlet", "Orchard")

    oddity = the_oddity(played)
    assert oddity.squares == (Square(3, 0),)
    assert oddity.message.endswith(
        "marked are those that none of these cards can have drawn, nor their effects"
    )


def test_new_squares_that_may_be_drawn_one_by_one_are_all_marked() -> None:
    oddity = the_oddity(season(BLANK, map_of("VVV", "VVV"), "Hamlet"))

    assert len(oddity.squares) == 6
    assert oddity.message.endswith("all are marked: each by itself may be drawn, but not all together")


def test_cards_that_touch_are_reported_apart() -> None:
    assert odd(season(BLANK, map_of("VVVV", "V", "VV"), "Hamlet", "Fishing Village")) == []


def test_what_was_drawn_before_stays() -> None:
    before = map_of("F")

    oddity = the_oddity(season(before, map_of("A"), "Farmland"))
    assert (oddity.kind, oddity.squares) == (Kind.CHANGED, (Square(0, 0),))
    assert odd(season(before, map_of(""), "Farmland")) == [Kind.CHANGED]


def test_shapes_may_be_turned_and_flipped() -> None:
    assert odd(season(BLANK, map_of("FF", "F", "F"), "Orchard")) == []


def test_a_single_square_is_drawn_only_when_no_shape_fits() -> None:
    """Rulebook, draw phase: who cannot draw any of the shapes draws a 1x1 square of any terrain type."""
    full = map_of("##........#", *["#" * 11] * 10)
    roomy = map_of("", *["#" * 11] * 10)

    assert odd(season(full.with_terrain({Square(0, 5): Terrain.FOREST}), full, "Orchard")) == [Kind.CHANGED]
    assert odd(season(roomy, roomy.with_terrain({Square(0, 0): Terrain.WATER}), "Orchard")) == []
    assert odd(season(roomy, roomy.with_terrain({Square(0, 0): Terrain.WATER}), "Fishing Village")) == [
        Kind.SEASON
    ]


def test_the_order_of_the_cards_matters() -> None:
    """Fishing Village fits only while four squares in a row are free; then comes a single square for it."""
    before = map_of("....#######", *["#" * 11] * 10)
    after = before.with_terrain({Square(0, 1): Terrain.WATER, Square(0, 3): Terrain.FARM})

    assert odd(season(before, after, "Orchard", "Fishing Village")) == []
    assert odd(season(before, after, "Fishing Village", "Orchard")) == [Kind.SEASON]


def test_a_ruins_card_asks_for_ruins_under_the_next_shape() -> None:
    """Rulebook, ruins: the next shape must overlap a ruins space if possible."""
    ruins = [Square(5, 5)]
    before = map_of("", ruins=ruins)
    on_ruins = map_of(*[""] * 5, ".....FFF", ".......F", ruins=ruins)
    beside = map_of(*[""] * 6, ".....FFF", ".......F", ruins=ruins)

    assert odd(season(before, on_ruins, "Temple Ruins", "Orchard")) == []
    assert odd(season(before, beside, "Temple Ruins", "Orchard")) == [Kind.SEASON]
    assert odd(season(before, beside, "Orchard", "Temple Ruins")) == []


def test_without_unfilled_ruins_a_single_square_of_any_terrain_is_drawn() -> None:
    assert odd(season(BLANK, map_of("M"), "Temple Ruins", "Orchard")) == []
    assert odd(season(BLANK, map_of("FFF", "F"), "Temple Ruins", "Orchard")) == [Kind.SEASON]


def test_an_ambush_between_ruins_and_shape_changes_nothing() -> None:
    """Rulebook, ambush: the ruins card applies to the next explore card that is revealed."""
    after = map_of("M", ".M", "..M", "", "W")

    assert odd(season(BLANK, after, "Temple Ruins", "Goblin Attack", "Orchard")) == []


def test_an_ambush_draws_its_monster_as_it_is() -> None:
    assert odd(season(BLANK, map_of("", "..M", ".M", "M"), "Goblin Attack")) == []
    assert odd(season(BLANK, map_of("", "..M", ".M"), "Goblin Attack")) == [Kind.SEASON]


def test_a_solo_monster_comes_where_the_card_says() -> None:
    """Solo mode: Gnoll Raid starts in the top-left corner, counterclockwise, and is not turned."""
    corner, elsewhere = map_of("MM", "M", "MM"), map_of("", "MM", "M", "MM")

    assert odd(season(BLANK, corner, "Gnoll Raid", solo=True)) == []
    assert odd(season(BLANK, elsewhere, "Gnoll Raid", solo=True)) == [Kind.SEASON]
    assert odd(season(BLANK, elsewhere, "Gnoll Raid")) == []


def test_a_full_map_is_passed() -> None:
    full = map_of(*["#" * 11] * 11)

    assert odd(season(full, full, "Orchard", "Goblin Attack")) == []


def test_a_hero_destroys_the_monsters_in_his_attack() -> None:
    """Dal of Jolev attacks the four squares at his corners."""
    before = map_of("M.M")
    hit = map_of("X.X", ".H")

    assert odd(season(before, hit, "Dal of Jolev")) == []
    assert odd(season(before, map_of("M.X", ".H"), "Dal of Jolev")) == [Kind.SEASON]
    assert odd(season(before, hit, "Dobrik of Lorkheim")) == [Kind.SEASON]


def test_monsters_drawn_into_an_attack_are_destroyed_too() -> None:
    after = map_of("XM", "MH")

    assert odd(season(map_of("", ".H"), map_of("XM", ".H"), "Dobrik of Lorkheim")) == [Kind.SEASON]
    assert odd(season(BLANK, map_of("X", ".H"), "Dal of Jolev", "Kethra's Gates")) == []
    assert odd(season(BLANK, after, "Dal of Jolev", "Kethra's Gates")) == [Kind.SEASON]


def test_the_gorgon_destroys_one_square_beside_it() -> None:
    gorgon = ["M.M", ".M"]

    assert odd(season(BLANK, map_of(*gorgon[:1], "XM"), "Gorgon Gaze")) == []
    assert odd(season(map_of("", "", ".F"), map_of(*gorgon, ".X"), "Gorgon Gaze")) == []
    assert odd(season(BLANK, map_of(*gorgon), "Gorgon Gaze")) == [Kind.SEASON]
    assert odd(season(BLANK, map_of(*gorgon, "", "X"), "Gorgon Gaze")) == [Kind.SEASON]


def test_zombies_spread_after_the_season_before() -> None:
    """Zombie Plague: after scoring each season, draw a Zombie in each empty space adjacent to a Zombie."""
    before, spread = map_of("", ".M"), map_of(".M", "MMM", ".M")

    assert odd(season(before, spread, standing=("Zombie Plague",))) == []
    assert odd(season(before, spread)) == [Kind.SEASON]
    assert odd(season(before, map_of(".M", "MMM"), standing=("Zombie Plague",))) == [Kind.SEASON]


def test_the_troll_destroys_an_empty_square_beside_it() -> None:
    """Giant Troll Ravage: after scoring each season, destroy an empty space adjacent to the Giant Troll."""
    before = map_of("MMM", ".M")

    assert odd(season(before, map_of("MMM", "XM"), standing=("Giant Troll Ravage",))) == []
    assert odd(season(before, map_of("MMM", ".M", "X"), standing=("Giant Troll Ravage",))) == [Kind.SEASON]
    assert odd(season(before, map_of("MMM", "XM"))) == [Kind.SEASON]


@pytest.mark.parametrize(("gained", "is_odd"), [(1, False), (0, True), (2, True)])
def test_coins_are_those_of_the_shapes(gained: int, is_odd: bool) -> None:
    """Farmland's two squares come with a coin; the other shape has five squares."""
    played = season(BLANK, map_of("A", "A"), "Farmland", coins=(3, 3 + gained))

    assert odd(played) == ([Kind.SEASON_COINS] if is_odd else [])


def test_a_mountain_surrounded_in_the_season_gives_a_coin() -> None:
    before, after = map_of(".F", "F^F"), map_of(".F", "F^F", ".A", ".A")

    assert odd(season(before, after, "Farmland", coins=(0, 2))) == []
    assert the_oddity(season(before, after, "Farmland", coins=(0, 1))).message == (
        "1 coins were filled in, but drawing these squares gives 2"
    )


def test_coins_beyond_the_track_are_lost() -> None:
    assert odd(season(BLANK, map_of("A", "A"), "Farmland", coins=(14, 14))) == []


def test_the_dragon_gives_three_coins_when_it_is_bound() -> None:
    dragon = map_of("##M########", "MMM########", "M##########", *["#" * 11] * 8)
    before = map_of("##.########", "...########", ".##########", *["#" * 11] * 8)

    assert odd(season(before, dragon, "Dragon Inferno", coins=(0, 3))) == []
    assert odd(season(before, dragon, "Dragon Inferno", coins=(0, 0))) == [Kind.SEASON_COINS]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Hamlet", "Hamlet"], "once, not twice: Hamlet"),
        (["Hamlet", "Lagoon"], "all from one box"),
        (
            ["Homestead", "Orchard", "Marshlands", "Fishing Village", "Hamlet"],
            "the season was over before Hamlet",
        ),
    ],
)
def test_cards_of_no_season_are_named(names: list[str], message: str) -> None:
    found = find_season_oddities(season(BLANK, BLANK, *names), CardsInPlay())

    assert found[0].kind is Kind.CARDS
    assert message in found[0].message


def test_a_season_adds_one_ambush_and_one_hero() -> None:
    played = season(BLANK, BLANK, "Goblin Attack", "Gnoll Raid", "Dal of Jolev", "Freyla the True")
    in_spring = SeasonPlayed(
        played.before, Evidence.of(BLANK, season=Season.SPRING), played.cards, played.standing
    )

    messages = [oddity.message for oddity in find_season_oddities(in_spring, CardsInPlay())]
    assert any("ambush cards: Goblin Attack, Gnoll Raid" in message for message in messages)
    assert any("hero cards: Dal of Jolev, Freyla the True" in message for message in messages)


def test_cards_that_the_game_does_not_have_are_named() -> None:
    played = season(BLANK, map_of("H"), "Dal of Jolev", "Zombie Plague")
    base = CardsInPlay.of_box(Game.CARTOGRAPHERS)

    messages = [oddity.message for oddity in find_season_oddities(played, base)]
    assert "hero cards: Dal of Jolev; this game has none" in messages
    assert "ambush cards that this game does not have: Zombie Plague" in messages


def test_a_legal_season_is_reported_card_by_card() -> None:
    played = season(BLANK, map_of("V.FFF", "VV..F"), "Hamlet", "Orchard")

    audit = audit_season(played)

    assert [(card, terrain, len(squares), coin) for card, terrain, squares, coin in audit.drawings] == [
        ("Hamlet", Terrain.VILLAGE, 3, True),
        ("Orchard", Terrain.FOREST, 4, False),
    ]
    assert audit.to_json()["odd"] is False
