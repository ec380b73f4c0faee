"""Reasons in words: of a shape that does not fit, and of an impossible move in an address."""

from dataclasses import dataclass

from engine import Square
from engine.areas import squares_of
from engine.game import GameState
from engine.sentence import later
from service.formats.squarenames import label
from service.pages.playing.terms import ELSEWHERE, IN_THE_WAY, NO_RUINS
from service.pages.playing.ways import (
    PASSED,
    CodeError,
    Way,
    placing_of,
    read_code,
    terrains_of,
    ways_of,
)

OVER = later("The game is over before it.")
NO_PASS = later("Something can be drawn, and then nobody passes.")
NOTHING_FITS = later("Nothing can be drawn there, and one passes.")
WRONG_TERRAIN = later("It is none of the terrains that can be drawn.")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so: words, and the squares that they name as `square`."""

    words: str
    square: str = ""


def why_not(state: GameState, way: Way, corner: Square) -> Reason:
    """Return why a way cannot be drawn there."""
    if state.task in ELSEWHERE:
        return Reason(ELSEWHERE[state.task])
    sheet = state.cartographers[0].sheet
    if filled := squares_of(way.area_at(corner) & sheet.filled):
        return Reason(IN_THE_WAY[sheet[filled[0]]], label(filled[0]))
    return Reason(NO_RUINS)


def why_broken(state: GameState, code: str) -> Reason:
    """Return why a move of an address cannot be."""
    if state.is_over:
        return Reason(OVER)
    if not ways_of(state):
        return Reason(NOTHING_FITS)
    if code == PASSED:
        return Reason(NO_PASS)
    try:
        way, corner = read_code(state, code)
    except CodeError as error:
        return Reason(str(error))
    terrain = placing_of(code)[1]
    return why_not(state, way, corner) if terrain in terrains_of(state) else Reason(WRONG_TERRAIN)
