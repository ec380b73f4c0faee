"""The table of rules for a sheet that was found, each with its test.

The order is that of weight: the first rule that applies gives the reading its reason, all of them its
reasons. Networks say how sure they are by themselves; these rules are for what they cannot know.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from engine import COIN_TRACK, Side
from engine.sentence import Sentence, Value, later
from vision.errors import Reason
from vision.find.judge import least_sure
from vision.read.facts import Seen

DARK = 16.0  # brightness of the paper, of 255, below which a sheet is too dark
BLURRED, BLURRED_AWAY = 0.115, 0.13  # squares over which edges rise; sharp sheets have 0.075 to 0.105
WASHED_OUT = 0.7  # of the paper's brightness, that the darkest print has in a picture without contrast
SWALLOWED = 0.08  # share of fine lines; of 328 good photos one has 0.05, all others at least 0.097
COLOURLESS = 0.6  # grey levels between red, green and blue, on average, below which a photo has no colours
MANY_OPEN = 0.08  # share of squares left open from which a colourless picture is taken for one of colours
MANY_IN_DOUBT = 0.33  # share from which the other squares are worth little; two of 866 good photos have more
MOST_OPEN = 0.19  # share left open, whatever covers the others, from which that holds, too; four have more
SOME_IN_DOUBT = (
    0.12  # share from which a picture is poor (18 of 300 good photos): what looks sure may be wrong
)
SURE_IN_POOR = 0.9998  # confidence from which a square of a poor picture is not asked about
MOST_ALIKE = 48  # squares of one terrain: of 150 games that bots played none left more than 38
SURE_OF_SIDE = 0.99
LIKELY_UPRIGHT = 0.95  # of 544 photos none was below, two below SURE_OF_SIDE
# See Consistency. Each limit is above what all but 3 of 351 good photos have; REPEATED_LIKE above what all of
# 347 have (0.51), and above blank sheets of our own print (0.535).
GOES_ON = 0.31
TURNED_LIKE, MIRRORED_LIKE, REPEATED_LIKE, TWINS_LIKE = 0.9, 0.56, 0.56, 0.78
ONE_EDGE = 0.55  # of 600 good photos none has more than 0.45
GRAINY = 0.07  # noise or speckles that hide drawings have 0.087, of 116 good photos none has more than 0.042
FEW_TONES = 24  # black and white saved as JPEG has 14, enhanced scans have 42 at least, 90 good photos 75
PRINTED_ELSEWHERE = 0.85  # of 866 good photos two have more
ELSEWHERE_IF_OPEN = 0.6  # where the side is not sure; of three such photos two have 0.37 at most
MOST_OUTSIDE = 12  # squares outside the photo with which a map is still worth a person's time
MANY_COVERED = 8  # squares that something covers: lines and pictures on it give other reasons, too
MIN_MATCH = 0.5  # share of a side's printed squares that must be recognised to contradict a person


class Consequence(StrEnum):
    """The consequence of a rule that applies."""

    REJECT = "reject"
    NOTHING_SURE = "nothing sure"
    """Every square is asked about."""
    ASK = "ask"


Facts = TypeVar("Facts")


@dataclass(frozen=True)
class Rule(Generic[Facts]):
    """A test, and what follows where it applies."""

    code: str
    applies: Callable[[Facts], bool]
    consequence: Consequence
    message: str
    """May name parameters, as `%(side)s`."""
    advice: str
    params: Callable[[Facts], Mapping[str, Value]] = field(default=lambda facts: {})
    hides_ledger: bool = False
    """Whether coins and numbers cannot be read on such a sheet."""
    holds_unread: bool = False
    """Whether it holds whatever stands in the squares: said of sheets that are refused, too."""

    def reason(self, facts: Facts) -> Reason:
        """Return the rule's reason for this sheet, or this photo."""
        return Reason(self.code, Sentence(self.message, **self.params(facts)), self.advice)


def doubt_below(seen: Seen, usually: float) -> float:
    """Return the confidence below which a square is asked about; `usually` is that of good pictures."""
    if any(rule.consequence is Consequence.NOTHING_SURE for rule in applying(seen)):
        return 1.0
    is_poor = seen.in_doubt >= SOME_IN_DOUBT or seen.edge_width > BLURRED
    return max(usually, SURE_IN_POOR) if is_poor else usually


