"""Reasons in words: of a shape that does not fit, and of an impossible move in an address."""

from engine import Square
from engine.areas import squares_of
from engine.game import GameState
from engine.sentence import Sentence, later
from service.formats.squarenames import label
from service.pages.playing import placements
from service.pages.playing.terms import ELSEWHERE, IN_THE_WAY, NO_RUINS

OVER = later("The game is over before it.")
NO_PASS = later("Something can be drawn, and then nobody passes.")
NOTHING_FITS = later("Nothing can be drawn there, and one passes.")
WRONG_TERRAIN = later("It is none of the terrains that can be drawn.")


def why_not(state: GameState, way: placements.Way, corner: Square) -> str:
    """Return why a way cannot be drawn there."""
    if state.task in ELSEWHERE:
        return ELSEWHERE[state.task]
    sheet = state.cartographers[0].sheet
    if filled := squares_of(way.area_at(corner) & sheet.filled):
        return Sentence(IN_THE_WAY[sheet[filled[0]]], square=label(filled[0]))
    return NO_RUINS


def why_broken(state: GameState, code: str) -> str:
    """Return why a move of an address cannot be."""
    if state.is_over:
        return OVER
    if not placements.ways_of(state):
        return NOTHING_FITS
    if code == placements.PASSED:
        return NO_PASS
    try:
        way, corner = placements.read_code(state, code)
    except placements.CodeError as error:
        return str(error)
    terrain = placements.placing_of(code)[1]
    return why_not(state, way, corner) if terrain in placements.terrains_of(state) else WRONG_TERRAIN
