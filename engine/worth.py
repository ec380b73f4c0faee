"""The possible values of a scoring card on any map: to find numbers that no map earns."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.edicts import Edict
from engine.sentence import Sentence
from engine.squares import SIZE

SQUARES = SIZE * SIZE


@dataclass(frozen=True, slots=True)
class Worth:
    """The stars that a scoring card can give.

    >>> Worth(step=6, most=132, never=(126,)).allows(126)
    False
    """

    step: int = 1
    """All that it gives are multiples of this."""
    most: int = SQUARES
    """More than this it gives on no map."""
    never: tuple[int, ...] = ()
    """Multiples below the most that it cannot give all the same."""
    per_mountain: int | None = None
    """At most so many for each mountain of the sheet, where mountains count."""
    per_ruins: int | None = None
    """At most so many for each ruins space of the sheet, where ruins count."""

    def allows(self, stars: int, *, mountains: int | None = None, ruins: int | None = None) -> bool:
        """Whether a map with so many mountains and ruins, if that is known, can earn these stars."""
        most = self.most_with(mountains=mountains, ruins=ruins)
        return 0 <= stars <= most and stars % self.step == 0 and stars not in self.never

    def most_with(self, *, mountains: int | None = None, ruins: int | None = None) -> int:
        """Return the most that a map with so many mountains and ruins can earn."""
        limits = [self.most]
        if self.per_mountain is not None and mountains is not None:
            limits.append(self.per_mountain * mountains)
        if self.per_ruins is not None and ruins is not None:
            limits.append(self.per_ruins * ruins)
        return min(limits)

    def gives_instead(
        self, stars: int, *, mountains: int | None = None, ruins: int | None = None
    ) -> Sentence:
        """Say what it gives in place of a number that it cannot give.

        >>> print(Worth(step=3, most=33).gives_instead(7))
        0, 3, 6 and so on
        """
        most = self.most_with(mountains=mountains, ruins=ruins)
        if stars > most:
            return Sentence("at most %(most)s", most=most)
        if stars % self.step:
            return Sentence("0, %(once)s, %(twice)s and so on", once=self.step, twice=2 * self.step)
        return Sentence("other numbers, never %(never)s", never=stars)


def worth_of(edict: Edict) -> Worth:
    """Return what the scoring card can give.

    >>> from engine import EDICTS
    >>> worth_of(EDICTS["Silos"])
    Worth(step=10, most=60, never=(), per_mountain=None, per_ruins=None)
    """
    return _WORTH[edict.name]


_WORTH: Mapping[str, Worth] = MappingProxyType(
    {
        "Sentinel Wood": Worth(most=4 * (SIZE - 1)),
        "Greenbough": Worth(most=2 * SIZE, never=(1,)),
        "Treetower": Worth(),
        "Stoneside Forest": Worth(step=3, most=3 * SQUARES, never=(3,), per_mountain=3),
        "Canal Lake": Worth(never=(1,)),
        "Mages Valley": Worth(most=2 * SQUARES, per_mountain=8),
        "The Golden Granary": Worth(most=4 * SQUARES, per_ruins=7),
        "Shoreside Expanse": Worth(step=3, most=3 * (SIZE - 2) ** 2),
        "Wildholds": Worth(step=8, most=8 * (SQUARES // 6)),
        "Great City": Worth(),
        "Greengold Plains": Worth(step=3, most=3 * (SQUARES // 2 + 1)),
        "Shieldgate": Worth(step=2, most=2 * (SQUARES // 2)),
        "Borderlands": Worth(step=6, most=12 * SIZE, never=(12 * SIZE - 6,)),
        "Lost Barony": Worth(step=3, most=3 * SIZE),
        "The Broken Road": Worth(step=3, most=3 * SIZE),
        "The Cauldrons": Worth(most=SQUARES // 2 + 1),
        "Faunlost Thicket": Worth(step=2, most=2 * SIZE),
        "Deepwood": Worth(step=6, most=6 * (SQUARES // 5)),
        "Heart of the Forest": Worth(step=2, most=2 * SQUARES),
        "Sleepy Valley": Worth(step=4, most=4 * SIZE),
        "Craylund": Worth(step=7, most=7 * (SQUARES // 2 + 1)),
        "Ulem's Wallow": Worth(step=4, most=4 * SQUARES),
        "Clawsgrave Peaks": Worth(step=5, most=5 * SQUARES, per_mountain=5),
        "Jorekburg": Worth(step=4, most=4 * SIZE),
        "Gnomish Colony": Worth(step=6, most=6 * (SQUARES // 4)),
        "Outer Enclave": Worth(),
        "Traylo Monastery": Worth(step=7, most=7 * (SQUARES // 4)),
        "Caravansary": Worth(most=2 * SIZE, never=(1,)),
        "Dwarvenholds": Worth(step=7, most=14 * SIZE, per_mountain=14),
        "Banded Hills": Worth(step=4, most=4 * SIZE),
        "Silos": Worth(step=10, most=10 * ((SIZE + 1) // 2)),
        "Starlit Sigil": Worth(step=4, most=4 * (SQUARES // 3)),
    }
)
"""By the names of the cards; the most of a card is a limit, which few maps or none reach."""
