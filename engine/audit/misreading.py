"""Explains oddities by a square that was misread, rather than by a person's mistake."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from engine.areas import squares_of
from engine.audit.cover import GaveUpError
from engine.audit.evidence import Evidence
from engine.audit.oddity import Cause, Change, Oddity, Remedy, Which
from engine.squares import ALL_SQUARES
from engine.terrain import Terrain

MOST_REMEDIES = 12  # listed for one oddity


class Maps(NamedTuple):
    """The map that is audited, and the one before it, if it is given."""

    map: Evidence
    before: Evidence | None = None

    def with_change(self, change: Change) -> "Maps":
        """Return the maps as if the square had been read otherwise."""
        if change.which is Which.BEFORE and self.before:
            return self._replace(before=self.before.with_square(change.square, change.instead))
        return self._replace(map=self.map.with_square(change.square, change.instead))


Check = Callable[[Maps], Sequence[Oddity]]
"""An audit that can be repeated on other maps."""


def with_causes(oddities: Sequence[Oddity], maps: Maps, check: Check) -> tuple[Oddity, ...]:
    """Return the oddities, each with the readings of one or two squares by which it would vanish.

    Of a reading, the doubtful squares are tried with what else they may hold, one or two at a time. Of a map
    that says nothing of doubts, every square is tried with every terrain, one at a time. A remedy makes its
    oddity vanish and brings no other one.
    """
    if not oddities:
        return ()
    changes = list(_changes(maps))
    remedies = _remedies(oddities, maps, check, [(change,) for change in changes])
    if maps.map.doubts is not None and any(not found for found in remedies):
        pairs = [pair for pair in combinations(changes, 2) if pair[0].square != pair[1].square]
        remedies = [
            found or second
            for found, second in zip(remedies, _remedies(oddities, maps, check, pairs), strict=True)
        ]
    return tuple(
        replace(oddity, cause=Cause.READING, remedies=tuple(found)) if found else oddity
        for oddity, found in zip(oddities, remedies, strict=True)
    )


def _changes(maps: Maps) -> Iterator[Change]:
    yield from _changes_of(maps.map, Which.MAP)
    if maps.before:
        yield from _changes_of(maps.before, Which.BEFORE)


def _changes_of(evidence: Evidence, which: Which) -> Iterator[Change]:
    if evidence.doubts is not None:
        for square, alternatives in evidence.doubts.items():
            yield from (Change(square, evidence.sheet[square], other, which) for other in alternatives)
        return
    printed = set(squares_of(evidence.mountains | evidence.wastelands))
    for square in ALL_SQUARES:
        holds = evidence.sheet[square]
        for other in Terrain:
            if other is not holds and other.is_printed == (square in printed):
                yield Change(square, holds, other, which)


def _remedies(
    oddities: Sequence[Oddity], maps: Maps, check: Check, tried: Sequence[Remedy]
) -> list[list[Remedy]]:
    """Return for each oddity those of the remedies that help."""
    before = {oddity.subject for oddity in oddities}
    found: list[list[Remedy]] = [[] for _ in oddities]
    for remedy in tried:
        changed = maps
        for change in remedy:
            changed = changed.with_change(change)
        try:
            after = {oddity.subject for oddity in check(changed)}
        except GaveUpError:
            continue
        if after - before:
            continue
        for oddity, remedies in zip(oddities, found, strict=True):
            if oddity.subject not in after and len(remedies) < MOST_REMEDIES:
                remedies.append(remedy)
    return found
