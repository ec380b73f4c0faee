"""Links to the places on a tournament's pages where missing or contradictory data is put right."""

from collections.abc import Collection, Sequence
from urllib.parse import urlencode

from service.tournament.results import NUMBERS_CONTRADICT, OF_NUMBERS, Lacking, Missing

BETWEEN_MAPS = frozenset({"side_changed", "drawing_changed", "drawing_lost", "coins_fall"})
"""Codes of contradictions between maps of one game."""


def link_to_missing(missing: Missing, round: int, player: str = "") -> str:
    """Return where something that lacks is put in, as a path within the tournament.

    >>> from engine import Season
    >>> link_to_missing(Missing(Lacking.SEASON, Season.SPRING), 2, "ab")
    '/numbers?round=2&player=ab'
    """
    if missing.what is Lacking.EDICTS:
        return "/settings"
    return _link_to_numbers(round, player) if missing.what in OF_NUMBERS else "#send"


def link_to_contradiction(codes: Collection[str], round: int, player: str, sheets: Sequence[str]) -> str:
    """Return where a game is put right, as a path within the tournament.

    Maps of two seasons are shown side by side, numbers beside their photo; else it is on a sheet.

    >>> link_to_contradiction({"numbers_contradict"}, 1, "ann", ["a"])
    '/numbers?round=1&player=ann'
    >>> link_to_contradiction({"map_impossible"}, 1, "ann", ["a"])
    '/sheets/a'
    """
    if BETWEEN_MAPS.intersection(codes):
        return f"/review/growth/{round}/{player}"
    return _link_to_numbers(round, player) if NUMBERS_CONTRADICT in codes else f"/sheets/{sheets[-1]}"


def _link_to_numbers(round: int, player: str) -> str:
    return f"/numbers?{urlencode({'round': round} | ({'player': player} if player else {}))}"
