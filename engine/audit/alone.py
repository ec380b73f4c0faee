"""Oddities of a map by itself: drawings that no legal game leaves, whatever the map was before."""

from collections.abc import Iterable, Iterator
from itertools import chain

from engine.areas import WHOLE_MAP, Area, beside, squares_of
from engine.audit.attacks import within_reach
from engine.audit.cardsinplay import CardsInPlay, seasons_up_to
from engine.audit.evidence import Evidence
from engine.audit.limits import least_drawn, most_drawn, most_of_terrain
from engine.audit.oddity import Kind, Oddity
from engine.cards import DRAGON_COINS, HERO_CARDS, Effect, ExploreCard
from engine.layouts import Feature, Side
from engine.terrain import Terrain

DRAWN_BY_CARDS = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER)
LONGEST_ATTACK = max(len(card.attack) for card in HERO_CARDS.values())


def find_oddities(evidence: Evidence, cards: CardsInPlay) -> tuple[Oddity, ...]:
    """Return all that no game with these cards can have drawn; nothing if the map may be legal."""
    checks = (_print, _ruins, _coins, _heroes, _destroyed, _terrain, _monsters, _amount)
    return tuple(chain.from_iterable(check(evidence, cards) for check in checks))


def surrounded_mountains(evidence: Evidence) -> Area:
    """Return the mountains that were surrounded by drawing, each of which gave a coin.

    One that the print itself walls in, with mountains, wastelands and the edge on all four sides, gave none.
    """
    unprinted = WHOLE_MAP & ~evidence.mountains & ~evidence.wastelands
    return evidence.mountains & ~beside(evidence.sheet.empty) & beside(unprinted)


def _print(evidence: Evidence, cards: CardsInPlay) -> Iterator[Oddity]:
    """Mountains and wastelands are where they are printed; only the Gorgon destroys a wasteland."""
    sheet = evidence.sheet
    printed = evidence.mountains | evidence.wastelands
    wastes = sheet.area(Terrain.WASTELAND)
    if Effect.GORGON in cards.effects:
        wastes |= sheet.area(Terrain.DESTROYED)
    for name, missing in [
        ("mountain", evidence.mountains & ~sheet.area(Terrain.MOUNTAIN)),
        ("wasteland", evidence.wastelands & ~wastes),
    ]:
        for place in squares_of(missing):
            message = f"a {name} is printed here, and {_contradicting(sheet[place])}"
            yield Oddity(Kind.PRINT, (place,), message)
    drawn = (sheet.area(Terrain.MOUNTAIN) | sheet.area(Terrain.WASTELAND)) & ~printed
    for place in squares_of(drawn):
        yield Oddity(Kind.PRINT, (place,), f"no {sheet[place]} is printed here, and none is ever drawn")


def _ruins(evidence: Evidence, cards: CardsInPlay) -> Iterator[Oddity]:
    """Ruins are where they are printed, as far as anyone has seen the print."""
    layout, stated = evidence.layout, evidence.stated_ruins
    if layout is None or layout.side is Side.CUSTOM or Feature.RUINS in layout.unconfirmed or not stated:
        return
    if strange := stated - layout.ruins:
        message = f"the map lists ruins that side {layout.side} has not"
        yield Oddity(Kind.PRINT, tuple(sorted(strange)), message)
    if missing := layout.ruins - stated:
        message = f"the map lists ruins, but not these of side {layout.side}"
        yield Oddity(Kind.PRINT, tuple(sorted(missing)), message)