def _sides(seen: Seen) -> Mapping[str, str]:
    return {"said": str(seen.said), "side": str(seen.match.side)}


def _side(seen: Seen) -> Mapping[str, str]:
    return {"side": str(seen.said or seen.match.side)}


def _is_contradicted(seen: Seen) -> bool:
    known = seen.said in seen.sides and seen.match.match >= MIN_MATCH
    return known and seen.match.side is not seen.said and seen.match.confidence >= SURE_OF_SIDE


def _is_side_open(seen: Seen) -> bool:
    return seen.said is None and seen.match.confidence < SURE_OF_SIDE


def _is_way_up_open(seen: Seen) -> bool:
    return LIKELY_UPRIGHT <= seen.match.upright < SURE_OF_SIDE


def _is_print_elsewhere(seen: Seen) -> bool:
    return seen.elsewhere > (ELSEWHERE_IF_OPEN if _is_side_open(seen) else PRINTED_ELSEWHERE)


def _outside(seen: Seen) -> Mapping[str, int]:
    return {"squares": seen.lost.outside}


def _coins_guessed(seen: Seen) -> Mapping[str, Value]:
    return {"coins": seen.ledger.coins_guess or 0} if seen.ledger else {"coins": 0}


def _boxes_unread(seen: Seen) -> Mapping[str, Value]:
    return {"boxes": dict(seen.ledger.boxes_unread) if seen.ledger else {}}


def _is_track_unseen(seen: Seen) -> bool:
    return seen.ledger is not None and seen.ledger.coins_guess is None and seen.track == COIN_TRACK


def _are_coins_open(seen: Seen) -> bool:
    return seen.ledger is not None and seen.ledger.coins is None and seen.ledger.coins_guess is not None


def _shows_drawings(seen: Seen) -> bool:
    return seen.most_alike > 0  # else what looks alike are the printed lines


def _is_seen_twice(seen: Seen) -> bool:
    is_like = seen.agreement.turned > TURNED_LIKE or seen.agreement.repeated > REPEATED_LIKE
    return is_like and _shows_drawings(seen)


TOO_DARK = later("The photo is too dark.")
MORE_LIGHT = later("Take it again in more light; a lamp beside the sheet is enough.")
BLURRY = later("The photo is blurred.")
HOLD_STILL = later("Hold the camera still, tap on the sheet to focus, and take it again.")
TITLE_ON_TOP = later(
    "Check that the map is not upside down; if it is, photograph the sheet with its title on top."
)
CUT_OFF = later("Step back, and take the whole sheet into the picture.")
COVERED = later("Some squares show none of their printed lines: something may lie on them.")
UNCOVER = later("Take away what lies on the sheet, or check these squares.")

