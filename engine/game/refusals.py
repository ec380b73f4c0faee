"""Why a move is illegal, in the terms of the rulebook."""

from collections.abc import Iterator, Sequence

from engine.areas import WHOLE_MAP, Area, squares_of
from engine.cards import AmbushCard, ExploreCard, HeroCard
from engine.game.cartographer import Cartographer
from engine.game.choices import FALLBACK_TERRAINS, find_stamps, gaze_targets, ravage_targets
from engine.game.moves import PASS, Move, Stamp
from engine.game.state import GameState, Task
from engine.shapes import Shape
from engine.terrain import Terrain

ONE_BY_ONE = Shape.parse("X")


def broken_rule(state: GameState, seat: int, move: Move) -> str:
    """Return the first rule that an illegal move of the player breaks."""
    if seat not in state.due:
        return _why_not_due(state, seat)
    if move == PASS:
        return "a player passes only when there is nothing that can be drawn"
    return next(_broken(state, seat, move))


def _why_not_due(state: GameState, seat: int) -> str:
    if not 0 <= seat < len(state.cartographers):
        return f"there is no seat {seat}; the seats are 0 to {len(state.cartographers) - 1}"
    if state.is_over:
        return "the game is over"
    if state.task in (Task.GAZE, Task.RAVAGE):
        return f"this player has nothing to destroy for {state.card}, or has done so"
    return f"not this player's turn: {state.card} is drawn already, and others are still to draw"


def _broken(state: GameState, seat: int, move: Move) -> Iterator[str]:
    map_before = state.cartographers[state.map_before(seat)]
    stamps = find_stamps(state, seat)
    yield from _off_the_map(move)
    if not stamps:
        yield "the map is full: the player can only pass"
    if state.task in (Task.GAZE, Task.RAVAGE):
        yield from _wrongly_destroyed(state, map_before, move)
    yield from _overlapping(map_before, move)
    match state.card:
        case ExploreCard() as card:
            yield from _misdrawn(state, card, move, stamps)
        case AmbushCard() as card:
            yield from _not_a_shape_of(str(card), [card.shape], move, stamps)
            yield from _wrong_terrain(str(card), (Terrain.MONSTER,), move)
        case HeroCard() as card:
            yield from _not_a_hero(card, move)
    yield f"{move} is no move for {state.card}"


def _off_the_map(move: Move) -> Iterator[str]:
    if not move.area:
        yield "a move without a square draws nothing"
    if (move.area | move.attack) < 0 or (move.area | move.attack) & ~WHOLE_MAP:
        yield "the shape cannot overlap the edge of the map: a square of it is off the map"


def _overlapping(cartographer: Cartographer, move: Move) -> Iterator[str]:
    for square in squares_of(move.area & cartographer.sheet.filled):
        yield (
            "the shape cannot overlap filled spaces: "
            f"({square.row}, {square.column}) holds {cartographer.sheet[square]}"
        )


def _misdrawn(state: GameState, card: ExploreCard, move: Move, stamps: Sequence[Stamp]) -> Iterator[str]:
    terrains = card.terrains
    if _is_fallback(card.shapes, stamps) and (
        state.must_draw_on_ruins or state.setup.rules.fallback_any_terrain
    ):
        terrains = FALLBACK_TERRAINS
    yield from _not_a_shape_of(str(card), card.shapes, move, stamps, on_ruins=state.must_draw_on_ruins)
    yield from _wrong_terrain(str(card), terrains, move)


def _not_a_shape_of(
    card: str, shapes: Sequence[Shape], move: Move, stamps: Sequence[Stamp], *, on_ruins: bool = False
) -> Iterator[str]:
    if move.attack:
        yield "an attack pattern is marked for a hero only"
    if any(Move(stamp.terrains[0], move.area) in stamp for stamp in stamps):
        return
    so = " so that it overlaps a ruins space" if on_ruins else ""
    if _is_fallback(shapes, stamps):
        yield f"no shape of {card} can be drawn{so}: draw a 1x1 square instead"
    if any(_is_shape(shape, move.area) for shape in shapes):
        yield "after a ruins card the shape must be drawn so that it overlaps a ruins space"
    if _is_shape(ONE_BY_ONE, move.area):
        yield f"a 1x1 square is drawn only when no shape of {card} can be drawn{so}"
    yield f"no such shape on {card}, which shows {' and '.join(map(str, shapes))}"


def _is_fallback(shapes: Sequence[Shape], stamps: Sequence[Stamp]) -> bool:
    return ONE_BY_ONE.offsets not in [shape.offsets for shape in shapes] and stamps[0].pattern == 1


def _is_shape(shape: Shape, area: Area) -> bool:
    return area in shape.placements(area)


def _wrong_terrain(card: str, terrains: Sequence[Terrain], move: Move) -> Iterator[str]:
    if move.terrain not in terrains:
        yield f"wrong terrain: for {card} it is {' or '.join(terrains)}, not {move.terrain}"


def _not_a_hero(card: HeroCard, move: Move) -> Iterator[str]:
    if not _is_shape(ONE_BY_ONE, move.area):
        yield "a hero is a 1x1 square"
    yield from _wrong_terrain(card.name, (Terrain.HERO,), move)
    yield f"the marked squares are not the attack pattern of {card} from there"


def _wrongly_destroyed(state: GameState, cartographer: Cartographer, move: Move) -> Iterator[str]:
    if move.attack:
        yield "an attack pattern is marked for a hero only"
    if move.terrain is not Terrain.DESTROYED or not _is_shape(ONE_BY_ONE, move.area):
        yield f"{state.card}: exactly one space is destroyed now, and nothing drawn"
    if state.task is Task.GAZE and not move.area & gaze_targets(cartographer):
        yield "the Gorgon destroys a space adjacent to it that is no mountain and not destroyed yet"
    if state.task is Task.RAVAGE and not move.area & ravage_targets(cartographer):
        yield "the Giant Troll destroys an empty space adjacent to it"
