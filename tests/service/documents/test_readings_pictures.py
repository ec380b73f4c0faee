"""Whether there is a picture to look at beside a reading."""

import pytest

from engine import Side
from service.documents import Photo, Reading, Reason, Status
from service.readings.emptymap import reading_by_hand

PHOTO = Photo(name="a.jpg", sha256="0" * 64, width=9, height=9)


@pytest.mark.parametrize(
    ("code", "is_there"), [("no_grid", True), ("damaged_photo", False), ("too_many_pixels", False)]
)
def test_a_photo_that_cannot_be_opened_has_no_picture_even_once_its_map_is_entered_by_hand(
    code: str, is_there: bool
) -> None:
    why = Reason(code=code, message="Why.", advice="What to do.")
    rejected = Reading(photo=PHOTO, status=Status.REJECTED, reason=why, seconds=0.0, model=None, sheets=())

    assert rejected.has_picture is is_there
    assert reading_by_hand(PHOTO, Side.A, rejected.reason).has_picture is is_there
