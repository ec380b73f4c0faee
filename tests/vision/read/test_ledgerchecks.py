import pytest

from engine import MapSheet, Side
from vision.read.ledgerchecks import contradictions

GAME = [(12, 9, 3, -2, 22), (4, 6, 3, 0, 13), (6, 8, 5, 0, 19), (1, 2, 6, 0, 9)]
BLANK = MapSheet.blank(Side.A)


def test_a_game_that_adds_up_is_not_doubted() -> None:
    assert contradictions(GAME, coins=6, final=63, sheet=BLANK) == ()


@pytest.mark.parametrize(
    ("boxes", "coins", "final", "said"),
    [
        ([(12, 9, 3, -2, 24)], None, None, "add up to 22, not to 24"),
        ([(12, 9, 3, -2, 22), (4, 6, 1, 0, 11)], None, None, "coins are never lost"),
        (GAME, 9, None, "the coin track shows 9"),
        (GAME, 6, 64, "64 is written as the final score"),
        ([*GAME[:3], (1, 2, 6, -4, 5)], 6, None, "the last map gives 0"),
    ],
)
def test_what_cannot_stand_together_is_said(
    boxes: list[tuple[int, ...]], coins: int | None, final: int | None, said: str
) -> None:
    found = contradictions(boxes, coins=coins, final=final, sheet=BLANK)

    assert any(said in sentence for sentence in found)


def test_track_and_map_may_be_further_on_than_the_last_season_written_down() -> None:
    assert contradictions(GAME[:2], coins=9, sheet=BLANK) == ()


def test_numbers_that_cannot_be_read_contradict_nothing() -> None:
    assert contradictions([(None, 9, 3, -2, 22), None, None, None], coins=9) == ()
