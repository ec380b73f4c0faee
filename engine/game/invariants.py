"""Invariants of every moment of every game; a state that breaks one is a mistake of ours."""

from collections import Counter
from collections.abc import Iterator

from engine.areas import WHOLE_MAP, area_of, beside
from engine.cards import AmbushCard, HeroCard
from engine.game.cartographer import Cartographer
from engine.game.choices import legal_moves
from engine.game.deal import all_cards, deal
from engine.game.errors import InvariantError
from engine.game.state import GameState, Task
from engine.scoring import Season, score_map
from engine.terrain import Terrain

KEPT_TERRAINS = (Terrain.MOUNTAIN, Terrain.DESTROYED)
"""Terrains that stay in their squares for ever."""


def check_invariants(state: GameState, before: GameState | None = None) -> None:
    """Check all that holds at every moment, and between two moments of one game.

    Raises:
        InvariantError: Something does not hold.
    """
    broken = [*_broken_at(state), *(_broken_between(before, state) if before else ())]
    if broken:
        raise InvariantError(broken)


def _broken_at(state: GameState) -> Iterator[str]:
    yield from _broken_cards(state)
    yield from _broken_turn(state)
    for seat, cartographer in enumerate(state.cartographers):
        for broken in (*_broken_map(state, cartographer), *_broken_scores(state, cartographer)):
            yield f"seat {seat}: {broken}"


def _broken_cards(state: GameState) -> Iterator[str]:
    if Counter(all_cards(state.piles)) != Counter(all_cards(deal(state.setup))):
        yield "every card of the game lies in exactly one place"
    added = list(Season).index(state.season) + 1
    if len(state.piles.ambush) != max(0, len(state.setup.ambushes) - added):
        yield "each season adds one ambush card to the explore deck"
    if state.setup.heroes and len(state.piles.hero) != 4 - added:
        yield "each season adds one hero card to the explore deck"
    if Counter(state.revealed_in(state.season)) - Counter(all_cards(state.piles)):
        yield "what was revealed is one of the cards of the game"
    if not all(isinstance(card, AmbushCard) and card.effect for card in state.piles.beside):
        yield "only ambush cards with an effect stay beside the map"
    if not all(isinstance(card, AmbushCard | HeroCard) for card in state.piles.discarded):
        yield "explore and ruins cards are never returned to the box"


def _broken_turn(state: GameState) -> Iterator[str]:
    if bool(state.due) is state.is_over or not state.due <= set(range(state.setup.players)):
        yield "somebody's move is due until the game is over"
    if not all(legal_moves(state, seat) for seat in state.due & set(range(state.setup.players))):
        yield "whose move is due has a legal move"
    threshold = state.setup.threshold(state.season)
    if state.task in (Task.RAVAGE, Task.NOTHING):
        if state.time < threshold:
            yield "a season ends when its time threshold is met"
    elif state.time - getattr(state.card, "time", 0) >= threshold:
        yield "no card is revealed when the time threshold is met"
    if bool(state.effects) is not (state.task is Task.RAVAGE):
        yield "effects after scoring wait only while a player resolves one"


def _broken_map(state: GameState, cartographer: Cartographer) -> Iterator[str]:
    sheet, layout = cartographer.sheet, state.setup.layout
    areas = [sheet.area(terrain) for terrain in Terrain]
    if sum(areas) != WHOLE_MAP or sum(area.bit_count() for area in areas) != WHOLE_MAP.bit_count():
        yield "each square of the map holds exactly one thing"
    if sheet.area(Terrain.MOUNTAIN) != area_of(layout.mountains) or sheet.ruins != layout.ruins:
        yield "mountains and ruins are those printed"
    wastelands = area_of(layout.wastelands)
    if sheet.area(Terrain.WASTELAND) & ~wastelands or wastelands & ~(
        sheet.area(Terrain.WASTELAND) | sheet.area(Terrain.DESTROYED)
    ):
        yield "wastelands are those printed, but for destroyed ones"
    if cartographer.attacked & sheet.area(Terrain.MONSTER):
        yield "all monsters in an attack pattern are destroyed"
    if not state.setup.heroes and (cartographer.attacked or sheet.area(Terrain.HERO)):
        yield "without hero cards there are no heroes"
    signed = [area for _, area in cartographer.initials]
    if any(area & ~(sheet.area(Terrain.MONSTER) | sheet.area(Terrain.DESTROYED)) for area in signed):
        yield "initials stand in monster spaces, destroyed ones too"
    surrounded = area_of(layout.mountains) & ~beside(sheet.empty)
    walled_in = area_of(layout.mountains) & ~beside(WHOLE_MAP & ~area_of(layout.mountains) & ~wastelands)
    earned = (surrounded & ~walled_in).bit_count()
    if not min(earned, cartographer.track) <= cartographer.coins <= cartographer.track:
        yield "each surrounded mountain gives a coin, as long as there is room on the coin track"


def _broken_scores(state: GameState, cartographer: Cartographer) -> Iterator[str]:
    ended = list(Season).index(state.season) + (state.task in (Task.RAVAGE, Task.NOTHING))
    if not len(cartographer.scores) == len(cartographer.snapshots) == ended:
        yield "each season that has ended is scored once"
        return
    if cartographer.scores:
        season, sheet = tuple(Season)[len(cartographer.scores) - 1], cartographer.snapshots[-1].sheet
        coins = cartographer.snapshots[-1].coins
        if cartographer.scores[-1] != score_map(sheet, state.setup.edicts, coins=coins, season=season):
            yield f"the score of {season} is that of its map"


def _broken_between(before: GameState, after: GameState) -> Iterator[str]:
    for seat, (old, new) in enumerate(zip(before.cartographers, after.cartographers, strict=True)):
        if old.sheet.filled & ~new.sheet.filled:
            yield f"seat {seat}: a filled space stays filled"
        if any(old.sheet.area(terrain) & ~new.sheet.area(terrain) for terrain in KEPT_TERRAINS):
            yield f"seat {seat}: mountains and destroyed spaces stay what they are"
        changed = old.sheet.filled & ~new.sheet.area(Terrain.DESTROYED)
        if any((old.sheet.area(terrain) ^ new.sheet.area(terrain)) & changed for terrain in Terrain):
            yield f"seat {seat}: what is drawn is never changed, only destroyed"
        if old.coins > new.coins or old.scores != new.scores[: len(old.scores)]:
            yield f"seat {seat}: coins and scores are never lost"
        if old.attacked & ~new.attacked:
            yield f"seat {seat}: attack patterns remain active"
