from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine import MapSheet, Side
from service.documents import Reading, Reason, SheetMap
from service.pages.scans.front import likely_game
from service.readings.reader import PhotoReader
from service.scans.rows import ScanBrief, StatedGame
from service.sheets.doubts import Doubt, SheetDoubt
from service.sheets.rows import KeptSheet, State
from service.store.events import now
from tests.service.stubs import CLEAR_PHOTO, ClassifierStub, stub_reading
from vision import PhotoReading

CHOSEN = StatedGame(("Treetower", None, None, None))
LINES = SheetDoubt(reason=Reason(code="lattice_uncertain", message="The lines leave doubt.", advice="Look."))


def read(side: Side, sure: float) -> Reading:
    """Return the reading of a photo that shows a sheet of this side, so surely."""
    sheet = replace(stub_reading(doubt=False, side=side), side_confidence=sure)
    reader = PhotoReader(
        ClassifierStub, lambda photo, *_: PhotoReading(photo.width, photo.height, None, (sheet,))
    )
    return reader.read_page(CLEAR_PHOTO, "a.jpg").reading


def last_scan(doubts: Sequence[Doubt]) -> ScanBrief:
    """Return a scan of side A whose game was told, with doubts about its sheet."""
    drawn = SheetMap(side=Side.A, terrain=MapSheet.blank(Side.A).rows, coins=None, boxes=())
    sheet = KeptSheet(drawn, doubts, "s", 0, State.SCORED, "", 1)
    return ScanBrief("x", "a.jpg", "", None, (sheet,), CHOSEN, now(), has_picture=True)


@pytest.mark.parametrize(
    ("side", "sure", "doubts", "same"),
    [
        (Side.A, 1.0, (), True),
        (Side.C, 1.0, (), False),
        (Side.C, 0.7, (), True),
        (Side.C, 1.0, (LINES,), True),
    ],
)
def test_only_a_side_that_is_sure_says_that_a_photo_is_of_another_game(
    side: Side, sure: float, doubts: Sequence[Doubt], same: bool
) -> None:
    """Else the edicts that somebody chose would have to be chosen again."""
    likely = likely_game([last_scan(doubts)], read(side, sure))

    assert (likely.edicts == CHOSEN.edicts) is same
