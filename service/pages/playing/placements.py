"""The ways in which the present card can be drawn, and moves as four letters of an address.

A move is written as terrain, way, row and column of the first square in reading order: `F2C4` draws forests,
the card's shape in its way 2 (all orientations of its shapes, as printed first), the first square on C4. For
a hero the ways are those of the attack pattern. `pass` is for who can draw nothing.
"""

from dataclasses import dataclass
from string import ascii_uppercase, digits

from engine import SIZE, Square, Terrain
from engine.areas import Area, bit, squares_of
from engine.cards import ExploreCard, HeroCard
from engine.errors import MapFormatError
from engine.game import PASS, GameState, Move, Task
from engine.game.choices import find_stamps
from engine.game.moves import Stamp
from engine.heroes import attacked_from, ways_to_turn
from engine.sentence import later
from engine.shapes import Offsets, Shape
from service.formats.squarenames import ROW_LETTERS

CODE = 4  # letters of a move
PASSED = "pass"
NUMBERS = digits + ascii_uppercase
COLUMNS = NUMBERS[1 : SIZE + 1]
ONE_SQUARE = Shape.parse("X")
LETTERED = {terrain.letter: terrain for terrain in Terrain if terrain.letter.isalpha()}

UNREADABLE = later("These four letters are no move.")
NO_SUCH_WAY = later("The card cannot be turned in such a way.")
OFF_THE_MAP = later("A square of the shape is off the map.")


class CodeError(Exception):
    """Letters that tell no move; the message is one of those above."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to draw the present card."""

    number: int
    shape: Shape
    """As it is turned."""
    places: Area
    """Squares on which the corner of its box may lie."""
    attack: Offsets = ()
    """Squares that a hero attacks: rows down and columns right of him."""

    @property
    def grip(self) -> tuple[int, int]:
        """The square of the shape that lies where one taps: that nearest to the middle of its box."""
        middle = (self.shape.height - 1) / 2, (self.shape.width - 1) / 2
        return min(self.shape.offsets, key=lambda at: (abs(at[0] - middle[0]) + abs(at[1] - middle[1]), at))

    def corner_under(self, tapped: Square) -> Square:
        """Return where the corner of the box lies when a square is tapped; it never reaches off the map."""
        return self.corner_for(self.grip, tapped)

    def corner_for(self, part: tuple[int, int], square: Square) -> Square:
        """Return where the corner lies with a part of the shape on a square, or as near as the map allows."""
        row, column = square.row - part[0], square.column - part[1]
        return Square(
            min(max(row, 0), SIZE - self.shape.height), min(max(column, 0), SIZE - self.shape.width)
        )

    def area_at(self, corner: Square) -> Area:
        """Return the squares of the shape with its box there."""
        return self.shape.at(*corner)

    def first_at(self, corner: Square) -> Square:
        """Return the first square of the shape with its box there."""
        return corner.moved(*self.shape.offsets[0])

    def fits_at(self, corner: Square) -> bool:
        """Tell whether it may be drawn there."""
        return bool(bit(corner) & self.places)

    def move(self, terrain: Terrain, corner: Square) -> Move:
        """Return the move that draws it there."""
        attack = attacked_from(corner, self.attack) if self.attack else 0
        return Move(terrain, self.area_at(corner), attack)


def due_stamps(state: GameState) -> list[Stamp]:
    """Return what may be drawn; nothing when the game is over, or nothing can be."""
    return find_stamps(state, 0) if 0 in state.due else []


def terrains_of(state: GameState) -> tuple[Terrain, ...]:
    """Return the terrains from which one chooses."""
    stamps = due_stamps(state)
    return stamps[0].terrains if stamps else ()


def is_single_square(state: GameState) -> bool:
    """Tell whether a 1x1 square is drawn because no shape of the card can be."""
    card, stamps = state.card, due_stamps(state)
    if not stamps or state.task is not Task.DRAW or not isinstance(card, ExploreCard):
        return False
    return stamps[0].pattern == 1 and ONE_SQUARE.offsets not in [shape.offsets for shape in card.shapes]


def ways_of(state: GameState) -> list[Way]:
    """Return all the ways of the present card, those too that fit nowhere; none when nothing can be drawn."""
    stamps = due_stamps(state)
    if not stamps:
        return []
    card = state.card
    if isinstance(card, HeroCard):
        patterns = ways_to_turn(card.attack) if state.setup.rules.rotate_hero_pattern else (card.attack,)
        empty = state.cartographers[0].sheet.empty
        return [Way(number, ONE_SQUARE, empty, pattern) for number, pattern in enumerate(patterns)]
    if isinstance(card, ExploreCard) and state.task is Task.DRAW and not is_single_square(state):
        places = {stamp.pattern: stamp.anchors for stamp in stamps}
        turned = [way for shape in card.shapes for way in shape.orientations]
        return [Way(number, way, places.get(way.at(0, 0), 0)) for number, way in enumerate(turned)]
    return [Way(0, ONE_SQUARE, stamps[0].anchors)]


def encode(state: GameState, move: Move) -> str:
    """Return a legal move as four letters.

    >>> from engine.game import legal_moves, start
    >>> from engine.setup import GameSetup
    >>> state = start(GameSetup.base(players=1, seed=7))
    >>> str(state.card), encode(state, legal_moves(state, 0)[0])
    ('Treetop Village', 'F0A3')
    """
    if move == PASS:
        return PASSED
    first = squares_of(move.area)[0]
    way = next(way for way in ways_of(state) if _draws(way, move, first))
    return code_of(move.terrain, way, first)


def code_of(terrain: Terrain, way: Way, first: Square) -> str:
    """Return the letters of a move whose first square is this."""
    return terrain.letter + NUMBERS[way.number] + ROW_LETTERS[first.row] + COLUMNS[first.column]


def decode(state: GameState, code: str) -> Move:
    """Return the move that four letters tell; whether it is legal, the game tells.

    Raises:
        CodeError: They tell none.
    """
    if code == PASSED:
        return PASS
    way, corner = read_code(state, code)
    return way.move(LETTERED[code[0]], corner)


def read_code(state: GameState, code: str) -> tuple[Way, Square]:
    """Return the way that four letters tell, and where the corner of its box lies.

    Raises:
        CodeError: They tell none.
    """
    is_plausible = len(code) == CODE and code[0] in LETTERED and code[1] in NUMBERS
    if not is_plausible or code[2] not in ROW_LETTERS or code[3] not in COLUMNS:
        raise CodeError(UNREADABLE)
    ways, number = ways_of(state), NUMBERS.index(code[1])
    if number >= len(ways):
        raise CodeError(NO_SUCH_WAY)
    corner = _corner(ways[number], Square(ROW_LETTERS.index(code[2]), COLUMNS.index(code[3])))
    if corner is None:
        raise CodeError(OFF_THE_MAP)
    return ways[number], corner


def placing_of(code: str) -> tuple[str, str, str]:
    """Return way, terrain and first square of a move, as the forms of the page tell them.

    >>> placing_of("F2CA")
    ('2', 'forest', 'C10')
    """
    return str(NUMBERS.index(code[1])), LETTERED[code[0]].value, f"{code[2]}{NUMBERS.index(code[3])}"


def _corner(way: Way, first: Square) -> Square | None:
    """Return where the box lies when the first square of the shape is there."""
    row, column = way.shape.offsets[0]
    corner = first.moved(-row, -column)
    try:
        way.area_at(corner)
    except MapFormatError:
        return None
    return corner


def _draws(way: Way, move: Move, first: Square) -> bool:
    corner = _corner(way, first)
    return corner is not None and way.move(move.terrain, corner) == move
