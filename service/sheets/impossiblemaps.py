"""Why a map cannot be, in words for people; programs read the engine's own."""

from engine import CoinsError, EngineError, PrintError
from engine.errors import RUINS
from engine.sentence import Sentence
from engine.terrain import Terrain
from service.formats.squarenames import label


def say_why(error: EngineError) -> str:
    """Return what is wrong with a map, as a part of a sentence.

    >>> say_why(PrintError("B", (1, 8), "mountain", "farm"))
    'on side B a mountain is printed at B9, and the map has something else there: farm'
    """
    if isinstance(error, PrintError):
        return _contradiction(error)
    if isinstance(error, CoinsError):
        return Sentence("the coins are a number from 0 to %(most)s, not %(coins)s", **vars(error))
    return str(error)


def refuse_map(error: EngineError) -> Sentence:
    """Return why a map that somebody entered is impossible, and a hint, as whole sentences."""
    why = say_why(error)
    if isinstance(error, PrintError):
        return Sentence("%(opening)s. Is it another side?", opening=why)
    return Sentence("%(opening)s.", opening=why)


def _contradiction(error: PrintError) -> Sentence:
    named = {"side": error.side, "square": label(error.square), "terrain": error.held}
    match error.printed:
        case Terrain.MOUNTAIN:
            return Sentence(
                "on side %(side)s a mountain is printed at %(square)s, "
                "and the map has something else there: %(terrain)s",
                **named,
            )
        case Terrain.WASTELAND:
            return Sentence(
                "on side %(side)s wasteland is printed at %(square)s, "
                "and the map has something else there: %(terrain)s",
                **named,
            )
        case _ if error.printed == RUINS:
            return Sentence(
                "on side %(side)s ruins are printed at %(square)s, "
                "and the map has something else there: %(terrain)s",
                **named,
            )
        case _:
            return Sentence(
                "on side %(side)s nothing is printed at %(square)s, and the map has this there: %(terrain)s",
                **named,
            )
