"""Checks that the maps of a game are one sheet that grew: drawings stay, and coins are never lost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise

from engine import MapSheet, Season, Square, Terrain
from engine.areas import Area, squares_of
from engine.scoreboxes import WrittenSeason
from engine.sentence import Sentence
from service.formats.squarenames import label
from service.tournament.flags import Flag


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A player's sheet at the end of a season."""

    sheet: MapSheet
    coins: int | None
    """Filled symbols of the coin track; None where they are not known."""
    boxes: Sequence[WrittenSeason] = ()
    """The season scores that are written on it."""
    final: int | None = None
    """The final score that is written on it."""


def find_contradictions(snapshots: Mapping[Season, Snapshot]) -> Iterator[Flag]:
    """Yield what cannot be if these are maps of one sheet, season after season."""
    there = [season for season in Season if season in snapshots]
    for before, after in pairwise(there):
        earlier, later = snapshots[before], snapshots[after]
        if earlier.sheet.side is not later.sheet.side:
            yield Flag(
                "side_changed",
                Sentence(
                    "%(before)s is on side %(side)s, %(after)s on side %(other_side)s.",
                    before=before.value.capitalize(),
                    side=earlier.sheet.side,
                    after=after,
                    other_side=later.sheet.side,
                ),
                "All maps of a game are one sheet: correct the side, or place the sheet elsewhere.",
            )
            continue
        yield from _lost_coins(before, earlier, after, later)
        yield from _lost_drawings(before, earlier.sheet, after, later.sheet)


def contradiction_id(played: str | None, player: str | None, flag: Flag) -> str:
    """Return an identifier of a contradiction in a player's game.

    It is made of the English sentence, as the events of all releases have it: new words make new identifiers.
    """
    contents = f"{played} {player} {flag.code} {flag.message}"
    return sha256(contents.encode()).hexdigest()[:16]


def _lost_coins(before: Season, earlier: Snapshot, after: Season, later: Snapshot) -> Iterator[Flag]:
    if earlier.coins is not None and later.coins is not None and earlier.coins > later.coins:
        yield Flag(
            "coins_fall",
            Sentence(
                "The coins fall from %(coins)s in %(before)s to %(fewer)s in %(after)s.",
                coins=earlier.coins,
                before=before,
                fewer=later.coins,
                after=after,
            ),
            "Coins are never lost: look at the coin tracks again.",
        )


def _lost_drawings(before: Season, earlier: MapSheet, after: Season, later: MapSheet) -> Iterator[Flag]:
    """Yield the squares that were drawn on and are empty later, and those that hold something else."""
    emptied = squares_of(earlier.filled & later.empty)
    changed = squares_of(_changed(earlier, later))
    if emptied:
        yield Flag(
            "drawing_lost",
            Sentence(
                "Drawn on in %(before)s and empty in %(after)s: %(squares)s.",
                before=before,
                after=after,
                squares=[label(square) for square in emptied],
            ),
            "What was drawn stays: look at these squares on both maps; are both of one player?",
            emptied,
        )
    if changed:
        yield Flag(
            "drawing_changed",
            Sentence(
                "Other in %(after)s than in %(before)s: %(squares)s.",
                after=after,
                before=before,
                squares=[_change_in_words(square, earlier, later) for square in changed],
            ),
            "What was drawn stays: look at these squares on both maps.",
            changed,
        )


def _changed(earlier: MapSheet, later: MapSheet) -> Area:
    """Return the squares whose terrain differs later; a square that was destroyed since does not count."""
    same = sum(earlier.area(terrain) & later.area(terrain) for terrain in Terrain)
    return earlier.filled & later.filled & ~same & ~later.area(Terrain.DESTROYED)


def _change_in_words(square: Square, earlier: MapSheet, later: MapSheet) -> Sentence:
    return Sentence(
        "%(square)s (%(before)s, then %(after)s)",
        square=label(square),
        before=earlier[square],
        after=later[square],
    )
