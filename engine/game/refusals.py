"""Reasons for an illegal move, in the terms of the rulebook."""

from collections.abc import Sequence

from engine.areas import WHOLE_MAP, Area, squares_of
from engine.cards import AmbushCard, ExploreCard, HeroCard
from engine.game.cartographer import Cartographer
from engine.game.choices import FALLBACK_TERRAINS, find_stamps, gaze_targets, ravage_targets
from engine.game.moves import PASS, Move, Stamp
from engine.game.state import GameState, Task
from engine.shapes import Shape
from engine.terrain import Terrain

ONE_BY_ONE = Shape.parse("X")
NO_ATTACK = "an attack pattern is marked for a hero only"


def broken_rule(state: GameState, seat: int, move: Move) -> str:
    """Return the first rule that an illegal move of the player breaks."""
    if seat not in state.due:
        return _why_not_due(state, seat)
    if move == PASS:
        return "a player passes only when there is nothing that can be drawn"
    stamps, map_before = find_stamps(state, seat), state.cartographers[state.map_before(seat)]
    return (
        _off_the_map(move)
        or _without_room(stamps)
        or _wrongly_destroyed(state, map_before, move)
        or _overlapping(map_before, move)
        or _against_the_card(state, move, stamps)
        or f"{move} is no move for {state.card}"
    )


def _why_not_due(state: GameState, seat: int) -> str:
    if not 0 <= seat < len(state.cartographers):
        return f"there is no seat {seat}; the seats are 0 to {len(state.cartographers) - 1}"
    if state.is_over:
        return "the game is over"
    if state.task in (Task.GAZE, Task.RAVAGE):
        return f"this player has nothing to destroy for {state.card}, or has done so"
    return f"not this player's turn: {state.card} is drawn already, and others are still to draw"


def _off_the_map(move: Move) -> str | None:
    if not move.area:
        return "a move without a square draws nothing"
    if (move.area | move.attack) < 0 or (move.area | move.attack) & ~WHOLE_MAP:
        return "the shape cannot overlap the edge of the map: a square of it is off the map"
    return None


def _without_room(stamps: Sequence[Stamp]) -> str | None:
    return None if stamps else "the map is full: the player can only pass"


def _wrongly_destroyed(state: GameState, cartographer: Cartographer, move: Move) -> str | None:
    if state.task not in (Task.GAZE, Task.RAVAGE):
        return None
    if move.attack:
        return NO_ATTACK
    if move.terrain is not Terrain.DESTROYED or not _is_shape(ONE_BY_ONE, move.area):
        return f"{state.card}: exactly one space is destroyed now, and nothing drawn"
    if state.task is Task.GAZE and not move.area & gaze_targets(cartographer, state.setup.rules):
        return "the Gorgon destroys a space adjacent to it that is no mountain and not destroyed yet"
    if state.task is Task.RAVAGE and not move.area & ravage_targets(cartographer):
        return "the Giant Troll destroys an empty space adjacent to it"
    return None


def _overlapping(cartographer: Cartographer, move: Move) -> str | None:
    filled = squares_of(move.area & cartographer.sheet.filled)
    if filled:
        held = cartographer.sheet[filled[0]]
        return f"the shape cannot overlap filled spaces: {filled[0]} holds {held}"
    return None


def _against_the_card(state: GameState, move: Move, stamps: Sequence[Stamp]) -> str | None:
    match state.card:
        case ExploreCard() as card:
            return _misdrawn(state, card, move, stamps)
        case AmbushCard() as card:
            misdrawn = _not_a_shape_of(str(card), [card.shape], move, stamps)
            return misdrawn or _wrong_terrain(str(card), (Terrain.MONSTER,), move)
        case HeroCard() as card:
            return _not_a_hero(card, move)
    return None


def _misdrawn(state: GameState, card: ExploreCard, move: Move, stamps: Sequence[Stamp]) -> str | None:
    terrains = card.terrains
    if _is_fallback(card.shapes, stamps) and (
        state.must_draw_on_ruins or state.setup.rules.fallback_any_terrain
    ):
        terrains = FALLBACK_TERRAINS
    return _not_a_shape_of(
        str(card), card.shapes, move, stamps, on_ruins=state.must_draw_on_ruins
    ) or _wrong_terrain(str(card), terrains, move)


def _not_a_shape_of(
    card: str, shapes: Sequence[Shape], move: Move, stamps: Sequence[Stamp], *, on_ruins: bool = False
) -> str | None:
    if move.attack:
        return NO_ATTACK
    if any(Move(stamp.terrains[0], move.area) in stamp for stamp in stamps):
        return None
    so = " so that it overlaps a ruins space" if on_ruins else ""
    if _is_fallback(shapes, stamps):
        return f"no shape of {card} can be drawn{so}: draw a 1x1 square instead"
    if any(_is_shape(shape, move.area) for shape in shapes):
        return "after a ruins card the shape must be drawn so that it overlaps a ruins space"
    if _is_shape(ONE_BY_ONE, move.area):
        return f"a 1x1 square is drawn only when no shape of {card} can be drawn{so}"
    return f"no such shape on {card}, which shows {' and '.join(map(str, shapes))}"


def _is_fallback(shapes: Sequence[Shape], stamps: Sequence[Stamp]) -> bool:
    return ONE_BY_ONE.offsets not in [shape.offsets for shape in shapes] and stamps[0].pattern == 1


def _is_shape(shape: Shape, area: Area) -> bool:
    return area in shape.placements(area)


def _wrong_terrain(card: str, terrains: Sequence[Terrain], move: Move) -> str | None:
    if move.terrain not in terrains:
        return f"wrong terrain: for {card} it is {' or '.join(terrains)}, not {move.terrain}"
    return None


def _not_a_hero(card: HeroCard, move: Move) -> str:
    if not _is_shape(ONE_BY_ONE, move.area):
        return "a hero is a 1x1 square"
    pattern = f"the marked squares are not the attack pattern of {card} from there"
    return _wrong_terrain(card.name, (Terrain.HERO,), move) or pattern
