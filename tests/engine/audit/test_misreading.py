from collections.abc import Mapping
from dataclasses import replace

from engine import MapSheet, Side, Square, Terrain
from engine.audit import Cause, Change, Evidence, Kind, SeasonPlayed, Which, audit_map, audit_season
from engine.cards import find_card
from tests.drawing import map_of

HAMLET = (find_card("Hamlet"),)
BLANK = Evidence.of(map_of(""))


def played(*rows: str, doubts: Mapping[Square, tuple[Terrain, ...]] | None = None) -> SeasonPlayed:
    after = replace(Evidence.of(map_of(*rows)), doubts=doubts)
    return SeasonPlayed(replace(BLANK, doubts=None if doubts is None else {}), after, HAMLET)


def test_one_square_read_otherwise_makes_it_legal() -> None:
    (oddity,) = audit_season(played("VF", "V")).oddities

    assert oddity.cause is Cause.READING
    assert (Change(Square(0, 1), Terrain.FOREST, Terrain.VILLAGE),) in oddity.remedies


def test_what_no_single_square_explains_is_a_persons_error() -> None:
    (oddity,) = audit_season(played("VVW", "", "", "W..A")).oddities

    assert (oddity.kind, oddity.cause, oddity.remedies) == (Kind.SEASON, Cause.HUMAN, ())


def test_of_a_reading_only_doubtful_squares_are_tried() -> None:
    doubtful = {Square(0, 1): (Terrain.VILLAGE, Terrain.WATER)}

    (perhaps_misread,) = audit_season(played("VF", "V", doubts=doubtful)).oddities
    (surely_read,) = audit_season(played("VF", "V", doubts={Square(5, 5): (Terrain.FARM,)})).oddities

    assert perhaps_misread.remedies == ((Change(Square(0, 1), Terrain.FOREST, Terrain.VILLAGE),),)
    assert surely_read.cause is Cause.HUMAN


def test_two_doubtful_squares_may_be_misread_together() -> None:
    doubts = {Square(0, 1): (Terrain.VILLAGE,), Square(5, 5): (Terrain.EMPTY,)}

    (oddity,) = audit_season(played("VF", "V", "", "", "", ".....W", doubts=doubts)).oddities

    assert len(oddity.remedies) == 1
    assert {change.square for change in oddity.remedies[0]} == set(doubts)


def test_the_map_before_may_have_been_misread() -> None:
    before = Evidence.of(map_of("A"))
    after = Evidence.of(map_of("F", "", "V", "VV"))

    (oddity,) = audit_season(SeasonPlayed(before, after, HAMLET)).oddities

    assert oddity.kind is Kind.CHANGED
    assert {remedy[0].which for remedy in oddity.remedies} == {Which.MAP, Which.BEFORE}


def test_a_drawn_over_mountain_may_be_a_misread_one() -> None:
    evidence = Evidence.of(MapSheet.blank(Side.A)).with_square(Square(5, 5), Terrain.FOREST)

    (oddity,) = audit_map(evidence).oddities

    assert oddity.remedies == ((Change(Square(5, 5), Terrain.FOREST, Terrain.MOUNTAIN),),)


def test_a_missing_coin_may_be_a_misread_square_beside_the_mountain() -> None:
    sheet = MapSheet.blank(Side.A).with_terrain(
        dict.fromkeys([Square(0, 3), Square(1, 2), Square(1, 4), Square(2, 3)], Terrain.FARM)
    )

    (oddity,) = audit_map(Evidence.of(sheet, coins=0)).oddities

    assert {remedy[0].square for remedy in oddity.remedies} == {
        Square(0, 3),
        Square(1, 2),
        Square(1, 4),
        Square(2, 3),
    }
    assert {remedy[0].instead for remedy in oddity.remedies} == {Terrain.EMPTY}


def test_coins_read_with_doubt_may_be_misread() -> None:
    unsure = replace(Evidence.of(MapSheet.blank(Side.A), coins=9), doubts={}, coins_are_sure=False)

    assert [oddity.cause for oddity in audit_map(unsure).oddities] == [Cause.READING]
    assert [oddity.cause for oddity in audit_map(replace(unsure, coins_are_sure=True)).oddities] == [
        Cause.HUMAN
    ]


def test_nothing_is_repaired() -> None:
    season = played("VF", "V")

    audit_season(season)

    assert season.after.sheet[Square(0, 1)] is Terrain.FOREST
