"""Where it is put right what does not fit together in a player's game."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from service.pages.tournament.numbers import way_to_numbers
from service.standings.standings import RoundStandings
from service.tournament.flags import Flag
from service.tournament.results import NUMBERS_CONTRADICT, Standing

BETWEEN_MAPS = frozenset({"side_changed", "drawing_changed", "drawing_lost", "coins_fall"})
"""What maps of one game contradict each other in."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """What does not fit together in a player's game of a round."""

    player: str
    name: str
    flags: Sequence[Flag]
    way: str
    """Where it is put right, as a path within the tournament."""


def wrong_in(played: RoundStandings) -> list[Wrong]:
    """Return the games of a round without a total, as what is known of them does not fit together."""
    return [
        Wrong(
            placing.player_id,
            placing.player,
            result.flags,
            way_to_mend(
                [flag.code for flag in result.flags], played.round.number, placing.player_id, result.sheets
            ),
        )
        for placing in played.ranking.placings
        for result in [played.results[placing.player_id]]
        if result.state is Standing.CONTRADICTED
    ]


def way_to_mend(codes: Collection[str], round: int, player: str, sheets: Sequence[str]) -> str:
    """Return where a game is put right, as a path within the tournament.

    Maps of two seasons are shown side by side, numbers beside their photo; else it is on a sheet.

    >>> way_to_mend({"numbers_contradict"}, 1, "ann", ["a"]), way_to_mend({"map_impossible"}, 1, "ann", ["a"])
    ('/numbers?round=1&player=ann', '/sheets/a')
    """
    if BETWEEN_MAPS.intersection(codes):
        return f"/review/growth/{round}/{player}"
    return way_to_numbers(round, player) if NUMBERS_CONTRADICT in codes else f"/sheets/{sheets[-1]}"
