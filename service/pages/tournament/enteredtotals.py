"""The season scores of a sheet of which a person lets only the totals count, on the page of numbers."""

from collections.abc import Mapping

from engine import Season
from engine.scoreboxes import PARTS, Box, whole_boxes
from engine.sentence import later
from service.documents import WrittenBoxes
from service.pages.refusals import SaidWrongError
from service.pages.sheets.form import box_field
from service.sheets.rows import SheetRow

TOTAL_FIRST = later("Type the total of this season first: it alone is to count.")


def totals_alone(sheet: SheetRow, boxes: WrittenBoxes, *, winter_is_scored: bool) -> WrittenBoxes:
    """Return the boxes of all seasons without those that only check the totals.

    Where the map gives the total of winter, at most its coins are needed.

    Raises:
        SaidWrongError: A season has numbers from which no total follows.
    """
    alone = {
        season: _total_alone(dict(zip(Box, row, strict=True)))
        for season, row in zip(Season, whole_boxes(boxes), strict=True)
    }
    checked = [season for season in Season if not (winter_is_scored and season is Season.WINTER)]
    place = list(Box).index(Box.TOTAL)
    lacking = [
        season
        for season in checked
        if alone[season][place] is None and any(number is not None for number in alone[season])
    ]
    if winter_is_scored:
        coins = whole_boxes(boxes)[-1][list(Box).index(Box.COINS)] if sheet.map.coins is None else None
        alone[Season.WINTER] = (None, None, coins, None, None)
    if lacking:
        raise SaidWrongError({f"{sheet.id}.{box_field(season, place)}": TOTAL_FIRST for season in lacking})
    return tuple(alone.values())


def _total_alone(row: Mapping[Box, int | None]) -> tuple[int | None, ...]:
    """Return a season's boxes with its total and its losses alone; as they are where no total follows."""
    parts = [row[box] for box in PARTS]
    known = [part for part in parts if part is not None]
    total = sum(known) if row[Box.TOTAL] is None and len(known) == len(parts) else row[Box.TOTAL]
    return tuple(row.values()) if total is None else (None, None, None, row[Box.MONSTERS], total)
