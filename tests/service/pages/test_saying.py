"""What a form says of a sheet."""

import pytest
from starlette.datastructures import FormData

from engine import MapSheet, Side, Terrain
from service.documents import Reason, Sheet, SheetMap
from service.pages.refusals import SaidWrongError
from service.pages.sheets.editor import unread_fields
from service.pages.sheets.form import read_said, read_version
from service.sheets.doubts import CoinsDoubt, SheetDoubt
from service.sheets.rows import MapInForce

STANDS = SheetMap(
    side=Side.A, terrain=MapSheet.blank(Side.A).rows, coins=3, boxes=((1, 2, None, None, None),), final=None
)
AS_IT_STANDS = [("coins", "3"), ("side", "A"), ("final", ""), ("box-spring-0", "1"), ("box-spring-1", "2")]


def test_squares_numbers_and_the_side_are_said() -> None:
    form = FormData(
        [
            ("say", "2,3=farm"),
            ("say", "10,0=water"),
            ("coins", " 14 "),
            ("box-fall-3", "\u22124"),
            ("side", "B"),
        ]
    )

    said = read_said(form)

    assert [(each.square, each.terrain) for each in said.squares] == [
        ((2, 3), Terrain.FARM),
        ((10, 0), Terrain.WATER),
    ]
    assert (said.coins, said.side, said.confirm) == (14, Side.B, False)
    assert said.boxes == (None, None, (None, None, None, -4, None), None)


def test_of_a_square_the_latest_counts_and_square_with_terrain_is_the_latest() -> None:
    form = FormData([("say", "2,3=farm"), ("square", "2,3"), ("terrain", "hero")])

    assert [each.terrain for each in read_said(form).squares] == [Terrain.HERO]


def test_what_stands_there_already_is_not_said_again() -> None:
    said = read_said(FormData([*AS_IT_STANDS, ("confirm", "1")]), STANDS)

    assert said.model_dump(exclude_defaults=True) == {"confirm": True}


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ([("say", "11,0=farm")], "say"),
        ([("say", "1,1=lava")], "say"),
        ([("coins", "15")], "coins"),
        ([("coins", "many")], "coins"),
        ([("box-spring-0", "1.5")], "box-spring-0"),
        ([("final", "10000")], "final"),
        ([("side", "E")], "side"),
        (AS_IT_STANDS, "form"),
        ([], "form"),
    ],
)
def test_a_mistake_is_reported_by_its_field(fields: list[tuple[str, str]], wrong: str) -> None:
    with pytest.raises(SaidWrongError) as caught:
        read_said(FormData([*fields]), STANDS)

    assert list(caught.value.mistakes) == [wrong]


def test_monsters_lose_stars_with_or_without_the_minus() -> None:
    form = FormData([("box-fall-3", "2"), ("box-fall-4", "7"), ("box-winter-3", "-1"), ("box-winter-4", "3")])

    assert read_said(form).boxes == (None, None, (None, None, None, -2, 7), (None, None, None, -1, 3))


def test_a_final_score_has_bounds_of_its_own() -> None:
    assert read_said(FormData([("final", "-120")]), STANDS).final == -120
    with pytest.raises(SaidWrongError, match="No game ends with that many stars"):
        read_said(FormData([("final", "-201")]), STANDS)


@pytest.mark.parametrize(("typed", "version"), [("3", 3), ("", 0), ("x", 0)])
def test_a_version_that_is_none_is_that_of_no_sheet(typed: str, version: int) -> None:
    assert read_version(FormData([("version", typed)])) == version


def test_the_boxes_that_could_not_be_read_are_those_of_which_the_picture_is_least_sure() -> None:
    read = Sheet.model_construct(boxes_confidence=((0.9, 0.99, 0.4, 0.99, 0.3), None, None, None))
    boxes = ((7, None, None, None, None), None, None, None)
    stands = STANDS.model_copy(update={"boxes": boxes, "coins": None})
    unread = {"boxes": {"spring": 2, "final": 1}}
    reason = Reason(code="boxes_uncertain", message="Some numbers.", advice="Look.", params=unread)
    of_older_release = reason.model_copy(update={"params": {}})
    doubts = [SheetDoubt(reason=reason)]

    assert unread_fields(MapInForce(stands, doubts), read) == {"box-spring-2", "box-spring-4", "final"}
    assert unread_fields(MapInForce(stands, [SheetDoubt(reason=of_older_release)]), read) == {
        f"box-spring-{place}" for place in range(1, 5)
    }
    assert unread_fields(MapInForce(stands, [CoinsDoubt()]), read) == {"coins"}
    assert unread_fields(MapInForce(stands, []), read) == frozenset()  # somebody has said that they are blank
