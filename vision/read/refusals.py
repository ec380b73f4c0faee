"""The table of rules for a photo in which no sheet was found, by weight as in `vision.read.rules`."""

from vision.errors import Reason
from vision.read.facts import Unfound
from vision.read.rules import BLURRY, CUT_OFF, HOLD_STILL, MORE_LIGHT, TOO_DARK, Consequence, Rule

BLANK_INK = 0.0005  # share of ink below which a page is blank; of 220 scans of sheets none has below 0.025
WHITE_PAGE = 180.0  # brightness of its bright end that a blank page has at least, of 255
DARK_PHOTO = 60.0  # brightness of a photo's bright end, of 255, below which no sheet shows in it
BLURRED_PHOTO = 6.0  # pixels of the searched photo over which edges rise: sharp photos have 4, shaken ones 7


def _looks_small(photo: Unfound) -> bool:
    return photo.square is not None and photo.square < photo.least


BLANK: Rule[Unfound] = Rule(
    "blank_page", lambda photo: photo.ink < BLANK_INK and photo.brightness > WHITE_PAGE, Consequence.REJECT,
    "Hardly anything is on this page.",
    "If it is the back of a sheet, leave it out or set it aside; else take the front.",
)  # fmt: skip

REFUSALS: tuple[Rule[Unfound], ...] = (
    BLANK,
    Rule(
        "too_dark", lambda photo: photo.brightness < DARK_PHOTO, Consequence.REJECT,
        TOO_DARK, MORE_LIGHT,
    ),
    Rule(
        "too_blurred", lambda photo: photo.edge_width > BLURRED_PHOTO, Consequence.REJECT,
        BLURRY, HOLD_STILL,
    ),
    Rule(
        "cut_off", lambda photo: photo.is_at_edge, Consequence.REJECT,
        "What looks like the map reaches the edge of the photo.", CUT_OFF,
    ),
    Rule(
        "too_small", _looks_small, Consequence.REJECT,
        "What looks like the map has squares of %(pixels)s pixels; %(least)s are needed.",
        "Go nearer, or send the photo at its full size.",
        lambda photo: {"pixels": round(photo.square or 0), "least": photo.least},
    ),
    Rule(
        "wrong_squares", lambda photo: photo.other_squares is not None, Consequence.REJECT,
        "The grid in the photo has %(squares)s x %(squares)s squares; a map has 11 x 11.",
        "Photograph a map sheet.", lambda photo: {"squares": photo.other_squares or 0},
    ),
    Rule(
        "no_grid", lambda photo: True, Consequence.REJECT,
        "No map sheet was found in the photo.",
        "Take all of the sheet from straight above, in even light, with nothing on it; "
        "or point at the corners of its map.",
    ),
)  # fmt: skip
"""Of a photo in which no sheet was found, by weight; the last one where nothing else is known."""


def refusals(photo: Unfound) -> list[Reason]:
    """Return why no sheet was found in a photo, the weightiest reason first; at least one."""
    reasons = [rule.reason(photo) for rule in REFUSALS if rule.applies(photo)]
    return reasons[:-1] or reasons  # the last rule always applies, and says no more than that
