"""The ways in which the cards of a season can have made the map before it into the map after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.audit.coins import coins_of
from engine.audit.cover import Drawing, StepCounter, covers
from engine.audit.drawings import drawings_of
from engine.audit.effects import Effects, possible_effects
from engine.audit.revelation import is_drawn_in_order
from engine.audit.seasonplayed import SeasonPlayed
from engine.audit.strikes import are_strikes_possible
from engine.cards import RuinsCard


@dataclass(frozen=True, slots=True)
class History:
    """One way in which the season can have been played."""

    drawings: tuple[Drawing, ...]
    """In the order of revelation."""
    effects: Effects
    coins: frozenset[int]
    """How many coins that gives; several numbers where it is not known which squares the Dragon has."""


def histories(played: SeasonPlayed, counter: StepCounter) -> Iterator[History]:
    """Go through all legal ways in which the season can have been played."""
    places = [place for place, card in enumerate(played.cards) if not isinstance(card, RuinsCard)]
    for effects in possible_effects(played):
        drawings = drawings_of(played, effects)
        for cover in covers(played.added & ~effects.filled, places, drawings, counter):
            ordered = tuple(sorted(cover))
            if _is_legal(played, effects, ordered):
                yield History(ordered, effects, coins_of(played, ordered))


def _is_legal(played: SeasonPlayed, effects: Effects, drawings: Sequence[Drawing]) -> bool:
    """Whether the drawings, in the order of revelation, keep the rules that look at the whole map."""
    return is_drawn_in_order(played, effects, drawings) and are_strikes_possible(played, effects, drawings)


def pays(played: SeasonPlayed, history: History) -> bool:
    """Whether the history gives the coins that were filled in, as far as the track goes."""
    if played.before.coins is None or played.after.coins is None:
        return True
    track = played.after.track
    return any(min(track, played.before.coins + coins) == played.after.coins for coins in history.coins)
