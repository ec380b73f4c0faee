"""What of a sheet is settled by what a person said of it."""

from typing import Any

import pytest

from service.documents import Reason
from service.sheets.doubts import BOXES, CoinsDoubt, Doubt, Settled, SheetDoubt


@pytest.mark.parametrize(
    ("code", "params", "is_left"),
    [
        (BOXES, {"boxes": {"spring": 2}}, False),
        (BOXES, {"boxes": {"spring": 2, "final": 1}}, True),
        (BOXES, {}, True),  # of an older release: whether the final score was read is not known
        ("too_blurred", {"boxes": {"spring": 2}}, True),
    ],
)
@pytest.mark.parametrize("message", ["", "Some numbers cannot be read surely: the final score."])
def test_the_season_boxes_settle_a_doubt_about_them_alone_whatever_its_words(
    code: str, params: dict[str, Any], is_left: bool, message: str
) -> None:
    doubt = SheetDoubt(reason=Reason(code=code, message=message, advice="Look.", params=params))

    left = Settled(boxes=True).left_of([doubt])

    assert left == ([doubt] if is_left else [])


@pytest.mark.parametrize("code", ["coins_uncertain", "coins_unseen"])
def test_who_says_the_coins_settles_that_they_could_not_be_read(code: str) -> None:
    doubts: list[Doubt] = [SheetDoubt(reason=Reason(code=code, message="", advice="Count.")), CoinsDoubt()]

    assert Settled(coins=True).left_of(doubts) == []
    assert Settled(boxes=True).left_of(doubts) == doubts
