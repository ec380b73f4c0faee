"""The course of a game: explore, draw and check, the end of each season, and the effects after scoring."""

from dataclasses import replace

from engine.cards import AmbushCard, Card, Effect, ExploreCard, HeroCard, RuinsCard
from engine.game.cartographer import Cartographer
from engine.game.choices import find_stamps, gaze_targets, ravage_targets
from engine.game.deal import deal, prepare_season
from engine.game.errors import IllegalMoveError
from engine.game.moves import PASS, Move, Stamp
from engine.game.refusals import broken_rule
from engine.game.solo import find_lair
from engine.game.state import GameState, Piles, Task
from engine.gamescore import Snapshot
from engine.scoring import Season, score_map
from engine.setup import GameSetup
from engine.terrain import Terrain

AFTER_SCORING = (Effect.ZOMBIE, Effect.TROLL)


def start(setup: GameSetup) -> GameState:
    """Return the game when its first card has been revealed."""
    piles = prepare_season(deal(setup), setup.seed, Season.SPRING)
    player = Cartographer(setup.blank_sheet(), track=setup.layout.coins)
    return _explore(
        GameState(setup, Season.SPRING, piles, (player,) * setup.players, Task.NOTHING, frozenset())
    )


def play(state: GameState, seat: int, move: Move) -> GameState:
    """Return the game after the player of this seat has moved.

    When nobody else is to draw, the game goes on to the next card that somebody acts upon.

    Raises:
        IllegalMoveError: The rules do not allow the move; the message says which.
    """
    if seat not in state.due:
        raise IllegalMoveError(seat, broken_rule(state, seat, move))
    stamps = find_stamps(state, seat)
    stamp = next((stamp for stamp in stamps if move in stamp), None)
    if stamp is None and (stamps or move != PASS):
        raise IllegalMoveError(seat, broken_rule(state, seat, move))
    place = state.map_before(seat)
    due = state.due - {seat}
    maps = state.cartographers
    if stamp:
        maps = _with_one(maps, place, draw_move(maps[place], state.card, move, stamp))
    state = replace(state, cartographers=maps, due=due)
    return state if due else _go_on(state)


def draw_move(cartographer: Cartographer, card: Card, move: Move, stamp: Stamp) -> Cartographer:
    """Return the map after this move for the card, one of those of the stamp."""
    if move.terrain is Terrain.DESTROYED:
        return cartographer.destroy(move.area)
    match card:
        case AmbushCard():
            is_whole = move.area.bit_count() == len(card.shape)
            return cartographer.draw_monster(move.area, card.effect if is_whole else None)
        case HeroCard():
            return cartographer.draw_hero(move.area, move.attack)
    return cartographer.draw(move.area, move.terrain, has_coin=stamp.has_coin)


def _explore(state: GameState) -> GameState:
    """Reveal the top card; under a ruins card another one at once."""
    card = state.piles.explore[0]
    state = replace(state, piles=_reveal(state.piles), log=(*state.log, (state.season, card)))
    match card:
        case RuinsCard():
            return _explore(state)
        case ExploreCard():
            return _ask_all(state, Task.DRAW)
        case HeroCard():
            return _ask_all(state, Task.HERO)
    return _ambush_alone(state, card) if state.setup.is_solo else _ask_all(state, Task.AMBUSH)


def _ambush_alone(state: GameState, card: AmbushCard) -> GameState:
    """Draw the monster where solo mode puts it; a card whose monster fits nowhere is disregarded."""
    (cartographer,) = state.cartographers
    lair = find_lair(card, cartographer.sheet.empty)
    if not lair:
        return _check(replace(state, piles=_discard(state.piles)))
    return _gaze(replace(state, cartographers=(cartographer.draw_monster(lair, card.effect),)))


