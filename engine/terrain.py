"""The terrains of a square, and their one-letter notation."""

from engine.errors import Choice, MapFormatError


class Terrain(Choice):
    """What a square holds; the value is its name in every document.

    >>> Terrain.FOREST.letter
    'F'
    >>> Terrain("mountain").is_filled
    True
    """

    EMPTY = "empty"
    FOREST = "forest"
    VILLAGE = "village"
    FARM = "farm"
    WATER = "water"
    MONSTER = "monster"
    HERO = "hero"
    MOUNTAIN = "mountain"
    WASTELAND = "wasteland"
    DESTROYED = "destroyed"

    __hash__ = str.__hash__  # the enum's own is several times slower

    @classmethod
    def from_letter(cls, letter: str) -> "Terrain":
        """Return the terrain that the letter stands for.

        >>> Terrain.from_letter("^").name
        'MOUNTAIN'

        Raises:
            MapFormatError: The letter stands for no terrain.
        """
        if letter not in _BY_LETTER:
            raise MapFormatError(f'"{letter}" is no terrain letter; the letters are {" ".join(_BY_LETTER)}')
        return _BY_LETTER[letter]

    @property
    def letter(self) -> str:
        """The one-letter notation."""
        return _LETTERS[self]

    @property
    def is_filled(self) -> bool:
        """Whether a square that holds this is a filled one."""
        return self is not Terrain.EMPTY

    @property
    def is_printed(self) -> bool:
        """Whether sheets are printed with this, and nobody draws it: a mountain or wasteland."""
        return self in _PRINTED

    @property
    def is_drawn(self) -> bool:
        """Whether somebody has drawn this: it is neither empty nor printed."""
        return self.is_filled and not self.is_printed

    @property
    def is_type(self) -> bool:
        """Whether this counts as a terrain type; wasteland and destroyed squares, though filled, do not."""
        return self not in _WITHOUT_TYPE


_LETTERS = {
    Terrain.EMPTY: ".",
    Terrain.FOREST: "F",
    Terrain.VILLAGE: "V",
    Terrain.FARM: "A",
    Terrain.WATER: "W",
    Terrain.MONSTER: "M",
    Terrain.HERO: "H",
    Terrain.MOUNTAIN: "^",
    Terrain.WASTELAND: "#",
    Terrain.DESTROYED: "X",
}
_BY_LETTER = {letter: terrain for terrain, letter in _LETTERS.items()}
_PRINTED = frozenset({Terrain.MOUNTAIN, Terrain.WASTELAND})
_WITHOUT_TYPE = frozenset({Terrain.EMPTY, Terrain.WASTELAND, Terrain.DESTROYED})

EMPTY, FOREST, VILLAGE, FARM, WATER, MONSTER, HERO, MOUNTAIN, WASTELAND, DESTROYED = Terrain
TYPES = tuple(terrain for terrain in Terrain if terrain.is_type)