RULES: tuple[Rule[Seen], ...] = (
    Rule(
        "cut_off", lambda seen: seen.lost.outside > MOST_OUTSIDE, Consequence.REJECT,
        "%(squares)s squares lie outside the photo.", CUT_OFF, _outside,
        holds_unread=True,
    ),
    Rule(
        "mirrored", lambda seen: seen.match.is_mirrored, Consequence.REJECT,
        "The printed mountains are those of a sheet seen in a mirror, or through its back.",
        "Take the front of the sheet, and turn off mirroring in the camera app.",
        holds_unread=True,
    ),
    Rule(
        "damaged_in_places", lambda seen: not seen.is_sound, Consequence.ASK,
        "The photo's file is damaged, so parts of the picture may show what was not there.",
        "Send the photo again, or check every square.",
        holds_unread=True,
    ),
    Rule(
        "cut_off", lambda seen: 1 < seen.lost.outside <= MOST_OUTSIDE, Consequence.ASK,
        "%(squares)s squares lie outside the photo.", CUT_OFF, _outside,
    ),
    Rule(
        "cut_off", lambda seen: seen.lost.outside == 1, Consequence.ASK,
        "1 square lies outside the photo.", CUT_OFF,
    ),
    Rule(
        "too_dark", lambda seen: seen.brightness < DARK, Consequence.ASK,
        TOO_DARK, MORE_LIGHT,
        holds_unread=True,
    ),
    Rule(
        "too_blurred", lambda seen: seen.edge_width > BLURRED_AWAY, Consequence.NOTHING_SURE,
        BLURRY, HOLD_STILL,
        holds_unread=True,
    ),
    Rule(
        "blurred", lambda seen: BLURRED < seen.edge_width <= BLURRED_AWAY, Consequence.ASK,
        "The photo is a little blurred, so more squares are asked about than in a sharp one.",
        HOLD_STILL,
    ),
    Rule(
        "side_contradicted", _is_contradicted, Consequence.ASK,
        "You said side %(said)s, but the printed mountains are those of side %(side)s.",
        "Leave out the side, or check the sheet.", _sides,
    ),
    Rule(
        "lattice_uncertain", lambda seen: seen.probability < least_sure(), Consequence.NOTHING_SURE,
        "The printed lines leave doubt, so the squares may not be where they were read.",
        "Look whether the lines drawn on the photo lie on the printed ones.",
    ),
    Rule(
        "lines_go_on", lambda seen: seen.agreement.goes_on > GOES_ON, Consequence.NOTHING_SURE,
        "The printed lines go on beyond the map, or stripes of shade do, "
        "so the squares may have been read a row or a column aside.",
        "Photograph a single map of 11 x 11 squares, in one picture, in even light.",
        hides_ledger=True,
    ),
    Rule(
        "edge_missing", lambda seen: seen.agreement.one_edge > ONE_EDGE, Consequence.NOTHING_SURE,
        "One outer line of the map does not show, as where a row of squares is folded away, "
        "so the squares may have been read a row or a column aside.",
        "Photograph the whole sheet, flat, in one picture.",
    ),
    Rule(
        "upright_unknown", lambda seen: seen.match.upright < LIKELY_UPRIGHT, Consequence.NOTHING_SURE,
        "It is not known which edge of the sheet is the upper one, so all squares may be read elsewhere.",
        TITLE_ON_TOP,
    ),
    Rule(
        "covered", lambda seen: seen.lost.hidden >= MANY_COVERED, Consequence.ASK, COVERED, UNCOVER,
    ),
    Rule(
        "print_elsewhere", _is_print_elsewhere, Consequence.NOTHING_SURE,
        "A mountain or wasteland is printed where side %(side)s has none, "
        "as where a row of squares is missing, or on another map.",
        "Photograph the whole sheet, flat, in one picture; if it is a map of your own, say so.", _side,
    ),
    Rule(
        "seen_twice", _is_seen_twice, Consequence.NOTHING_SURE,
        "The photo shows the drawings twice, as if two pictures lay one over the other, "
        "or stripes of shade lie on them.",
        "Hold the camera still, in even light, and take the photo again.",
        hides_ledger=True,
    ),
    Rule(
        "twin_rows", lambda seen: seen.agreement.twins > TWINS_LIKE and _shows_drawings(seen),
        Consequence.NOTHING_SURE,
        "Two neighbouring rows or columns show the same drawings, as where pictures were joined, "
        "or stripes of shade lie on them.",
        "Photograph the whole sheet in one picture, in even light.",
        hides_ledger=True,
    ),
    Rule(
        "shows_through", lambda seen: seen.agreement.mirrored > MIRRORED_LIKE and _shows_drawings(seen),
        Consequence.NOTHING_SURE,
        "The photo shows drawings in a mirror too, as where the back of a sheet shows through.",
        "Lay a dark sheet of paper beneath, and take the photo again.",
        hides_ledger=True,
    ),
    Rule(
        "patterned", lambda seen: seen.most_alike > MOST_ALIKE, Consequence.NOTHING_SURE,
        "More squares look alike than games leave, "
        "as where the shadow of a blind or a mesh lies on the sheet.",
        "Take the photo again in even light.",
        hides_ledger=True,
    ),
    Rule(
        "many_in_doubt", lambda seen: seen.in_doubt > MANY_IN_DOUBT or seen.left_open > MOST_OPEN,
        Consequence.NOTHING_SURE,
        "So many squares are in doubt that the others may be wrong as well.",
        "Take the photo again in even light, without flash or filters.",
    ),
    Rule(
        "no_colours", lambda seen: seen.left_open >= MANY_OPEN and seen.colour < COLOURLESS,
        Consequence.NOTHING_SURE,
        "The photo has no colours, and what was drawn in colour cannot be told apart without them.",
        "Photograph the sheet, or scan it in colour.",
    ),
    Rule(
        "grainy", lambda seen: seen.grain > GRAINY, Consequence.NOTHING_SURE,
        "The photo is so grainy that faint drawings may be lost in it.",
        MORE_LIGHT,
    ),
    Rule(
        "few_tones", lambda seen: seen.tones < FEW_TONES, Consequence.NOTHING_SURE,
        "The photo has so few tones that what is drawn cannot be told apart surely.",
        "Take the photo without a filter, or scan the sheet in colour.",
        hides_ledger=True,
    ),
    Rule(
        "washed_out", lambda seen: seen.said is not Side.CUSTOM and seen.haze > WASHED_OUT,
        Consequence.NOTHING_SURE,
        "The photo has hardly any contrast, so faint marks and coins cannot be recognised.",
        "Wipe the lens, keep lamps out of the picture, and take it again.",
        hides_ledger=True,
    ),
    Rule(
        "lines_swallowed", lambda seen: seen.said is not Side.CUSTOM and seen.fineness < SWALLOWED,
        Consequence.NOTHING_SURE,
        "Hardly any fine lines show, as in a photo that a filter has painted over, "
        "so that what is drawn may have vanished.",
        "Take the photo without a filter.",
        hides_ledger=True,
    ),
    Rule(
        "side_uncertain", _is_side_open, Consequence.ASK,
        "The printed side is probably %(side)s, but not all its mountains were recognised.",
        "Check the side, or say which it is: A, B, C or D.", _side,
    ),
    Rule(
        "upright_uncertain", _is_way_up_open, Consequence.ASK,
        "Neither the print nor the drawings tell surely which edge of the sheet is the upper one.",
        TITLE_ON_TOP,
    ),
    Rule(
        "nothing_drawn", lambda seen: not _shows_drawings(seen), Consequence.ASK,
        "No drawing was seen on the map.",
        "Set the sheet aside if nobody played on it; else take the photo again, sharp and in even light.",
    ),
    Rule(
        "rows_repeated", lambda seen: bool(seen.lost.torn.any()), Consequence.ASK,
        "Rows of the photo are repeated, as where its file is damaged.",
        "Send the photo again, or check these squares.",
    ),
    Rule(
        "covered", lambda seen: 0 < seen.lost.hidden < MANY_COVERED, Consequence.ASK, COVERED, UNCOVER,
    ),
    Rule(
        "bleached", lambda seen: bool(seen.lost.bleached.any()), Consequence.ASK,
        "Some squares are so bright that drawings in them may not be seen.",
        "Take the photo again without flash and out of the sun, or check these squares.",
    ),
    Rule(
        "coins_unseen", lambda seen: seen.ledger is not None and seen.track != COIN_TRACK,
        Consequence.ASK,
        "The track of this side has %(coins)s coins; the filled ones are counted on tracks of 14 alone.",
        "Count the filled coins and say how many there are.", lambda seen: {"coins": seen.track},
    ),
    Rule(
        "coins_unseen", _is_track_unseen,
        Consequence.ASK,
        "The track of coins does not show: it is outside the photo, covered, blurred, or not printed.",
        "Say how many coins are filled, or photograph the sheet down to its lower edge.",
    ),
    Rule(
        "coins_uncertain", _are_coins_open, Consequence.ASK,
        "The track of coins cannot be read surely: perhaps %(coins)s are filled.",
        "Count the filled coins and say how many there are.", _coins_guessed,
    ),
    Rule(
        "boxes_uncertain", lambda seen: seen.ledger is not None and bool(seen.ledger.boxes_unread),
        Consequence.ASK,
        "Some numbers of the season boxes cannot be read surely: %(boxes)s.",
        "Look at these boxes on the sheet.", _boxes_unread,
    ),
    Rule(
        "boxes_contradict", lambda seen: bool(seen.contradictions), Consequence.ASK,
        "What is written below the map does not fit together: %(problems)s.",
        "Check these numbers on the sheet: either they were misread, or the player erred.",
        lambda seen: {"problems": seen.contradictions},
    ),
)  # fmt: skip
"""Of a sheet that was found, by weight, the weightiest first."""


def leaves_nothing_sure(code: str) -> bool:
    """Tell whether a reason says of a sheet that every square is asked about.

    No code stands for that in one rule and for less in another.
    """
    return any(rule.code == code and rule.consequence is Consequence.NOTHING_SURE for rule in RULES)


def applying(seen: Seen) -> tuple[Rule[Seen], ...]:
    """Return the rules that apply to a sheet, in their order."""
    return tuple(rule for rule in RULES if rule.applies(seen))
