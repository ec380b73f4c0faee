"""The audit of a map: what no legal game can have drawn, and whether it may have been misread.

It names squares and reasons, and repairs nothing. How the modules fit together:

    evidence        a map as it was handed in, and what else is known of it
    cardsinplay     the cards that may be in the game
    alone, limits   what is odd about one map by itself, and how much cards can draw at most and at least
    seasonplayed    a season: its cards, the map before and the map after
    oddcards        what is odd about the cards alone
    season          what is odd about a season: whether `histories` knows a way to play it
    histories       every way: of `possible_effects` (effects) and the exact `covers` (cover) of the new
                    squares by `drawings_of` the cards (drawings), those that keep the order of the cards
                    (revelation) and the attacks of heroes (strikes, attacks), with their coins (coins)
    misreading      the same checks again with one or two squares read otherwise: whose error it is
    oddity          what all of them give back
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.areas import squares_of
from engine.audit.alone import find_oddities
from engine.audit.cardsinplay import CardsInPlay
from engine.audit.cover import GaveUpError, StepCounter
from engine.audit.evidence import Evidence, read_evidence
from engine.audit.histories import History
from engine.audit.misreading import Maps, with_causes
from engine.audit.oddity import Cause, Change, Kind, Oddity, Which
from engine.audit.season import explain_season, find_season_oddities
from engine.audit.seasonplayed import SeasonPlayed
from engine.edicts import Edict
from engine.final import find_final
from engine.squares import Squares
from engine.terrain import Terrain

__all__ = [
    "AUDIT_SCHEMA",
    "Audit",
    "CardsInPlay",
    "Cause",
    "Change",
    "Evidence",
    "Kind",
    "Oddity",
    "SeasonPlayed",
    "Which",
    "audit_map",
    "audit_season",
    "read_evidence",
]

AUDIT_SCHEMA = "surveyor/audit@1"
STEPS_TO_MISREAD = 500  # of the search, for each square that may have been misread


@dataclass(frozen=True, slots=True)
class Audit:
    """The findings of an audit."""

    oddities: tuple[Oddity, ...] = ()
    is_decided: bool = True
    """Whether the search for a legal season came to an end; if not, nothing is said about the season."""
    season: SeasonPlayed | None = None
    history: History | None = None
    """One way in which the season can have been played, if the cards are known and there is any."""

    @property
    def is_odd(self) -> bool:
        """Whether something was found."""
        return bool(self.oddities)

    def to_json(self) -> dict[str, object]:
        """Return the audit as a surveyor/audit@1 document."""
        return {
            "schema": AUDIT_SCHEMA,
            "odd": self.is_odd,
            "decided": self.is_decided,
            "oddities": [oddity.to_json() for oddity in self.oddities],
            "drawings": [
                {
                    "card": card,
                    "terrain": terrain.value,
                    "squares": [list(square) for square in squares],
                    "coin": has_coin,
                }
                for card, terrain, squares, has_coin in self.drawings
            ],
        }

    @property
    def drawings(self) -> tuple[tuple[str, Terrain, Squares, bool], ...]:
        """By that history, for each card: its name, the terrain, the squares, and whether with a coin."""
        if self.season is None or self.history is None:
            return ()
        return tuple(
            (
                self.season.cards[drawing.card].name,
                drawing.terrain,
                squares_of(drawing.area),
                drawing.has_coin,
            )
            for drawing in self.history.drawings
        )


def audit_map(evidence: Evidence, cards: CardsInPlay | None = None, *, edicts: Sequence[Edict] = ()) -> Audit:
    """Tell what is odd about a map of which nothing else is known.

    >>> from engine import MapSheet, Side
    >>> audit_map(Evidence.of(MapSheet.blank(Side.A), coins=3)).oddities[0].kind
    <Kind.MANY_COINS: 'many_coins'>

    Args:
        evidence: The map.
        cards: What is known of the cards in the game; those of both games by default.
        edicts: The edicts in the order A B C D, for the written season scores of a reading.
    """
    known = cards or CardsInPlay()
    maps = Maps(evidence)
    found = find_oddities(evidence, known)
    caused = with_causes(found, maps, lambda changed: find_oddities(changed.map, known))
    return Audit((*map(_with_coins_doubted(evidence), caused), *_odd_boxes(evidence, edicts)))


def audit_season(
    played: SeasonPlayed, cards: CardsInPlay | None = None, *, edicts: Sequence[Edict] = ()
) -> Audit:
    """Tell what is odd about a map, given the map before it and the cards revealed in between.

    Args:
        played: The season.
        cards: What is known of the cards in the game; those of both games by default.
        edicts: The edicts in the order A B C D, for the written season scores of a reading.
    """
    known = cards or CardsInPlay()
    alone = audit_map(played.after, known, edicts=edicts)
    try:
        found = find_season_oddities(played, known)
        history = None if found else explain_season(played)
    except GaveUpError:
        return replace(alone, is_decided=False, season=played)

    def check(maps: Maps) -> tuple[Oddity, ...]:
        changed = replace(played, after=maps.map, before=maps.before or played.before)
        return find_season_oddities(changed, known, StepCounter(STEPS_TO_MISREAD))

    caused = with_causes(found, Maps(played.after, played.before), check)
    doubted = tuple(map(_with_coins_doubted(played.after), caused))
    return replace(alone, oddities=alone.oddities + doubted, season=played, history=history)


def _with_coins_doubted(evidence: Evidence) -> Callable[[Oddity], Oddity]:
    """Return what lays odd coins at the door of the reading, if they were read with doubt."""

    def doubted(oddity: Oddity) -> Oddity:
        about_coins = oddity.kind in (Kind.COIN_TRACK, Kind.FEW_COINS, Kind.MANY_COINS, Kind.SEASON_COINS)
        misread = evidence.doubts is not None and not evidence.coins_are_sure
        return replace(oddity, cause=Cause.READING) if about_coins and misread else oddity

    return doubted


def _odd_boxes(evidence: Evidence, edicts: Sequence[Edict]) -> Iterator[Oddity]:
    """Handwritten numbers that contradict one another may always have been misread."""
    if any(row for row in evidence.boxes):
        final = find_final(evidence.boxes, edicts=edicts)
        for contradiction in final.contradictions:
            yield Oddity(Kind.BOXES, (), contradiction.message, Cause.READING)
