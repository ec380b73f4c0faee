"""A map that a person enters: a reading of which nothing was read, to be corrected square by square."""

from engine import SIZE, MapSheet, Season, Side, Square
from engine.sentence import later
from service.documents import Noticed, Photo, Reading, Reason, Sheet, Status

BY_HAND = Reason(
    code="by_hand",
    message=later("This map is entered by hand, and not whole yet."),
    advice=later("Say what stands on each square, and the coins; then save the whole map."),
)

HAS_SHEETS = later("A sheet was read on this photo: correct that one.")


def reading_by_hand(photo: Photo, side: Side, why: Reason | None = None) -> Reading:
    """Return the reading of an empty map, for a photo that could not be read because of `why`."""
    return Reading(
        photo=photo,
        status=Status.REVIEW,
        reason=BY_HAND,
        reasons=(Noticed(**why.model_dump()),) if why else (),
        seconds=0.0,
        model=None,
        sheets=(_empty_sheet(photo, side),),
    )


def _empty_sheet(photo: Photo, side: Side) -> Sheet:
    """Return a sheet without any drawing."""
    blank, (width, height) = MapSheet.blank(side), (photo.width or 1, photo.height or 1)
    rows = range(SIZE)
    return Sheet(
        side=side,
        side_confidence=1.0,
        corners=((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)),
        lattice_error=0.0,
        terrain=tuple(tuple(blank[Square(row, column)] for column in rows) for row in rows),
        confidence=((1.0,) * SIZE,) * SIZE,
        doubtful=(),
        alternatives={},
        coins=None,
        coins_confidence=0.0,
        boxes=(None,) * len(Season),
        boxes_confidence=(None,) * len(Season),
    )
