"""Map documents: a map, and what else is known of the game it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from engine.edicts import Edict, find_edict
from engine.fields import (
    read_choice,
    read_list,
    read_object,
    read_square,
    read_text,
    read_whole_number,
    shown,
)
from engine.layouts import COIN_TRACK
from engine.mapsheet import MapSheet
from engine.scoring import Season, check_edicts
from engine.squares import Square

KEYS = (
    "schema",
    "side",
    "terrain",
    "ruins",
    "coins",
    "edicts",
    "season",
    "doubtful",
    "player",
    "boxes",
    "final",
)
"""Fields of a map document that are read; others may stand beside them."""


@dataclass(frozen=True, slots=True)
class MapDocument:
    """A surveyor/map@1 document; what it does not say is None, or no edicts.

    >>> from engine import Side
    >>> MapDocument(MapSheet.blank(Side.A), coins=3).to_json()["coins"]
    3
    """

    sheet: MapSheet
    coins: int | None = None
    edicts: tuple[Edict, ...] = ()
    """At most four, in the order A B C D."""
    season: Season | None = None
    doubtful: tuple[Square, ...] = ()
    """Squares that were doubtful when the map was read, and that nobody settled."""

    @classmethod
    def from_json(cls, document: object) -> "MapDocument":
        """Read a document; keys it has beyond the contract are let be.

        Raises:
            MapFormatError: The document is none, or contradicts what is printed on the side.
            UnknownEdictError: An edict has a name that no card has.
            EdictChoiceError: There are more than four edicts, or one of them twice.
        """
        fields = read_object(document)
        return cls(
            MapSheet.from_json(document),
            _read_coins(fields.get("coins")),
            _read_edicts(fields.get("edicts")),
            _read_season(fields.get("season")),
            _read_doubtful(fields.get("doubtful")),
        )

    def to_json(self) -> dict[str, object]:
        """Return the document, without what it does not say."""
        extras = {
            "coins": self.coins,
            "edicts": [edict.name for edict in self.edicts] or None,
            "season": self.season and self.season.value,
            "doubtful": [list(square) for square in self.doubtful] or None,
        }
        return self.sheet.to_json() | {key: value for key, value in extras.items() if value is not None}


def misspelt_notes(document: object) -> tuple[str, ...]:
    """Return which keys of a map document may be known ones misspelt, a sentence each; all others are let be.

    >>> misspelt_notes({"schema": "surveyor/map@1", "coin": 3})
    ('The map has "coin", which says nothing here; is it "coins"?',)
    """
    keys = [key for key in document if isinstance(key, str)] if isinstance(document, Mapping) else []
    missing = [key for key in KEYS if key not in keys]
    return tuple(
        f'The map has {shown(key)}, which says nothing here; is it "{meant}"?'
        for key in keys
        if key not in KEYS
        for meant in get_close_matches(key.lower(), missing, n=1, cutoff=0.8)
    )


def _read_coins(value: object) -> int | None:
    return None if value is None else read_whole_number(value, most=COIN_TRACK, where="coins")


def _read_season(value: object) -> Season | None:
    return None if value is None else read_choice(value, Season, where="season")


def _read_doubtful(value: object) -> tuple[Square, ...]:
    squares = [] if value is None else read_list(value, where="doubtful")
    return tuple(read_square(square, where=f"doubtful[{number}]") for number, square in enumerate(squares))


def _read_edicts(value: object) -> tuple[Edict, ...]:
    names = [] if value is None else read_list(value, where="edicts")
    edicts = tuple(
        find_edict(read_text(name, where=f"edicts[{number}]")) for number, name in enumerate(names)
    )
    check_edicts(edicts)
    return edicts