def _coins(evidence: Evidence, cards: CardsInPlay) -> Iterator[Oddity]:
    """Coins come from surrounded mountains, from shapes with a coin and from the Dragon, up to the track."""
    if evidence.coins is None:
        return
    if not 0 <= evidence.coins <= evidence.track:
        message = f"{evidence.coins} coins are filled in, but the track has {evidence.track}"
        yield Oddity(Kind.COIN_TRACK, (), message)
        return
    mountains = surrounded_mountains(evidence)
    sure = mountains.bit_count()
    if evidence.coins < min(sure, evidence.track):
        given = f"{_number(sure, 'surrounded mountain')} gave a coin each"
        yield Oddity(Kind.FEW_COINS, squares_of(mountains), f"{given}, but only {evidence.coins} filled in")
    shapes = max(_most_coins(evidence, explore) for explore in cards.explore_sets)
    dragon = DRAGON_COINS if _may_have_dragon(evidence, cards) else 0
    if evidence.coins > sure + shapes + dragon:
        by_dragon = f", and the Dragon {DRAGON_COINS}" if dragon else ""
        message = (
            f"{evidence.coins} coins are filled in, but surrounded mountains give {sure}"
            f" and shapes with a coin at most {shapes}{by_dragon}"
        )
        yield Oddity(Kind.MANY_COINS, squares_of(mountains), message)


