"""The table of rules for a sheet that was found: each with its test and its consequence.

The order is that of weight: the first rule that applies gives the reading its reason, all of them its
reasons. Networks say how sure they are by themselves; these rules are for what they cannot know.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine import Side
from engine.sentence import Sentence, Value
from vision.errors import Reason
from vision.find.judge import least_sure
from vision.read.consistency import Consistency
from vision.read.sheet import SideMatch

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
# See Consistency. Each limit is above what all but 3 of 351 good photos have; REPEATED_LIKE above what all of
# 347 have (0.51), and above blank sheets of our own print (0.535).
GOES_ON = 0.31
TURNED_LIKE, MIRRORED_LIKE, REPEATED_LIKE, TWINS_LIKE = 0.9, 0.56, 0.56, 0.78
ONE_EDGE = 0.55  # of 600 good photos none has more than 0.45
GRAINY = 0.07  # noise or speckles that hide drawings have 0.087, of 116 good photos none has more than 0.042
FEW_TONES = 16  # of 300 good photos none has less than 112; a clean scan has the greys of its edges
PRINTED_ELSEWHERE = 0.85  # of 866 good photos two have more
ELSEWHERE_IF_OPEN = 0.6  # where the side is not sure; of three such photos two have 0.37 at most
MIN_MATCH = 0.5  # share of a side's printed squares that must be recognised to contradict a person


class Consequence(StrEnum):
    """What follows from a rule that applies."""

    REJECT = "reject"
    NOTHING_SURE = "nothing sure"
    """Every square is asked about."""
    ASK = "ask"


@dataclass(frozen=True)
class Seen:
    """What is known of a sheet once its squares are read."""

    probability: float
    """That the lattice is the printed one; 1 where lines and the markers of our own sheets agree."""
    match: SideMatch
    """Which side the print says it is."""
    said: Side | None
    """Which side a person, a marker or a layout says it is."""
    sides: frozenset[Side]
    """The sides whose print is known."""
    brightness: float
    """Of the paper, 0 to 255."""
    edge_width: float
    """Squares over which the sharpest edges rise."""
    haze: float
    """Brightness of the darkest print, as a share of the paper's."""
    fineness: float
    """Share of the sheet that fine lines cover, of the print and of drawings."""
    colour: float
    """Grey levels between red, green and blue, on average."""
    most_alike: int
    """Squares of the most frequent terrain that is drawn."""
    left_open: float
    """Share of the squares that are read with doubt."""
    in_doubt: float
    """Share of those, and of squares that hold something else or look empty in too much light."""
    agreement: Consistency
    """How far the picture agrees with itself."""
    tones: int
    """Levels of red, green or blue, whichever has most."""
    grain: float
    """How far pixels stray from those around them, on average, as a share of the paper's brightness."""
    elsewhere: float = 0.0
    """How surely a mountain or wasteland is printed where the side has none."""


@dataclass(frozen=True)
class Rule:
    """A test, and what follows where it applies."""

    code: str
    applies: Callable[[Seen], bool]
    consequence: Consequence
    message: str
    """May name parameters, as `%(side)s`."""
    advice: str
    params: Callable[[Seen], Mapping[str, Value]] = field(default=lambda seen: {})

    def reason(self, seen: Seen) -> Reason:
        """Return the rule's reason for this sheet."""
        return Reason(self.code, Sentence(self.message, **self.params(seen)), self.advice)


def doubt_below(seen: Seen, usually: float) -> float:
    """Return the confidence below which a square is asked about; `usually` is that of good pictures."""
    if any(rule.consequence is Consequence.NOTHING_SURE for rule in applying(seen)):
        return 1.0
    is_poor = seen.in_doubt >= SOME_IN_DOUBT or seen.edge_width > BLURRED
    return max(usually, SURE_IN_POOR) if is_poor else usually


def _sides(seen: Seen) -> Mapping[str, str]:
    return {"said": str(seen.said), "side": str(seen.match.side)}


def _side(seen: Seen) -> Mapping[str, str]:
    return {"side": str(seen.match.side)}


def _is_contradicted(seen: Seen) -> bool:
    known = seen.said in seen.sides and seen.match.match >= MIN_MATCH
    return known and seen.match.side is not seen.said and seen.match.confidence >= SURE_OF_SIDE


def _is_side_open(seen: Seen) -> bool:
    return seen.said is None and seen.match.confidence < SURE_OF_SIDE


def _is_way_up_open(seen: Seen) -> bool:
    return seen.said is None and seen.match.upright < SURE_OF_SIDE


def _is_print_elsewhere(seen: Seen) -> bool:
    return seen.elsewhere > (ELSEWHERE_IF_OPEN if _is_side_open(seen) else PRINTED_ELSEWHERE)


def _is_seen_twice(seen: Seen) -> bool:
    return seen.agreement.turned > TURNED_LIKE or seen.agreement.repeated > REPEATED_LIKE


