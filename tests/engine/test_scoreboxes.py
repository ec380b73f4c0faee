"""What the boxes below a map say as they stand."""

import pytest

from engine import Season
from engine.scoreboxes import WrittenSeason, written_for

SPRING, SUMMER = (3, 0, 1, 0, 4), (2, None, 1, -1, None)


@pytest.mark.parametrize(
    ("boxes", "season", "written"),
    [
        ([SPRING], Season.SPRING, SPRING),
        ([SPRING, SUMMER], Season.SUMMER, SUMMER),
        ([SPRING, SUMMER], Season.SPRING, None),
        ([SPRING], Season.SUMMER, None),
        ([SPRING, None, (None, None, 1, None, None)], Season.SPRING, SPRING),
        ([], Season.SPRING, None),
        ([SPRING], None, None),
    ],
)
def test_only_the_last_season_that_is_written_tells_of_the_map(
    boxes: list[WrittenSeason], season: Season | None, written: WrittenSeason
) -> None:
    assert written_for(boxes, season) == written
