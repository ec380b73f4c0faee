"""The correction form of a sheet: squares, coins, boxes, the final score, the side.

The fields, all of them optional: `say`, as often as wanted, "row,column=terrain"; or `square` "row,column"
with `terrain`; `coins`; `box-SEASON-PLACE`, the places counted from 0 in the order of the boxes, blank where
nothing is written; `final`; `side`; `confirm`; `whole`; `version`, that of the sheet which the form showed.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError
from starlette.datastructures import FormData

from engine import ALL_SQUARES, COIN_TRACK, Season, Side, Square, Terrain
from engine.fields import LEAST_WRITTEN, MOST_WRITTEN
from engine.scoreboxes import Box, whole_boxes
from engine.sentence import later
from service.documents import SheetMap, WrittenBoxes
from service.pages.refusals import WHOLE, SaidWrongError
from service.sheets.documents import CorrectedSquare, SheetCorrection

SAID = re.compile(r"(\d{1,2}),(\d{1,2})=([a-z]{1,12})")
NUMBER = re.compile(r"[-+\u2212]?\d{1,4}")
LEAST_BOX, MOST_BOX = -99, 299  # of a season

BAD_SQUARE = later("This is no square and terrain of the map.")
BAD_COINS = later("The coins are a number from 0 to 14.")
BAD_NUMBER = later("Numbers alone stand in the boxes; leave blank what is not written.")
BAD_SIZE = later("No season brings that many stars: from -99 to 299.")
BAD_FINAL = later("No game ends with that many stars: from -200 to 999.")
BAD_SIDE = later("The sides are A, B, C, D, and custom.")
NOTHING = later("Nothing was changed: what you typed stands there already.")


def read_said(form: FormData, stands: SheetMap | None = None) -> SheetCorrection:
    """Return the correction that a form says.

    Coins, boxes, final score and side as they stand are left out. What is said of squares is always said: it
    settles their doubts.

    Raises:
        SaidWrongError: Something in it cannot be, or it says nothing.
    """
    mistakes: dict[str, str] = {}
    squares = {each.square: each for each in _squares(_sayings(form), mistakes)}
    typed: dict[str, Any] = {
        "squares": tuple(squares.values()),
        "coins": _read_coins(form, mistakes),
        "side": _read_side(form, mistakes),
        "boxes": _read_seasons(form, "", stands.boxes if stands else (), mistakes),
        "final": _read_number(form, "final", mistakes),
        "confirm": bool(form.get("confirm")),
        "whole": bool(form.get("whole")),
    }
    if mistakes:
        raise SaidWrongError(mistakes)
    if not any(typed["boxes"]):
        typed["boxes"] = None
    if stands is not None:
        typed |= {key: None for key in ("coins", "side", "final") if typed[key] == getattr(stands, key)}
    try:
        return SheetCorrection.model_validate(typed)
    except ValidationError as error:
        raise SaidWrongError({WHOLE: NOTHING}) from error


def read_seasons(form: FormData, prefix: str, stands: WrittenBoxes) -> WrittenBoxes:
    """Return the boxes that a form says of some seasons; None for a season of which it says nothing new.

    The names of this sheet's fields begin with the prefix.

    Raises:
        SaidWrongError: A field holds no number; its mistakes have the fields' whole names.
    """
    mistakes: dict[str, str] = {}
    said = _read_seasons(form, prefix, stands, mistakes)
    if mistakes:
        raise SaidWrongError(mistakes)
    return said


def read_version(form: FormData) -> int:
    """Return the version of the sheet that the form showed; 0, which no sheet has, where it does not say."""
    typed = str(form.get("version", ""))
    return int(typed) if re.fullmatch(r"\d{1,9}", typed) else 0


def read_pending(form: FormData) -> dict[Square, Terrain]:
    """Return what a form says of squares, as far as it can be: shown again where the form is."""
    return {square.square: square.terrain for square in _squares(_sayings(form), {})}  # type: ignore[misc]


def box_field(season: Season, place: int) -> str:
    """Return the name of the field of a box.

    >>> box_field(Season.SPRING, 4)
    'box-spring-4'
    """
    return f"box-{season.value}-{place}"


def _sayings(form: FormData) -> list[str]:
    """Return what is said of squares, each as "row,column=terrain"."""
    said = [str(each) for each in form.getlist("say")]
    if form.get("terrain"):
        said.append(f"{form.get('square', '')}={form.get('terrain')}")
    return said


def _squares(said: Sequence[str], mistakes: dict[str, str]) -> Iterator[CorrectedSquare]:
    names = {terrain.value for terrain in Terrain}
    for each in said:
        match = SAID.fullmatch(each)
        if match is None or match[3] not in names or (int(match[1]), int(match[2])) not in ALL_SQUARES:
            mistakes["say"] = BAD_SQUARE
        else:
            yield CorrectedSquare(square=(int(match[1]), int(match[2])), terrain=Terrain(match[3]))


def _read_coins(form: FormData, mistakes: dict[str, str]) -> int | None:
    coins = _read_number(form, "coins", mistakes)
    if "coins" in mistakes or (coins is not None and not 0 <= coins <= COIN_TRACK):
        mistakes["coins"] = BAD_COINS
    return coins


def _read_side(form: FormData, mistakes: dict[str, str]) -> Side | None:
    typed = str(form.get("side", "")).strip()
    if typed and typed not in {side.value for side in Side}:
        mistakes["side"] = BAD_SIDE
        return None
    return Side(typed) if typed else None


def _read_seasons(
    form: FormData, prefix: str, stands: WrittenBoxes, mistakes: dict[str, str]
) -> WrittenBoxes:
    """Return the boxes of the seasons of which something else is said than stands there."""
    said: list[tuple[int | None, ...] | None] = []
    for season, before in zip(Season, whole_boxes(stands), strict=True):
        fields = [prefix + box_field(season, place) for place in range(len(Box))]
        row = tuple(_read_box(form, field, box, mistakes) for field, box in zip(fields, Box, strict=True))
        is_new = any(field in form for field in fields) and row != before
        said.append(row if is_new else None)
    return tuple(said)


def _read_box(form: FormData, field: str, box: Box, mistakes: dict[str, str]) -> int | None:
    """Return the number of a box; monsters lose stars, whether or not the minus was written."""
    number = _read_number(form, field, mistakes)
    return -abs(number) if box is Box.MONSTERS and number else number


def _read_number(form: FormData, field: str, mistakes: dict[str, str]) -> int | None:
    typed = str(form.get(field, "")).strip()
    if not typed:
        return None
    if not NUMBER.fullmatch(typed):
        mistakes[field] = BAD_NUMBER
        return None
    number = int(typed.replace("\u2212", "-"))
    is_final = field == "final"
    least, most = (LEAST_WRITTEN, MOST_WRITTEN) if is_final else (LEAST_BOX, MOST_BOX)
    if not least <= number <= most:
        mistakes[field] = BAD_FINAL if is_final else BAD_SIZE
        return None
    return number