RULES = (
    Rule(
        "mirrored", lambda seen: seen.match.is_mirrored, Consequence.REJECT,
        "The printed mountains are those of a sheet seen in a mirror.",
        "Photograph the sheet itself, or turn off mirroring in the camera app.",
    ),
    Rule(
        "too_dark", lambda seen: seen.brightness < DARK, Consequence.ASK,
        "The photo is too dark.",
        "Take it again in more light; a lamp beside the sheet is enough.",
    ),
    Rule(
        "too_blurred", lambda seen: seen.edge_width > BLURRED_AWAY, Consequence.NOTHING_SURE,
        "The photo is blurred.",
        "Hold the camera still, tap on the sheet to focus, and take it again.",
    ),
    Rule(
        "too_blurred", lambda seen: BLURRED < seen.edge_width <= BLURRED_AWAY, Consequence.ASK,
        "The photo is blurred.",
        "Hold the camera still, tap on the sheet to focus, and take it again.",
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
        "The printed lines go on beyond the map, so the squares may have been read a row or a column aside.",
        "Photograph a single map of 11 x 11 squares, in one picture.",
    ),
    Rule(
        "edge_missing", lambda seen: seen.agreement.one_edge > ONE_EDGE, Consequence.NOTHING_SURE,
        "One outer line of the map does not show, as where a row of squares is folded away, "
        "so the squares may have been read a row or a column aside.",
        "Photograph the whole sheet, flat, in one picture.",
    ),
    Rule(
        "print_elsewhere", _is_print_elsewhere, Consequence.NOTHING_SURE,
        "A mountain or wasteland is printed where side %(side)s has none, "
        "as where a row of squares is missing, or on another map.",
        "Photograph the whole sheet, flat, in one picture; if it is a map of your own, say so.", _side,
    ),
    Rule(
        "seen_twice", _is_seen_twice, Consequence.NOTHING_SURE,
        "The photo shows the drawings twice, as if two pictures lay one over the other.",
        "Hold the camera still, and take the photo again.",
    ),
    Rule(
        "twin_rows", lambda seen: seen.agreement.twins > TWINS_LIKE, Consequence.NOTHING_SURE,
        "Two neighbouring rows or columns show the same drawings, as where pictures were joined.",
        "Photograph the whole sheet in one picture.",
    ),
    Rule(
        "shows_through", lambda seen: seen.agreement.mirrored > MIRRORED_LIKE, Consequence.NOTHING_SURE,
        "The photo shows drawings in a mirror too, as where the back of a sheet shows through.",
        "Lay a dark sheet of paper beneath, and take the photo again.",
    ),
    Rule(
        "patterned", lambda seen: seen.most_alike > MOST_ALIKE, Consequence.NOTHING_SURE,
        "More squares look alike than games leave, "
        "as where the shadow of a blind or a mesh lies on the sheet.",
        "Take the photo again in even light.",
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
        "Take it again in more light; a lamp beside the sheet is enough.",
    ),
    Rule(
        "few_tones", lambda seen: seen.tones < FEW_TONES, Consequence.NOTHING_SURE,
        "The photo has so few tones that what is drawn cannot be told apart surely.",
        "Take the photo without a filter, or scan the sheet in colour.",
    ),
    Rule(
        "washed_out", lambda seen: seen.said is not Side.CUSTOM and seen.haze > WASHED_OUT,
        Consequence.NOTHING_SURE,
        "The photo has hardly any contrast, so faint marks and coins cannot be recognised.",
        "Wipe the lens, keep lamps out of the picture, and take it again.",
    ),
    Rule(
        "lines_swallowed", lambda seen: seen.said is not Side.CUSTOM and seen.fineness < SWALLOWED,
        Consequence.NOTHING_SURE,
        "Hardly any fine lines show, as in a photo that a filter has painted over, "
        "so that what is drawn may have vanished.",
        "Take the photo without a filter.",
    ),
    Rule(
        "side_uncertain", _is_side_open, Consequence.ASK,
        "The printed side is probably %(side)s, but not all its mountains were recognised.",
        "Check the side, or say which it is: A, B, C or D.", _side,
    ),
    Rule(
        "upright_uncertain", _is_way_up_open, Consequence.ASK,
        "Neither the print nor the drawings tell surely which edge of the sheet is the upper one.",
        "Check that the map is not upside down; if it is, photograph the sheet with its title on top.",
    ),
)  # fmt: skip
"""By weight, the weightiest first."""


def leaves_nothing_sure(code: str) -> bool:
    """Tell whether a reason says of a sheet that every square is asked about."""
    return any(rule.code == code and rule.consequence is Consequence.NOTHING_SURE for rule in RULES)


def applying(seen: Seen) -> tuple[Rule, ...]:
    """Return the rules that apply to a sheet, in their order."""
    return tuple(rule for rule in RULES if rule.applies(seen))
