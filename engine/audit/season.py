"""Checks that the cards revealed in a season can have made the map before it into the map after it."""

from collections.abc import Iterator

from engine.areas import Area, squares_of
from engine.audit.cardsinplay import CardsInPlay
from engine.audit.cover import StepCounter
from engine.audit.drawings import drawings_of
from engine.audit.effects import possible_effects
from engine.audit.histories import History, histories, pays
from engine.audit.oddcards import find_odd_cards
from engine.audit.oddity import Kind, Oddity
from engine.audit.seasonplayed import SeasonPlayed


def find_season_oddities(
    played: SeasonPlayed, cards: CardsInPlay, counter: StepCounter | None = None
) -> tuple[Oddity, ...]:
    """Return what is odd about the cards of a season and what they changed.

    Raises:
        GaveUpError: There are too many ways to try.
    """
    found = list(find_odd_cards(played, cards))
    if played.changed:
        message = "drawn before the season, and something else after it"
        return (*found, Oddity(Kind.CHANGED, squares_of(played.changed), message))
    return (*found, *_odd_drawings(played, counter or StepCounter()))


def explain_season(played: SeasonPlayed, counter: StepCounter | None = None) -> History | None:
    """Return one way in which the cards can have made the map what it is, if there is any.

    Raises:
        GaveUpError: There are too many ways to try.
    """
    return next(
        (history for history in histories(played, counter or StepCounter()) if pays(played, history)), None
    )


def _odd_drawings(played: SeasonPlayed, counter: StepCounter) -> Iterator[Oddity]:
    gains: set[int] = set()
    for history in histories(played, counter):
        if pays(played, history):
            return
        gains |= history.coins
    if gains:
        counts = " or ".join(map(str, sorted(gains)))
        message = f"{played.coins_gained} coins were filled in, but drawing these squares gives {counts}"
        yield Oddity(Kind.SEASON_COINS, (), message)
        return
    yield _unexplained(played)


def _unexplained(played: SeasonPlayed) -> Oddity:
    """Mark the new squares that none of the cards can have drawn; all that are new if each may be drawn."""
    message = f"no drawing of these cards, one shape each, makes the {played.added.bit_count()} new squares"
    if beyond := _beyond_all_cards(played):
        marked = "marked are those that none of these cards can have drawn, nor their effects"
        return Oddity(Kind.SEASON, squares_of(beyond), f"{message}; {marked}")
    marked = "all are marked: each by itself may be drawn, but not all together"
    return Oddity(Kind.SEASON, squares_of(played.added | played.destroyed), f"{message}; {marked}")


def _beyond_all_cards(played: SeasonPlayed) -> Area:
    """Return the new squares that neither a card by itself nor an effect can have filled."""
    area = 0
    for effects in possible_effects(played):
        for drawing in drawings_of(played, effects):
            area |= drawing.area
        area |= effects.zombies | effects.ravaged | effects.gazed
    return played.added & ~area
