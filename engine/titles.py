"""Solo mode: the rating, and the title that the queen awards for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from engine.edicts import Edict
from engine.errors import EdictChoiceError
from engine.facts import facts
from engine.scoring import EDICT_LETTERS, check_edicts

TITLES: Mapping[int, str] = MappingProxyType(
    {
        fact.number("rating"): fact.name
        for fact in sorted(facts("title"), key=lambda fact: fact.number("rating"))
    }
)
"""Each title by the least rating it is awarded for, the lowest first."""


@dataclass(frozen=True, slots=True)
class SoloRating:
    """The rating of a solo game and its title."""

    score: int
    """The final score."""
    subtracted: int
    """The sum of the numbers in the lower corners of the four scoring cards."""

    @property
    def rating(self) -> int:
        """The score less the numbers on the cards."""
        return self.score - self.subtracted

    @property
    def title(self) -> str | None:
        """The title of the highest rating met or surpassed.

        None below the lowest rating on the list: the rulebooks know no title for less.
        """
        return title_for(self.rating)

    def to_json(self) -> dict[str, object]:
        """Return the rating for a surveyor/game_score@1 document."""
        return {
            "score": self.score,
            "subtracted": self.subtracted,
            "rating": self.rating,
            "title": self.title,
        }


def rate_solo(score: int, edicts: Sequence[Edict]) -> SoloRating:
    """Rate the final score of a solo game: the numbers of its four scoring cards are subtracted.

    >>> from engine import EDICTS
    >>> cards = [EDICTS[name] for name in ["Greenbough", "Canal Lake", "Wildholds", "Borderlands"]]
    >>> rate_solo(87, cards).title
    'Apprentice Surveyor'

    Raises:
        EdictChoiceError: There are not four different edicts.
    """
    check_edicts(edicts)
    if len(edicts) < len(EDICT_LETTERS):
        raise EdictChoiceError(
            f"a solo rating needs all {len(EDICT_LETTERS)} edicts, {len(edicts)} given",
            [edict.name for edict in edicts],
        )
    return SoloRating(score, sum(edict.solo for edict in edicts))


def title_for(rating: int) -> str | None:
    """Return the title of the highest rating met or surpassed, if any is.

    >>> title_for(9), title_for(-31)
    ('Apprentice Surveyor', None)
    """
    met = [title for least, title in TITLES.items() if rating >= least]
    return met[-1] if met else None