def _most_coins(evidence: Evidence, explore: Iterable[ExploreCard]) -> int:
    """Return how many shapes with a coin can be among what is drawn; a season reveals each card once."""
    seasons = len(seasons_up_to(evidence.season))
    destroyed = evidence.sheet.area(Terrain.DESTROYED)
    coins = 0
    for card in explore:
        squares = destroyed | _area_of(evidence, card.terrains)
        sizes = [len(shape) for shape in card.shapes if shape.has_coin and shape.fits(squares)]
        coins += min(seasons, squares.bit_count() // min(sizes)) if sizes else 0
    return coins


def _area_of(evidence: Evidence, terrains: Iterable[Terrain]) -> Area:
    area = 0
    for terrain in terrains:
        area |= evidence.sheet.area(terrain)
    return area


def _may_have_dragon(evidence: Evidence, cards: CardsInPlay) -> bool:
    monsters = _area_of(evidence, (Terrain.MONSTER, Terrain.DESTROYED))
    return any(card.shape.fits(monsters) for card in cards.ambushes if card.effect is Effect.DRAGON)


def _heroes(evidence: Evidence, cards: CardsInPlay) -> Iterator[Oddity]:
    """Every season adds one hero card, and each draws one hero; without hero cards there are none."""
    heroes = evidence.sheet.area(Terrain.HERO)
    most = len(seasons_up_to(evidence.season)) if cards.heroes else 0
    if heroes.bit_count() > most:
        why = "this game has no hero cards" if not cards.heroes else f"no more than {most} hero cards come"
        message = f"{_number(heroes.bit_count(), 'hero', 'heroes')} on the map, but {why}"
        yield Oddity(Kind.HEROES, squares_of(heroes), message)


def _destroyed(evidence: Evidence, cards: CardsInPlay) -> Iterator[Oddity]:
    """Heroes destroy monsters within their attack, Giant Troll and Gorgon squares beside themselves."""
    sheet = evidence.sheet
    destroyed = sheet.area(Terrain.DESTROYED)
    attacked = within_reach(sheet.area(Terrain.HERO)) if cards.heroes else 0
    by_effect = destroyed & ~attacked
    beasts = cards.effects & {Effect.TROLL, Effect.GORGON}
    if beasts:
        stray = by_effect & ~beside(sheet.area(Terrain.MONSTER) | destroyed)
        why = "no hero and no monster is near enough to destroy it"
    else:
        stray = by_effect
        why = "no hero can have attacked there, and no ambush of this game destroys squares"
    if Effect.GORGON in beasts and cards.heroes:
        stray &= ~within_reach(destroyed)
    if stray:
        yield Oddity(Kind.DESTROYED, squares_of(stray), why)
    most = _most_destroyed_by_effect(evidence, cards)
    if beasts and by_effect.bit_count() > most:
        message = (
            f"{_number(by_effect.bit_count(), 'destroyed square')} out of reach of all heroes; "
            f"Giant Troll and Gorgon account for no more than {most}"
        )
        yield Oddity(Kind.DESTROYED, squares_of(by_effect), message)


def _most_destroyed_by_effect(evidence: Evidence, cards: CardsInPlay) -> int:
    """Return how many squares ambush effects destroy; a hero whom the Gorgon destroys may have killed too."""
    troll = len(seasons_up_to(evidence.season)) if Effect.TROLL in cards.effects else 0
    gorgon = 1 if Effect.GORGON in cards.effects else 0
    fallen_hero = LONGEST_ATTACK if gorgon and cards.heroes else 0
    return troll + gorgon + fallen_hero


def _terrain(evidence: Evidence, cards: CardsInPlay) -> Iterator[Oddity]:
    """A season reveals each card once, and ends when its time is up."""
    seasons = seasons_up_to(evidence.season)
    for terrain in DRAWN_BY_CARDS:
        drawn = evidence.sheet.area(terrain)
        most = most_of_terrain(terrain, evidence.sheet.empty, cards, seasons)
        if drawn.bit_count() > most:
            yield _too_much(evidence, terrain, drawn, most)


def _monsters(evidence: Evidence, cards: CardsInPlay) -> Iterator[Oddity]:
    """Every season adds one ambush; further monsters are 1x1 squares, or Zombies, which spread."""
    seasons = seasons_up_to(evidence.season)
    monsters = evidence.sheet.area(Terrain.MONSTER)
    most = most_of_terrain(Terrain.MONSTER, evidence.sheet.empty, cards, seasons)
    most += cards.largest_ambushes(len(seasons))
    if monsters.bit_count() > most and Effect.ZOMBIE not in cards.effects:
        yield _too_much(evidence, Terrain.MONSTER, monsters, most)


def _too_much(evidence: Evidence, terrain: Terrain, drawn: Area, most: int) -> Oddity:
    message = (
        f"{drawn.bit_count()} squares of {terrain}; the cards of {_cards_of(evidence)} draw {most} at most"
    )
    return Oddity(Kind.MUCH_TERRAIN, squares_of(drawn), message)


def _amount(evidence: Evidence, cards: CardsInPlay) -> Iterator[Oddity]:
    """The cards of a season fill no more and no fewer squares than their shapes have."""
    seasons = seasons_up_to(evidence.season)
    sheet = evidence.sheet
    drawn = sheet.filled & ~evidence.mountains & ~evidence.wastelands
    most = most_drawn(cards, seasons) + cards.largest_ambushes(len(seasons))
    most += len(seasons) if cards.heroes else 0
    most += len(seasons) if Effect.TROLL in cards.effects else 0
    most += 1 if Effect.GORGON in cards.effects else 0
    if drawn.bit_count() > most and Effect.ZOMBIE not in cards.effects:
        message = f"{drawn.bit_count()} squares are drawn; {_cards_of(evidence)} fills {most} at most"
        yield Oddity(Kind.MUCH_DRAWN, (), message)
    if evidence.season is None or not sheet.empty:
        return
    least = least_drawn(sheet.empty, cards, seasons)
    if drawn.bit_count() < least:
        message = f"{drawn.bit_count()} squares are drawn; {_cards_of(evidence)} fills {least} at least"
        yield Oddity(Kind.LITTLE_DRAWN, (), message)


def _cards_of(evidence: Evidence) -> str:
    seasons = seasons_up_to(evidence.season)
    if evidence.season is None:
        return "a whole game"
    return seasons[0].value if len(seasons) == 1 else f"{seasons[0]} to {seasons[-1]}"


def _number(number: int, what: str, several: str = "") -> str:
    return f"{number} {what if number == 1 else several or what + 's'}"


def _contradicting(holds: Terrain) -> str:
    return "the map shows nothing" if holds is Terrain.EMPTY else f"nobody can draw {holds} on it"