def _go_on(state: GameState) -> GameState:
    """Go on when everyone has done his task."""
    match state.task:
        case Task.AMBUSH:
            return _gaze(state)
        case Task.GAZE:
            return _check(replace(state, piles=_put_away(state.piles)))
        case Task.HERO:
            return _check(replace(state, piles=_discard(state.piles)))
        case Task.RAVAGE:
            return _resolve_effects(replace(state, effects=state.effects[1:]))
    return _check(state)


def _gaze(state: GameState) -> GameState:
    """After drawing the Gorgon, destroy an adjacent non-mountain space."""
    gazing = replace(state, task=Task.GAZE)
    card = gazing.card
    if isinstance(card, AmbushCard) and card.effect is Effect.GORGON:
        maps, rules = state.cartographers, state.setup.rules
        due = frozenset(
            seat for seat in range(len(maps)) if gaze_targets(maps[gazing.map_before(seat)], rules)
        )
        if due:
            return replace(gazing, due=due)
    return _check(replace(state, piles=_put_away(state.piles)))


def _check(state: GameState) -> GameState:
    """End the season when the time values meet or exceed its threshold, or else go on exploring."""
    if not state.is_seasons_last:
        return _explore(state)
    scored = tuple(_score(state, cartographer) for cartographer in state.cartographers)
    effects = tuple(card for card in state.piles.beside if card.effect in AFTER_SCORING)
    return _resolve_effects(replace(state, cartographers=scored, effects=effects))


def _score(state: GameState, cartographer: Cartographer) -> Cartographer:
    sheet, coins = cartographer.sheet, cartographer.coins
    score = score_map(sheet, state.setup.edicts, coins=coins, season=state.season)
    return replace(
        cartographer,
        scores=(*cartographer.scores, score),
        snapshots=(*cartographer.snapshots, Snapshot(sheet, coins)),
    )


def _resolve_effects(state: GameState) -> GameState:
    """Resolve the effects after scoring one at a time, in the order in which the cards were revealed."""
    for number, card in enumerate(state.effects):
        if card.effect is Effect.ZOMBIE:
            spread = tuple(cartographer.spread_zombies() for cartographer in state.cartographers)
            state = replace(state, cartographers=spread)
        elif due := _seats_with_ravage(state):
            return replace(state, task=Task.RAVAGE, due=due, effects=state.effects[number:])
    return _end_season(replace(state, effects=()))


def _seats_with_ravage(state: GameState) -> frozenset[int]:
    return frozenset(seat for seat, player in enumerate(state.cartographers) if ravage_targets(player))


def _end_season(state: GameState) -> GameState:
    """Prepare the next season; after winter the game is over."""
    if state.season is Season.WINTER:
        return replace(state, task=Task.NOTHING)
    seasons = list(Season)
    season = seasons[seasons.index(state.season) + 1]
    piles = prepare_season(state.piles, state.setup.seed, season)
    return _explore(replace(state, season=season, piles=piles))


def _ask_all(state: GameState, task: Task) -> GameState:
    return replace(state, task=task, due=frozenset(range(len(state.cartographers))))


def _reveal(piles: Piles) -> Piles:
    return replace(piles, explore=piles.explore[1:], revealed=(*piles.revealed, piles.explore[0]))


def _discard(piles: Piles) -> Piles:
    """Return the card just revealed to the box."""
    *column, card = piles.revealed
    return replace(piles, revealed=tuple(column), discarded=(*piles.discarded, card))


def _put_away(piles: Piles) -> Piles:
    """Discard the ambush card just resolved, or keep it as a reminder of its effect."""
    *column, card = piles.revealed
    if not isinstance(card, AmbushCard) or card.effect is None:
        return _discard(piles)
    return replace(piles, revealed=tuple(column), beside=(*piles.beside, card))


def _with_one(
    cartographers: tuple[Cartographer, ...], place: int, changed: Cartographer
) -> tuple[Cartographer, ...]:
    return (*cartographers[:place], changed, *cartographers[place + 1 :])
